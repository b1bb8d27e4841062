//! Decisions about pairs of runs under two judgment sets.

use rejudge_stats::{Decided, Decisions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::significant_pairs::SignificantPairs;
use crate::statistics::{Entry, Inputs, Of, Outcome, Statistic, Versus};

/// Pairs of runs that differ significantly under both judgment sets with the same better run (`agreed`), with
/// another one (`reversed`), under the reference alone (`lost`), or under the other set alone (`new`).
pub(crate) static DECISIONS: Entry = Entry {
    summary: "Pairs of runs that differ significantly: under both judgment sets, in opposite directions, \
              or under one of them alone.",
    components: &["agreed", "reversed", "lost", "new", "undecided", "new-share"],
    ..Entry::new::<DecisionCounts>("decisions")
};

/// `decisions`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(transparent)]
struct DecisionCounts(SignificantPairs);

impl Statistic for DecisionCounts {
    fn base_statistic(&self) -> Option<Of<'_>> {
        Some(self.0.base_statistic())
    }

    fn versus(&self) -> Option<&Versus> {
        Some(self.0.versus())
    }

    fn unit(&self, component: &str) -> Option<&'static str> {
        Some(if component == "new-share" { "share of the pairs" } else { "pairs" })
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let versus = self.versus();
        let [scores, reference] = inputs.compared(versus)?;
        let [there, here] = self.0.flags(inputs)?;
        let (by_reference, by_other) = (inputs.ranking(&reference, versus), inputs.ranking(&scores, None));
        let decided = Decisions::new(
            Decided { ranking: &by_reference, significant: &there },
            Decided { ranking: &by_other, significant: &here },
        );
        let mut numbers = vec![
            ("agreed", decided.agreed as f64),
            ("reversed", decided.reversed as f64),
            ("lost", decided.lost as f64),
            ("new", decided.new as f64),
            ("undecided", decided.undecided as f64),
        ];
        numbers.extend(decided.confusion().gained_significance().map(|share| ("new-share", share)));
        Ok(Outcome::new(&numbers).over(&scores))
    }
}
