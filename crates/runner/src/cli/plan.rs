//! `rejudge plan`

use std::collections::BTreeSet;
use std::fmt::Write;

use clap::Args as ClapArgs;
use rejudge_experiment::exec::shard::units;
use rejudge_experiment::exec::unscored;
use rejudge_experiment::grid::plan::{Group, Plan as GridPlan, PlannedValues};
use rejudge_experiment::grid::{Collection, Grid};
use rejudge_experiment::spec::yaml::{Node, Value};
use rejudge_names::plural::{counted, of_number};
use rejudge_report::table::base::{base_sentence, bases, is_repooled};
use rejudge_report::table::kind_word;
use rejudge_report::table::results::{MissingReasons, Results};
use rejudge_store::cache::Key;
use serde_json::{Value as Json, json};

use super::GOOD;
use rejudge_session::{Planned, plan, unscored_lines};

use super::args::Global;
use super::args::experiment::ExperimentArgs;
use super::output::print_columns;
use super::output::{Failure, print};

/// `rejudge plan`
#[derive(Debug, ClapArgs)]
pub struct Plan {
    #[command(flatten)]
    pub experiment: ExperimentArgs,
    /// Print the merged experiment, with the file and line that each value comes from
    #[arg(long)]
    pub resolved: bool,
    /// List the score matrices and cells that would be computed
    #[arg(long)]
    pub cells: bool,
    /// Print one JSON object
    ///
    /// `experiment`, `title` and `file` identify the experiment. `axes` has the number of planned values on each axis:
    /// `collection`, `runs`, `judgments` of each collection, `measure`, `rules` and `topic-sets`.
    ///
    /// `cells` and `score-matrices` count what is planned, and `shares` counts the parts into which shards can divide it.
    /// `cached` and `to-run` count cells, score matrices and choices of runs together. `collections` has these two counts
    /// for each collection (`name`, `kind`, and `base` if it is repooled). `parts` has them for each kind of computation
    /// (`of`), with `in-common` for computations that draws share, and `all` for the sum.
    ///
    /// `waiting` counts cells whose data are not available. No other count includes them. `no-data` lists
    /// them by `collection` (`cells`). `why` compares the plan with the last run: `never-computed` and
    /// `computed-otherwise` count cells, and `has-earlier-run` is true if there was one. If there are cells
    /// to compute, `changed` lists each `setting` that differs, `before` and `now`. `stays-empty` lists the
    /// parts of tables that nothing can fill (`table`, `line`, `why`). `remarks` are sentences.
    ///
    /// With --resolved there is `resolved` (`path`, `value`, `file`, `line`). With --cells, but without
    /// --resolved, there is `missing` (`address`, `draw`).
    #[arg(long)]
    pub json: bool,
}

pub fn main(global: &Global, args: &Plan) -> Result<u8, Failure> {
    let request = args.experiment.request(global);
    let planned = plan(&request)?;
    let results = Results::new(request.results_folder(&planned.grid)?.folder);
    let list = if args.resolved {
        let mut values = Vec::new();
        resolved(&planned.grid.resolved, String::new(), &mut values);
        Some(("resolved", values))
    } else {
        let missing = || planned.plan.groups.iter().flat_map(|group| missing(&planned.grid, group)).collect();
        args.cells.then(|| ("missing", missing()))
    };
    if args.json || list.is_none() {
        let (mut object, lines) = summary(&planned, &results);
        match list {
            _ if !args.json => print_columns(&lines, ": ")?,
            None => print(&format!("{object:#}\n"))?,
            Some((name, list)) => {
                object[name] = list.into();
                print(&format!("{object:#}\n"))?;
            }
        }
    } else if let Some((_, list)) = list {
        print(&list.iter().map(line).collect::<String>())?;
    }
    Ok(GOOD)
}

