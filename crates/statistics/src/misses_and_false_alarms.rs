//! Pairs that lose or gain significance when fewer documents are judged.

use std::sync::Arc;

use rejudge_spec::yaml::Spanned;
use rejudge_stats::{Reject, misses_and_false_alarms, significant};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::asl_curve::NO_POWER;
use crate::discriminative_power::Power;
use crate::entry::written;
use crate::{Entry, Inputs, Outcome, Size, Statistic, Versus};

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
    read: |node, names, _| {
        let Written { of, versus } = written(node)?;
        let (of, power) = names.statistic(&of, "discriminative-power", NO_POWER)?;
        // Its errors are told where it stands itself.
        let alpha = Power::read(power, &mut Vec::new())?.alpha;
        Ok(Arc::new(MissesAndFalseAlarms { of, alpha, versus: Versus::by_judgments(versus.value) }))
    },
    schema: |generator| generator.subschema_for::<Written>(),
};

/// `misses-and-false-alarms`.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "MissesAndFalseAlarms")]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Written {
    /// The statistic with the significant pairs.
    of: Spanned<String>,
    /// The judgments taken as truth.
    versus: Spanned<String>,
}

#[derive(Debug)]
struct MissesAndFalseAlarms {
    of: usize,
    alpha: f64,
    versus: Versus,
}

impl Statistic for MissesAndFalseAlarms {
    fn entry(&self) -> &'static Entry {
        &MISSES_AND_FALSE_ALARMS
    }

    fn parameters(&self, versus: Option<&str>, of: Option<&str>) -> String {
        format!("of={},versus={}", of.unwrap_or_default(), versus.unwrap_or_default())
    }

    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn of(&self) -> Option<usize> {
        Some(self.of)
    }

    fn cost(&self, size: &Size) -> (f64, f64) {
        (0.0, size.pairs())
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let truth = inputs.vector(self.of, Some(&self.versus), "asl")?;
        let here = inputs.vector(self.of, None, "asl")?;
        let flags = |asl: &[f64]| significant(asl, self.alpha, Reject::Below);
        let found = misses_and_false_alarms(&flags(truth), &flags(here));
        let (misses, alarms) = (found.misses as f64, found.false_alarms as f64);
        Ok(Outcome::of(&[("misses", misses), ("false-alarms", alarms), ("disagreements", misses + alarms)]))
    }
}
