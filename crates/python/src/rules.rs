//! The rules that move numbers, as keywords.

use clap::ValueEnum;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use rejudge_collections::Reading;
use rejudge_descriptor::ExtraColumns;
use rejudge_eval::{Rules, Wanted, name_of};
use rejudge_metrics::{Gains, meant, nearest};
use rejudge_spec::{GainRule, TiesWire};

use crate::wrong::Wrong;

/// What the keywords of a function say; `None`: as the preset has it.
#[derive(Default)]
pub struct Keywords<'a, 'py> {
    pub preset: &'a str,
    pub topics: Option<&'a str>,
    pub ties: Option<&'a str>,
    pub score_type: Option<&'a str>,
    pub no_relevant: Option<&'a str>,
    pub max_rank: Option<u32>,
    pub min_rel: u8,
    pub gains: Option<&'a Bound<'py, PyAny>>,
}

impl Keywords<'_, '_> {
    /// The rules.
    pub fn rules(&self) -> PyResult<Rules> {
        let preset = Rules::of(choice("preset", self.preset)?);
        if self.min_rel == 0 {
            return Err(PyValueError::new_err("min_rel: 0, expected a level of 1 or more"));
        }
        if self.max_rank == Some(0) {
            return Err(PyValueError::new_err("max_rank: 0, expected a rank of 1 or more"));
        }
        let (gains, gains_text) = self.gains.map_or(Ok((GainRule::Linear, "linear".to_owned())), gains)?;
        Ok(Rules {
            ties: given("ties", self.ties)?.unwrap_or(preset.ties),
            score_type: given("score_type", self.score_type)?.unwrap_or(preset.score_type),
            topics: given("topics", self.topics)?.unwrap_or(preset.topics),
            no_relevant: given("no_relevant", self.no_relevant)?.unwrap_or(preset.no_relevant),
            max_rank: self.max_rank.or(preset.max_rank),
            min_rel: self.min_rel,
            gains,
            gains_text,
            ..preset
        })
    }
}

/// How runs are read under rules.
pub fn reading(rules: &Rules) -> Reading {
    Reading {
        ties: rules.ties.into(),
        score_type: rules.score_type.into(),
        max_rank: rules.max_rank.map_or(usize::MAX, |rank| rank as usize),
        extra_columns: ExtraColumns::default(),
    }
}

/// Whether rows are ordered by a column of ranks.
pub fn by_rank(rules: &Rules) -> bool {
    rules.ties == TiesWire::Rank
}

/// A choice by its name.
pub fn choice<T: ValueEnum>(keyword: &str, name: &str) -> PyResult<T> {
    T::from_str(name, false).map_err(|_| {
        let names: Vec<String> = T::value_variants().iter().map(|value| name_of(value.clone())).collect();
        let near = meant(nearest(name, names.iter().map(String::as_str)));
        PyValueError::new_err(format!("{keyword}: `{name}`{near}, expected any of {}", names.join(", ")))
    })
}

fn given<T: ValueEnum>(keyword: &str, name: Option<&str>) -> PyResult<Option<T>> {
    name.map(|name| choice(keyword, name)).transpose()
}

/// `linear`, `exponential`, or a gain for each level.
fn gains(object: &Bound<'_, PyAny>) -> PyResult<(GainRule, String)> {
    if let Ok(name) = object.cast::<PyString>() {
        return match name.to_str()? {
            "linear" => Ok((GainRule::Linear, "linear".to_owned())),
            "exponential" => Ok((GainRule::Exponential, "exponential".to_owned())),
            other => {
                let message =
                    format!("gains: `{other}`, expected linear, exponential or a dict of levels and gains");
                Err(PyValueError::new_err(message))
            }
        };
    }
    let Ok(dict) = object.cast::<PyDict>() else {
        let kind = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "gains: {kind}, expected text or a dict of levels and gains"
        )));
    };
    let levels: Vec<(u8, f64)> =
        dict.iter().map(|(level, gain)| Ok((level.extract()?, gain.extract()?))).collect::<PyResult<_>>()?;
    let text: Vec<String> = levels.iter().map(|(level, gain)| format!("{level}={gain}")).collect();
    let map = Gains::new(levels).map_err(|error| PyValueError::new_err(format!("gains: {error}")))?;
    Ok((GainRule::Map(map), text.join(",")))
}

/// The measures that are asked for: names, or one text of names.
pub fn wanted(measures: &Bound<'_, PyAny>, rules: &Rules) -> PyResult<Wanted> {
    let names: Vec<String> = match measures.cast::<PyString>() {
        Ok(text) => vec![text.to_str()?.to_owned()],
        // Measures of ir_measures are written as ours.
        Err(_) => measures.try_iter()?.map(|name| name?.str()?.extract()).collect::<PyResult<_>>()?,
    };
    let wanted = Wanted::read(&names, rules).map_err(Wrong::from)?;
    if let Some(metric) = wanted.metrics.iter().find(|metric| metric.family().is_by_intent()) {
        return Err(PyValueError::new_err(format!(
            "{metric} needs judgments by intent, which only the command reads (rejudge eval --by-intent)"
        )));
    }
    if wanted.metrics.is_empty() {
        return Err(PyValueError::new_err("no measure is named"));
    }
    Ok(wanted)
}

/// What the columns of measures are called: as they were typed, else as trec_eval or we have it.
pub fn columns(wanted: &Wanted) -> Vec<String> {
    let name = |(at, metric): (usize, &rejudge_metrics::Metric)| {
        let typed = wanted.named().find(|(known, _)| *known == metric).map(|(_, typed)| typed.to_owned());
        typed.or_else(|| wanted.in_trec_eval(at)).unwrap_or_else(|| metric.to_string())
    };
    wanted.metrics.iter().enumerate().map(name).collect()
}
