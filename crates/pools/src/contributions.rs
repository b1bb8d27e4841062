//! The documents that each team contributed to the pool: `D_t`, `U_t`, `U_t^rel`.
//!
//! For a team `t`, `D_t` is the union of the top documents (to the pool depth) of its pooled runs; the unique
//! contributions are `U_t = D_t - union of D_t' for t' != t`, over all teams, analysed or not (Sakai, IPSJ
//! 2009, section 4 and its footnote 1). Only documents in the pool of the base view are kept. If the pooled
//! runs formed that pool to the same depth, this drops no document.

use rejudge_metrics::Verdict;

use crate::manipulations::top_documents;
use crate::{Mask, RunIx, TeamIx, TestCollection, TopicIx, View, pooled_runs};

/// `D_t` and `U_t` of every team and topic. Methods panic if a team or topic is out of range, as a slice does.
///
/// ```
/// use rejudge_metrics::Verdict::Level;
/// use rejudge_pools::{Contributions, Run, Team, TestCollection, Topic, View};
///
/// let verdicts = vec![Level(1), Level(0), Level(2), Level(1), Level(1)];
/// let topic = Topic { name: "1".into(), verdicts, documents: 6 };
/// let run = |name: &str, team, pooled| Run { name: name.into(), team, pooled, eligible: true };
/// let team = |name: &str, analysed| Team { name: name.into(), analysed };
/// let collection = TestCollection::new(
///     vec![topic],
///     vec![
///         run("a1", 0, true),
///         run("a2", 0, true),
///         run("late", 0, false),
///         run("b1", 1, true),
///         run("c1", 2, true),
///     ],
///     vec![team("a", true), team("b", true), team("c", false)],
///     vec![vec![vec![0, 1, 4]], vec![vec![2, 5]], vec![vec![4]], vec![vec![0, 3]], vec![vec![3, 1]]],
/// );
/// let full = View::full(&collection);
/// let contributions = Contributions::new(&collection, &full, 2);
/// let documents = |mask: &rejudge_pools::Mask| mask.iter().collect::<Vec<_>>();
/// // Document 4 is below the depth in `a1`, and `late` was not pooled.
/// assert_eq!(documents(contributions.pooled(0, 0)), [0, 1, 2]);
/// // Document 1 is not unique to `a`, because `c` contributed it too, although `c` is not analysed.
/// assert_eq!(documents(contributions.unique(0, 0)), [2]);
/// assert_eq!(documents(contributions.unique(1, 0)), [0; 0]);
/// assert_eq!(contributions.unique_total(0), 1);
/// ```
#[must_use]
#[derive(Clone, Debug)]
pub struct Contributions {
    /// `pooled[team][topic]`: `D_t`.
    pooled: Vec<Vec<Mask>>,
    /// `unique[team][topic]`: `U_t`.
    unique: Vec<Vec<Mask>>,
    depth: usize,
}

impl Contributions {
    /// Finds the teams' contributions to a pool of `depth`. Only documents in the pool of `base` count.
    ///
    /// # Panics
    /// If `base` belongs to another collection.
    pub fn new(collection: &TestCollection, base: &View, depth: usize) -> Self {
        Self::of_runs(collection, base, depth, &pooled_runs(collection, None))
    }

    /// Finds the teams' contributions to the pool that these runs form.
    pub(crate) fn of_runs(collection: &TestCollection, base: &View, depth: usize, runs: &[RunIx]) -> Self {
        let topics = collection.topics().len();
        assert_eq!(base.topics(), topics, "the view belongs to another collection");
        let empty = |topic: TopicIx| Mask::none(collection.topic(topic).verdicts.len());
        let mut pooled: Vec<Vec<Mask>> =
            collection.teams().iter().map(|_| (0..topics).map(empty).collect()).collect();
        for &run in runs {
            let team = collection.runs()[run].team;
            for (topic, mask) in pooled[team].iter_mut().enumerate() {
                mask.extend(top_documents(collection, run, topic, depth).iter().copied());
            }
        }
        for by_topic in &mut pooled {
            for (topic, mask) in by_topic.iter_mut().enumerate() {
                *mask = mask.and(base.pool(topic));
            }
        }
        let mut unique = pooled.clone();
        for topic in 0..topics {
            let (mut once, mut twice) = (empty(topic), empty(topic));
            for by_topic in &pooled {
                twice = twice.or(&once.and(&by_topic[topic]));
                once = once.or(&by_topic[topic]);
            }
            for by_topic in &mut unique {
                by_topic[topic] = by_topic[topic].without(&twice);
            }
        }
        Self { pooled, unique, depth }
    }

    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// Returns `D_t` of `team` for `topic`; it is empty if the team has no pooled run.
    pub fn pooled(&self, team: TeamIx, topic: TopicIx) -> &Mask {
        &self.pooled[team][topic]
    }

