//! What is judged for each topic.

use rejudge_metrics::Verdict;

use crate::{TestCollection, Topic, TopicIx};

/// Topics with fewer relevant documents than this have few: with R of 5, whether one relevant document is
/// missing moves R, and with it AP, by a fifth.
pub const FEW_RELEVANT: usize = 5;

/// The judgments of a topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopicJudgments {
    /// Judged documents of a level of at least the least relevant one: R.
    pub relevant: usize,
    /// The other judged documents: N.
    pub nonrelevant: usize,
    /// Documents that are pooled but unjudged.
    pub pooled: usize,
    /// Judged documents by level, from 0 to the highest of the topic.
    pub levels: Vec<usize>,
}

impl TopicJudgments {
    /// All documents with a verdict: those that are judged, and those whose judgment is withheld.
    fn in_pool(&self) -> usize {
        self.relevant + self.nonrelevant + self.pooled
    }
}

/// The judgments of a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgments {
    /// By topic.
    pub topics: Vec<TopicJudgments>,
    /// Judged documents of all topics by level, from 0 to the highest.
    pub levels: Vec<usize>,
    /// Topics without a relevant document, which no measure that divides by R can score.
    pub none_relevant: Vec<TopicIx>,
    /// Topics with relevant documents, but fewer than asked for.
    pub few_relevant: Vec<TopicIx>,
}

/// So many judged documents, or nearly so many, that at least half of the topics have them and no topic has
/// more: a budget a topic gives that, and depth does not, unless the runs have nothing in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// How many topics have as many.
    pub topics: usize,
    /// The fewest judged documents of these topics: at least 99% of the most.
    pub fewest: usize,
    /// The most judged documents of a topic.
    pub most: usize,
}

/// The share of the topics that have equally many judged documents where there is a budget.
const OF_A_BUDGET: f64 = 0.5;

/// Counts are equal where they are at least this share of the most.
const NEARLY_EQUAL: f64 = 0.99;

impl Judgments {
    /// The budget a topic that the counts show, withheld judgments among them; `None` where they show none.
    ///
    /// ```
    /// use rejudge_metrics::Verdict::Level;
    /// use rejudge_pools::{TestCollection, Topic, inspect::{Budget, judgments}};
    ///
    /// let of = |counts: &[usize]| {
    ///     let topic = |(at, &count): (usize, &usize)| {
    ///         Topic { name: at.to_string(), verdicts: vec![Level(1); count], documents: 500 }
    ///     };
    ///     let topics = counts.iter().enumerate().map(topic).collect();
    ///     TestCollection::new(topics, vec![], vec![], vec![]).map(|found| judgments(&found, 1, 5).budget())
    /// };
    /// assert_eq!(of(&[200, 199, 198, 40])?, Some(Budget { topics: 3, fewest: 198, most: 200 }));
    /// assert_eq!(of(&[200, 197, 190, 180])?, None);
    /// // One topic alone is equal to itself.
    /// assert_eq!(of(&[20, 19])?, None);
    /// # Ok::<(), rejudge_pools::CollectionError>(())
    /// ```
    pub fn budget(&self) -> Option<Budget> {
        let counts: Vec<usize> = self.topics.iter().map(TopicJudgments::in_pool).collect();
        let most = counts.iter().copied().max().filter(|&most| most > 0)?;
        let equal = || counts.iter().copied().filter(|&count| count as f64 >= NEARLY_EQUAL * most as f64);
        let (topics, fewest) = (equal().count(), equal().min()?);
        let enough = topics > 1 && topics as f64 >= OF_A_BUDGET * counts.len() as f64;
        enough.then_some(Budget { topics, fewest, most })
    }

    /// The least and the greatest R of a topic; `None` without topics.
    pub fn relevant(&self) -> Option<(usize, usize)> {
        range(self.topics.iter().map(|topic| topic.relevant))
    }

    /// The least and the greatest N of a topic; `None` without topics.
    pub fn nonrelevant(&self) -> Option<(usize, usize)> {
        range(self.topics.iter().map(|topic| topic.nonrelevant))
    }
}

/// What is judged for each topic and which topics have fewer than `few` relevant documents
/// ([`FEW_RELEVANT`]), those of the level `min_rel` or above. Level 0 is never relevant: 0 means 1.
///
/// ```
/// use rejudge_metrics::Verdict::{Level, Pooled};
/// use rejudge_pools::{TestCollection, Topic, inspect::judgments};
///
/// let topic = |name: &str, verdicts: &[_]| {
///     Topic { name: name.into(), verdicts: verdicts.to_vec(), documents: 9 }
/// };
/// let topics = vec![
///     topic("1", &[Level(2), Level(0), Level(2), Pooled]),
///     topic("2", &[Level(1), Level(0), Level(0)]),
///     topic("3", &[Level(0)]),
/// ];
/// let collection = TestCollection::new(topics, vec![], vec![], vec![])?;
/// let found = judgments(&collection, 1, 2);
/// assert_eq!((&found.levels[..], &found.topics[0].levels[..]), (&[4, 1, 2][..], &[1, 0, 2][..]));
/// assert_eq!((found.relevant(), found.nonrelevant()), (Some((0, 2)), Some((1, 2))));
/// assert_eq!((found.none_relevant, found.few_relevant, found.topics[0].pooled), (vec![2], vec![1], 1));
/// assert_eq!(judgments(&collection, 2, 2).none_relevant, [1, 2]);
/// # Ok::<(), rejudge_pools::CollectionError>(())
/// ```
pub fn judgments(collection: &TestCollection, min_rel: u8, few: usize) -> Judgments {
    let topics: Vec<_> = collection.topics().iter().map(|topic| of_topic(topic, min_rel)).collect();
    let mut levels = Vec::new();
    for topic in &topics {
        if levels.len() < topic.levels.len() {
            levels.resize(topic.levels.len(), 0);
        }
        levels.iter_mut().zip(&topic.levels).for_each(|(sum, count)| *sum += count);
    }
    let those = |has: &dyn Fn(usize) -> bool| {
        (0..topics.len()).filter(|&topic| has(topics[topic].relevant)).collect::<Vec<_>>()
    };
    let none_relevant = those(&|relevant| relevant == 0);
    let few_relevant = those(&|relevant| relevant > 0 && relevant < few);
    Judgments { none_relevant, few_relevant, topics, levels }
}

fn of_topic(topic: &Topic, min_rel: u8) -> TopicJudgments {
    let (mut levels, mut pooled) = (Vec::new(), 0);
    for verdict in &topic.verdicts {
        match verdict {
            Verdict::Level(level) => {
                let level = usize::from(*level);
                if levels.len() <= level {
                    levels.resize(level + 1, 0);
                }
                levels[level] += 1;
            }
            Verdict::Pooled => pooled += 1,
        }
    }
    let least = usize::from(min_rel.max(1)).min(levels.len());
    let (nonrelevant, relevant) = (levels[..least].iter().sum(), levels[least..].iter().sum());
    TopicJudgments { relevant, nonrelevant, pooled, levels }
}

fn range(counts: impl Iterator<Item = usize> + Clone) -> Option<(usize, usize)> {
    counts.clone().min().zip(counts.max())
}
