//! The rules that move numbers, as keywords.

use std::num::{NonZeroU8, NonZeroU32};

use clap::ValueEnum;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use rejudge_collections::Ties;
use rejudge_eval::{Preset, PresetRules, Wanted, name_of};
use rejudge_names::{meant, nearest};
use rejudge_spec::yaml::from_compact;
use rejudge_spec::{GainRule, RuleChoices};
use serde::de::DeserializeOwned;

use crate::in_range::in_range;
use crate::values::{number, shown};
use crate::wrong::Wrong;

/// What the keywords of a function say; `None`: as the preset has it.
#[derive(Default)]
pub struct Keywords<'a, 'py> {
    pub preset: Option<&'a str>,
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
    pub fn rules(&self) -> PyResult<PresetRules> {
        let preset = given("preset", self.preset)?.unwrap_or_default();
        let wrong = |message| PyValueError::new_err(message);
        let min_rel = NonZeroU8::new(self.min_rel);
        let min_rel = min_rel.ok_or_else(|| wrong("min_rel: 0, expected a level of 1 or more"))?;
        let rank =
            |rank| NonZeroU32::new(rank).ok_or_else(|| wrong("max_rank: 0, expected a rank of 1 or more"));
        let choices = RuleChoices {
            max_rank: self.max_rank.map(rank).transpose()?.map(Some),
            min_rel: Some(min_rel),
            gains: self.gains.map(gains).transpose()?,
            ties: given("ties", self.ties)?,
            score_type: given("score_type", self.score_type)?,
            topics: given("topics", self.topics)?,
            no_relevant: given("no_relevant", self.no_relevant)?,
        };
        Ok(PresetRules::new(preset, choices))
    }
}

/// The keywords that every function with rules has: the preset, and each rule by itself.
#[pyfunction]
pub fn rule_keywords() -> Vec<String> {
    let rules = RuleChoices::NAMES.into_iter().map(|name| name.replace('-', "_"));
    ["preset".to_owned()].into_iter().chain(rules).collect()
}

/// Whether rows are ordered by a column of ranks.
pub fn by_rank(rules: &PresetRules) -> bool {
    rules.rules.ties == Ties::Rank
}

/// A choice by its name.
pub fn choice<T: ValueEnum>(keyword: &str, name: &str) -> PyResult<T> {
    T::from_str(name, false).map_err(|_| {
        let names: Vec<String> = T::value_variants().iter().map(|value| name_of(value.clone())).collect();
        let near = meant(nearest(name, names.iter().map(String::as_str)));
        PyValueError::new_err(format!("{keyword}: `{name}`{near}, expected any of {}", names.join(", ")))
    })
}

/// A choice by its name, or by another that it has here, with its parameters.
pub fn typed<T: DeserializeOwned>(keyword: &str, text: &str, other_names: &[(&str, &str)]) -> PyResult<T> {
    from_compact(text, other_names).map_err(|why| PyValueError::new_err(format!("{keyword}: {why}")))
}

fn given<T: ValueEnum>(keyword: &str, name: Option<&str>) -> PyResult<Option<T>> {
    name.map(|name| choice(keyword, name)).transpose()
}

/// `linear`, `exponential`, or a gain for each level.
fn gains(object: &Bound<'_, PyAny>) -> PyResult<GainRule> {
    if let Ok(name) = object.cast::<PyString>() {
        return match name.to_str()? {
            "linear" => Ok(GainRule::Linear),
            "exponential" => Ok(GainRule::Exponential),
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
    let pair = |(level, gain): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        let place = || format!("level {}", shown(&level));
        Ok((in_range(&level)?, number(&gain, "gains", &place)?))
    };
    let levels: Vec<(u8, f64)> = dict.iter().map(pair).collect::<PyResult<_>>()?;
    GainRule::map(levels).map_err(|error| PyValueError::new_err(format!("gains: {error}")))
}

/// The measures that are asked for: names, or one text of names.
pub fn wanted(measures: &Bound<'_, PyAny>, preset: Preset) -> PyResult<Wanted> {
    let names: Vec<String> = match measures.cast::<PyString>() {
        Ok(text) => vec![text.to_str()?.to_owned()],
        // Measures of ir_measures are written as ours.
        Err(_) => {
            let names = measures.try_iter().map_err(|_| {
                PyTypeError::new_err(format!("measures: {}, expected names", shown(measures)))
            })?;
            names.map(|name| name?.str()?.extract()).collect::<PyResult<_>>()?
        }
    };
    let is_count = |name: &&str| matches!(*name, "num_q" | "NumQ");
    if let Some(name) = names.iter().flat_map(|name| name.split_whitespace()).find(is_count) {
        return Err(PyValueError::new_err(format!(
            "measures: `{name}` is no score; the column `topics` has it"
        )));
    }
    let wanted = Wanted::read(&names, preset).map_err(Wrong::from)?;
    if wanted.metrics.is_empty() {
        return Err(PyValueError::new_err("no measure is named"));
    }
    Ok(wanted)
}

/// The measures that are asked for of a collection, whose judgments are by document.
pub fn by_document(measures: &Bound<'_, PyAny>, preset: Preset) -> PyResult<Wanted> {
    let wanted = wanted(measures, preset)?;
    match wanted.metrics.iter().find(|metric| metric.family().is_by_intent()) {
        None => Ok(wanted),
        Some(metric) => Err(PyValueError::new_err(format!(
            "{metric} needs judgments by intent, which a collection does not have: \
             rejudge.evaluate(rejudge.Qrels(qrels, by_intent=True), ..)"
        ))),
    }
}

/// The columns of measures, each with the measure's place: one a name that was typed, else one called as
/// trec_eval or we have it.
pub fn columns(wanted: &Wanted) -> Vec<(usize, String)> {
    let mut columns: Vec<(usize, String)> = Vec::new();
    for (at, metric) in wanted.metrics.iter().enumerate() {
        let typed = wanted.named().filter(|(known, _)| *known == metric).map(|(_, typed)| typed);
        let before = columns.len();
        for name in typed {
            if columns[before..].iter().all(|(_, other)| other != name) {
                columns.push((at, name.to_owned()));
            }
        }
        if columns.len() == before {
            columns.push((at, wanted.in_trec_eval(at).unwrap_or_else(|| metric.to_string())));
        }
    }
    columns
}
