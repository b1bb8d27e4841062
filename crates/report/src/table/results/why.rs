//! The reasons why a plan has cells to compute, compared with the last run: the cells were never computed, or
//! their settings changed.
//!
//! This module counts reasons over all cells. `rejudge explain` gives the reason for one cell, from the parts of its key.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt;

use serde::Serialize;

use super::{CELLS, Manifest, Results, settings};
use rejudge_experiment::grid::Grid;
use rejudge_experiment::grid::cache_key::CacheInputs;
use rejudge_experiment::grid::plan::Plan;
use rejudge_tables::frame::Texts;

/// The reasons why cells have to be computed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct MissingReasons {
    /// The number of missing cells that the last run does not have either. If there was no run, all missing cells.
    pub never_computed: usize,
    /// The number of missing cells that the last run has, but with other inputs or in another cache.
    pub computed_otherwise: usize,
    /// True if there are results of an earlier run.
    pub has_earlier_run: bool,
    /// The settings that changed since that run.
    pub changed: Vec<Change>,
}

/// A setting that changed, before and now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Change {
    /// The setting's name, as in manifest.json, or a name such as `content of trec03` or `version of
    /// rejudge`.
    pub setting: String,
    /// The earlier value; `None` if there was none.
    pub before: Option<String>,
    /// The current value; `None` if there is none.
    pub now: Option<String>,
}

impl Change {
    /// Returns the values that differ, by their names.
    pub fn all(before: &BTreeMap<String, String>, now: &BTreeMap<String, String>) -> Vec<Self> {
        let names: BTreeSet<&String> = now.keys().chain(before.keys()).collect();
        let changes = names.into_iter().map(|name| Self {
            setting: name.clone(),
            before: before.get(name).cloned(),
            now: now.get(name).cloned(),
        });
        changes.filter(|change| change.before != change.now).collect()
    }

    /// Returns the base judgments and the pool depths that changed, for the collections that both runs have data of.
    pub fn of_descriptions(before: &CacheInputs, now: &CacheInputs) -> Vec<Self> {
        let has_data = |name: &str| before.content.contains_key(name) && now.content.contains_key(name);
        let mut out = Vec::new();
        for (what, before, now) in
            [("base of", &before.base, &now.base), ("pool-depth of", &before.pool_depth, &now.pool_depth)]
        {
            for Self { setting, before, now } in Self::all(before, now) {
                if before.is_some() && now.is_some() && has_data(&setting) {
                    out.push(Self { setting: format!("{what} {setting}"), before, now });
                }
            }
        }
        out
    }
}

impl MissingReasons {
    /// Compares the plan with the results of the last run.
    pub fn new(grid: &Grid, plan: &Plan, results: &Results) -> Self {
        let manifest = results.manifest().ok();
        let mut why = Self { has_earlier_run: manifest.is_some(), ..Self::default() };
        if plan.missing_keys() == 0 {
            return why;
        }
        // If results cannot be read, we treat them as missing.
        let read_addresses =
            |_| results.snapshot_of(|name| name == CELLS).ok()?.read_columns(CELLS, &["address"]).ok();
        let cells = manifest.as_ref().and_then(read_addresses);
        let computed: HashSet<&str> =
            cells.iter().filter_map(|cells| cells.text("address").ok()).flat_map(Texts::stored).collect();
        for group in &plan.groups {
            for task in group.cells.iter().filter(|task| group.missing.contains(&task.key)) {
                let name = &grid.statistics[task.statistic as usize].name;
                if computed.contains(grid.address(name, &task.point).as_str()) {
                    why.computed_otherwise += 1;
                } else {
                    why.never_computed += 1;
                }
            }
        }
        if let Some(manifest) = manifest.filter(|_| why.never_computed + why.computed_otherwise > 0) {
            why.changed = changes(grid, plan, &manifest);
        }
        why
    }
}

/// Returns the settings that changed since `manifest` was written.
fn changes(grid: &Grid, plan: &Plan, manifest: &Manifest) -> Vec<Change> {
    let mut out = Change::all(&manifest.settings, &settings(grid));
    let contents = Change::all(&manifest.cache_inputs.content, &plan.cache_inputs.content).into_iter();
    let changed = contents.filter(|change| change.before.is_some() && change.now.is_some());
    out.extend(changed.map(|change| Change { setting: format!("content of {}", change.setting), ..change }));
    out.extend(Change::of_descriptions(&manifest.cache_inputs, &plan.cache_inputs));
    if manifest.version != env!("CARGO_PKG_VERSION") {
        let (before, now) = (Some(manifest.version.clone()), Some(env!("CARGO_PKG_VERSION").to_owned()));
        out.push(Change { setting: "version of rejudge".to_owned(), before, now });
    }
    out
}

impl fmt::Display for MissingReasons {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { never_computed, computed_otherwise, has_earlier_run, changed } = self;
        let cells = |count: &usize| match count {
            1 => "1 cell was".to_owned(),
            _ => format!("{count} cells were"),
        };
        if *never_computed > 0 {
            let reason = if *has_earlier_run { "" } else { ": there is no earlier run" };
            write!(f, "{} never computed{reason}", cells(never_computed))?;
        }
        if *computed_otherwise > 0 {
            let semicolon = if *never_computed > 0 { "; " } else { "" };
            write!(f, "{semicolon}{} computed before", cells(computed_otherwise))?;
            let names: Vec<&str> = changed.iter().map(|change| change.setting.as_str()).collect();
            if names.is_empty() {
                f.write_str(", but this cache does not hold them")?;
            } else {
                write!(f, " these changed: {} (see `rejudge explain`)", names.join(", "))?;
            }
        }
        Ok(())
    }
}
