//! Draws random samples of the judgments. A sample is incomplete, but favours no run.

use std::collections::BTreeMap;

use rejudge_metrics::Verdict;
use rejudge_stats::Draw;

use super::judges::{BY, FILL, JUDGE};
use super::{FULL, Manipulation, Material, judged_by_id};
use crate::{
    Absent, Arguments, DocIx, Domain, Mask, Parameter, Rate, Rounding, TestCollection, TopicIx, View,
};

/// See [`sample`].
pub static SAMPLE: Manipulation = Manipulation {
    name: "sample",
    summary: "A random sample.",
    parameters: &[
        Parameter::required("rate", "Share of the judgments.", Domain::Rate),
        Parameter::with_default("draw", "Draws of the sample.", Domain::Draw, "1"),
        Parameter {
            name: "min-relevant",
            meaning: "Smallest number of relevant documents per topic; with `strata=level`, per topic and level.",
            domain: Domain::Count,
            absent: Absent::DefaultBeside("1", "min-nonrelevant"),
        },
        Parameter {
            name: "min-nonrelevant",
            meaning: "Smallest number of nonrelevant documents per topic.",
            domain: Domain::Count,
            absent: Absent::DefaultBeside("10", "min-relevant"),
        },
        Parameter::with_default(
            "rounding",
            "Rounding of the number of documents to keep.",
            Domain::Words(Rounding::WORDS),
            "floor",
        ),
        Parameter::with_default(
            "pool",
            "The treatment of documents that are left out.",
            Domain::Words(&[
                ("kept", "They stay in the pool, unjudged."),
                ("dropped", "They leave the pool, too."),
            ]),
            "kept",
        ),
        Parameter::with_default(
            "strata",
            "Strata: groups of documents that are sampled separately.",
            Domain::Words(&[
                ("relevance", "Relevant documents (level 1 or above) and nonrelevant ones."),
                ("level", "The documents of each level."),
            ]),
            "relevance",
        ),
        JUDGE,
        FILL,
        BY,
    ],
    is_drawn: |_| true,
    withholds: true,
    apply: |arguments, &Material { collection, base, seed, key, draw, .. }| {
        let [draw, number] = [draw, sample_number(arguments)].map(|draw| draw.to_string());
        Ok(sample(collection, base, SampleRule::from_arguments(arguments), seed, &[key, &draw, &number]))
    },
    ..FULL
};

/// Returns the number of the sample. One draw of the collection can have several samples.
pub(super) fn sample_number(arguments: &Arguments) -> u32 {
    arguments.count("draw") as u32
}

/// The rule for how many judgments a sample keeps for a topic. From each stratum it keeps
/// `max(minimum, floor(rate x count))` documents, or all if there are fewer. By default, one stratum is the relevant
/// documents (level 1 or above), and the other is the nonrelevant ones (level 0). See Bompada et al., SIGIR 2007,
/// section 4.1, with minima 1 and 10. The paper has "min" where it must mean "max". It also omits the brackets of the
/// floor, so other roundings are possible too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SampleRule {
    /// The share of the judgments.
    pub rate: Rate,
    /// The rounding of `rate x count` to a whole number.
    pub rounding: Rounding,
    /// True if each level >= 1 is a stratum, so that chance does not decide how much of a rare level is kept. If
    /// false, all relevant documents are one stratum (Buckley and Voorhees, SIGIR 2004; Bompada et
    /// al., SIGIR 2007).
    pub by_level: bool,
    /// The smallest number of documents to keep of each relevant stratum.
    pub min_relevant: usize,
    /// The smallest number of nonrelevant documents to keep.
    pub min_nonrelevant: usize,
    /// True if only sampled documents are in the pool, so that infAP is equal to AP except for its epsilon. If
    /// false, documents that are left out stay in the base's pool, and their judgments are withheld. infAP
    /// uses these documents for its estimate (Yilmaz and Aslam, CIKM 2006).
    pub drops_pool: bool,
}

impl SampleRule {
    /// Creates the rule of Bompada et al. (SIGIR 2007).
    pub fn new(rate: Rate, min_relevant: usize, min_nonrelevant: usize) -> Self {
        let (rounding, by_level, drops_pool) = (Rounding::Floor, false, false);
        Self { rate, rounding, by_level, min_relevant, min_nonrelevant, drops_pool }
    }

    /// Reads the rule from the arguments of `sample`.
    pub(super) fn from_arguments(arguments: &Arguments) -> Self {
        Self {
            rate: arguments.parsed("rate"),
            rounding: Rounding::from_word(arguments.text("rounding")),
            by_level: arguments.text("strata") == "level",
            min_relevant: arguments.count("min-relevant"),
            min_nonrelevant: arguments.count("min-nonrelevant"),
            drops_pool: arguments.text("pool") == "dropped",
        }
    }
}

