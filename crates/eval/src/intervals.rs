//! Uncertainty of the scores of runs: an interval of each mean, of each rank, and the runs that may be the best. The
//! topics are treated as a sample.

use rejudge_experiment::spec::yaml::to_compact;
use rejudge_pools::check_topics;
use rejudge_stats::{
    Draw, Estimate, Ranking, Resamples, Samples, SignFlips, Standings, bootstrap_t_interval, check_room,
    pairs,
};
use rejudge_tables::frame::{Frame, Table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::compare::{check_judged_runs, check_pairs};
use super::rules::table_by;
use super::scores::Measure;
use super::{EvalError, Input, PresetRules, Scores};
use rejudge_names::plural::counted;

/// The kind of interval of a mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MeanInterval {
    /// Student's interval.
    T,
    /// Equal-tailed bootstrap-t over topics, which adapts to skewed scores.
    Bootstrap,
}

/// The requested intervals.
#[derive(Clone, Copy, Debug)]
pub struct Intervals {
    /// The kind of the means' intervals.
    pub kind: MeanInterval,
    /// The confidence, within 0 and 1.
    pub confidence: f64,
    /// Signs of the topics for ranks, and bootstrap samples for means.
    pub samples: u32,
    /// Their seed.
    pub seed: u64,
}

impl Intervals {
    /// Computes the intervals of the runs of `input`, which have these scores: a row for each measure and run.
    ///
    /// # Errors
    /// If the runs differ in their topics, a measure is not averaged, there are too few topics or samples for the
    /// confidence, or nothing that a run retrieved is judged down to the cutoff of a measure.
    pub fn table(&self, input: &Input, scores: &Scores, rules: &PresetRules) -> Result<Table, EvalError> {
        let topics = scores.averaged("--intervals")?;
        let runs = scores.runs.len();
        // A run alone has no pair, but an interval.
        check_judged_runs(input, scores, &(0..runs).map(|run| (run, run)).collect::<Vec<_>>())?;
        check_topics(topics.len()).map_err(|why| EvalError::Data(why.to_string()))?;
        check_pairs(input, scores, &pairs(runs).collect::<Vec<_>>())?;
        self.by(scores, rules.fields())
    }

    /// Computes the intervals of scores that were computed elsewhere.
    ///
    /// # Errors
    /// If there are too few topics, or too few samples for the confidence.
    pub fn of_scores<M: Measure>(&self, scores: &Scores<M>) -> Result<Table, EvalError> {
        let topics = scores.averaged("--intervals")?.len();
        check_topics(topics).map_err(|why| EvalError::Data(why.to_string()))?;
        self.by(scores, Vec::new())
    }

    fn by<M: Measure>(&self, scores: &Scores<M>, rules: Vec<(String, String)>) -> Result<Table, EvalError> {
        let topics = scores.averaged("--intervals")?;
        let alpha = 1.0 - self.confidence;
        let (samples, draw) = (self.samples as usize, |of| Draw::new(self.seed, &["eval", "intervals", of]));
        check_room(samples, topics.len(), Samples::Signs).map_err(EvalError::samples)?;
        if self.kind == MeanInterval::Bootstrap {
            check_room(samples, topics.len(), Samples::Counts).map_err(EvalError::samples)?;
        }
        let flips = SignFlips::draw(samples, topics.len(), &mut draw("ranks"));
        let resamples = match self.kind {
            MeanInterval::T => None,
            MeanInterval::Bootstrap => Some(Resamples::draw(samples, topics.len(), &mut draw("means"))),
        };
        let mut rows = Frame::default();
        for (at, metric) in scores.metrics.iter().enumerate() {
            let matrix = scores.matrix(at)?;
            // There are topics enough, so that only samples can be missing.
            let standings = Standings::new(&matrix, &flips, alpha).map_err(|error| {
                EvalError::Usage(format!("samples: {error} for a confidence of {}", self.confidence))
            })?;
            let measure = metric.to_string();
            let means = matrix.row_means();
            let ranking = Ranking::new(&means);
            for (run, mean) in means.into_iter().enumerate() {
                let interval = match &resamples {
                    None => Estimate::new(matrix.row(run)).map(|mean| mean.interval(alpha)),
                    Some(resamples) => bootstrap_t_interval(matrix.row(run), resamples, alpha),
                };
                let Some([low, high]) = interval else {
                    return Err(EvalError::Usage(format!(
                        "samples: {} are too few for a bootstrap interval of confidence {}",
                        self.samples, self.confidence
                    )));
                };
                let [best, worst] = standings.ranks[run];
                rows.add([
                    ("measure", "name of the measure", (&measure).into()),
                    ("run", "name of the run", (&scores.runs[run]).into()),
                    ("topics", "topics that the mean is over", topics.len().into()),
                    ("mean", "mean score of the run", mean.into()),
                    ("low", "lower end of the interval of the mean, of this run alone", low.into()),
                    ("high", "upper end of it", high.into()),
                    (
                        "rank",
                        "rank by the mean, from 1; runs of equal means share the best",
                        ranking.ranks()[run].into(),
                    ),
                    ("best-rank", "best rank of the interval that holds for all runs at once", best.into()),
                    ("worst-rank", "worst rank of it", worst.into()),
                    (
                        "may-be-best",
                        "whether the run may be the best: yes or no",
                        if standings.may_be_best[run] { "yes" } else { "no" }.into(),
                    ),
                ]);
            }
        }
        let (kind, samples) = (to_compact(&self.kind), counted(self.samples as usize, "sample"));
        let about =
            format!("; intervals {kind}; confidence {}; {samples}, seed {}", self.confidence, self.seed);
        Ok(table_by(rules, "intervals", rows, &about))
    }
}
