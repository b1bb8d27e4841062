//! Bounds the scores of joined runs under a judgment set, in one loop over runs, topics and measures.

use rejudge_metrics::{Gains, Metric, Scorer, Summary, Verdict};

use crate::bounds::interval::{Bounds, Kind};
use crate::bounds::open_list::{Gap, OpenList, RankedLevel};
use crate::bounds::rule::{Rule, Setting, rule};
use crate::bounds::{BoundsError, Retrieved};
use crate::{Buffers, JoinedRun, TestCollection, TopicIx, View};

/// Bounds the scores of stored runs by several measures under one judgment set.
///
/// ```
/// use rejudge_pools::bounds::{Bounding, Retrieved};
/// use rejudge_metrics::{Gains, Verdict::Level};
/// use rejudge_pools::{JoinedRun, Run, Team, TestCollection, Topic, View};
///
/// // Document 2 is not judged.
/// let topic = Topic { name: "1".into(), verdicts: vec![Level(1), Level(0)], documents: 3 };
/// let run = Run { name: "a1".into(), team: 0, pooled: true, eligible: true };
/// let team = Team { name: "a".into(), analysed: true };
/// let collection = TestCollection::new(vec![topic], vec![run], vec![team], vec![vec![vec![2, 0]]]);
/// let (full, retrieved) = (View::full(&collection), Retrieved::new(&collection, None)?);
/// let metrics = ["P@2".parse()?, "AP".parse()?];
/// let bounding = Bounding::new(&metrics, &Gains::linear(1), 1, &collection, &full, &retrieved)?;
/// let joined = JoinedRun::new(&collection, 0, 1000);
/// let bounds = bounding.bounds([&joined], &[0]);
/// assert_eq!((bounds.of_run(0, 0)[0].lower, bounds.of_run(0, 0)[0].upper), (0.5, 1.0));
/// assert_eq!((bounds.of_run(1, 0)[0].lower, bounds.of_run(1, 0)[0].upper), (0.5, 1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Bounding<'a> {
    pub(crate) scorer: Scorer,
    pub(crate) rules: Vec<Box<dyn Rule>>,
    pub(crate) summaries: Vec<Summary>,
    pub(crate) collection: &'a TestCollection,
    pub(crate) view: &'a View,
    /// For each topic, how many unjudged documents the stored runs retrieved.
    holes: Vec<u32>,
    /// The last rank that [`Retrieved`] covers. No joined run may be longer.
    last_rank: u32,
    top_level: u8,
}

/// Bounds of runs on topics. They are stored by measure, then by run, then by topic.
#[must_use]
#[derive(Clone, Debug, PartialEq)]
pub struct RunBounds {
    runs: usize,
    topics: usize,
    bounds: Vec<Bounds>,
    kinds: Vec<Kind>,
}

/// Memory for the hits and gaps of one list. Only the first `judged_count` entries of `judged` and the first
/// `gap_count` entries of `gaps` are valid; the rest are left over from earlier lists.
#[derive(Debug, Default)]
pub(crate) struct ListBuffers {
    judged: Vec<RankedLevel>,
    judged_count: usize,
    gaps: Vec<Gap>,
    gap_count: usize,
    holes: u32,
    retrieved: u32,
}

/// Two formulas for one number may differ by this much because of rounding.
const ROUNDING: f64 = 1e-9;

