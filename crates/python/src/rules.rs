//! The rules that move numbers, as keywords.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use rejudge_collections::Ties;
use rejudge_eval::{Preset, PresetRules, Wanted, evaluation_rules};
use rejudge_experiment::spec::RuleChoices;
use rejudge_experiment::spec::yaml::from_compact;
use rejudge_names::{meant, nearest};
use rejudge_stats::{Correction, Test};
use serde::de::DeserializeOwned;

use crate::exceptions::{Wrong, type_error, value_error};
use crate::in_range::in_range;
use crate::one_value::{as_dict, each_item, number, shown};

/// Returns the rules that the keywords of a function choose; `None` chooses nothing. Without `topics`, the value is
/// `usual_topics`, or that of the preset.
pub fn rules(
    function: &str,
    keywords: Option<&Bound<'_, PyDict>>,
    usual_topics: Option<&str>,
) -> PyResult<PresetRules> {
    rules_over(function, keywords, usual_topics, None)
}

/// Like [`rules`]. If no preset is chosen, the other rules are those of `base`.
pub fn rules_over(
    function: &str,
    keywords: Option<&Bound<'_, PyDict>>,
    usual_topics: Option<&str>,
    base: Option<&PresetRules>,
) -> PyResult<PresetRules> {
    let (mut preset, mut choices) = (None, RuleChoices::default());
    let mut choose = |name: &str, value: &str| {
        choices.choose(name, value).map_err(|why| value_error(format!("{}: {why}", keyword(name))))
    };
    usual_topics.filter(|_| base.is_none()).map(|topics| choose("topics", topics)).transpose()?;
    for (key, value) in keywords.into_iter().flatten() {
        let key: String = key.extract()?;
        let all_keywords = rule_keywords();
        if !all_keywords.contains(&key) {
            let near = meant(nearest(&key, all_keywords.iter().map(String::as_str)));
            let message = format!("{function}() got an unexpected keyword argument '{key}'{near}");
            return Err(type_error(message));
        }
        if value.is_none() {
            continue;
        }
        let text = as_typed(&key, &value)?;
        match key.as_str() {
            "preset" => preset = Some(typed("preset", &text, &[])?),
            _ => choose(&key.replace('_', "-"), &text)?,
        }
    }
    match (base, preset) {
        (Some(base), None) => Ok(PresetRules { rules: choices.over(base.rules.clone()), ..base.clone() }),
        _ => Ok(PresetRules::new(preset.unwrap_or_default(), &choices)),
    }
}

/// Returns true if the keywords choose the level from which a document is relevant.
pub fn chosen_level(keywords: Option<&Bound<'_, PyDict>>) -> PyResult<bool> {
    let level = keywords.map(|keywords| keywords.get_item("min_rel")).transpose()?.flatten();
    Ok(level.is_some_and(|level| !level.is_none()))
}

/// The rules of a pickle.
pub fn of_fields(py: Python<'_>, fields: Vec<(String, String)>) -> PyResult<PresetRules> {
    let keywords = PyDict::new(py);
    for (name, value) in fields {
        keywords.set_item(keyword(&name), value)?;
    }
    rules("Collection", Some(&keywords), None)
}

/// A value as the command line has it.
fn as_typed(key: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_str()?.to_owned());
    }
    if let (Some(gains), "gains") = (as_dict(value)?, key) {
        let mut pairs = Vec::new();
        each_item(&gains, key, |level, gain| {
            let place = || format!("level {}", shown(&level));
            let level: u8 = in_range(&level).map_err(|error| of_keyword(key, &level, &error))?;
            pairs.push(format!("{level}={}", number(&gain, key, &place)?));
            Ok(())
        })?;
        return Ok(pairs.join(","));
    }
    let number: u64 = in_range(value).map_err(|error| of_keyword(key, value, &error))?;
    Ok(number.to_string())
}

/// An error at the value of a keyword.
fn of_keyword(key: &str, value: &Bound<'_, PyAny>, error: &PyErr) -> PyErr {
    match error.is_instance_of::<PyTypeError>(value.py()) {
        true => type_error(format!("{key}: {}, expected a text or a whole number", shown(value))),
        false => value_error(format!("{key}: {}", error.value(value.py()))),
    }
}

fn keyword(rule: &str) -> String {
    rule.replace('-', "_")
}

/// The keywords that every function with rules has: the preset, and each rule by itself.
#[pyfunction]
pub fn rule_keywords() -> Vec<String> {
    std::iter::once("preset".to_owned()).chain(evaluation_rules().map(|rule| keyword(&rule.name))).collect()
}

/// Returns true if rows are ordered by a column of ranks.
pub fn by_rank(rules: &PresetRules) -> bool {
    rules.rules.ties == Ties::Rank
}

/// Parses a choice by its name, or by another accepted name, with its parameters.
pub fn typed<T: DeserializeOwned>(keyword: &str, text: &str, other_names: &[(&str, &str)]) -> PyResult<T> {
    from_compact(text, other_names).map_err(|why| value_error(format!("{keyword}: {why}")))
}

/// A test and a correction by their names; each that draws samples draws so many.
pub fn test_and_correction(
    test: &str,
    correction: &str,
    samples: Option<u32>,
) -> PyResult<(Test, Correction)> {
    let with_samples =
        |name: &str| samples.map_or_else(|| name.to_owned(), |count| format!("{name}(samples={count})"));
    let chosen: (Test, Correction) = (typed("test", test, &[])?, typed("correction", correction, &[])?);
    let draws = (chosen.0.samples().is_some(), chosen.1.samples().is_some());
    if samples.is_some() && draws == (false, false) {
        return Err(value_error(format!("samples: would have no effect: {test} and {correction} draw none")));
    }
    Ok((
        if draws.0 { typed("test", &with_samples(test), &[])? } else { chosen.0 },
        if draws.1 { typed("correction", &with_samples(correction), &[])? } else { chosen.1 },
    ))
}

/// The measures that are asked for: names, or one text of names.
pub fn wanted(measures: &Bound<'_, PyAny>, preset: Preset) -> PyResult<Wanted> {
    let names: Vec<String> = match measures.cast::<PyString>() {
        Ok(text) => vec![text.to_str()?.to_owned()],
        // Measures of ir_measures are converted to rejudge's spelling.
        Err(_) => {
            let names = measures
                .try_iter()
                .map_err(|_| type_error(format!("measures: {}, expected names", shown(measures))))?;
            names.map(|name| name?.str()?.extract()).collect::<PyResult<_>>()?
        }
    };
    let is_count = |name: &&str| matches!(*name, "num_q" | "NumQ");
    if let Some(name) = names.iter().flat_map(|name| name.split_whitespace()).find(is_count) {
        return Err(value_error(format!("measures: `{name}` is not a score; the column `topics` has it")));
    }
    let wanted = Wanted::read(&names, preset).map_err(Wrong::from)?;
    if wanted.metrics.is_empty() {
        return Err(value_error("no measure is named"));
    }
    Ok(wanted)
}

/// The measures that are asked for of a collection, whose judgments are by document.
pub fn by_document(measures: &Bound<'_, PyAny>, preset: Preset) -> PyResult<Wanted> {
    let wanted = wanted(measures, preset)?;
    match wanted.metrics.iter().find(|metric| metric.family().is_by_intent()) {
        None => Ok(wanted),
        Some(metric) => Err(value_error(format!(
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
