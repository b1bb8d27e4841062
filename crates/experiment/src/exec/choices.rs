//! The runs that a choice compares, the runs that must be scored for it, and the names of runs, teams and
//! topics.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use rejudge_collections::parse_chosen_runs;
use rejudge_metrics::Metric;
use rejudge_names::plural::counted;
use rejudge_names::{meant, nearest};
use rejudge_pools::{Candidates, ChoiceError, Needs, RunIx, TeamIx, TestCollection};
use rejudge_stats::Ranking;

use super::instance::Instance;
use crate::grid::{Grid, Point, Runs};
use crate::spec::Rules;
use crate::statistics::Roster;

impl Instance {
    /// Returns all runs of the collection.
    pub(super) fn all_runs(&self) -> Vec<RunIx> {
        (0..self.collection.runs().len()).collect()
    }

    /// Returns the runs that are scored for a choice of runs, in ascending order: the chosen runs, or all
    /// runs if `scores_all` returns true for the choice, for example because a file names the runs. The
    /// result must not depend on the grid's other choices of runs, because the keys of scores do not depend
    /// on them either.
    pub(crate) fn scored_runs(&self, rules: &Rules, runs: &Runs) -> Result<Vec<RunIx>> {
        if runs.scores_all(self.draw.is_none()) {
            return Ok(self.all_runs());
        }
        let draw = self.draw.unwrap_or(1);
        let mut chosen = self.chosen_runs(rules, runs, draw)?;
        chosen.sort_unstable();
        Ok(chosen)
    }

    /// Returns the runs that are compared in `draw`. Runs are chosen under the full judgments, on the topics
    /// that count if all runs are compared.
    fn chosen_runs(&self, rules: &Rules, runs: &Runs, draw: u32) -> Result<Vec<RunIx>> {
        let (available, name) = (self.collection.runs().len(), &self.name);
        if let Some(count) = runs.count() {
            ensure!(count as usize <= available, "`{runs}`: `{name}` has only {}", counted(available, "run"));
        }
        let needs = runs.rule().needs;
        ensure!(
            needs != Needs::Teams
                || self.published.as_ref().is_none_or(|published| published.knows_teams)
                || runs.file().is_some(),
            "`{runs}` needs teams, but the teams of `{name}` are unknown"
        );
        ensure!(
            needs != Needs::Rankings || self.published.is_none(),
            "`{runs}` needs rankings, but `{name}` has only scores"
        );
        let candidates = AllRuns { instance: self, rules, runs, draw: draw.to_string() };
        runs.choose(&candidates).map_err(|error| anyhow!(error))
    }

    /// Returns the names of the scored runs, their teams and the topics, and the runs that are compared in
    /// `draw`. If the choice averages each team's runs, the teams take the place of runs, and all teams
    /// with scored runs are compared.
    pub fn roster(&self, grid: &Grid, point: &Point, draw: u32) -> Result<Roster> {
        let rules = &grid.evaluations[point.evaluation as usize].rules;
        let runs = &grid.runs[point.runs as usize];
        let (collection, scored_runs) = (&self.collection, self.scored_runs(rules, runs)?);
        let topics = self.topics(rules, &scored_runs);
        let team = |run: RunIx| collection.teams()[collection.runs()[run].team].name.clone();
        let mut roster = Roster {
            topics: topics.iter().map(|&topic| collection.topic(topic).name.to_owned()).collect(),
            dropped: (collection.topics().len() - topics.len()) as u32,
            ..Roster::default()
        };
        if runs.rule().is_averaged {
            roster.teams =
                self.rows_by_team(&scored_runs).iter().map(|rows| team(scored_runs[rows[0]])).collect();
            roster.runs = roster.teams.clone();
            roster.chosen = (0..roster.runs.len() as u32).collect();
        } else {
            let row = |run: &RunIx| scored_runs.binary_search(run).map(|row| row as u32);
            let chosen: Result<_, usize> = self.chosen_runs(rules, runs, draw)?.iter().map(row).collect();
            roster.teams = scored_runs.iter().map(|&run| team(run)).collect();
            roster.runs = scored_runs.iter().map(|&run| collection.runs()[run].name.clone()).collect();
            roster.chosen = chosen.map_err(|_| anyhow!("a chosen run is not scored"))?;
        }
        Ok(roster)
    }

    /// Returns the rows of each team's scored runs, in the order of the teams.
    pub(super) fn rows_by_team(&self, scored_runs: &[RunIx]) -> Vec<Vec<usize>> {
        let mut rows: BTreeMap<TeamIx, Vec<usize>> = BTreeMap::new();
        for (row, &run) in scored_runs.iter().enumerate() {
            rows.entry(self.collection.runs()[run].team).or_default().push(row);
        }
        rows.into_values().collect()
    }
}

/// All runs of a collection as the candidates of a choice.
struct AllRuns<'a> {
    instance: &'a Instance,
    rules: &'a Rules,
    runs: &'a Runs,
    draw: String,
}

impl Candidates for AllRuns<'_> {
    fn collection(&self) -> &TestCollection {
        &self.instance.collection
    }

    fn topics(&self) -> Vec<usize> {
        self.instance.topics(self.rules, &self.instance.all_runs())
    }

    fn max_rank(&self) -> usize {
        self.rules.depth()
    }

    fn ranks(&self, metric: &Metric) -> Result<Vec<usize>, ChoiceError> {
        Ok(Ranking::new(&self.instance.summaries(self.rules, metric)?).ranks().to_vec())
    }

    fn draw(&self) -> (u64, [&str; 2]) {
        (self.instance.seed, [&self.instance.draw_key, &self.draw])
    }

    fn named_in(&self, file: &str) -> Result<Vec<RunIx>, ChoiceError> {
        let (path, content) = self.runs.file.as_ref().with_context(|| format!("{file} was not read"))?;
        Ok(runs_in_file(self.collection(), &self.instance.name, path, content)?)
    }
}

/// Returns the runs that a table chooses. `name` is the name of the collection, for messages.
///
/// # Errors
/// If the table could not be read or lists no run, or if a run is listed twice or is not in the collection.
fn runs_in_file(
    collection: &TestCollection,
    name: &str,
    path: &Path,
    content: &Result<Vec<u8>, String>,
) -> Result<Vec<RunIx>> {
    let bytes = content.as_ref().map_err(|reason| anyhow!("cannot read {}: {reason}", path.display()))?;
    let mut runs = Vec::new();
    for (run, place) in parse_chosen_runs(path, bytes)? {
        let index = collection.runs().iter().position(|other| other.name == run);
        runs.push(index.ok_or_else(|| {
            let nearest = nearest(&run, collection.runs().iter().map(|run| run.name.as_str()));
            place.error(path, format!("`{name}` has no run `{}`{}", run.escape_debug(), meant(nearest)))
        })?);
    }
    Ok(runs)
}
