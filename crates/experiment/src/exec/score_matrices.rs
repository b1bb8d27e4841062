//! A collection of score matrices: topics, runs and the scores of measures. It has no documents to judge again, so that
//! only the full judgment set has scores.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use rejudge_collections::{ScoreMatrices, load_scores};
use rejudge_metrics::Metric;
use rejudge_pools::{RunIx, ScoreMatrix, TestCollection, Topic};

use super::instance::check_sums;
use super::source::{KnownFacts, Source};
use crate::grid::{Grid, Point};
use crate::spec::Rules;
use crate::statistics::Outcome;

/// The reason why a statistic of judgments has no number.
pub(crate) const NO_JUDGMENTS: &str = "the collection has scores, but no judgments";

/// Given scores.
pub struct ScoredCollection {
    name: String,
    draw_key: String,
    seed: u64,
    /// The names; no judgments, no rankings.
    collection: TestCollection,
    knows_teams: bool,
    /// By measure.
    scores: BTreeMap<String, ScoreMatrix>,
}

impl ScoredCollection {
    /// Loads all matrices of the collection.
    pub fn load(grid: &Grid, collection: u32) -> Result<Self> {
        let at = &grid.collections[collection as usize];
        let descriptor = &at.entry.descriptor;
        let (Some(root), Some(described)) = (&at.entry.root, &descriptor.scores) else {
            bail!("the data of `{}` are not available", at.name);
        };
        check_sums(at, root)?;
        let measures: Vec<&str> = described.files.keys().map(String::as_str).collect();
        let ScoreMatrices { topics, runs, teams, matrices } = load_scores(descriptor, root, &measures)?;
        let scores = matrices.into_iter().collect();
        let topic = |name: String| Topic { name, verdicts: Vec::new(), documents: 0 };
        let rankings = vec![vec![Vec::new(); topics.len()]; runs.len()];
        let collection = TestCollection::new(topics.into_iter().map(topic).collect(), runs, teams, rankings)?;
        let knows_teams = described.knows_teams();
        let (name, draw_key) = (at.name.clone(), at.draw_key().to_owned());
        Ok(Self { name, draw_key, seed: grid.seed, collection, knows_teams, scores })
    }

    /// Returns the scores of the scored runs (rows) by topic.
    pub fn matrix(&self, grid: &Grid, point: &Point) -> Result<ScoreMatrix> {
        let rules = &grid.evaluations[point.evaluation as usize].rules;
        let scored = self.scored(rules, &grid.runs[point.runs as usize])?;
        let by = self.by(&grid.measure(point).context("scores are by a measure")?.name)?;
        let scores = scored.iter().flat_map(|&run| by.of_run(run).iter().copied());
        Ok(ScoreMatrix::new(by.topics(), scores.map(Some)))
    }

    fn by(&self, measure: &str) -> Result<&ScoreMatrix> {
        self.scores.get(measure).with_context(|| format!("`{}` has no scores by {measure}", self.name))
    }

    /// Returns the numbers of topics, runs and (if they are known) teams.
    pub fn facts(&self) -> Outcome {
        let (topics, runs) = (self.collection.topics().len(), self.collection.runs().len());
        let mut numbers = vec![("topics", topics as f64), ("runs", runs as f64)];
        if self.knows_teams {
            numbers.push(("teams", self.collection.teams().len() as f64));
        }
        Outcome { topics: topics as u32, runs: runs as u32, ..Outcome::new(&numbers) }
    }
}

impl Source for ScoredCollection {
    fn name(&self) -> &str {
        &self.name
    }

    fn draw_key(&self) -> &str {
        &self.draw_key
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn draw(&self) -> Option<u32> {
        None
    }

    fn collection(&self) -> &TestCollection {
        &self.collection
    }

    fn known_facts(&self) -> KnownFacts {
        KnownFacts { rankings: false, teams: self.knows_teams }
    }

    /// Returns all topics: it is unknown which of them have relevant documents, and every given score counts.
    fn topics(&self, _: &Rules, _: &[RunIx]) -> Vec<usize> {
        (0..self.collection.topics().len()).collect()
    }

    fn summaries(&self, _: &Rules, by: &Metric) -> Result<Vec<f64>> {
        let scores = self.by(&by.to_string())?;
        let summary = |run: usize| by.summary().summarise(scores.of_run(run).iter().copied());
        Ok((0..scores.runs()).map(summary).collect())
    }
}
