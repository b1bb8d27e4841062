//! Intervals of scores and ranks.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rejudge_collections::KeptDocuments;
use rejudge_eval::intervals::Intervals;
use rejudge_stats::{CONFIDENCE, MAX_SAMPLES, SAMPLES};

use crate::evaluate::{Call, check_confidence, check_topics, score_runs};
use crate::exceptions::value_error;
use crate::in_range::in_range;
use crate::rules::parse_choice;
use crate::table::{PyTable, compute_table};

/// The uncertainty that scores have because the topics are only a sample: an interval for each mean and each
/// rank, and the runs that may be the best.
///
/// Args:
///     qrels, runs, measures, preset, ..: as for ``evaluate``. With ``topics="run"``, it is an error if the
///         runs are scored on different topics.
///     interval: the interval of a run's mean: ``"t"`` (Student's) or ``"bootstrap"`` (bootstrap-t).
///     confidence: confidence level of the interval of each mean by itself, of the intervals of all ranks together, and of
///         the statement that the best run is among those that may be the best.
///     samples, seed: number and seed of the random samples. For ranks, a sample gives each topic a random sign. For
///         means with ``interval="bootstrap"``, it is a bootstrap sample of the topics.
///
/// Returns:
///     A table with a row for each measure and run: ``measure``, ``run``, ``topics``, ``mean``, ``low``, ``high``,
///     ``rank``, ``best-rank``, ``worst-rank``, ``may-be-best`` (``"yes"`` or ``"no"``). ``table.about`` describes each
///     column.
///
/// >>> import rejudge
/// >>> qrels = {str(topic): {"a": 1} for topic in range(8)}
/// >>> good = {topic: {"a": 2.0, "b": 1.0} for topic in qrels}
/// >>> poor = {topic: {"a": 1.0, "b": 2.0} if topic != "0" else {"a": 1.0} for topic in qrels}
/// >>> table = rejudge.intervals(qrels, {"good": good, "poor": poor}, ["RR"])
/// >>> table["best-rank"], table["worst-rank"], table["may-be-best"]
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
) -> PyResult<PyTable> {
    let Call { judgments, runs, measures, rules } =
        Call::new(("intervals", Some("qrels")), qrels, runs, measures, rules)?;
    if !(1..=MAX_SAMPLES).contains(&samples) {
        return Err(value_error(format!("samples: {samples}, expected 1 to {MAX_SAMPLES}")));
    }
    check_confidence(confidence)?;
    let intervals = Intervals { kind: parse_choice("interval", interval, &[])?, confidence, samples, seed };
    compute_table(py, move || {
        let (input, scores, warnings) =
            score_runs(&judgments, &runs, &measures, &rules.rules, KeptDocuments::Judged)?;
        check_topics(&scores, "intervals need")?;
        let table = intervals.table(&input, &scores, &rules)?;
        Ok((table, warnings))
    })
}
