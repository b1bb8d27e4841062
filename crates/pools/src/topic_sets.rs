//! Chooses sets of topics, the values of the axis `topic-sets`. Each way to choose is an entry of `RULES`.
//!
//! A value of the axis is one set, on which every statistic of scores is computed, or many pairs of sets of the
//! same size, for the statistic `swap-rates`. So a thousand splits of the topics are one cell.

use rejudge_names::Mistyped;
use rejudge_names::plural::counted;
use rejudge_stats::Draw;

use crate::{Arguments, Domain, Parameter, Rule, RuleEntry, WithArguments};

/// A way to choose sets of topics: an entry of the registry.
#[derive(Debug)]
pub struct TopicSetRule {
    /// The name.
    pub name: &'static str,
    /// A summary of the sets that it chooses.
    pub summary: &'static str,
    /// The parameters, in the order in which sweeps change them, the last one fastest.
    pub parameters: &'static [Parameter],
    /// The choice of one set, or of pairs of sets.
    pub sets: SetKind,
}

/// A function that chooses one set. Its parameters are the arguments of the rule, the names of all topics,
/// and the seed and the key of draws. It returns the places of the set's topics among all topics, in order,
/// or the reason why there is no such set.
pub type ChosenTopics = fn(&Arguments, &[String], u64, &[&str]) -> Result<Vec<usize>, String>;

/// One set of topics, or pairs of sets.
#[derive(Clone, Copy, Debug)]
pub enum SetKind {
    /// One set.
    One(ChosenTopics),
    /// Pairs of sets.
    Pairs {
        /// Returns the least number of topics that allows two sets of the given size.
        min_topics: fn(usize) -> usize,
        /// Draws two sets of topics, each in order. The first number is the number of topics, the second the size of a set.
        pair: fn(&mut Draw, usize, usize) -> TopicPair,
    },
}

/// Two sets of topics by place. A topic may be in a set more than once.
pub type TopicPair = [Vec<usize>; 2];

/// A rule with its arguments: `disjoint-pairs(size=25)`.
pub type TopicSets = WithArguments<TopicSetRule>;

/// The parameters of rules for pairs: the size of the sets, and the number of pairs.
const PAIR_PARAMETERS: &[Parameter] = &[
    Parameter::required("size", "Number of topics in each of the two sets.", Domain::Positive),
    Parameter::with_default("pairs", "Number of pairs of sets to draw.", Domain::Positive, "1000"),
];

/// The limit of `size` times `pairs`. At this limit all sets together take 800 MB.
const MAX_TOPICS: usize = 50_000_000;

/// All topics. Statistics are the same as without the axis.
static ALL_TOPICS: TopicSetRule = TopicSetRule {
    name: "all",
    summary: "All topics. An axis with a smaller set always includes this set too.",
    parameters: &[],
    sets: SetKind::One(|_, topics, _, _| Ok((0..topics.len()).collect())),
};

/// Every way to choose sets of topics.
static RULES: &[&TopicSetRule] = &[
    &ALL_TOPICS,
    &TopicSetRule {
        name: "random",
        summary: "Some of the topics, drawn at random: every statistic of scores is computed on them.",
        parameters: &[
            Parameter::required("size", "Number of topics.", Domain::Positive),
            Parameter::with_default("draw", "Draws of the topics.", Domain::Draw, "1"),
        ],
        sets: SetKind::One(random_topics),
    },
    &TopicSetRule {
        name: "named",
        summary: "The topics of a list: every statistic of scores is computed on them.",
        parameters: &[Parameter::required("topics", "Names of the topics.", Domain::Topics)],
        sets: SetKind::One(named_topics),
    },
    // Two disjoint sets represent two experiments (Voorhees and Buckley, SIGIR 2002).
    &TopicSetRule {
        name: "disjoint-pairs",
        summary: "Pairs of sets that share no topic.",
        parameters: PAIR_PARAMETERS,
        sets: SetKind::Pairs { min_topics: |size| size.saturating_mul(2), pair: disjoint_pair },
    },
    // Sanderson and Zobel, SIGIR 2005 (our reading).
    &TopicSetRule {
        name: "overlapping-pairs",
        summary: "Pairs of sets that are drawn independently, with replacement, so a set can have as many topics as the collection.",
        parameters: PAIR_PARAMETERS,
        sets: SetKind::Pairs { min_topics: |_| 1, pair: overlapping_pair },
    },
];

