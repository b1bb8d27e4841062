//! The section "Real, drawn": printed cells beside draws of real runs of the same collections.

use std::fmt::Write;

use super::names::title;
use crate::real_draws::RealDrawn;
use crate::verdict::Verdict;
use rejudge_page::{Cell, Column, MarkdownTable, inert};

/// What the section says ahead of its table.
const EXPLAINED: &str = "The paper drew its runs and does not name them, so that these numbers cannot be computed again. Scores of \
     all runs of the collection are public: beside each number are the central 99% of draws of these real runs. That is \
     **no reproduction**: the draws show what the number could have been. A draw that rounds to the printed digits \
     counts half in the percentile.";

/// Writes the section, if there are such cells.
pub(super) fn write(out: &mut String, verdict: &Verdict<'_>) {
    let Some(first) = verdict.real_draws.first() else { return };
    if verdict.real_draws.iter().all(|drawn| drawn.place.is_none()) {
        let _ = writeln!(
            out,
            "Draws of real runs are not computed yet: `rejudge run {}`, then this report again.\n",
            first.of.experiment.value
        );
        return;
    }
    let _ = writeln!(out, "## Real, drawn\n\n{EXPLAINED}\n");
    let heads = ["paper's value", "real, drawn: central 99%", "percentile"].map(Column::numbers);
    let ends = ["draws", "computed by"].map(Column::words);
    let mut table = MarkdownTable::new([Column::words("cell")].into_iter().chain(heads).chain(ends));
    for drawn in &verdict.real_draws {
        let (central, percentile, draws) = match &drawn.place {
            Some(place) => (
                format!("{}{}", place.shown, if place.is_inside { "" } else { " (outside)" }),
                format!("{:.1}", place.percentile),
                format!("{} of {}", place.draws, drawn.of.of),
            ),
            None => ("not computed".to_owned(), String::new(), drawn.of.of.clone()),
        };
        let experiment = &drawn.of.experiment.value;
        let link = Cell::markdown(&format!("[{experiment}](../{experiment}/report.md)"));
        let texts = [label(drawn, true), drawn.cell.text.clone(), central, percentile, draws];
        table.row(texts.iter().map(|text| Cell::text(text)).chain([link]));
    }
    let _ = writeln!(out, "{table}");
}

/// Writes, below the table `name`, what draws of real runs say of its cells.
pub(super) fn below(out: &mut String, verdict: &Verdict<'_>, name: &str) {
    let mut here = verdict
        .real_draws
        .iter()
        .filter(|drawn| drawn.cell.address.table == name && drawn.place.is_some())
        .peekable();
    if here.peek().is_none() {
        return;
    }
    let _ = writeln!(
        out,
        "Real, drawn, beside the paper's values (no reproduction: the paper does not name its runs):\n"
    );
    for drawn in here {
        let _ = writeln!(
            out,
            "- {}: {} in the paper; {}",
            inert(&label(drawn, false)),
            inert(&drawn.cell.text),
            inert(&drawn.to_string())
        );
    }
    out.push('\n');
}

/// `Table 6, trec04, full, AP, power`
fn label(drawn: &RealDrawn<'_>, with_table: bool) -> String {
    let address = &drawn.cell.address;
    let table = with_table.then(|| title(&address.table));
    let parts =
        [&address.panel, &Some(address.row.clone()), &Some(address.column.clone()), &address.quantity];
    let parts = parts.into_iter().flatten().cloned();
    table.into_iter().chain(parts).collect::<Vec<_>>().join(", ")
}
