//! Sets of topics, two at a time: what stands on the axis `topic-sets`. A file for each way to draw them,
//! and a line of `RULES`.
//!
//! All pairs of sets of one size are one value of the axis, and a statistic counts over them: a thousand
//! splits of the topics are one cell, not a thousand.

mod disjoint_pairs;
mod overlapping_pairs;

use rejudge_draws::Draw;

use crate::{Absent, ArgumentError, Arguments, Described, Domain, Parameter, Rule, WithArguments};

pub use disjoint_pairs::disjoint_pair;
pub use overlapping_pairs::overlapping_pair;

/// A way to draw two sets of topics: an entry of the registry.
#[derive(Debug)]
pub struct TopicSetRule {
    /// Its name.
    pub name: &'static str,
    /// Which sets it draws.
    pub summary: &'static str,
    /// Who describes it.
    pub source: &'static str,
    /// The fewest topics that two sets of a size can be drawn of.
    pub needs: fn(usize) -> usize,
    /// Draws two sets out of so many topics, of so many each, in the order of the topics.
    pub pair: fn(&mut Draw, usize, usize) -> TopicPair,
}

/// Two sets of topics, by their places; a topic may stand in a set more than once.
pub type TopicPair = [Vec<usize>; 2];

/// A rule with its arguments: `disjoint-pairs(size=25)`.
pub type TopicSets = WithArguments<TopicSetRule>;

/// What every rule takes: how large the sets are, and how many pairs of them there are.
const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "size",
        meaning: "How many topics each of the two sets has.",
        domain: Domain::Positive,
        absent: Absent::Refused,
    },
    Parameter {
        name: "pairs",
        meaning: "How many pairs of sets are drawn.",
        domain: Domain::Positive,
        absent: Absent::Default("1000"),
    },
];

/// Topics that the first sets of all pairs may hold together, each as often as it is there; with the second
/// ones they take 800 MB.
const MOST_TOPICS: usize = 50_000_000;

/// Every way to draw sets of topics.
static RULES: &[&TopicSetRule] = &[&disjoint_pairs::DISJOINT_PAIRS, &overlapping_pairs::OVERLAPPING_PAIRS];

impl Rule for TopicSetRule {
    const KIND: &'static str = "TopicSets";

    fn all() -> &'static [&'static Self] {
        RULES
    }

    fn described(&self) -> Described {
        Described { name: self.name, summary: self.summary, parameters: PARAMETERS }
    }

    fn check(&self, arguments: &Arguments) -> Result<(), ArgumentError> {
        match arguments.count("size").saturating_mul(arguments.count("pairs")) > MOST_TOPICS {
            true => Err(ArgumentError::Together("`size` times `pairs` is above 50000000, the limit")),
            false => Ok(()),
        }
    }
}

impl TopicSets {
    /// The fewest topics that its sets can be drawn of.
    pub fn needed(&self) -> usize {
        (self.rule().needs)(self.arguments().count("size"))
    }

    /// Names of the parameters, which tables may run over.
    pub fn parameter_names() -> impl Iterator<Item = &'static str> {
        PARAMETERS.iter().map(|parameter| parameter.name)
    }

    /// The pairs of sets out of `topics` topics.
    ///
    /// The draw is keyed by `seed`, `key`, the name of the rule and the size: the sets of one size do not
    /// depend on how many pairs there are, and those of two sizes have nothing in common.
    ///
    /// ```
    /// use rejudge_pools::TopicSets;
    ///
    /// let sets: TopicSets = "disjoint-pairs(size=2,pairs=3)".parse()?;
    /// let drawn = sets.pairs(5, 1, &["draw 1"]).expect("4 of 5 topics");
    /// assert_eq!(drawn.len(), 3);
    /// let [first, second] = &drawn[0];
    /// assert!(first.len() == 2 && second.len() == 2 && !first.iter().any(|topic| second.contains(topic)));
    /// let why = sets.pairs(3, 1, &["draw 1"]).expect_err("3 topics");
    /// assert_eq!(why, "two sets of 2 topics need 4, and there are 3");
    /// let many = "overlapping-pairs(size=10,pairs=1000000000)".parse::<TopicSets>().expect_err("too many");
    /// assert_eq!(many.to_string(), "`size` times `pairs` is above 50000000, the limit");
    /// # Ok::<(), rejudge_pools::ArgumentError>(())
    /// ```
    ///
    /// # Errors
    /// Why there are none, where there are fewer topics than two sets need.
    pub fn pairs(&self, topics: usize, seed: u64, key: &[&str]) -> Result<Vec<TopicPair>, String> {
        let (rule, size) = (self.rule(), self.arguments().count("size"));
        let needed = self.needed();
        if topics < needed {
            return Err(format!("two sets of {size} topics need {needed}, and there are {topics}"));
        }
        let text = size.to_string();
        let mut parts = vec!["topic-sets", rule.name, &text];
        parts.extend(key);
        let mut draw = Draw::new(seed, &parts);
        Ok((0..self.arguments().count("pairs")).map(|_| (rule.pair)(&mut draw, topics, size)).collect())
    }
}
