//! Average precision.

use crate::hits::{self, Hit};
use crate::list::JudgedList;
use crate::metric::Metric;
use crate::registry::{Cutoff, Domain, Entry, Measure, Parameter, Relevance, Summary};
use crate::scorer::{LAST_RANK, ScorerError, Setting};

/// By what a sum over the relevant documents down to a cutoff is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Norm {
    /// R, so that a topic with more relevant documents than the cutoff has no score of 1 (trec_eval).
    R,
    /// min(cutoff, R), so that the ideal list scores 1 (NTCIREVAL).
    Min,
}

impl Norm {
    /// The parameter, with what stands for it when it is not given.
    pub(crate) const fn parameter(default: &'static str) -> Parameter {
        Parameter {
            name: "norm",
            meaning: "the divisor at a cutoff: R, or min(cutoff, R); without a cutoff both are R",
            domain: Domain::Words(&["R", "min"]),
            default: Some(default),
            only_with: None,
        }
    }

    /// The most that the divisor can be for `metric`: [`Norm::R`] knows no limit.
    pub(crate) fn limit_of(metric: &Metric) -> u32 {
        match metric.word("norm") {
            "min" => metric.cutoff().unwrap_or(LAST_RANK),
            _ => LAST_RANK,
        }
    }

    /// The most that the divisor can be at `cutoff`.
    pub(crate) fn limit(self, cutoff: Option<u32>) -> u32 {
        match self {
            Self::R => LAST_RANK,
            Self::Min => cutoff.unwrap_or(LAST_RANK),
        }
    }
}

/// Average precision, `C(r)` being the relevant documents in the top `r` and I(r) whether the one at
/// rank `r` is relevant:
///
/// AP = (1/R) Σ I(r) C(r)/r
///
/// Documents of level `rel` or above are relevant (0 means 1). Unjudged documents count as nonrelevant.
/// With a cutoff the sum ends there and the divisor is R (trec_eval's `map_cut`) or, by [`Norm::Min`],
/// min(cutoff, R) (NTCIREVAL's AP@l). `None` when R = 0.
///
/// On the condensed list this is AP', also known as induced AP (Eq. 7 of the same paper).
///
/// Sakai, IPSJ 2009, Eq. 1; Sakai and Robertson, EVIA 2008, Eq. 2 (NCP_u).
///
/// ```
/// use rejudge_metrics::{Judged, JudgedList, Norm, average_precision};
/// use rejudge_levels::Verdict::Level;
/// // Relevant documents at ranks 1 and 4, nothing judged at 2; a third one is not retrieved.
/// let ranking = [(1, 2), (3, 0), (4, 1)].map(|(rank, level)| Judged { rank, verdict: Level(level) });
/// let list = JudgedList {
///     ranking: &ranking,
///     retrieved: 4,
///     ideal: &[2, 1, 1],
///     judged_nonrelevant: 1,
///     documents: None,
/// };
/// assert_eq!(average_precision(&list, 1, None, Norm::R), Some((1.0 / 1.0 + 2.0 / 4.0) / 3.0));
/// assert_eq!(average_precision(&list, 2, None, Norm::R), Some(1.0));
/// assert_eq!(average_precision(&list, 1, Some(3), Norm::R), Some(1.0 / 3.0));
/// assert_eq!(average_precision(&list, 1, Some(2), Norm::Min), Some(1.0 / 2.0));
/// assert_eq!(average_precision(&list, 3, None, Norm::R), None);
/// ```
pub fn average_precision(list: &JudgedList<'_>, rel: u8, cutoff: Option<u32>, norm: Norm) -> Option<f64> {
    let last_rank = cutoff.unwrap_or(LAST_RANK);
    AveragePrecision { rel, last_rank, divisor_limit: norm.limit(cutoff) }
        .score(list, hits::hits(list.ranking))
}

#[derive(Clone, Debug)]
pub(crate) struct AveragePrecision {
    rel: u8,
    last_rank: u32,
    divisor_limit: u32,
}

impl AveragePrecision {
    /// Over the whole list: what GMAP is the geometric mean of.
    pub fn of_whole_list(rel: u8, last_rank: u32) -> Self {
        Self { rel, last_rank, divisor_limit: Norm::R.limit(None) }
    }
}

impl Measure for AveragePrecision {
    const ENTRY: Entry = Entry {
        name: "AP",
        title: "average precision",
        formula: "(1/R) Σ I(r) C(r)/r; min: 1/min(k, R)",
        parameters: &[Norm::parameter("R")],
        cutoff: Cutoff::Optional,
        relevance: Relevance::Binary,
        summary: Summary::Mean,
        source: "Sakai, IPSJ 2009, Eq. 1; Sakai and Robertson, EVIA 2008, Eq. 2",
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self {
            rel: setting.rel(metric),
            last_rank: setting.last_rank(metric),
            divisor_limit: Norm::limit_of(metric),
        })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let relevant = list.relevant(self.rel);
        if relevant == 0 {
            return None;
        }
        let (mut found, mut sum) = (0.0, 0.0);
        for hit in hits.take_while(|hit| hit.rank <= self.last_rank) {
            if hit.level >= self.rel {
                found += 1.0;
                sum += found / f64::from(hit.rank);
            }
        }
        Some(sum / f64::from(relevant.min(self.divisor_limit)))
    }
}
