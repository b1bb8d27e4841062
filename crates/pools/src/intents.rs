//! Judgments by intent for a collection, and the lists that measures by intent score.
//!
//! In the collection itself each document has its highest level for any intent. So every manipulation, condensed
//! list and ad hoc measure works as usual, and a [`View`] determines which judgments by intent are kept.

use rejudge_metrics::{Intent, IntentScorer, IntentTopic, Placed, PreparedTopic, Verdict};

use crate::{JoinedRun, TestCollection, TopicIx, View};

/// The judgments by intent for a topic. Each document with a verdict has a row, in the order of
/// [`DocIx`](crate::DocIx).
#[derive(Clone, Debug, PartialEq)]
pub struct TopicIntents {
    /// The names that the files give the intents.
    pub names: Vec<String>,
    /// The intents, with their probabilities.
    pub intents: Vec<Intent>,
    /// True if the files give no probabilities, so that equal ones are assumed ([`IntentTopic::assumed`]).
    pub assumed: bool,
    /// The levels, row after row, with a level for each intent. A level is 0 if the document is not judged for the
    /// intent.
    pub levels: Vec<u8>,
    /// The factors of the gains, row after row like `levels`. If empty, all factors are 1.
    pub factors: Vec<f64>,
    /// For each row, its place if documents are sorted by id in ascending order. If empty, the rows already
    /// have this order.
    pub id_order: Vec<u32>,
}

/// The judgments by intent for all topics of a collection.
#[derive(Clone, Debug, PartialEq)]
pub struct IntentJudgments {
    topics: Vec<TopicIntents>,
}

impl IntentJudgments {
    /// Creates the judgments by intent for the topics of `collection`.
    ///
    /// ```
    /// use rejudge_metrics::{Intent, Verdict::Level};
    /// use rejudge_pools::{IntentJudgments, TestCollection, Topic, TopicIntents};
    ///
    /// let topic = Topic { name: "1".into(), verdicts: vec![Level(2), Level(0)], documents: 2 };
    /// let collection = TestCollection::new(vec![topic], vec![], vec![], vec![]);
    /// let by_intent = TopicIntents {
    ///     names: vec!["a".into(), "b".into()],
    ///     intents: vec![Intent { probability: 0.5, navigational: false }; 2],
    ///     assumed: false,
    ///     levels: vec![1, 2, 0, 0],
    ///     factors: vec![],
    ///     id_order: vec![],
    /// };
    /// let judgments = IntentJudgments::new(&collection, vec![by_intent]);
    /// assert_eq!(judgments.topic(0).levels, [1, 2, 0, 0]);
    /// ```
    ///
    /// # Panics
    /// If `topics` do not fit the topics and documents of `collection`, if a topic has no intent, or if a
    /// document's verdict is not its highest level for any intent. If a document's judgment is withheld, all
    /// its levels must be 0.
    pub fn new(collection: &TestCollection, topics: Vec<TopicIntents>) -> Self {
        assert_eq!(
            topics.len(),
            collection.topics().len(),
            "there must be judgments by intent for each topic"
        );
        for (topic, TopicIntents { intents, levels, .. }) in collection.topics().zip(&topics) {
            assert_eq!(
                levels.len(),
                topic.verdicts.len() * intents.len(),
                "each document must have a level for each intent"
            );
            let is_highest = |(verdict, row): (&Verdict, &[u8])| match (verdict, row.iter().max()) {
                (Verdict::Level(level), highest) => Some(level) == highest,
                (Verdict::Pooled, highest) => highest == Some(&0),
            };
            let mut rows = topic.verdicts.iter().zip(levels.chunks_exact(intents.len()));
            assert!(rows.all(is_highest), "each verdict must be the highest level for any intent");
        }
        Self { topics }
    }

    /// Returns a topic's judgments by intent, in the form that measures use.
    ///
    /// # Panics
    /// If `topic` is out of range.
    pub fn topic(&self, topic: TopicIx) -> IntentTopic<'_> {
        let TopicIntents { intents, assumed, levels, factors, id_order, .. } = &self.topics[topic];
        IntentTopic { intents, assumed: *assumed, levels, factors, id_order }
    }

    /// Computes, once for all runs, the values that depend only on the topic and on the judgments that `view`
    /// keeps.
    ///
    /// # Panics
    /// If `topic` is out of range, or `view` belongs to another collection.
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

/// Memory for the two forms of one list, reused from list to list. After the longest list, nothing more is
/// allocated.
///
/// ```
/// use rejudge_metrics::{Gains, Intent, IntentScorer, IntentScratch, Placed, Verdict::Level};
/// use rejudge_pools::*;
///
/// let topic = Topic { name: "1".into(), verdicts: vec![Level(1), Level(0), Level(2)], documents: 4 };
/// let run = Run { name: "a1".into(), team: 0, pooled: true, eligible: true };
/// let team = Team { name: "a".into(), analysed: true };
/// let collection = TestCollection::new(vec![topic], vec![run], vec![team], vec![vec![vec![2, 3, 0]]]);
/// let by_intent = TopicIntents {
///     names: vec!["x".into(), "y".into()],
///     intents: vec![Intent { probability: 0.5, navigational: false }; 2],
///     assumed: false,
///     levels: vec![1, 0, 0, 0, 0, 2],
///     factors: vec![],
///     id_order: vec![],
/// };
/// let judgments = IntentJudgments::new(&collection, vec![by_intent]);
///
/// let (view, joined) = (View::full(&collection), JoinedRun::new(&collection, 0, 1000));
/// let mut buffers = IntentBuffers::default();
/// let [raw, condensed] = buffers.lists(&view, &joined, 0);
/// let placed = |rank, row| Placed { rank, row };
/// assert_eq!(raw, [placed(1, 2), placed(3, 0)]);
/// assert_eq!(condensed, [placed(1, 2), placed(2, 0)]);
///
/// let scorer = IntentScorer::new(&["I-rec@2".parse()?, "I-rec'@2".parse()?], &Gains::linear(2), 1, Some(1000))?;
/// let prepared = judgments.prepare(&scorer, &view, 0);
/// let mut scores = [None; 2];
/// prepared.score(raw, condensed, &mut IntentScratch::default(), &mut scores);
/// assert_eq!(scores, [Some(0.5), Some(1.0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct IntentBuffers {
    raw: Vec<Placed>,
    condensed: Vec<Placed>,
}

impl IntentBuffers {
    /// Returns two lists of the documents that `run` retrieved for `topic` and that are judged in `view`. The
    /// first list has the ranks in the run, and the second the ranks after unjudged documents are removed.
    ///
    /// # Panics
    /// If `topic` is out of range, or if the run keeps only relevant documents ([`JoinedRun::add_relevant`]).
    pub fn lists(&mut self, view: &View, run: &JoinedRun, topic: TopicIx) -> [&[Placed]; 2] {
        self.raw.clear();
        self.condensed.clear();
        let judged = view.mask(topic);
        for (rank, row) in run.topic(topic).ranked().filter(|&(_, doc)| judged.contains(doc)) {
            self.raw.push(Placed { rank, row });
            self.condensed.push(Placed { rank: self.condensed.len() as u32 + 1, row });
        }
        [&self.raw, &self.condensed]
    }
}
