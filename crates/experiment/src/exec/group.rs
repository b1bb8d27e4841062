//! One group of a plan: missing results are computed from one collection in memory, and cached as they finish.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::{Result, ensure};
use rayon::prelude::*;
use rejudge_metrics::Summary;
use rejudge_pools::ScoreMatrix;
use rejudge_store::cache::{Cache, Key};

use super::instance::Instance;
use super::{Conduct, Event, Outcome, Roster, RunReport, ScoreSet, Status, cells, pairs, scores};
use crate::exec::defect::{guarded, on_demand};
use crate::grid::plan::{CellTask, Group, Plan, Scored};
use crate::grid::{Grid, Point};

/// Bytes of score matrices that a run keeps in memory for its cells, besides those that its results show: a quarter of
/// a gigabyte. Beyond it, matrices are read from the cache: with a hundred thousand judgment sets they take gigabytes,
/// although a cell needs two of them.
const BUDGET: usize = 256 << 20;

/// Runs one group. Its scores and cells are cached as they finish.
pub(super) fn run_group(grid: &Grid, plan: &Plan, group: &Group, conduct: Conduct<'_>) -> Result<RunReport> {
    let mut work = Work {
        grid,
        plan,
        group,
        conduct,
        instance: None,
        computed: 0,
        failed: Vec::new(),
        without: BTreeSet::new(),
        rosters: BTreeMap::new(),
        scores: HashMap::new(),
    };
    if !group.missing.is_empty() {
        let label = group.label(grid);
        tracing::info!(group = %label, missing = group.missing.len(), "computing");
        (conduct.events)(Event::Computing { label });
    }
    if !work.rosters()? {
        let cached = group.keys - group.missing.len();
        return Ok(RunReport { computed: work.computed, cached, stopped: true, ..RunReport::default() });
    }
    let kept = |task: &CellTask| {
        let statistic = task.statistic as usize;
        let roster = work.rosters.get(&(task.point.of_runs(), task.draw));
        let fits = |outcome: &Outcome| {
            outcome.status != Status::Failed
                && roster.is_none_or(|roster| cells::has_sound_pairs(grid, statistic, roster, outcome))
        };
        conduct.cache.load_if(&task.key, fits).map(Outcome::without_pairs)
    };
    let outcomes: Vec<Option<Outcome>> = group.cells.iter().map(kept).collect();
    let mut left = work.scores(outcomes.iter().any(Option::is_none))?;
    left += work.cells(outcomes)?;
    let Work { computed, without, failed, rosters, mut scores, .. } = work;
    let shown = group.scores.keys().filter_map(|&(point, sample)| {
        let set = scores.remove(&(point, sample))?.ok()?.within(is_shown(grid, conduct, &point));
        let own = point.of_runs();
        Some(((point, group.instance.or(sample)), Arc::clone(roster_of(&rosters, own)?), set))
    });
    let scores = shown.collect();
    let cached = group.keys - computed - without.len() - left;
    let rosters = rosters.into_iter().collect();
    Ok(RunReport { rosters, scores, computed, cached, failed, stopped: left > 0 })
}

/// Returns the first roster of the runs at a point: the draws of a choice of runs differ in the compared runs only.
fn roster_of(rosters: &Rosters, runs: Point) -> Option<&Arc<Roster>> {
    let mut of_draws = rosters.range((runs, 0)..=(runs, u32::MAX)).map(|(_, roster)| roster);
    of_draws.find(|roster| roster.error.is_none())
}

/// Returns true if the results show the scores of every topic at a point, and not only their summaries.
fn is_shown(grid: &Grid, conduct: Conduct<'_>, point: &Point) -> bool {
    conduct.keep_scores || grid.shows_topics(point)
}

/// The collection of a group, read from the files that its keys were made of. The parts of the files that are not scored
/// are cached, because later runs do not read the files.
fn loaded(grid: &Grid, plan: &Plan, group: &Group, cache: &Cache) -> Result<Instance> {
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
    if let Some(key) = plan.cache_inputs.unscored(at) {
        cache.store(&[(key, &instance.unscored)])?;
    }
    Ok(instance)
}

