//! Who brought which document into the pool: `D_t`, `U_t`, `U_t^rel`.
//!
//! For a team `t`, `D_t` is the union of the top documents (to the pool depth) of its pooled runs;
//! the unique contributions are `U_t = D_t - union of D_t' for t' != t`, over all teams, analysed or
//! not (Sakai, IPSJ 2009, section 4 and its footnote 1). Only judged documents are kept: in a
//! collection that pooled these very runs that is all of them.

use rejudge_metrics::Verdict;

use crate::{Mask, RunIx, TeamIx, TestCollection, TopicIx, View};

/// `D_t` and `U_t` of every team and topic.
#[derive(Clone, Debug)]
pub struct Contributions {
    /// `pooled[team][topic]`: `D_t`.
    pooled: Vec<Vec<Mask>>,
    /// `unique[team][topic]`: `U_t`.
    unique: Vec<Vec<Mask>>,
}

/// The documents in the top `depth` of `run`, as far as they are judged.
pub(crate) fn insert_top(mask: &mut Mask, collection: &TestCollection, run: RunIx, topic: TopicIx, depth: usize) {
    let ranking = collection.ranking(run, topic);
    for &doc in &ranking[..depth.min(ranking.len())] {
        mask.insert(doc);
    }
}

impl Contributions {
    /// Contributions to a pool of `depth` of the documents that `base` keeps.
    pub fn new(collection: &TestCollection, base: &View, depth: usize) -> Self {
        let topics = collection.topics().len();
        let empty = |topic: TopicIx| Mask::none(collection.topics()[topic].verdicts.len());
        let mut pooled: Vec<Vec<Mask>> =
            collection.teams().iter().map(|_| (0..topics).map(empty).collect()).collect();
        for (run, info) in collection.runs().iter().enumerate().filter(|(_, r)| r.pooled) {
            for (topic, mask) in pooled[info.team].iter_mut().enumerate() {
                insert_top(mask, collection, run, topic, depth);
            }
        }
        for by_topic in &mut pooled {
            for (topic, mask) in by_topic.iter_mut().enumerate() {
                *mask = mask.and(base.mask(topic));
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
        Self { pooled, unique }
    }

    /// `D_t` of `team` for `topic`.
    pub fn pooled(&self, team: TeamIx, topic: TopicIx) -> &Mask {
        &self.pooled[team][topic]
    }

    /// `U_t` of `team` for `topic`.
    pub fn unique(&self, team: TeamIx, topic: TopicIx) -> &Mask {
        &self.unique[team][topic]
    }

    /// Sum of `|U_t|` over topics.
    pub fn unique_total(&self, team: TeamIx) -> u32 {
        self.unique[team].iter().map(Mask::count).sum()
    }

    /// Sum of `|U_t^rel|` over topics: documents that no other team brought, with a level of at
    /// least `min_rel`.
    pub fn unique_relevant_total(&self, collection: &TestCollection, team: TeamIx, min_rel: u8) -> u32 {
        let topics = collection.topics().iter().zip(&self.unique[team]);
        topics.map(|(topic, mask)| relevant_in(mask, &topic.verdicts, min_rel)).sum()
    }

    /// For how many of the topics that have a relevant document in `base` the team's `D_t` has one
    /// too, and how many such topics there are.
    pub fn topics_with_relevant(
        &self,
        collection: &TestCollection,
        base: &View,
        team: TeamIx,
        min_rel: u8,
    ) -> (usize, usize) {
        let (mut with, mut of) = (0, 0);
        for (at, topic) in collection.topics().iter().enumerate() {
            if base.relevant(at, min_rel) > 0 {
                of += 1;
                with += usize::from(relevant_in(&self.pooled[team][at], &topic.verdicts, min_rel) > 0);
            }
        }
        (with, of)
    }
}

fn relevant_in(mask: &Mask, verdicts: &[Verdict], min_rel: u8) -> u32 {
    let relevant = |&doc: &u32| matches!(verdicts[doc as usize], Verdict::Level(level) if level >= min_rel);
    mask.iter().filter(relevant).count() as u32
}
