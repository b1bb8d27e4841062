//! Kendall's tau.

use rejudge_stats::{kendall_tau_a, kendall_tau_b};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::{Entry, Inputs, Outcome, Statistic, Versus};

/// Kendall's tau between two rankings of the runs.
pub(crate) static KENDALL_TAU: Entry = Entry {
    summary: "Kendall's tau between two rankings of the runs.",
    version: 2,
    components: &["tau"],
    ..Entry::new::<KendallTau>("kendall-tau")
};

/// `kendall-tau`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct KendallTau {
    /// The judgments, or the measure, to compare with.
    versus: Versus,
    /// The treatment of pairs of runs that are tied in one of the rankings.
    #[serde(default)]
    ties: Ties,
}

/// The treatment of tied pairs in tau.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "TauTies")]
#[serde(rename_all = "kebab-case")]
enum Ties {
    /// Tied pairs count neither way, so that a ranking with ties does not agree with itself (tau-a).
    A,
    /// Corrected for ties (tau-b).
    #[default]
    B,
}

impl Statistic for KendallTau {
    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn coefficient(&self) -> Option<&'static str> {
        Some(match self.ties {
            Ties::A => "tau-a",
            Ties::B => "tau-b",
        })
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let versus = Some(&self.versus);
        let [scores, other] = inputs.compared(versus)?;
        let tau = match self.ties {
            Ties::A => kendall_tau_a,
            Ties::B => kendall_tau_b,
        };
        let tau = tau(&inputs.ranking(&other, versus), &inputs.ranking(&scores, None));
        let tau = tau.ok_or_else(|| Outcome::undefined("tau needs two runs that differ"))?;
        Ok(Outcome::new(&[("tau", tau)]).over(&scores))
    }
}
