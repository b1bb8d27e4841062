//! Parses arguments of the Python functions: the rules of scoring, which are keywords, and measures, tests and
//! corrections.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use rejudge_collections::Ties;
use rejudge_eval::{Preset, PresetRules, RequestedMeasures, TypedChoice, evaluation_rules, with_samples};
use rejudge_experiment::spec::RuleChoices;
use rejudge_experiment::spec::yaml::from_compact;
use rejudge_names::{meant, nearest};
use rejudge_stats::{Correction, Test};
use serde::de::DeserializeOwned;

use crate::exceptions::{Exception, type_error, value_error};
use crate::in_range::in_range;
use crate::one_value::{as_dict, for_each_item, number, short_repr};

/// Returns the rules that the keywords of a function choose. A keyword that is `None` chooses nothing. The
/// default of `topics` is `default_topics`, or the preset's topics if `default_topics` is `None`.
pub fn rules(
    function: &str,
    keywords: Option<&Bound<'_, PyDict>>,
    default_topics: Option<&str>,
) -> PyResult<PresetRules> {
    rules_over(function, keywords, default_topics, None)
}

/// Like [`rules`] if `base` is `None`. Otherwise `default_topics` has no effect, and the rules of `base` are
/// the defaults unless the keywords choose a preset.
pub fn rules_over(
    function: &str,
    keywords: Option<&Bound<'_, PyDict>>,
    default_topics: Option<&str>,
    base: Option<&PresetRules>,
) -> PyResult<PresetRules> {
    let (mut preset, mut choices) = (None, RuleChoices::default());
    let mut choose = |name: &str, value: &str| {
        choices.choose(name, value).map_err(|fault| value_error(format!("{}: {fault}", keyword(name))))
    };
    if let (Some(topics), None) = (default_topics, base) {
        choose("topics", topics)?;
    }
    for (key, value) in keywords.into_iter().flatten() {
        let key: String = key.extract()?;
        let all_keywords = rule_keywords();
        if !all_keywords.contains(&key) {
            let hint = meant(nearest(&key, all_keywords.iter().map(String::as_str)));
            let message = format!("{function}() got an unexpected keyword argument '{key}'{hint}");
            return Err(type_error(message));
        }
        if value.is_none() {
            continue;
        }
        let text = command_line_text(&key, &value)?;
        match key.as_str() {
            "preset" => preset = Some(parse_choice("preset", &text, &[])?),
            _ => choose(&key.replace('_', "-"), &text)?,
        }
    }
    match (base, preset) {
        (Some(base), None) => Ok(PresetRules { rules: choices.over(base.rules.clone()), ..base.clone() }),
        _ => Ok(PresetRules::new(preset.unwrap_or_default(), &choices)),
    }
}

/// Returns true if the keywords choose the level from which a document is relevant.
pub fn chooses_level(keywords: Option<&Bound<'_, PyDict>>) -> PyResult<bool> {
    let level = keywords.map(|keywords| keywords.get_item("min_rel")).transpose()?.flatten();
    Ok(level.is_some_and(|level| !level.is_none()))
}

/// Returns the rules of a pickled collection.
pub fn from_fields(py: Python<'_>, fields: Vec<(String, String)>) -> PyResult<PresetRules> {
    let keywords = PyDict::new(py);
    for (name, value) in fields {
        keywords.set_item(keyword(&name), value)?;
    }
    rules("Collection", Some(&keywords), None)
}

/// Returns a value as it would be typed on the command line, for example `1=1,2=3` for `{1: 1, 2: 3}`.
fn command_line_text(key: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_str()?.to_owned());
    }
    if let (Some(gains), "gains") = (as_dict(value)?, key) {
        let mut pairs = Vec::new();
        for_each_item(&gains, key, |level, gain| {
            let place = || format!("level {}", short_repr(&level));
            let level: u8 = in_range(&level).map_err(|error| keyword_error(key, &level, &error))?;
            pairs.push(format!("{level}={}", number(&gain, key, &place)?));
            Ok(())
        })?;
        return Ok(pairs.join(","));
    }
    let number: u64 = in_range(value).map_err(|error| keyword_error(key, value, &error))?;
    Ok(number.to_string())
}

/// Returns the error for a value that is not a whole number, or is out of range.
fn keyword_error(key: &str, value: &Bound<'_, PyAny>, error: &PyErr) -> PyErr {
    if error.is_instance_of::<PyTypeError>(value.py()) {
        type_error(format!("{key}: {}, expected a text or a whole number", short_repr(value)))
    } else {
        value_error(format!("{key}: {}", error.value(value.py())))
    }
}

