//! Pairs that lose or gain significance when fewer documents are judged.

use rejudge_spec::yaml::Spanned;
use rejudge_stats::misses_and_false_alarms;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::discriminative_power::{DISCRIMINATIVE_POWER, significant_pairs};
use crate::{Entry, Inputs, Of, Outcome, Statistic, SumOf, Versus};

/// Pairs that lose or gain significance.
pub(crate) static MISSES_AND_FALSE_ALARMS: Entry = Entry {
    summary: "Pairs that lose or gain significance.",
    components: &["misses", "false-alarms", "disagreements"],
    ..Entry::new::<MissesAndFalseAlarms>("misses-and-false-alarms")
};

/// `misses-and-false-alarms`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct MissesAndFalseAlarms {
    /// The discriminative power that says which pairs differ significantly.
    of: Spanned<String>,
    /// The judgments taken as the reference.
    #[serde(deserialize_with = "Versus::by_judgments")]
    #[schemars(with = "String")]
    versus: Versus,
}

impl Statistic for MissesAndFalseAlarms {
    fn of(&self) -> Option<Of<'_>> {
        Some(Of { name: &self.of, kind: &DISCRIMINATIVE_POWER })
    }

    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn unit(&self, _component: &str) -> Option<&'static str> {
        Some("pairs")
    }

    fn sums(&self) -> &'static [SumOf] {
        &[("disagreements", &[("misses", 1.0), ("false-alarms", 1.0)])]
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let [truth, here] = significant_pairs(inputs, &self.versus)?;
        let found = misses_and_false_alarms(&truth, &here);
        let (misses, alarms) = (found.misses as f64, found.false_alarms as f64);
        Ok(Outcome::of(&[("misses", misses), ("false-alarms", alarms), ("disagreements", misses + alarms)]))
    }
}
