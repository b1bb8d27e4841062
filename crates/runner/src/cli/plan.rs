//! `rejudge plan`

use std::path::{Path, PathBuf};

use super::GOOD;
use super::args::run::Experiment;
use super::args::{Global, Plan as PlanArgs};
use super::columns::print_columns;
use super::output::{Failure, print};
use super::plan_shown::Shown;
use super::run::results_folder;
use rejudge_check::findings;
use rejudge_grid::cache_key::{Ingredients, witnesses};
use rejudge_grid::plan::{Demand, Plan};
use rejudge_grid::{Grid, Overrides, Selector, load, locate, parse_selector};
use rejudge_printed::Expected;
use rejudge_spec::Catalogue;
use rejudge_spec::yaml::nearest;
use rejudge_store::cache::Cache;
use rejudge_table::results::Results;
use rejudge_table::{Gap, gaps, unfillable};

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
    /// What stays empty of its tables.
    pub gaps: Vec<Gap>,
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
            let hint = meant(selector, &grid).unwrap_or_default();
            return Err(Failure::usage(format!("`--only {text}` matches nothing{hint}")));
        }
    }
    let cache = Cache::open(folder)?;
    let witnesses = witnesses(&grid);
    let ingredients = Ingredients::with(&grid, &witnesses);
    let demand = Demand::new(&grid, &demands_of_findings(&grid)?);
    let gaps = gaps(&grid, &|_| true);
    let mistaken = unfillable(&grid, &gaps);
    if !mistaken.is_empty() {
        return Err(mistaken.into());
    }
    let plan = Plan { witnesses, ..Plan::new(&grid, &demand, &only, &cache, ingredients) };
    Ok(Planned { grid, plan, cache, gaps })
}

/// The value that a selector may have meant where it names one that an axis does not have.
fn meant(selector: &Selector, grid: &Grid) -> Option<String> {
    selector.parts.iter().find_map(|(axis, patterns)| {
        let values = grid.values_of(axis);
        let unknown = patterns.iter().filter(|pattern| !values.contains(pattern));
        let mut near = unknown.filter_map(|pattern| nearest(pattern, values.iter().map(String::as_str)));
        near.next().map(|near| format!(" (did you mean `{axis}={near}`?)"))
    })
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
    let results = Results::new(results_folder(&planned.grid, &args.experiment));
    let mut shown = Shown::of(&planned, &results, &args.experiment.only);
    if args.resolved {
        shown.list_resolved(&planned.grid);
    } else if args.cells {
        shown.list_missing(&planned);
    }
    match args {
        PlanArgs { json: true, .. } => print(&shown.json())?,
        PlanArgs { resolved: true, .. } | PlanArgs { cells: true, .. } => print(&shown.text())?,
        _ => print_columns(&shown.text(), ": ")?,
    }
    Ok(GOOD)
}
