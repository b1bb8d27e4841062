//! The inputs from which a statistic computes a cell.

use std::collections::BTreeMap;

use rejudge_collections::ScoresByMeasure;
use rejudge_metrics::{Gains, Metric};
use rejudge_pools::{Contributions, RunIx, TestCollection, TopicIx, TopicPair, View};
use rejudge_stats::{Draw, Matrix, Ranking, Resamples, Samples, check_room};

use super::{Outcome, Roster, StatisticKind, Versus};
use crate::spec::Rules;

/// The p values of a cell's pairs, or the reason why there are none.
pub type PairPValues = Result<Vec<f64>, String>;

/// The inputs of a cell: scores of the compared runs, and their collection. If a method returns an error, that error
/// becomes the cell's outcome.
pub trait Inputs {
    /// Returns the names of runs, teams and topics, and the compared runs.
    fn roster(&self) -> &Roster;

    /// Returns the scores of the compared runs under the cell's judgments and under `versus`; without `versus` both are the
    /// same. Both are over the same topics, unless `versus` names another set of topics.
    fn compared_scores(&self, versus: Option<&Versus>) -> Result<[Matrix; 2], Outcome>;

    /// Returns each run's score over the topics of `scores`. The topic scores are summarised by the measure of
    /// `versus`, or by the cell's measure if `versus` does not name a measure.
    fn run_scores(&self, scores: &Matrix, versus: Option<&Versus>) -> Vec<f64>;

    /// Returns the inputs of another draw of the same cell.
    fn at_draw(&self, draw: u32) -> Box<dyn Inputs + '_>;

    /// Returns the number of the cell's draws, if they differ only in judgments.
    ///
    /// # Errors
    /// If runs or topics are drawn too.
    fn judgment_draws(&self) -> Result<u32, Outcome>;

    /// Returns the statistic that tests pairs of runs for the cell's statistic.
    fn base_statistic(&self) -> Option<&dyn StatisticKind>;

    /// Returns the base statistic's value for each pair of runs, under the cell's judgments or under `versus`.
    fn pairs(&self, versus: Option<&Versus>) -> Result<Vec<f64>, Outcome>;

    /// If each pair of the cell was tested under its own judgments, returns the pairs' p values, or the reason
    /// why there are none. Otherwise returns `None`.
    fn pair_p_values(&self) -> Option<&PairPValues>;

    /// Returns the root seed, the collection's key and the draw. They seed the cell's random numbers.
    fn draw(&self) -> (u64, &str, u32);

    /// Returns the pairs of topic sets, as columns of a score matrix with `topics` columns.
    fn topic_pairs(&self, topics: usize) -> Result<Vec<TopicPair>, Outcome>;

    /// Returns the team that the judgments are about.
    fn team(&self) -> Option<&str>;

    /// Returns the names of the judges, besides people, whose labels are in the judgments.
    fn judges(&self) -> Vec<&str>;

    /// Returns the collection from which the scores were computed.
    ///
    /// # Errors
    /// If the collection has only published scores or could not be loaded, if the cell's judgments cannot be
    /// made, or if one of their levels has no gain.
    fn judged_collection(&self) -> Result<JudgedCollection<'_>, Outcome>;

    /// Returns the judgments that the cell is compared with.
    fn view_by(&self, versus: &Versus) -> Result<View, Outcome>;

    /// Returns the runs of the score matrices, and the topics of the cell.
    fn scored_runs_and_topics(&self) -> Result<(Vec<RunIx>, Vec<TopicIx>), Outcome>;

    /// Returns the facts of a collection that has only published scores: the numbers of its topics, runs and,
    /// if they are known, teams.
    fn published_facts(&self) -> Option<Outcome>;

    /// Returns the cell's measure.
    fn metric(&self) -> Result<&Metric, Outcome>;

    /// Returns true if the experiment has a measure of this name.
    fn has_measure(&self, name: &str) -> bool;

    /// Draws bootstrap samples of `topics` topics. They are the same for all measures and judgment sets of a collection and
    /// draw.
    ///
    /// # Errors
    /// If they would take too much memory.
    fn resamples(&self, samples: u32, topics: usize) -> Result<Resamples, Outcome> {
        let samples = samples as usize;
        check_room(samples, topics, Samples::Counts).map_err(|error| Outcome::failed(error.to_string()))?;
        let (seed, key, draw) = self.draw();
        let mut draw = Draw::new(seed, &["bootstrap", key, &draw.to_string()]);
        Ok(Resamples::draw(samples, topics, &mut draw))
    }

    /// Returns the ranking of the runs by their scores.
    fn ranking(&self, scores: &Matrix, versus: Option<&Versus>) -> Ranking {
        Ranking::new(&self.run_scores(scores, versus))
    }
}

/// A collection under the judgments of a cell.
pub struct JudgedCollection<'a> {
    /// The topics, runs, teams and rankings.
    pub collection: &'a TestCollection,
    /// The judgments from which the experiment starts.
    pub base: &'a View,
    /// The judged share of the pool, if the base is a pool of the stored runs.
    pub coverage: Option<f64>,
    /// The depth of the pool; `None` if the judgments were not pooled, or the depth is unknown.
    pub depth: Option<u32>,
    /// The documents that each run and team contributed to the pool.
    pub contributions: &'a Contributions,
    /// The team of each run, if the runs themselves are not available.
    pub roster: Option<&'a BTreeMap<String, String>>,
    /// The scores that the makers of the collection printed for its runs; empty unless a statistic needs
    /// them.
    pub printed_scores: &'a ScoresByMeasure,
    /// The judgments of the cell.
    pub view: View,
    /// The rules of the evaluation.
    pub rules: &'a Rules,
    /// The gains of the levels.
    pub gains: Gains,
    /// The topics that are scored if all runs are compared.
    pub topics: Vec<TopicIx>,
}
