//! The statistics by which a twin is fitted. They are computed in the same way for the original collection and for its
//! twin.

use rayon::prelude::*;
use rejudge_metrics::{Gains, Scorer, Verdict};
use rejudge_pools::{Buffers, Contributions, JoinedRun, RunIx, TeamIx, TestCollection, TopicIx, View};

use super::super::model;
use super::FitError;

/// Counts and scores of a collection in which the runs' pool is judged. Topics without a relevant
/// document in the pool are left out, because AP is undefined for them.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    /// The depth of the pool.
    pub pool_depth: u32,
    /// The median length of the rankings that are not empty.
    pub ranking_length: u32,
    /// The number of topics that are left out.
    pub empty_topics: usize,
    /// R: the number of relevant documents of each topic.
    pub relevant: Vec<f64>,
    /// N: the number of documents judged nonrelevant, for each topic.
    pub nonrelevant: Vec<f64>,
    /// The mean number of documents of level 1, of level 2, and of level 3 or above, per topic.
    pub by_level: [f64; 3],
    /// The highest level of a judgment.
    pub highest_level: u8,
    /// The statistics of each team.
    pub teams: Vec<TeamStatistics>,
    /// AP by run and topic. It is 0 if the run has no ranking for the topic.
    pub average_precision: Vec<Vec<f64>>,
    /// P@10 by run and topic. It is 0 if the run has no ranking for the topic.
    pub precision_at_10: Vec<Vec<f64>>,
}

/// The contributions of a team to the pool, and its scores. Counts of documents are means over topics.
#[derive(Clone, Debug, PartialEq)]
pub struct TeamStatistics {
    /// The name.
    pub name: String,
    /// The number of the team's runs.
    pub runs: usize,
    /// The number of the team's runs that contributed to the pool.
    pub pooled: usize,
    /// |U_t|: the number of documents that only this team contributed.
    pub unique: f64,
    /// |U_t^rel|: the number of relevant documents that only this team contributed.
    pub unique_relevant: f64,
    /// The mean of AP over topics and the team's runs.
    pub average_precision: f64,
}

impl Statistics {
    /// Computes the statistics with the judgments of `base`. All judged documents must be in the pool of
    /// depth `pool_depth`; the function [`pool_depth`](rejudge_pools::pool_depth) removes other judgments.
    ///
    /// ```
    /// use rejudge_metrics::Verdict::Level;
    /// use rejudge_pools::{Run, Team, TestCollection, Topic, View};
    /// use rejudge_twins::fit::Statistics;
    ///
    /// let topic =
    ///     Topic { name: "1".into(), verdicts: vec![Level(1), Level(0), Level(2)], documents: 3 };
    /// let run = |name: &str, team| Run { name: name.into(), team, pooled: true, eligible: true };
    /// let team = |name: &str| Team { name: name.into(), analysed: true };
    /// let collection = TestCollection::new(
    ///     vec![topic],
    ///     vec![run("a1", 0), run("b1", 1)],
    ///     vec![team("a"), team("b")],
    ///     vec![vec![vec![0, 1]], vec![vec![1, 2]]],
    /// );
    /// let statistics = Statistics::new(&collection, &View::full(&collection), 2)?;
    /// assert_eq!(
    ///     (statistics.relevant, statistics.nonrelevant, statistics.by_level),
    ///     (vec![2.0], vec![1.0], [1.0, 1.0, 0.0])
    /// );
    /// // Both teams contributed document 1.
    /// assert_eq!(statistics.teams.iter().map(|team| team.unique).collect::<Vec<_>>(), [1.0, 1.0]);
    /// assert_eq!(statistics.average_precision, [[0.5], [0.25]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If no topic has a relevant document in the pool, or the judgments are gains and not levels.
    pub fn new(collection: &TestCollection, base: &View, pool_depth: u32) -> Result<Self, FitError> {
        if base.gains().is_some() {
            return Err(FitError("the grades are gains, and a simulated collection has levels".to_owned()));
        }
        let topics: Vec<TopicIx> =
            (0..collection.topics().len()).filter(|&topic| base.relevant(topic, 1) > 0).collect();
        if topics.is_empty() {
            return Err(FitError(format!(
                "no topic has a relevant document in the runs' pool of depth {pool_depth}: do judgments and runs have the \
                 same topics and documents, and was the pool that deep?"
            )));
        }
        let count = topics.len() as f64;
        let mut by_level = [0.0; 3];
        for level in topics.iter().flat_map(|&topic| base.ideal(topic)) {
            by_level[usize::from((*level).min(3)) - 1] += 1.0 / count;
        }
        let highest = |&topic: &TopicIx| base.ideal(topic).first().copied();
        let scored: Vec<(Vec<f64>, Vec<f64>)> = (0..collection.runs().len())
            .into_par_iter()
            .map(|run| scores(collection, base, &topics, run))
            .collect();
        let (average_precision, precision_at_10): (Vec<_>, Vec<_>) = scored.into_iter().unzip();
        let contributions = Contributions::new(collection, base, pool_depth as usize);
        let teams = (0..collection.teams().len())
            .map(|team| team_statistics(collection, base, &contributions, &topics, team, &average_precision))
            .collect();
        Ok(Self {
            pool_depth,
            ranking_length: median_length(collection, &topics),
            empty_topics: collection.topics().len() - topics.len(),
            relevant: topics.iter().map(|&topic| base.relevant(topic, 1) as f64).collect(),
            nonrelevant: topics.iter().map(|&topic| f64::from(base.judged_nonrelevant(topic))).collect(),
            by_level,
            highest_level: topics.iter().filter_map(highest).max().unwrap_or(0),
            teams,
            average_precision,
            precision_at_10,
        })
    }

