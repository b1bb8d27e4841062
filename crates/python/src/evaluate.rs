//! Scores of runs, and their comparison.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rejudge_collections::Reading;
use rejudge_eval::compare::Comparison;
use rejudge_eval::{Input, PresetRules, Scores, Shown, Wanted, notes_on_runs};
use rejudge_experiment::spec::Rules;
use rejudge_names::{meant, nearest};
use rejudge_tables::frame::{Format, Table as Written};

use crate::collection::Collection;
use crate::exceptions::{Wrong, type_error, value_error};
use crate::in_range::in_range;
use crate::judgments::{self, Judgments};
use crate::rules::{by_rank, chosen_level, columns, rules_over, test_and_correction, typed, wanted};
use crate::runs::{self, AllRuns};
use crate::table::{Table, tabled};

/// The scores of runs, and remarks that a reader needs before trusting them, a sentence each.
pub fn scores(
    judgments: &Judgments,
    runs: &AllRuns,
    wanted: &Wanted,
    rules: &Rules,
) -> Result<(Input, Scores, Vec<String>), Wrong> {
    judgments.check_intents(wanted)?;
    if judgments.input.judgments.names().is_empty() {
        return Err(Wrong::value(format!("{}: no judgments", judgments.name().display())));
    }
    let (joined, unscored) = runs.joined(judgments, &rules.reading(Reading::default()), false)?;
    let input = judgments.input.clone().with_runs(joined).with_unscored(unscored);
    input.check_leniently(wanted, rules)?;
    let scores = Scores::compute(&input, wanted, rules)?;
    let notes = [notes_on_runs(&input, rules), input.unreached_levels(wanted)].concat();
    Ok((input, scores, notes))
}

/// The scores as a table: people read the means as `rejudge eval` prints them, and the scores of topics as they are,
/// rounded.
pub fn table(
    scores: &Scores,
    wanted: &Wanted,
    rules: &PresetRules,
    per_topic: bool,
) -> Result<Written, Wrong> {
    let shown = Shown { per_topic, summary: !per_topic, decimals: None };
    let rows = scores.rows(rules.fields(), shown);
    let sheets = if per_topic { None } else { rows.table(Format::Wide)?.sheets };
    let rows = rows.pivot(columns(wanted));
    Ok(Written { name: "scores".to_owned(), rows, sheets, ..Written::default() })
}

/// The inputs and the rules of a call.
pub struct Call {
    /// The judgments.
    pub judgments: Arc<Judgments>,
    /// The runs.
    pub runs: Arc<AllRuns>,
    /// The measures.
    pub wanted: Wanted,
    /// The rules.
    pub rules: PresetRules,
}

impl Call {
    /// Makes the call of the function `name`, whose topics are by default `topics`, or those of the preset. A collection includes runs and rules, so that the measures may follow it directly.
    pub fn new(
        (name, topics): (&str, Option<&str>),
        qrels: &Bound<'_, PyAny>,
        runs: Option<&Bound<'_, PyAny>>,
        measures: Option<&Bound<'_, PyAny>>,
        rules: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let lacks = |argument: &str| type_error(format!("{name}() missing argument: '{argument}'"));
        let collection = qrels.cast::<Collection>().ok();
        let (runs, measures) = match (&collection, runs, measures) {
            (Some(_), runs, None) => (qrels, runs.ok_or_else(|| lacks("measures"))?),
            (Some(_), None, Some(measures)) => (qrels, measures),
            (_, Some(runs), Some(measures)) => (runs, measures),
            (None, None, _) => return Err(lacks("runs")),
            (None, Some(_), None) => return Err(lacks("measures")),
        };
        let base = collection.as_ref().filter(|_| runs.is(qrels)).map(|collection| collection.get().rules());
        let is_chosen = chosen_level(rules)?;
        let mut rules = rules_over(name, rules, topics, base)?;
        // What is relevant in a collection does not depend on whose runs are scored, nor on the preset.
        if let Some(collection) = collection.as_ref().filter(|_| !is_chosen) {
            rules.rules.min_rel = collection.get().rules().rules.min_rel;
        }
        let wanted = wanted(measures, rules.preset)?;
        let (py, runs) = (qrels.py(), runs::from_python(qrels.py(), runs, by_rank(&rules))?);
        Ok(Self { judgments: judgments::from_python(py, qrels, "qrels")?, runs, wanted, rules })
    }
}

