//! The inputs of a statistic.

use std::collections::BTreeMap;

use rejudge_collections::PrintedScores;
use rejudge_metrics::{Gains, Metric};
use rejudge_pools::{Contributions, RunIx, TestCollection, TopicIx, TopicPair, View};
use rejudge_stats::{Draw, Matrix, Ranking, Resamples, Samples, check_room};

use super::{Outcome, Roster, Statistic, Versus};
use crate::spec::Rules;

/// p values of the pairs of a cell, or the reason why there are none.
pub type Tested = Result<Vec<f64>, String>;

/// The inputs of a cell: scores of the compared runs, and their collection. An error becomes the outcome of the cell.
pub trait Inputs {
    /// Returns the names of runs, teams and topics, and which runs are compared.
    fn roster(&self) -> &Roster;

    /// Returns scores of the compared runs under the cell's judgments and under `versus` (or the same again), over one
    /// set of topics, with emptied topics treated by the rules.
    fn compared(&self, versus: Option<&Versus>) -> Result<[Matrix; 2], Outcome>;

    /// Returns the score of each run, with the topic summary of the cell's measure (or of that of `versus`, if it
    /// differs).
    fn run_scores(&self, scores: &Matrix, versus: Option<&Versus>) -> Vec<f64>;

    /// Returns the inputs of another draw of the same cell.
    fn at_draw(&self, draw: u32) -> Box<dyn Inputs + '_>;

    /// Returns the number of draws of the cell. It is an error if they differ in runs or topics as well as in judgments.
    fn draws_of_judgments(&self) -> Result<u32, Outcome>;

    /// Returns the statistic whose pairs of runs the cell's looks at.
    fn base_statistic(&self) -> Option<&dyn Statistic>;

    /// Returns the values of that statistic for each pair of runs, under the cell's judgments or under `versus`.
    fn pairs(&self, versus: Option<&Versus>) -> Result<Vec<f64>, Outcome>;

    /// Returns the p values of this cell if its pairs have judgments of their own.
    fn tested(&self) -> Option<&Tested>;

    /// Returns seed and key of the cell's own draws: the collection, and the draw.
    fn draw(&self) -> (u64, &str, u32);

    /// Returns the pairs of sets of topics, by the columns of the scores; `topics` is the number of columns.
    fn topic_pairs(&self, topics: usize) -> Result<Vec<TopicPair>, Outcome>;

    /// Returns the team that the judgments are about.
    fn team(&self) -> Option<&str>;

    /// Returns the other judges that the judgments ask, by name.
    fn judges(&self) -> Vec<&str>;

    /// Returns the collection behind the scores; an error if there are scores alone, or it could not be loaded.
    fn judged(&self) -> Result<JudgedCollection<'_>, Outcome>;

    /// Returns the judgments that the cell is compared with.
    fn judged_by(&self, versus: &Versus) -> Result<View, Outcome>;

    /// Returns the runs whose scores are kept, and the topics that count for them.
    fn scored(&self) -> Result<(Vec<RunIx>, Vec<TopicIx>), Outcome>;

    /// Returns the counts of a collection that holds scores alone.
    fn counts_of_scores(&self) -> Option<Outcome>;

    /// Returns the measure.
    fn metric(&self) -> Result<&Metric, Outcome>;

    /// Returns true if a measure of this name is on the axis.
    fn has_measure(&self, name: &str) -> bool;

    /// Draws bootstrap samples of `topics` topics, the same for all measures and judgment sets of a collection and draw;
    /// an error if they take too much memory.
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
    /// Topics, runs, teams, rankings.
    pub collection: &'a TestCollection,
    /// The judgments that the experiment starts from.
    pub base: &'a View,
    /// Share of the pool that is judged, if the base is a pool of the stored runs.
    pub coverage: Option<f64>,
    /// Depth of the pool; `None` if judgments were not pooled.
    pub depth: Option<u32>,
    /// The documents that each run and team contributed to the pool.
    pub contributions: &'a Contributions,
    /// Run -> team of the participants, if the runs themselves are not available.
    pub roster: Option<&'a BTreeMap<String, String>>,
    /// Published scores of its runs, if a statistic needs them.
    pub printed: &'a PrintedScores,
    /// The judgments of the cell.
    pub view: View,
    /// The rules of the evaluation.
    pub rules: &'a Rules,
    /// The gains of the levels that there are.
    pub gains: Gains,
    /// The topics that count if all runs are compared.
    pub topics: Vec<TopicIx>,
}
