//! How many topics a collection like this one needs.

use std::fmt;
use std::sync::Arc;

use rejudge_spec::yaml::{Node, Spanned, Whole, YamlError};
use rejudge_stats::{MOST_TOPICS, Requirement, ScoreVariance, topics_by_interval};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::entry::written;
use crate::significance_level::level_of_significance;
use crate::{Entry, Inputs, Outcome, Statistic};

/// Sizes by three requirements, from the variance of the cell's scores: T. Sakai, Topic set size design,
/// Information Retrieval Journal 19(3), 2016.
pub(crate) static TOPIC_SET_SIZE: Entry = Entry {
    name: "topic-set-size",
    summary: "How many topics a test or an interval needs, from the variance of the scores.",
    version: 1,
    components: &["paired-t", "anova", "interval", "variance", "variance-of-differences"],
    has_measure: true,
    has_judgments: true,
    is_of_compared_runs: true,
    is_of_a_team: false,
    read: |node, _, errors| TopicSetSize::read(node, errors).map(|size| Arc::new(size) as Arc<dyn Statistic>),
    schema: |generator| generator.subschema_for::<Written>(),
};

/// Most runs that an analysis of variance is planned for.
const MOST_RUNS: u32 = 10_000;

/// `topic-set-size`.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "TopicSetSize")]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Written {
    /// The level of the tests; 1 less the confidence of the interval.
    alpha: Spanned<String>,
    /// How often a test must find the difference, such as 0.8.
    power: Spanned<f64>,
    /// The least difference of means to be found, and the width of the interval of a difference.
    difference: Spanned<f64>,
    /// How many runs the analysis of variance compares.
    runs: Whole<2, MOST_RUNS>,
}

#[derive(Debug)]
struct TopicSetSize {
    asked: Requirement,
    runs: usize,
}

impl TopicSetSize {
    fn read(node: &Node, errors: &mut Vec<YamlError>) -> Result<Self, YamlError> {
        let Written { alpha, power, difference, runs } = written(node)?;
        if !(power.value > 0.0 && power.value < 1.0) {
            errors.push(power.error(format!("found {}, expected a power between 0 and 1", power.value)));
        }
        if !(difference.value > 0.0 && difference.value.is_finite()) {
            errors
                .push(difference.error(format!("found {}, expected a difference above 0", difference.value)));
        }
        let alpha = level_of_significance(&alpha, errors);
        let asked = Requirement { alpha, power: power.value, difference: difference.value };
        Ok(Self { asked, runs: runs.get() as usize })
    }
}

/// Every parameter, for keys.
impl fmt::Display for TopicSetSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Requirement { alpha, power, difference } = self.asked;
        write!(f, "alpha={alpha},power={power},difference={difference},runs={}", self.runs)
    }
}

impl Statistic for TopicSetSize {
    fn entry(&self) -> &'static Entry {
        &TOPIC_SET_SIZE
    }

    fn parameters(&self, _versus: Option<&str>, _of: Option<&str>) -> String {
        self.to_string()
    }

    /// Each pair of runs has a variance.
    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let [scores, _] = inputs.compared(None)?;
        let undefined = || Outcome::undefined("a variance needs two runs and two topics");
        let variance = ScoreVariance::of(&scores).ok_or_else(undefined)?;
        let sizes = [
            ("paired-t", self.asked.topics_by_paired_t(variance.of_differences)),
            ("anova", self.asked.topics_by_anova(self.runs, variance.within_runs)),
            (
                "interval",
                topics_by_interval(self.asked.alpha, self.asked.difference, variance.of_differences),
            ),
        ];
        let variances =
            [("variance", variance.within_runs), ("variance-of-differences", variance.of_differences)];
        // More than anybody would judge is no number.
        let sizes: Vec<(&str, f64)> =
            sizes.into_iter().filter_map(|(name, topics)| Some((name, topics? as f64))).collect();
        if sizes.is_empty() {
            return Err(Outcome::undefined(format!("it takes more than {MOST_TOPICS} topics")));
        }
        Ok(Outcome::of(&[sizes.as_slice(), &variances].concat()).over(&scores))
    }
}
