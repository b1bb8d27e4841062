//! The join of a ranking with judgments; document ids end here.
//!
//! A run is joined once with the full judgments: what stays is the rank and number of each judged
//! document. Every judgment set is then a filter over that short list.
//!
//! Topics and runs out of range panic. A joined run of another collection cannot be told from one of
//! this and gives lists that mean nothing.

use rejudge_metrics::{Judged, JudgedList, Verdict};

use crate::contents::{Contents, Walk};
use crate::{DocIx, Mask, RunIx, TestCollection, TopicIx, View};

/// The documents of one run that have a verdict, topic by topic.
#[must_use]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JoinedRun {
    /// (rank, document) of the documents with a verdict, topic after topic.
    seen: Vec<(u32, DocIx)>,
    /// End of each topic in `seen`, and the number of documents retrieved for it.
    topics: Vec<(usize, u32)>,
}

impl JoinedRun {
    /// Joins `run` with the full judgments; documents after `max_rank` do not exist, for the
    /// condensed list neither: it is condensed after the cut.
    ///
    /// # Panics
    /// When `run` is out of range.
    pub fn new(collection: &TestCollection, run: RunIx, max_rank: usize) -> Self {
        let mut joined = Self { seen: Vec::new(), topics: Vec::with_capacity(collection.topics().len()) };
        for (at, topic) in collection.topics().iter().enumerate() {
            let ranking = collection.ranking(run, at);
            let ranking = &ranking[..max_rank.min(ranking.len())];
            let ranked = (1..).zip(ranking.iter().copied());
            joined.seen.extend(ranked.filter(|&(_, doc)| (doc as usize) < topic.verdicts.len()));
            joined.topics.push((joined.seen.len(), ranking.len() as u32));
        }
        joined
    }

    /// A run that a reader has joined: for each topic rank and number of the documents with a verdict, in the order of
    /// ranks from 1, and how many were retrieved.
    pub fn of_topics<'a>(topics: impl Iterator<Item = (&'a [(u32, DocIx)], u32)> + Clone) -> Self {
        let mut seen = Vec::with_capacity(topics.clone().map(|(seen, _)| seen.len()).sum());
        let topic = |(of_topic, retrieved): (&[(u32, DocIx)], u32)| {
            seen.extend_from_slice(of_topic);
            (seen.len(), retrieved)
        };
        let topics = topics.map(topic).collect();
        Self { seen, topics }
    }

    pub(crate) fn of(&self, topic: TopicIx) -> (&[(u32, DocIx)], u32) {
        let start = topic.checked_sub(1).map_or(0, |before| self.topics[before].0);
        let (end, retrieved) = self.topics[topic];
        (&self.seen[start..end], retrieved)
    }

    /// Documents retrieved for `topic`; 0 where the run lacks it.
    pub fn retrieved(&self, topic: TopicIx) -> u32 {
        self.topics[topic].1
    }
}

/// Room for the two forms of one list, reused from list to list: once it has held the longest list,
/// nothing is allocated.
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
/// )?;
/// let (full, joined) = (View::full(&collection), JoinedRun::new(&collection, 1, 1000));
/// let mut buffers = Buffers::default();
/// let lists = buffers.lists(&collection, &full, &joined, 0);
/// let entry = |rank, level| Judged { rank, verdict: Level(level) };
/// assert_eq!((lists.raw.ranking, lists.raw.retrieved), (&[entry(2, 2), entry(4, 0)][..], 4));
/// assert_eq!((lists.condensed.ranking, lists.condensed.retrieved), (&[entry(1, 2), entry(2, 0)][..], 2));
/// assert_eq!((lists.raw.ideal, lists.raw.judged_nonrelevant), (&[2, 1][..], 1));
///
/// let shallow = pool_depth(&collection, &full, 1); // of the judged documents, 2 alone
/// let lists = buffers.lists(&collection, &shallow, &joined, 0);
/// assert_eq!((lists.raw.ranking, lists.condensed.ranking), (&[entry(2, 2)][..], &[entry(1, 2)][..]));
/// # Ok::<(), rejudge_pools::CollectionError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Buffers {
    raw: Vec<Judged>,
    condensed: Vec<Judged>,
    /// With units, the documents of `raw`; else of no use.
    raw_documents: Vec<Judged>,
    /// With units, the documents of `condensed`; else of no use.
    condensed_documents: Vec<Judged>,
    walk: Walk,
}

/// The two forms of one ranking under one judgment set.
#[must_use]
#[derive(Clone, Copy, Debug)]
pub struct Lists<'a> {
    /// Ranks as in the run. A document of the pool whose judgment is withheld is
    /// [`Verdict::Pooled`]; one outside the pool leaves a gap.
    pub raw: JudgedList<'a>,
    /// Unjudged documents removed, in the pool or not, and ranks closed up.
    pub condensed: JudgedList<'a>,
}

