//! The section "Findings": in how many draws each claim holds.

use std::fmt::Write;

use rejudge_descriptor::Kind;

use crate::findings::FindingOutcome;
use crate::verdict::Verdict;
use rejudge_grid::Grid;
use rejudge_page::{Cell, Column, MarkdownTable};
use rejudge_table::number;

/// Writes the section, of the findings that were evaluated on collections of these `kinds`: what other data
/// add must not change it.
pub(super) fn write(out: &mut String, grid: &Grid, verdict: &Verdict<'_>, kinds: &[Kind]) {
    let kind = |name: &str| grid.collections.iter().find(|c| c.name == name).map(|c| c.entry.descriptor.kind);
    let outcomes: Vec<&FindingOutcome> = verdict
        .findings
        .iter()
        .filter(|f| kind(&f.collection).is_some_and(|kind| kinds.contains(&kind)))
        .collect();
    if outcomes.is_empty() {
        return;
    }
    let all = grid.collections.iter().map(|c| c.name.as_str());
    let here: Vec<&str> = all.filter(|name| outcomes.iter().any(|f| f.collection == *name)).collect();
    let _ = writeln!(out, "## Findings\n");
    let _ = writeln!(
        out,
        "In how many draws the claim holds, and the mean margin (how far from not holding; negative: how far from holding).\n"
    );
    let heads = ["finding"].into_iter().chain(here.iter().copied());
    let mut table = MarkdownTable::new(heads.map(Column::words));
    let mut names: Vec<&str> = Vec::new();
    for outcome in &outcomes {
        if !names.contains(&outcome.finding.as_str()) {
            names.push(&outcome.finding);
        }
    }
    for name in names {
        let of_name: Vec<_> = outcomes.iter().filter(|f| f.finding == name).collect();
        let Some(first) = of_name.first() else { continue };
        let section = first.section.as_ref().map_or(String::new(), |s| format!(" (section {s})"));
        let claim = Cell::markdown(&format!("**{name}**: {}{section}", first.claim));
        let held = here.iter().map(|collection| {
            let cell = of_name.iter().find(|f| f.collection == *collection);
            Cell::from(cell.map_or("-".to_owned(), |f| {
                let word = match (f.draws, f.holds) {
                    (0, _) => "not evaluable".to_owned(),
                    (draws, holds) if holds == draws => format!("holds {holds}/{draws}"),
                    (draws, 0) => format!("does not hold 0/{draws}"),
                    (draws, holds) => format!("{holds}/{draws}"),
                };
                f.margin.map_or(word.clone(), |margin| format!("{word}, {}", number(margin, 4, true)))
            }))
        });
        table.row([claim].into_iter().chain(held));
    }
    let _ = writeln!(out, "{table}");
}
