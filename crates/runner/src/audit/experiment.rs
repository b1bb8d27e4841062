//! Makes the files of experiments on your own collection: the bundled experiment `audit`, filled with an audit's values,
//! and experiments that extend another one.

use std::path::Path;

use anyhow::{Context, Result};
use rejudge_collections::descriptor::{Repeated, canonical};
use rejudge_experiment::grid::Grid;
use rejudge_experiment::spec::RuleChoices;
use rejudge_experiment::spec::yaml::{self, Node, Source, apply_override, merged, parse, to_compact};
use rejudge_report::table::gaps;
use serde_json::{Map, Value, json};

use crate::audit::files::{BY_AUDIT, COLLECTION, EXPERIMENT, describe, relative_path};
use crate::audit::inputs::AuditRequest;
use crate::audit::inspect::Inspected;
use crate::audit::other_judge::OtherJudge;

/// The bundled experiment, and its additions for other judges and new runs. The experiment that an audit
/// writes contains a copy of these files and does not extend them, because a later version of rejudge may
/// change them.
const BUNDLED_EXPERIMENT: &str = include_str!("../../experiments/audit/experiment.yaml");
const JUDGES_ADDITION: &str = include_str!("../../experiments/audit-judges/experiment.yaml");
const NEW_RUN_ADDITION: &str = include_str!("../../experiments/audit-new-run/experiment.yaml");

/// Returns the experiment for a request. The changes in `set` are applied, and the tables and figures in `drop` are left out.
fn experiment(
    request: &AuditRequest,
    set: &[String],
    inspected: &Inspected,
    drop: &[String],
) -> Result<Value> {
    let mut bundled = parse_yaml("experiments/audit", BUNDLED_EXPERIMENT)?;
    if inspected.asks_judges() {
        bundled = merged(bundled, parse_yaml("experiments/audit-judges", JUDGES_ADDITION)?)?;
    }
    let judgments = judgments(&to_json(&bundled)?["axes"]["judgments"], inspected);
    if !inspected.new_runs.is_empty() {
        bundled = merged(bundled, parse_yaml("experiments/audit-new-run", NEW_RUN_ADDITION)?)?;
    }
    let mut rules = chosen_rules(&request.rules)?;
    if inspected.has_judge_of_some_topics() {
        rules.insert("emptied-topics".to_owned(), "drop-unlabelled".into());
    }
    // A run that retrieved no document for any topic cannot be compared. The choice `complete` with a tiny share leaves out
    // only such runs.
    let runs = if inspected.excludes_empty_runs {
        json!({"complete": {"share": "0.0000001"}})
    } else {
        "all".into()
    };
    let with_new_runs = (1..=inspected.new_runs.len()).map(|number| format!("new-{number}.yaml"));
    let collections: Vec<String> = std::iter::once(COLLECTION.to_owned()).chain(with_new_runs).collect();
    let additions = json!({
        "id": format!("audit-{}", inspected.description.id),
        "title": format!("Audit of {}", inspected.description.id),
        "seed": request.seed,
        "draws": request.draws,
        "evaluation": rules,
        "axes": {
            "collection": collections,
            "runs": [runs],
            "judgments": judgments,
            "measure": inspected.measures,
        },
        "statistics": {"agreement": {"kendall-tau": {"versus": {"measure": inspected.measures[0]}}}},
    });
    let mut out = to_json(&merged(bundled, parse_yaml(EXPERIMENT, &serde_yaml::to_string(&additions)?)?)?)?;
    if !inspected.new_runs.is_empty() {
        out["statistics"]["judged-all"]["judged-share"]["depth"] = inspected.last_rank.into();
    }
    for part in ["tables", "figures"] {
        let tables = out[part].as_object_mut().context("the bundled experiment has tables and figures")?;
        tables.values_mut().for_each(|table| name_measures(table, &inspected.measures));
        if !inspected.new_runs.is_empty() {
            tables.values_mut().for_each(|table| name_collections(table, inspected));
        }
    }
    if let Some(out) = out.as_object_mut() {
        out.shift_remove("extends");
    }
    let mut out = with_changes(out, set)?;
    for part in ["tables", "figures"] {
        let tables = out[part].as_object_mut().context("the experiment has tables and figures")?;
        tables.retain(|name, _| !drop.contains(name));
    }
    Ok(out)
}

