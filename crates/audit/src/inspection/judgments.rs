//! What is said of the judgments as they are: levels, counts a topic, documents that no run holds, and topics
//! with more relevant documents than rankings have places.

use rejudge_pools::inspect::{PoolShape, Reach};

use super::Inspection;
use rejudge_eval::plural::{counted, of_number};
use rejudge_spec::NoRelevant;

/// Short rankings are told of that take so much from the highest mean AP.
const NOTABLE: f64 = 0.005;

/// So few judged documents a topic are no budget that somebody set.
const FEWEST_ASKED_FOR: usize = 5;

impl Inspection {
    /// From which level on documents count as relevant, where there are several levels to choose from, as a
    /// sentence with a blank before it.
    pub fn levels_in_words(&self, min_rel: u8) -> String {
        let highest = self.judgments.levels.iter().rposition(|count| *count > 0).unwrap_or(0);
        if highest < 2 {
            return String::new();
        }
        format!(
            " Documents count as relevant from level {min_rel} of {highest} on, where a measure does not say otherwise (`--min-rel`)."
        )
    }

    /// Topics with equally many judged documents, as a sentence with a blank before it.
    pub fn budget_in_words(&self) -> String {
        let Some(budget) = self.judgments.budget() else { return String::new() };
        let documents = if budget.fewest == budget.most {
            counted(budget.most, "judged document")
        } else {
            format!("{} to {} judged documents", budget.fewest, budget.most)
        };
        let topics = match self.topics.len() {
            all if all == budget.topics => format!("Each of the {all} topics has"),
            all => format!("{} of the {all} topics have", budget.topics),
        };
        let more = if budget.topics == self.topics.len() { "" } else { ", and none has more" };
        let so = if self.is_by_budget() {
            ": so many were asked for, it seems, and depth did not decide. Such a choice may favour runs that are like the others"
        } else {
            ""
        };
        format!(" {topics} {documents}{more}{so}.")
    }

    /// Whether so many documents of a topic were asked for, it seems, whatever their depth.
    pub fn is_by_budget(&self) -> bool {
        match self.pool.shape {
            // Where all was judged nobody chose how many.
            PoolShape::Depth { .. } | PoolShape::All => false,
            _ => self.judgments.budget().is_some_and(|budget| budget.most >= FEWEST_ASKED_FOR),
        }
    }

    /// Judged documents that no stored run holds, as a sentence with a blank before it.
    pub fn unretrieved_in_words(&self) -> String {
        match self.unretrieved.judged {
            0 => String::new(),
            judged => format!(
                " {} {} in no stored run, {} of them relevant.",
                self.of_judged(judged),
                of_number(judged, "stands", "stand"),
                self.unretrieved.relevant
            ),
        }
    }

    /// Rankings that are shorter than R, as a sentence with a blank before it.
    pub fn short_rankings_in_words(&self, no_relevant: NoRelevant) -> String {
        let short: Vec<_> = self.reach.iter().filter(|reach| reach.relevant > reach.longest).collect();
        let share = |reach: &Reach| reach.highest().unwrap_or(1.0);
        let Some(worst) = short.iter().min_by(|a, b| share(a).total_cmp(&share(b))) else {
            return String::new();
        };
        let mean = |values: Vec<f64>| values.iter().sum::<f64>() / values.len().max(1) as f64;
        let counted_topics = |reach: &&Reach| no_relevant == NoRelevant::Zero || reach.relevant > 0;
        let counts = || self.reach.iter().filter(counted_topics);
        let highest = mean(counts().map(|reach| reach.highest().unwrap_or(0.0)).collect());
        let with_long_ones = mean(counts().map(|reach| f64::from(u8::from(reach.relevant > 0))).collect());
        if with_long_ones - highest < NOTABLE {
            return String::new();
        }
        format!(
            " In {} of the {} no ranking, as far as it is scored, has as many documents as are relevant (topic {}: {} at most, \
             and {} relevant): neither mean AP nor mean recall can be above {highest:.3}.",
            short.len(),
            counted(self.topics.len(), "topic"),
            self.topics[worst.topic],
            worst.longest,
            worst.relevant
        )
    }
}
