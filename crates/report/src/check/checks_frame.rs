//! checks.parquet: every printed cell, with its outcome.

use super::computed::Compared;
use super::verdict::{CheckedCell, Verdict};
use rejudge_experiment::printed::{Expected, PrintedCell};
use rejudge_tables::frame::{Frame, Values};

impl Verdict<'_> {
    /// Every printed cell, those of real runs in collections' files last.
    pub fn all<'c>(
        &'c self,
        expected: &'c Expected,
    ) -> impl Iterator<Item = (&'c PrintedCell, &'c CheckedCell)> {
        let official = expected.official.iter().zip(&self.official);
        let official = official.flat_map(|(of, checked)| of.cells.iter().zip(checked));
        expected.cells.iter().zip(&self.cells).chain(official)
    }

    /// The rows of checks.parquet: one a printed cell, or one that was worked out instead.
    pub fn frame(&self, expected: &Expected) -> Frame {
        let rows = || self.all(expected);
        let text = |of: &dyn Fn(&PrintedCell, &CheckedCell) -> String| {
            rows().map(|(cell, checked)| of(cell, checked)).collect::<Values>()
        };
        let of_print = |printed: bool| {
            text(&|c, _| {
                let there = c.worked_out_from.is_none() == printed;
                if there { c.text.clone() } else { String::new() }
            })
        };
        let number = |of: &dyn Fn(&Compared) -> Option<f64>| {
            Values::Number(rows().map(|(_, checked)| of(&checked.compared)).collect())
        };
        Frame::default()
            .with("table", "name of the table", text(&|c, _| c.address.table.clone()))
            .with(
                "panel",
                "panel; empty without panels",
                text(&|c, _| c.address.panel.clone().unwrap_or_default()),
            )
            .with("row", "label of the row", text(&|c, _| c.address.row.clone()))
            .with("column", "label of the column", text(&|c, _| c.address.column.clone()))
            .with(
                "quantity",
                "what is printed, where a cell or row holds several",
                text(&|c, _| c.address.quantity.clone().unwrap_or_default()),
            )
            .with("printed", "as printed; empty where the paper prints no number", of_print(true))
            .with("worked_out", "the number expected where none is printed", of_print(false))
            .with(
                "worked_out_from",
                "what that was worked out from",
                text(&|c, _| c.worked_out_from.clone().unwrap_or_default()),
            )
            .with(
                "should_be",
                "what a known erratum says that should be printed; empty where none does",
                text(&|c, _| c.should_be.as_ref().map_or(String::new(), |meant| meant.text.clone())),
            )
            .with("kind", "what the cell needs to be reproduced", text(&|c, _| c.kind.word().to_owned()))
            .with(
                "standing",
                "what is known of it: recomputed, recomputed-otherwise, real-drawn, waiting, transcribed or differs",
                text(&|_, c| c.standing.word().to_owned()),
            )
            .with("computed", "computed value, or the mean of the draws", number(&|c| c.computed))
            .with("diff", "computed minus printed", number(&|c| c.diff))
            .with("percentile", "percentile of the printed value among the draws", number(&|c| c.percentile))
            .with(
                "outcome",
                "what became of it with the data that are here",
                text(&|_, c| c.compared.outcome.word().to_owned()),
            )
            .with(
                "line",
                "line of expected.yaml; of real runs that of the collection's file",
                Values::Whole(rows().map(|(c, _)| Some(c.at.line as i64)).collect()),
            )
    }
}
