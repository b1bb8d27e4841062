//! The section "Printed cells": how many there are, and what is known of them.

use std::fmt::Write;

use super::names::title;
use crate::claims::in_print_sentence;
use crate::verdict::Verdict;
use rejudge_names::plural::{counted, of_number};
use rejudge_page::{Cell, Column, MarkdownTable};
use rejudge_printed::{CellKind, Counts, Evidence, Expected, Explained, Official, PrintedCell, Standing};

/// Writes the section: the cells of each printed table by what is known of them.
pub(super) fn write(out: &mut String, expected: &Expected, verdict: &Verdict<'_>) {
    if verdict.tally.is_empty() {
        return;
    }
    let _ = writeln!(out, "## Printed cells\n\n{}\n", verdict.headline);
    if let Some(sentence) = in_print_sentence(&verdict.in_print) {
        let _ = writeln!(out, "**{}.**\n", super::capitalised(&sentence));
    }
    let here: Vec<Standing> =
        Standing::ALL.into_iter().filter(|standing| verdict.tally.cells.of(*standing) > 0).collect();
    let explained: Vec<&str> = here.iter().map(|standing| standing.explained()).collect();
    let _ = writeln!(out, "{}\n", explained.join(" "));
    let numbers = ["printed"].into_iter().chain(here.iter().map(|standing| standing.says()));
    let mut table =
        MarkdownTable::new([Column::words("table")].into_iter().chain(numbers.map(Column::numbers)));
    for (name, counts) in by_table(expected, verdict) {
        let numbers = [counts.total()].into_iter().chain(here.iter().map(|standing| counts.of(*standing)));
        table.row([Cell::text(&title(name))].into_iter().chain(numbers.map(Cell::from)));
    }
    let _ = writeln!(out, "{table}");
}

/// The printed tables with their counts, in the order of the file.
fn by_table<'e>(expected: &'e Expected, verdict: &Verdict<'_>) -> Vec<(&'e str, Counts)> {
    let mut tables: Vec<(&str, Counts)> = Vec::new();
    let is_counted = |cell: &PrintedCell| cell.is_in_table() && !matches!(cell.kind, CellKind::Real(_));
    let all = expected.cells.iter().zip(&verdict.cells);
    for (cell, checked) in all.filter(|(cell, _)| is_counted(cell)) {
        let name = cell.address.table.as_str();
        if !tables.iter().any(|(known, _)| *known == name) {
            tables.push((name, Counts::default()));
        }
        let of_table = tables.iter_mut().find(|(known, _)| *known == name);
        of_table.expect("each table is added at its first cell").1.count(checked.standing);
    }
    tables
}

/// Writes how many numbers that were printed of real runs and labels were computed again, and how many
/// wait for data. Where all wait there is nothing to tell.
pub(super) fn real_numbers(out: &mut String, expected: &Expected, verdict: &Verdict<'_>) {
    let numbers = &verdict.tally.real_numbers;
    let is_here = |of: &Evidence| numbers.equal(*of) + numbers.off(*of) + numbers.mistaken(*of) > 0;
    let whose: Vec<&str> = Evidence::ALL.into_iter().filter(is_here).map(Evidence::whose).collect();
    if whose.is_empty() {
        return;
    }
    let whose = whose.join(" and ");
    let _ = writeln!(out, "## Printed numbers of real {whose}\n\n{numbers}.\n");
    let _ = writeln!(
        out,
        "{} checks.parquet has every one beside what was computed.\n",
        if expected.official.is_empty() {
            "They stand in tables of a paper."
        } else {
            "They are read from the collections' own files, by hash."
        }
    );
    let is_here = |of: &&Official| of.is_here;
    for official in expected.official.iter().filter(is_here) {
        for Explained { topic, numbers, reason } in &official.wire.explained {
            let _ = writeln!(
                out,
                "{} of topic {topic} in {} {}: {reason}\n",
                counted(*numbers, "score"),
                official.wire.file.value,
                of_number(*numbers, "differs", "differ"),
            );
        }
    }
}

/// Writes the cells that agree with what a known erratum says of them, each with the reason.
pub(super) fn known_differences(out: &mut String, expected: &Expected, verdict: &Verdict<'_>) {
    let mut known = verdict
        .known_differences(expected)
        .filter_map(|(cell, computed)| Some((cell, cell.should_be.as_ref()?, computed?)))
        .peekable();
    if known.peek().is_none() {
        return;
    }
    let _ = writeln!(
        out,
        "Known differences. Here the computed value is what should be printed, according to a known \
         erratum:\n"
    );
    for (cell, should_be, computed) in known {
        let _ = writeln!(
            out,
            "- {}: printed {}, should be {}, computed {computed}: {} (erratum `{}`)",
            cell.address, cell.text, should_be.text, should_be.reason, should_be.erratum
        );
    }
    out.push('\n');
}
