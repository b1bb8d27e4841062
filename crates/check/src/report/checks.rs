//! The section "Printed cells": how many there are, and what is known of them.

use std::fmt::Write;

use super::names::title;
use crate::claims::in_print_sentence;
use crate::outcome::CellOutcome;
use crate::verdict::Verdict;
use rejudge_names::plural::{counted, of_number};
use rejudge_page::{Cell, Column, MarkdownTable};
use rejudge_printed::{Binding, Counts, Evidence, Expected, Explained, Official, TableBinding};
use rejudge_table::number;

/// A count that most papers have no cells of: it has its column where there are any.
struct Further {
    name: &'static str,
    count: fn(&Counts) -> usize,
    says: &'static str,
}

const FURTHER: [Further; 4] = [
    Further {
        name: "recomputed otherwise",
        count: |counts| counts.recomputed_otherwise,
        says: "*Recomputed otherwise* is what a known erratum explains.",
    },
    Further {
        name: "transcribed",
        count: |counts| counts.transcribed,
        says: "*Transcribed* are words. They are proof-read, and the experiment holds most of them with \
               their meaning. That reproduces nothing.",
    },
    Further {
        name: "numbers of the text",
        count: |counts| counts.text,
        says: "*Numbers of the text* stand outside of the tables and are no cells.",
    },
    Further {
        name: "not printed, worked out",
        count: |counts| counts.worked_out,
        says: "*Not printed, worked out* are numbers that the paper does not print. They were worked out \
               from what it prints, by other means than this program, and are no printed cells.",
    },
];

/// Writes the section; `licensed` if licensed data are here.
pub(super) fn write(out: &mut String, verdict: &Verdict<'_>, licensed: bool) {
    if verdict.printed.tally.is_empty() {
        return;
    }
    let _ = writeln!(out, "## Printed cells\n");
    let _ = writeln!(out, "{}\n", verdict.headline);
    if let Some(sentence) = in_print_sentence(&verdict.in_print) {
        let _ = writeln!(out, "**{}.**\n", super::capitalised(&sentence));
    }
    let total = &verdict.printed.tally.total;
    let mut explained = "*Recomputed* cells follow from the paper's own text. *Consistent* cells are \
                         bound by relations that hold: they agree with each other, and none of them is \
                         reproduced. Cells *beside a known erratum* stand in a relation that fails \
                         there. *Unchecked* cells need the licensed data: no relation binds them, or \
                         one that would hold whatever their digits were."
        .to_owned();
    let also: Vec<&Further> = FURTHER.iter().filter(|further| (further.count)(total) > 0).collect();
    also.iter().for_each(|further| explained += &format!(" {}", further.says));
    let _ = writeln!(out, "{explained}\n");
    let always =
        ["printed", "recomputed", "consistent", "beside a known erratum", "contradicted", "unchecked"];
    let numbers = always.into_iter().chain(also.iter().map(|further| further.name)).map(Column::numbers);
    let mut tables = MarkdownTable::new([Column::words("table")].into_iter().chain(numbers));
    for (table, counts) in &verdict.printed.tally.tables {
        let always = [
            counts.printed,
            counts.recomputed,
            counts.consistent,
            counts.at_errata,
            counts.contradicted,
            counts.unchecked,
        ];
        let numbers = always.into_iter().chain(also.iter().map(|further| (further.count)(counts)));
        tables.row([Cell::text(&title(table))].into_iter().chain(numbers.map(Cell::from)));
    }
    let _ = writeln!(out, "{tables}");
    binding(out, verdict);
    if licensed {
        let differing = verdict.cells.iter().filter(|c| c.compared.outcome == CellOutcome::Mismatch).count();
        let _ = writeln!(out, "Cells that differ: {differing}; see checks.parquet.\n");
    }
}

/// Writes how strongly relations bind the cells that are called consistent.
fn binding(out: &mut String, verdict: &Verdict<'_>) {
    if verdict.binding.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "How strongly do relations bind? One random digit of each consistent cell was changed, one cell \
         at a time. The table counts the changes that a relation noticed.\n"
    );
    let numbers = ["digits changed", "noticed by a relation", "share"].map(Column::numbers);
    let columns = [Column::words("table")].into_iter().chain(numbers);
    let mut table = MarkdownTable::new(columns.chain([Column::words("by column")]));
    let share = |of: &Binding| of.strength().map_or("-".to_owned(), |share| number(share, 2, false));
    for TableBinding { table: name, all, columns } in &verdict.binding {
        let of_columns: Vec<String> =
            columns.iter().map(|(name, of)| format!("{name} {}", share(of))).collect();
        let numbers = [all.tried.into(), all.noticed.into(), share(all).into()];
        table
            .row([Cell::text(&title(name))].into_iter().chain(numbers).chain([of_columns.join(", ").into()]));
    }
    let _ = writeln!(out, "{table}");
}

/// Writes how many numbers that were printed of real runs and labels were computed again, and how many
/// wait for data. Where all wait there is nothing to tell.
pub(super) fn real_numbers(out: &mut String, expected: &Expected, verdict: &Verdict<'_>) {
    let numbers = &verdict.real_numbers;
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