/// Returns the chosen rules by name, each with its value as YAML reads it.
fn chosen_rules(choices: &RuleChoices) -> Result<Map<String, Value>> {
    let mut rules = Map::new();
    for (name, value) in choices.iter() {
        let value: Value = serde_yaml::from_str(&to_compact(&value))
            .with_context(|| format!("the rule {name} is not YAML"))?;
        rules.insert(name.to_owned(), value);
    }
    Ok(rules)
}

/// Parses a YAML text. Errors give `name` as the name of the file.
fn parse_yaml(name: &str, text: &str) -> Result<Node> {
    Ok(parse(Source::typed(name, text))?)
}

/// Returns the experiment with the changes in `set` applied.
fn with_changes(experiment: Value, set: &[String]) -> Result<Value> {
    if set.is_empty() {
        return Ok(experiment);
    }
    let mut node = parse_yaml(EXPERIMENT, &serde_yaml::to_string(&experiment)?)?;
    set.iter().try_for_each(|text| apply_override(&mut node, text))?;
    to_json(&node)
}

/// Returns a YAML tree as a value that serde can write.
fn to_json(node: &Node) -> Result<Value> {
    Ok(match &node.value {
        yaml::Value::Scalar { text, quoted: true } => text.as_str().into(),
        yaml::Value::Scalar { text, quoted: false } => serde_yaml::from_str(text)?,
        yaml::Value::List(items) => Value::Array(items.iter().map(to_json).collect::<Result<_>>()?),
        yaml::Value::Map(entries) => {
            let mut object = Map::new();
            for (key, entry) in entries {
                object.insert(key.text().unwrap_or_default().to_owned(), to_json(entry)?);
            }
            Value::Object(object)
        }
    })
}

/// Sets the collections that a table shows. A table with a panel for each collection is about new runs, so it shows a
/// collection for each new run. Any other table shows only the audited collection.
fn name_collections(table: &mut Value, inspected: &Inspected) {
    let names: Vec<String> = if table["panels"] == "collection" {
        (1..=inspected.new_runs.len()).map(|number| inspected.with_new_run(number).id).collect()
    } else {
        vec![inspected.description.id.clone()]
    };
    table["where"]["collection"] = names.into();
}

/// Replaces the measures that a table names. A single measure becomes the audit's first measure, and a list
/// becomes the audit's first measures, but no more of them than the list had.
fn name_measures(table: &mut Value, measures: &[String]) {
    match table.pointer_mut("/where/measure") {
        None => {}
        Some(Value::Array(names)) => {
            names.truncate(measures.len());
            names.iter_mut().zip(measures).for_each(|(name, measure)| *name = measure.as_str().into());
        }
        Some(name) => *name = measures[0].as_str().into(),
    }
}

/// Returns the bundled experiment's judgment sets for this collection. We fill in the teams that are left
/// out, the judges, and all depths from 1 to the pool depth. A set is left out if the collection lacks what
/// the set needs.
fn judgments(bundled_sets: &Value, inspected: &Inspected) -> Vec<Value> {
    let fillers = inspected.judges(OtherJudge::may_fill);
    let depths = inspected.description.depth.map(|depth| json!({"range": {"from": 1, "to": depth}}));
    let each = |names: &[String]| (!names.is_empty()).then(|| json!({"each": names}));
    let values = [
        ("judge", each(&inspected.judges(|_| true))),
        ("fill", each(&fillers)),
        ("team", each(inspected.left_out())),
        ("depth", depths),
    ];
    let sets = bundled_sets.as_array().into_iter().flatten();
    sets.filter_map(|set| filled_set(set, &values, inspected.is_judged())).collect()
}

/// Returns a judgment set with these values of its parameters, or `None` if the audit lacks what the set needs.
fn filled_set(set: &Value, values: &[(&str, Option<Value>)], is_judged: bool) -> Option<Value> {
    let mut set = set.clone();
    for (name, parameters) in set.as_object_mut().into_iter().flatten() {
        if name == "sample" && !is_judged {
            return None;
        }
        for (parameter, value) in values {
            if let Some(parameter) = parameters.get_mut(parameter) {
                *parameter = value.clone()?;
            }
        }
    }
    Some(set)
}