fn keyword(rule: &str) -> String {
    rule.replace('-', "_")
}

/// Returns the keywords that every function with rules has: ``preset``, and one for each rule.
#[pyfunction]
pub fn rule_keywords() -> Vec<String> {
    std::iter::once("preset".to_owned()).chain(evaluation_rules().map(|rule| keyword(&rule.name))).collect()
}

/// Returns true if documents are ordered by a column of ranks.
pub fn orders_by_rank(rules: &PresetRules) -> bool {
    rules.rules.ties == Ties::Rank
}

/// Parses the name of a choice with its parameters, for example `paired-bootstrap(samples=500)`.
/// `other_names` are also accepted.
pub fn parse_choice<T: DeserializeOwned>(
    keyword: &str,
    text: &str,
    other_names: &[(&str, &str)],
) -> PyResult<T> {
    from_compact(text, other_names).map_err(|fault| value_error(format!("{keyword}: {fault}")))
}

/// Parses a test and a correction. If they draw random samples, `samples` is their number. If `samples` is
/// `None`, each takes the number from its parameters, as in `bootstrap(samples=500)`, or else the default.
///
/// # Errors
/// If a name is unknown. Also if `samples` is given, but is out of range, or neither the test nor the correction
/// draws samples, or one of them already has a number of samples in its parameters.
pub fn test_and_correction(
    test: &str,
    correction: &str,
    samples: Option<u32>,
) -> PyResult<(Test, Correction)> {
    let test = TypedChoice::read(test).map_err(|fault| value_error(format!("test: {fault}")))?;
    let correction =
        TypedChoice::read(correction).map_err(|fault| value_error(format!("correction: {fault}")))?;
    with_samples(test, correction, samples).map_err(|error| value_error(format!("samples: {error}")))
}

/// Parses measures: a string of names, or a list of names or of ir_measures' measures. Refuses an empty
/// list.
pub fn parse_measures(measures: &Bound<'_, PyAny>, preset: Preset) -> PyResult<RequestedMeasures> {
    let names: Vec<String> = match measures.cast::<PyString>() {
        Ok(text) => vec![text.to_str()?.to_owned()],
        // Python's `str` turns a measure of ir_measures into its name.
        Err(_) => {
            let names = measures
                .try_iter()
                .map_err(|_| type_error(format!("measures: {}, expected names", short_repr(measures))))?;
            names.map(|name| name?.str()?.extract()).collect::<PyResult<_>>()?
        }
    };
    let is_count = |name: &&str| matches!(*name, "num_q" | "NumQ");
    if let Some(name) = names.iter().flat_map(|name| name.split_whitespace()).find(is_count) {
        return Err(value_error(format!("measures: `{name}` is not a score; the column `topics` has it")));
    }
    let measures = RequestedMeasures::read(&names, preset).map_err(Exception::from)?;
    if measures.metrics.is_empty() {
        return Err(value_error("no measure is named"));
    }
    Ok(measures)
}

/// Parses measures for a collection, whose judgments are by document. Measures by intent are refused.
pub fn parse_document_measures(measures: &Bound<'_, PyAny>, preset: Preset) -> PyResult<RequestedMeasures> {
    let measures = parse_measures(measures, preset)?;
    match measures.metrics.iter().find(|metric| metric.family().is_by_intent()) {
        None => Ok(measures),
        Some(metric) => Err(value_error(format!(
            "{metric} needs judgments by intent, which a collection does not have: \
             rejudge.evaluate(rejudge.Qrels(qrels, by_intent=True), ..)"
        ))),
    }
}

/// Returns the columns of a table of scores, as pairs of a measure's index and the column's name. Each name
/// that the user typed is a column. If a measure comes only from a set of measures, such as `official`, its
/// column has trec_eval's name, or our name if trec_eval does not have the measure.
pub fn measure_columns(measures: &RequestedMeasures) -> Vec<(usize, String)> {
    let mut columns: Vec<(usize, String)> = Vec::new();
    for (index, metric) in measures.metrics.iter().enumerate() {
        let typed_names = measures.named().filter(|(named, _)| *named == metric).map(|(_, name)| name);
        let first_column = columns.len();
        for name in typed_names {
            if columns[first_column..].iter().all(|(_, column)| column != name) {
                columns.push((index, name.to_owned()));
            }
        }
        if columns.len() == first_column {
            columns.push((index, measures.in_trec_eval(index).unwrap_or_else(|| metric.to_string())));
        }
    }
    columns
}