/// Returns the matrix of a roster under a key, if the cache has one of its shape.
pub(super) fn cached_matrix(cache: &Cache, key: &Key, roster: &Roster) -> Option<Arc<ScoreMatrix>> {
    let (runs, topics) = (roster.runs.len(), roster.topics.len());
    let fits = |kept: &Vec<f64>| kept.len() == runs * topics && !kept.iter().any(|score| score.is_infinite());
    let score = |kept: f64| (!kept.is_nan()).then_some(kept);
    let kept = cache.load_if(key, fits)?;
    Some(Arc::new(ScoreMatrix::new(topics, kept.into_iter().map(score))))
}

/// Returns the key of a matrix's summaries, which are cached separately so that they can be read without the matrix.
fn of_summaries(key: &Key) -> Key {
    Key::new(format!("summaries of {key}").as_bytes())
}

impl ScoreSet {
    /// A matrix with the summary of each run over its topics, which are stored: plain numbers, NaN for a missing score.
    fn stored(cache: &Cache, key: Key, summary: Summary, matrix: ScoreMatrix) -> Result<Self> {
        let of_run = |run: usize| summary.summarise(matrix.of_run(run).iter().copied());
        let summaries: Vec<f64> = (0..matrix.runs()).map(of_run).collect();
        let kept: Vec<f64> = matrix.scores().map(|score| score.unwrap_or(f64::NAN)).collect();
        cache.store(&[(key, &kept), (of_summaries(&key), &summaries)])?;
        Ok(Self { key, matrix: Some(Arc::new(matrix)), summaries: Arc::new(summaries) })
    }

    /// Loads the scores of a roster: with the matrix if `whole`, else the summaries alone. Without a roster no cell looks at
    /// them, and no result shows them.
    pub(super) fn cached(cache: &Cache, key: Key, roster: Option<&Roster>, whole: bool) -> Option<Self> {
        let fits = |kept: &Vec<f64>| roster.is_none_or(|roster| kept.len() == roster.runs.len());
        let summaries: Vec<f64> = cache.load_if(&of_summaries(&key), fits)?;
        let matrix = match roster {
            Some(roster) if whole => Some(cached_matrix(cache, &key, roster)?),
            _ => None,
        };
        Some(Self { key, matrix, summaries: Arc::new(summaries) })
    }

    /// The same, without the matrix unless it `stays`.
    fn within(self, stays: bool) -> Self {
        Self { matrix: self.matrix.filter(|_| stays), ..self }
    }
}

/// The scores of a group by point and sample, or the reasons why there are none.
pub type Scores = HashMap<Scored, Result<ScoreSet, String>>;

/// The rosters of a group by the point of their runs and the draw.
type Rosters = BTreeMap<(Point, u32), Arc<Roster>>;

/// A group being computed.
struct Work<'a> {
    grid: &'a Grid,
    plan: &'a Plan,
    group: &'a Group,
    conduct: Conduct<'a>,
    /// The collection, loaded when the first missing key asks for it.
    instance: Option<Result<Instance, String>>,
    /// Keys that were computed.
    computed: usize,
    /// Cells that failed.
    failed: Vec<(String, String)>,
    /// Keys of rosters, scores and cells that have no result because something failed.
    without: BTreeSet<Key>,
    rosters: Rosters,
    scores: Scores,
}

