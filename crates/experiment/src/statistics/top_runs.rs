//! The best runs by a reference, compared with the best runs by the cell's own judgments and measure.

use std::num::NonZeroU32;

use rejudge_stats::{best_kept, top_kept, top_tau_b};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::{Inputs, Outcome, StatisticEntry, StatisticKind, Versus};

/// The tau-b of the best runs by a reference, the share of them that stays among the best, and whether the best run
/// stays the best (1 or 0).
pub(crate) static TOP_RUNS: StatisticEntry = StatisticEntry {
    summary: "The best runs by a reference: tau-b among them, the share of them that stays among the best, \
              and whether the best one stays the best.",
    components: &["kept", "tau", "best-kept"],
    ..StatisticEntry::new::<TopRuns>("top-runs")
};

/// `top-runs`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct TopRuns {
    /// The reference: other judgments, another measure, or both.
    versus: Versus,
    /// The number of best runs. Runs that tie with the last one count too.
    #[serde(default = "default_top")]
    top: NonZeroU32,
}

pub(crate) fn default_top() -> NonZeroU32 {
    const { NonZeroU32::new(10).expect("10 is not 0") }
}

impl StatisticKind for TopRuns {
    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let (versus, top) = (Some(&self.versus), self.top.get() as usize);
        let [scores, reference] = inputs.compared_scores(versus)?;
        let (first, second) = (inputs.ranking(&reference, versus), inputs.ranking(&scores, None));
        let numbers = [
            ("kept", top_kept(&first, &second, top).share()),
            ("tau", top_tau_b(&first, &second, top)),
            ("best-kept", best_kept(&first, &second).map(|kept| f64::from(u8::from(kept)))),
        ];
        let outcome = Outcome::from_options(&numbers);
        if outcome.numbers.is_empty() {
            return Err(Outcome::undefined("there are no runs to rank"));
        }
        Ok(outcome.over(&scores))
    }
}
