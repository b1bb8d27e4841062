//! What stands behind "Why?": the answer with its reserves, its figures, its tables and its pictures.

use std::collections::BTreeMap;
use std::fmt::Write;

use rejudge_check::report::{figure, table};
use rejudge_descriptor::Kind;
use rejudge_page::{Cell, Column, MarkdownTable, plain};
use rejudge_table::{FilledCell, FilledTable};

use super::answers::{Answer, AnswerTable};
use super::natural::natural;
use super::report::Audited;

/// The table of the scores of all runs.
pub const SCORES: &str = "scores";

/// An answer with all that it rests on, below its verdict.
pub fn evidence(of: &Audited<'_>, answer: &Answer) -> String {
    let mut out = format!("{}\n\n", plain(&answer.short));
    for line in &answer.figures {
        let _ = writeln!(out, "- {}", plain(line));
    }
    if !answer.figures.is_empty() {
        out.push('\n');
    }
    if let Some(table) = &answer.table {
        text_table(&mut out, table);
    }
    answer.shown.iter().for_each(|name| show(&mut out, of, name, answer.title()));
    out
}

/// A table of an answer.
fn text_table(out: &mut String, table: &AnswerTable) {
    let _ = writeln!(out, "### {}\n", plain(&table.caption));
    let (label, numbers) = table.header.split_at(1);
    let label = label.iter().map(|head| Column::words(head));
    let mut written = MarkdownTable::new(label.chain(numbers.iter().map(|head| Column::numbers(head))));
    table.rows.iter().for_each(|row| written.row(row.iter().map(|text| Cell::text(text))));
    let _ = writeln!(out, "{written}");
}

/// A table or figure, by name, where the experiment has it. The `title` says what is found in the picture of
/// that name.
pub fn show(out: &mut String, of: &Audited<'_>, name: &str, title: Option<(&str, &str)>) {
    let Some(filled) = of.tables.iter().find(|table| table.name == name) else { return };
    if filled.plot.is_some() {
        let found = title.filter(|(picture, _)| *picture == name);
        let caption = found
            .map_or_else(|| filled.caption.clone(), |(_, title)| format!("{title} ({})", filled.caption));
        figure(out, &FilledTable { caption, ..filled.clone() }, &[Kind::Own]);
    } else {
        table(out, &sorted(of, filled), &[Kind::Own]);
    }
}

/// A table of runs in the order that people look for: by the main measure, the best first, then by their
/// names, 2 before 10.
fn sorted(of: &Audited<'_>, filled: &FilledTable) -> FilledTable {
    let mut out = filled.clone();
    if !matches!(filled.name.as_str(), SCORES | "left-out") && !filled.name.starts_with("filled-") {
        return out;
    }
    let main = of.grid.measures[0].label.as_str();
    let cells = of.tables.iter().filter(|table| table.name == SCORES).flat_map(|table| &table.cells);
    let is_main = |cell: &&FilledCell| cell.column == main;
    let scores: BTreeMap<&str, f64> =
        cells.filter(is_main).filter_map(|cell| Some((cell.row.as_str(), cell.mean()?))).collect();
    let of = |cell: &FilledCell| scores.get(cell.row.as_str()).copied().unwrap_or(f64::NEG_INFINITY);
    // Stable: the columns of a row stay in their order.
    out.cells.sort_by(|a, b| of(b).total_cmp(&of(a)).then_with(|| natural(&a.row, &b.row)));
    out
}