impl Work<'_> {
    fn instance(&mut self) -> Result<&Instance, String> {
        let (grid, plan, group, cache) = (self.grid, self.plan, self.group, self.conduct.cache);
        if self.conduct.cached_only {
            return Err("it is not in the cache".to_owned());
        }
        let events = self.conduct.events;
        let load = || {
            events(Event::Loading { label: group.label(grid) });
            let instance = guarded(|| loaded(grid, plan, group, cache));
            events(Event::Computing { label: group.label(grid) });
            instance
        };
        self.instance.get_or_insert_with(load).as_ref().map_err(|e| e.clone())
    }

    /// Loads or computes the rosters. Returns false if the run was stopped before all are there.
    fn rosters(&mut self) -> Result<bool> {
        let mut known: HashMap<Key, Arc<Roster>> = HashMap::new();
        for (&(point, draw), &key) in &self.group.rosters {
            let cached = || self.conduct.cache.load_if(&key, Roster::is_sound).map(Arc::new);
            let kept = known.get(&key).cloned().or_else(cached);
            let roster = match kept {
                Some(roster) => roster,
                None if self.conduct.stop.load(Ordering::Relaxed) => return Ok(false),
                None => {
                    let grid = self.grid;
                    let made =
                        self.instance().and_then(|instance| guarded(|| instance.roster(grid, &point, draw)));
                    if let Ok(roster) = &made {
                        self.conduct.cache.store(&[(key, roster)])?;
                        self.computed += 1;
                    }
                    Arc::new(made.unwrap_or_else(Roster::failed))
                }
            };
            if roster.error.is_some() {
                self.without.insert(key);
            }
            known.insert(key, Arc::clone(&roster));
            self.rosters.insert((point, draw), roster);
        }
        Ok(true)
    }

    fn fail(&mut self, key: Key, address: String, reason: &str) {
        self.without.insert(key);
        self.failed.push((address.clone(), reason.to_owned()));
        (self.conduct.events)(Event::CellFailed { address, reason: reason.to_owned() });
    }

    /// Loads or computes the scores, with their matrices if cells are `wanted`. Returns the number of matrices that
    /// were not computed because the run was stopped.
    fn scores(&mut self, wanted: bool) -> Result<usize> {
        let (grid, conduct) = (self.grid, self.conduct);
        let (mut missing, mut asked): (Vec<Scored>, HashSet<Key>) = Default::default();
        let mut found: HashMap<Key, Result<ScoreSet, String>> = HashMap::new();
        let holds_all = self.holds_matrices();
        let stays = |point: &Point| holds_all || is_shown(grid, conduct, point);
        let keys = &self.group.scores;
        for (&of, &key) in keys {
            if !asked.insert(key) {
                continue;
            }
            let whole = wanted || is_shown(grid, conduct, &of.0);
            let roster = roster_of(&self.rosters, of.0.of_runs()).map(Arc::as_ref);
            match ScoreSet::cached(conduct.cache, key, roster, whole) {
                Some(scores) => drop(found.insert(key, Ok(scores.within(stays(&of.0))))),
                None => missing.push(of),
            }
        }
        if !missing.is_empty() && !conduct.is_stopped() {
            let rosters = self.rosters.clone();
            let keep = |of: Scored, matrix: Result<ScoreMatrix, String>| -> Result<_> {
                let (key, summary) = (keys[&of], grid.summary(&of.0));
                let roster = roster_of(&rosters, of.0.of_runs());
                let matrix = match matrix {
                    Ok(matrix) if roster.is_none_or(|roster| roster.names(&matrix)) => matrix,
                    Ok(_) => return Ok((key, Err(cells::MISFIT.to_owned()))),
                    Err(reason) => return Ok((key, Err(reason))),
                };
                let scores = ScoreSet::stored(conduct.cache, key, summary, matrix)?;
                Ok((key, Ok(scores.within(stays(&of.0)))))
            };
            let scored: Vec<_> = match self.instance() {
                Ok(instance) => scores::matrices(grid, instance, &missing, conduct, &keep)?,
                Err(reason) => {
                    missing.iter().map(|of| keep(*of, Err(reason.clone()))).collect::<Result<_>>()?
                }
            };
            self.computed += scored.iter().filter(|(_, scores)| scores.is_ok()).count();
            found.extend(scored);
        }
        for (&(point, sample), &key) in keys {
            // Several points may share a key. Those of a run that was stopped have no scores.
            let Some(scores) = found.get(&key).cloned() else { continue };
            if let Err(reason) = &scores {
                self.fail(key, grid.address("scores", &point), reason);
            }
            self.scores.insert((point, sample), scores);
        }
        Ok(asked.len() - found.len())
    }

    /// Returns true if the matrices of all scores fit into this group's part of the budget, which the groups that are
    /// computed at once share.
    fn holds_matrices(&self) -> bool {
        // Tests exceed the budget of debug builds.
        let named = || std::env::var("REJUDGE_MATRICES").ok()?.parse().ok();
        let budget = if cfg!(debug_assertions) { named().unwrap_or(BUDGET) } else { BUDGET };
        let at_once = self.plan.groups.len().min(rayon::current_num_threads()).max(1);
        let runs = self.rosters.values().map(|roster| roster.runs.len()).max().unwrap_or(0);
        // If the roster failed in every draw, every cell that needs the scores fails too.
        let mut topics: HashMap<Point, usize> = HashMap::new();
        for ((point, _), roster) in self.rosters.iter().filter(|(_, roster)| roster.error.is_none()) {
            topics.entry(*point).or_insert(roster.topics.len());
        }
        let numbers = |(point, _): &(Point, _)| runs * topics.get(&point.of_runs()).copied().unwrap_or(0);
        self.group.scores.keys().map(numbers).sum::<usize>() <= budget / at_once / size_of::<f64>()
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
        if !self.conduct.is_stopped() && wanted.iter().any(|&at| looks(&self.group.cells[at])) {
            // Loaded here, once, because the cells below share it by reference.
            let _ = self.instance();
        }
        let (grid, instance) = (self.grid, &self.instance);
        let tested = match instance {
            Some(Ok(instance)) if instance.given.is_none() => {
                pairs::of_the_pair(grid, instance, &self.rosters, &self.group.cells, &wanted, self.conduct)
            }
            _ => HashMap::new(),
        };
        // A statistic over the run pairs of another one is computed after it.
        let of = |at: usize| grid.statistics[self.group.cells[at].statistic as usize].of;
        let (second, first): (Vec<usize>, Vec<usize>) = wanted.iter().partition(|&&at| of(at).is_some());
        let looked_at: BTreeSet<u32> = second.iter().filter_map(|&at| Some(of(at)? as u32)).collect();
        for turn in [first, second] {
            let bases = self.group.cells.iter().zip(&outcomes).filter_map(|(task, outcome)| {
                // A cell that copies another one has its outcome.
                let copied = || outcomes[*first_of.get(&task.key)?].as_ref();
                let outcome = outcome.as_ref().or_else(copied);
                let outcome = outcome.filter(|_| looked_at.contains(&task.statistic))?;
                Some(((task.statistic, task.point, task.draw), (task.key, outcome)))
            });
            let bases: cells::Bases<'_> = bases.collect();
            let compute = |&at: &usize| -> Result<Option<(usize, Outcome)>> {
                if self.conduct.is_stopped() {
                    return Ok(None);
                }
                let task = &self.group.cells[at];
                let inputs = cells::CellInputs {
                    grid,
                    task: *task,
                    cache: self.conduct.cache,
                    roster: self.rosters.get(&(task.point.of_runs(), task.draw)).map(Arc::as_ref),
                    scores: &self.scores,
                    bases: &bases,
                    instance,
                    tested: tested.get(&at),
                    beside: None,
                    sample: None,
                };
                let outcome = guarded(|| {
                    on_demand(|| grid.address(&grid.statistics[task.statistic as usize].name, &task.point));
                    Ok(inputs.compute().unwrap_or_else(|outcome| outcome))
                });
                let outcome = outcome.unwrap_or_else(Outcome::failed);
                (self.conduct.events)(Event::CellDone);
                // Cached one by one, so that a kill loses seconds, regardless of the time that the others take.
                if outcome.status != Status::Failed {
                    self.conduct.cache.store(&[(task.key, &outcome)])?;
                }
                Ok(Some((at, outcome.without_pairs())))
            };
            // One at a time to each thread: some test many pairs of runs, others none.
            let done = turn.par_iter().with_max_len(1).map(compute).collect::<Result<Vec<_>>>()?;
            for (at, outcome) in done.into_iter().flatten() {
                self.computed += usize::from(outcome.status != Status::Failed);
                outcomes[at] = Some(outcome);
            }
        }
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