/// Scores runs.
///
/// Args:
///     qrels: judgments, as ``rejudge.Qrels`` takes them; or a ``rejudge.Collection``, which has runs and rules too:
///         ``evaluate(collection, "AP")``. Rules of the call override the collection's.
///     runs: one run or several, as ``rejudge.Runs`` takes them.
///     measures: names of measures (``["AP", "nDCG@10"]``, or ``"AP nDCG@10"``); those of trec_eval,
///         ir-measures and NTCIREVAL are understood.
///     per_topic: a row for each run and topic instead of one for each run.
///     preset: ``"trec10"`` (trec_eval 10 with -c: double precision, all topics of the judgments; the default, as
///         of the command), ``"trec9"`` (pytrec_eval: single precision, the topics that a run has, interpolated
///         precision as trec_eval 9 rounds it) or ``"ntcir"`` (NTCIREVAL).
///     topics: the topics of a run's score: ``"qrels"`` (one that it lacks scores 0), ``"run"`` (its own),
///         ``"intersection"``.
///     ties: order of equal scores: ``"docno-descending"`` (trec_eval), ``"docno-ascending"``,
///         ``"score-then-file"`` (the order of the rows); ``"file-order"`` is the order of the rows whatever the scores, and
///         ``"rank"`` that of a column ``rank``.
///     score_type: ``"f32"`` or ``"f64"``, the precision in which scores are compared.
///     no_relevant: ``"zero"`` or ``"drop"``, the treatment of topics without a relevant document.
///     max_rank: documents below this rank are ignored; ``"all"``: none is.
///     min_rel: level from which a document is relevant for binary measures.
///     gains: ``"linear"``, ``"exponential"`` or ``{level: gain}``, for graded measures.
///
/// Returns:
///     A table with the columns ``run``, ``topics`` (their number; with ``per_topic`` the column ``topic``) and
///     one per measure.
///
/// Raises:
///     TypeError, ValueError: the message gives the mistake, with column, row and value.
///
/// >>> import rejudge
/// >>> qrels = {"1": {"a": 1, "b": 0}, "2": {"c": 2}}
/// >>> runs = {"bm25": {"1": {"a": 2.0, "b": 1.0}, "2": {"d": 2.0, "c": 1.0}}}
/// >>> rejudge.evaluate(qrels, runs, ["AP", "nDCG@10"])
/// run   topics      AP  nDCG@10
/// bm25       2  0.7500   0.8155
/// >>> labels, scores = memoryview(b"\1\0\2\0").cast("b", (1, 4)), memoryview(b"\4\3\2\1").cast("b", (1, 4))
/// >>> rejudge.evaluate(labels, scores, "nDCG@10")
/// run  topics  nDCG@10
/// run       1   0.7602
/// >>> rejudge.evaluate(qrels, runs, "RR", per_topic=True).to_dict()
/// {'run': ['bm25', 'bm25'], 'topic': ['1', '2'], 'RR': [1.0, 0.5]}
#[pyfunction]
#[pyo3(
    signature = (qrels, runs = None, measures = None, per_topic = false, **rules),
    text_signature = "(qrels, runs=None, measures=None, per_topic=False, *, preset=None, ties=None, score_type=None, topics=None, no_relevant=None, max_rank=None, min_rel=None, gains=None)"
)]
pub fn evaluate(
    py: Python<'_>,
    qrels: &Bound<'_, PyAny>,
    runs: Option<&Bound<'_, PyAny>>,
    measures: Option<&Bound<'_, PyAny>>,
    per_topic: bool,
    rules: Option<&Bound<'_, PyDict>>,
) -> PyResult<Table> {
    let Call { judgments, runs, wanted, rules } =
        Call::new(("evaluate", None), qrels, runs, measures, rules)?;
    tabled(py, move || {
        let (_, scores, warnings) = scores(&judgments, &runs, &wanted, &rules.rules)?;
        Ok((table(&scores, &wanted, &rules, per_topic)?, warnings))
    })
}

