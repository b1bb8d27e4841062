//! The change of discriminative power under other judgments.

use rejudge_stats::DiscriminativePower;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::significant_pairs::SignificantPairs;
use crate::statistics::{Entry, Inputs, Of, Outcome, Statistic, SumOf, Versus};

/// The share of the pairs of runs that are significant under the cell's judgments, minus that under the
/// reference. It compares the numbers of pairs, not the pairs themselves, as `decisions` does.
pub(crate) static POWER_CHANGE: Entry = Entry {
    summary: "Change of discriminative power: the share of significant pairs of runs, less that under a reference.",
    components: &["change", "before", "after"],
    ..Entry::new::<PowerChange>("power-change")
};

/// `power-change`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(transparent)]
struct PowerChange(SignificantPairs);

impl Statistic for PowerChange {
    fn base_statistic(&self) -> Option<Of<'_>> {
        Some(self.0.base_statistic())
    }

    fn versus(&self) -> Option<&Versus> {
        Some(self.0.versus())
    }

    fn unit(&self, _component: &str) -> Option<&'static str> {
        Some("share of the pairs")
    }

    fn sums(&self) -> &'static [SumOf] {
        &[("change", &[("after", 1.0), ("before", -1.0)])]
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let power = |pairs: &[bool]| {
            let significant = pairs.iter().filter(|&&significant| significant).count();
            DiscriminativePower { significant, pairs: pairs.len() }.share()
        };
        let [there, here] = self.0.flags(inputs)?;
        let both = power(&there).zip(power(&here));
        let (before, after) = both.ok_or_else(|| Outcome::undefined("no run pairs to compare"))?;
        Ok(Outcome::new(&[("change", after - before), ("before", before), ("after", after)]))
    }
}
