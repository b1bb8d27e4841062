//! Measures of the retrieved set, whose order they do not look at.
//!
//! n documents are retrieved, C(n) of them relevant. Documents of level `rel` or above are relevant (0 means
//! 1); unjudged documents count as nonrelevant. All are `None` when R = 0, and 0 for an empty set.

use crate::hits::{self, Hit};
use crate::list::JudgedList;
use crate::metric::Metric;
use crate::registry::{Domain, Entry, Measure, Parameter, Summary};
use crate::scorer::{LAST_RANK, ScorerError, Setting};

/// Precision of the retrieved set: SetP = C(n) / n. `None` when R = 0, 0 for an empty set.
///
/// trec_eval, `set_P`.
///
/// ```
/// use rejudge_levels::*;
/// use rejudge_metrics::*;
/// let ranking = [(1, 1), (2, 0)].map(|(rank, level)| Judged { rank, verdict: Verdict::Level(level) });
/// let list = JudgedList {
///     ranking: &ranking,
///     retrieved: 4,
///     ideal: &[1, 1],
///     judged_nonrelevant: 1,
///     documents: None,
/// };
/// assert_eq!(set_precision(&list, 1), Some(0.25));
/// assert_eq!(set_relative_precision(&list, 1), Some(0.5));
/// assert_eq!(set_recall(&list, 1), Some(0.5));
/// assert_eq!(set_average_precision(&list, 1), Some(0.125));
/// assert_eq!(set_f(&list, 1, 1.0), Some(1.0 / 3.0));
/// assert_eq!(set_precision(&list, 2), None);
/// ```
pub fn set_precision(list: &JudgedList<'_>, rel: u8) -> Option<f64> {
    SetPrecision { rel, last_rank: LAST_RANK }.score(list, hits::hits(list.ranking))
}

/// Precision of the retrieved set in proportion to the best of its size: SetRelP = C(n) / min(n, R). `None`
/// when R = 0, 0 for an empty set.
///
/// trec_eval, `set_relative_P`. See [`set_precision`] for an example.
pub fn set_relative_precision(list: &JudgedList<'_>, rel: u8) -> Option<f64> {
    SetRelativePrecision { rel, last_rank: LAST_RANK }.score(list, hits::hits(list.ranking))
}

/// Recall of the retrieved set: SetR = C(n) / R. `None` when R = 0.
///
/// trec_eval, `set_recall`. See [`set_precision`] for an example.
pub fn set_recall(list: &JudgedList<'_>, rel: u8) -> Option<f64> {
    SetRecall { rel, last_rank: LAST_RANK }.score(list, hits::hits(list.ranking))
}

/// Average precision of the retrieved set, each relevant document of it having the precision of the set:
/// SetAP = C(n)² / (n R). `None` when R = 0, 0 for an empty set.
///
/// trec_eval, `set_map`. See [`set_precision`] for an example.
pub fn set_average_precision(list: &JudgedList<'_>, rel: u8) -> Option<f64> {
    SetAveragePrecision { rel, last_rank: LAST_RANK }.score(list, hits::hits(list.ranking))
}

/// F measure of the retrieved set, P and R standing for its precision and recall:
///
/// SetF = (β + 1) P R / (R + β P)
///
/// β itself, not its square, is the weight of recall, as in trec_eval and ir_measures. `None` when there is
/// no relevant document, 0 when none is retrieved.
///
/// trec_eval, `set_F`. See [`set_precision`] for an example.
pub fn set_f(list: &JudgedList<'_>, rel: u8, beta: f64) -> Option<f64> {
    SetF { rel, beta, last_rank: LAST_RANK }.score(list, hits::hits(list.ranking))
}

/// The relevant documents of the set, the documents of the set, and R; `None` when R = 0.
#[inline]
fn counts(
    list: &JudgedList<'_>,
    hits: impl Iterator<Item = Hit>,
    rel: u8,
    last_rank: u32,
) -> Option<(f64, f64, f64)> {
    let (relevant, retrieved) = (list.relevant(rel), list.retrieved_to(last_rank));
    let found = f64::from(hits::count(hits, rel, retrieved));
    (relevant > 0).then(|| (found, f64::from(retrieved), f64::from(relevant)))
}

/// A quotient that is 0 where nothing was found, the divisor then perhaps being 0.
#[inline]
fn share(found: f64, of: f64) -> f64 {
    if found == 0.0 { 0.0 } else { found / of }
}

/// A measure of the set is its entry and what it makes of C(n), n and R.
macro_rules! of_counts {
    ($($kernel:ident: $name:literal, $title:literal, $formula:literal, $source:literal,
       |$found:ident, $retrieved:pat_param, $relevant:pat_param| $score:expr;)+) => { $(
        #[derive(Clone, Debug)]
        pub(crate) struct $kernel {
            rel: u8,
            last_rank: u32,
        }

        impl Measure for $kernel {
            const ENTRY: Entry = Entry::binary(Summary::Mean, $name, $title, $formula, $source);

            fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
                Ok(Self { rel: setting.rel(metric), last_rank: setting.last_rank(metric) })
            }

            #[inline]
            fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
                let ($found, $retrieved, $relevant) = counts(list, hits, self.rel, self.last_rank)?;
                Some($score)
            }
        }
    )+ };
}

of_counts! {
    SetPrecision: "SetP", "precision of the set", "C(n) / n; n retrieved", "trec_eval, set_P",
        |found, retrieved, _| share(found, retrieved);
    SetRelativePrecision: "SetRelP", "relative precision of the set", "C(n) / min(n, R); n retrieved",
        "trec_eval, set_relative_P", |found, retrieved, relevant| share(found, retrieved.min(relevant));
    SetRecall: "SetR", "recall of the set", "C(n) / R; n retrieved", "trec_eval, set_recall",
        |found, _, relevant| found / relevant;
    SetAveragePrecision: "SetAP", "average precision of the set", "C(n)² / (n R); n retrieved", "trec_eval, set_map",
        |found, retrieved, relevant| share(found * found, retrieved * relevant);
}

#[derive(Clone, Debug)]
pub(crate) struct SetF {
    rel: u8,
    beta: f64,
    last_rank: u32,
}

impl Measure for SetF {
    const ENTRY: Entry = Entry {
        parameters: &[Parameter {
            name: "beta",
            meaning: "weight of recall against precision, not squared",
            domain: Domain::Positive,
            default: Some("1"),
            only_with: None,
        }],
        ..Entry::binary(
            Summary::Mean,
            "SetF",
            "F measure of the set",
            "(β + 1) P R / (R + β P) of the set",
            "trec_eval, set_F",
        )
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        let (beta, last_rank) = (metric.number("beta"), setting.last_rank(metric));
        Ok(Self { rel: setting.rel(metric), beta, last_rank })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let (found, retrieved, relevant) = counts(list, hits, self.rel, self.last_rank)?;
        let (precision, recall) = (share(found, retrieved), found / relevant);
        Some(share((self.beta + 1.0) * precision * recall, recall + self.beta * precision))
    }
}
