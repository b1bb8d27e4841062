//! Pairs of runs that differ significantly under two judgment sets: what statistics of decisions look at.

use rejudge_spec::yaml::{Spanned, YamlError};
use rejudge_stats::{Reject, significant};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::asl_curve::NO_POWER;
use crate::discriminative_power::Power;
use crate::{Inputs, Names, Outcome, Versus};

/// The significant pairs of a statistic, and what they are compared with.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "SignificantPairs")]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct SignificantPairsWritten {
    /// The statistic with the significant pairs.
    of: Spanned<String>,
    /// The judgments taken as the reference.
    versus: Spanned<String>,
}

/// The significant pairs of a statistic, and the judgments that they are compared with.
#[derive(Debug)]
pub(crate) struct SignificantPairs {
    /// The place of the statistic.
    pub of: usize,
    /// The judgments taken as the reference.
    pub versus: Versus,
    alpha: f64,
}

impl SignificantPairs {
    /// What is written, with names resolved.
    pub fn new(written: SignificantPairsWritten, names: &Names<'_>) -> Result<Self, YamlError> {
        let (of, power) = names.statistic(&written.of, "discriminative-power", NO_POWER)?;
        // Its errors are told where it stands itself.
        let alpha = Power::read(power, &mut Vec::new())?.alpha;
        Ok(Self { of, alpha, versus: Versus::by_judgments(written.versus.value) })
    }

    /// As keys hold them.
    pub fn parameters(versus: Option<&str>, of: Option<&str>) -> String {
        format!("of={},versus={}", of.unwrap_or_default(), versus.unwrap_or_default())
    }

    /// Which pairs are significant by the reference, and which here.
    pub fn significant(&self, inputs: &dyn Inputs) -> Result<[Vec<bool>; 2], Outcome> {
        let under = |versus| -> Result<Vec<bool>, Outcome> {
            Ok(significant(inputs.vector(self.of, versus, "asl")?, self.alpha, Reject::Below))
        };
        Ok([under(Some(&self.versus))?, under(None)?])
    }
}
