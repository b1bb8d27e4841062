//! What pytrec_eval's evaluator does, as dicts of dicts.

use std::collections::HashSet;
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyString};
use rejudge_eval::{Preset, Rules, Scores, TopicRule, Wanted};
use rejudge_metrics::{Family, Metric, trec_eval};

use crate::evaluate::{JudgedOnly, scores};
use crate::judgments::{self, Judgments};
use crate::runs;
use crate::work::away;
use crate::wrong::Wrong;

/// The least average precision that counts in a geometric mean, as trec_eval has it.
const LEAST: f64 = 0.00001;

/// Scores runs topic by topic as trec_eval 9 does, by its names.
#[pyclass(frozen, module = "rejudge._native")]
pub struct TrecEvaluator {
    judgments: Arc<Judgments>,
    wanted: Arc<Wanted>,
    names: Vec<Py<PyString>>,
    rules: Rules,
    judged_only: bool,
}

#[pymethods]
impl TrecEvaluator {
    /// `measures`: names as trec_eval's `-m` takes them; `names`: what the values are called.
    #[new]
    fn new(
        py: Python<'_>,
        qrels: &Bound<'_, PyAny>,
        measures: Vec<String>,
        relevance_level: u8,
        judged_only: bool,
    ) -> PyResult<Self> {
        if relevance_level == 0 {
            return Err(PyValueError::new_err("relevance_level: 0, expected a level of 1 or more"));
        }
        let rules = Rules { min_rel: relevance_level, topics: TopicRule::Qrels, ..Rules::of(Preset::Trec9) };
        let mut wanted = Wanted::default();
        let mut names = Vec::new();
        for measure in measures {
            let set = trec_eval::expand(&measure).ok_or_else(|| {
                PyValueError::new_err(format!("unsupported measure {measure}"))
            })?;
            for metric in set {
                let name = trec_eval::name(&metric).unwrap_or_else(|| metric.to_string());
                let at = wanted.metrics.len();
                // trec_eval prints `set_F` whatever its beta.
                if wanted.add(metric) == at {
                    names.push(PyString::new(py, &name).unbind());
                }
            }
        }
        let judgments = judgments::of(py, qrels)?;
        Ok(Self { judgments, wanted: Arc::new(wanted), names, rules, judged_only })
    }

    /// {topic: {measure: value}} of the topics that are in run and judgments.
    fn evaluate<'py>(&self, py: Python<'py>, run: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
        let runs = runs::of(py, run, false)?;
        let (judgments, wanted, rules) = (Arc::clone(&self.judgments), Arc::clone(&self.wanted), self.rules.clone());
        let judged_only = self.judged_only;
        let found = away(py, move || {
            let shared: Vec<String> = runs::topics_of(&runs)
                .into_iter()
                .filter(|topic| judgments.qrels().topic(topic).is_some())
                .map(str::to_owned)
                .collect();
            if shared.is_empty() {
                return Ok(None);
            }
            let found = scores(&judgments, &runs, &wanted, &rules, Some(JudgedOnly(judged_only)))?;
            let shared: HashSet<String> = shared.into_iter().collect();
            let topics = (0..found.topics.len()).filter(|&topic| shared.contains(&found.topics[topic]));
            Ok::<_, Wrong>(Some((topics.collect::<Vec<_>>(), found)))
        })??;
        let result = PyDict::new(py);
        if let Some((topics, scores)) = found {
            for topic in topics {
                result.set_item(scores.topics[topic].as_str(), self.values(py, &scores, topic)?)?;
            }
        }
        Ok(result)
    }
}

impl TrecEvaluator {
    fn values<'py>(&self, py: Python<'py>, scores: &Scores, topic: usize) -> PyResult<Bound<'py, PyDict>> {
        let values = PyDict::new(py);
        for ((name, metric), &value) in self.names.iter().zip(&scores.metrics).zip(scores.values(0, topic)) {
            values.set_item(name, PyFloat::new(py, as_printed(metric, value)))?;
        }
        Ok(values)
    }
}

/// The value of a topic as trec_eval has it.
fn as_printed(metric: &Metric, value: f64) -> f64 {
    let is_geometric = matches!(metric.family(), Family::GeometricMeanAp | Family::GeometricMeanBpref);
    if is_geometric { value.max(LEAST).ln() } else { value }
}
