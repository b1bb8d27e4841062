//! One group of a plan: missing results are computed from one collection in memory, and cached as they finish.

mod available;
mod scores;
mod turns;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use anyhow::{Result, ensure};

pub(crate) use available::{Available, AvailablePairs};

use available::Room;

use super::instance::Instance;
use super::{Conduct, Event, GroupResult, Outcome, Roster, RunReport, Status, broken, cells, pairs};
use crate::exec::defect::{caught, on_demand};
use crate::grid::plan::{CellTask, Group, Plan, RosterTask};
use crate::grid::{Grid, Point};
use rejudge_store::cache::Key;

/// Runs one group. Its scores are cached when all of them are computed, its cells as they finish.
pub(super) fn run_group(grid: &Grid, plan: &Plan, group: &Group, conduct: Conduct<'_>) -> Result<RunReport> {
    let label = group.label(grid);
    let mut work = Work {
        grid,
        plan,
        group,
        conduct,
        instance: None,
        room: Room::of_one_of(plan.groups.len()),
        computed: 0,
        failed: Vec::new(),
        without: BTreeSet::new(),
        unscored: HashMap::new(),
        result: GroupResult {
            collection: group.collection,
            instance: group.instance,
            rosters: Vec::new(),
            scores: Vec::new(),
        },
    };
    if !group.missing.is_empty() {
        (conduct.events)(Event::GroupStarted { label: label.clone() });
        tracing::info!(group = %label, missing = group.missing.len(), "computing");
    }
    work.rosters()?;
    let kept = |task: &CellTask| conduct.cache.load::<Outcome>(&task.key).map(Outcome::without_pairs);
    let outcomes: Vec<Option<Outcome>> = group.cells.iter().map(kept).collect();
    let mut left = work.scores(outcomes.iter().any(Option::is_none))?;
    left += work.cells(outcomes)?;
    work.leave_what_is_shown();
    if !group.missing.is_empty() {
        (conduct.events)(Event::GroupFinished { label });
    }
    let Work { computed, without, failed, result, .. } = work;
    let cached = group.keys - computed - without.len() - left;
    Ok(RunReport { groups: vec![result], computed, cached, failed, stopped: left > 0 })
}

/// Returns the result of `work`; a panic becomes an error of the cells that needed it.
fn guarded<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    caught(work).unwrap_or_else(|message| Err(broken(&message)))
}

/// The collection of a group, read from the files that its keys were made of.
fn loaded(grid: &Grid, plan: &Plan, group: &Group) -> Result<Instance> {
    let at = &grid.collections[group.collection as usize];
    on_demand(|| format!("load {}", at.name));
    let unread = plan.cache_inputs.unread_judges(at);
    let fingerprint = plan.fingerprints.get(&at.name).and_then(Option::as_ref);
    if let Some(fingerprint) = fingerprint {
        fingerprint.check_sums(&at.name)?;
    }
    let loaded = Instance::load(grid, group.collection, group.instance, &unread);
    // If the files changed during the run, that explains every other error in them.
    if let (Some(fingerprint), Some(root)) = (fingerprint, &at.entry.root) {
        fingerprint.check(&at.entry.descriptor, root)?;
    }
    let instance = loaded?;
    // Without a hash there is no key to cache results under.
    ensure!(
        plan.cache_inputs.readable(&at.name),
        "the files of `{}` could not be read when the run was planned: run again",
        at.name
    );
    Ok(instance)
}

/// A group being computed.
struct Work<'a> {
    grid: &'a Grid,
    plan: &'a Plan,
    group: &'a Group,
    conduct: Conduct<'a>,
    /// The collection, loaded when the first missing key asks for it.
    instance: Option<Result<Instance, String>>,
    /// The memory for inputs of cells.
    room: Room,
    /// Keys that were computed.
    computed: usize,
    /// Cells that failed.
    failed: Vec<(String, String)>,
    /// Keys of rosters, scores and cells that have no result because something failed.
    without: BTreeSet<Key>,
    unscored: HashMap<Point, String>,
    result: GroupResult,
}

