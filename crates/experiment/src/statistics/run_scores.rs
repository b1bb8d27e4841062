//! The score of each run.

use crate::statistics::{Inputs, Outcome, StatisticEntry, Subject};

/// The score of each run: its topic scores, summarised by the measure (mostly by their mean).
pub(crate) static RUN_SCORES: StatisticEntry = StatisticEntry {
    summary: "Score of each run over its topics, as the measure summarises them (mostly their mean).",
    components: &["score"],
    ..StatisticEntry::plain("run-scores", compute)
};

fn compute(inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
    let [scores, _] = inputs.compared_scores(None)?;
    let mut outcome = Outcome::new(&[]).over(&scores);
    for (run, value) in inputs.roster().compared_runs().zip(inputs.run_scores(&scores, None)) {
        outcome.add(&Subject::Run(run.to_owned()), [("score", value)]);
    }
    Ok(outcome)
}
