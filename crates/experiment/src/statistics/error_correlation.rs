//! The correlation of the errors of a judgment set's judges.

use crate::spec::yaml::Whole;
use rejudge_metrics::Verdict;
use rejudge_pools::{Judge, TopicIx};
use rejudge_stats::{ErrorCorrelation, ErrorOf};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::{Entry, Inputs, JudgedCollection, Outcome, Statistic};

/// Correlation of the errors of the judges that a judgment set asks, against the judgments that the
/// experiment starts from, and how many judges of independent errors they are worth.
///
/// An error is of a pair of topic and document. Two judges are compared over the pairs that both and the
/// people label. `pairs` counts those that all judges and the people label; this is less than the number for
/// two judges if a third one left some out. The rule that combines the labels of the judges has no effect
/// here.
pub(crate) static ERROR_CORRELATION: Entry = Entry {
    summary: "Correlation of the errors of several judges against people, mean over pairs of judges, and the \
              number of judges with independent errors that they are worth. `pairs` counts the \
              pairs of topic and document that all of them label.",
    components: &["correlation", "effective-judges", "judges", "lowest", "highest", "pairs"],
    has_measure: false,
    is_of_compared_runs: false,
    needs_collection: true,
    ..Entry::new::<CorrelatedErrors>("error-correlation")
};

/// `error-correlation`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct CorrelatedErrors {
    /// The difference of a label that counts as an error.
    #[serde(default)]
    error: ErrorOf,
    /// The level from which on a label says relevant (1) and no more than that, else 0; absent: levels as
    /// they are.
    cut: Option<Whole<1, 255>>,
}

impl Statistic for CorrelatedErrors {
    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let JudgedCollection { collection, base, .. } = inputs.judged()?;
        let asked = inputs.judges();
        let judges: Vec<&Judge> =
            collection.judges().iter().filter(|judge| asked.contains(&judge.name.as_str())).collect();
        if judges.is_empty() {
            return Err(Outcome::undefined("people alone judge here: they do not err against themselves"));
        }
        if let Some(judge) = judges.iter().find(|judge| judge.levels().gains().is_some()) {
            let name = &judge.name;
            return Err(Outcome::undefined(format!(
                "the labels of {name} are on a scale of their own: they are off by no level"
            )));
        }
        let topics = collection.topics().len();
        let people: Vec<Option<f64>> = (0..topics)
            .flat_map(|topic| {
                let verdicts = (0..).zip(base.verdicts(topic));
                verdicts.map(move |(doc, verdict)| self.label(verdict).filter(|_| base.keeps(topic, doc)))
            })
            .collect();
        let of_topic = |judge: &Judge, topic: TopicIx| -> Vec<Option<f64>> {
            judge.levels().verdicts(topic).iter().map(|verdict| self.label(verdict)).collect()
        };
        let labels: Vec<Vec<Option<f64>>> = judges
            .iter()
            .map(|judge| (0..topics).flat_map(|topic| of_topic(judge, topic)).collect())
            .collect();
        let labels: Vec<&[Option<f64>]> = labels.iter().map(Vec::as_slice).collect();
        let correlation = ErrorCorrelation::new(&people, &labels, self.error);
        let by_all = |at: &usize| people[*at].is_some() && labels.iter().all(|labels| labels[*at].is_some());
        let pairs = (0..people.len()).filter(by_all).count();
        let extremes = correlation.extremes();
        let numbers = [
            ("correlation", correlation.mean()),
            ("effective-judges", correlation.effective_judges()),
            ("judges", Some(judges.len() as f64)),
            ("lowest", extremes.map(|[lowest, _]| lowest)),
            ("highest", extremes.map(|[_, highest]| highest)),
            ("pairs", Some(pairs as f64)),
        ];
        Ok(Outcome::of_defined(&numbers).over_all(topics, collection))
    }
}

impl CorrelatedErrors {
    /// Returns the label of a verdict, or `None` without a level.
    fn label(&self, verdict: &Verdict) -> Option<f64> {
        match (verdict, self.cut) {
            (Verdict::Level(level), Some(cut)) => Some(f64::from(u8::from(u32::from(*level) >= cut.get()))),
            (Verdict::Level(level), None) => Some(f64::from(*level)),
            _ => None,
        }
    }
}
