//! Scores by topic, and names of measures, for the drop-in replacements `rejudge.pytrec_eval` and
//! `rejudge.ir_measures`. The rules are trec_eval 9's. Callers choose the relevance level, may leave out
//! unjudged documents, and may choose another order of documents.

use std::num::NonZeroU8;
use std::sync::{Arc, OnceLock};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyType};
use rejudge_collections::Reading;
use rejudge_eval::{Preset, RequestedMeasures};
use rejudge_experiment::spec::{Rules, TopicRule};
use rejudge_metrics::registry::{Cutoff, Relevance};
use rejudge_metrics::{Family, Gains, Metric, Scorer, Summary, trec_eval};
use rejudge_pools::{Scorers, Scoring, TopicIx};

use crate::exceptions::{Exception, value_error};
use crate::in_range::in_range;
use crate::judgments::{self, Judgments, PyQrels};
use crate::rules::parse_choice;
use crate::runs::{self, Runs};
use crate::work::without_gil_if_many;

/// The measures of a drop-in replacement. Their names are resolved once, for any number of scorers.
#[pyclass(frozen, module = "rejudge._native")]
pub struct TopicMeasures {
    /// Pairs of a measure's name and the label of its values.
    names: Vec<(String, String)>,
    measures: Arc<RequestedMeasures>,
    /// For each measure, the label of its values. The labels are interned strings, because they are the keys of
    /// every topic's dict.
    labels: Vec<Py<PyString>>,
}

#[pymethods]
impl TopicMeasures {
    /// `names` are pairs of a measure's name and the label of its values. If a measure occurs twice, its first label
    /// counts.
    #[new]
    fn new(py: Python<'_>, names: Vec<(String, String)>) -> PyResult<Self> {
        let (mut measures, mut labels) = (RequestedMeasures::default(), Vec::new());
        for (measure, label) in &names {
            let metric: Metric = measure.parse().map_err(Exception::value)?;
            if measures.add(Preset::Trec9.metric(&metric).unwrap_or(metric)) == labels.len() {
                labels.push(PyString::intern(py, label).unbind());
            }
        }
        Ok(Self { names, measures: Arc::new(measures), labels })
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> (Bound<'py, PyType>, (Vec<(String, String)>,)) {
        (this.get_type(), (this.get().names.clone(),))
    }
}

/// Scores runs topic by topic. A topic counts if both the run and the judgments have it.
#[pyclass(frozen, module = "rejudge._native")]
pub struct TopicScorer {
    measures: Py<TopicMeasures>,
    scorer: Arc<RunScorer>,
}

/// The part of a scorer that works without the interpreter.
struct RunScorer {
    judgments: Arc<Judgments>,
    measures: Arc<RequestedMeasures>,
    rules: Rules,
    judged_only: bool,
    /// The measures, prepared for the levels of these judgments. They are created when the first run is scored.
    scorers: OnceLock<Scorers>,
}

/// The topics that count for a run, and for each measure the values of these topics.
type Columns = (Vec<TopicIx>, Vec<Vec<f64>>);

#[pymethods]
impl TopicScorer {
    /// `ties` and `score_type` determine the order of the documents. By default it is trec_eval 9's order.
    #[new]
    #[pyo3(signature = (qrels, measures, relevance_level, judged_only, ties = None, score_type = None))]
    fn new(
        py: Python<'_>,
        qrels: &Bound<'_, PyAny>,
        measures: Py<TopicMeasures>,
        #[pyo3(from_py_with = in_range)] relevance_level: u8,
        judged_only: bool,
        ties: Option<&str>,
        score_type: Option<&str>,
    ) -> PyResult<Self> {
        let Some(min_rel) = NonZeroU8::new(relevance_level) else {
            return Err(value_error("relevance_level: 0, expected a level of 1 or more"));
        };
        let mut rules = Rules { min_rel, topics: TopicRule::Qrels, ..Preset::Trec9.rules() };
        if let Some(ties) = ties {
            rules.ties = parse_choice("ties", ties, &[])?;
        }
        if let Some(score_type) = score_type {
            rules.score_type = parse_choice("score_type", score_type, &[])?;
        }
        let judgments = judgments::from_python(py, qrels, "qrels")?;
        let parsed_measures = Arc::clone(&measures.get().measures);
        judgments.check_intents(&parsed_measures)?;
        let scorer =
            RunScorer { judgments, measures: parsed_measures, rules, judged_only, scorers: OnceLock::new() };
        Ok(Self { measures, scorer: Arc::new(scorer) })
    }

