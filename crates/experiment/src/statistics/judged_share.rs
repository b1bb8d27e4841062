//! The judged share of the first documents of each ranking.

use std::num::NonZeroU32;

use rejudge_metrics::{Gains, Judged, JudgedList, Metric, Scorer, Verdict};
use rejudge_stats::mean;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::{Inputs, JudgedCollection, Outcome, StatisticEntry, StatisticKind, Subject};

/// The share of judged documents among the first documents of each ranking, down to the rank `depth`. By
/// default `depth` is the measure's cutoff, or 10 if the measure has none.
pub(crate) static JUDGED_SHARE: StatisticEntry = StatisticEntry {
    version: 2,
    summary: "Share of judged documents down to `depth` (by default the measure's cutoff, or 10), as a mean \
              over the topics that a run answers: for all runs, for the run with the smallest share, for \
              each run, and for each run of the team that the judgments are about; and whether the measure \
              ignores unjudged documents.",
    components: &["share", "least", "of-run", "of-own", "passes-over"],
    needs_collection: true,
    units: &[("", "share of the documents")],
    ..StatisticEntry::new::<JudgedShare>("judged-share")
};

/// The depth for a measure without a cutoff. Users look at about this many ranks.
const DEFAULT_DEPTH: u32 = 10;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct JudgedShare {
    /// Documents below this rank are ignored.
    depth: Option<NonZeroU32>,
}

impl StatisticKind for JudgedShare {
    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let JudgedCollection { collection, view, .. } = inputs.judged_collection()?;
        let metric = inputs.metric()?;
        let depth = self.depth.map(NonZeroU32::get).or(metric.cutoff()).unwrap_or(DEFAULT_DEPTH) as usize;
        let roster = inputs.roster();
        let mut shares: Vec<(&String, bool, f64)> = Vec::new();
        for &row in &roster.chosen {
            let name = &roster.runs[row as usize];
            let run = collection.runs().iter().position(|run| run.name == *name);
            let run = run.expect("a compared run is a run of the collection");
            let share = |topic: usize| {
                let top = collection.ranking(run, topic).iter().take(depth);
                let documents = top.len();
                let judged = top.filter(|doc| view.keeps(topic, **doc)).count();
                (documents > 0).then(|| judged as f64 / documents as f64)
            };
            let by_topic: Vec<f64> = (0..collection.topics().len()).filter_map(share).collect();
            let is_of_team = inputs.team().is_some_and(|team| team == roster.teams[row as usize]);
            shares.extend(mean(&by_topic).map(|share| (name, is_of_team, share)));
        }
        let values: Vec<f64> = shares.iter().map(|(_, _, share)| *share).collect();
        let share = mean(&values).ok_or_else(|| Outcome::undefined("no run answers a topic"))?;
        let smallest_share = values.into_iter().fold(1.0, f64::min);
        let passes_over = f64::from(u8::from(passes_over(metric)));
        let mut outcome =
            Outcome::new(&[("share", share), ("least", smallest_share), ("passes-over", passes_over)]);
        for (run, is_of_team, share) in shares {
            let numbers = [("of-run", share), ("of-own", share)];
            outcome.add(&Subject::Run(run.clone()), numbers.into_iter().take(1 + usize::from(is_of_team)));
        }
        Ok(outcome.over_all(collection.topics().len(), collection))
    }
}

/// Returns true if a score stays the same when unjudged documents are put first. This is true for condensed lists, and for
/// measures that use only judged documents.
fn passes_over(metric: &Metric) -> bool {
    let cutoff = metric.cutoff().unwrap_or(DEFAULT_DEPTH);
    let score = |unjudged: u32| {
        let judged = |(rank, level)| Judged { rank: unjudged + rank, verdict: Verdict::Level(level) };
        let ranking = [(1, 1), (2, 0), (3, 1)].map(judged);
        let list = JudgedList {
            ranking: &ranking,
            retrieved: unjudged + 3,
            ideal: &[1, 1, 1],
            judged_nonrelevant: 2,
            ..JudgedList::default()
        };
        let scorer =
            Scorer::new(std::slice::from_ref(metric), &Gains::linear(1), 1, Some(cutoff + 3)).ok()?;
        let mut scores = [None];
        scorer.score(&list, &list, &mut scores);
        scores[0]
    };
    metric.is_condensed() || score(0).zip(score(cutoff)).is_some_and(|(first, second)| first == second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_measures_of_judged_documents_ignore_unjudged_ones() {
        let passes = |name: &str| passes_over(&name.parse().expect("the name is a measure"));
        for name in ["Bpref", "AP'", "nDCG'@10", "Bpref(form='N')"] {
            assert!(passes(name), "{name}");
        }
        for name in ["AP", "P@10", "nDCG@10", "RR", "Rprec", "RBP(p=0.8)", "infAP", "ERR@20", "Success@5"] {
            assert!(!passes(name), "{name}");
        }
    }
}
