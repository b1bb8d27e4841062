//! One group of a plan: what is missing is computed from one collection in memory, and kept together.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};

use anyhow::Result;
use rayon::prelude::*;

use super::source::Loaded;
use super::{
    BROKEN, Cell, Conduct, Event, GroupResult, Outcome, Roster, ScoreSet, Status, bootstrap, pairs,
    statistics,
};
use crate::cache::{Cache, Key};
use crate::grid::{Grid, Point};
use crate::plan::{CellTask, Group, Plan, RosterTask, ScoreTask};

/// What came of a group.
pub(super) struct GroupRun {
    /// Its results.
    pub result: GroupResult,
    /// Keys that were computed.
    pub computed: usize,
    /// Keys that were there.
    pub cached: usize,
    /// Cells that failed: address and reason.
    pub failed: Vec<(String, String)>,
}

/// One group. Its cells are written to the cache together when all are done.
pub(super) fn run_group(grid: &Grid, plan: &Plan, group: &Group, conduct: Conduct<'_>) -> Result<GroupRun> {
    let name = &grid.collections[group.collection as usize].name;
    // Files that could not be hashed have no key of their own, so nothing of them is kept.
    let readable = plan.ingredients.readable(name);
    let label = group.instance.map_or_else(|| name.clone(), |draw| format!("{name} draw {draw}"));
    let mut work = Work::new(grid, group, conduct.cache);
    if !work.missing.is_empty() {
        (conduct.events)(Event::GroupStarted { label: label.clone() });
        tracing::info!(group = %label, missing = work.missing.len(), "computing");
    }
    work.rosters();
    work.scores(conduct);
    work.cells(conduct);
    if readable {
        conduct.cache.store(&work.fresh_rosters)?;
        conduct.cache.store(&work.fresh)?;
    }
    if !work.missing.is_empty() {
        (conduct.events)(Event::GroupFinished { label });
    }
    let computed = work.fresh.len() + work.fresh_rosters.len();
    let cached = group.keys().len() - computed - work.without.len();
    Ok(GroupRun { computed, cached, failed: work.failed, result: work.result })
}

/// A group being computed.
struct Work<'a> {
    grid: &'a Grid,
    group: &'a Group,
    cache: &'a Cache,
    /// The collection, loaded when the first missing key asks for it.
    instance: Option<Result<Loaded, String>>,
    missing: BTreeSet<Key>,
    fresh_rosters: Vec<(Key, Roster)>,
    fresh: Vec<(Key, Outcome)>,
    /// Cells that failed.
    failed: Vec<(String, String)>,
    /// Keys of rosters, scores and cells that there are none of, because something failed.
    without: BTreeSet<Key>,
    unscored: HashMap<Point, String>,
    result: GroupResult,
}

impl<'a> Work<'a> {
    fn new(grid: &'a Grid, group: &'a Group, cache: &'a Cache) -> Self {
        let result = GroupResult {
            collection: group.collection,
            instance: group.instance,
            rosters: Vec::new(),
            scores: Vec::new(),
            cells: Vec::new(),
        };
        let missing = group.missing.clone();
        Self {
            grid,
            group,
            cache,
            instance: None,
            missing,
            fresh_rosters: Vec::new(),
            fresh: Vec::new(),
            failed: Vec::new(),
            without: BTreeSet::new(),
            unscored: HashMap::new(),
            result,
        }
    }

    fn instance(&mut self) -> Result<&mut Loaded, String> {
        let (grid, group) = (self.grid, self.group);
        let load = || Loaded::load(grid, group.collection, group.instance).map_err(|e| format!("{e:#}"));
        self.instance.get_or_insert_with(load).as_mut().map_err(|e| e.clone())
    }

    fn rosters(&mut self) {
        let mut known: HashMap<Key, Roster> = HashMap::new();
        for task in &self.group.rosters {
            let roster = match known.get(&task.key) {
                Some(roster) => roster.clone(),
                None => self.roster(task),
            };
            if roster.error.is_some() {
                self.without.insert(task.key);
            }
            known.insert(task.key, roster.clone());
            self.result.rosters.push((task.point, task.draw, roster));
        }
    }

    fn roster(&mut self, task: &RosterTask) -> Roster {
        if let Some(roster) = self.cache.load(&task.key) {
            return roster;
        }
        let grid = self.grid;
        let made = self
            .instance()
            .and_then(|i| i.roster(grid, &task.point, task.draw).map_err(|e| format!("{e:#}")));
        let roster = made.unwrap_or_else(Roster::failed);
        if roster.error.is_none() {
            self.fresh_rosters.push((task.key, roster.clone()));
        }
        roster
    }

