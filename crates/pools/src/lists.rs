//! Filters a joined ranking by a judgment set, to make the lists that measures score.

use rejudge_metrics::{Judged, JudgedList, Verdict};

use crate::contents::{Contents, Walk};
use crate::hits::HitBuffers;
use crate::join::JoinedTopic;
use crate::view::TopicMasks;
use crate::{DocIx, JoinedRun, TopicIx, TopicJudgments};

/// Memory for the two forms of one list, reused from list to list. More memory is allocated only if a list
/// or a topic's units need more than any before them.
///
/// ```
/// use rejudge_metrics::{Judged, Verdict::Level};
/// use rejudge_pools::{Buffers, JoinedRun, Run, Team, TestCollection, Topic, View, pool_depth};
///
/// let topic = Topic { name: "1".into(), verdicts: vec![Level(1), Level(0), Level(2)], documents: 5 };
/// let run = |name: &str, pooled| Run { name: name.into(), team: 0, pooled, eligible: true };
/// let collection = TestCollection::new(
///     vec![topic],
///     vec![run("a1", true), run("a2", false)],
///     vec![Team { name: "a".into(), analysed: true }],
///     vec![vec![vec![2, 3]], vec![vec![3, 2, 4, 1]]],
/// );
/// let (full, joined) = (View::full(&collection), JoinedRun::new(&collection, 1, 1000));
/// let mut buffers = Buffers::default();
/// let lists = buffers.lists(full.judgments(0), &joined, 0);
/// let entry = |rank, level| Judged { rank, verdict: Level(level) };
/// assert_eq!((lists.raw.ranking, lists.raw.retrieved), (&[entry(2, 2), entry(4, 0)][..], 4));
/// assert_eq!((lists.condensed.ranking, lists.condensed.retrieved), (&[entry(1, 2), entry(2, 0)][..], 2));
/// assert_eq!((lists.raw.ideal, lists.raw.judged_nonrelevant), (&[2, 1][..], 1));
///
/// let shallow = pool_depth(&collection, &full, 1); // only document 2 is judged
/// let lists = buffers.lists(shallow.judgments(0), &joined, 0);
/// assert_eq!((lists.raw.ranking, lists.condensed.ranking), (&[entry(2, 2)][..], &[entry(1, 2)][..]));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Buffers {
    raw: Vec<Judged>,
    condensed: Vec<Judged>,
    /// The documents of `raw`; only with units.
    raw_documents: Vec<Judged>,
    /// The documents of `condensed`; only with units.
    condensed_documents: Vec<Judged>,
    walk: Walk,
    pub(crate) hits: HitBuffers,
}

/// The two forms of one ranking under one judgment set.
#[must_use]
#[derive(Clone, Copy, Debug)]
pub struct Lists<'a> {
    /// The list with the run's own ranks. A document in the pool has the verdict [`Verdict::Pooled`] if its
    /// judgment is withheld. A document outside the pool is left out, so that its rank is missing. With
    /// units, some ranks may be greater than the run's own.
    pub raw: JudgedList<'a>,
    /// The list without unjudged documents, whether they are in the pool or not. Without units, its ranks are
    /// 1, 2, 3, ..
    pub condensed: JudgedList<'a>,
}

