//! Pairs that lose or gain significance when fewer documents are judged.

use std::sync::Arc;

use rejudge_stats::misses_and_false_alarms;

use crate::entry::written;
use crate::significant_pairs::{SignificantPairs, SignificantPairsWritten};
use crate::{Entry, Inputs, Outcome, Size, Statistic, SumOf, Versus};

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
    read: |node, names, _| Ok(Arc::new(MissesAndFalseAlarms(SignificantPairs::new(written(node)?, names)?))),
    schema: |generator| generator.subschema_for::<SignificantPairsWritten>(),
};

#[derive(Debug)]
struct MissesAndFalseAlarms(SignificantPairs);

impl Statistic for MissesAndFalseAlarms {
    fn entry(&self) -> &'static Entry {
        &MISSES_AND_FALSE_ALARMS
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

    fn sums(&self) -> &'static [SumOf] {
        &[("disagreements", &[("misses", 1.0), ("false-alarms", 1.0)])]
    }

    fn cost(&self, size: &Size) -> (f64, f64) {
        (0.0, size.pairs())
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let [truth, here] = self.0.significant(inputs)?;
        let found = misses_and_false_alarms(&truth, &here);
        let (misses, alarms) = (found.misses as f64, found.false_alarms as f64);
        Ok(Outcome::of(&[("misses", misses), ("false-alarms", alarms), ("disagreements", misses + alarms)]))
    }
}