/// Counts the computations of a plan by kind: all of them, the distinct ones, and the ones that are missing from the cache.
fn parts(plan: &GridPlan) -> [(&'static str, [usize; 3]); 3] {
    let mut parts = ["cells", "score matrices", "choices of runs"].map(|kind| (kind, [0; 3]));
    for group in &plan.groups {
        let keys: [Vec<Key>; 3] = [
            group.cells.iter().map(|task| task.key).collect(),
            group.scores.values().copied().collect(),
            group.rosters.values().copied().collect(),
        ];
        for ((_, counts), mut keys) in parts.iter_mut().zip(keys) {
            counts[0] += keys.len();
            keys.sort_unstable();
            keys.dedup();
            counts[1] += keys.len();
            counts[2] += keys.iter().filter(|key| group.missing.contains(key)).count();
        }
    }
    parts
}

/// Returns a description of a plan: as a JSON object, and as lines for people. `results` are the results of the last run. We
/// compare with them to give the reasons for missing cells.
fn summary(planned: &Planned, results: &Results) -> (Json, String) {
    let Planned { grid, plan, gaps, .. } = planned;
    let PlannedValues { judgments: by_collection, runs, evaluations, topic_sets, measures } = &plan.values;
    let repooled = by_collection.keys().map(|&index| &grid.collections[index as usize]);
    let repooled = repooled.filter(|collection| is_repooled(collection));
    let bases = bases(grid, repooled, &plan.cache_inputs, results.manifest().ok().as_ref());
    let mut text = format!(
        "{}: {}\naxis collection: {}\naxis runs: {}\n",
        grid.id,
        grid.title,
        by_collection.len(),
        runs.len()
    );
    let (mut collections, mut judgments) = (Vec::new(), json!({}));
    let (mut all_cached, mut all_to_run) = (0, 0);
    let mut base_lines = String::new();
    for (&index, sets) in by_collection {
        let collection = &grid.collections[index as usize];
        let name = &collection.name;
        let groups = || plan.groups.iter().filter(|group| group.collection == index);
        let to_run: usize = groups().map(|group| group.missing.len()).sum();
        let cached = groups().map(|group| group.keys).sum::<usize>() - to_run;
        let kind = kind_word(collection.entry.descriptor.kind);
        let mut object = json!({"name": name, "kind": kind, "cached": cached, "to-run": to_run});
        if let Some(base) = base_sentence(collection, &bases) {
            base_lines += &format!("base of {name}: {base}\n");
            object["base"] = base.into();
        }
        let _ = writeln!(text, "axis judgments of {name}: {}", sets.len());
        judgments[name] = sets.len().into();
        (all_cached, all_to_run) = (all_cached + cached, all_to_run + to_run);
        collections.push(object);
    }
    text += &base_lines;
    let mut axes = json!({
        "collection": by_collection.len(), "runs": runs.len(), "judgments": judgments,
        "measure": measures.len(), "rules": evaluations.len(),
    });
    if !topic_sets.is_empty() {
        let _ = writeln!(text, "axis topic-sets: {}", topic_sets.len());
        axes["topic-sets"] = topic_sets.len().into();
    }
    let _ = writeln!(text, "axis measure: {}", measures.len());
    let swept: BTreeSet<_> =
        evaluations.iter().map(|&index| &grid.evaluations[index as usize].swept).collect();
    if swept.len() > 1 {
        let _ = writeln!(text, "swept rules: {}", swept.len());
    }
    let mut kinds = Vec::new();
    for (kind, [all, distinct, to_run]) in parts(plan) {
        let (cached, shared) = (distinct - to_run, all - distinct);
        let repeats =
            if shared == 0 { String::new() } else { format!(" + {shared} that draws have in common") };
        let _ = writeln!(text, "{kind}: {all} = {cached} cached + {to_run} to compute{repeats}");
        kinds.push(json!({"of": kind, "all": all, "cached": cached, "to-run": to_run, "in-common": shared}));
    }
    let (cached, to_run) = (all_cached, all_to_run);
    let (shares, why) = (units(plan).len(), MissingReasons::new(grid, plan, results));
    let _ = writeln!(text, "together: {} = {cached} cached + {to_run} to compute", cached + to_run);
    let _ = writeln!(text, "for shards to share: {} of collections", counted(shares, "draw"));
    if !why.to_string().is_empty() {
        let _ = writeln!(text, "why: {why}");
    }
    let waiting: usize = plan.no_data.iter().map(|(_, cells)| cells).sum();
    text += &match waiting {
        0 => "waiting: 0\n".to_owned(),
        cells => {
            let noun = of_number(cells, "cell", "cells");
            format!("waiting: {cells} more {noun}, whose data are not available\n")
        }
    };
    let mut no_data = Vec::new();
    for &(collection, cells) in &plan.no_data {
        let Collection { name, entry, .. } = &grid.collections[collection as usize];
        let get = if entry.is_downloadable {
            format!("`rejudge data get {name}`")
        } else {
            format!("`rejudge data verify {name}` says how to get it")
        };
        let _ = writeln!(text, "  {name}: {} ({get})", counted(cells, "cell"));
        no_data.push(json!({"collection": name, "cells": cells}));
    }
    if !gaps.is_empty() {
        let _ = writeln!(text, "stays empty: {}", gaps.len());
    }
    for gap in gaps {
        let line = gap.line.as_ref().map_or(String::new(), |line| format!(", {line}"));
        let _ = writeln!(text, "  {}{line}: {}", gap.table, gap.reason());
    }
    let not_scored = unscored_lines(&unscored(grid, plan, &planned.cache, false));
    let remarks = grid.all_remarks(|collection| plan.values.has_collection(collection));
    let remarks: Vec<String> = remarks.chain(not_scored).collect();
    text.extend(remarks.iter().map(|remark| format!("remark: {remark}\n")));
    let object = json!({
        "experiment": grid.id, "title": grid.title, "file": grid.resolved.at.source.name, "axes": axes,
        "cells": plan.cells(), "score-matrices": plan.score_matrices(), "cached": cached, "to-run": to_run,
        "parts": kinds, "waiting": waiting, "shares": shares, "why": why, "collections": collections,
        "no-data": no_data, "stays-empty": gaps, "remarks": remarks,
    });
    (object, text)
}

/// Returns the score matrices and cells of a group that are missing from the cache, each with its draw. The
/// draw of scores on a collection of files is null if all draws share them. Scores under judgments that are
/// drawn, such as a sample, differ from draw to draw.
fn missing(grid: &Grid, group: &Group) -> Vec<Json> {
    let scores = group.scores.iter().filter(|(_, key)| group.missing.contains(key));
    let cells = group.cells.iter().filter(|task| group.missing.contains(&task.key));
    let scores = scores.map(|((point, sample), _)| {
        json!({"address": grid.address("scores", point), "draw": group.instance.or(*sample)})
    });
    let cells = cells.map(|task| {
        let statistic = &grid.statistics[task.statistic as usize].name;
        json!({"address": grid.address(statistic, &task.point), "draw": task.draw})
    });
    scores.chain(cells).collect()
}

/// Adds the values below `node`, each with its path and its place in a file. Paths have the form that `-s` takes.
fn resolved(node: &Node, path: String, out: &mut Vec<Json>) {
    let mut push = |value: Json| {
        out.push(json!({
            "path": path, "value": value, "file": node.at.source.name, "line": node.at.line,
        }));
    };
    match &node.value {
        Value::Scalar { text, .. } => push(text.as_str().into()),
        Value::List(items) if items.is_empty() => push(json!([])),
        Value::Map(entries) if entries.is_empty() => push(json!({})),
        Value::List(items) => {
            let numbered = items.iter().zip(1..);
            numbered.for_each(|(item, number)| resolved(item, format!("{path}.{number}"), out));
        }
        Value::Map(entries) => {
            for (key, value) in entries {
                let dot = if path.is_empty() { "" } else { "." };
                resolved(value, format!("{path}{dot}{}", key.text().unwrap_or_default()), out);
            }
        }
    }
}

/// Formats a value for --resolved, or a missing score matrix or cell for --cells, as a line.
fn line(entry: &Json) -> String {
    let text = |key: &str| entry[key].as_str().unwrap_or_default();
    match &entry["draw"] {
        Json::Null if entry["path"].is_string() => {
            let value = serde_yaml::to_string(&entry["value"]).unwrap_or_default();
            format!("{}: {}  # {}:{}\n", text("path"), value.trim_end(), text("file"), entry["line"])
        }
        Json::Null => format!("{}\n", text("address")),
        draw => format!("{} draw {draw}\n", text("address")),
    }
}
