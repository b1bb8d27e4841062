//! The section "Findings": on what the paper prints of a collection, and in how many draws, each claim holds.

use std::fmt::Write;

use rejudge_descriptor::Kind;

use crate::findings::{FindingOutcome, InPrint, differences};
use crate::verdict::Verdict;
use rejudge_grid::Grid;
use rejudge_page::{Cell, Column, MarkdownTable, plain};
use rejudge_table::number;

/// Writes the section, of the findings that were evaluated on collections of these `kinds`: what other data
/// add must not change it. Twins need no data, and stand beside those of the others.
pub(super) fn write(out: &mut String, grid: &Grid, verdict: &Verdict<'_>, kinds: &[Kind]) {
    let kind = |name: &str| grid.collections.iter().find(|c| c.name == name).map(|c| c.entry.descriptor.kind);
    let of_kinds = |outcome: &FindingOutcome| kind(&outcome.collection).is_some_and(|k| kinds.contains(&k));
    let mut names: Vec<&str> = Vec::new();
    for outcome in verdict.findings.iter().filter(|outcome| of_kinds(outcome)) {
        if !names.contains(&outcome.finding.as_str()) {
            names.push(&outcome.finding);
        }
    }
    if names.is_empty() {
        return;
    }
    let is_shown = |outcome: &&FindingOutcome| {
        let is_twin = kind(&outcome.collection) == Some(Kind::Simulated);
        names.contains(&outcome.finding.as_str()) && (is_twin || of_kinds(outcome))
    };
    let shown: Vec<&FindingOutcome> = verdict.findings.iter().filter(is_shown).collect();
    let printed: Vec<&InPrint> =
        verdict.in_print.iter().filter(|p| names.contains(&p.finding.as_str())).collect();
    let is_twin = |outcome: &&&FindingOutcome| kind(&outcome.collection) == Some(Kind::Simulated);
    let (twins, others): (Vec<&FindingOutcome>, Vec<_>) = shown.iter().partition(|o| is_twin(o));
    let _ = writeln!(out, "## Findings\n");
    explain(out, !printed.is_empty());
    let columns = [
        ("print", !printed.is_empty()),
        ("twins", !twins.is_empty()),
        ("other collections", !others.is_empty()),
    ];
    let heads = columns.iter().filter(|(_, is_there)| *is_there).map(|(head, _)| *head);
    let mut table = MarkdownTable::new(["finding"].into_iter().chain(heads).map(Column::words));
    for name in &names {
        let of_name = |of: &[&FindingOutcome]| {
            let lines = of.iter().filter(|outcome| outcome.finding == *name).map(|o| drawn(o));
            cell(lines.collect())
        };
        let Some(first) = shown.iter().find(|outcome| outcome.finding == *name) else { continue };
        let section = first.section.as_ref().map_or(String::new(), |s| format!("section {s}; "));
        let told = format!("({section}margin in {})", first.unit);
        let claim = Cell::markdown(&format!("**{name}**: {} {told}", first.claim));
        let in_print = in_print(&printed.iter().copied().filter(|p| p.finding == *name).collect::<Vec<_>>());
        let cells = [cell(in_print), of_name(&twins), of_name(&others)];
        let cells = cells.into_iter().zip(columns).filter(|(_, (_, is_there))| *is_there);
        table.row([claim].into_iter().chain(cells.map(|(cell, _)| cell)));
    }
    let _ = writeln!(out, "{table}");
    let in_print: Vec<InPrint> = printed.iter().map(|p| (*p).clone()).collect();
    let differences = differences(&shown, &in_print);
    if differences.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "These do not come out alike everywhere (on draws: in more than half of them, in half, or in fewer):\n"
    );
    for difference in differences {
        let why = difference.why.map_or(String::new(), |why| format!(": {why}"));
        let margins: String =
            difference.margins.iter().map(|margin| format!(" {}.", plain(margin))).collect();
        let _ = writeln!(out, "- **{}** {}{why}.{margins}", difference.finding, plain(&difference.says));
    }
    out.push('\n');
}

/// What the columns hold.
fn explain(out: &mut String, has_print: bool) {
    let print = match has_print {
        true => {
            "*Print*: the same condition on the cells that the paper prints of its own collection, at their printed \
             digits; *not printed* where these do not tell. "
        }
        false => "",
    };
    let _ = writeln!(
        out,
        "{print}On draws: in how many of them the claim holds, the 95% interval of Clopper and Pearson for its share of \
         all draws, and the mean margin (how far from not holding; negative: how far from holding), counted in what stands \
         behind the claim.\n"
    );
}

/// The lines of a cell.
fn cell(lines: Vec<String>) -> Cell {
    let lines = if lines.is_empty() { vec!["-".to_owned()] } else { lines };
    Cell::markdown(&lines.join(" <br>"))
}

/// What is printed, a line a collection; those that it says nothing of together.
fn in_print(of_name: &[&InPrint]) -> Vec<String> {
    let said = of_name.iter().filter_map(|printed| {
        let (holds, margin) = printed.outcome?;
        let word = if holds { "holds" } else { "does not hold" };
        Some(format!("{}: {word}, {}", plain(&printed.collection), number(margin, 4, true)))
    });
    let mut lines: Vec<String> = said.collect();
    let unsaid = of_name.iter().filter(|printed| printed.outcome.is_none());
    let unsaid: Vec<&str> = unsaid.map(|printed| printed.collection.as_str()).collect();
    if !unsaid.is_empty() {
        lines.push(format!("{}: not printed", plain(&unsaid.join(", "))));
    }
    lines
}

/// What came out on a collection.
fn drawn(outcome: &FindingOutcome) -> String {
    let word = match (outcome.draws, outcome.holds) {
        (0, _) => "not evaluable".to_owned(),
        (draws, holds) if holds == draws => format!("holds {holds}/{draws}"),
        (draws, 0) => format!("does not hold 0/{draws}"),
        (draws, holds) => format!("{holds}/{draws}"),
    };
    let interval = outcome.interval().map_or(String::new(), |(low, high)| {
        format!(" ({} to {})", number(low, 2, false), number(high, 2, false))
    });
    let margin = outcome.margin.map_or(String::new(), |margin| format!(", {}", number(margin, 4, true)));
    format!("{}: {word}{interval}{margin}", plain(&outcome.collection))
}
