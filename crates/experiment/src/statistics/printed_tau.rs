//! Kendall's tau between a ranking of the runs and the one that printed scores give.

use rejudge_stats::{Ranking, kendall_tau_b};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::{Entry, Inputs, JudgedCollection, OfTopicSets, Outcome, Statistic};

/// Kendall's tau-b between the ranking of the runs by their scores and the one by scores that the makers of
/// the collection printed. Printed scores are rounded, so that more of them are equal.
pub(crate) static PRINTED_TAU: Entry = Entry {
    summary: "Kendall's tau-b between the ranking of the runs and the one by scores that the makers of the collection \
              printed.",
    components: &["tau"],
    ..Entry::new::<PrintedTau>("printed-tau")
};

/// `printed-tau`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct PrintedTau {
    /// The measure, as `files.printed-scores` of the collections calls it.
    measure: String,
}

impl Statistic for PrintedTau {
    fn needs_collection(&self) -> bool {
        true
    }

    fn needs_printed_scores(&self) -> bool {
        true
    }

    fn coefficient(&self) -> Option<&'static str> {
        Some("tau-b")
    }

    /// Printed scores are over all topics.
    fn of_topic_sets(&self) -> OfTopicSets {
        OfTopicSets::Never
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let JudgedCollection { printed, .. } = inputs.judged()?;
        let by_run = printed.get(&self.measure).ok_or_else(|| {
            let known: Vec<&str> = printed.keys().map(String::as_str).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            Outcome::undefined(format!("no printed scores by `{}`, only by {known}", self.measure))
        })?;
        let roster = inputs.roster();
        let score = |&row: &u32| {
            let run = &roster.runs[row as usize];
            by_run.get(run).copied().ok_or_else(|| {
                Outcome::undefined(format!("no printed score of run `{run}` by `{}`", self.measure))
            })
        };
        let printed: Vec<f64> = roster.chosen.iter().map(score).collect::<Result<_, _>>()?;
        let [scores, _] = inputs.compared(None)?;
        let tau = kendall_tau_b(&Ranking::new(&printed), &inputs.ranking(&scores, None));
        let tau = tau.ok_or_else(|| Outcome::undefined("no two runs differ"))?;
        Ok(Outcome::new(&[("tau", tau)]).over(&scores))
    }
}
