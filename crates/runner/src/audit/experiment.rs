//! The experiment of an audit: the bundled one, filled with the values of the audit.

use std::path::Path;

use anyhow::{Context, Result};
use rejudge_collections::descriptor::Repeated;
use rejudge_experiment::grid::Grid;
use rejudge_experiment::spec::yaml::{self, Node, Source, apply_override, merged, parse, to_compact};
use rejudge_report::table::gaps;
use serde_json::{Map, Value, json};

use crate::audit::files::{BY_AUDIT, COLLECTION, EXPERIMENT, describe, real, seen_from};
use crate::audit::inputs::AuditRequest;
use crate::audit::inspect::Inspected;
use crate::audit::other_judge::OtherJudge;

/// The bundled experiment, and its additions for other judges. The experiment that an audit writes is complete and
/// extends nothing, so that running it later, or in another folder, gives the same numbers.
const BUNDLED: &str = include_str!("../../experiments/audit/experiment.yaml");
const JUDGES: &str = include_str!("../../experiments/audit-judges/experiment.yaml");
const NEW_RUN: &str = include_str!("../../experiments/audit-new-run/experiment.yaml");

/// The experiment of a request with the changes `set`, without the tables and figures that `drop` names.
fn experiment(asked: &AuditRequest, set: &[String], of: &Inspected, drop: &[String]) -> Result<Value> {
    let mut bundled = tree("experiments/audit", BUNDLED)?;
    if of.asks_judges() {
        bundled = merged(bundled, tree("experiments/audit-judges", JUDGES)?)?;
    }
    let judgments = judgments(&value(&bundled)?["axes"]["judgments"], of);
    if !of.new_runs.is_empty() {
        bundled = merged(bundled, tree("experiments/audit-new-run", NEW_RUN)?)?;
    }
    let mut rules: Map<String, Value> = Map::new();
    for (name, value) in asked.rules.iter() {
        let value = serde_yaml::from_str(&to_compact(&value));
        rules.insert(name.to_owned(), value.with_context(|| format!("the rule {name} is no YAML"))?);
    }
    if of.has_judge_of_some_topics() {
        rules.insert("emptied-topics".to_owned(), "drop-unlabelled".into());
    }
    // A run without a document for any topic is not compared.
    let runs = if of.sets_aside { json!({"complete": {"share": "0.0000001"}}) } else { "all".into() };
    let with_new = (1..=of.new_runs.len()).map(|at| format!("new-{at}.yaml"));
    let collections: Vec<String> = std::iter::once(COLLECTION.to_owned()).chain(with_new).collect();
    let own = json!({
        "id": format!("audit-{}", of.description.id),
        "title": format!("Audit of {}", of.description.id),
        "seed": asked.seed,
        "draws": asked.draws,
        "evaluation": rules,
        "axes": {
            "collection": collections,
            "runs": [runs],
            "judgments": judgments,
            "measure": of.measures,
        },
        "statistics": {"agreement": {"kendall-tau": {"versus": {"measure": of.measures[0]}}}},
    });
    let mut out = value(&merged(bundled, tree(EXPERIMENT, &serde_yaml::to_string(&own)?)?)?)?;
    if !of.new_runs.is_empty() {
        out["statistics"]["judged-all"]["judged-share"]["depth"] = of.last_rank.into();
    }
    for part in ["tables", "figures"] {
        let tables = out[part].as_object_mut().context("the bundled experiment has tables and figures")?;
        tables.values_mut().for_each(|table| name_measures(table, &of.measures));
        if !of.new_runs.is_empty() {
            tables.values_mut().for_each(|table| name_collections(table, of));
        }
    }
    if let Some(out) = out.as_object_mut() {
        out.shift_remove("extends");
    }
    let mut out = changed(out, set)?;
    for part in ["tables", "figures"] {
        let tables = out[part].as_object_mut().context("the experiment has tables and figures")?;
        tables.retain(|name, _| !drop.contains(name));
    }
    Ok(out)
}

/// Returns the tree of a YAML text, which errors call `name`.
fn tree(name: &str, text: &str) -> Result<Node> {
    Ok(parse(Source::typed(name, text))?)
}

/// Returns an experiment with the changes `set`.
fn changed(experiment: Value, set: &[String]) -> Result<Value> {
    if set.is_empty() {
        return Ok(experiment);
    }
    let mut node = tree(EXPERIMENT, &serde_yaml::to_string(&experiment)?)?;
    set.iter().try_for_each(|text| apply_override(&mut node, text))?;
    value(&node)
}

/// Returns a YAML tree as a value that can be written.
fn value(node: &Node) -> Result<Value> {
    Ok(match &node.value {
        yaml::Value::Scalar { text, quoted: true } => text.as_str().into(),
        yaml::Value::Scalar { text, quoted: false } => serde_yaml::from_str(text)?,
        yaml::Value::List(items) => Value::Array(items.iter().map(value).collect::<Result<_>>()?),
        yaml::Value::Map(entries) => {
            let entry =
                |(key, of): &(Node, Node)| Ok((key.text().unwrap_or_default().to_owned(), value(of)?));
            Value::Object(entries.iter().map(entry).collect::<Result<_>>()?)
        }
    })
}

/// Inserts the audited collection into a table, or those with a new run each if the table has panels of collections.
fn name_collections(table: &mut Value, of: &Inspected) {
    let is_of_new_runs = table["panels"] == "collection";
    let with_new = || (1..=of.new_runs.len()).map(|at| of.with_new_run(at).id).collect();
    let names: Vec<String> = if is_of_new_runs { with_new() } else { vec![of.description.id.clone()] };
    table["where"]["collection"] = names.into();
}