    /// Returns the mean AP of each run.
    pub fn run_means(&self) -> Vec<f64> {
        self.average_precision.iter().map(|row| mean(row)).collect()
    }
}

pub(super) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Returns the standard deviation, with n - 1 in the denominator, or 0 if there are fewer than two values.
pub(super) fn deviation(values: &[f64]) -> f64 {
    let centre = mean(values);
    let squares: f64 = values.iter().map(|x| (x - centre) * (x - centre)).sum();
    libm::sqrt(squares / values.len().saturating_sub(1).max(1) as f64)
}

fn scores(collection: &TestCollection, base: &View, topics: &[TopicIx], run: RunIx) -> (Vec<f64>, Vec<f64>) {
    let measures = ["AP", "P@10"].map(|name| name.parse().expect("the name of a measure"));
    let scorer = Scorer::new(&measures, &Gains::linear(1), 1, None).expect("binary measures take any gains");
    let joined = JoinedRun::new(collection, run, model::RUN_LENGTH);
    let mut buffers = Buffers::default();
    let score = |&topic: &TopicIx| {
        let lists = buffers.lists(base.judgments(topic), &joined, topic);
        let mut scores = [None; 2];
        scorer.score(&lists.raw, &lists.condensed, &mut scores);
        let [ap, p10] = scores.map(|score| score.expect("the topic has a relevant document"));
        (ap, p10)
    };
    topics.iter().map(score).unzip()
}

fn team_statistics(
    collection: &TestCollection,
    base: &View,
    contributions: &Contributions,
    topics: &[TopicIx],
    team: TeamIx,
    scores: &[Vec<f64>],
) -> TeamStatistics {
    let (mut unique, mut relevant) = (0_u32, 0_u32);
    for &topic in topics {
        let contributed = contributions.unique(team, topic);
        let verdicts = &collection.topic(topic).verdicts;
        let is_relevant =
            |&document: &u32| matches!(verdicts[document as usize], Verdict::Level(level) if level > 0);
        unique += contributed.count();
        relevant += contributed.and(base.mask(topic)).iter().filter(is_relevant).count() as u32;
    }
    let runs: Vec<RunIx> =
        (0..collection.runs().len()).filter(|&run| collection.runs()[run].team == team).collect();
    let by_run: Vec<f64> = runs.iter().map(|&run| mean(&scores[run])).collect();
    TeamStatistics {
        name: collection.teams()[team].name.clone(),
        runs: runs.len(),
        pooled: runs.iter().filter(|&&run| collection.runs()[run].pooled).count(),
        unique: f64::from(unique) / topics.len() as f64,
        unique_relevant: f64::from(relevant) / topics.len() as f64,
        average_precision: mean(&by_run),
    }
}

fn median_length(collection: &TestCollection, topics: &[TopicIx]) -> u32 {
    let runs = 0..collection.runs().len();
    let mut lengths: Vec<_> = runs
        .flat_map(|run| topics.iter().map(move |&topic| collection.ranking(run, topic).len()))
        .filter(|&length| length > 0)
        .collect();
    lengths.sort_unstable();
    lengths.get(lengths.len() / 2).map_or(0, |&length| length as u32)
}
