//! Kendall's tau.

use std::sync::Arc;

use rejudge_spec::VersusWire;
use rejudge_stats::{kendall_tau_a, kendall_tau_b};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::entry::written;
use crate::{Entry, Inputs, Outcome, Statistic, Versus};

/// Kendall's tau between two rankings of the runs.
pub(crate) static KENDALL_TAU: Entry = Entry {
    name: "kendall-tau",
    summary: "Kendall's tau between two rankings of the runs.",
    version: 2,
    components: &["tau"],
    has_measure: true,
    has_judgments: true,
    is_of_compared_runs: true,
    is_of_a_team: false,
    read: |node, names, _| {
        let Written { versus, ties } = written(node)?;
        Ok(Arc::new(KendallTau { versus: Versus::new(&versus, names)?, ties }))
    },
    schema: |generator| generator.subschema_for::<Written>(),
};

/// `kendall-tau`.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "KendallTau")]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Written {
    /// The judgments, or the measure, to compare with.
    versus: VersusWire,
    /// How ties count; corrected for (tau-b) where nothing is said.
    #[serde(default)]
    ties: Ties,
}

/// How tied pairs count in tau.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[schemars(rename = "TauTies")]
#[serde(rename_all = "kebab-case")]
enum Ties {
    /// Tied pairs count neither way, so that a ranking with ties does not agree with itself (tau-a).
    A,
    /// Corrected for ties (tau-b).
    #[default]
    B,
}

#[derive(Debug)]
struct KendallTau {
    versus: Versus,
    ties: Ties,
}

impl Statistic for KendallTau {
    fn entry(&self) -> &'static Entry {
        &KENDALL_TAU
    }

    fn parameters(&self, versus: Option<&str>, _of: Option<&str>) -> String {
        let ties = match self.ties {
            Ties::A => "a",
            Ties::B => "b",
        };
        format!("ties={ties},versus={}", versus.unwrap_or_default())
    }

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
        Ok(Outcome::of(&[("tau", tau)]).over(&scores))
    }
}
