//! Figures in a report: the picture that the run drew, with its caption.

use std::fmt::Write;

use super::names::title;
use rejudge_descriptor::Kind;
use rejudge_figures::Spread;
use rejudge_page::inert;
use rejudge_table::figures::{FIGURES, PARTS};
use rejudge_table::{FilledTable, kind_word};

/// Embeds the pictures of a figure that are of `kinds`; whether there are any.
pub fn write(out: &mut String, table: &FilledTable, kinds: &[Kind]) -> bool {
    let words: Vec<&str> = kinds.iter().map(|kind| kind_word(*kind)).collect();
    if table.panels(&words).is_empty() {
        return false;
    }
    let of_kind = |cell: &&rejudge_table::FilledCell| words.contains(&cell.kind);
    let deviates = table.cells.iter().filter(of_kind).any(|cell| cell.sd().is_some_and(|sd| sd > 0.0));
    let (name, caption) = (&table.name, &table.caption);
    let _ = writeln!(out, "### {}: {}\n", title(name), inert(caption));
    for (of_part, suffix) in PARTS {
        let of_part: Vec<&str> =
            of_part.iter().filter(|kind| kinds.contains(kind)).map(|kind| kind_word(*kind)).collect();
        if !table.panels(&of_part).is_empty() {
            let _ = writeln!(out, "![{}]({FIGURES}/{name}{suffix}.svg)\n", alternative(caption));
        }
    }
    let shown = table.plot.as_ref().is_some_and(|plot| plot.spread != Spread::Hidden);
    if deviates && shown {
        let _ = writeln!(out, "Bands and error bars are standard deviations over the draws.\n");
    }
    true
}

/// The caption as the alternative text of a picture.
fn alternative(caption: &str) -> String {
    caption.replace('[', "\\[").replace(']', "\\]")
}