    /// Returns the names of the topics in the judgments.
    #[getter]
    fn topics(&self) -> Vec<&str> {
        self.scorer.judgments.qrels().topics().map(|topic| topic.name()).collect()
    }

    /// Scores a run. Returns ``{topic: {measure: value}}``.
    fn by_topic<'py>(&self, py: Python<'py>, run: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
        let (topics, columns) = self.score(py, run)?;
        let values_by_topic = PyDict::new(py);
        let labels = &self.measures.get().labels;
        for (row, topic) in topics.into_iter().enumerate() {
            let values = PyDict::new(py);
            for (label, column) in labels.iter().zip(&columns) {
                values.set_item(label, column[row])?;
            }
            values_by_topic.set_item(self.scorer.name(topic), values)?;
        }
        Ok(values_by_topic)
    }

    /// Scores a run. Returns the topics that count, and for each measure the values of these topics.
    fn columns(&self, py: Python<'_>, run: &Bound<'_, PyAny>) -> PyResult<(Vec<&str>, Vec<Vec<f64>>)> {
        let (topics, columns) = self.score(py, run)?;
        Ok((topics.into_iter().map(|topic| self.scorer.name(topic)).collect(), columns))
    }

    /// Scores a run. Returns the number of topics that count, and for each measure the sum of its values.
    fn sums(&self, py: Python<'_>, run: &Bound<'_, PyAny>) -> PyResult<(usize, Vec<f64>)> {
        let (topics, columns) = self.score(py, run)?;
        // We use `fold`, because the `sum` of no values would be -0.
        let sums = columns.iter().map(|column| column.iter().fold(0.0, |sum, value| sum + value)).collect();
        Ok((topics.len(), sums))
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, ScorerParts<'py>)> {
        let (py, Self { measures, scorer }) = (this.py(), this.get());
        let qrels = PyQrels(Arc::clone(&scorer.judgments)).into_pyobject(py)?;
        let (ties, score_type) = (scorer.rules.value("ties"), scorer.rules.value("score-type"));
        let min_rel = scorer.rules.min_rel.get();
        let parts = (qrels, measures.bind(py).clone(), min_rel, scorer.judged_only, ties, score_type);
        Ok((this.get_type(), parts))
    }
}

/// The arguments from which unpickling makes the scorer again.
type ScorerParts<'py> = (Bound<'py, PyQrels>, Bound<'py, TopicMeasures>, u8, bool, String, String);

impl TopicScorer {
    fn score(&self, py: Python<'_>, run: &Bound<'_, PyAny>) -> PyResult<Columns> {
        let (runs, scorer) = (runs::from_python(py, run, false)?, Arc::clone(&self.scorer));
        without_gil_if_many(py, runs.rows(), move || scorer.columns(&runs))
    }
}

impl RunScorer {
    fn name(&self, topic: TopicIx) -> &str {
        self.judgments.qrels().topic_at(topic).name()
    }

    fn scorers(&self) -> Result<&Scorers, Exception> {
        if let Some(scorers) = self.scorers.get() {
            return Ok(scorers);
        }
        let scorers = self.judgments.input.scorers(&self.measures, &self.rules)?;
        Ok(self.scorers.get_or_init(|| scorers))
    }

