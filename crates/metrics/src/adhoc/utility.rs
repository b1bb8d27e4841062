//! Utility: the worth of a retrieved set as a weighted count.

use crate::hits::{self, Hit};
use crate::list::JudgedList;
use crate::metric::Metric;
use crate::registry::{Cutoff, Domain, Entry, Measure, Parameter, Relevance, Summary};
use crate::scorer::{LAST_RANK, ScorerError, Setting};

/// What a document is worth, by whether it is relevant and whether it is retrieved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// Relevant and retrieved.
    pub a: f64,
    /// Nonrelevant and retrieved.
    pub b: f64,
    /// Relevant and not retrieved.
    pub c: f64,
    /// Nonrelevant and not retrieved.
    pub d: f64,
    /// Documents in the collection, which the count behind `d` needs.
    pub documents: f64,
}

/// Utility of the retrieved set: n documents retrieved, r of them relevant, N documents in the collection.
///
/// Utility = a r + b (n - r) + c (R - r) + d (N + r - n - R)
///
/// Documents of level `rel` or above are relevant (0 means 1), all others are not, judged or unjudged. Any
/// number, not one from 0 to 1; defined when R = 0 too. The score of a run is the mean over topics.
///
/// trec_eval, `utility` (a = 1, b = -1, c = d = 0; N = 0 unless given).
///
/// ```
/// use rejudge_metrics::{Judged, JudgedList, Worth, utility};
/// use rejudge_levels::Verdict::Level;
/// let ranking = [(1, 1), (2, 0)].map(|(rank, level)| Judged { rank, verdict: Level(level) });
/// let list = JudgedList {
///     ranking: &ranking,
///     retrieved: 4,
///     ideal: &[1, 1, 1],
///     judged_nonrelevant: 1,
///     documents: None,
/// };
/// let worth = Worth { a: 1.0, b: -1.0, c: 0.0, d: 0.0, documents: 0.0 };
/// assert_eq!(utility(&list, 1, worth), 1.0 - 3.0);
/// let worth = Worth { c: -0.5, d: 0.01, documents: 100.0, ..worth };
/// assert_eq!(utility(&list, 1, worth), 1.0 - 3.0 - 1.0 + 0.01 * (100.0 + 1.0 - 4.0 - 3.0));
/// ```
pub fn utility(list: &JudgedList<'_>, rel: u8, worth: Worth) -> f64 {
    Utility { rel, worth, last_rank: LAST_RANK }.of(list, hits::hits(list.ranking))
}

#[derive(Clone, Debug)]
pub(crate) struct Utility {
    rel: u8,
    worth: Worth,
    last_rank: u32,
}

impl Utility {
    #[inline]
    fn of(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit>) -> f64 {
        let Worth { a, b, c, d, documents } = self.worth;
        let retrieved = list.retrieved_to(self.last_rank);
        let found = f64::from(hits::count(hits, self.rel, retrieved));
        let (relevant, retrieved) = (f64::from(list.relevant(self.rel)), f64::from(retrieved));
        a * found
            + b * (retrieved - found)
            + c * (relevant - found)
            + d * (documents + found - retrieved - relevant)
    }
}

const fn worth(name: &'static str, meaning: &'static str, default: &'static str) -> Parameter {
    Parameter { name, meaning, domain: Domain::Number, default: Some(default), only_with: None }
}

impl Measure for Utility {
    const ENTRY: Entry = Entry {
        name: "Utility",
        title: "utility of the retrieved set",
        formula: "a r + b (n - r) + c (R - r) + d (N + r - n - R); n retrieved, r of them relevant",
        parameters: &[
            worth("a", "worth of a relevant document retrieved", "1"),
            worth("b", "worth of a nonrelevant document retrieved", "-1"),
            worth("c", "worth of a relevant document not retrieved", "0"),
            worth("d", "worth of a nonrelevant document not retrieved", "0"),
            worth("N", "documents in the collection", "0"),
        ],
        cutoff: Cutoff::Never,
        relevance: Relevance::Binary,
        summary: Summary::Mean,
        source: "trec_eval, utility",
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        let [a, b, c, d, documents] = ["a", "b", "c", "d", "N"].map(|name| metric.number(name));
        let worth = Worth { a, b, c, d, documents };
        Ok(Self { rel: setting.rel(metric), worth, last_rank: setting.last_rank(metric) })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        Some(self.of(list, hits))
    }
}
