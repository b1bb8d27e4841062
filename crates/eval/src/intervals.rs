//! How sure the scores of runs are: an interval of each mean, of each rank, and which runs may be the best.
//! The topics are a sample.

use rejudge_frame::{Frame, Values};
use rejudge_metrics::Summary;
use rejudge_spec::yaml::to_compact;
use rejudge_stats::{
    Draw, Estimate, Matrix, Ranking, Resamples, Samples, SignFlips, Standings, StandingsError,
    bootstrap_t_interval, check_room,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Content, EvalError, Format, PresetRules, Scores, Table};
use crate::plural::counted;

/// How the interval of a mean is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MeanInterval {
    /// Student's.
    T,
    /// Bootstrap-t over topics, with equal tails: follows skewed scores.
    Bootstrap,
}

/// Intervals as asked for.
#[derive(Clone, Copy, Debug)]
pub struct Intervals {
    /// How those of means are made.
    pub kind: MeanInterval,
    /// The confidence, within 0 and 1.
    pub confidence: f64,
    /// Signs of the topics for ranks, and bootstrap samples for means.
    pub samples: u32,
    /// Their seed.
    pub seed: u64,
}

/// What came out: a row for each measure and run.
#[derive(Clone, Debug, Default)]
pub struct RunIntervals {
    measures: Vec<String>,
    runs: Vec<String>,
    topics: Vec<Option<i64>>,
    /// Mean, and the ends of its interval.
    means: [Vec<Option<f64>>; 3],
    /// Rank, and the ends of its interval.
    ranks: [Vec<Option<i64>>; 3],
    may_be_best: Vec<String>,
    about: String,
}

impl Intervals {
    /// Computes them.
    ///
    /// # Errors
    /// When the runs have other topics each, there is one topic, a measure is not averaged, or there are too
    /// few samples for the confidence.
    pub fn of(&self, scores: &Scores, rules: &PresetRules) -> Result<RunIntervals, EvalError> {
        let usage = |message: String| Err(EvalError::Usage(message));
        let runs = scores.runs.len();
        let topics = scores.counted(0);
        if (1..runs).any(|run| scores.counted(run) != topics) {
            let message =
                "intervals need one set of topics, and the runs have others: --topics qrels or intersection";
            return usage(message.to_owned());
        }
        if topics.len() < 2 {
            return Err(EvalError::Data(
                "intervals need 2 topics or more: one says nothing of others".into(),
            ));
        }
        if let Some(metric) = scores.metrics.iter().find(|metric| metric.summary() != Summary::Mean) {
            let summary =
                if metric.summary() == Summary::Sum { "is a sum over topics" } else { "has a geometric one" };
            return usage(format!("intervals are of arithmetic means, and {metric} {summary}"));
        }
        let alpha = 1.0 - self.confidence;
        let (samples, draw) = (self.samples as usize, |of| Draw::new(self.seed, &["eval", "intervals", of]));
        check_room(samples, topics.len(), Samples::Signs)?;
        if self.kind == MeanInterval::Bootstrap {
            check_room(samples, topics.len(), Samples::Counts)?;
        }
        let flips = SignFlips::draw(samples, topics.len(), &mut draw("ranks"));
        let resamples = match self.kind {
            MeanInterval::T => None,
            MeanInterval::Bootstrap => Some(Resamples::draw(samples, topics.len(), &mut draw("means"))),
        };
        let mut found = RunIntervals { about: self.about(rules), ..RunIntervals::default() };
        for (at, metric) in scores.metrics.iter().enumerate() {
            let data = (0..runs).flat_map(|run| scores.of_run(run, at)).copied().collect();
            let failed = |error: &dyn std::fmt::Display| EvalError::Data(format!("{metric}: {error}"));
            let matrix = Matrix::new(runs, topics.len(), data).map_err(|error| failed(&error))?;
            let standings = Standings::of(&matrix, &flips, alpha).map_err(|error| match error {
                StandingsError::Samples { .. } => {
                    EvalError::Usage(format!("samples: {error} for a confidence of {}", self.confidence))
                }
                _ => failed(&error),
            })?;
            let means = matrix.row_means();
            let ranking = Ranking::of(&means);
            for (run, mean) in means.into_iter().enumerate() {
                let interval = match &resamples {
                    None => Estimate::of(matrix.row(run)).map(|mean| mean.interval(alpha)),
                    Some(resamples) => bootstrap_t_interval(matrix.row(run), resamples, alpha),
                };
                let Some([low, high]) = interval else {
                    return usage(format!(
                        "samples: {} are too few for a bootstrap interval of confidence {}",
                        self.samples, self.confidence
                    ));
                };
                found.measures.push(metric.to_string());
                found.runs.push(scores.runs[run].clone());
                found.topics.push(Some(topics.len() as i64));
                for (column, value) in found.means.iter_mut().zip([mean, low, high]) {
                    column.push(Some(value));
                }
                let [best, worst] = standings.ranks[run];
                for (column, rank) in found.ranks.iter_mut().zip([ranking.ranks()[run], best, worst]) {
                    column.push(Some(rank as i64));
                }
                found.may_be_best.push(if standings.may_be_best[run] { "yes" } else { "no" }.to_owned());
            }
        }
        Ok(found)
    }

    fn about(&self, rules: &PresetRules) -> String {
        let (kind, samples) = (to_compact(&self.kind), counted(self.samples as usize, "sample"));
        format!("{rules}; intervals {kind}; confidence {}; {samples}, seed {}", self.confidence, self.seed)
    }
}

impl RunIntervals {
    /// What a file of this form holds.
    ///
    /// # Errors
    /// When the form has no intervals, or cannot be written.
    pub fn write(self, format: Format, rules: &PresetRules) -> Result<Content, EvalError> {
        let about = self.about.clone();
        let table = Table { frame: self.frame(), about, rows: "intervals", ..Table::default() };
        format.write_table(table, rules)
    }

    fn frame(self) -> Frame {
        let [means, lows, highs] = self.means;
        let [ranks, bests, worsts] = self.ranks;
        Frame::default()
            .with("measure", "name of the measure", Values::Text(self.measures))
            .with("run", "name of the run", Values::Text(self.runs))
            .with("topics", "topics that the mean is over", Values::Whole(self.topics))
            .with("mean", "mean score of the run", Values::Number(means))
            .with("low", "lower end of the interval of the mean, of this run alone", Values::Number(lows))
            .with("high", "upper end of it", Values::Number(highs))
            .with(
                "rank",
                "rank by the mean, from 1; runs of equal means share the best",
                Values::Whole(ranks),
            )
            .with(
                "best-rank",
                "best rank of the interval that holds for all runs at once",
                Values::Whole(bests),
            )
            .with("worst-rank", "worst rank of it", Values::Whole(worsts))
            .with("may-be-best", "whether the run may be the best: yes or no", Values::Text(self.may_be_best))
    }
}
