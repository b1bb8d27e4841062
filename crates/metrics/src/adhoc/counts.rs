//! Counts of documents: the score of a run is their sum over topics, and they are defined without any
//! relevant document.

use crate::hits::{self, Hit};
use crate::list::JudgedList;
use crate::metric::Metric;
use crate::registry::{Entry, Measure, Summary};
use crate::scorer::{LAST_RANK, ScorerError, Setting};
use rejudge_levels::Verdict;

/// C(n): the relevant documents that are retrieved, of level `rel` or above (0 means 1).
///
/// trec_eval, `num_rel_ret`.
///
/// ```
/// use rejudge_metrics::{Judged, JudgedList, nonrelevant_retrieved, relevant_retrieved};
/// use rejudge_levels::Verdict::Level;
/// let ranking = [(1, 2), (2, 0), (4, 1)].map(|(rank, level)| Judged { rank, verdict: Level(level) });
/// let list = JudgedList {
///     ranking: &ranking,
///     retrieved: 4,
///     ideal: &[2, 1],
///     judged_nonrelevant: 3,
///     documents: None,
/// };
/// assert_eq!((relevant_retrieved(&list, 1), relevant_retrieved(&list, 2)), (2, 1));
/// assert_eq!((nonrelevant_retrieved(&list, 1), nonrelevant_retrieved(&list, 2)), (1, 2));
/// ```
pub fn relevant_retrieved(list: &JudgedList<'_>, rel: u8) -> u32 {
    hits::count(hits::hits(list.ranking), rel, list.retrieved)
}

/// The retrieved documents that are judged, below level `rel` (0 means 1).
///
/// trec_eval, `num_nonrel_judged_ret`. See [`relevant_retrieved`] for an example.
pub fn nonrelevant_retrieved(list: &JudgedList<'_>, rel: u8) -> u32 {
    NonrelevantRetrieved { rel, last_rank: LAST_RANK }.of(list)
}

/// All retrieved documents; with `rel` in the name the relevant ones, as in ir_measures.
#[derive(Clone, Debug)]
pub(crate) struct Retrieved {
    rel: Option<u8>,
    last_rank: u32,
}

impl Measure for Retrieved {
    const ENTRY: Entry = Entry::binary(
        Summary::Sum,
        "NumRet",
        "number of documents retrieved",
        "n retrieved; with rel those of that level or above",
        "trec_eval, num_ret",
    );

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { rel: metric.rel(), last_rank: setting.last_rank(metric) })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let count = match self.rel {
            None => list.retrieved_to(self.last_rank),
            Some(rel) => hits::count(hits, rel, list.retrieved_to(self.last_rank)),
        };
        Some(f64::from(count))
    }
}

/// R, whatever is retrieved.
#[derive(Clone, Debug)]
pub(crate) struct Relevant {
    rel: u8,
}

impl Measure for Relevant {
    const ENTRY: Entry =
        Entry::binary(Summary::Sum, "NumRel", "number of relevant documents", "R", "trec_eval, num_rel");

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { rel: setting.rel(metric) })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, _: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        Some(f64::from(list.relevant(self.rel)))
    }
}

/// See [`relevant_retrieved`].
#[derive(Clone, Debug)]
pub(crate) struct RelevantRetrieved {
    rel: u8,
    last_rank: u32,
}

impl Measure for RelevantRetrieved {
    const ENTRY: Entry = Entry::binary(
        Summary::Sum,
        "NumRelRet",
        "number of relevant documents retrieved",
        "C(n)",
        "trec_eval, num_rel_ret",
    );

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { rel: setting.rel(metric), last_rank: setting.last_rank(metric) })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        Some(f64::from(hits::count(hits, self.rel, list.retrieved_to(self.last_rank))))
    }
}

/// See [`nonrelevant_retrieved`].
#[derive(Clone, Debug)]
pub(crate) struct NonrelevantRetrieved {
    rel: u8,
    last_rank: u32,
}

impl NonrelevantRetrieved {
    fn of(&self, list: &JudgedList<'_>) -> u32 {
        let seen = list.documents().iter().take_while(|entry| entry.rank <= self.last_rank);
        let is_nonrelevant = |verdict| matches!(verdict, Verdict::Level(level) if level < self.rel.max(1));
        seen.map(|entry| u32::from(is_nonrelevant(entry.verdict))).sum()
    }
}

impl Measure for NonrelevantRetrieved {
    const ENTRY: Entry = Entry::binary(
        Summary::Sum,
        "NumNonrelRet",
        "number of judged nonrelevant documents retrieved",
        "judged documents retrieved that are not relevant",
        "trec_eval, num_nonrel_judged_ret",
    );
    const WALKS_RANKING: bool = true;

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { rel: setting.rel(metric), last_rank: setting.last_rank(metric) })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, _: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        Some(f64::from(self.of(list)))
    }
}
