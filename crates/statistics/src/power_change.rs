//! What becomes of discriminative power under other judgments.

use std::sync::Arc;

use rejudge_stats::DiscriminativePower;

use crate::entry::written;
use crate::significant_pairs::{SignificantPairs, SignificantPairsWritten};
use crate::{Entry, Inputs, Outcome, Size, Statistic, Versus};

/// The share of the pairs of runs that are significant under the cell's judgments, less that under the
/// reference. It says how many pairs are told apart, not whether they are the same ones: `decisions` does.
pub(crate) static POWER_CHANGE: Entry = Entry {
    name: "power-change",
    summary: "Change of discriminative power: the share of significant pairs of runs, less that under a reference.",
    version: 1,
    components: &["change", "before", "after"],
    has_measure: true,
    has_judgments: true,
    is_of_compared_runs: true,
    is_of_a_team: false,
    read: |node, names, _| Ok(Arc::new(PowerChange(SignificantPairs::new(written(node)?, names)?))),
    schema: |generator| generator.subschema_for::<SignificantPairsWritten>(),
};

#[derive(Debug)]
struct PowerChange(SignificantPairs);

impl Statistic for PowerChange {
    fn entry(&self) -> &'static Entry {
        &POWER_CHANGE
    }

    fn parameters(&self, versus: Option<&str>, of: Option<&str>) -> String {
        SignificantPairs::parameters(versus, of)
    }

    fn versus(&self) -> Option<&Versus> {
        Some(&self.0.versus)
    }

    fn of(&self) -> Option<usize> {
        Some(self.0.of)
    }

    fn cost(&self, size: &Size) -> (f64, f64) {
        (0.0, size.pairs())
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let power = |pairs: &[bool]| {
            let significant = pairs.iter().filter(|&&significant| significant).count();
            DiscriminativePower { significant, pairs: pairs.len() }.share()
        };
        let [there, here] = self.0.significant(inputs)?;
        let both = power(&there).zip(power(&here));
        let (before, after) = both.ok_or_else(|| Outcome::undefined("no run pairs to compare"))?;
        Ok(Outcome::of(&[("change", after - before), ("before", before), ("after", after)]))
    }
}
