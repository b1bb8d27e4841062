//! `rejudge plan`

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::GOOD;
use super::args::{Global, Plan as PlanArgs};
use super::output::{Failure, print};
use super::run_args::Experiment;
use crate::cache::Cache;
use crate::check::{Expected, findings};
use crate::grid::{Grid, Overrides, Selector, load, locate, parse_selector};
use crate::key::Ingredients;
use crate::plan::{Demand, Plan};
use crate::shard::{Origin, units};
use crate::spec::Catalogue;
use crate::timings::{Estimate, Rates};
use crate::yaml::{Node, Value};

/// The catalogue that the arguments and `REJUDGE_DATA` name.
pub fn catalogue(global: &Global) -> Catalogue {
    let data = std::env::var_os(rejudge_collections::DATA_VARIABLE).filter(|value| !value.is_empty());
    Catalogue::open(&global.collections, data.map(PathBuf::from))
}

/// An experiment as the arguments want it, with its plan.
pub struct Planned {
    pub grid: Grid,
    pub plan: Plan,
    pub cache: Cache,
}

/// Reads, resolves and plans.
pub fn planned(global: &Global, args: &Experiment) -> Result<Planned, Failure> {
    planned_in(args.cache(), resolved_grid(global, args)?, args)
}

/// Reads and resolves.
pub fn resolved_grid(global: &Global, args: &Experiment) -> Result<Grid, Failure> {
    let path = locate(&args.experiment, &global.experiments)?;
    let overrides = Overrides { profile: args.profile.clone(), set: args.set.clone() };
    Ok(load(&path, &overrides, &catalogue(global))?)
}

/// Plans what is missing from the cache in `folder`.
pub fn planned_in(folder: &Path, grid: Grid, args: &Experiment) -> Result<Planned, Failure> {
    let only: Result<Vec<Selector>, _> = args.only.iter().map(|text| parse_selector(text)).collect();
    let only = only?;
    let points = grid.all_points();
    for (selector, text) in only.iter().zip(&args.only) {
        let fit = selector.on(&grid);
        if !points.iter().any(|point| fit.fits(point)) {
            return Err(Failure::usage(format!("`--only {text}` matches nothing")));
        }
    }
    let cache = Cache::open(folder)?;
    let ingredients = Ingredients::new(&grid);
    let demand = Demand::new(&grid, &demands_of_findings(&grid)?);
    let plan = Plan::new(&grid, &demand, &only, &cache, ingredients);
    Ok(Planned { grid, plan, cache })
}

/// The expected values of an experiment, where it has any. Those that a sweep inherits from the
/// experiment it extends are not its own.
pub fn expected_of(grid: &Grid) -> Result<Option<Expected>, Failure> {
    let expected = grid.expected.as_ref().map(|path| Expected::load(path)).transpose()?;
    Ok(expected.filter(|expected| expected.experiment == grid.id))
}

/// What the findings of an experiment ask for.
fn demands_of_findings(grid: &Grid) -> Result<Vec<(usize, Selector)>, Failure> {
    let Some(node) = expected_of(grid)?.and_then(|expected| expected.findings) else {
        return Ok(Vec::new());
    };
    Ok(findings::resolve(&node, grid)?.iter().flat_map(|finding| finding.demands(grid)).collect())
}

pub fn main(global: &Global, args: &PlanArgs) -> Result<u8, Failure> {
    let planned = planned(global, &args.experiment)?;
    let mut text = String::new();
    if args.resolved {
        resolved(&planned.grid.resolved, String::new(), &mut text);
    } else if args.cells {
        cells(&planned, &mut text);
    } else {
        counts(&planned, &args.experiment, &mut text);
    }
    print(&text)?;
    Ok(GOOD)
}

