//! What a statistic is computed from.

use std::collections::BTreeMap;

use rejudge_collections::PrintedScores;
use rejudge_metrics::{Gains, Metric};
use rejudge_pools::{Contributions, RunIx, TestCollection, TopicIx, TopicPair, View};
use rejudge_spec::Rules;
use rejudge_stats::{Matrix, Ranking};

use crate::{Outcome, Roster, Statistic, Versus};

/// p values of the pairs of a cell, or why there are none.
pub type Tested = Result<Vec<f64>, String>;

/// What a cell is computed from: scores of the compared runs, and the collection behind them. An error is
/// what the cell then says.
pub trait Inputs {
    /// Names of runs, teams and topics, and which runs are compared.
    fn roster(&self) -> &Roster;

    /// Scores of the compared runs under the cell's judgments and under `versus` (or the same again), over
    /// one set of topics, emptied topics treated as the rules say.
    ///
    /// # Errors
    /// When there are none.
    fn compared(&self, versus: Option<&Versus>) -> Result<[Matrix; 2], Outcome>;

    /// The score of each run, as the measure of the cell (or of `versus`, where that is another) summarises
    /// topics.
    fn run_scores(&self, scores: &Matrix, versus: Option<&Versus>) -> Vec<f64>;

    /// The statistic whose pairs of runs the cell's looks at.
    fn of(&self) -> Option<&dyn Statistic>;

    /// The values of that statistic for each pair of runs, under the cell's judgments or under `versus`.
    ///
    /// # Errors
    /// When it has none, or failed.
    fn vector(&self, versus: Option<&Versus>, name: &str) -> Result<Vec<f64>, Outcome>;

    /// Seed and key of what the cell draws itself: the collection, and the draw.
    fn draw(&self) -> (u64, &str, u32);

    /// The pairs of sets of topics, by the columns of the scores, of which there are so many.
    ///
    /// # Errors
    /// When there are too few topics for them.
    fn topic_pairs(&self, topics: usize) -> Result<Vec<TopicPair>, Outcome>;

    /// The team that the judgments are about.
    fn team(&self) -> Option<&str>;

    /// The other judges that the judgments ask, by name.
    fn judges(&self) -> Vec<&str>;

    /// The collection behind the scores.
    ///
    /// # Errors
    /// When there are scores alone, or it could not be loaded.
    fn judged(&self) -> Result<JudgedCollection<'_>, Outcome>;

    /// The runs whose scores are kept, and the topics that count for them.
    ///
    /// # Errors
    /// When they cannot be chosen.
    fn scored(&self) -> Result<(Vec<RunIx>, Vec<TopicIx>), Outcome>;

    /// The counts of a collection that holds scores alone.
    fn counts_of_scores(&self) -> Option<Outcome>;

    /// The p values of this cell, where its pairs have judgments of their own.
    fn tested(&self) -> Option<&Tested>;

    /// The measure.
    fn metric(&self) -> Result<&Metric, Outcome>;

    /// The significance levels of all pairs by the bootstrap, in parallel.
    ///
    /// # Errors
    /// When scores and samples are of different topics, or there is only one.
    fn bootstrap_levels(
        &self,
        scores: &Matrix,
        samples: usize,
        alpha: f64,
    ) -> Result<(Vec<f64>, Option<f64>), Outcome>;

    /// The ranking of the runs by their scores.
    fn ranking(&self, scores: &Matrix, versus: Option<&Versus>) -> Ranking {
        Ranking::of(&self.run_scores(scores, versus))
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
    /// Who brought what into the pool.
    pub contributions: &'a Contributions,
    /// Share of the pool that is judged, where the base is a pool of the stored runs.
    pub coverage: Option<f64>,
    /// Depth of the pool.
    pub depth: Option<u32>,
    /// The rules of the evaluation.
    pub rules: &'a Rules,
    /// The gains of the levels that there are.
    pub gains: Gains,
    /// Scores that were printed of its runs; none where no statistic asks for them.
    pub printed: &'a PrintedScores,
    /// The topics that count where all runs are compared.
    pub topics: Vec<TopicIx>,
    /// Run -> team of those who took part, where the runs themselves are not here.
    pub roster: Option<&'a BTreeMap<String, String>>,
}
