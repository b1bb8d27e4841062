//! Every printed cell, with what is known of it: the rows of checks.parquet for people.

use std::fmt::Write;

use crate::computed::CellOutcome;
use crate::verdict::{CheckedCell, Verdict};
use rejudge_printed::{Class, Expected, PrintedCell};
use rejudge_table::plain;

/// The section as Markdown, a table for each table of the paper; empty where nothing is printed.
pub(super) fn write(expected: &Expected, verdict: &Verdict<'_>) -> String {
    let mut out = String::new();
    let all: Vec<(&PrintedCell, &CheckedCell)> = expected.cells.iter().zip(&verdict.cells).collect();
    if all.is_empty() {
        return out;
    }
    let _ = writeln!(
        out,
        "What the check knows of each cell, as in checks.parquet. *Without data*: what follows from the paper alone. *With \
         data*: the computed value of a worked example, or of the paper's own collection where its licensed data are \
         here; a twin's numbers are not the paper's, and stand beside none of these.\n"
    );
    let mut tables: Vec<&str> = Vec::new();
    for (cell, _) in &all {
        if !tables.contains(&cell.address.table.as_str()) {
            tables.push(&cell.address.table);
        }
    }
    for table in tables {
        let rows: Vec<_> = all.iter().filter(|(cell, _)| cell.address.table == table).collect();
        let panels = rows.iter().any(|(cell, _)| cell.address.panel.is_some());
        let quantities = rows.iter().any(|(cell, _)| cell.address.quantity.is_some());
        let _ = writeln!(out, "## {} cell by cell\n", plain(table));
        let (mut head, mut rule) = ("| row | column |".to_owned(), "|---|---|".to_owned());
        for (there, name) in [(quantities, "quantity"), (panels, "panel")] {
            if there {
                head += &format!(" {name} |");
                rule += "---|";
            }
        }
        let _ =
            writeln!(out, "{head} printed | computed | without data | with data |\n{rule}--:|--:|---|---|");
        for (cell, checked) in rows {
            let address = &cell.address;
            let _ = write!(out, "| {} | {} |", plain(&address.row), plain(&address.column));
            for (there, text) in [(quantities, &address.quantity), (panels, &address.panel)] {
                if there {
                    let _ = write!(out, " {} |", plain(text.as_deref().unwrap_or_default()));
                }
            }
            let printed = plain(&cell.text);
            let printed = if cell.worked_out_from.is_some() { format!("({printed})") } else { printed };
            let computed = checked.compared.computed.map_or(String::new(), short);
            let _ = writeln!(
                out,
                " {printed} | {computed} | {} | {} |",
                without_data(checked.class),
                with_data(checked.compared.outcome)
            );
        }
        out.push('\n');
    }
    out
}

/// Four decimals at most.
fn short(value: f64) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn without_data(class: Class) -> &'static str {
    match class {
        Class::Recomputed => "recomputed",
        Class::RecomputedOtherwise => "recomputed otherwise (known erratum)",
        Class::Consistent => "consistent",
        Class::KnownErratum => "consistent but for a known erratum",
        Class::Transcribed => "transcribed",
        Class::Contradicted => "✗ contradicted",
        Class::Unchecked => "unchecked",
        Class::WorkedOut => "not printed, worked out",
    }
}

fn with_data(outcome: CellOutcome) -> &'static str {
    match outcome {
        CellOutcome::Match => "✓ match",
        CellOutcome::Mismatch => "✗ differs",
        CellOutcome::KnownDifference => "✓ differs as a known erratum says",
        CellOutcome::UnexpectedMatch => "✗ matches against a known erratum",
        CellOutcome::Inside => "✓ inside of the draws",
        CellOutcome::Outside => "✗ outside of the draws",
        CellOutcome::SkippedData => "needs data",
        CellOutcome::NotComputed => "✗ not computed",
        CellOutcome::NotInData => "not in the data",
        CellOutcome::Words => "words",
        CellOutcome::Related => "relations only",
    }
}
