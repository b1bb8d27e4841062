//! Rank correlation coefficients of two rankings of the runs.

use rejudge_stats::{
    Ranking, RboTies, kendall_tau_a, kendall_tau_b, rbo, spearman_rho, tau_ap, tau_ap_b, tau_ap_symmetric,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::spec::yaml::Fraction;
use crate::statistics::{Inputs, Outcome, StatisticEntry, StatisticKind, TopicSetUse, Versus};

/// Kendall's tau between two rankings of the runs.
pub(crate) static KENDALL_TAU: StatisticEntry = StatisticEntry {
    summary: "Kendall's tau between two rankings of the runs.",
    version: 2,
    components: &["tau"],
    resamples_topics: true,
    ..StatisticEntry::new::<KendallTau>("kendall-tau")
};

/// tau-AP, which gives more weight to the top of a ranking (Yilmaz, Aslam and Robertson, SIGIR 2008).
pub(crate) static TAU_AP: StatisticEntry = StatisticEntry {
    summary: "tau-AP between two rankings of the runs: a tau that gives more weight to the top.",
    version: 2,
    components: &["tau"],
    resamples_topics: true,
    ..StatisticEntry::new::<TauAp>("tau-ap")
};

/// Spearman's rho between two rankings of the runs.
pub(crate) static SPEARMAN_RHO: StatisticEntry = StatisticEntry {
    summary: "Spearman's rho between two rankings of the runs; tied runs share the mean of their ranks.",
    components: &["rho"],
    resamples_topics: true,
    ..StatisticEntry::new::<SpearmanRho>("spearman-rho")
};

/// Rank-biased overlap of two rankings of the runs, which gives most weight to the best runs (Webber, Moffat and
/// Zobel, TOIS 2010, Eq. 32; ties: Corsi and Urbano, SIGIR 2024).
pub(crate) static RANK_OVERLAP: StatisticEntry = StatisticEntry {
    summary: "Rank-biased overlap of two rankings of the runs, with most weight on the best runs.",
    components: &["rbo"],
    resamples_topics: true,
    ..StatisticEntry::new::<RankOverlap>("rank-overlap")
};

/// Kendall's tau-b between the ranking of the runs and the ranking by scores that the makers of the collection printed.
/// Printed scores are rounded, so more runs are tied.
pub(crate) static PRINTED_TAU: StatisticEntry = StatisticEntry {
    summary: "Kendall's tau-b between the ranking of the runs and the one by scores that the makers of the collection \
              printed.",
    components: &["tau"],
    needs_collection: true,
    needs_printed_scores: true,
    // Printed scores are over all topics.
    topic_set_use: TopicSetUse::Never,
    ..StatisticEntry::new::<PrintedTau>("printed-tau")
};

/// Computes a coefficient of two rankings: first the ranking by `versus`, then the cell's ranking.
fn coefficient(
    inputs: &dyn Inputs,
    versus: &Versus,
    component: &str,
    reason_if_undefined: &str,
    compute: impl FnOnce(&Ranking, &Ranking) -> Option<f64>,
) -> Result<Outcome, Outcome> {
    let [scores, reference] = inputs.compared_scores(Some(versus))?;
    let value = compute(&inputs.ranking(&reference, Some(versus)), &inputs.ranking(&scores, None));
    let value = value.ok_or_else(|| Outcome::undefined(reason_if_undefined))?;
    Ok(Outcome::new(&[(component, value)]).over(&scores))
}

/// `kendall-tau`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct KendallTau {
    /// The judgments, or the measure, to compare with.
    versus: Versus,
    /// The treatment of runs that are tied in one of the rankings.
    #[serde(default)]
    ties: TauTies,
}

/// The treatment of tied pairs in tau.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum TauTies {
    /// Tied pairs are neither concordant nor discordant, but count in the denominator, so a ranking with ties has a
    /// tau below 1 even with itself (tau-a).
    A,
    /// Corrected for ties (tau-b).
    #[default]
    B,
}

impl StatisticKind for KendallTau {
    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn coefficient(&self) -> Option<&'static str> {
        Some(match self.ties {
            TauTies::A => "tau-a",
            TauTies::B => "tau-b",
        })
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let (undefined, tau): (_, fn(&Ranking, &Ranking) -> Option<f64>) = match self.ties {
            TauTies::A => ("tau-a needs two runs", kendall_tau_a),
            TauTies::B => ("tau needs two runs that differ", kendall_tau_b),
        };
        coefficient(inputs, &self.versus, "tau", undefined, tau)
    }
}