    fn columns(&self, runs: &Runs) -> Result<Columns, Exception> {
        let (judgments, input) = (&*self.judgments, &self.judgments.input);
        // Unjudged documents can be removed only from rows in memory, and only such rows name the topics without a
        // judged document. So `judged_only` loads files into memory.
        let in_memory = self.judged_only.then(|| runs.in_memory()).transpose()?;
        let runs = in_memory.as_ref().unwrap_or(runs);
        let [run] = &runs.runs[..] else {
            return Err(Exception::value(format!("runs: {} runs, expected one", runs.runs.len())));
        };
        let reading = self.rules.reading(Reading::default());
        let (joined, _) = runs.join(judgments, &reading, self.judged_only, self.measures.documents())?;
        let joined = &joined.first().expect("one run was joined").kept;
        // A topic of a dict or a frame counts even if it has no documents, or if `judged_only` keeps none of
        // them. The joined run lacks such a topic, so we take the topics from the run itself. For a file,
        // only the topics of the joined run count.
        let mut topics: Vec<TopicIx> = match run.topics() {
            Some(names) => {
                let judged_topics = names.filter_map(|name| judgments.qrels().topic(name));
                judged_topics.map(|topic| topic.topic_ix()).collect()
            }
            None => (0..judgments.qrels().topics().len()).filter(|&topic| joined.has(topic)).collect(),
        };
        topics.sort_unstable();
        let scoring = Scoring::new(self.scorers()?, &input.judgments, &input.view, input.intents.as_deref());
        let scores = scoring.map_err(Exception::value)?.scores([joined], &topics);
        let mut columns = Vec::new();
        for (metric, scores) in self.measures.metrics.iter().zip(&scores) {
            // For a geometric mean, the value of a topic is a logarithm, as in trec_eval's library.
            columns.push(scores.of_run(0).iter().map(|&score| metric.summary().term(score)).collect());
        }
        Ok((topics, columns))
    }
}

/// Returns the measures that `trec_eval -m name` prints, as pairs of a rejudge measure and its name in pytrec_eval.
/// Returns `None` if there is no such measure.
#[pyfunction]
pub fn trec_measures(name: &str) -> Option<Vec<(String, String)>> {
    let names = |metric: Metric| {
        // pytrec_eval names these measures without their parameters.
        let label = match metric.family() {
            Family::SetF => Some("set_F".to_owned()),
            Family::Utility => Some("utility".to_owned()),
            Family::InterpolatedAveragePrecision => Some("11pt_avg".to_owned()),
            _ => trec_eval::name(&metric),
        };
        (metric.to_string(), label.unwrap_or_else(|| metric.to_string()))
    };
    Some(trec_eval::expand(name)?.into_iter().map(names).collect())
}

/// Returns the canonical name of a measure. Raises a ValueError if the name is wrong.
#[pyfunction]
pub fn measure_name(name: &str) -> PyResult<String> {
    let metric: Metric = name.parse().map_err(Exception::value)?;
    // Creating a scorer also checks the parameters, such as the gains in `nDCG(gains='1=1,2=3')`.
    if !metric.family().is_by_intent() {
        Scorer::new(std::slice::from_ref(&metric), &Gains::linear(1), 1, None).map_err(Exception::value)?;
    }
    Ok(metric.to_string())
}

/// Returns a dict for each family of measures. The dict describes the family.
#[pyfunction]
pub fn families(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let mut descriptions = Vec::new();
    for family in Family::ALL {
        let entry = family.entry();
        let dict = PyDict::new(py);
        let parameters: Vec<&str> = entry.parameters.iter().map(|parameter| parameter.name).collect();
        dict.set_item("name", entry.name)?;
        dict.set_item("title", entry.title)?;
        dict.set_item("formula", entry.formula)?;
        dict.set_item("source", entry.source)?;
        dict.set_item("parameters", parameters)?;
        dict.set_item(
            "cutoff",
            match entry.cutoff {
                Cutoff::Required => Some(true),
                Cutoff::Optional => Some(false),
                Cutoff::Never | Cutoff::Recall => None,
            },
        )?;
        dict.set_item("by_intent", family.is_by_intent())?;
        dict.set_item("binary", entry.relevance == Relevance::Binary)?;
        dict.set_item("sum", entry.summary == Summary::Sum)?;
        descriptions.push(dict);
    }
    Ok(descriptions)
}