impl<'a> Bounding<'a> {
    /// Prepares to bound the scores of `metrics` under the judgments of `view`. A hole may have any level up to
    /// the highest level of `gains`.
    ///
    /// # Errors
    /// If no bounds are derived for a measure, if a measure does not fit the gains, if `min_rel` or the
    /// `max_rank` of `retrieved` is 0, or if the view has units (duplicates or groups of documents).
    ///
    /// # Panics
    /// If `view` or `retrieved` belongs to another collection.
    pub fn new(
        metrics: &[Metric],
        gains: &Gains,
        min_rel: u8,
        collection: &'a TestCollection,
        view: &'a View,
        retrieved: &Retrieved,
    ) -> Result<Self, BoundsError> {
        assert_eq!(
            retrieved.topics(),
            collection.topics().len(),
            "`retrieved` belongs to another collection"
        );
        if view.has_units() {
            let fault = "no bounds are derived for duplicates or groups of documents";
            return Err(BoundsError(fault.to_owned()));
        }
        let max_rank = retrieved.max_rank();
        let holes: Vec<u32> =
            (0..collection.topics().len()).map(|topic| retrieved.holes(view, topic)).collect();
        let longest = (0..collection.runs().len()).flat_map(|run| collection.lengths(run)).max().unwrap_or(0);
        let longest = (longest as u32).min(max_rank.unwrap_or(u32::MAX));
        let ideal = |(topic, holes): (usize, &u32)| view.ideal(topic).len() as u32 + holes;
        let deepest = holes.iter().enumerate().map(ideal).max().unwrap_or(0).max(longest);
        let setting = Setting { gains, min_rel, max_rank, deepest };
        let scorer = Scorer::new(metrics, gains, min_rel, max_rank)?;
        let rules = metrics.iter().map(|metric| rule(metric, &setting)).collect::<Result<_, _>>()?;
        let last_rank = max_rank.unwrap_or(u32::MAX);
        let summaries = metrics.iter().map(Metric::summary).collect();
        Ok(Self {
            scorer,
            rules,
            summaries,
            collection,
            view,
            holes,
            last_rank,
            top_level: gains.top_level(),
        })
    }

    /// Returns the bounds of runs on topics.
    ///
    /// # Panics
    /// If a topic is out of range, if a run keeps only relevant documents ([`JoinedRun::add_relevant`]), or
    /// if a run has more documents for a topic with holes than the `max_rank` of [`Retrieved`].
    pub fn bounds<'r, R: IntoIterator<Item = &'r JoinedRun, IntoIter: ExactSizeIterator>>(
        &self,
        runs: R,
        topics: &[TopicIx],
    ) -> RunBounds {
        let runs = runs.into_iter();
        let (count, measures) = (runs.len(), self.rules.len());
        let size = measures * count * topics.len();
        let (mut bounds, mut kinds) = (vec![Bounds::default(); size], vec![Kind::Exact; size]);
        // Memory for one list, reused from list to list.
        let (mut buffers, mut list_buffers, mut room) =
            (Buffers::default(), ListBuffers::default(), Vec::new());
        let mut scores = vec![None; measures];
        for (r, run) in runs.enumerate() {
            for (t, &topic) in topics.iter().enumerate() {
                buffers.score(&self.scorer, self.view.judgments(topic), run, topic, &mut scores);
                let open = (self.holes[topic] > 0).then(|| {
                    self.read_list(run, topic, &mut list_buffers);
                    self.open_list(topic, &list_buffers)
                });
                for (measure, (rule, score)) in self.rules.iter().zip(&scores).enumerate() {
                    let place = (measure * count + r) * topics.len() + t;
                    let score = score.unwrap_or(0.0);
                    let Some(open) = &open else {
                        bounds[place] = Bounds::point(score);
                        continue;
                    };
                    let filling_bounds = rule.bounds(open, &mut room).unsigned_zero();
                    // The score of a condensed list may be outside the range of the fillings' scores. Then no
                    // filling reaches the end that is widened to this score.
                    let is_within = filling_bounds.contains(score, ROUNDING);
                    kinds[place] = if is_within { rule.kind() } else { Kind::Outer };
                    bounds[place] = filling_bounds.including(score);
                }
            }
        }
        RunBounds { runs: count, topics: topics.len(), bounds, kinds }
    }
}

impl ListBuffers {
    /// Ends the list. So far it has `gaps` gaps with `above` holes in total, and its last judged document is at
    /// rank `before`.
    fn end(&mut self, mut gaps: usize, before: u32, mut above: u32) {
        if before < self.retrieved {
            self.gaps[gaps] = Gap { first: before + 1, last: self.retrieved, above };
            (gaps, above) = (gaps + 1, above + self.retrieved - before);
        }
        (self.gap_count, self.holes) = (gaps, above);
    }
}