/// `tau-ap`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct TauAp {
    /// The judgments, or the measure, to compare with.
    versus: Versus,
    /// The ranking that is the reference.
    #[serde(default)]
    form: TauApForm,
}

/// The ranking that is the reference of tau-AP.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum TauApForm {
    /// The ranking by `versus`.
    VersusIsGold,
    /// The ranking of the cell.
    CellIsGold,
    /// Each ranking in turn: the mean of both.
    Symmetric,
    /// As `symmetric`, corrected for ties (tau-AP,b). Equal rankings agree fully, even with ties.
    #[default]
    Agreement,
}

impl StatisticKind for TauAp {
    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn coefficient(&self) -> Option<&'static str> {
        Some(match self.form {
            TauApForm::Agreement => "tau-AP,b",
            TauApForm::Symmetric => "symmetric tau-AP",
            TauApForm::VersusIsGold | TauApForm::CellIsGold => "tau-AP",
        })
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let (undefined, tau): (_, fn(&Ranking, &Ranking) -> Option<f64>) = match self.form {
            TauApForm::VersusIsGold => ("tau-AP needs two runs", tau_ap),
            TauApForm::CellIsGold => {
                ("tau-AP needs two runs", |reference, ranking| tau_ap(ranking, reference))
            }
            TauApForm::Symmetric => ("tau-AP needs two runs", tau_ap_symmetric),
            TauApForm::Agreement => ("tau-AP,b needs two runs that differ", tau_ap_b),
        };
        coefficient(inputs, &self.versus, "tau", undefined, tau)
    }
}

/// `spearman-rho`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct SpearmanRho {
    /// The judgments, or the measure, to compare with.
    versus: Versus,
}

impl StatisticKind for SpearmanRho {
    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn coefficient(&self) -> Option<&'static str> {
        Some("rho")
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        coefficient(inputs, &self.versus, "rho", "rho needs two runs that differ", spearman_rho)
    }
}

/// `rank-overlap`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct RankOverlap {
    /// The judgments, or the measure, to compare with.
    versus: Versus,
    /// The persistence: the weight of a rank, divided by the weight of the rank above.
    #[serde(default = "default_persistence")]
    p: Fraction<true>,
    /// The treatment of tied runs.
    #[serde(default)]
    ties: RboTies,
}

fn default_persistence() -> Fraction<true> {
    Fraction::new(0.9)
}

impl StatisticKind for RankOverlap {
    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let overlap =
            |reference: &Ranking, ranking: &Ranking| rbo(reference, ranking, self.p.get(), self.ties);
        coefficient(inputs, &self.versus, "rbo", "there are no runs to rank", overlap)
    }
}

/// `printed-tau`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct PrintedTau {
    /// The measure, by its name in `files.printed-scores` of the collections.
    measure: String,
}

impl StatisticKind for PrintedTau {
    fn coefficient(&self) -> Option<&'static str> {
        Some("tau-b")
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let printed_scores = inputs.judged_collection()?.printed_scores;
        let by_run = printed_scores.get(&self.measure).ok_or_else(|| {
            let measures: Vec<&str> = printed_scores.keys().map(String::as_str).collect();
            Outcome::undefined(match measures.as_slice() {
                [] => "there are no printed scores".to_owned(),
                measures => {
                    format!("no printed scores by `{}`, only by {}", self.measure, measures.join(", "))
                }
            })
        })?;
        let roster = inputs.roster();
        let score = |&row: &u32| {
            let run = &roster.runs[row as usize];
            by_run.get(run).copied().ok_or_else(|| {
                Outcome::undefined(format!("no printed score of run `{run}` by `{}`", self.measure))
            })
        };
        let run_scores: Vec<f64> = roster.chosen.iter().map(score).collect::<Result<_, _>>()?;
        let [scores, _] = inputs.compared_scores(None)?;
        let tau = kendall_tau_b(&Ranking::new(&run_scores), &inputs.ranking(&scores, None));
        let tau = tau.ok_or_else(|| Outcome::undefined("no two runs differ"))?;
        Ok(Outcome::new(&[("tau", tau)]).over(&scores))
    }
}