    /// Returns `U_t` of `team` for `topic`.
    pub fn unique(&self, team: TeamIx, topic: TopicIx) -> &Mask {
        &self.unique[team][topic]
    }

    /// Returns the sum of `|U_t|` over topics.
    pub fn unique_total(&self, team: TeamIx) -> u32 {
        self.unique[team].iter().map(Mask::count).sum()
    }

    /// Returns `|U_t^rel|` of `team` for `topic`: the number of documents in `U_t` that `base` judges `min_rel`
    /// or above. Level 0 is never relevant, so a `min_rel` of 0 means 1.
    ///
    /// ```
    /// use rejudge_metrics::Verdict::{Level, Pooled};
    /// use rejudge_pools::{Contributions, Run, Team, TestCollection, Topic, View};
    ///
    /// let verdicts = vec![Level(1), Level(0), Level(2), Pooled];
    /// let topic = Topic { name: "1".into(), verdicts, documents: 4 };
    /// let run = Run { name: "a1".into(), team: 0, pooled: true, eligible: true };
    /// let team = Team { name: "a".into(), analysed: true };
    /// let collection =
    ///     TestCollection::new(vec![topic], vec![run], vec![team], vec![vec![vec![0, 1, 2, 3]]]);
    /// let full = View::full(&collection);
    /// let contributions = Contributions::new(&collection, &full, 100);
    /// assert_eq!(contributions.unique(0, 0).count(), 4);
    /// assert_eq!(contributions.unique_relevant(&full, 0, 0, 1), 2);
    /// assert_eq!(contributions.unique_relevant(&full, 0, 0, 2), 1);
    /// ```
    pub fn unique_relevant(&self, base: &View, team: TeamIx, topic: TopicIx, min_rel: u8) -> u32 {
        relevant_in(self.unique(team, topic), base, topic, min_rel)
    }

    /// Returns two counts: first the topics for which the team's `D_t` contains a relevant document, then all topics
    /// with a relevant document in `base`. If the counts differ, the paper does not test the judgment set that has only
    /// this team's documents (section 4, the teams with a dagger). Level 0 is never relevant, so a `min_rel` of 0 means
    /// 1.
    ///
    /// ```
    /// use rejudge_metrics::Verdict::Level;
    /// use rejudge_pools::{Contributions, Run, Team, TestCollection, Topic, View};
    ///
    /// let topic = |name: &str, levels: [u8; 2]| {
    ///     Topic { name: name.into(), verdicts: levels.map(Level).to_vec(), documents: 2 }
    /// };
    /// let topics = vec![topic("1", [1, 0]), topic("2", [0, 2]), topic("3", [0, 0])];
    /// let run = Run { name: "a1".into(), team: 0, pooled: true, eligible: true };
    /// let team = Team { name: "a".into(), analysed: true };
    /// let rankings = vec![vec![vec![0], vec![0], vec![0]]];
    /// let collection = TestCollection::new(topics, vec![run], vec![team], rankings);
    /// let full = View::full(&collection);
    /// let contributions = Contributions::new(&collection, &full, 100);
    /// // Topic 3 has no relevant document; for topic 2 the team contributed only the nonrelevant document.
    /// assert_eq!(contributions.topics_with_relevant(&full, 0, 1), (1, 2));
    /// ```
    pub fn topics_with_relevant(&self, base: &View, team: TeamIx, min_rel: u8) -> (usize, usize) {
        let has_relevant = |&topic: &TopicIx| base.relevant(topic, min_rel) > 0;
        let topics: Vec<TopicIx> = (0..base.topics()).filter(has_relevant).collect();
        let has_contributed =
            |&&topic: &&TopicIx| relevant_in(self.pooled(team, topic), base, topic, min_rel) > 0;
        (topics.iter().filter(has_contributed).count(), topics.len())
    }
}

fn relevant_in(docs: &Mask, base: &View, topic: TopicIx, min_rel: u8) -> u32 {
    let (min_level, judged, verdicts) = (min_rel.max(1), base.mask(topic), base.verdicts(topic));
    let is_relevant =
        |doc: u32| matches!(verdicts[doc as usize], Verdict::Level(level) if level >= min_level);
    docs.iter().filter(|&doc| judged.contains(doc) && is_relevant(doc)).count() as u32
}
