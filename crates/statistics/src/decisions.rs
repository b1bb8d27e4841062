//! What becomes of decisions about pairs of runs.

use std::sync::Arc;

use rejudge_spec::yaml::Spanned;
use rejudge_stats::{Decided, Decisions as Counted, Reject, significant};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::asl_curve::NO_POWER;
use crate::discriminative_power::Power;
use crate::entry::written;
use crate::{Entry, Inputs, Outcome, Size, Statistic, Versus};

/// Pairs of runs that differ significantly under both judgment sets with the same better run (`agreed`), with
/// another one (`reversed`), under the reference alone (`lost`), or under the other set alone (`new`).
pub(crate) static DECISIONS: Entry = Entry {
    name: "decisions",
    summary: "Pairs of runs that differ significantly under both judgment sets, the other way round, under one alone.",
    version: 1,
    components: &["agreed", "reversed", "lost", "new", "undecided", "new-share"],
    has_measure: true,
    has_judgments: true,
    is_of_compared_runs: true,
    is_of_a_team: false,
    read: |node, names, _| {
        let Written { of, versus } = written(node)?;
        let (of, power) = names.statistic(&of, "discriminative-power", NO_POWER)?;
        // Its errors are told where it stands itself.
        let alpha = Power::read(power, &mut Vec::new())?.alpha;
        Ok(Arc::new(Decisions { of, alpha, versus: Versus::by_judgments(versus.value) }))
    },
    schema: |generator| generator.subschema_for::<Written>(),
};

/// `decisions`.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "Decisions")]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Written {
    /// The statistic with the significant pairs.
    of: Spanned<String>,
    /// The judgments taken as the reference.
    versus: Spanned<String>,
}

#[derive(Debug)]
struct Decisions {
    of: usize,
    alpha: f64,
    versus: Versus,
}

impl Statistic for Decisions {
    fn entry(&self) -> &'static Entry {
        &DECISIONS
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
        let versus = Some(&self.versus);
        let [scores, reference] = inputs.compared(versus)?;
        let flags = |asl: &[f64]| significant(asl, self.alpha, Reject::Below);
        let (there, here) =
            (flags(inputs.vector(self.of, versus, "asl")?), flags(inputs.vector(self.of, None, "asl")?));
        let (by_reference, by_other) = (inputs.ranking(&reference, versus), inputs.ranking(&scores, None));
        let decided = Counted::of(
            Decided { ranking: &by_reference, significant: &there },
            Decided { ranking: &by_other, significant: &here },
        );
        let mut numbers = vec![
            ("agreed", decided.agreed as f64),
            ("reversed", decided.reversed as f64),
            ("lost", decided.lost as f64),
            ("new", decided.new as f64),
            ("undecided", decided.undecided as f64),
        ];
        numbers.extend(decided.confusion().gained_significance().map(|share| ("new-share", share)));
        Ok(Outcome::of(&numbers).over(&scores))
    }
}
