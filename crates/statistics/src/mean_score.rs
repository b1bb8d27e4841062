//! The mean score of the compared runs.

use rejudge_stats::mean;

use crate::entry::{nothing, read_nothing};
use crate::{Entry, Inputs, Outcome, Statistic};

/// Mean score over topics, averaged over the runs.
pub(crate) static MEAN_SCORE: Entry = Entry {
    name: "mean-score",
    summary: "Mean score over topics, averaged over the runs.",
    version: 1,
    components: &["mean"],
    has_measure: true,
    has_judgments: true,
    is_of_compared_runs: true,
    is_of_a_team: false,
    read: read_nothing::<MeanScore>,
    schema: nothing,
};

#[derive(Debug, Default)]
struct MeanScore;

impl Statistic for MeanScore {
    fn entry(&self) -> &'static Entry {
        &MEAN_SCORE
    }

    fn unit(&self, _component: &str) -> Option<&'static str> {
        Some("score")
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let [scores, _] = inputs.compared(None)?;
        let mean = mean(&inputs.run_scores(&scores, None)).ok_or_else(|| Outcome::undefined("no run"))?;
        Ok(Outcome::of(&[("mean", mean)]).over(&scores))
    }
}
