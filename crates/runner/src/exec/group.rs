//! One group of a plan: what is missing is computed from one collection in memory, and kept together.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};

use anyhow::Result;
use rayon::prelude::*;

use super::instance::Instance;
use super::{
    BROKEN, Cell, Conduct, Event, GroupResult, Outcome, Roster, ScoreSet, Status, scores, statistics,
};
use crate::cache::{Cache, Key};
use crate::grid::{Grid, Point};
use crate::plan::{CellTask, Group, Plan, ScoreTask};

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
    let total = group.rosters.len() + group.scores.len() + group.cells.len();
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
    let cached = total - computed - work.without;
    Ok(GroupRun { computed, cached, failed: work.failed, result: work.result })
}

/// A group being computed.
struct Work<'a> {
    grid: &'a Grid,
    group: &'a Group,
    cache: &'a Cache,
    /// The collection, loaded when the first missing key asks for it.
    instance: Option<Result<Instance, String>>,
    missing: BTreeSet<Key>,
    fresh_rosters: Vec<(Key, Roster)>,
    fresh: Vec<(Key, Outcome)>,
    /// Cells that failed.
    failed: Vec<(String, String)>,
    /// Rosters, scores and cells that there are none of, because something failed.
    without: usize,
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
            without: 0,
            unscored: HashMap::new(),
            result,
        }
    }

    fn instance(&mut self) -> Result<&mut Instance, String> {
        let (grid, group) = (self.grid, self.group);
        let load = || Instance::load(grid, group.collection, group.instance).map_err(|e| format!("{e:#}"));
        self.instance.get_or_insert_with(load).as_mut().map_err(|e| e.clone())
    }

    fn rosters(&mut self) {
        for task in &self.group.rosters {
            let roster = match self.cache.load::<Roster>(&task.key) {
                Some(roster) => roster,
                None => {
                    let grid = self.grid;
                    let made = self.instance().and_then(|i| i.roster(grid, &task.point, task.draw));
                    let roster = made.unwrap_or_else(Roster::failed);
                    match roster.error {
                        None => self.fresh_rosters.push((task.key, roster.clone())),
                        Some(_) => self.without += 1,
                    }
                    roster
                }
            };
            self.result.rosters.push((task.point, task.draw, roster));
        }
    }

    fn scores(&mut self, conduct: Conduct<'_>) {
        let mut missing = Vec::new();
        let mut found: HashMap<(Point, Option<u32>), Vec<f64>> = HashMap::new();
        for task in &self.group.scores {
            match self.cache.load::<Outcome>(&task.key).and_then(|mut o| o.vectors.pop()) {
                Some((_, scores)) => drop(found.insert((task.point, task.sample), scores)),
                None => missing.push(*task),
            }
        }
        if !missing.is_empty() {
            let grid = self.grid;
            let scored = match self.instance() {
                Ok(instance) => scores::matrices(grid, instance, &missing),
                Err(reason) => missing.into_iter().map(|task| (task, Err(reason.clone()))).collect(),
            };
            for (task, scores) in scored {
                match scores {
                    Ok(scores) => {
                        self.fresh.push((task.key, Outcome::of_scores(scores.clone())));
                        found.insert((task.point, task.sample), scores);
                    }
                    Err(reason) => {
                        let address = grid.address("scores", &task.point);
                        self.fail(conduct, address, &reason);
                        self.unscored.insert(task.point, reason);
                    }
                }
            }
        }
        let in_order = self.group.scores.iter().filter_map(|&ScoreTask { point, sample, .. }| {
            Some(ScoreSet { point, sample, scores: found.remove(&(point, sample))? })
        });
        self.result.scores = in_order.collect();
    }

    fn fail(&mut self, conduct: Conduct<'_>, address: String, reason: &str) {
        self.without += 1;
        self.failed.push((address.clone(), reason.to_owned()));
        (conduct.events)(Event::CellFailed { address, reason: reason.to_owned() });
    }

    fn cells(&mut self, conduct: Conduct<'_>) {
        let mut outcomes: Vec<Option<Outcome>> =
            self.group.cells.iter().map(|task| self.cache.load(&task.key)).collect();
        let wanted: Vec<usize> = (0..outcomes.len()).filter(|&at| outcomes[at].is_none()).collect();
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
        let mut computed: Vec<(usize, Outcome)> =
            first.par_iter().map(|&at| compute(at, &HashMap::new())).collect();
        for (at, outcome) in &computed {
            outcomes[*at] = Some(outcome.clone());
        }
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
        computed.extend(compared);
        for (at, outcome) in computed {
            let task = self.group.cells[at];
            if outcome.status == Status::Failed {
                let address = grid.address(&grid.statistics[task.statistic as usize].name, &task.point);
                self.fail(conduct, address, &outcome.note);
            } else {
                self.fresh.push((task.key, outcome.clone()));
            }
            outcomes[at] = Some(outcome);
        }
        let cells = self.group.cells.iter().zip(outcomes);
        self.result.cells =
            cells.filter_map(|(&task, outcome)| Some(Cell { task, outcome: outcome? })).collect();
    }
}
