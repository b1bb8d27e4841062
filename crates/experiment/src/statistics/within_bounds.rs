//! The share of scores by other judgments that are within the bounds.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::bounds::bounded;
use crate::statistics::{Entry, Inputs, Outcome, Statistic, Versus};

/// The number of runs whose scores by other judgments are within the bounds that the cell's judgments allow.
/// They must be, provided that the others judge documents that some stored run retrieved, and keep levels as
/// they are.
pub(crate) static WITHIN_BOUNDS: Entry = Entry {
    summary: "Number of runs whose scores by other judgments are within the bounds that the cell's judgments \
              allow, below and above them; and the share of such topics of runs.",
    components: &["runs", "within", "below", "above", "width", "topics-within"],
    page: "bounds.md",
    needs_collection: true,
    ..Entry::new::<WithinBounds>("within-bounds")
};

/// `within-bounds`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct WithinBounds {
    /// The judgments whose scores are compared with the bounds.
    versus: Versus,
}

/// Two formulas of one number differ by no more.
const ROUNDING: f64 = 1e-9;

impl Statistic for WithinBounds {
    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let versus = Some(&self.versus);
        let [_, other] = inputs.compared(versus)?;
        let others = inputs.run_scores(&other, versus);
        let summary = inputs.metric()?.summary();
        bounded(inputs, |bounding, runs, joined, topics| {
            if other.cols() != topics.len() {
                return Err(Outcome::undefined("the other judgments score other topics"));
            }
            let bounded = bounding.bounds(joined, topics);
            let (mut within, mut below, mut above, mut width, mut topics_within) = (0, 0, 0, 0.0, 0);
            for (run, &score) in others.iter().enumerate() {
                let of = bounded.summary(summary, 0, run);
                width += of.width();
                below += u32::from(score < of.lower - ROUNDING);
                above += u32::from(score > of.upper + ROUNDING);
                within += u32::from(of.contain(score, ROUNDING));
                let by_topic = bounded.of_run(0, run).iter().zip(other.row(run));
                topics_within += by_topic.filter(|(of, score)| of.contain(**score, ROUNDING)).count();
            }
            let lists = (runs.len() * topics.len()) as f64;
            Ok(Outcome::new(&[
                ("runs", runs.len() as f64),
                ("within", f64::from(within)),
                ("below", f64::from(below)),
                ("above", f64::from(above)),
                ("width", width / runs.len() as f64),
                ("topics-within", topics_within as f64 / lists),
            ])
            .over(&other))
        })
    }
}
