//! tau-AP, which weighs the top of a ranking more (Yilmaz, Aslam and Robertson, SIGIR 2008).

use rejudge_stats::{tau_ap, tau_ap_b, tau_ap_symmetric};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::{Entry, Inputs, Outcome, Statistic, Versus};

/// tau-AP between two rankings of the runs, which weighs the top more.
pub(crate) static TAU_AP: Entry = Entry {
    summary: "tau-AP between two rankings of the runs, which weighs the top more.",
    version: 2,
    components: &["tau"],
    ..Entry::new::<TauAp>("tau-ap")
};

/// `tau-ap`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct TauAp {
    /// The judgments, or the measure, to compare with.
    versus: Versus,
    /// The ranking that is taken as gold.
    #[serde(default)]
    form: Form,
}

/// The ranking that tau-AP takes as gold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "TauApForm")]
#[serde(rename_all = "kebab-case")]
enum Form {
    /// That of `versus`.
    VersusIsGold,
    /// That of the cell's own judgments and measure.
    CellIsGold,
    /// Each in turn: the mean of both.
    Symmetric,
    /// Neither: the mean of both, corrected for ties (tau-AP,b). Equal rankings agree fully however many scores are
    /// equal.
    #[default]
    Agreement,
}

impl Statistic for TauAp {
    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn coefficient(&self) -> Option<&'static str> {
        Some(match self.form {
            Form::Agreement => "tau-AP,b",
            Form::Symmetric => "symmetric tau-AP",
            Form::VersusIsGold | Form::CellIsGold => "tau-AP",
        })
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let versus = Some(&self.versus);
        let [scores, other] = inputs.compared(versus)?;
        let (here, there) = (inputs.ranking(&scores, None), inputs.ranking(&other, versus));
        let tau = match self.form {
            Form::VersusIsGold => tau_ap(&there, &here),
            Form::CellIsGold => tau_ap(&here, &there),
            Form::Symmetric => tau_ap_symmetric(&there, &here),
            Form::Agreement => tau_ap_b(&there, &here),
        };
        let tau = tau.ok_or_else(|| {
            Outcome::undefined(match self.form {
                Form::Agreement => "tau-AP,b needs two runs that differ",
                _ => "tau-AP needs two runs",
            })
        })?;
        Ok(Outcome::new(&[("tau", tau)]).over(&scores))
    }
}
