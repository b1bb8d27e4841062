//! Topic set size design: the number of topics that a similar collection needs.

use crate::spec::yaml::{Fraction, Spanned, WholeNumber, YamlError};
use rejudge_stats::{MAX_TOPICS, Requirement, ScoreVariance, topics_by_interval};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::entry::alpha;
use crate::statistics::{Inputs, Outcome, StatisticEntry, StatisticKind};

/// Numbers of topics by three requirements, from the variance of the cell's scores (T. Sakai, Topic set size design,
/// Information Retrieval Journal 19(3), 2016).
pub(crate) static TOPIC_SET_SIZE: StatisticEntry = StatisticEntry {
    summary: "Number of topics that a test or an interval needs, from the variance of the scores.",
    components: &["paired-t", "anova", "interval", "variance", "variance-of-differences"],
    page: "certainty.md#how-many-topics",
    ..StatisticEntry::new::<TopicSetSize>("topic-set-size")
};

/// The largest number of runs for which an analysis of variance can be planned.
const MAX_RUNS: u32 = 10_000;

/// `topic-set-size`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct TopicSetSize {
    /// The significance level of the tests, and 1 minus the confidence of the interval.
    #[serde(default = "alpha")]
    alpha: Fraction<true>,
    /// The power, such as 0.8: the share of cases in which a test must find the difference.
    power: Fraction<true>,
    /// The smallest difference of means that a test must find, and the width of the interval for a difference.
    difference: Spanned<f64>,
    /// The number of runs that the analysis of variance compares.
    runs: WholeNumber<2, MAX_RUNS>,
}

impl StatisticKind for TopicSetSize {
    fn check(&mut self, _base: Option<&dyn StatisticKind>, errors: &mut Vec<YamlError>) {
        let difference = &self.difference;
        if difference.value <= 0.0 {
            errors
                .push(difference.error(format!("found {}, expected a difference above 0", difference.value)));
        }
    }

    /// Computes the numbers of topics. The variance of differences is pooled over all pairs of runs.
    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let [scores, _] = inputs.compared_scores(None)?;
        let undefined = || Outcome::undefined("a variance needs two runs and two topics");
        let variance = ScoreVariance::new(&scores).ok_or_else(undefined)?;
        let (alpha, difference) = (self.alpha.get(), self.difference.value);
        let requirement = Requirement { alpha, power: self.power.get(), difference };
        let sizes = [
            ("paired-t", requirement.topics_by_paired_t(variance.of_differences)),
            ("anova", requirement.topics_by_anova(self.runs.get() as usize, variance.within_runs)),
            ("interval", topics_by_interval(alpha, difference, variance.of_differences)),
        ];
        let variances =
            [("variance", variance.within_runs), ("variance-of-differences", variance.of_differences)];
        // A size above `MAX_TOPICS` is not reported, because that many topics will never be judged.
        let sizes: Vec<(&str, f64)> =
            sizes.into_iter().filter_map(|(name, topics)| Some((name, topics? as f64))).collect();
        if sizes.is_empty() {
            return Err(Outcome::undefined(format!("more than {MAX_TOPICS} topics are needed")));
        }
        Ok(Outcome::new(&[sizes.as_slice(), &variances].concat()).over(&scores))
    }
}
