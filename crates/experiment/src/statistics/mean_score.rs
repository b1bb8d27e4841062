//! The mean score of the compared runs.

use rejudge_stats::mean;

use crate::statistics::{Inputs, Outcome, StatisticEntry};

pub(crate) static MEAN_SCORE: StatisticEntry = StatisticEntry {
    summary: "Score of each run over all topics, as the measure summarises them (mostly their mean), \
              averaged over the runs.",
    components: &["mean"],
    units: &[("", "score")],
    resamples_topics: true,
    ..StatisticEntry::plain("mean-score", compute)
};

fn compute(inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
    let [scores, _] = inputs.compared_scores(None)?;
    let mean = mean(&inputs.run_scores(&scores, None))
        .ok_or_else(|| Outcome::undefined("there is no run to compare"))?;
    Ok(Outcome::new(&[("mean", mean)]).over(&scores))
}