/// Returns the names of tables and figures that cannot be filled. Some of them show points that are not on
/// the axes. Others need something that the audit does not have: a pool depth, several teams, judgments, or a
/// judge with several passes. All of these tables must be dropped, because an empty table is an error for a
/// user who runs the experiment again.
pub fn unfilled(inspected: &Inspected, grid: &Grid) -> Vec<String> {
    let mut names: Vec<String> =
        gaps(grid, &|_| true).into_iter().filter(|gap| gap.line.is_none()).map(|gap| gap.table).collect();
    if inspected.description.depth.is_none() {
        names.extend(["pool", "ranks"].map(str::to_owned));
    }
    let judges = &inspected.description.judges;
    if !judges.iter().any(|(judge, _)| judge.file.repeated == Repeated::Each) {
        names.push("passes".to_owned());
    }
    if inspected.left_out().is_empty() {
        names.extend(["teams", "unique", "left-out-judged", "left-out-change"].map(str::to_owned));
    }
    if !inspected.is_judged() {
        names.extend(["judged", "bounds", "bounds-of-runs"].map(str::to_owned));
    }
    names
}

/// Returns the names and bytes of the files that an audit writes to `folder` so that you can run its experiment: the
/// experiment after the changes `set`, the description of the collection and its tables, and for each new run a description
/// and a copy of the run. The judgments and the other runs stay where they are.
///
/// # Errors
/// If a change in `set` is invalid, or the folder of an input file does not exist.
pub fn experiment_files(
    request: &AuditRequest,
    set: &[String],
    inspected: &Inspected,
    drop: &[String],
    folder: &Path,
) -> Result<Vec<(String, Vec<u8>)>> {
    let experiment = experiment(request, set, inspected, drop)?;
    let experiment = serde_yaml::to_string(&experiment).context("cannot write the experiment as YAML")?;
    let mut out = collection_files(inspected, folder)?;
    out.push((EXPERIMENT.to_owned(), format!("{BY_AUDIT}{experiment}").into_bytes()));
    for (number, run) in (1..).zip(&inspected.new_runs) {
        let description = describe(&inspected.with_new_run(number), folder)?;
        out.push((format!("new-{number}.yaml"), description.into_bytes()));
        out.push((run.copy.clone(), run.bytes.clone()));
    }
    Ok(out)
}

/// Returns the names and bytes of the collection's description and of the tables that the description refers to.
fn collection_files(inspected: &Inspected, folder: &Path) -> Result<Vec<(String, Vec<u8>)>> {
    let tables = inspected.tables.iter().map(|(name, text)| (name.clone(), text.clone().into_bytes()));
    let description = describe(&inspected.description, folder)?.into_bytes();
    Ok(tables.chain([(COLLECTION.to_owned(), description)]).collect())
}

/// Returns the names and bytes of the files of an experiment in `folder` that extends `extends` (a name or a
/// file) and uses this collection. `drop` lists the YAML paths of the extended experiment that do not suit
/// the collection, such as `expected`. `rules` replace rules of the extended experiment.
///
/// # Errors
/// If the folder of an input file, or of `extends`, does not exist.
pub fn extending_files(
    extends: &str,
    inspected: &Inspected,
    (drop, rules): (&[String], &RuleChoices),
    folder: &Path,
) -> Result<Vec<(String, Vec<u8>)>> {
    let id = &inspected.description.id;
    let name = Path::new(extends).file_stem().unwrap_or_default().to_string_lossy();
    let extends = if Path::new(extends).is_file() {
        relative_path(Path::new(extends), &canonical(folder))?.to_string_lossy().into_owned()
    } else {
        extends.to_owned()
    };
    let drop = if drop.is_empty() { String::new() } else { format!("drop: [{}]\n", drop.join(", ")) };
    let rules = match chosen_rules(rules)? {
        rules if rules.is_empty() => String::new(),
        rules => format!("evaluation: {}\n", json!(rules)),
    };
    let experiment = format!(
        "# The experiment `{name}` on your collection. A setting that you write here replaces the one in `{name}`;\n\
         # `rejudge plan {id}/{EXPERIMENT} --resolved` shows both together.\n\
         schema: experiment/v1\n\
         id: {id}\n\
         title: {}\n\
         extends: {}\n\
         {rules}axes:\n\
         \x20 collection: [{COLLECTION}]\n\
         {drop}",
        json!(format!("{name} on {id}")),
        json!(extends),
    );
    let mut out = collection_files(inspected, folder)?;
    out.push((EXPERIMENT.to_owned(), experiment.into_bytes()));
    Ok(out)
}
