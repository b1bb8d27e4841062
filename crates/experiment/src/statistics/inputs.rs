//! The inputs of a statistic.

use std::collections::BTreeMap;

use crate::spec::Rules;
use rejudge_collections::PrintedScores;
use rejudge_metrics::{Gains, Metric};
use rejudge_pools::{Contributions, RunIx, TestCollection, TopicIx, TopicPair, View};
use rejudge_stats::{Draw, Matrix, Ranking, Resamples, Samples, check_room};

use crate::statistics::{Outcome, Roster, Statistic, Versus};

/// p values of the pairs of a cell, or why there are none.
pub type Tested = Result<Vec<f64>, String>;

/// The inputs of a cell: scores of the compared runs, and their collection. An error becomes the outcome of
/// the cell.
pub trait Inputs {
    /// Returns the names of runs, teams and topics, and which runs are compared.
    fn roster(&self) -> &Roster;

    /// Returns scores of the compared runs under the cell's judgments and under `versus` (or the same again),
    /// over one set of topics, with emptied topics treated by the rules.
    ///
    /// # Errors
    /// If there are none.
    fn compared(&self, versus: Option<&Versus>) -> Result<[Matrix; 2], Outcome>;

    /// Returns the score of each run, with the topic summary of the cell's measure (or of that of `versus`,
    /// if it differs).
    fn run_scores(&self, scores: &Matrix, versus: Option<&Versus>) -> Vec<f64>;

    /// Returns the statistic whose pairs of runs the cell's looks at.
    fn base_statistic(&self) -> Option<&dyn Statistic>;

    /// Returns the values of that statistic for each pair of runs, under the cell's judgments or under
    /// `versus`.
    ///
    /// # Errors
    /// If it has none, or failed.
    fn pairs(&self, versus: Option<&Versus>) -> Result<Vec<f64>, Outcome>;

    /// Returns seed and key of the cell's own draws: the collection, and the draw.
    fn draw(&self) -> (u64, &str, u32);

    /// Returns the pairs of sets of topics, by the columns of the scores; `topics` is the number of columns.
    ///
    /// # Errors
    /// If there are too few topics for them.
    fn topic_pairs(&self, topics: usize) -> Result<Vec<TopicPair>, Outcome>;

    /// Returns the team that the judgments are about.
    fn team(&self) -> Option<&str>;

    /// Returns the other judges that the judgments ask, by name.
    fn judges(&self) -> Vec<&str>;

    /// Returns the collection behind the scores.
    ///
    /// # Errors
    /// If there are scores alone, or it could not be loaded.
    fn judged(&self) -> Result<JudgedCollection<'_>, Outcome>;

    /// Returns the runs whose scores are kept, and the topics that count for them.
    ///
    /// # Errors
    /// If they cannot be chosen.
    fn scored(&self) -> Result<(Vec<RunIx>, Vec<TopicIx>), Outcome>;

    /// Returns the counts of a collection that holds scores alone.
    fn counts_of_scores(&self) -> Option<Outcome>;

    /// Returns the p values of this cell, if its pairs have their own judgments.
    fn tested(&self) -> Option<&Tested>;

    /// Returns the measure.
    fn metric(&self) -> Result<&Metric, Outcome>;

    /// Draws bootstrap samples of `topics` topics, the same for all measures and judgment sets of a collection and draw.
    ///
    /// # Errors
    /// If they take too much memory.
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
    /// The cell's.
    pub view: View,
    /// The contributions of the teams to the pool.
    pub contributions: &'a Contributions,
    /// Share of the pool that is judged, if the base is a pool of the stored runs.
    pub coverage: Option<f64>,
    /// Depth of the pool.
    pub depth: Option<u32>,
    /// The rules of the evaluation.
    pub rules: &'a Rules,
    /// The gains of the levels that there are.
    pub gains: Gains,
    /// Printed scores of its runs; empty if no statistic uses them.
    pub printed: &'a PrintedScores,
    /// The topics that count if all runs are compared.
    pub topics: Vec<TopicIx>,
    /// Run -> team of the participants, if the runs themselves are missing.
    pub roster: Option<&'a BTreeMap<String, String>>,
}
