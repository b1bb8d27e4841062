//! Scores of runs, and comparisons of runs with a baseline.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rejudge_collections::{KeptDocuments, Reading};
use rejudge_eval::compare::Comparison;
use rejudge_eval::{Input, OutputOptions, PresetRules, RequestedMeasures, Scores, notes_on_runs};
use rejudge_experiment::spec::Rules;
use rejudge_names::{meant, nearest};
use rejudge_tables::frame::{Format, Table};

use crate::collection::Collection;
use crate::exceptions::{Exception, type_error, value_error};
use crate::in_range::in_range;
use crate::judgments::{self, Judgments};
use crate::rules::{
    chooses_level, measure_columns, orders_by_rank, parse_choice, parse_measures, rules_over,
    test_and_correction,
};
use crate::runs::{self, Runs};
use crate::table::{PyTable, compute_table};

/// Scores runs. Also returns the input that was scored, and warnings about surprising results.
///
/// `documents` decides which documents of a run are kept. Scores need [`RequestedMeasures::documents`], but
/// comparisons and intervals need all judged documents.
pub fn score_runs(
    judgments: &Judgments,
    runs: &Runs,
    measures: &RequestedMeasures,
    rules: &Rules,
    documents: KeptDocuments,
) -> Result<(Input, Scores, Vec<String>), Exception> {
    judgments.check_intents(measures)?;
    if judgments.input.judgments.names().is_empty() {
        return Err(Exception::value(format!("{}: no judgments", judgments.name().display())));
    }
    let (joined, unscored) = runs.join(judgments, &rules.reading(Reading::default()), false, documents)?;
    let input = judgments.input.clone().with_runs(joined).with_unscored(unscored);
    input.check_leniently(measures, rules)?;
    let scores = Scores::compute(&input, measures, rules)?;
    let warnings = [notes_on_runs(&input, rules), input.unreached_levels(measures)].concat();
    Ok((input, scores, warnings))
}

/// Returns scores as a table. Markdown and LaTeX show means as `rejudge eval` does, and scores by topic as
/// rounded rows.
pub fn scores_table(
    scores: &Scores,
    measures: &RequestedMeasures,
    rules: &PresetRules,
    per_topic: bool,
) -> Result<Table, Exception> {
    let rows = scores.rows(rules.fields(), OutputOptions { per_topic, summary: !per_topic, decimals: None });
    let sheets = if per_topic { None } else { rows.table(Format::Wide)?.sheets };
    let rows = rows.pivot(measure_columns(measures));
    Ok(Table { name: "scores".to_owned(), rows, sheets, ..Table::default() })
}

/// The arguments that `evaluate`, `compare`, `gate` and `intervals` have in common.
pub struct Call {
    pub judgments: Arc<Judgments>,
    pub runs: Arc<Runs>,
    pub measures: RequestedMeasures,
    pub rules: PresetRules,
}

impl Call {
    /// Reads the arguments of `function`. By default, its topics are `default_topics`, or the preset's topics
    /// if `default_topics` is `None`. If a collection's own runs are scored, the defaults are the
    /// collection's rules instead, or the rules of a preset that the call names.
    ///
    /// A collection contains runs and rules, so the measures may follow it directly:
    /// `evaluate(collection, "AP")`.
    pub fn new(
        (function, default_topics): (&str, Option<&str>),
        qrels: &Bound<'_, PyAny>,
        runs: Option<&Bound<'_, PyAny>>,
        measures: Option<&Bound<'_, PyAny>>,
        rules: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let missing = |argument: &str| type_error(format!("{function}() missing argument: '{argument}'"));
        let collection = qrels.cast::<Collection>().ok();
        let (runs, measures) = match (&collection, runs, measures) {
            (Some(_), runs, None) => (qrels, runs.ok_or_else(|| missing("measures"))?),
            (Some(_), None, Some(measures)) => (qrels, measures),
            (_, Some(runs), Some(measures)) => (runs, measures),
            (None, None, _) => return Err(missing("runs")),
            (None, Some(_), None) => return Err(missing("measures")),
        };
        let base = collection.as_ref().filter(|_| runs.is(qrels)).map(|collection| collection.get().rules());
        let has_level = chooses_level(rules)?;
        let mut rules = rules_over(function, rules, default_topics, base)?;
        // A collection's level of relevance also applies if other runs are scored, or if another preset is
        // chosen.
        if let Some(collection) = collection.as_ref().filter(|_| !has_level) {
            rules.rules.min_rel = collection.get().rules().rules.min_rel;
        }
        let measures = parse_measures(measures, rules.preset)?;
        let py = qrels.py();
        let runs = runs::from_python(py, runs, orders_by_rank(&rules))?;
        Ok(Self { judgments: judgments::from_python(py, qrels, "qrels")?, runs, measures, rules })
    }
}

