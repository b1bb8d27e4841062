//! Pairs of runs that differ significantly under two judgment sets: what statistics of decisions look at.
//!
//! Such a statistic is an entry and a function that computes: a file each.

use std::sync::Arc;

use rejudge_spec::yaml::{Node, Spanned, YamlError};
use rejudge_stats::{Reject, significant};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;

use crate::asl_curve::NO_POWER;
use crate::discriminative_power::Power;
use crate::entry::written;
use crate::{Entry, Inputs, Names, Outcome, Statistic, SumOf, Versus};

/// The significant pairs of a statistic, and what they are compared with.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "SignificantPairs")]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Written {
    /// The statistic with the significant pairs.
    of: Spanned<String>,
    /// The judgments taken as the reference.
    versus: Spanned<String>,
}

/// What editors know of such a statistic.
pub(crate) fn schema(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<Written>()
}

/// What such a statistic computes of the significant pairs.
type Compute = fn(&SignificantPairs, &dyn Inputs) -> Result<Outcome, Outcome>;

/// A statistic of the significant pairs of another one, under two judgment sets.
#[derive(Debug)]
pub(crate) struct SignificantPairs {
    entry: &'static Entry,
    compute: Compute,
    sums: &'static [SumOf],
    /// The place of the statistic.
    of: usize,
    /// The judgments taken as the reference.
    pub versus: Versus,
    alpha: f64,
}

impl SignificantPairs {
    /// The statistic that is written, with names resolved; `sums` are its quantities that are sums of others.
    pub fn read(
        entry: &'static Entry,
        (compute, sums): (Compute, &'static [SumOf]),
        node: &Node,
        names: &Names<'_>,
    ) -> Result<Arc<dyn Statistic>, YamlError> {
        let Written { of, versus } = written(node)?;
        let (of, power) = names.statistic(&of, "discriminative-power", NO_POWER)?;
        // Its errors are told where it stands itself.
        let alpha = Power::read(power, &mut Vec::new())?.alpha;
        let versus = Versus::by_judgments(versus.value);
        Ok(Arc::new(Self { entry, compute, sums, of, versus, alpha }))
    }

    /// Which pairs are significant by the reference, and which here.
    pub fn significant(&self, inputs: &dyn Inputs) -> Result<[Vec<bool>; 2], Outcome> {
        let under = |versus| -> Result<Vec<bool>, Outcome> {
            Ok(significant(&inputs.vector(self.of, versus, "asl")?, self.alpha, Reject::Below))
        };
        Ok([under(Some(&self.versus))?, under(None)?])
    }
}

impl Statistic for SignificantPairs {
    fn entry(&self) -> &'static Entry {
        self.entry
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

    fn unit(&self, component: &str) -> Option<&'static str> {
        Some(match component {
            "change" | "before" | "after" | "new-share" => "share of the pairs",
            _ => "pairs",
        })
    }

    fn sums(&self) -> &'static [SumOf] {
        self.sums
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        (self.compute)(self, inputs)
    }
}