    fn scores(&mut self, conduct: Conduct<'_>) {
        let mut missing: Vec<ScoreTask> = Vec::new();
        let mut found: HashMap<Key, Result<Vec<f64>, String>> = HashMap::new();
        for task in &self.group.scores {
            if found.contains_key(&task.key) || missing.iter().any(|other| other.key == task.key) {
                continue;
            }
            match self.cache.load::<Outcome>(&task.key).and_then(|mut o| o.vectors.pop()) {
                Some((_, scores)) => drop(found.insert(task.key, Ok(scores))),
                None => missing.push(*task),
            }
        }
        if !missing.is_empty() {
            let grid = self.grid;
            let scored = match self.instance() {
                Ok(instance) => instance.matrices(grid, &missing),
                Err(reason) => missing.into_iter().map(|task| (task, Err(reason.clone()))).collect(),
            };
            for (task, scores) in scored {
                if let Ok(scores) = &scores {
                    self.fresh.push((task.key, Outcome::of_scores(scores.clone())));
                }
                found.insert(task.key, scores);
            }
        }
        for &ScoreTask { point, sample, key } in &self.group.scores {
            match found.get(&key) {
                Some(Ok(scores)) => {
                    self.result.scores.push(ScoreSet { point, sample, scores: scores.clone() })
                }
                Some(Err(reason)) => {
                    self.fail(conduct, key, self.grid.address("scores", &point), reason);
                    self.unscored.insert(point, reason.clone());
                }
                None => {}
            }
        }
    }

    fn fail(&mut self, conduct: Conduct<'_>, key: Key, address: String, reason: &str) {
        self.without.insert(key);
        self.failed.push((address.clone(), reason.to_owned()));
        (conduct.events)(Event::CellFailed { address, reason: reason.to_owned() });
    }

    fn cells(&mut self, conduct: Conduct<'_>) {
        let mut outcomes: Vec<Option<Outcome>> =
            self.group.cells.iter().map(|task| self.cache.load(&task.key)).collect();
        // Of cells with one key the first is computed, the others are like it.
        let mut first_of: HashMap<Key, usize> = HashMap::new();
        let missing: Vec<usize> = (0..outcomes.len()).filter(|&at| outcomes[at].is_none()).collect();
        let is_first = |&at: &usize| *first_of.entry(self.group.cells[at].key).or_insert(at) == at;
        let wanted: Vec<usize> = missing.iter().copied().filter(is_first).collect();
        let looks = |task: &CellTask| self.grid.statistics[task.statistic as usize].kind.needs_collection();
        if wanted.iter().any(|&at| looks(&self.group.cells[at])) {
            // Loaded here, once, since the cells below share it by reference.
            let _ = self.instance();
        }
        let rosters: BTreeMap<(Point, u32), &Roster> =
            self.result.rosters.iter().map(|(point, draw, roster)| ((*point, *draw), roster)).collect();
        let scores: HashMap<(Point, Option<u32>), &[f64]> =
            self.result.scores.iter().map(|set| ((set.point, set.sample), set.scores.as_slice())).collect();
        let (grid, instance, unscored) = (self.grid, &self.instance, &self.unscored);
        let tested = match instance {
            Some(Ok(Loaded::Judged(instance))) => {
                pairs::of_the_pair(grid, instance, &rosters, &self.group.cells, &wanted)
            }
            _ => HashMap::new(),
        };
        let samples = bootstrap::Samples::default();
        let compute = |at: usize, pairs: &HashMap<(u32, Point, u32), Outcome>| {
            let task = &self.group.cells[at];
            let cell = statistics::Inputs {
                grid,
                task,
                rosters: &rosters,
                scores: &scores,
                unscored,
                pairs,
                instance,
                samples: &samples,
                tested: tested.get(&at),
            };
            let outcome =
                catch_unwind(AssertUnwindSafe(|| cell.compute())).unwrap_or_else(|_| Outcome::failed(BROKEN));
            (conduct.events)(Event::CellsDone { count: 1 });
            (at, outcome)
        };
        // What looks at the run pairs of another statistic comes after it.
        let compares =
            |at: &usize| grid.statistics[self.group.cells[*at].statistic as usize].kind.of().is_some();
        let (second, first): (Vec<usize>, Vec<usize>) = wanted.iter().partition(|at| compares(at));
        let computed: Vec<(usize, Outcome)> =
            first.par_iter().map(|&at| compute(at, &HashMap::new())).collect();
        let enter = |outcomes: &mut Vec<Option<Outcome>>, computed: Vec<(usize, Outcome)>| {
            for (at, outcome) in computed {
                outcomes[at] = Some(outcome);
            }
            for &at in &missing {
                let first = first_of[&self.group.cells[at].key];
                if first != at {
                    outcomes[at] = outcomes[first].clone();
                }
            }
        };
        enter(&mut outcomes, computed);
        let pairs: HashMap<(u32, Point, u32), Outcome> = if second.is_empty() {
            HashMap::new()
        } else {
            let with_pairs = self.group.cells.iter().zip(&outcomes).filter_map(|(task, outcome)| {
                let outcome = outcome.as_ref().filter(|o| !o.vectors.is_empty())?;
                Some(((task.statistic, task.point, task.draw), outcome.clone()))
            });
            with_pairs.collect()
        };
        let compared: Vec<(usize, Outcome)> = second.par_iter().map(|&at| compute(at, &pairs)).collect();
        enter(&mut outcomes, compared);
        for &at in &missing {
            let (task, Some(outcome)) = (self.group.cells[at], &outcomes[at]) else { continue };
            if outcome.status == Status::Failed {
                let address = grid.address(&grid.statistics[task.statistic as usize].name, &task.point);
                self.fail(conduct, task.key, address, &outcome.note);
            } else if first_of[&task.key] == at {
                self.fresh.push((task.key, outcome.clone()));
            }
        }
        let cells = self.group.cells.iter().zip(outcomes);
        self.result.cells =
            cells.filter_map(|(&task, outcome)| Some(Cell { task, outcome: outcome? })).collect();
    }
}
