//! Pairs that lose or gain significance when fewer documents are judged.

use rejudge_stats::confusion_matrix;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::significant_pairs::SignificantPairs;
use crate::statistics::{Entry, Inputs, Of, Outcome, Statistic, SumOf, Versus};

/// Pairs that lose or gain significance.
pub(crate) static MISSES_AND_FALSE_ALARMS: Entry = Entry {
    summary: "Pairs that lose or gain significance.",
    components: &["misses", "false-alarms", "disagreements"],
    ..Entry::new::<MissesAndFalseAlarms>("misses-and-false-alarms")
};

/// `misses-and-false-alarms`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(transparent)]
struct MissesAndFalseAlarms(SignificantPairs);

impl Statistic for MissesAndFalseAlarms {
    fn base_statistic(&self) -> Option<Of<'_>> {
        Some(self.0.base_statistic())
    }

    fn versus(&self) -> Option<&Versus> {
        Some(self.0.versus())
    }

    fn unit(&self, _component: &str) -> Option<&'static str> {
        Some("pairs")
    }

    fn sums(&self) -> &'static [SumOf] {
        &[("disagreements", &[("misses", 1.0), ("false-alarms", 1.0)])]
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let [truth, here] = self.0.flags(inputs)?;
        let found = confusion_matrix(&truth, &here);
        let (misses, alarms) = (found.c21 as f64, found.c12 as f64);
        Ok(Outcome::new(&[("misses", misses), ("false-alarms", alarms), ("disagreements", misses + alarms)]))
    }
}