/// Draws a random sample of the judgments of `base`, topic by topic.
///
/// Samples are nested: for each `seed` and `key`, a topic's relevant and nonrelevant documents have one
/// random order each, and a sample takes the first documents of each order, or the first of each level if
/// each level is a stratum. The orders depend on the topic's name and on its documents, in the order of their
/// ids if these are known ([`FileFacts`](crate::FileFacts)), or else of their numbers. They do not depend on
/// other topics or on the strata: documents of one level keep the order that they have among all relevant
/// documents.
///
/// ```
/// use rejudge_metrics::Verdict::Level;
/// use rejudge_pools::{SampleRule, TestCollection, Topic, View, sample};
///
/// // 10 documents are relevant, and 30 are nonrelevant.
/// let verdicts: Vec<_> = (0..40).map(|doc| Level(u8::from(doc % 4 == 0))).collect();
/// let topic = Topic { name: "1".into(), verdicts, documents: 40 };
/// let collection = TestCollection::new(vec![topic], vec![], vec![], vec![]);
/// let full = View::full(&collection);
/// let drawn = |rate: &str, drops_pool| {
///     let rule = SampleRule { drops_pool, ..SampleRule::new(rate.parse()?, 1, 10) };
///     Ok::<_, rejudge_pools::RateError>(sample(&collection, &full, rule, 7, &["draw 1"]))
/// };
/// let (tiny, half) = (drawn("0.01", false)?, drawn("0.5", false)?);
/// assert_eq!((tiny.relevant(0, 1), tiny.judged_nonrelevant(0)), (1, 10)); // the minima
/// assert_eq!((half.relevant(0, 1), half.judged_nonrelevant(0)), (5, 15));
/// assert_eq!(tiny.mask(0).and(half.mask(0)), *tiny.mask(0)); // nested
/// assert_eq!(tiny.pool(0), full.pool(0));
/// assert_eq!(drawn("1", false)?, full);
/// let dropped = drawn("0.5", true)?;
/// assert_eq!((dropped.mask(0), dropped.pool(0)), (half.mask(0), half.mask(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If `base` belongs to another collection.
pub fn sample(collection: &TestCollection, base: &View, rule: SampleRule, seed: u64, key: &[&str]) -> View {
    SampleOrder::draw(collection, base, seed, key).sample(rule)
}

/// The random orders of the judgments of `base`. One order gives the samples of every rate, because each
/// sample takes the first documents of the order.
#[must_use]
#[derive(Clone, Debug)]
pub struct SampleOrder<'a> {
    collection: &'a TestCollection,
    base: &'a View,
    /// For each topic, the relevant and the nonrelevant documents, each in random order.
    topics: Vec<[Vec<DocIx>; 2]>,
}

impl<'a> SampleOrder<'a> {
    /// Draws the orders that [`sample`] draws for this `seed` and `key`.
    ///
    /// # Panics
    /// If `base` belongs to another collection.
    pub fn draw(collection: &'a TestCollection, base: &'a View, seed: u64, key: &[&str]) -> Self {
        assert_eq!(base.topics(), collection.topics().len(), "the view belongs to another collection");
        let topics =
            (0..base.topics()).map(|topic| draw_topic_order(collection, base, topic, seed, key)).collect();
        Self { collection, base, topics }
    }

    /// Returns the sample that `rule` takes; see [`sample`].
    pub fn sample(&self, rule: SampleRule) -> View {
        let judged = |topic: TopicIx| {
            let mut mask = Mask::none(self.collection.topic(topic).verdicts.len());
            let mut take = |docs: &[DocIx], minimum: usize| {
                let count = rule.rate.count(docs.len(), rule.rounding).max(minimum);
                mask.extend(docs.iter().copied().take(count));
            };
            let [relevant, nonrelevant] = &self.topics[topic];
            if rule.by_level {
                self.by_level(topic, relevant).for_each(|docs| take(&docs, rule.min_relevant));
            } else {
                take(relevant, rule.min_relevant);
            }
            take(nonrelevant, rule.min_nonrelevant);
            mask
        };
        if rule.drops_pool {
            self.base.restricted(self.collection, judged)
        } else {
            self.base.withheld(self.collection, judged)
        }
    }

    /// Splits `docs` by level and keeps their order: part of a random order is again a random order, and the parts do
    /// not depend on each other.
    fn by_level(&self, topic: TopicIx, docs: &[DocIx]) -> impl Iterator<Item = Vec<DocIx>> {
        let mut levels = BTreeMap::<u8, Vec<DocIx>>::new();
        for &doc in docs {
            if let Verdict::Level(level) = self.base.verdicts(topic)[doc as usize] {
                levels.entry(level).or_default().push(doc);
            }
        }
        levels.into_values()
    }
}

/// Returns the relevant and the nonrelevant documents of a topic, each in random order.
fn draw_topic_order(
    collection: &TestCollection,
    base: &View,
    topic: TopicIx,
    seed: u64,
    key: &[&str],
) -> [Vec<DocIx>; 2] {
    let mut parts = vec!["sample"];
    parts.extend(key);
    parts.push(collection.topic(topic).name);
    let mut draw = Draw::new(seed, &parts);
    let verdicts = base.verdicts(topic);
    let is_relevant = |doc: &DocIx| matches!(verdicts[*doc as usize], Verdict::Level(1..));
    let docs = judged_by_id(collection, base, topic);
    let (mut relevant, mut nonrelevant): (Vec<_>, Vec<_>) = docs.into_iter().partition(is_relevant);
    // The second shuffle continues the random numbers of the first.
    draw.shuffle(&mut relevant);
    draw.shuffle(&mut nonrelevant);
    [relevant, nonrelevant]
}
