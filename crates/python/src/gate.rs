//! Verdicts on new runs: are they worse than a baseline by more than a budget?

use std::collections::BTreeMap;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rejudge_collections::{KeptDocuments, TopicGroups, read_as};
use rejudge_eval::gate::{Budgets, RunGate};
use rejudge_eval::{Input, PresetRules};

use crate::collection::Collection;
use crate::evaluate::{Call, check_baseline, score_runs};
use crate::exceptions::{Exception, type_error};
use crate::full_collection::Origin;
use crate::judges::Judges;
use crate::judgments::Judgments;
use crate::one_value::{as_dict, for_each_item, number, required_dict, short_repr, text};
use crate::runs::Runs;
use crate::source::as_path;
use crate::table::{PyTable, compute_table};

/// Decides for each run if it is worse than a baseline by more than a budget, as ``rejudge eval --allow`` does.
///
/// Args:
///     qrels, runs, preset, ..: as for ``evaluate``. With ``topics="run"``, it is an error if the
///         runs are scored on different topics.
///     allow: the budget of each measure, which is the loss that you allow: ``{"nDCG@10": 0.01, "AP": 0.02}``.
///     baseline: name of the run that the others are compared with.
///     slices: groups of topics, ``{"language": {"1": "de", "2": "en"}}`` or the path of a table of topics. Each group has
///         verdicts of its own, in addition to those on all topics together.
///
/// Returns:
///     A table with a row for each measure, each slice and each run except the baseline. The ``verdict`` is ``"worse"`` (the
///     data show that the run loses more than the budget), ``"not worse"`` (they show that it loses less) or
///     ``"cannot tell"``. The verdicts use Holm's correction for the number of comparisons. ``resolvable`` is the
///     smallest budget for which these topics can give a verdict in a single comparison. ``table.about`` describes each
///     column.
///
/// >>> import rejudge
/// >>> qrels = {str(topic): {"a": 1, "b": 0} for topic in range(60)}
/// >>> good = {topic: {"a": 2.0, "b": 1.0} for topic in qrels}
/// >>> poor = {topic: {"a": 2.0 if int(topic) % 2 else 0.5, "b": 1.0} for topic in qrels}
/// >>> table = rejudge.gate(qrels, {"good": good, "poor": poor}, allow={"RR": 0.05, "P@2": 0.05}, baseline="good")
/// >>> table["measure"], table["difference"], table["verdict"]
/// (['RR', 'P@2'], [-0.25, 0.0], ['worse', 'not worse'])
#[pyfunction]
#[pyo3(
    signature = (qrels, runs = None, *, allow, baseline, slices = None, **rules),
    text_signature = "(qrels, runs=None, *, allow, baseline, slices=None, preset=None, ties=None, score_type=None, topics=\"qrels\", no_relevant=None, max_rank=None, min_rel=None, gains=None)"
)]
pub fn gate(
    py: Python<'_>,
    qrels: &Bound<'_, PyAny>,
    runs: Option<&Bound<'_, PyAny>>,
    allow: &Bound<'_, PyAny>,
    baseline: String,
    slices: Option<&Bound<'_, PyAny>>,
    rules: Option<&Bound<'_, PyDict>>,
) -> PyResult<PyTable> {
    let allow = required_dict("allow", allow)?;
    let Call { judgments, runs, rules, .. } =
        Call::new(("gate", Some("qrels")), qrels, runs, Some(allow.as_any()), rules)?;
    let mut budgets = Vec::new();
    for_each_item(&allow, "allow", |measure, budget| {
        let measure = measure.str()?.to_string();
        let budget = number(&budget, "allow", &|| format!("measure `{measure}`"))?;
        budgets.push(format!("{measure}:{budget}"));
        Ok(())
    })?;
    let budgets = Budgets::read(&budgets, rules.preset).map_err(Exception::from)?;
    let slices = slices.map(read_groups).transpose()?;
    compute_table(py, move || {
        let (input, scores, warnings) =
            score_runs(&judgments, &runs, &budgets.measures, &rules.rules, KeptDocuments::Judged)?;
        check_baseline(&scores, &baseline)?;
        let gate = RunGate { baseline: &baseline, budgets: &budgets, slices: slices.as_ref() };
        let outcome = gate.outcome(&input, &|| numbered_input(&judgments, &runs, &rules), &scores, &rules)?;
        Ok((outcome.table, warnings))
    })
}

/// Returns the input with a number for each document, which bounds of scores need. Returns `None` if documents cannot be
/// numbered, for example because some runs are files and others are not.
fn numbered_input(judgments: &Arc<Judgments>, runs: &Arc<Runs>, rules: &PresetRules) -> Option<Input> {
    let origin = Origin {
        judgments: Arc::clone(judgments),
        runs: Arc::clone(runs),
        judges: Judges::new(),
        teams: None,
        described: None,
        simulated: None,
        pool_depth: None,
    };
    Collection::assemble(origin, rules.clone()).ok().map(|collection| collection.input().clone())
}

/// Reads groups of topics from a file or a dict, `{kind: {topic: group}}`.
fn read_groups(object: &Bound<'_, PyAny>) -> PyResult<TopicGroups> {
    if let Some(path) = as_path(object)? {
        return Ok(read_as(&path, TopicGroups::parse).map_err(Exception::from)?);
    }
    let not_a_dict = |object: &Bound<'_, PyAny>| {
        type_error(format!(
            "slices: {}, expected a path or a dict, as in {{\"language\": {{\"1\": \"de\"}}}}",
            short_repr(object)
        ))
    };
    let name = |object: &Bound<'_, PyAny>, noun: &str| {
        Ok::<_, PyErr>(text(object, "slices", &|| format!("the name of a {noun}"))?.to_owned())
    };
    let by_kind = as_dict(object)?.ok_or_else(|| not_a_dict(object))?;
    let (mut kinds, mut by_topic) = (Vec::new(), BTreeMap::<String, Vec<Option<String>>>::new());
    for_each_item(&by_kind, "slices", |kind, groups| {
        let kind_index = kinds.len();
        kinds.push(name(&kind, "kind")?);
        for_each_item(&as_dict(&groups)?.ok_or_else(|| not_a_dict(&groups))?, "slices", |topic, group| {
            let cells = by_topic.entry(name(&topic, "topic")?).or_default();
            // An earlier kind that does not mention the topic has no group for it.
            cells.resize(kind_index, None);
            cells.push(Some(name(&group, "group")?));
            Ok(())
        })
    })?;
    by_topic.values_mut().for_each(|cells| cells.resize(kinds.len(), None));
    Ok(TopicGroups { kinds, by_topic })
}
