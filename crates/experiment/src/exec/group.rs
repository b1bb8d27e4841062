//! Computes one group of a plan. Its missing results are computed from one collection in memory, and each is cached as
//! soon as it is finished.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::{Result, ensure};
use rayon::prelude::*;
use rejudge_metrics::Summary;
use rejudge_pools::ScoreMatrix;
use rejudge_store::cache::{Cache, Key};

use super::instance::Instance;
use super::{
    ComputationEvent, Outcome, Roster, RunOptions, RunReport, ScoreSet, Status, cells, pairs, scores,
};
use crate::exec::defect::{panic_on_demand, run_guarded};
use crate::grid::plan::{CellTask, Group, Plan, Scored};
use crate::grid::{Grid, Point};

/// The largest total size, in bytes, of the score matrices that are kept in memory for cells. If the matrices
/// of a group exceed the group's part of this budget, only the matrices that the results show are kept, and a
/// cell reads the other matrices that it needs from the cache. The matrices of a hundred thousand judgment
/// sets would take gigabytes, although most cells need only two of them.
const MATRIX_BUDGET: usize = 256 << 20;

/// Computes the missing results of one group.
pub(super) fn run_group(
    grid: &Grid,
    plan: &Plan,
    group: &Group,
    options: RunOptions<'_>,
) -> Result<RunReport> {
    let mut work = Work {
        grid,
        plan,
        group,
        options,
        instance: None,
        computed: 0,
        failed: Vec::new(),
        without_result: BTreeSet::new(),
        rosters: BTreeMap::new(),
        scores: HashMap::new(),
    };
    if !group.missing.is_empty() {
        let label = group.label(grid);
        tracing::info!(group = %label, missing = group.missing.len(), "computing");
        (options.events)(ComputationEvent::Computing { label });
    }
    if !work.rosters()? {
        let cached = group.keys - group.missing.len();
        return Ok(RunReport { computed: work.computed, cached, stopped: true, ..RunReport::default() });
    }
    let outcomes: Vec<Option<Outcome>> = group.cells.iter().map(|task| work.cached_outcome(task)).collect();
    let mut uncomputed = work.scores(outcomes.iter().any(Option::is_none))?;
    uncomputed += work.cells(outcomes)?;
    let Work { computed, without_result, failed, rosters, mut scores, .. } = work;
    let scores_of_results = group.scores.keys().filter_map(|&(point, sample)| {
        let set = scores.remove(&(point, sample))?.ok()?.keep_matrix_if(is_shown(grid, options, &point));
        let roster = Arc::clone(roster_of(&rosters, point.roster_point())?);
        Some(((point, group.instance.or(sample)), roster, set))
    });
    let scores = scores_of_results.collect();
    let cached = group.keys - computed - without_result.len() - uncomputed;
    let rosters = rosters.into_iter().collect();
    Ok(RunReport { rosters, scores, computed, cached, failed, stopped: uncomputed > 0 })
}

/// Returns the first sound roster at a [`Point::roster_point`]. Any draw will do for scores, because the draws of a
/// choice of runs differ only in which runs are compared.
fn roster_of(rosters: &Rosters, point: Point) -> Option<&Arc<Roster>> {
    let mut by_draw = rosters.range((point, 0)..=(point, u32::MAX)).map(|(_, roster)| roster);
    by_draw.find(|roster| roster.error.is_none())
}

/// Returns true if the results show every topic's scores at a point, and not only summaries.
fn is_shown(grid: &Grid, options: RunOptions<'_>, point: &Point) -> bool {
    options.keep_scores || grid.shows_topics(point)
}

