//! The number of runs whose scores by other judgments are within the bounds that the cell's judgments allow.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::bounds::with_bounding;
use crate::statistics::{Inputs, Outcome, StatisticEntry, StatisticKind, Versus};

/// The number of runs whose scores by other judgments are within the bounds that the cell's judgments allow.
/// All runs are within their bounds if the other judgments keep the levels of the cell's judgments, and all
/// further documents that they judge were retrieved by a stored run.
pub(crate) static WITHIN_BOUNDS: StatisticEntry = StatisticEntry {
    summary: "Numbers of runs whose scores by other judgments are within, below and above the bounds that the \
              cell's judgments allow; the mean width of these bounds; and the share of topic scores that \
              are within their bounds.",
    components: &["runs", "within", "below", "above", "width", "topics-within"],
    page: "bounds.md",
    needs_collection: true,
    ..StatisticEntry::new::<WithinBounds>("within-bounds")
};

/// `within-bounds`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct WithinBounds {
    /// The judgments whose scores are compared with the bounds.
    versus: Versus,
}

/// The largest rounding error between two computations of the same score.
const MAX_ROUNDING_ERROR: f64 = 1e-9;

impl StatisticKind for WithinBounds {
    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let versus = Some(&self.versus);
        let [_, other] = inputs.compared_scores(versus)?;
        let other_scores = inputs.run_scores(&other, versus);
        let summary = inputs.metric()?.summary();
        with_bounding(inputs, |bounding, runs, joined, topics| {
            if other.cols() != topics.len() {
                return Err(Outcome::undefined("the other judgments score different topics"));
            }
            let bounded = bounding.bounds(joined, topics);
            let (mut within, mut below, mut above, mut width, mut topics_within) = (0, 0, 0, 0.0, 0);
            for (run, &score) in other_scores.iter().enumerate() {
                let bounds = bounded.summary(summary, 0, run);
                width += bounds.width();
                below += u32::from(score < bounds.lower - MAX_ROUNDING_ERROR);
                above += u32::from(score > bounds.upper + MAX_ROUNDING_ERROR);
                within += u32::from(bounds.contains(score, MAX_ROUNDING_ERROR));
                let by_topic = bounded.of_run(0, run).iter().zip(other.row(run));
                topics_within +=
                    by_topic.filter(|(bounds, score)| bounds.contains(**score, MAX_ROUNDING_ERROR)).count();
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
