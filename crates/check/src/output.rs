//! What a check leaves behind: check.json for machines, checks.parquet with every printed cell.

use std::collections::BTreeMap;

use serde::Serialize;

use super::beside::Use;
use super::computed::Compared;
use super::findings::{Difference, FindingOutcome, InPrint, differences};
use super::fit::FitRow;
use super::outcome::CellOutcome;
use super::placed::Placed;
use super::verdict::{CheckedCell, Verdict};
use rejudge_frame::{Frame, Values};
use rejudge_printed::{Binding, Evidence, Expected, Failure, PrintedCell, RealNumbers, TableBinding};

/// check.json.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct CheckJson<'a> {
    experiment: &'a str,
    verdict: &'static str,
    headline: &'a str,
    real_runs: OfReal,
    real_labels: OfReal,
    real_collections: OfReal,
    printed: usize,
    recomputed: usize,
    recomputed_otherwise: usize,
    consistent: usize,
    at_errata: usize,
    transcribed: usize,
    contradicted: usize,
    unchecked: usize,
    waiting: usize,
    known_errata: usize,
    departures: usize,
    binding: Vec<serde_json::Value>,
    text: OfText,
    worked_out: WorkedOut<'a>,
    with_data: BTreeMap<&'static str, usize>,
    known_differences: Vec<serde_json::Value>,
    placed: Vec<serde_json::Value>,
    golden: usize,
    golden_moved: usize,
    findings: Vec<serde_json::Value>,
    findings_in_print: Vec<serde_json::Value>,
    findings_that_differ: Vec<serde_json::Value>,
    twin_fit: Vec<serde_json::Value>,
    failures: Vec<serde_json::Value>,
}

/// Numbers that were printed of real runs, labels or collections.
#[derive(Serialize)]
struct OfReal {
    recomputed: usize,
    off: usize,
    mistaken: usize,
    waiting: usize,
}

impl OfReal {
    fn new(numbers: &RealNumbers, evidence: Evidence) -> Self {
        Self {
            recomputed: numbers.equal(evidence),
            off: numbers.off(evidence),
            mistaken: numbers.mistaken(evidence),
            waiting: numbers.waiting(evidence),
        }
    }
}

/// Numbers of the running text.
#[derive(Serialize)]
struct OfText {
    numbers: usize,
    recomputed: usize,
    consistent: usize,
    at_errata: usize,
}

/// Numbers that the paper does not print.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct WorkedOut<'a> {
    cells: usize,
    agree: usize,
    from: &'a [String],
}

