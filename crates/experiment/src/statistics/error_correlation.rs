//! The correlation of several judges' errors.

use crate::spec::yaml::WholeNumber;
use rejudge_metrics::Verdict;
use rejudge_pools::{Judge, TopicIx};
use rejudge_stats::{ErrorCorrelation, ErrorOf};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::{Inputs, JudgedCollection, Outcome, StatisticEntry, StatisticKind};

/// Correlation between the errors of a judgment set's judges, and how many judges with independent errors they are
/// worth. People's labels, the judgments from which the experiment starts, count as the truth.
///
/// Errors are counted on pairs of topic and document. Two judges are compared on the pairs that both of them and people
/// label. The quantity `pairs` counts the pairs that all judges and people label, which can be fewer. The rule that
/// combines the judges' labels has no effect here.
pub(crate) static ERROR_CORRELATION: StatisticEntry = StatisticEntry {
    summary: "Correlation of several judges' errors, with people's labels as the truth: the mean over pairs \
              of judges, and how many judges with independent errors they are worth. `pairs` \
              counts the pairs of topic and document that all judges and people label.",
    components: &["correlation", "effective-judges", "judges", "lowest", "highest", "pairs"],
    has_measure: false,
    uses_compared_runs: false,
    needs_collection: true,
    ..StatisticEntry::new::<CorrelatedErrors>("error-correlation")
};

/// `error-correlation`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct CorrelatedErrors {
    /// The difference from people's label that counts as an error.
    #[serde(default)]
    error: ErrorOf,
    /// The lowest level that counts as 1; lower ones count as 0. By default levels stay as they are.
    cut: Option<WholeNumber<1, 255>>,
}

impl StatisticKind for CorrelatedErrors {
    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let JudgedCollection { collection, base, .. } = inputs.judged_collection()?;
        let names = inputs.judges();
        let judges: Vec<&Judge> =
            collection.judges().iter().filter(|judge| names.contains(&judge.name.as_str())).collect();
        if judges.is_empty() {
            return Err(Outcome::undefined(
                "these judgments have only people's labels, which count as the truth",
            ));
        }
        if let Some(judge) = judges.iter().find(|judge| judge.levels().gains().is_some()) {
            let name = &judge.name;
            return Err(Outcome::undefined(format!(
                "the labels of {name} are on a different scale from people's, so they cannot be compared by level"
            )));
        }
        let topics = collection.topics().len();
        let people: Vec<Option<f64>> = (0..topics)
            .flat_map(|topic| {
                let verdicts = (0..).zip(base.verdicts(topic));
                verdicts.map(move |(doc, verdict)| self.label(verdict).filter(|_| base.keeps(topic, doc)))
            })
            .collect();
        let labels_of_topic = |judge: &Judge, topic: TopicIx| -> Vec<Option<f64>> {
            judge.levels().verdicts(topic).iter().map(|verdict| self.label(verdict)).collect()
        };
        let labels: Vec<Vec<Option<f64>>> = judges
            .iter()
            .map(|judge| (0..topics).flat_map(|topic| labels_of_topic(judge, topic)).collect())
            .collect();
        let labels: Vec<&[Option<f64>]> = labels.iter().map(Vec::as_slice).collect();
        let correlation = ErrorCorrelation::new(&people, &labels, self.error);
        let is_labelled_by_all =
            |pair: &usize| people[*pair].is_some() && labels.iter().all(|labels| labels[*pair].is_some());
        let pairs = (0..people.len()).filter(is_labelled_by_all).count();
        let extremes = correlation.extremes();
        let numbers = [
            ("correlation", correlation.mean()),
            ("effective-judges", correlation.effective_judges()),
            ("judges", Some(judges.len() as f64)),
            ("lowest", extremes.map(|[lowest, _]| lowest)),
            ("highest", extremes.map(|[_, highest]| highest)),
            ("pairs", Some(pairs as f64)),
        ];
        Ok(Outcome::from_options(&numbers).over_all(topics, collection))
    }
}

impl CorrelatedErrors {
    /// Returns the label of a verdict, or `None` if the verdict has no level.
    fn label(&self, verdict: &Verdict) -> Option<f64> {
        match (verdict, self.cut) {
            (Verdict::Level(level), Some(cut)) => Some(f64::from(u8::from(u32::from(*level) >= cut.get()))),
            (Verdict::Level(level), None) => Some(f64::from(*level)),
            _ => None,
        }
    }
}
