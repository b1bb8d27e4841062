//! Sources of cells: a collection with judgments and rankings, or one of given scores. This module contains the part
//! that both share: the runs that a choice compares, the runs that are scored for it, and all names.

use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use rejudge_metrics::Metric;
use rejudge_names::plural::counted;
use rejudge_pools::{Candidates, ChoiceError, Needs, RunIx, TestCollection};
use rejudge_stats::Ranking;

use super::instance::Instance;
use super::score_matrices::ScoredCollection;
use super::scores::{self, Scored};
use crate::grid::plan::ScoreTask;
use crate::grid::{Grid, Point, Runs};
use crate::spec::Rules;
use crate::statistics::Roster;

/// A collection in memory.
pub enum Loaded {
    /// Judgments and rankings.
    Judged(Box<Instance>),
    /// Scores.
    Given(Box<ScoredCollection>),
}

impl Loaded {
    /// Draws the twin, or loads the files. The labels of `unread` judges are in no key.
    pub fn load(grid: &Grid, collection: u32, draw: Option<u32>, unread: &[String]) -> Result<Self> {
        match grid.collections[collection as usize].entry.descriptor.scores {
            None => Ok(Self::Judged(Box::new(Instance::load(grid, collection, draw, unread)?))),
            Some(_) => Ok(Self::Given(Box::new(ScoredCollection::load(grid, collection)?))),
        }
    }

    /// Returns the names of runs, teams and topics, and the runs that `draw` compares.
    pub fn roster(&self, grid: &Grid, point: &Point, draw: u32) -> Result<Roster> {
        match self {
            Self::Judged(instance) => instance.roster(grid, point, draw),
            Self::Given(given) => given.roster(grid, point, draw),
        }
    }

    /// The score matrices of `tasks`.
    pub fn matrices(&self, grid: &Grid, tasks: &[ScoreTask]) -> Vec<Scored> {
        match self {
            Self::Judged(instance) => scores::matrices(grid, instance, tasks),
            Self::Given(given) => {
                let scores = |task: &ScoreTask| given.matrix(grid, &task.point).map_err(|e| format!("{e:#}"));
                tasks.iter().map(|task| (*task, scores(task))).collect()
            }
        }
    }
}

/// Topics, runs and teams, and the data by which runs are chosen.
pub trait Source {
    /// Name of the collection.
    fn name(&self) -> &str;

    /// Returns the part of the keys that identifies its draws.
    fn draw_key(&self) -> &str;

    /// Root of every draw.
    fn seed(&self) -> u64;

    /// The draw of a twin.
    fn draw(&self) -> Option<u32>;

    /// Returns topics, runs and teams, with rankings if there are any.
    fn collection(&self) -> &TestCollection;

    /// Returns which facts are known: rankings, and the team of each run.
    fn known_facts(&self) -> KnownFacts;

    /// Returns the topics that count under `rules` if these runs are `scored`.
    fn topics(&self, rules: &Rules, scored: &[RunIx]) -> Vec<usize>;

    /// The score of each run under the full judgments, as the measure summarises topics; 0 for a topic that
    /// it is not defined on.
    fn summaries(&self, rules: &Rules, by: &Metric) -> Result<Vec<f64>>;

    /// Every run.
    fn all_runs(&self) -> Vec<RunIx> {
        (0..self.collection().runs().len()).collect()
    }

    /// Returns the runs whose scores are cached for a choice of runs, in ascending order: the chosen ones, or all runs
    /// of a collection of files if other draws choose other runs. The keys of scores depend on the same set, which
    /// therefore must not depend on the other choices of the grid.
    fn scored(&self, rules: &Rules, runs: &Runs) -> Result<Vec<RunIx>> {
        if runs.scores_all(self.draw().is_none()) {
            return Ok(self.all_runs());
        }
        let draw = self.draw().unwrap_or(1);
        let mut chosen = self.chosen(rules, runs, draw)?;
        chosen.sort_unstable();
        Ok(chosen)
    }

