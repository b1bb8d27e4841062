//! Rank-biased overlap of two rankings of the runs.

use crate::spec::yaml::Fraction;
use rejudge_stats::{RboTies, rbo};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::{Entry, Inputs, Outcome, Statistic, Versus};

/// Rank-biased overlap of two rankings of the runs, which weighs the best ones most (Webber, Moffat and
/// Zobel, TOIS 2010, Eq. 32; ties: Corsi and Urbano, SIGIR 2024).
pub(crate) static RANK_OVERLAP: Entry = Entry {
    summary: "Rank-biased overlap of two rankings of the runs, which weighs the best ones most.",
    components: &["rbo"],
    ..Entry::new::<RankOverlap>("rank-overlap")
};

/// `rank-overlap`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct RankOverlap {
    /// The judgments, or the measure, to compare with.
    versus: Versus,
    /// The persistence: the weight of a rank is this times that of the rank above.
    #[serde(default = "usual")]
    p: Fraction<true>,
    /// The treatment of tied runs.
    #[serde(default)]
    ties: RboTies,
}

fn usual() -> Fraction<true> {
    Fraction::new(0.9)
}

impl Statistic for RankOverlap {
    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let versus = Some(&self.versus);
        let [scores, reference] = inputs.compared(versus)?;
        let (here, there) = (inputs.ranking(&scores, None), inputs.ranking(&reference, versus));
        let overlap = rbo(&there, &here, self.p.get(), self.ties);
        let overlap = overlap.ok_or_else(|| Outcome::undefined("there are no runs to rank"))?;
        Ok(Outcome::new(&[("rbo", overlap)]).over(&scores))
    }
}
