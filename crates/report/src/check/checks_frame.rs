//! checks.parquet: every printed cell, with its outcome.

use super::checked_cell::CheckedCell;
use super::outcome::CellOutcome;
use super::verdict::Verdict;
use rejudge_experiment::spec::yaml::to_compact;
use rejudge_tables::frame::{Frame, Kind};

impl Verdict<'_> {
    /// Every printed cell, those of real runs in collections' files last.
    pub fn all(&self) -> impl Iterator<Item = &CheckedCell<'_>> {
        self.cells.iter().chain(self.official.iter().flat_map(|official| &official.cells))
    }

    /// The outcomes of printed numbers that are not kept as cells, with how many have each.
    pub(super) fn counts(&self) -> impl Iterator<Item = (CellOutcome, usize)> {
        self.official.iter().flat_map(|official| official.counts.iter().copied())
    }

    /// The rows of checks.parquet: one a printed cell, or one that was worked out instead.
    pub fn frame(&self) -> Frame {
        use Kind::{Number, Text, Whole};
        let mut rows = Frame::new([
            ("table", Text, "name of the table"),
            ("panel", Text, "panel; empty without panels"),
            ("row", Text, "label of the row"),
            ("column", Text, "label of the column"),
            ("quantity", Text, "what is printed, where a cell or row holds several"),
            ("printed", Text, "as printed; empty where the paper prints no number"),
            ("worked_out", Text, "the number expected where none is printed"),
            ("worked_out_from", Text, "what that was worked out from"),
            ("should_be", Text, "what a known erratum says that should be printed; empty where none does"),
            ("kind", Text, "what the cell needs to be reproduced"),
            (
                "standing",
                Text,
                "what is known of it: recomputed, recomputed-otherwise, real-drawn, waiting, transcribed, not-computed, left-out or differs",
            ),
            ("computed", Number, "computed value, or the mean of the draws"),
            ("diff", Number, "computed minus printed"),
            ("percentile", Number, "percentile of the printed value among the draws"),
            (
                "central_low",
                Number,
                "smallest of the central 99% of the draws, of the cell's farthest number",
            ),
            ("central_high", Number, "largest of them"),
            (
                "distance",
                Number,
                "that number minus the mean of its draws, in their standard deviations; infinite if all draws are equal",
            ),
            ("outcome", Text, "what became of it with the data that are here"),
            ("line", Whole, "line of expected.yaml; of real runs that of the collection's file"),
        ]);
        for checked in self.all() {
            let cell = checked.cell;
            let (printed, worked_out) = match cell.worked_out_from {
                None => (cell.text.as_str(), ""),
                Some(_) => ("", cell.text.as_str()),
            };
            let of = &cell.address;
            rows.push([
                (&of.table).into(),
                of.panel.as_deref().unwrap_or_default().into(),
                (&of.row).into(),
                (&of.column).into(),
                of.quantity.as_deref().unwrap_or_default().into(),
                printed.into(),
                worked_out.into(),
                cell.worked_out_from.as_deref().unwrap_or_default().into(),
                cell.should_be.as_ref().map_or("", |meant| &meant.text).into(),
                to_compact(&cell.kind).as_str().into(),
                to_compact(&checked.standing()).as_str().into(),
                checked.computed.into(),
                checked.diff.into(),
                checked.percentile.into(),
                checked.draws.as_ref().map(|place| place.central[0]).into(),
                checked.draws.as_ref().map(|place| place.central[1]).into(),
                checked.draws.as_ref().map(|place| place.distance).into(),
                to_compact(&checked.outcome).as_str().into(),
                cell.at.line.into(),
            ]);
        }
        rows
    }
}