/// Replaces the measures that a table names: a single one by the first, several by the same number.
fn name_measures(table: &mut Value, measures: &[String]) {
    match table.pointer_mut("/where/measure") {
        None => {}
        Some(Value::Array(named)) => {
            named.truncate(measures.len());
            named.iter_mut().zip(measures).for_each(|(named, own)| *named = own.as_str().into());
        }
        Some(named) => *named = measures[0].as_str().into(),
    }
}

/// The judgment sets of the experiment that the collection has, with its teams, judges and depth in place of those of the
/// example.
fn judgments(written: &Value, of: &Inspected) -> Vec<Value> {
    let fillers = of.judges(OtherJudge::may_fill);
    let depths = of.description.depth.map(|depth| json!({"range": {"from": 1, "to": depth}}));
    let each = |names: &[String]| (!names.is_empty()).then(|| json!({"each": names}));
    let own = [
        ("judge", each(&of.judges(|_| true))),
        ("fill", each(&fillers)),
        ("team", each(of.left_out())),
        ("depth", depths),
    ];
    let filled = |set: &Value| {
        let mut set = set.clone();
        for (name, parameters) in set.as_object_mut().into_iter().flatten() {
            if name == "sample" && !of.is_judged() {
                return None;
            }
            for (parameter, own) in &own {
                if let Some(value) = parameters.get_mut(parameter) {
                    *value = own.clone()?;
                }
            }
        }
        Some(set)
    };
    written.as_array().into_iter().flatten().filter_map(filled).collect()
}

/// Returns the names of the tables and figures that cannot be filled: those without a point on the axes, and those that
/// need unknown facts. A table that stays empty would be an error for users who run the experiment again.
pub fn unfilled(of: &Inspected, grid: &Grid) -> Vec<String> {
    let mut names: Vec<String> =
        gaps(grid, &|_| true).into_iter().filter(|gap| gap.line.is_none()).map(|gap| gap.table).collect();
    if of.description.depth.is_none() {
        names.extend(["pool", "ranks"].map(str::to_owned));
    }
    let has_passes = |(judge, _): &(OtherJudge, _)| judge.file.repeated == Repeated::Each;
    if !of.description.judges.iter().any(has_passes) {
        names.push("passes".to_owned());
    }
    if of.left_out().is_empty() {
        names.extend(["teams", "unique", "left-out-judged", "left-out-change"].map(str::to_owned));
    }
    if !of.is_judged() {
        names.extend(["judged", "bounds", "bounds-of-runs"].map(str::to_owned));
    }
    names
}

/// The experiment with the changes `set` and all that it needs to be run, for the folder `folder`: names and bytes.
///
/// # Errors
/// If a file is not there.
pub fn experiment_files(
    asked: &AuditRequest,
    set: &[String],
    of: &Inspected,
    drop: &[String],
    folder: &Path,
) -> Result<Vec<(String, Vec<u8>)>> {
    let experiment =
        serde_yaml::to_string(&experiment(asked, set, of, drop)?).context("the experiment is no YAML")?;
    let mut out = collection_files(of, folder)?;
    out.push((EXPERIMENT.to_owned(), format!("{BY_AUDIT}{experiment}").into_bytes()));
    for (at, run) in (1..).zip(&of.new_runs) {
        out.push((format!("new-{at}.yaml"), describe(&of.with_new_run(at), folder)?.into_bytes()));
        out.push((run.copy.clone(), run.bytes.clone()));
    }
    Ok(out)
}

/// The description of the collection with the tables that it names.
fn collection_files(of: &Inspected, folder: &Path) -> Result<Vec<(String, Vec<u8>)>> {
    let tables = of.tables.iter().map(|(name, text)| (name.clone(), text.clone().into_bytes()));
    let described = describe(&of.description, folder)?.into_bytes();
    Ok(tables.chain([(COLLECTION.to_owned(), described)]).collect())
}

/// Returns the files of an experiment that extends `extends`, a name or a file, for this collection and the folder
/// `folder`. `drop` are paths of the other experiment that do not fit: its printed values, and tables that cannot be
/// filled.
///
/// # Errors
/// If a file is missing.
pub fn extending_files(
    extends: &str,
    of: &Inspected,
    drop: &[String],
    folder: &Path,
) -> Result<Vec<(String, Vec<u8>)>> {
    let id = &of.description.id;
    let name = Path::new(extends).file_stem().unwrap_or_default().to_string_lossy();
    let extends = match Path::new(extends).is_file() {
        true => seen_from(Path::new(extends), &real(folder))?.to_string_lossy().into_owned(),
        false => extends.to_owned(),
    };
    let drop = if drop.is_empty() { String::new() } else { format!("drop: [{}]\n", drop.join(", ")) };
    let experiment = format!(
        "# The questions of `{name}`, asked of your collection. What you write here replaces what is written there;\n\
         # `rejudge plan {id}/{EXPERIMENT} --resolved` shows both together.\n\
         schema: experiment/v1\n\
         id: {id}\n\
         title: {}\n\
         extends: {}\n\
         axes:\n\
         \x20 collection: [{COLLECTION}]\n\
         {drop}",
        json!(format!("{name} on {id}")),
        json!(extends),
    );
    let mut out = collection_files(of, folder)?;
    out.push((EXPERIMENT.to_owned(), experiment.into_bytes()));
    Ok(out)
}
