//! What becomes of discriminative power under other judgments.

use rejudge_stats::DiscriminativePower;

use crate::significant_pairs::{SignificantPairs, schema};
use crate::{Entry, Inputs, Outcome};

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
    read: |node, names, _| {
        SignificantPairs::read(
            &POWER_CHANGE,
            (compute, &[("change", &[("after", 1.0), ("before", -1.0)])]),
            node,
            names,
        )
    },
    schema,
};

fn compute(pairs: &SignificantPairs, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
    let power = |pairs: &[bool]| {
        let significant = pairs.iter().filter(|&&significant| significant).count();
        DiscriminativePower { significant, pairs: pairs.len() }.share()
    };
    let [there, here] = pairs.significant(inputs)?;
    let both = power(&there).zip(power(&here));
    let (before, after) = both.ok_or_else(|| Outcome::undefined("no run pairs to compare"))?;
    Ok(Outcome::of(&[("change", after - before), ("before", before), ("after", after)]))
}
