//! Pairs that lose or gain significance when fewer documents are judged.

use rejudge_stats::misses_and_false_alarms;

use crate::significant_pairs::{SignificantPairs, schema};
use crate::{Entry, Inputs, Outcome, SumOf};

/// Pairs that lose or gain significance.
pub(crate) static MISSES_AND_FALSE_ALARMS: Entry = Entry {
    name: "misses-and-false-alarms",
    summary: "Pairs that lose or gain significance.",
    version: 1,
    components: &["misses", "false-alarms", "disagreements"],
    has_measure: true,
    has_judgments: true,
    is_of_compared_runs: true,
    is_of_a_team: false,
    read: |node, names, _| SignificantPairs::read(&MISSES_AND_FALSE_ALARMS, (compute, SUMS), node, names),
    schema,
};

const SUMS: &[SumOf] = &[("disagreements", &[("misses", 1.0), ("false-alarms", 1.0)])];

fn compute(pairs: &SignificantPairs, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
    let [truth, here] = pairs.significant(inputs)?;
    let found = misses_and_false_alarms(&truth, &here);
    let (misses, alarms) = (found.misses as f64, found.false_alarms as f64);
    Ok(Outcome::of(&[("misses", misses), ("false-alarms", alarms), ("disagreements", misses + alarms)]))
}