/// Scores runs.
///
/// Args:
///     qrels: judgments, as ``rejudge.Qrels`` takes them; or a ``rejudge.Collection``, which has runs and rules too, as in
///         ``evaluate(collection, "AP")``. Rules of the call override the collection's rules.
///     runs: one run or several, as ``rejudge.Runs`` takes them.
///     measures: names of measures, ``["AP", "nDCG@10"]`` or ``"AP nDCG@10"``. Names from trec_eval,
///         ir-measures and NTCIREVAL are understood.
///     per_topic: return a row for each run and topic instead of one for each run.
///     preset: ``"trec10"`` (the default, as in the command: trec_eval 10 with -c, in double precision, with all topics of
///         the judgments), ``"trec9"`` (pytrec_eval: single precision, the topics that a run has, interpolated
///         precision as trec_eval 9 rounds it) or ``"ntcir"`` (NTCIREVAL).
///     topics: the topics that count: ``"qrels"`` (all topics of the judgments; a run scores 0 for a topic that it lacks),
///         ``"run"`` (the topics that the run has), ``"intersection"`` (the topics that all runs have).
///     ties: order of documents with equal scores: ``"docno-descending"`` (trec_eval), ``"docno-ascending"``,
///         ``"score-then-file"`` (the order of the rows). Two more orders ignore scores: ``"file-order"`` is the order of the
///         rows, and ``"rank"`` the order of a column ``rank``.
///     score_type: ``"f32"`` or ``"f64"``, the precision in which scores are compared.
///     no_relevant: treatment of a topic without a relevant document: ``"zero"`` (its score is 0) or ``"drop"`` (it does not
///         count).
///     max_rank: the last rank that counts, or ``"all"``.
///     min_rel: level from which a document is relevant for binary measures.
///     gains: ``"linear"``, ``"exponential"`` or ``{level: gain}``, for graded measures.
///
/// Returns:
///     A table with the columns ``run``, ``topics`` (the number of topics; with ``per_topic`` a column ``topic`` instead)
///     and one column for each measure.
///
/// Raises:
///     TypeError, ValueError: an argument is wrong. If it is a value in the data, the message quotes it and says where
///         it is.
///     OSError: a file cannot be read; FileNotFoundError if it is missing.
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
) -> PyResult<PyTable> {
    let Call { judgments, runs, measures, rules } =
        Call::new(("evaluate", None), qrels, runs, measures, rules)?;
    compute_table(py, move || {
        let (_, scores, warnings) =
            score_runs(&judgments, &runs, &measures, &rules.rules, measures.documents())?;
        Ok((scores_table(&scores, &measures, &rules, per_topic)?, warnings))
    })
}

