//! The significant pairs of runs under two judgment sets, which several statistics compare.

use crate::spec::yaml::Spanned;
use rejudge_stats::{Reject, significant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::discriminative_power::{DISCRIMINATIVE_POWER, power_of};
use crate::statistics::{Inputs, Of, Outcome, Versus, VersusJudgments};

/// Parameters of a statistic of pairs that are significant under a reference, or under the cell's own judgments.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct SignificantPairs {
    /// The discriminative power that says which pairs differ significantly.
    of: Spanned<String>,
    /// The judgments taken as the reference.
    versus: VersusJudgments,
}

impl SignificantPairs {
    pub(crate) fn base_statistic(&self) -> Of<'_> {
        Of { name: &self.of, kind: &DISCRIMINATIVE_POWER }
    }

    pub fn versus(&self) -> &Versus {
        &self.versus.0
    }

    /// Returns, for each pair of runs, true if it is significant under the reference, and under the cell's own
    /// judgments.
    ///
    /// # Errors
    /// If one of the two has no pairs.
    pub fn flags(&self, inputs: &dyn Inputs) -> Result<[Vec<bool>; 2], Outcome> {
        let alpha = power_of(inputs)?.alpha.get();
        let under = |versus| -> Result<Vec<bool>, Outcome> {
            Ok(significant(&inputs.vector(versus, "asl")?, alpha, Reject::Below))
        };
        Ok([under(Some(self.versus()))?, under(None)?])
    }
}
