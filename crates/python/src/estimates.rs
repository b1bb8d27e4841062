//! Scores if people judged some topics and a model judged all.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rejudge_eval::estimate::Estimates;
use rejudge_stats::CONFIDENCE;

use crate::evaluate::{check_confidence, scores};
use crate::exceptions::Wrong;
use crate::in_range::in_range;
use crate::judgments::{self, Judgments};
use crate::rules::{self, by_rank, typed, wanted};
use crate::runs;
use crate::table::{Table, tabled};
use crate::warnings::warn;

/// Mean scores if people judged some topics and a judge, such as a model, judged all of them:
/// prediction-powered estimates (Angelopoulos et al., Science 382, 2023; PPI++, arXiv:2311.01453).
///
/// The judge makes errors. Their average is estimated on the topics that people judged too. The topics of people
/// must be a random sample of all topics.
///
/// Args:
///     qrels: people's judgments, as ``rejudge.Qrels`` takes them.
///     runs, measures, preset, ..: as for ``evaluate``; the topics are the same for all runs.
///     judge: the judge's judgments, in the same form; they have people's topics and more.
///     estimator: ``"tuned"`` (PPI++: the judge has the weight that makes the interval shortest) or ``"ppi"``
///         (the judge has the same weight as people).
///     baseline: name of a run; the others' differences from it are estimated instead of means.
///     confidence: of each row by itself.
///
/// Returns:
///     A row for each measure and run: ``measure``, ``run``, ``topics`` (that people judged),
///     ``judge-alone`` (topics), ``estimate``, ``low``, ``high``, ``weight``; ``people``, ``people-low``,
///     ``people-high`` (their judgments alone), ``judge`` (the judge's alone, over all topics),
///     ``people-differ``.
///
/// >>> import rejudge
/// >>> people = {str(topic): {"a": 1} for topic in range(4)}
/// >>> judge = {str(topic): {"a": 1} for topic in range(12)}
/// >>> run = {topic: {"a": 2.0, "b": 1.0} if topic != "3" else {"b": 1.0} for topic in judge}
/// >>> found = rejudge.estimates(people, run, ["RR"], judge=judge)
/// >>> found["topics"], found["judge-alone"], found["people"]
/// ([4], [8], [0.75])
#[pyfunction]
#[pyo3(
    signature = (qrels, runs, measures, *, judge, estimator = "tuned", baseline = None, confidence = CONFIDENCE, **rules),
    text_signature = "(qrels, runs, measures, *, judge, estimator=\"tuned\", baseline=None, confidence=0.95, preset=None, ties=None, score_type=None, topics=\"qrels\", no_relevant=None, max_rank=None, min_rel=None, gains=None)"
)]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
pub fn estimates(
    py: Python<'_>,
    qrels: &Bound<'_, PyAny>,
    runs: &Bound<'_, PyAny>,
    measures: &Bound<'_, PyAny>,
    judge: &Bound<'_, PyAny>,
    estimator: &str,
    baseline: Option<String>,
    #[pyo3(from_py_with = in_range)] confidence: f64,
    rules: Option<&Bound<'_, PyDict>>,
) -> PyResult<Table> {
    let rules = rules::rules("estimates", rules, Some("qrels"))?;
    check_confidence(confidence)?;
    let estimator = typed("estimator", estimator, &[])?;
    let wanted = wanted(measures, rules.preset)?;
    let runs = runs::from_python(py, runs, by_rank(&rules))?;
    let people: Arc<Judgments> = judgments::from_python(py, qrels, "qrels")?;
    let judge: Arc<Judgments> = judgments::from_python(py, judge, "judge")?;
    warn(py, people.input.other_scale(&judge.input).as_slice())?;
    tabled(py, move || {
        let scores = |judgments: &Judgments| scores(judgments, &runs, &wanted, &rules.rules);
        let ((_, people, _), (_, judge, warnings)) = (scores(&people)?, scores(&judge)?);
        let estimates = Estimates { estimator, confidence, baseline: baseline.as_deref() };
        let table = estimates.table(&people, &judge, &rules).map_err(Wrong::from)?;
        Ok((table, warnings))
    })
}