impl Bounding<'_> {
    /// Reads the hits and the gaps of a run for a topic into `buffers`.
    pub(crate) fn read_list(&self, run: &JoinedRun, topic: TopicIx, buffers: &mut ListBuffers) {
        let (ranks, documents) = run.seen(topic);
        buffers.retrieved = run.retrieved(topic);
        assert!(
            buffers.retrieved <= self.last_rank,
            "the run was joined to a greater depth than `retrieved` covers"
        );
        buffers.judged.resize(buffers.judged.len().max(ranks.len() + 1), RankedLevel::default());
        buffers.gaps.resize(buffers.gaps.len().max(ranks.len() + 1), Gap::default());
        let verdicts = self.view.verdicts(topic);
        // Every entry is written, and the count advances only if the entry is kept. A branch around the write would
        // be slower, because the processor could not predict it.
        let (mut hits, mut gaps, mut above, mut before) = (0, 0, 0, 0);
        for (&rank, &doc) in ranks.iter().zip(documents) {
            let level = match verdicts[doc as usize] {
                Verdict::Level(level) => level,
                Verdict::Pooled => 0,
            };
            let is_judged = self.view.keeps(topic, doc);
            buffers.judged[hits] = RankedLevel { rank, level };
            hits += usize::from(is_judged && level > 0);
            buffers.gaps[gaps] = Gap { first: before + 1, last: rank - 1, above };
            let holes = if is_judged { rank - 1 - before } else { 0 };
            gaps += usize::from(holes > 0);
            above += holes;
            before = if is_judged { rank } else { before };
        }
        buffers.judged_count = hits;
        buffers.end(gaps, before, above);
    }

    /// Returns the list for `topic`, which was read into `buffers`.
    pub(crate) fn open_list<'l>(&'l self, topic: TopicIx, buffers: &'l ListBuffers) -> OpenList<'l> {
        OpenList {
            judged: &buffers.judged[..buffers.judged_count],
            gaps: &buffers.gaps[..buffers.gap_count],
            retrieved: buffers.retrieved,
            elsewhere: self.holes[topic] - buffers.holes,
            ideal: self.view.ideal(topic),
            judged_nonrelevant: self.view.judged_nonrelevant(topic),
            top_level: self.top_level,
        }
    }
}

impl RunBounds {
    /// Returns the number of runs.
    pub fn runs(&self) -> usize {
        self.runs
    }

    /// Returns a run's bounds by a measure, topic by topic.
    ///
    /// # Panics
    /// If there is no such measure. A run out of range is not always detected.
    pub fn of_run(&self, measure: usize, run: usize) -> &[Bounds] {
        &self.bounds[(measure * self.runs + run) * self.topics..][..self.topics]
    }

    /// Returns the bounds of the mean (or other summary) of a run's scores by a measure. Topics share no unjudged
    /// document, so if each topic's bounds are exact, one filling reaches all lower ends, and another all
    /// upper ends.
    ///
    /// # Panics
    /// If there is no such measure. A run out of range is not always detected.
    pub fn summary(&self, summary: Summary, measure: usize, run: usize) -> Bounds {
        let run_bounds = self.of_run(measure, run).iter();
        let end = |end: fn(&Bounds) -> f64| summary.summarise(run_bounds.clone().map(end));
        Bounds { lower: end(|bounds| bounds.lower), upper: end(|bounds| bounds.upper) }
    }

    /// Returns the kind of a run's bounds by a measure, topic by topic.
    ///
    /// # Panics
    /// If there is no such measure. A run out of range is not always detected.
    pub fn kinds(&self, measure: usize, run: usize) -> &[Kind] {
        &self.kinds[(measure * self.runs + run) * self.topics..][..self.topics]
    }
}