/// Loads the collection of a group. Checks that its files have the checksums of the description, and that
/// they have not changed since the keys were made. The list of the unscored parts of the files is cached,
/// because later runs do not read the files.
fn load_collection(grid: &Grid, plan: &Plan, group: &Group, cache: &Cache) -> Result<Instance> {
    let collection = &grid.collections[group.collection as usize];
    panic_on_demand(|| format!("load {}", collection.name));
    let unread = plan.cache_inputs.unread_judges(collection);
    let fingerprint = plan.fingerprints.get(&collection.name).and_then(Option::as_ref);
    if let Some(fingerprint) = fingerprint {
        fingerprint.check_sums(&collection.name)?;
    }
    let instance = Instance::load(grid, group.collection, group.instance, &unread);
    // We check for changes before we return an error in the files, because a change during the run explains
    // any other error.
    if let (Some(fingerprint), Some(root)) = (fingerprint, &collection.entry.root) {
        fingerprint.check(&collection.entry.descriptor, root)?;
    }
    let instance = instance?;
    // If the files could not be hashed, the keys do not depend on their contents.
    ensure!(
        plan.cache_inputs.is_readable(&collection.name),
        "the files of `{}` could not be read when the run was planned: run again",
        collection.name
    );
    if let Some(key) = plan.cache_inputs.unscored(collection) {
        cache.store(&[(key, &instance.unscored)])?;
    }
    Ok(instance)
}

/// Returns the matrix with this key from the cache. Returns `None` if the matrix is missing, if its size does
/// not fit the roster, or if one of its scores is infinite.
pub(super) fn cached_matrix(cache: &Cache, key: &Key, roster: &Roster) -> Option<Arc<ScoreMatrix>> {
    let (runs, topics) = (roster.runs.len(), roster.topics.len());
    let fits =
        |scores: &Vec<f64>| scores.len() == runs * topics && !scores.iter().any(|score| score.is_infinite());
    let scores = cache.load_if(key, fits)?;
    let scores = scores.into_iter().map(|score| (!score.is_nan()).then_some(score));
    Some(Arc::new(ScoreMatrix::new(topics, scores)))
}

/// Returns the key of a matrix's summaries. They are cached separately, so that they can be read without the matrix.
fn summaries_key(key: &Key) -> Key {
    Key::new(format!("summaries of {key}").as_bytes())
}

impl ScoreSet {
    /// Summarises each run of a matrix over its topics, and stores the matrix and the summaries in the cache. A missing
    /// score is stored as NaN.
    fn store(cache: &Cache, key: Key, summary: Summary, matrix: ScoreMatrix) -> Result<Self> {
        let runs = 0..matrix.runs();
        let summaries: Vec<f64> =
            runs.map(|run| summary.summarise(matrix.of_run(run).iter().copied())).collect();
        let scores: Vec<f64> = matrix.scores().map(|score| score.unwrap_or(f64::NAN)).collect();
        cache.store(&[(key, &scores), (summaries_key(&key), &summaries)])?;
        Ok(Self { key, matrix: Some(Arc::new(matrix)), summaries: Arc::new(summaries) })
    }

    /// Loads the summaries of a roster's scores from the cache, and the matrix too if `with_matrix`. Without a roster the
    /// matrix is not loaded, because no cell needs it and no result shows it.
    pub(super) fn cached(
        cache: &Cache,
        key: Key,
        roster: Option<&Roster>,
        with_matrix: bool,
    ) -> Option<Self> {
        let fits = |summaries: &Vec<f64>| roster.is_none_or(|roster| summaries.len() == roster.runs.len());
        let summaries: Vec<f64> = cache.load_if(&summaries_key(&key), fits)?;
        let matrix = match roster {
            Some(roster) if with_matrix => Some(cached_matrix(cache, &key, roster)?),
            _ => None,
        };
        Some(Self { key, matrix, summaries: Arc::new(summaries) })
    }

    fn keep_matrix_if(self, keeps_matrix: bool) -> Self {
        Self { matrix: self.matrix.filter(|_| keeps_matrix), ..self }
    }
}

/// The scores of a group by point and sample, or the reason why there are none.
pub type ScoreSets = HashMap<Scored, Result<ScoreSet, String>>;

/// The rosters of a group by [`Point::roster_point`] and draw.
type Rosters = BTreeMap<(Point, u32), Arc<Roster>>;