impl Work<'_> {
    fn instance(&mut self) -> Result<&Instance, String> {
        let (grid, plan, group) = (self.grid, self.plan, self.group);
        if self.conduct.cached_only {
            return Err("it is not in the cache".to_owned());
        }
        let load = || guarded(|| loaded(grid, plan, group).map_err(|e| format!("{e:#}")));
        self.instance.get_or_insert_with(load).as_ref().map_err(|e| e.clone())
    }

    fn rosters(&mut self) -> Result<()> {
        let mut known: HashMap<Key, Roster> = HashMap::new();
        let mut fresh: Vec<(Key, Roster)> = Vec::new();
        for task in &self.group.rosters {
            let kept = known.get(&task.key).cloned().or_else(|| self.conduct.cache.load(&task.key));
            let roster = match kept {
                Some(roster) => roster,
                None => {
                    let roster = self.roster(task);
                    if roster.error.is_none() {
                        fresh.push((task.key, roster.clone()));
                    }
                    roster
                }
            };
            if roster.error.is_some() {
                self.without.insert(task.key);
            }
            known.insert(task.key, roster.clone());
            self.result.rosters.push((task.point, task.draw, roster));
        }
        self.computed += fresh.len();
        self.conduct.cache.store(&fresh)
    }

    fn roster(&mut self, task: &RosterTask) -> Roster {
        let grid = self.grid;
        let made = self.instance().and_then(|instance| {
            guarded(|| instance.roster(grid, &task.point, task.draw).map_err(|e| format!("{e:#}")))
        });
        made.unwrap_or_else(Roster::failed)
    }

    fn fail(&mut self, key: Key, address: String, reason: &str) {
        self.without.insert(key);
        self.failed.push((address.clone(), reason.to_owned()));
        (self.conduct.events)(Event::CellFailed { address, reason: reason.to_owned() });
    }

    /// Computes the cells that have no outcome yet. Returns the number of cells that were not computed because the run
    /// was stopped.
    fn cells(&mut self, mut outcomes: Vec<Option<Outcome>>) -> Result<usize> {
        // If several cells have one key, the first is computed and the others copy it.
        let mut first_of: HashMap<Key, usize> = HashMap::new();
        let missing: Vec<usize> = (0..outcomes.len()).filter(|&at| outcomes[at].is_none()).collect();
        let is_first = |&at: &usize| *first_of.entry(self.group.cells[at].key).or_insert(at) == at;
        let wanted: Vec<usize> = missing.iter().copied().filter(is_first).collect();
        let looks = |task: &CellTask| self.grid.statistics[task.statistic as usize].needs_collection();
        if wanted.iter().any(|&at| looks(&self.group.cells[at])) {
            // Loaded here, once, because the cells below share it by reference.
            let _ = self.instance();
        }
        let rosters: BTreeMap<(Point, u32), &Roster> =
            self.result.rosters.iter().map(|(point, draw, roster)| ((*point, *draw), roster)).collect();
        let scores = Available::new(self.conduct.cache, &self.result.scores, &self.unscored);
        let (grid, instance) = (self.grid, &self.instance);
        let tested = match instance {
            Some(Ok(instance)) if instance.given.is_none() => {
                pairs::of_the_pair(grid, instance, &rosters, &self.group.cells, &wanted)
            }
            _ => HashMap::new(),
        };
        let compute = |at: usize, pairs: &AvailablePairs<'_>| {
            let task = &self.group.cells[at];
            let cell = cells::CellInputs {
                grid,
                task,
                roster: rosters.get(&(task.point.of_runs(), task.draw)).copied(),
                scores: &scores,
                pairs,
                instance,
                tested: tested.get(&at),
                beside: None,
            };
            let outcome = guarded(|| {
                on_demand(|| grid.address(&grid.statistics[task.statistic as usize].name, &task.point));
                Ok(cells::compute(&cell))
            });
            let outcome = outcome.unwrap_or_else(Outcome::failed);
            (self.conduct.events)(Event::CellsDone { count: 1 });
            outcome
        };
        // A statistic over the run pairs of another one is computed after it.
        let of = |at: usize| grid.statistics[self.group.cells[at].statistic as usize].of;
        let (second, first): (Vec<usize>, Vec<usize>) = wanted.iter().partition(|&&at| of(at).is_some());
        let looked_at: BTreeSet<u32> = second.iter().filter_map(|&at| Some(of(at)? as u32)).collect();
        let none = AvailablePairs::new(self.conduct.cache, std::iter::empty());
        let mut computed = self.in_turns(&first, |at| compute(at, &none), &mut outcomes)?;
        let mut compared = vec![None; if second.is_empty() { 0 } else { outcomes.len() }];
        let there = self.group.cells.iter().zip(&outcomes).filter_map(|(task, outcome)| {
            Some((task, outcome.as_ref().filter(|_| looked_at.contains(&task.statistic))?))
        });
        let pairs = AvailablePairs::new(self.conduct.cache, there);
        computed += self.in_turns(&second, |at| compute(at, &pairs), &mut compared)?;
        drop(pairs);
        second.into_iter().for_each(|at| outcomes[at] = compared[at].take());
        self.computed += computed;
        let left = wanted.iter().filter(|&&at| outcomes[at].is_none()).count();
        for &at in &missing {
            let first = first_of[&self.group.cells[at].key];
            if first != at {
                outcomes[at] = outcomes[first].clone();
            }
            let (task, Some(outcome)) = (self.group.cells[at], &outcomes[at]) else { continue };
            if outcome.status == Status::Failed {
                let address = grid.address(&grid.statistics[task.statistic as usize].name, &task.point);
                self.fail(task.key, address, &outcome.note);
            }
        }
        let cells = self.group.cells.iter().zip(outcomes);
        let cell = |(&task, outcome): (&CellTask, Option<Outcome>)| Some((task, outcome?));
        (self.conduct.cells)(cells.filter_map(cell).collect());
        Ok(left)
    }
}