/// Compares runs with a baseline: the differences of their mean scores, and whether they may be due to chance.
///
/// Args:
///     qrels, runs, measures, preset, ..: as for ``evaluate``. With ``topics="run"``, it is an error if the
///         runs are scored on different topics.
///     baseline: name of the run that the others are compared with.
///     test: ``"paired-t"`` (Student's), ``"paired-bootstrap"`` (Sakai, SIGIR 2006), ``"wilcoxon"``, ``"sign"`` or
///         ``"randomisation"``. Wilcoxon's test leaves out topics with equal scores, and is exact if at most 50
///         topics remain, even if differences are tied. It is ``scipy.stats.wilcoxon(d[d != 0])``, with
///         ``method=PermutationMethod(numpy.inf)`` if differences are tied.
///     alternative: ``"two-sided"``, or the only direction that is evidence: ``"greater"`` (a run is better than the
///         baseline) or ``"less"``.
///     correction: correction of p for the number of runs, separately for each measure: ``"holm"``,
///         ``"bonferroni"``, ``"bh"`` (Benjamini and Hochberg's false discovery rate), ``"tukey"``,
///         ``"randomised-tukey"`` (both for all pairs of runs, whatever the baseline) or ``"none"``.
///     samples: number of random samples, for a test or correction that draws samples; ``None``: 10,000.
///     seed: seed of the random samples.
///
/// Returns:
///     A table with a row for each measure and each run except the baseline: ``measure``, ``run``, ``baseline``, ``topics``,
///     ``mean``, ``baseline-mean``, ``difference``, ``statistic``, ``p``, ``p-adjusted``, ``low``,
///     ``high``, ``test``, ``correction``, ``wins``, ``ties``, ``losses`` (topics), ``alternative``.
///
///     ``low`` and ``high`` are the ends of a 95% interval of the difference: Student's interval for this pair
///     only, whatever the test, or with ``"tukey"`` and ``"randomised-tukey"`` an interval for all pairs at
///     once. ``table.about`` describes each column.
///
/// >>> import rejudge
/// >>> qrels = {str(topic): {"a": 1} for topic in range(8)}
/// >>> good = {topic: {"a": 2.0, "b": 1.0} for topic in qrels}
/// >>> poor = {topic: {"a": 1.0, "b": 2.0} if topic != "0" else {"a": 1.0} for topic in qrels}
/// >>> comparison = rejudge.compare(qrels, {"good": good, "poor": poor}, ["RR"], baseline="poor")
/// >>> comparison["difference"], comparison["p"][0] < 0.001
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
) -> PyResult<PyTable> {
    let Call { judgments, runs, measures, rules } =
        Call::new(("compare", Some("qrels")), qrels, runs, measures, rules)?;
    let (test, correction) = test_and_correction(test, correction, samples)?;
    let alternative = parse_choice("alternative", alternative, &[])?;
    compute_table(py, move || {
        let (input, scores, warnings) =
            score_runs(&judgments, &runs, &measures, &rules.rules, KeptDocuments::Judged)?;
        check_baseline(&scores, &baseline)?;
        let comparison =
            Comparison { baseline: Some(&baseline), test, alternative, correction, seed, decimals: None };
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

/// Returns an error if the runs do not all have the same topics. `needs` is the part of the message before
/// the valid values of `topics`, such as `intervals need`.
pub fn check_topics(scores: &Scores, needs: &str) -> Result<(), Exception> {
    if (1..scores.runs.len()).any(|run| scores.counted(run) != scores.counted(0)) {
        let message = format!("topics: the runs have different topics; {needs} `qrels` or `intersection`");
        return Err(Exception::value(message));
    }
    Ok(())
}

/// Returns an error if no run is named `baseline`, if there is no other run, or if the runs have different
/// topics. Without this check, the error would name options of the command.
pub fn check_baseline(scores: &Scores, baseline: &str) -> Result<(), Exception> {
    if !scores.runs.iter().any(|run| run == baseline) {
        let hint = meant(nearest(baseline, scores.runs.iter().map(String::as_str)));
        let names = scores.runs.iter().take(10).cloned().collect::<Vec<_>>().join(", ");
        return Err(Exception::value(format!(
            "baseline: no run is named `{baseline}`{hint}; the runs are {names}"
        )));
    }
    if scores.runs.len() < 2 {
        return Err(Exception::value(format!(
            "runs: expected another run to compare with the baseline `{baseline}`"
        )));
    }
    check_topics(scores, "a comparison needs")
}