impl Buffers {
    /// The lists of `run` for `topic`, as far as `view` keeps their judgments. Where the view has
    /// [`Units`](crate::Units), a document that completes units gives an entry for each, any other judged
    /// one an entry of level 0; `retrieved` goes on to count documents, and `documents` holds them.
    ///
    /// # Panics
    /// When `topic` is out of range.
    pub fn lists<'a>(
        &'a mut self,
        collection: &TestCollection,
        view: &'a View,
        run: &JoinedRun,
        topic: TopicIx,
    ) -> Lists<'a> {
        let verdicts = &collection.topics()[topic].verdicts;
        let (pool, judged) = (view.pool(topic), view.mask(topic));
        let (seen, retrieved) = run.of(topic);
        let units = view.units(topic);
        let [raw, condensed] = match units {
            Some(contents) => {
                self.fill_with_units(contents, seen, pool, judged);
                [self.raw.len(), self.condensed.len()]
            }
            None => self.fill(verdicts, seen, pool, judged),
        };
        let ideal = view.ideal(topic);
        let judged_nonrelevant = view.judged_nonrelevant(topic);
        let list = |ranking: &'a [Judged], retrieved, documents: &'a [Judged]| {
            let documents = units.is_some().then_some(documents);
            JudgedList { ranking, retrieved, ideal, judged_nonrelevant, documents }
        };
        let raw = list(&self.raw[..raw], retrieved, &self.raw_documents);
        let documents = if units.is_some() { self.condensed_documents.len() } else { condensed };
        let condensed = list(&self.condensed[..condensed], documents as u32, &self.condensed_documents);
        Lists { raw, condensed }
    }

    /// Fills both lists with documents, and says how many they hold. What stands behind is of other lists.
    fn fill(
        &mut self,
        verdicts: &[Verdict],
        seen: &[(u32, DocIx)],
        pool: &Mask,
        judged: &Mask,
    ) -> [usize; 2] {
        for list in [&mut self.raw, &mut self.condensed] {
            if list.len() < seen.len() {
                list.resize(seen.len(), Judged { rank: 0, verdict: Verdict::Pooled });
            }
        }
        let (raw, condensed) = (&mut self.raw[..seen.len()], &mut self.condensed[..seen.len()]);
        // Each document is written and only one that belongs is kept: which ones a sample judges cannot be
        // predicted, and a mispredicted branch costs more than the store.
        let (mut pooled, mut levels) = (0, 0);
        for &(rank, doc) in seen {
            let verdict = verdicts[doc as usize];
            let has_level = judged.contains(doc);
            raw[pooled] = Judged { rank, verdict: if has_level { verdict } else { Verdict::Pooled } };
            condensed[levels] = Judged { rank: levels as u32 + 1, verdict };
            pooled += usize::from(pool.contains(doc));
            levels += usize::from(has_level);
        }
        [pooled, levels]
    }

    /// Fills both lists with units, and their documents.
    fn fill_with_units(&mut self, contents: &Contents, seen: &[(u32, DocIx)], pool: &Mask, judged: &Mask) {
        for list in
            [&mut self.raw, &mut self.condensed, &mut self.raw_documents, &mut self.condensed_documents]
        {
            list.clear();
        }
        let (mut documents, mut units) = (0, 0);
        self.walk.start(contents);
        for &(rank, doc) in seen.iter().filter(|&&(_, doc)| pool.contains(doc)) {
            if !judged.contains(doc) {
                push(&mut self.raw, rank, Verdict::Pooled);
                self.raw_documents.push(Judged { rank, verdict: Verdict::Pooled });
                continue;
            }
            documents += 1;
            let levels = self.walk.see(contents, doc);
            place(&mut self.raw, rank, units, levels);
            place(&mut self.condensed, documents, units, levels);
            units += levels.len() as u32;
            // The lowest level stands first.
            let verdict = Verdict::Level(levels.last().copied().unwrap_or(0));
            self.raw_documents.push(Judged { rank, verdict });
            self.condensed_documents.push(Judged { rank: documents, verdict });
        }
    }
}

/// Puts what a document at `rank` completes after the `units` before it: by rank r at most r of them.
fn place(list: &mut Vec<Judged>, rank: u32, units: u32, levels: &[u8]) {
    if levels.is_empty() {
        push(list, rank, Verdict::Level(0));
    }
    let entries = (units + 1..).zip(levels);
    list.extend(entries.map(|(nth, &level)| Judged { rank: rank.max(nth), verdict: Verdict::Level(level) }));
}

/// Puts a document that completes nothing. Ranks must not fall, and it must not come before a unit that
/// waits, which was complete above it: where a measure counts what stands above, the order decides.
fn push(list: &mut Vec<Judged>, rank: u32, verdict: Verdict) {
    let last = list.last().map_or(0, |last| last.rank);
    list.push(Judged { rank: rank.max(last), verdict });
}
