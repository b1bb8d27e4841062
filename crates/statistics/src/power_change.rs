//! What becomes of discriminative power under other judgments.

use rejudge_spec::yaml::Spanned;
use rejudge_stats::DiscriminativePower;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::discriminative_power::{DISCRIMINATIVE_POWER, significant_pairs};
use crate::{Entry, Inputs, Of, Outcome, Statistic, SumOf, Versus};

/// The share of the pairs of runs that are significant under the cell's judgments, less that under the
/// reference. It says how many pairs are told apart, not whether they are the same ones: `decisions` does.
pub(crate) static POWER_CHANGE: Entry = Entry {
    summary: "Change of discriminative power: the share of significant pairs of runs, less that under a reference.",
    components: &["change", "before", "after"],
    ..Entry::new::<PowerChange>("power-change")
};

/// `power-change`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct PowerChange {
    /// The discriminative power that says which pairs differ significantly.
    of: Spanned<String>,
    /// The judgments taken as the reference.
    #[serde(deserialize_with = "Versus::by_judgments")]
    #[schemars(with = "String")]
    versus: Versus,
}

impl Statistic for PowerChange {
    fn of(&self) -> Option<Of<'_>> {
        Some(Of { name: &self.of, kind: &DISCRIMINATIVE_POWER })
    }

    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
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
        let [there, here] = significant_pairs(inputs, &self.versus)?;
        let both = power(&there).zip(power(&here));
        let (before, after) = both.ok_or_else(|| Outcome::undefined("no run pairs to compare"))?;
        Ok(Outcome::of(&[("change", after - before), ("before", before), ("after", after)]))
    }
}