/// Returns the number of topics of a set.
fn set_size(arguments: &Arguments) -> usize {
    arguments.count("size")
}

impl Rule for TopicSetRule {
    const KIND: &'static str = "TopicSets";

    fn all() -> &'static [&'static Self] {
        RULES
    }

    fn entry(&self) -> RuleEntry {
        RuleEntry { name: self.name, summary: self.summary, parameters: self.parameters }
    }

    fn check(&self, arguments: &Arguments) -> Result<(), Mistyped> {
        let is_of_pairs = matches!(self.sets, SetKind::Pairs { .. });
        if is_of_pairs && set_size(arguments).saturating_mul(arguments.count("pairs")) > MAX_TOPICS {
            return Err(Mistyped::new("`size` times `pairs` is above 50000000, the limit"));
        }
        Ok(())
    }
}

impl TopicSets {
    /// Returns the set of all topics.
    pub fn all_topics() -> Self {
        Self::without_arguments(&ALL_TOPICS)
    }

    /// Returns true if these are all topics.
    pub fn is_all(&self) -> bool {
        self.is(&ALL_TOPICS)
    }

    /// Returns true if this is one set and not pairs of sets.
    pub fn is_one(&self) -> bool {
        matches!(self.rule().sets, SetKind::One(_))
    }

    /// Returns true if the topics are drawn at random.
    pub fn is_drawn(&self) -> bool {
        self.argument("size").is_some()
    }

    /// Returns the least number of topics that sets of this size need, or 0 if the rule has no size.
    pub fn min_topics(&self) -> usize {
        let size = self.argument("size").map_or(0, |_| set_size(self.arguments()));
        match self.rule().sets {
            SetKind::One(_) => size,
            SetKind::Pairs { min_topics, .. } => min_topics(size),
        }
    }

    /// Returns the places of the set's topics among `topics`, in order. `seed`, `key` and the rule's
    /// arguments determine a random set.
    ///
    /// ```
    /// use rejudge_pools::TopicSets;
    ///
    /// let topics = ["401", "402", "403"].map(str::to_owned);
    /// let named: TopicSets = "named(topics=403+401)".parse()?;
    /// assert_eq!(named.topics(&topics, 1, &["draw 1"]), Ok(vec![0, 2]));
    /// let random: TopicSets = "random(size=2)".parse()?;
    /// assert_eq!(random.topics(&topics, 1, &["draw 1"]).map(|set| set.len()), Ok(2));
    /// let why = "named(topics=404)".parse::<TopicSets>()?.topics(&topics[..1], 1, &[]).expect_err("no 404");
    /// assert_eq!(why, "there is no topic `404` (did you mean `401`?)");
    /// # Ok::<(), rejudge_names::Mistyped>(())
    /// ```
    ///
    /// # Errors
    /// If there are too few topics, if a name is not the name of a topic, or if the rule draws pairs of sets.
    pub fn topics(&self, topics: &[String], seed: u64, key: &[&str]) -> Result<Vec<usize>, String> {
        match self.rule().sets {
            SetKind::One(choose) => choose(self.arguments(), topics, seed, key),
            SetKind::Pairs { .. } => {
                Err(format!("expected one set of topics, found pairs of sets: `{self}`"))
            }
        }
    }