/// Compares runs with one of them: differences of means over topics, and whether they may be due to chance.
///
/// Args:
///     qrels, runs, measures, preset, ..: as for ``evaluate``; the topics are the same for all runs.
///     baseline: name of the run that the others are compared with.
///     test: ``"paired-t"`` (Student's), ``"paired-bootstrap"`` (Sakai, SIGIR 2006), ``"wilcoxon"``
///         (topics with equal scores are left out; exact for up to 50 others, tied or not, as
///         ``scipy.stats.wilcoxon(d[d != 0])``, with ties by ``method=PermutationMethod(numpy.inf)``), ``"sign"``, ``"randomisation"``.
///     alternative: ``"two-sided"``; ``"greater"`` or ``"less"``: only a run that is better, or worse, than the baseline is evidence.
///     correction: ``"holm"``, ``"bonferroni"``, ``"bh"`` (Benjamini and Hochberg's false discovery rate),
///         ``"tukey"``, ``"randomised-tukey"`` (of all runs, for any baseline) or ``"none"``, for the number of
///         runs within a measure.
///     samples: number of random samples of a test or correction that draws some; ``None``: 10,000.
///     seed: seed of the randomised tests.
///
/// Returns:
///     A row for each measure and run but the baseline: ``measure``, ``run``, ``baseline``, ``topics``,
///     ``mean``, ``baseline-mean``, ``difference``, ``statistic``, ``p``, ``p-adjusted``, ``low``,
///     ``high``, ``test``, ``correction``, ``wins``, ``ties``, ``losses`` (topics), ``alternative``. ``low`` and ``high`` are Student's 95% interval of the difference, of each pair by itself,
///     for any test; with ``"tukey"`` and ``"randomised-tukey"`` they are of all pairs at once.
///     ``table.about`` describes each column.
///
/// >>> import rejudge
/// >>> qrels = {str(topic): {"a": 1} for topic in range(8)}
/// >>> good = {topic: {"a": 2.0, "b": 1.0} for topic in qrels}
/// >>> poor = {topic: {"a": 1.0, "b": 2.0} if topic != "0" else {"a": 1.0} for topic in qrels}
/// >>> found = rejudge.compare(qrels, {"good": good, "poor": poor}, ["RR"], baseline="poor")
/// >>> found["difference"], found["p"][0] < 0.001
/// ([0.4375], True)
#[pyfunction]
#[pyo3(
    signature = (qrels, runs = None, measures = None, *, baseline, test = "paired-t", correction = "holm", samples = None, seed = 1, alternative = "two-sided", **rules),
    text_signature = "(qrels, runs=None, measures=None, *, baseline, test=\"paired-t\", correction=\"holm\", samples=None, seed=1, alternative=\"two-sided\", preset=None, ties=None, score_type=None, topics=\"qrels\", no_relevant=None, max_rank=None, min_rel=None, gains=None)"
)]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
pub fn compare(
    py: Python<'_>,
    qrels: &Bound<'_, PyAny>,
    runs: Option<&Bound<'_, PyAny>>,
    measures: Option<&Bound<'_, PyAny>>,
    baseline: String,
    test: &str,
    correction: &str,
    #[pyo3(from_py_with = in_range)] samples: Option<u32>,
    #[pyo3(from_py_with = in_range)] seed: u64,
    alternative: &str,
    rules: Option<&Bound<'_, PyDict>>,
) -> PyResult<Table> {
    let Call { judgments, runs, wanted, rules } =
        Call::new(("compare", Some("qrels")), qrels, runs, measures, rules)?;
    let (test, correction) = test_and_correction(test, correction, samples)?;
    let alternative = typed("alternative", alternative, &[])?;
    tabled(py, move || {
        let (input, scores, warnings) = scores(&judgments, &runs, &wanted, &rules.rules)?;
        check_runs(&scores, &baseline)?;
        let comparison = Comparison { baseline: Some(&baseline), test, alternative, correction, seed };
        Ok((comparison.table(&input, &scores, &rules)?, warnings))
    })
}

/// Returns an error if the confidence is not between 0 and 1.
pub fn check_confidence(confidence: f64) -> PyResult<()> {
    if confidence > 0.0 && confidence < 1.0 {
        return Ok(());
    }
    Err(value_error(format!("confidence: {confidence}, expected a share between 0 and 1")))
}

/// Refuses runs that have other topics each.
pub fn check_topics(scores: &Scores, needs: &str) -> Result<(), Wrong> {
    if (1..scores.runs.len()).any(|run| scores.counted(run) != scores.counted(0)) {
        let message = format!("topics: the runs have others; {needs} `qrels` or `intersection`");
        return Err(Wrong::value(message));
    }
    Ok(())
}

/// Refuses inputs that the command would refuse in terms of its options.
pub fn check_runs(scores: &Scores, baseline: &str) -> Result<(), Wrong> {
    if !scores.runs.iter().any(|run| run == baseline) {
        let near = meant(nearest(baseline, scores.runs.iter().map(String::as_str)));
        let names = scores.runs.iter().take(10).cloned().collect::<Vec<_>>().join(", ");
        return Err(Wrong::value(format!(
            "baseline: no run is named `{baseline}`{near}; the runs are {names}"
        )));
    }
    if scores.runs.len() < 2 {
        return Err(Wrong::value(format!("runs: there is no other run than the baseline `{baseline}`")));
    }
    check_topics(scores, "a comparison needs")
}
