//! The mean score of the compared runs.

use rejudge_stats::mean;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::{Entry, Inputs, Outcome, Statistic};

/// Mean score over topics, averaged over the runs.
pub(crate) static MEAN_SCORE: Entry = Entry {
    summary: "Mean score over topics, averaged over the runs.",
    components: &["mean"],
    ..Entry::new::<MeanScore>("mean-score")
};

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct MeanScore {}

impl Statistic for MeanScore {
    fn unit(&self, _component: &str) -> Option<&'static str> {
        Some("score")
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let [scores, _] = inputs.compared(None)?;
        let mean = mean(&inputs.run_scores(&scores, None)).ok_or_else(|| Outcome::undefined("no run"))?;
        Ok(Outcome::new(&[("mean", mean)]).over(&scores))
    }
}