    /// Returns the pairs of sets out of `topics` topics.
    ///
    /// `seed`, `key`, the name of the rule and the size determine the draw: more pairs of one size do not change
    /// the first ones, and sets of different sizes are drawn independently.
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
    /// assert_eq!(why, "two sets of 2 topics need 4, found 3");
    /// let many = "overlapping-pairs(size=10,pairs=1000000000)".parse::<TopicSets>().expect_err("too many");
    /// assert_eq!(many.to_string(), "`size` times `pairs` is above 50000000, the limit");
    /// # Ok::<(), rejudge_names::Mistyped>(())
    /// ```
    ///
    /// # Errors
    /// If there are fewer topics than two sets need, or if the rule is `random`, which chooses one set.
    ///
    /// # Panics
    /// If the rule has no parameter `size`.
    pub fn pairs(&self, topics: usize, seed: u64, key: &[&str]) -> Result<Vec<TopicPair>, String> {
        let (rule, size) = (self.rule(), set_size(self.arguments()));
        let SetKind::Pairs { pair, .. } = rule.sets else {
            return Err(format!("`{self}` is one set, expected pairs of sets"));
        };
        let needed = self.min_topics();
        if topics < needed {
            let size = counted(size, "topic");
            return Err(format!("two sets of {size} need {needed}, found {topics}"));
        }
        let text = size.to_string();
        let mut parts = vec!["topic-sets", rule.name, &text];
        parts.extend(key);
        let mut draw = Draw::new(seed, &parts);
        Ok((0..self.arguments().count("pairs")).map(|_| pair(&mut draw, topics, size)).collect())
    }
}

/// Draws topics without replacement; every set is equally likely. For the same draw, a smaller set is part of a
/// larger one, so a curve over sizes shows the effect of more topics.
fn random_topics(
    arguments: &Arguments,
    topics: &[String],
    seed: u64,
    key: &[&str],
) -> Result<Vec<usize>, String> {
    let size = set_size(arguments);
    if topics.len() < size {
        return Err(format!(
            "a set of {} needs at least that many, found {}",
            counted(size, "topic"),
            topics.len()
        ));
    }
    let mut parts = vec!["topic-set", arguments.text("draw")];
    parts.extend(key);
    let mut set: Vec<usize> = (0..topics.len()).collect();
    Draw::new(seed, &parts).shuffle(&mut set);
    set.truncate(size);
    set.sort_unstable();
    Ok(set)
}

/// Returns the places of the topics that the arguments name.
fn named_topics(arguments: &Arguments, topics: &[String], _: u64, _: &[&str]) -> Result<Vec<usize>, String> {
    let names = arguments.text("topics").split('+');
    let mut places: Vec<usize> = names.map(|name| place(name, topics)).collect::<Result<_, _>>()?;
    places.sort_unstable();
    places.dedup();
    Ok(places)
}

/// Returns the place of the topic with this name, or an error with a similar name.
fn place(name: &str, topics: &[String]) -> Result<usize, String> {
    topics.iter().position(|topic| topic == name).ok_or_else(|| {
        let near = rejudge_names::nearest(name, topics.iter().map(String::as_str));
        format!("there is no topic `{name}`{}", rejudge_names::meant(near))
    })
}

/// Draws two disjoint sets of `size` topics out of `topics`; every such pair is equally likely (Voorhees and Buckley,
/// SIGIR 2002: two disjoint sets represent two experiments).
///
/// # Panics
/// If there are fewer topics than both sets have together.
fn disjoint_pair(draw: &mut Draw, topics: usize, size: usize) -> TopicPair {
    let mut order: Vec<usize> = (0..topics).collect();
    draw.shuffle(&mut order);
    [0, size].map(|from| {
        let mut set = order[from..from + size].to_vec();
        set.sort_unstable();
        set
    })
}

/// Draws two sets of `size` topics, each topic independently from all `topics`: a topic may be in both sets, or twice
/// in one. Sets can have as many topics as the collection, but they are more similar than the topics of two experiments.
///
/// # Panics
/// If there is no topic, or if there are 2^32 topics or more.
fn overlapping_pair(draw: &mut Draw, topics: usize, size: usize) -> TopicPair {
    let bound = u32::try_from(topics).expect("fewer topics than 2^32");
    [(); 2].map(|()| {
        let mut set: Vec<usize> = (0..size).map(|_| draw.below(bound) as usize).collect();
        set.sort_unstable();
        set
    })
}
