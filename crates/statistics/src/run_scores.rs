//! The score of each run.

use crate::entry::{nothing, read_nothing};
use crate::{Entry, Inputs, Number, Outcome, Statistic, Subject};

/// Score of each run: its topics together, as the measure says (mostly their mean).
pub(crate) static RUN_SCORES: Entry = Entry {
    name: "run-scores",
    summary: "Score of each run: its topics together, as the measure says (mostly their mean).",
    version: 1,
    components: &["score"],
    has_measure: true,
    has_judgments: true,
    is_of_compared_runs: true,
    is_of_a_team: false,
    read: read_nothing::<RunScores>,
    schema: nothing,
};

#[derive(Debug, Default)]
struct RunScores;

impl Statistic for RunScores {
    fn entry(&self) -> &'static Entry {
        &RUN_SCORES
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let [scores, _] = inputs.compared(None)?;
        let mut outcome = Outcome::of(&[]).over(&scores);
        for (run, value) in inputs.roster().compared_runs().zip(inputs.run_scores(&scores, None)) {
            let of = Subject::Run(run.to_owned());
            outcome.numbers.push(Number { component: "score".to_owned(), of, value });
        }
        Ok(outcome)
    }
}
