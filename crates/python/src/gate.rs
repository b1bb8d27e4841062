//! Verdicts on new runs: are they worse than a base by more than is allowed?

use std::collections::BTreeMap;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rejudge_collections::{TopicGroups, read_as};
use rejudge_eval::gate::{Budgets, Gate};
use rejudge_eval::{Input, PresetRules};

use crate::collection::Collection;
use crate::evaluate::{Call, check_runs, scores};
use crate::exceptions::{Wrong, type_error};
use crate::given::path;
use crate::judges::Judges;
use crate::judgments::Judgments;
use crate::one_value::{as_dict, each_item, mapping, number, shown, text};
use crate::runs::AllRuns;
use crate::table::{Table, tabled};
use crate::whole::Given;

/// Judges whether runs are worse than one of them by more than a budget, as ``rejudge eval --allow`` does.
///
/// Args:
///     qrels, runs, preset, ..: as for ``evaluate``; the topics are the same for all runs.
///     allow: the loss that is allowed by each measure: ``{"nDCG@10": 0.01, "AP": 0.02}``.
///     baseline: name of the run that the others are compared with.
///     slices: groups of the topics; each group is judged like all topics together: ``{"language": {"1": "de", "2": "en"}}``,
///         or the path of a table of topics.
///
/// Returns:
///     A row for each run but the baseline, measure and slice, whose ``verdict`` is ``"worse"`` (the run is shown to lose more
///     than the budget), ``"not worse"`` (to lose less) or ``"cannot tell"``, with Holm's correction. ``resolvable`` is the least
///     budget that the topics resolve. ``table.about`` describes each column.
///
/// >>> import rejudge
/// >>> qrels = {str(topic): {"a": 1, "b": 0} for topic in range(60)}
/// >>> good = {topic: {"a": 2.0, "b": 1.0} for topic in qrels}
/// >>> poor = {topic: {"a": 2.0 if int(topic) % 2 else 0.5, "b": 1.0} for topic in qrels}
/// >>> found = rejudge.gate(qrels, {"good": good, "poor": poor}, allow={"RR": 0.05, "P@2": 0.05}, baseline="good")
/// >>> found["measure"], found["difference"], found["verdict"]
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
) -> PyResult<Table> {
    let allow = mapping("allow", allow)?;
    let Call { judgments, runs, rules, .. } =
        Call::new(("gate", Some("qrels")), qrels, runs, Some(allow.as_any()), rules)?;
    let mut budgets = Vec::new();
    each_item(&allow, "allow", |measure, budget| {
        let measure = measure.str()?.to_string();
        let budget = number(&budget, "allow", &|| format!("measure `{measure}`"))?;
        budgets.push(format!("{measure}:{budget}"));
        Ok(())
    })?;
    let budgets = Budgets::read(&budgets, rules.preset).map_err(Wrong::from)?;
    let slices = slices.map(groups).transpose()?;
    tabled(py, move || {
        let (input, scores, warnings) = scores(&judgments, &runs, &budgets.wanted, &rules.rules)?;
        check_runs(&scores, &baseline)?;
        let gate = Gate { baseline: &baseline, budgets: &budgets, slices: slices.as_ref() };
        let outcome = gate.outcome(&input, &|| numbered(&judgments, &runs, &rules), &scores, &rules)?;
        Ok((outcome.table, warnings))
    })
}

/// The input with a number for each document, if the judgments and runs can have one.
fn numbered(judgments: &Arc<Judgments>, runs: &Arc<AllRuns>, rules: &PresetRules) -> Option<Input> {
    let given = Given {
        judgments: Arc::clone(judgments),
        runs: Arc::clone(runs),
        judges: Judges::new(),
        teams: None,
        described: None,
        simulated: None,
        pool_depth: None,
    };
    Collection::assembled(given, rules.clone()).ok().map(|collection| collection.input().clone())
}

/// Reads groups of topics, by kind.
fn groups(object: &Bound<'_, PyAny>) -> PyResult<TopicGroups> {
    if let Some(path) = path(object)? {
        return Ok(read_as(&path, TopicGroups::parse).map_err(Wrong::from)?);
    }
    let wrong = |object: &Bound<'_, PyAny>| {
        type_error(format!(
            "slices: {}, expected a path or a dict, as in {{\"language\": {{\"1\": \"de\"}}}}",
            shown(object)
        ))
    };
    let name = |object: &Bound<'_, PyAny>, of: &str| {
        Ok::<_, PyErr>(text(object, "slices", &|| format!("the name of a {of}"))?.to_owned())
    };
    let by_kind = as_dict(object)?.ok_or_else(|| wrong(object))?;
    let (mut kinds, mut by_topic) = (Vec::new(), BTreeMap::<String, Vec<Option<String>>>::new());
    each_item(&by_kind, "slices", |kind, groups| {
        let at = kinds.len();
        kinds.push(name(&kind, "kind")?);
        each_item(&as_dict(&groups)?.ok_or_else(|| wrong(&groups))?, "slices", |topic, group| {
            let cells = by_topic.entry(name(&topic, "topic")?).or_default();
            cells.resize(at, None);
            cells.push(Some(name(&group, "group")?));
            Ok(())
        })
    })?;
    by_topic.values_mut().for_each(|cells| cells.resize(kinds.len(), None));
    Ok(TopicGroups { kinds, by_topic })
}