impl Verdict<'_> {
    /// The cells that agree with what a known erratum says of them, with the computed value.
    pub fn known_differences<'c>(
        &'c self,
        expected: &'c Expected,
    ) -> impl Iterator<Item = (&'c PrintedCell, Option<f64>)> {
        let known = |checked: &CheckedCell| checked.compared.outcome == CellOutcome::KnownDifference;
        let all = expected.cells.iter().zip(&self.cells);
        all.filter(move |(_, checked)| known(checked))
            .map(|(cell, checked)| (cell, checked.compared.computed))
    }

    /// The content of check.json.
    pub fn json(&self, expected: &Expected) -> serde_json::Value {
        let mut with_data: BTreeMap<&'static str, usize> = BTreeMap::new();
        for (_, cell) in self.all(expected) {
            *with_data.entry(cell.compared.outcome.word()).or_default() += 1;
        }
        let total = self.printed.tally.total;
        let finding = |f: &FindingOutcome| {
            serde_json::json!({
                "finding": f.finding, "collection": f.collection, "holds": f.result(),
                "interval": f.interval().map(|(low, high)| [low, high]),
                "margin": f.margin, "unit": f.unit, "before": f.before,
            })
        };
        let changed = |name: &str, of: &Binding| {
            serde_json::json!({
                "name": name, "changed": of.tried, "noticed": of.noticed, "strength": of.strength(),
            })
        };
        let of_table = |table: &TableBinding| {
            let mut of = changed(&table.table, &table.all);
            of["columns"] = table.columns.iter().map(|(name, of)| changed(name, of)).collect();
            of
        };
        let in_print = |f: &InPrint| {
            serde_json::json!({
                "finding": f.finding, "collection": f.collection, "holds": f.word(),
                "margin": f.outcome.map(|(_, margin)| margin),
            })
        };
        let differs = |d: &Difference| serde_json::json!({"finding": d.finding, "says": d.says, "why": d.why, "margins": d.margins});
        let differences = differences(&self.findings.iter().collect::<Vec<_>>(), &self.in_print);
        let fits = |row: &FitRow| {
            let FitRow { table, quantity, twin, used, fit } = row;
            serde_json::json!({
                "table": table, "quantity": quantity, "twin": twin, "used": used.map(Use::word), "numbers": fit.numbers, "inside": fit.inside,
                "difference": fit.difference, "mean-z": fit.mean_z, "sd-z": fit.sd_z,
                "interval-score": fit.interval_score,
            })
        };
        let placed = |p: &Placed<'_>| {
            serde_json::json!({
                "cell": p.of.cell.address.to_string(), "printed": p.of.cell.text, "in": p.of.printed_in,
                "percentile": p.place.map(|place| place.percentile), "draws": p.place.map(|place| place.draws),
            })
        };
        let known_difference = |(cell, computed): (&PrintedCell, Option<f64>)| {
            cell.should_be.as_ref().map(|should_be| {
                serde_json::json!({
                    "cell": cell.address.to_string(), "printed": cell.text, "should-be": should_be.text,
                    "computed": computed, "erratum": should_be.erratum, "reason": should_be.reason,
                })
            })
        };
        let failure = |f: &Failure| {
            serde_json::json!({
                "kind": f.kind, "message": f.message,
                "file": f.at.as_ref().map(|at| &at.source.name),
                "line": f.at.as_ref().map(|at| at.line),
                "column": f.at.as_ref().map(|at| at.column),
            })
        };
        let json = CheckJson {
            experiment: &self.printed.tally.experiment,
            verdict: if self.failures.is_empty() { "good" } else { "failed" },
            headline: &self.headline,
            real_runs: OfReal::new(&self.real_numbers, Evidence::Runs),
            real_labels: OfReal::new(&self.real_numbers, Evidence::Labels),
            real_collections: OfReal::new(&self.real_numbers, Evidence::Collections),
            printed: total.printed,
            recomputed: total.recomputed,
            recomputed_otherwise: total.recomputed_otherwise,
            consistent: total.consistent,
            at_errata: total.at_errata,
            transcribed: total.transcribed,
            contradicted: total.contradicted,
            unchecked: total.unchecked,
            waiting: [Evidence::Runs, Evidence::Labels, Evidence::Collections]
                .into_iter()
                .map(|evidence| self.real_numbers.waiting(evidence))
                .sum(),
            known_errata: self.printed.tally.known_errata,
            departures: self.printed.tally.departures,
            binding: self.binding.iter().map(of_table).collect(),
            text: OfText {
                numbers: total.text,
                recomputed: total.text_recomputed,
                consistent: total.text_consistent,
                at_errata: total.text_at_errata,
            },
            worked_out: WorkedOut {
                cells: total.worked_out,
                agree: total.worked_out_agreeing,
                from: &self.printed.tally.worked_out_from,
            },
            with_data,
            known_differences: self.known_differences(expected).filter_map(known_difference).collect(),
            placed: self.placed.iter().map(placed).collect(),
            golden: self.golden,
            golden_moved: self.moved.len(),
            findings: self.findings.iter().map(finding).collect(),
            findings_in_print: self.in_print.iter().map(in_print).collect(),
            findings_that_differ: differences.iter().map(differs).collect(),
            twin_fit: self.fit.summary().iter().map(fits).collect(),
            failures: self.failures.iter().map(failure).collect(),
        };
        serde_json::json!(json)
    }

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
            Values::Text(rows().map(|(cell, checked)| of(cell, checked)).collect())
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
                "relations",
                "recomputed, recomputed-otherwise, consistent, known-erratum, transcribed, contradicted, unchecked \
                 or worked-out",
                text(&|_, c| c.class.word().to_owned()),
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
