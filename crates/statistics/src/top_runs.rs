//! What becomes of the best runs.

use std::num::NonZeroU32;
use std::sync::Arc;

use rejudge_spec::VersusWire;
use rejudge_spec::yaml::Spanned;
use rejudge_stats::{best_kept, top_kept, top_tau_b};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::entry::written;
use crate::{Entry, Inputs, Outcome, Statistic, Versus};

/// Of the best runs by a reference: their tau-b, the share that stays among the best, and whether the best
/// stays the best.
pub(crate) static TOP_RUNS: Entry = Entry {
    name: "top-runs",
    summary: "What becomes of the runs that are best by a reference: tau-b among them, the share of them \
              that stays among the best, and whether the best one stays the best.",
    version: 1,
    components: &["kept", "tau", "best-kept"],
    has_measure: true,
    has_judgments: true,
    is_of_compared_runs: true,
    is_of_a_team: false,
    read: |node, names, _| {
        let Written { versus, top } = written(node)?;
        Ok(Arc::new(TopRuns { versus: Versus::new(&versus, names)?, top: top.value.get() as usize }))
    },
    schema: |generator| generator.subschema_for::<Written>(),
};

/// `top-runs`.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "TopRuns")]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Written {
    /// The reference: other judgments, another measure, or both.
    versus: VersusWire,
    /// How many runs are the best. Runs level with the last of them count too.
    #[serde(default = "ten")]
    top: Spanned<NonZeroU32>,
}

fn ten() -> Spanned<NonZeroU32> {
    Spanned { value: const { NonZeroU32::new(10).expect("10 is not 0") }, at: None }
}

#[derive(Debug)]
struct TopRuns {
    versus: Versus,
    top: usize,
}

impl Statistic for TopRuns {
    fn entry(&self) -> &'static Entry {
        &TOP_RUNS
    }

    fn parameters(&self, versus: Option<&str>, _of: Option<&str>) -> String {
        format!("top={},versus={}", self.top, versus.unwrap_or_default())
    }

    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let versus = Some(&self.versus);
        let [scores, reference] = inputs.compared(versus)?;
        let (first, second) = (inputs.ranking(&reference, versus), inputs.ranking(&scores, None));
        let kept = top_kept(&first, &second, self.top).share();
        let best = best_kept(&first, &second).map(|kept| f64::from(u8::from(kept)));
        let all = [("kept", kept), ("tau", top_tau_b(&first, &second, self.top)), ("best-kept", best)];
        let numbers: Vec<(&str, f64)> =
            all.iter().filter_map(|&(name, value)| Some((name, value?))).collect();
        if numbers.is_empty() {
            return Err(Outcome::undefined("there are no runs to rank"));
        }
        Ok(Outcome::of(&numbers).over(&scores))
    }
}
