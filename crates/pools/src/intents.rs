//! Judgments by intent for a collection, and the join of rankings with them.
//!
//! The collection contains, for each document, the highest level that it has for any intent. Every
//! manipulation, every condensed list and every ad hoc measure therefore works as usual, and a [`View`]
//! determines which judgments by intent are kept.

use rejudge_metrics::{Intent, IntentScorer, IntentTopic, Placed, PreparedTopic, Verdict};

use crate::{CollectionError, DocIx, JoinedRun, TestCollection, TopicIx, TopicRef, View};

/// The judgments of a topic by intent. A row is a document with a verdict, in the order of [`DocIx`].
#[derive(Clone, Debug, PartialEq)]
pub struct TopicIntents {
    /// Names of the intents in the files.
    pub names: Vec<String>,
    /// The intents, with their probabilities.
    pub intents: Vec<Intent>,
    /// True if no probabilities were given: they are then equal ([`IntentTopic::assumed`]).
    pub assumed: bool,
    /// Levels, row after row, a level for each intent. 0 if the document is not judged for it.
    pub levels: Vec<u8>,
    /// Factors of the gains, in the form of `levels`. If empty, all factors are 1.
    pub factors: Vec<f64>,
    /// The place of each row in the ascending order of the document ids; empty: the order of the rows.
    pub id_order: Vec<u32>,
}

/// The judgments by intent of the topics of a collection.
#[derive(Clone, Debug, PartialEq)]
pub struct IntentJudgments {
    topics: Vec<TopicIntents>,
}

/// The tolerance for the sum of the probabilities of a topic, which should be 1.
const TOLERANCE: f64 = 1e-6;

impl IntentJudgments {
    /// Adds judgments by intent, topic by topic, to `collection`.
    ///
    /// ```
    /// use rejudge_metrics::{Intent, Verdict::Level};
    /// use rejudge_pools::{IntentJudgments, TestCollection, Topic, TopicIntents};
    ///
    /// let topic = Topic { name: "1".into(), verdicts: vec![Level(2), Level(0)], documents: 2 };
    /// let collection = TestCollection::new(vec![topic], vec![], vec![], vec![])?;
    /// let by_intent = TopicIntents {
    ///     names: vec!["a".into(), "b".into()],
    ///     intents: vec![Intent { probability: 0.5, navigational: false }; 2],
    ///     assumed: false,
    ///     levels: vec![1, 2, 0, 0],
    ///     factors: vec![],
    ///     id_order: vec![],
    /// };
    /// let judgments = IntentJudgments::new(&collection, vec![by_intent.clone()])?;
    /// assert_eq!(judgments.topic(0).levels, [1, 2, 0, 0]);
    ///
    /// let wrong = TopicIntents { levels: vec![1, 1, 0, 0], ..by_intent };
    /// assert_eq!(
    ///     IntentJudgments::new(&collection, vec![wrong]).unwrap_err().to_string(),
    ///     "topic `1`, document number 0: the highest level for an intent is 1, but its verdict is level 2"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If they contradict themselves or the collection; [`CollectionError`] names the first topic.
    pub fn new(collection: &TestCollection, topics: Vec<TopicIntents>) -> Result<Self, CollectionError> {
        if topics.len() != collection.topics().len() {
            let (found, topics) = (topics.len(), collection.topics().len());
            let what = format!("judgments by intent of {found} topics, but there are {topics} topics");
            return Err(CollectionError(what));
        }
        for (topic, by_intent) in collection.topics().zip(&topics) {
            check(topic, by_intent)?;
        }
        Ok(Self { topics })
    }

    /// Returns the view of a topic that measures use.
    ///
    /// # Panics
    /// If `topic` is out of range.
    pub fn topic(&self, topic: TopicIx) -> IntentTopic<'_> {
        let TopicIntents { intents, assumed, levels, factors, id_order, .. } = &self.topics[topic];
        IntentTopic { intents, assumed: *assumed, levels, factors, id_order }
    }

    /// Computes, for all runs, the values that depend on the topic and on the judgments that `view` keeps.
    ///
    /// # Panics
    /// If `topic` is out of range, or `view` is of another collection.
    pub fn prepare(&self, scorer: &IntentScorer, view: &View, topic: TopicIx) -> PreparedTopic {
        scorer.prepare(&self.topic(topic), view.mask(topic).iter())
    }

    /// Returns the names of the intents of a topic.
    ///
    /// # Panics
    /// If `topic` is out of range.
    pub fn names(&self, topic: TopicIx) -> &[String] {
        &self.topics[topic].names
    }
}

