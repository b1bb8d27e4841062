//! check.json: the result of a check, for machines.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use super::claims::{ClaimOutcome, InPrint};
use super::fit::FitRow;
use super::outcome::CellOutcome;
use super::real_draws::RealDrawn;
use super::verdict::{CheckedCell, Verdict};
use rejudge_experiment::printed::{Counts, Evidence, Expected, Failure, PrintedCell, RealNumbers, Standing};

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct CheckJson<'a> {
    experiment: &'a str,
    verdict: &'static str,
    headline: &'a str,
    real_runs: OfReal,
    real_labels: OfReal,
    real_collections: OfReal,
    printed: BTreeMap<&'static str, usize>,
    text: BTreeMap<&'static str, usize>,
    worked_out: BTreeMap<&'static str, usize>,
    worked_out_from: &'a [String],
    known_errata: usize,
    departures: usize,
    with_data: BTreeMap<&'static str, usize>,
    known_differences: Vec<Value>,
    real_drawn: Vec<Value>,
    golden: usize,
    golden_moved: usize,
    claims: Vec<Value>,
    claims_in_print: Vec<Value>,
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
        let [recomputed, off, mistaken, waiting] = numbers.counts(evidence);
        Self { recomputed, off, mistaken, waiting }
    }
}

/// Returns the number of cells of each standing, and of all.
fn counts(of: &Counts) -> BTreeMap<&'static str, usize> {
    let each = Standing::ALL.into_iter().map(|standing| (standing.word(), of.number(standing)));
    each.chain([("all", of.total())]).collect()
}

impl Verdict<'_> {
    /// Returns the cells that agree with the correction of a known erratum, with the computed value.
    pub(crate) fn known_differences<'c>(
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
        let tally = &self.tally;
        let json = CheckJson {
            experiment: &expected.experiment,
            verdict: if self.failures.is_empty() { "good" } else { "failed" },
            headline: &self.headline,
            real_runs: OfReal::new(&tally.real_numbers, Evidence::Runs),
            real_labels: OfReal::new(&tally.real_numbers, Evidence::Labels),
            real_collections: OfReal::new(&tally.real_numbers, Evidence::Collections),
            printed: counts(&tally.cells),
            text: counts(&tally.text),
            worked_out: counts(&tally.worked_out),
            worked_out_from: &tally.worked_out_from,
            known_errata: tally.errata,
            departures: tally.departures,
            with_data,
            known_differences: self.known_differences(expected).filter_map(known_difference).collect(),
            real_drawn: self.real_draws.iter().map(real_drawn).collect(),
            golden: self.golden,
            golden_moved: self.moved.len(),
            claims: self.claims.iter().map(claim).collect(),
            claims_in_print: self.in_print.iter().map(in_print).collect(),
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
        "margin": of.margin, "margins": of.margins.map(|(low, high)| [low, high]), "unit": of.unit, "before": of.before,
        "only-at": of.only_at, "differs": of.differs,
    })
}

fn in_print(of: &InPrint) -> Value {
    json!({
        "claim": of.name, "collection": of.collection, "holds": of.word(),
        "margin": of.outcome.map(|held| held.margin),
        "within-rounding": of.outcome.map(|held| held.within_rounding),
    })
}

fn fits(of: &FitRow) -> Value {
    let FitRow { of, fit } = of;
    let [table, quantity, twin, used] = of.each_ref().map(|name| Some(name).filter(|name| !name.is_empty()));
    json!({
        "table": table, "quantity": quantity, "twin": twin, "used": used,
        "numbers": fit.numbers, "inside": fit.inside, "difference": fit.difference,
        "mean-z": fit.mean_z, "sd-z": fit.sd_z, "interval-score": fit.interval_score,
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
