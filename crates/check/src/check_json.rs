//! check.json: what a check found, for machines.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use super::beside::Use;
use super::claims::{ClaimOutcome, Difference, InPrint, differences};
use super::fit::FitRow;
use super::outcome::CellOutcome;
use super::placed::Placed;
use super::real_draws::RealDrawn;
use super::verdict::{CheckedCell, Verdict};
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
    binding: Vec<Value>,
    text: OfText,
    worked_out: WorkedOut<'a>,
    with_data: BTreeMap<&'static str, usize>,
    known_differences: Vec<Value>,
    placed: Vec<Value>,
    real_drawn: Vec<Value>,
    golden: usize,
    golden_moved: usize,
    claims: Vec<Value>,
    claims_in_print: Vec<Value>,
    claims_that_differ: Vec<Value>,
    twin_fit: Vec<Value>,
    failures: Vec<Value>,
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
        let tally = &self.printed.tally;
        let total = tally.total;
        let differences = differences(&self.claims.iter().collect::<Vec<_>>(), &self.in_print);
        let kinds = [Evidence::Runs, Evidence::Labels, Evidence::Collections];
        let json = CheckJson {
            experiment: &tally.experiment,
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
            waiting: kinds.into_iter().map(|evidence| self.real_numbers.waiting(evidence)).sum(),
            known_errata: tally.known_errata,
            departures: tally.departures,
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
                from: &tally.worked_out_from,
            },
            with_data,
            known_differences: self.known_differences(expected).filter_map(known_difference).collect(),
            placed: self.placed.iter().map(placed).collect(),
            real_drawn: self.real_draws.iter().map(real_drawn).collect(),
            golden: self.golden,
            golden_moved: self.moved.len(),
            claims: self.claims.iter().map(claim).collect(),
            claims_in_print: self.in_print.iter().map(in_print).collect(),
            claims_that_differ: differences.iter().map(differs).collect(),
            twin_fit: self.fit.summary().iter().map(fits).collect(),
            failures: self.failures.iter().map(failure).collect(),
        };
        json!(json)
    }
}

fn claim(of: &ClaimOutcome) -> Value {
    json!({
        "claim": of.name, "collection": of.collection, "holds": of.result(),
        "interval": of.interval().map(|(low, high)| [low, high]),
        "margin": of.margin, "unit": of.unit, "before": of.before,
    })
}

fn in_print(of: &InPrint) -> Value {
    json!({
        "claim": of.name, "collection": of.collection, "holds": of.word(),
        "margin": of.outcome.map(|held| held.margin),
        "within-rounding": of.outcome.map(|held| held.within_rounding),
    })
}

fn differs(of: &Difference) -> Value {
    json!({"claim": of.name, "says": of.says, "why": of.why, "margins": of.margins})
}

/// How strongly the relations bind a table, and each of its columns.
fn of_table(table: &TableBinding) -> Value {
    let mut of = changed(&table.table, &table.all);
    of["columns"] = table.columns.iter().map(|(name, of)| changed(name, of)).collect();
    of
}

fn changed(name: &str, of: &Binding) -> Value {
    json!({"name": name, "changed": of.tried, "noticed": of.noticed, "strength": of.strength()})
}

fn fits(of: &FitRow) -> Value {
    let FitRow { table, quantity, twin, used, fit } = of;
    json!({
        "table": table, "quantity": quantity, "twin": twin, "used": used.map(Use::word),
        "numbers": fit.numbers, "inside": fit.inside, "difference": fit.difference,
        "mean-z": fit.mean_z, "sd-z": fit.sd_z, "interval-score": fit.interval_score,
    })
}

fn placed(of: &Placed<'_>) -> Value {
    json!({
        "cell": of.of.cell.address.to_string(), "printed": of.of.cell.text, "in": of.of.printed_in,
        "percentile": of.place.map(|place| place.percentile), "draws": of.place.map(|place| place.draws),
    })
}

fn real_drawn(of: &RealDrawn<'_>) -> Value {
    let place = of.place.as_ref();
    json!({
        "cell": of.cell.address.to_string(), "printed": of.cell.text, "experiment": of.of.experiment.value,
        "draws-of": of.of.of, "central": place.map(|place| place.central), "shown": place.map(|place| &place.shown),
        "percentile": place.map(|place| place.percentile), "inside": place.map(|place| place.is_inside),
        "draws": place.map(|place| place.draws),
    })
}

fn known_difference((cell, computed): (&PrintedCell, Option<f64>)) -> Option<Value> {
    let should_be = cell.should_be.as_ref()?;
    Some(json!({
        "cell": cell.address.to_string(), "printed": cell.text, "should-be": should_be.text,
        "computed": computed, "erratum": should_be.erratum, "reason": should_be.reason,
    }))
}

fn failure(of: &Failure) -> Value {
    json!({
        "kind": of.kind, "message": of.message,
        "file": of.at.as_ref().map(|at| &at.source.name),
        "line": of.at.as_ref().map(|at| at.line),
        "column": of.at.as_ref().map(|at| at.column),
    })
}