/// A group being computed.
struct Work<'a> {
    grid: &'a Grid,
    plan: &'a Plan,
    group: &'a Group,
    options: RunOptions<'a>,
    /// The collection, or the reason why it cannot be loaded. `None` until a missing key needs the
    /// collection.
    instance: Option<Result<Instance, String>>,
    /// The number of results that were computed. Results with the same key count once.
    computed: usize,
    /// The address of each cell and score matrix that failed, with the reason.
    failed: Vec<(String, String)>,
    /// The keys of rosters, scores and cells that have no result because of a failure.
    without_result: BTreeSet<Key>,
    rosters: Rosters,
    scores: ScoreSets,
}

impl Work<'_> {
    fn instance(&mut self) -> Result<&Instance, String> {
        let (grid, plan, group, cache) = (self.grid, self.plan, self.group, self.options.cache);
        if self.options.cached_only {
            return Err("the result is not in the cache".to_owned());
        }
        let events = self.options.events;
        let load = || {
            events(ComputationEvent::Loading { label: group.label(grid) });
            let instance = run_guarded(|| load_collection(grid, plan, group, cache));
            events(ComputationEvent::Computing { label: group.label(grid) });
            instance
        };
        self.instance.get_or_insert_with(load).as_ref().map_err(Clone::clone)
    }

    /// Loads or computes the rosters. Returns false if the run was stopped before it had all of them.
    fn rosters(&mut self) -> Result<bool> {
        let mut by_key: HashMap<Key, Arc<Roster>> = HashMap::new();
        for (&(point, draw), &key) in &self.group.rosters {
            let cached = || self.options.cache.load_if(&key, Roster::is_sound).map(Arc::new);
            let available = by_key.get(&key).cloned().or_else(cached);
            let roster = match available {
                Some(roster) => roster,
                None if self.options.stop.load(Ordering::Relaxed) => return Ok(false),
                None => {
                    let grid = self.grid;
                    let roster = self
                        .instance()
                        .and_then(|instance| run_guarded(|| instance.roster(grid, &point, draw)));
                    if let Ok(roster) = &roster {
                        self.options.cache.store(&[(key, roster)])?;
                        self.computed += 1;
                    }
                    Arc::new(roster.unwrap_or_else(Roster::failed))
                }
            };
            if roster.error.is_some() {
                self.without_result.insert(key);
            }
            by_key.insert(key, Arc::clone(&roster));
            self.rosters.insert((point, draw), roster);
        }
        Ok(true)
    }

    /// Returns the outcome of a cell from the cache. Returns `None` if it is missing, if it is a failure, or if its
    /// pairs of runs do not fit the roster.
    fn cached_outcome(&self, task: &CellTask) -> Option<Outcome> {
        let (grid, statistic) = (self.grid, task.statistic as usize);
        let roster = self.rosters.get(&(task.point.roster_point(), task.draw));
        let fits = |outcome: &Outcome| {
            outcome.status != Status::Failed
                && roster.is_none_or(|roster| cells::has_sound_pairs(grid, statistic, roster, outcome))
        };
        self.options.cache.load_if(&task.key, fits).map(Outcome::without_pairs)
    }

    fn fail(&mut self, key: Key, address: String, reason: &str) {
        self.without_result.insert(key);
        self.failed.push((address.clone(), reason.to_owned()));
        (self.options.events)(ComputationEvent::CellFailed { address, reason: reason.to_owned() });
    }

    /// Loads or computes the scores. If `for_cells` is true, there are cells to compute. They need the matrices,
    /// so cached matrices are loaded too. Returns the number of matrices that were not computed because the run
    /// was stopped or uses only the cache.
    fn scores(&mut self, for_cells: bool) -> Result<usize> {
        let (grid, options) = (self.grid, self.options);
        let (mut missing, mut seen_keys): (Vec<Scored>, HashSet<Key>) = Default::default();
        let mut by_key: HashMap<Key, Result<ScoreSet, String>> = HashMap::new();
        let holds_all = self.holds_matrices();
        let is_kept = |point: &Point| holds_all || is_shown(grid, options, point);
        let keys = &self.group.scores;
        for (&scored, &key) in keys {
            if !seen_keys.insert(key) {
                continue;
            }
            let with_matrix = for_cells || is_shown(grid, options, &scored.0);
            let roster = roster_of(&self.rosters, scored.0.roster_point()).map(Arc::as_ref);
            match ScoreSet::cached(options.cache, key, roster, with_matrix) {
                Some(scores) => drop(by_key.insert(key, Ok(scores.keep_matrix_if(is_kept(&scored.0))))),
                None => missing.push(scored),
            }
        }
        if !missing.is_empty() && !options.is_stopped() {
            let rosters = self.rosters.clone();
            let store = |scored: Scored, matrix: Result<ScoreMatrix, String>| -> Result<_> {
                let (key, summary) = (keys[&scored], grid.summary(&scored.0));
                let roster = roster_of(&rosters, scored.0.roster_point());
                let matrix = match matrix {
                    Ok(matrix) if roster.is_none_or(|roster| roster.fits(&matrix)) => matrix,
                    Ok(_) => return Ok((key, Err(cells::OTHER_NAMES.to_owned()))),
                    Err(reason) => return Ok((key, Err(reason))),
                };
                let scores = ScoreSet::store(options.cache, key, summary, matrix)?;
                Ok((key, Ok(scores.keep_matrix_if(is_kept(&scored.0)))))
            };
            let computed: Vec<_> = match self.instance() {
                Ok(instance) => scores::matrices(grid, instance, &missing, options, &store)?,
                Err(reason) => {
                    let failed = missing.iter().map(|scored| store(*scored, Err(reason.clone())));
                    failed.collect::<Result<_>>()?
                }
            };
            self.computed += computed.iter().filter(|(_, scores)| scores.is_ok()).count();
            by_key.extend(computed);
        }
        for (&(point, sample), &key) in keys {
            // Several points may share a key. If the run was stopped, some keys have no scores.
            let Some(scores) = by_key.get(&key).cloned() else { continue };
            if let Err(reason) = &scores {
                self.fail(key, grid.address("scores", &point), reason);
            }
            self.scores.insert((point, sample), scores);
        }
        Ok(seen_keys.len() - by_key.len())
    }

    /// Returns true if all score matrices of the group fit into its part of the budget. Groups that are computed
    /// at the same time share the budget.
    fn holds_matrices(&self) -> bool {
        let budget =
            if cfg!(debug_assertions) { budget_of_test().unwrap_or(MATRIX_BUDGET) } else { MATRIX_BUDGET };
        let at_once = self.plan.groups.len().min(rayon::current_num_threads()).max(1);
        let runs = self.rosters.values().map(|roster| roster.runs.len()).max().unwrap_or(0);
        // If a point has no sound roster in any draw, its matrices need no memory, because all of its cells
        // fail too.
        let mut topics: HashMap<Point, usize> = HashMap::new();
        for ((point, _), roster) in self.rosters.iter().filter(|(_, roster)| roster.error.is_none()) {
            topics.entry(*point).or_insert(roster.topics.len());
        }
        let numbers =
            |(point, _): &(Point, _)| runs * topics.get(&point.roster_point()).copied().unwrap_or(0);
        self.group.scores.keys().map(numbers).sum::<usize>() <= budget / at_once / size_of::<f64>()
    }

    /// Computes the cells that have no outcome yet. Returns the number of keys that were not computed
    /// because the run was stopped or uses only the cache.
    fn cells(&mut self, mut outcomes: Vec<Option<Outcome>>) -> Result<usize> {
        // If several cells share a key, only the first is computed, and the other cells copy its outcome.
        let mut first_of: HashMap<Key, usize> = HashMap::new();
        let grid = self.grid;
        let missing: Vec<usize> = (0..outcomes.len()).filter(|&cell| outcomes[cell].is_none()).collect();
        let is_first = |&cell: &usize| *first_of.entry(self.group.cells[cell].key).or_insert(cell) == cell;
        let to_compute: Vec<usize> = missing.iter().copied().filter(is_first).collect();
        let needs_collection =
            |&cell: &usize| grid.statistics[self.group.cells[cell].statistic as usize].needs_collection();
        if !self.options.is_stopped() && to_compute.iter().any(needs_collection) {
            // The collection is loaded here, because the cells below share it by reference.
            let _ = self.instance();
        }
        let instance = &self.instance;
        let pair_p_values = match instance {
            Some(Ok(instance)) if instance.published.is_none() => pairs::p_values_of_cells(
                grid,
                instance,
                &self.rosters,
                &self.group.cells,
                &to_compute,
                self.options,
            ),
            _ => HashMap::new(),
        };
        // A statistic that is computed from another statistic's pairs of runs is computed after that statistic.
        let base = |cell: usize| grid.statistics[self.group.cells[cell].statistic as usize].base;
        let (with_base, without_base): (Vec<usize>, Vec<usize>) =
            to_compute.iter().partition(|&&cell| base(cell).is_some());
        let base_statistics: BTreeSet<u32> =
            with_base.iter().filter_map(|&cell| Some(base(cell)? as u32)).collect();
        for turn in [without_base, with_base] {
            let bases = self.group.cells.iter().zip(&outcomes).filter_map(|(task, outcome)| {
                // A cell with the key of an earlier cell has the same outcome.
                let outcome = outcome.as_ref().or_else(|| outcomes[*first_of.get(&task.key)?].as_ref());
                let outcome = outcome.filter(|_| base_statistics.contains(&task.statistic))?;
                Some(((task.statistic, task.point, task.draw), (task.key, outcome)))
            });
            let bases: cells::Bases<'_> = bases.collect();
            let compute = |&cell: &usize| -> Result<Option<(usize, Outcome)>> {
                if self.options.is_stopped() {
                    return Ok(None);
                }
                let task = &self.group.cells[cell];
                let inputs = cells::CellInputs {
                    grid,
                    task: *task,
                    cache: self.options.cache,
                    roster: self.rosters.get(&(task.point.roster_point(), task.draw)).map(Arc::as_ref),
                    scores: &self.scores,
                    bases: &bases,
                    instance,
                    pair_p_values: pair_p_values.get(&cell),
                    compared_point: None,
                    sample: None,
                };
                let outcome = run_guarded(|| {
                    panic_on_demand(|| {
                        grid.address(&grid.statistics[task.statistic as usize].name, &task.point)
                    });
                    Ok(inputs.compute().unwrap_or_else(|outcome| outcome))
                });
                let outcome = outcome.unwrap_or_else(Outcome::failed);
                (self.options.events)(ComputationEvent::CellDone);
                // Outcomes are cached one by one, so that only seconds of work are lost if the process is killed.
                if outcome.status != Status::Failed {
                    self.options.cache.store(&[(task.key, &outcome)])?;
                }
                Ok(Some((cell, outcome.without_pairs())))
            };
            // Each thread takes one cell at a time, because some cells test many pairs of runs and others none.
            let computed_cells = turn.par_iter().with_max_len(1).map(compute).collect::<Result<Vec<_>>>()?;
            for (cell, outcome) in computed_cells.into_iter().flatten() {
                self.computed += usize::from(outcome.status != Status::Failed);
                outcomes[cell] = Some(outcome);
            }
        }
        let uncomputed = to_compute.iter().filter(|&&cell| outcomes[cell].is_none()).count();
        for &cell in &missing {
            let first = first_of[&self.group.cells[cell].key];
            if first != cell {
                outcomes[cell] = outcomes[first].clone();
            }
            let (task, Some(outcome)) = (self.group.cells[cell], &outcomes[cell]) else { continue };
            if outcome.status == Status::Failed {
                let address = grid.address(&grid.statistics[task.statistic as usize].name, &task.point);
                self.fail(task.key, address, &outcome.note);
            }
        }
        let cells = self.group.cells.iter().zip(outcomes);
        (self.options.cells)(cells.filter_map(|(&task, outcome)| Some((task, outcome?))).collect());
        Ok(uncomputed)
    }
}

/// Returns the budget for matrices that a test sets, so that a small group exceeds it. Release builds ignore it.
fn budget_of_test() -> Option<usize> {
    std::env::var("REJUDGE_MATRICES").ok()?.parse().ok()
}
