//! The score of each run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::{Entry, Inputs, Number, Outcome, Statistic, Subject};

/// Score of each run: the summary of its topics by the measure (mostly their mean).
pub(crate) static RUN_SCORES: Entry = Entry {
    summary: "Score of each run over its topics, as the measure summarises them (mostly their mean).",
    components: &["score"],
    ..Entry::new::<RunScores>("run-scores")
};

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RunScores {}

impl Statistic for RunScores {
    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let [scores, _] = inputs.compared(None)?;
        let mut outcome = Outcome::new(&[]).over(&scores);
        for (run, value) in inputs.roster().compared_runs().zip(inputs.run_scores(&scores, None)) {
            let of = Subject::Run(run.to_owned());
            outcome.numbers.push(Number { component: "score".to_owned(), of, value });
        }
        Ok(outcome)
    }
}