fn counts(planned: &Planned, args: &Experiment, text: &mut String) {
    let Planned { grid, plan, .. } = planned;
    let _ = writeln!(text, "{}: {}", grid.id, grid.title);
    let _ = writeln!(text, "axis collection: {}", grid.collections.len());
    let _ = writeln!(text, "axis runs: {}", grid.runs.len());
    for collection in &grid.collections {
        let _ = writeln!(text, "axis judgments of {}: {}", collection.name, collection.judgments.len());
    }
    let _ = writeln!(text, "axis measure: {}", grid.measures.len());
    if grid.evaluations.len() > 1 {
        let _ = writeln!(text, "swept rules: {}", grid.evaluations.len());
    }
    let _ = writeln!(text, "cells: {} over {} score matrices", plan.cells(), plan.score_matrices());
    let _ = writeln!(text, "cached: {}", plan.keys() - plan.missing());
    let _ = writeln!(text, "to run: {}", plan.missing());
    let _ = writeln!(text, "estimate: {}", estimate(planned));
    let origin = Origin::of(grid, plan, &args.only);
    let units = units(grid, plan).len();
    let _ =
        writeln!(text, "identity: {} ({units} draws of collections for shards to share)", origin.identity);
    let waiting: usize = plan.no_data.iter().map(|(_, cells)| cells).sum();
    let _ = writeln!(text, "no data: {waiting}");
    for (collection, cells) in &plan.no_data {
        let name = &grid.collections[*collection as usize].name;
        let _ = writeln!(text, "  {name}: {cells} cells (`rejudge data verify {name}` says how to get it)");
    }
}

/// What is to run will take, by what earlier runs took.
fn estimate(planned: &Planned) -> String {
    let Planned { grid, plan, cache } = planned;
    if plan.missing() == 0 {
        return "nothing to run".to_owned();
    }
    let rates = Rates::read(cache.folder());
    let Some(Estimate { cost, untimed }) = rates.estimate(grid, plan) else {
        return format!("none, since nothing was timed in {} yet", cache.folder().display());
    };
    let time = match cost.seconds {
        seconds if seconds < 600.0 => format!("{seconds:.1} CPU seconds"),
        seconds => format!("{:.1} CPU hours", seconds / 3600.0),
    };
    let space = match cost.bytes {
        bytes if bytes < 1e9 => format!("{:.1} MB", bytes / 1e6),
        bytes => format!("{:.1} GB", bytes / 1e9),
    };
    let of = match rates.groups {
        1 => "1 group was timed".to_owned(),
        groups => format!("{groups} groups were timed"),
    };
    let but = match untimed.as_slice() {
        [] => String::new(),
        names => format!(", none of {}", names.join(", ")),
    };
    format!("{time}, {space} in the cache ({of}{but})")
}

/// One line a cell that would be computed.
fn cells(planned: &Planned, text: &mut String) {
    let Planned { grid, plan, .. } = planned;
    for group in &plan.groups {
        for task in group.scores.iter().filter(|task| group.missing.contains(&task.key)) {
            let draw = group.instance.map_or(String::new(), |draw| format!(" draw {draw}"));
            let _ = writeln!(text, "{}{draw}", grid.address("scores", &task.point));
        }
        for task in group.cells.iter().filter(|task| group.missing.contains(&task.key)) {
            let name = &grid.statistics[task.statistic as usize].name;
            let _ = writeln!(text, "{} draw {}", grid.address(name, &task.point), task.draw);
        }
    }
}

/// One line a value: path, value, and where it came from.
fn resolved(node: &Node, path: String, text: &mut String) {
    match &node.value {
        Value::Scalar { text: value, .. } => {
            let written = serde_yaml::to_string(value).unwrap_or_default();
            let _ =
                writeln!(text, "{path}: {}  # {}:{}", written.trim_end(), node.at.source.name, node.at.line);
        }
        Value::List(items) if items.is_empty() => {
            let _ = writeln!(text, "{path}: []  # {}:{}", node.at.source.name, node.at.line);
        }
        Value::List(items) => {
            items.iter().enumerate().for_each(|(at, item)| resolved(item, format!("{path}[{at}]"), text));
        }
        Value::Map(entries) if entries.is_empty() => {
            let _ = writeln!(text, "{path}: {{}}  # {}:{}", node.at.source.name, node.at.line);
        }
        Value::Map(entries) => {
            for (key, value) in entries {
                let dot = if path.is_empty() { "" } else { "." };
                resolved(value, format!("{path}{dot}{}", key.text().unwrap_or_default()), text);
            }
        }
    }
}
