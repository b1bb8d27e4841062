//! The ASL curve (Sakai, SIGIR 2006).

use std::sync::Arc;

use rejudge_spec::yaml::Spanned;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::entry::written;
use crate::{Entry, Inputs, Number, Outcome, Size, Statistic, Subject};

/// The achieved significance levels of the run pairs, from the smallest.
pub(crate) static ASL_CURVE: Entry = Entry {
    name: "asl-curve",
    summary: "The achieved significance levels of the run pairs, from the smallest.",
    version: 1,
    components: &["asl"],
    has_measure: true,
    has_judgments: true,
    is_of_compared_runs: true,
    is_of_a_team: false,
    read: |node, names, _| {
        let Written { of } = written(node)?;
        let (of, _) = names.statistic(&of, "discriminative-power", NO_POWER)?;
        Ok(Arc::new(AslCurve { of }))
    },
    schema: |generator| generator.subschema_for::<Written>(),
};

/// Why another statistic will not do.
pub(crate) const NO_POWER: &str = "no discriminative power, so it has no pairs";

/// `asl-curve`.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "AslCurve")]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Written {
    /// The discriminative power that they belong to.
    of: Spanned<String>,
}

#[derive(Debug)]
struct AslCurve {
    of: usize,
}

impl Statistic for AslCurve {
    fn entry(&self) -> &'static Entry {
        &ASL_CURVE
    }

    fn parameters(&self, _versus: Option<&str>, of: Option<&str>) -> String {
        format!("of={}", of.unwrap_or_default())
    }

    fn of(&self) -> Option<usize> {
        Some(self.of)
    }

    fn cost(&self, size: &Size) -> (f64, f64) {
        (0.0, size.pairs())
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let mut asl = inputs.vector(self.of, None, "asl")?.to_vec();
        asl.sort_by(f64::total_cmp);
        let number = |(rank, &value): (u32, &f64)| Number {
            component: "asl".to_owned(),
            of: Subject::Rank(rank),
            value,
        };
        Ok(Outcome { numbers: (1..).zip(&asl).map(number).collect(), ..Outcome::of(&[]) })
    }
}
