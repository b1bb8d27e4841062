//! The judged documents that are missing from a judgment set, for example because a team is left out.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::{Inputs, Outcome, StatisticEntry, StatisticKind, Versus, versus_judgments};

/// Documents that other judgments contain and the cell's judgments do not. The numbers are differences of
/// counts, so a document that only the cell's judgments contain counts as -1.
pub(crate) static REMOVED_DOCUMENTS: StatisticEntry = StatisticEntry {
    summary: "Number of documents per topic that other judgments contain and the cell's judgments do not, and \
              the number and the share of relevant documents among them.",
    components: &["documents", "relevant", "relevant-share"],
    has_measure: false,
    uses_compared_runs: false,
    needs_collection: true,
    units: &[("relevant-share", "share of the documents"), ("", "documents")],
    ..StatisticEntry::new::<RemovedDocuments>("removed-documents")
};

/// `removed-documents`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct RemovedDocuments {
    /// The judgments from which the documents are removed.
    #[serde(deserialize_with = "versus_judgments")]
    #[schemars(with = "String")]
    versus: Versus,
}

impl StatisticKind for RemovedDocuments {
    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let after = inputs.judged_collection()?;
        let before = inputs.view_by(&self.versus)?;
        if after.topics.is_empty() {
            return Err(Outcome::undefined("no topic is left"));
        }
        let min_rel = after.rules.min_rel.get();
        let (mut documents, mut relevant) = (0_i64, 0_i64);
        for &topic in &after.topics {
            documents += i64::from(before.mask(topic).count()) - i64::from(after.view.mask(topic).count());
            relevant += before.relevant(topic, min_rel) as i64 - after.view.relevant(topic, min_rel) as i64;
        }
        let topics = after.topics.len() as f64;
        let mut numbers =
            vec![("documents", documents as f64 / topics), ("relevant", relevant as f64 / topics)];
        if documents > 0 {
            numbers.push(("relevant-share", relevant as f64 / documents as f64));
        }
        Ok(Outcome::new(&numbers).over_all(after.topics.len(), after.collection))
    }
}