    /// Returns the runs that `draw` compares. A choice goes by the full judgments and the topics that count if all runs
    /// are compared.
    fn chosen(&self, rules: &Rules, runs: &Runs, draw: u32) -> Result<Vec<RunIx>> {
        let (there, name, known) = (self.collection().runs().len(), self.name(), self.known_facts());
        if let Some(wanted) = runs.count() {
            ensure!(wanted as usize <= there, "`{runs}` of `{name}`, which has {}", counted(there, "run"));
        }
        let needs = runs.rule().needs;
        ensure!(
            needs != Needs::Teams || known.teams || runs.file().is_some(),
            "`{runs}` needs the teams of the runs of `{name}`, which are unknown"
        );
        ensure!(
            needs != Needs::Rankings || known.rankings,
            "`{runs}` needs rankings, but `{name}` has only scores"
        );
        let candidates = AllRuns { source: self, rules, runs, draw: draw.to_string() };
        runs.choose(&candidates).map_err(|error| anyhow!(error))
    }

    /// Names of runs, teams and topics, and the runs that `draw` compares.
    fn roster(&self, grid: &Grid, point: &Point, draw: u32) -> Result<Roster> {
        let rules = &grid.evaluations[point.evaluation as usize].rules;
        let runs = &grid.runs[point.runs as usize];
        let (data, scored) = (self.collection(), self.scored(rules, runs)?);
        let topics = self.topics(rules, &scored);
        let row = |run: &RunIx| scored.binary_search(run).map(|row| row as u32);
        let chosen: Result<Vec<u32>, usize> = self.chosen(rules, runs, draw)?.iter().map(row).collect();
        Ok(Roster {
            runs: scored.iter().map(|&run| data.runs()[run].name.clone()).collect(),
            teams: scored.iter().map(|&run| data.teams()[data.runs()[run].team].name.clone()).collect(),
            topics: topics.iter().map(|&t| data.topics()[t].name.clone()).collect(),
            dropped: (data.topics().len() - topics.len()) as u32,
            chosen: chosen.map_err(|_| anyhow!("a chosen run is not scored"))?,
            error: None,
        })
    }
}

/// All runs of a source, to choose from.
struct AllRuns<'a, S: ?Sized> {
    source: &'a S,
    rules: &'a Rules,
    runs: &'a Runs,
    draw: String,
}

impl<S: Source + ?Sized> Candidates for AllRuns<'_, S> {
    fn collection(&self) -> &TestCollection {
        self.source.collection()
    }

    fn topics(&self) -> Vec<usize> {
        self.source.topics(self.rules, &self.source.all_runs())
    }

    fn max_rank(&self) -> usize {
        self.rules.depth()
    }

    fn ranks(&self, by: &Metric) -> Result<Vec<usize>, ChoiceError> {
        Ok(Ranking::new(&self.source.summaries(self.rules, by)?).ranks().to_vec())
    }

    fn draw(&self) -> (u64, [&str; 2]) {
        (self.source.seed(), [self.source.draw_key(), &self.draw])
    }

    fn named_in(&self, file: &str) -> Result<Vec<RunIx>, ChoiceError> {
        let pinned_runs = self.runs.file.as_ref().with_context(|| format!("{file} was not read"))?;
        Ok(pinned(self.collection(), self.source.name(), &pinned_runs.path, &pinned_runs.content)?)
    }
}

/// The facts that a source knows of its runs beyond their names.
#[derive(Clone, Copy, Debug)]
pub struct KnownFacts {
    /// The documents that they retrieved.
    pub rankings: bool,
    /// The teams that submitted them.
    pub teams: bool,
}

/// The runs named in the first column of a TSV file.
fn pinned(
    collection: &TestCollection,
    name: &str,
    path: &Path,
    content: &Result<Vec<u8>, String>,
) -> Result<Vec<RunIx>> {
    let shown = path.display();
    let bytes = content.as_ref().map_err(|why| anyhow!("cannot read {shown}: {why}"))?;
    let text = std::str::from_utf8(bytes).with_context(|| format!("cannot read {shown}"))?;
    let lines = text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty() && !l.starts_with('#'));
    let named = |(at, line): (usize, &str)| {
        let run = line.split('\t').next().expect("a split has a first part").trim();
        let found = collection.runs().iter().position(|other| other.name == run);
        found.with_context(|| format!("{shown}:{}: `{name}` has no run `{run}`", at + 1))
    };
    lines.map(named).collect()
}
