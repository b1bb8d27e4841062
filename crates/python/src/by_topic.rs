//! Scores by topic under trec_eval 9's rules, for the drop-in replacements of other tools.

use std::collections::HashSet;
use std::num::NonZeroU8;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use rejudge_eval::{Preset, Scores, Wanted};
use rejudge_experiment::spec::{Rules, TopicRule};
use rejudge_metrics::registry::{Cutoff, Relevance};
use rejudge_metrics::{Family, Gains, Metric, Scorer, Summary, trec_eval};

use crate::evaluate::with_runs;
use crate::exceptions::{Wrong, value_error};
use crate::in_range::in_range;
use crate::judgments::{self, Judgments};
use crate::rules::typed;
use crate::runs;
use crate::work::without_gil;

/// Scores runs topic by topic, on the topics that both the run and the judgments have.
#[pyclass(frozen, module = "rejudge._native")]
pub struct TopicScorer {
    judgments: Arc<Judgments>,
    wanted: Arc<Wanted>,
    /// The names of the values.
    labels: Vec<Py<PyString>>,
    rules: Rules,
    judged_only: bool,
}

#[pymethods]
impl TopicScorer {
    /// `measures`: pairs of a measure's name and the name of its values. `ties` and `score_type` determine the order of
    /// the documents; without them, trec_eval 9's order is used.
    #[new]
    #[pyo3(signature = (qrels, measures, relevance_level, judged_only, ties = None, score_type = None))]
    fn new(
        py: Python<'_>,
        qrels: &Bound<'_, PyAny>,
        measures: Vec<(String, String)>,
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
            rules.ties = typed("ties", ties, &[])?;
        }
        if let Some(score_type) = score_type {
            rules.score_type = typed("score_type", score_type, &[])?;
        }
        let (mut wanted, mut labels) = (Wanted::default(), Vec::new());
        for (measure, label) in measures {
            let metric: Metric = measure.parse().map_err(Wrong::value)?;
            // Equal measures have one label: the first.
            if wanted.add(Preset::Trec9.metric(&metric).unwrap_or(metric)) == labels.len() {
                labels.push(PyString::new(py, &label).unbind());
            }
        }
        let judgments = judgments::from_python(py, qrels, "qrels")?;
        judgments.check_intents(&wanted)?;
        Ok(Self { judgments, wanted: Arc::new(wanted), labels, rules, judged_only })
    }

    /// Returns the names of the topics of the judgments.
    #[getter]
    fn topics(&self) -> Vec<&str> {
        self.judgments.qrels().topics().map(|topic| topic.name()).collect()
    }

    /// {topic: {measure: value}}.
    fn by_topic<'py>(&self, py: Python<'py>, run: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
        let (result, (topics, columns)) = (PyDict::new(py), self.columns(py, run)?);
        for (at, topic) in topics.into_iter().enumerate() {
            let values = PyDict::new(py);
            for (label, column) in self.labels.iter().zip(&columns) {
                values.set_item(label, column[at])?;
            }
            result.set_item(topic, values)?;
        }
        Ok(result)
    }

    /// Returns the topics that the run and the judgments have, and for each measure a list of values.
    fn columns(&self, py: Python<'_>, run: &Bound<'_, PyAny>) -> PyResult<(Vec<String>, Vec<Vec<f64>>)> {
        let runs = runs::from_python(py, run, false)?;
        let (judgments, wanted) = (Arc::clone(&self.judgments), Arc::clone(&self.wanted));
        let (mut rules, judged_only) = (self.rules.clone(), self.judged_only);
        without_gil(py, move || {
            let [run] = &runs.runs[..] else {
                return Err(Wrong::value(format!("runs: {} of them, expected one", runs.runs.len())));
            };
            // The topics of a file are those that its scores count.
            let shared = run.topics().map(|topics| {
                topics.filter(|topic| judgments.qrels().topic(topic).is_some()).collect::<HashSet<&str>>()
            });
            match &shared {
                Some(shared) if shared.is_empty() => {
                    return Ok((Vec::new(), vec![Vec::new(); wanted.metrics.len()]));
                }
                Some(_) => {}
                None => rules.topics = TopicRule::Run,
            }
            let scores =
                Scores::of_any(&with_runs(&judgments, &runs, &rules, judged_only)?, &wanted, &rules)?;
            let topics: Vec<usize> = match &shared {
                Some(shared) => {
                    (0..scores.topics.len()).filter(|&topic| shared.contains(&scores.topics[topic])).collect()
                }
                None => scores.counted(0).to_vec(),
            };
            // trec_eval's library has the logarithms of geometric means.
            let column = |(at, metric): (usize, &Metric)| {
                topics.iter().map(|&topic| metric.summary().term(scores.value(0, topic, at))).collect()
            };
            let columns = scores.metrics.iter().enumerate().map(column).collect();
            Ok((topics.iter().map(|&topic| scores.topics[topic].to_owned()).collect(), columns))
        })
    }

    /// Returns the number of topics, and for each measure the sum of its values.
    fn sums(&self, py: Python<'_>, run: &Bound<'_, PyAny>) -> PyResult<(usize, Vec<f64>)> {
        let (topics, columns) = self.columns(py, run)?;
        Ok((
            topics.len(),
            columns.iter().map(|column| column.iter().fold(0.0, |sum, value| sum + value)).collect(),
        ))
    }
}

/// Returns the values that `trec_eval -m name` prints: pairs of a measure of rejudge and the name of the values in
/// pytrec_eval. Returns `None` if there is no such measure.
#[pyfunction]
pub fn trec_measures(name: &str) -> Option<Vec<(String, String)>> {
    let of = |metric: Metric| {
        // The library prints these without their values.
        let label = match metric.family() {
            Family::SetF => Some("set_F".to_owned()),
            Family::Utility => Some("utility".to_owned()),
            Family::InterpolatedAveragePrecision => Some("11pt_avg".to_owned()),
            _ => trec_eval::name(&metric),
        };
        (metric.to_string(), label.unwrap_or_else(|| metric.to_string()))
    };
    Some(trec_eval::expand(name)?.into_iter().map(of).collect())
}

/// Returns the canonical name of a measure; a ValueError describes the error in it.
#[pyfunction]
pub fn measure_name(name: &str) -> PyResult<String> {
    let metric: Metric = name.parse().map_err(Wrong::value)?;
    // Impossible gains are reported here too.
    if !metric.family().is_by_intent() {
        Scorer::new(std::slice::from_ref(&metric), &Gains::linear(1), 1, None).map_err(Wrong::value)?;
    }
    Ok(metric.to_string())
}

/// Returns a description of each family of measures for judgments by document.
#[pyfunction]
pub fn families(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let of = |family: &Family| {
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
        Ok(dict)
    };
    Family::ALL.iter().map(of).collect()
}
