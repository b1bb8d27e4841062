//! Rank-biased overlap of two rankings of the runs.

use std::sync::Arc;

use rejudge_spec::VersusWire;
use rejudge_spec::yaml::Spanned;
use rejudge_stats::rbo;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::entry::written;
use crate::{Entry, Inputs, Outcome, Statistic, Versus};

/// Rank-biased overlap of two rankings of the runs, which weighs the best ones most (Webber, Moffat and
/// Zobel, TOIS 2010, Eq. 32).
pub(crate) static RANK_OVERLAP: Entry = Entry {
    name: "rank-overlap",
    summary: "Rank-biased overlap of two rankings of the runs, which weighs the best ones most.",
    version: 1,
    components: &["rbo"],
    has_measure: true,
    has_judgments: true,
    is_of_compared_runs: true,
    is_of_a_team: false,
    read: |node, names, errors| {
        let Written { versus, p } = written(node)?;
        let share = p.value.parse::<f64>().ok().filter(|p| 0.0 < *p && *p < 1.0);
        if share.is_none() {
            errors.push(p.error(format!("found `{}`, expected a number above 0 and below 1", p.value)));
        }
        Ok(Arc::new(RankOverlap { versus: Versus::new(&versus, names)?, p: share.unwrap_or(0.9) }))
    },
    schema: |generator| generator.subschema_for::<Written>(),
};

/// `rank-overlap`.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "RankOverlap")]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Written {
    /// What to compare with.
    versus: VersusWire,
    /// The persistence, as typed: above 0 and below 1.
    #[serde(default = "usual")]
    p: Spanned<String>,
}

fn usual() -> Spanned<String> {
    Spanned { value: "0.9".to_owned(), at: None }
}

#[derive(Debug)]
struct RankOverlap {
    versus: Versus,
    p: f64,
}

impl Statistic for RankOverlap {
    fn entry(&self) -> &'static Entry {
        &RANK_OVERLAP
    }

    fn parameters(&self, versus: Option<&str>, _of: Option<&str>) -> String {
        format!("p={},versus={}", self.p, versus.unwrap_or_default())
    }

    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let versus = Some(&self.versus);
        let [scores, reference] = inputs.compared(versus)?;
        let overlap = rbo(&inputs.ranking(&reference, versus), &inputs.ranking(&scores, None), self.p);
        let overlap = overlap.ok_or_else(|| Outcome::undefined("there are no runs to rank"))?;
        Ok(Outcome::of(&[("rbo", overlap)]).over(&scores))
    }
}
