//! Spearman's rho.

use rejudge_stats::spearman_rho;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::{Entry, Inputs, Outcome, Statistic, Versus};

/// Spearman's rho between two rankings of the runs.
pub(crate) static SPEARMAN_RHO: Entry = Entry {
    summary: "Spearman's rho between two rankings of the runs; tied runs share the mean of their ranks.",
    components: &["rho"],
    ..Entry::new::<SpearmanRho>("spearman-rho")
};

/// `spearman-rho`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct SpearmanRho {
    /// The judgments, or the measure, to compare with.
    versus: Versus,
}

impl Statistic for SpearmanRho {
    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn coefficient(&self) -> Option<&'static str> {
        Some("rho")
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let versus = Some(&self.versus);
        let [scores, other] = inputs.compared(versus)?;
        let rho = spearman_rho(&inputs.ranking(&other, versus), &inputs.ranking(&scores, None));
        let rho = rho.ok_or_else(|| Outcome::undefined("rho needs two runs that differ"))?;
        Ok(Outcome::new(&[("rho", rho)]).over(&scores))
    }
}