fn check(topic: TopicRef<'_>, by_intent: &TopicIntents) -> Result<(), CollectionError> {
    let TopicIntents { names, intents, levels, factors, id_order, assumed: _ } = by_intent;
    let wrong = |what: String| Err(CollectionError::of_topic(topic.name, what));
    let (rows, count) = (topic.verdicts.len(), intents.len());
    if count == 0 {
        return wrong(" has no intent".to_owned());
    }
    let sum: f64 = intents.iter().map(|intent| intent.probability).sum();
    // Negated, so that NaN is refused.
    if !((sum - 1.0).abs() <= TOLERANCE && intents.iter().all(|intent| intent.probability >= 0.0)) {
        return wrong(format!(
            ": the probabilities of the intents sum to {sum}, expected numbers from 0 that sum to 1"
        ));
    }
    for (table, found, expected) in [
        ("names of intents", names.len(), count),
        ("levels", levels.len(), rows * count),
        ("factors", factors.len(), if factors.is_empty() { 0 } else { rows * count }),
        ("places of ids", id_order.len(), if id_order.is_empty() { 0 } else { rows }),
    ] {
        if found != expected {
            return wrong(format!(": {found} {table}, expected {expected}"));
        }
    }
    if let Some(at) = factors.iter().position(|factor| !(0.0..=1.0).contains(factor)) {
        let (doc, factor) = ((at / count) as DocIx, factors[at]);
        return wrong(format!(
            ", document number {doc}: a gain's factor is {factor}, expected a number from 0 to 1"
        ));
    }
    for ((doc, &verdict), row) in (0..).zip(topic.verdicts).zip(levels.chunks_exact(count)) {
        let level = row.iter().copied().max().unwrap_or(0);
        let verdict = match verdict {
            Verdict::Level(verdict) if verdict == level => continue,
            Verdict::Pooled if level == 0 => continue,
            Verdict::Level(verdict) => format!("level {verdict}"),
            Verdict::Pooled => "withheld".to_owned(),
        };
        return wrong(format!(
            ", document number {doc}: the highest level for an intent is {level}, but its verdict is {verdict}"
        ));
    }
    let mut places = id_order.clone();
    places.sort_unstable();
    if !places.iter().copied().eq(0..places.len() as u32) {
        return wrong(": the order of the ids does not place each document once".to_owned());
    }
    Ok(())
}

/// Room for the two forms of one list, reused from list to list: once it has held the longest list,
/// nothing is allocated.
///
/// ```
/// use rejudge_metrics::{Gains, Intent, IntentScorer, IntentScratch, Placed, Verdict::Level};
/// use rejudge_pools::*;
///
/// let topic = Topic { name: "1".into(), verdicts: vec![Level(1), Level(0), Level(2)], documents: 4 };
/// let run = Run { name: "a1".into(), team: 0, pooled: true, eligible: true };
/// let team = Team { name: "a".into(), analysed: true };
/// let collection = TestCollection::new(vec![topic], vec![run], vec![team], vec![vec![vec![2, 3, 0]]])?;
/// let by_intent = TopicIntents {
///     names: vec!["x".into(), "y".into()],
///     intents: vec![Intent { probability: 0.5, navigational: false }; 2],
///     assumed: false,
///     levels: vec![1, 0, 0, 0, 0, 2],
///     factors: vec![],
///     id_order: vec![],
/// };
/// let judgments = IntentJudgments::new(&collection, vec![by_intent])?;
///
/// let (view, joined) = (View::full(&collection), JoinedRun::new(&collection, 0, 1000));
/// let mut buffers = IntentBuffers::default();
/// let lists = buffers.lists(&view, &joined, 0);
/// let placed = |rank, row| Placed { rank, row };
/// assert_eq!(lists.raw, [placed(1, 2), placed(3, 0)]);
/// assert_eq!(lists.condensed, [placed(1, 2), placed(2, 0)]);
///
/// let scorer = IntentScorer::new(&["I-rec@2".parse()?, "I-rec'@2".parse()?], &Gains::linear(2), 1, Some(1000))?;
/// let prepared = judgments.prepare(&scorer, &view, 0);
/// let mut scores = [None; 2];
/// prepared.score(lists.raw, lists.condensed, &mut IntentScratch::default(), &mut scores);
/// assert_eq!(scores, [Some(0.5), Some(1.0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct IntentBuffers {
    raw: Vec<Placed>,
    condensed: Vec<Placed>,
}

/// The two forms of one ranking under one judgment set: its judged documents.
#[must_use]
#[derive(Clone, Copy, Debug)]
pub struct IntentLists<'a> {
    /// Ranks as in the run.
    pub raw: &'a [Placed],
    /// Unjudged documents removed and ranks closed up.
    pub condensed: &'a [Placed],
}

impl IntentBuffers {
    /// The lists of `run` for `topic`, as far as `view` keeps their judgments.
    ///
    /// # Panics
    /// If `topic` is out of range.
    pub fn lists(&mut self, view: &View, run: &JoinedRun, topic: TopicIx) -> IntentLists<'_> {
        self.raw.clear();
        self.condensed.clear();
        let judged = view.mask(topic);
        for (rank, row) in run.topic(topic).ranked().filter(|&(_, doc)| judged.contains(doc)) {
            self.raw.push(Placed { rank, row });
            self.condensed.push(Placed { rank: self.condensed.len() as u32 + 1, row });
        }
        IntentLists { raw: &self.raw, condensed: &self.condensed }
    }
}
