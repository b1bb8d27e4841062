//! Uncertainty of the scores of runs.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rejudge_eval::intervals::Intervals;
use rejudge_stats::{CONFIDENCE, MOST_SAMPLES, SAMPLES};

use crate::evaluate::{Call, check_confidence, check_topics, scores};
use crate::exceptions::value_error;
use crate::in_range::in_range;
use crate::rules::typed;
use crate::table::{Table, tabled};

/// Uncertainty of the scores of runs, with the topics as a sample: an interval of each mean and of each rank, and the
/// runs that may be the best.
///
/// Args:
///     qrels, runs, measures, preset, ..: as for ``evaluate``; the topics are the same for all runs.
///     interval: of the mean of a run by itself: ``"t"`` (Student's) or ``"bootstrap"`` (bootstrap-t).
///     confidence: of each mean by itself, of all ranks together, and of the best by itself.
///     samples, seed: of the random draws: signs of topics for ranks, and the bootstrap.
///
/// Returns:
///     A row for each measure and run: ``measure``, ``run``, ``topics``, ``mean``, ``low``, ``high``,
///     ``rank``, ``best-rank``, ``worst-rank``, ``may-be-best`` (``"yes"`` or ``"no"``).
///
/// >>> import rejudge
/// >>> qrels = {str(topic): {"a": 1} for topic in range(8)}
/// >>> good = {topic: {"a": 2.0, "b": 1.0} for topic in qrels}
/// >>> poor = {topic: {"a": 1.0, "b": 2.0} if topic != "0" else {"a": 1.0} for topic in qrels}
/// >>> found = rejudge.intervals(qrels, {"good": good, "poor": poor}, ["RR"])
/// >>> found["best-rank"], found["worst-rank"], found["may-be-best"]
/// ([1, 2], [1, 2], ['yes', 'no'])
#[pyfunction]
#[pyo3(
    signature = (qrels, runs = None, measures = None, *, interval = "t", confidence = CONFIDENCE, samples = SAMPLES, seed = 1, **rules),
    text_signature = "(qrels, runs=None, measures=None, *, interval=\"t\", confidence=0.95, samples=10000, seed=1, preset=None, ties=None, score_type=None, topics=\"qrels\", no_relevant=None, max_rank=None, min_rel=None, gains=None)"
)]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
pub fn intervals(
    py: Python<'_>,
    qrels: &Bound<'_, PyAny>,
    runs: Option<&Bound<'_, PyAny>>,
    measures: Option<&Bound<'_, PyAny>>,
    interval: &str,
    #[pyo3(from_py_with = in_range)] confidence: f64,
    #[pyo3(from_py_with = in_range)] samples: u32,
    #[pyo3(from_py_with = in_range)] seed: u64,
    rules: Option<&Bound<'_, PyDict>>,
) -> PyResult<Table> {
    let Call { judgments, runs, wanted, rules } =
        Call::new(("intervals", Some("qrels")), qrels, runs, measures, rules)?;
    if !(1..=MOST_SAMPLES).contains(&samples) {
        return Err(value_error(format!("samples: {samples}, expected 1 to {MOST_SAMPLES}")));
    }
    check_confidence(confidence)?;
    let intervals = Intervals { kind: typed("interval", interval, &[])?, confidence, samples, seed };
    tabled(py, move || {
        let (input, scores, warnings) = scores(&judgments, &runs, &wanted, &rules.rules)?;
        check_topics(&scores, "intervals need")?;
        let table = intervals.table(&input, &scores, &rules)?;
        Ok((table, warnings))
    })
}