impl Buffers {
    /// Returns the lists of `run` for `topic` with these judgments. With [`Units`](crate::Units), the lists
    /// contain an entry for each unit that a document completes, and an entry of level 0 for each judged
    /// document that completes none; `retrieved` still counts documents, and `documents` contains them. If
    /// the run lacks the topic, both lists are empty.
    ///
    /// # Panics
    /// If the run keeps only relevant documents ([`JoinedRun::add_relevant`]).
    pub fn lists<'a>(
        &'a mut self,
        judgments: TopicJudgments<'a>,
        run: &JoinedRun,
        topic: TopicIx,
    ) -> Lists<'a> {
        let TopicJudgments { verdicts, ideal, nonrelevant: judged_nonrelevant, units, .. } = judgments;
        let joined = run.topic(topic);
        let [raw, condensed] = match (units, judgments.masks) {
            (Some(contents), _) => {
                self.fill_with_units(contents, &joined, &judgments);
                [self.raw.len(), self.condensed.len()]
            }
            (None, Some(TopicMasks { judged, pool, .. })) => {
                self.fill(verdicts, &joined, |doc| pool.contains(doc), |doc| judged.contains(doc))
            }
            (None, None) => self.fill(verdicts, &joined, |_| true, |_| true),
        };
        let list = |ranking: &'a [Judged], retrieved, documents: &'a [Judged]| {
            let documents = units.is_some().then_some(documents);
            JudgedList { ranking, retrieved, ideal, judged_nonrelevant, documents, hits: None }
        };
        let raw = list(&self.raw[..raw], joined.retrieved, &self.raw_documents);
        let documents = if units.is_some() { self.condensed_documents.len() } else { condensed };
        let condensed = list(&self.condensed[..condensed], documents as u32, &self.condensed_documents);
        Lists { raw, condensed }
    }

    /// Fills both lists with documents, and returns their lengths. Entries beyond these lengths have no
    /// meaning.
    fn fill(
        &mut self,
        verdicts: &[Verdict],
        joined: &JoinedTopic<'_>,
        is_pooled: impl Fn(DocIx) -> bool,
        is_judged: impl Fn(DocIx) -> bool,
    ) -> [usize; 2] {
        let seen = joined.seen;
        for list in [&mut self.raw, &mut self.condensed] {
            if list.len() < seen.len() {
                list.resize(seen.len(), Judged { rank: 0, verdict: Verdict::Pooled });
            }
        }
        let (raw, condensed) = (&mut self.raw[..seen.len()], &mut self.condensed[..seen.len()]);
        // Every document is written to both lists, and a count advances only if the document belongs to the list.
        // The processor could not predict which documents a sample judges, and a mispredicted branch costs more
        // than the store.
        let (mut pooled, mut levels) = (0, 0);
        for (rank, doc) in joined.ranked() {
            let verdict = verdicts[doc as usize];
            let has_level = is_judged(doc);
            raw[pooled] = Judged { rank, verdict: if has_level { verdict } else { Verdict::Pooled } };
            condensed[levels] = Judged { rank: levels as u32 + 1, verdict };
            pooled += usize::from(is_pooled(doc));
            levels += usize::from(has_level);
        }
        [pooled, levels]
    }

    /// Fills both lists with units, and the two lists of documents.
    fn fill_with_units(
        &mut self,
        contents: &Contents,
        joined: &JoinedTopic<'_>,
        judgments: &TopicJudgments<'_>,
    ) {
        for list in
            [&mut self.raw, &mut self.condensed, &mut self.raw_documents, &mut self.condensed_documents]
        {
            list.clear();
        }
        let (mut documents, mut units) = (0, 0);
        self.walk.start(contents);
        for (rank, doc) in joined.ranked().filter(|&(_, doc)| judgments.is_pooled(doc)) {
            if !judgments.is_judged(doc) {
                push_document(&mut self.raw, rank, Verdict::Pooled);
                self.raw_documents.push(Judged { rank, verdict: Verdict::Pooled });
                continue;
            }
            documents += 1;
            let levels = self.walk.see(contents, doc);
            push_units(&mut self.raw, rank, units, levels);
            push_units(&mut self.condensed, documents, units, levels);
            units += levels.len() as u32;
            // The last level is the highest.
            let verdict = Verdict::Level(levels.last().copied().unwrap_or(0));
            self.raw_documents.push(Judged { rank, verdict });
            self.condensed_documents.push(Judged { rank: documents, verdict });
        }
    }
}

/// Appends the units that a document at `rank` completes, after the `units` that were complete before. Down
/// to rank r, at most r units count, so the nth unit of a list moves down to rank n if `rank` is less than n.
/// If the document completes no unit, it is appended as nonrelevant.
fn push_units(list: &mut Vec<Judged>, rank: u32, units: u32, levels: &[u8]) {
    if levels.is_empty() {
        push_document(list, rank, Verdict::Level(0));
    }
    let entries = (units + 1..).zip(levels);
    list.extend(entries.map(|(nth, &level)| Judged { rank: rank.max(nth), verdict: Verdict::Level(level) }));
}

/// Appends a document that completes no unit. If units moved down past `rank`, the document gets the last
/// entry's rank, so that it comes after these units: they were complete before it, and some measures count
/// the entries above an entry.
fn push_document(list: &mut Vec<Judged>, rank: u32, verdict: Verdict) {
    let last = list.last().map_or(0, |last| last.rank);
    list.push(Judged { rank: rank.max(last), verdict });
}
