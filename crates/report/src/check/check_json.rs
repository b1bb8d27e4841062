//! check.json: the result of a check, for machines.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::central_draws::CentralDraws;
use super::check_row::CheckRow;
use super::claims::{CheckedClaim, ConditionOutcome};
use super::compared::rows_outside;
use super::verdict::Verdict;
use rejudge_experiment::printed::{CellKind, CheckFailure, CheckOutcome, Counts};
use rejudge_experiment::spec::yaml::to_compact;

/// Returns the number of cells in each group of outcomes, and the total.
fn counts(outcomes: &Counts) -> BTreeMap<String, usize> {
    let by_group = outcomes.by_group().map(|(group, count)| (group.name.to_owned(), count));
    by_group.chain([("all".to_owned(), outcomes.total())]).collect()
}

impl Verdict<'_> {
    /// Returns the cells that agree with the correction of a known erratum.
    pub(crate) fn known_differences(&self) -> impl Iterator<Item = &CheckRow<'_>> {
        self.rows.iter().filter(|row| row.outcome == CheckOutcome::KnownDifference)
    }

    /// Returns the content of check.json.
    pub fn json(&self) -> serde_json::Value {
        let mut with_data: BTreeMap<String, usize> = BTreeMap::new();
        for (outcome, count) in self.outcomes().iter() {
            *with_data.entry(to_compact(&outcome)).or_default() += count;
        }
        let tally = &self.tally;
        // Numbers that the paper printed for real runs, labels or collections.
        let real_counts = |kind: CellKind| {
            let [recomputed, off, mistaken, waiting] = tally.real_numbers.counts(kind);
            json!({ "recomputed": recomputed, "off": off, "mistaken": mistaken, "waiting": waiting })
        };
        let known_differences = self.known_differences().filter_map(known_difference);
        json!({
            "experiment": self.expected.experiment,
            "verdict": if self.failures.is_empty() { "good" } else { "failed" },
            "headline": self.headline,
            "real-runs": real_counts(CellKind::RealRuns),
            "real-labels": real_counts(CellKind::RealLabels),
            "real-collections": real_counts(CellKind::RealCollections),
            "printed": counts(&tally.cells),
            "text": counts(&tally.text),
            "worked-out": counts(&tally.worked_out),
            "worked-out-from": tally.worked_out_from,
            "known-errata": tally.errata,
            "departures": tally.departures,
            "with-data": with_data,
            "known-differences": known_differences.collect::<Vec<_>>(),
            "outside": rows_outside(&self.rows).into_iter().map(outside_draws).collect::<Vec<_>>(),
            "real-drawn": self.rows.iter().filter_map(real_drawn).collect::<Vec<_>>(),
            "golden": self.golden.compared,
            "golden-moved": self.golden.moved.len(),
            "golden-left-out": self.golden.left_out,
            "claims-left-out": self.claims_left_out,
            "claims": self.claims.iter().flat_map(claim).collect::<Vec<_>>(),
            "claims-in-print": self.claims.iter().flat_map(in_print).collect::<Vec<_>>(),
            "failures": self.failures.iter().map(failure).collect::<Vec<_>>(),
        })
    }
}

fn claim(checked: &CheckedClaim) -> impl Iterator<Item = Value> {
    let CheckedClaim { claim, unit, outcomes, .. } = checked;
    outcomes.iter().map(move |outcome| {
        json!({
            "claim": claim.name.value, "collection": outcome.collection,
            "holds": outcome.result(), "verdict": outcome.verdict(), "choices": outcome.choices,
            "resampled": outcome.resampling.is_some(),
            "resampled-margins": outcome.resampling.map(|resampling| <[f64; 2]>::from(resampling.margins)),
            "interval": outcome.interval().map(|(low, high)| [low, high]),
            "margin": outcome.margin, "margins": outcome.margins.map(|spread| <[f64; 2]>::from(spread.ends())),
            "margins-are": outcome.margins.map(|spread| spread.name()), "unit": unit, "before": outcome.before,
            "group": outcome.group, "counted": outcome.is_counted,
            "only-at": outcome.only_at, "differs": claim.differs,
        })
    })
}

fn in_print(checked: &CheckedClaim) -> impl Iterator<Item = Value> {
    checked.in_print.iter().map(|printed| {
        let holds = match printed.outcome {
            Some(ConditionOutcome { holds: true, .. }) => "holds",
            Some(ConditionOutcome { holds: false, .. }) => "does-not-hold",
            None => "not-printed",
        };
        json!({
            "claim": checked.claim.name.value, "collection": printed.collection, "holds": holds,
            "counted": checked.claim.is_counted, "margin": printed.outcome.map(|outcome| outcome.margin),
            "within-rounding": printed.outcome.map(|outcome| outcome.within_rounding),
        })
    })
}

fn outside_draws((row, place): (&CheckRow<'_>, &CentralDraws)) -> Value {
    let (cell, CentralDraws { central, shown, distance, draws, .. }) = (row.cell, place);
    // JSON has no infinity, so `distance` is null if all draws are equal.
    json!({
        "cell": cell.address.to_string(), "printed": cell.text, "central": central, "shown": shown,
        "distance": distance, "draws": draws,
    })
}

fn real_drawn(row: &CheckRow<'_>) -> Option<Value> {
    let (cell, real_draws, place) = (row.cell, row.draws.as_ref()?.real_draws, row.place());
    Some(json!({
        "cell": cell.address.to_string(), "printed": cell.text, "experiment": real_draws.experiment.value,
        "draws-of": real_draws.of, "central": place.map(|place| place.central), "shown": place.map(|place| &place.shown),
        "percentile": place.map(|place| place.percentile), "inside": place.map(|place| place.is_inside),
        "distance": place.map(|place| place.distance),
        "draws": place.map(|place| place.draws),
    }))
}

fn known_difference(row: &CheckRow<'_>) -> Option<Value> {
    let (cell, should_be) = (row.cell, row.cell.should_be.as_ref()?);
    Some(json!({
        "cell": cell.address.to_string(), "printed": cell.text, "should-be": should_be.text,
        "computed": row.computed.as_ref().map(|computed| computed.value), "erratum": should_be.erratum, "reason": should_be.reason,
    }))
}

fn failure(check_failure: &CheckFailure) -> Value {
    json!({
        "kind": check_failure.outcome, "message": check_failure.message,
        "file": check_failure.at.as_ref().map(|at| &at.source.name),
        "line": check_failure.at.as_ref().map(|at| at.line),
        "column": check_failure.at.as_ref().map(|at| at.column),
    })
}
