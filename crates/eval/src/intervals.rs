//! The uncertainty of scores if the topics are a sample: an interval for each mean and each rank, and the runs that may be the
//! best.

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
use super::scores::TableMeasure;
use super::{EvalError, Input, PresetRules, Scores};
use rejudge_names::plural::counted;

/// The method that computes the interval of a mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MeanInterval {
    /// Student's interval.
    T,
    /// The equal-tailed bootstrap-t interval over topics, which adapts to skewed scores.
    Bootstrap,
}

/// The intervals to compute.
#[derive(Clone, Copy, Debug)]
pub struct Intervals {
    /// The method for means.
    pub kind: MeanInterval,
    /// The confidence level, between 0 and 1.
    pub confidence: f64,
    /// The number of random sign flips for ranks, and of bootstrap samples for means.
    pub samples: u32,
    /// The seed of the sign flips and of the bootstrap.
    pub seed: u64,
}

impl Intervals {
    /// Computes the intervals of the runs of `input`, whose scores are `scores`. The table has a row for each measure and run.
    ///
    /// # Errors
    /// If the runs differ in their topics, a measure is not averaged, there are too few topics or samples for the
    /// confidence, the samples do not fit into memory, two runs have too few topics in common, or a run has no judged
    /// document down to a measure's cutoff.
    pub fn table(&self, input: &Input, scores: &Scores, rules: &PresetRules) -> Result<Table, EvalError> {
        let topics = scores.averaged_topics("--intervals")?;
        let runs = scores.runs.len();
        // Each run must have judged documents, even if it is the only run and is in no pair. So we pair each
        // run with itself.
        check_judged_runs(input, scores, &(0..runs).map(|run| (run, run)).collect::<Vec<_>>())?;
        check_topics(topics.len()).map_err(|why| EvalError::Data(why.to_string()))?;
        check_pairs(input, scores, &pairs(runs).collect::<Vec<_>>())?;
        self.compute(scores, rules.fields())
    }

    /// Computes the intervals of scores that another program computed.
    ///
    /// # Errors
    /// If the runs differ in their topics, a measure is not averaged, there are too few topics or samples for the
    /// confidence, or the samples do not fit into memory.
    pub fn of_scores<M: TableMeasure>(&self, scores: &Scores<M>) -> Result<Table, EvalError> {
        let topics = scores.averaged_topics("--intervals")?.len();
        check_topics(topics).map_err(|why| EvalError::Data(why.to_string()))?;
        self.compute(scores, Vec::new())
    }

    fn compute<M: TableMeasure>(
        &self,
        scores: &Scores<M>,
        rules: Vec<(String, String)>,
    ) -> Result<Table, EvalError> {
        let topics = scores.averaged_topics("--intervals")?;
        let alpha = 1.0 - self.confidence;
        let (samples, draw) =
            (self.samples as usize, |purpose| Draw::new(self.seed, &["eval", "intervals", purpose]));
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
        for (metric, measure) in scores.metrics.iter().enumerate() {
            let matrix = scores.matrix(metric)?;
            // There are enough topics (`check_topics`), so only the samples can be too few.
            let standings = Standings::new(&matrix, &flips, alpha).map_err(|error| {
                EvalError::Usage(format!("samples: {error} for a confidence of {}", self.confidence))
            })?;
            let measure = measure.to_string();
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
                    ("topics", "number of topics over which the mean is taken", topics.len().into()),
                    ("mean", "mean score of the run", mean.into()),
                    ("low", "lower end of the interval of the mean, for this run only", low.into()),
                    ("high", "upper end of the interval", high.into()),
                    (
                        "rank",
                        "rank by the mean, 1 for the highest; runs with equal means share the best rank",
                        ranking.ranks()[run].into(),
                    ),
                    ("best-rank", "best rank in the interval that holds for all runs at once", best.into()),
                    ("worst-rank", "worst rank in the interval", worst.into()),
                    (
                        "may-be-best",
                        "yes if the run's mean may be the highest, otherwise no",
                        if standings.may_be_best[run] { "yes" } else { "no" }.into(),
                    ),
                ]);
            }
        }
        let (kind, samples) = (to_compact(&self.kind), counted(self.samples as usize, "sample"));
        let settings =
            format!("; intervals {kind}; confidence {}; {samples}, seed {}", self.confidence, self.seed);
        Ok(table_by(rules, "intervals", rows, &settings))
    }
}
