//! Precision at multiples of R.

use crate::hits::{self, Hit};
use crate::list::JudgedList;
use crate::metric::Metric;
use crate::registry::{Cutoff, Domain, Entry, Measure, Parameter, Relevance, Summary};
use crate::scorer::{ScorerError, Setting};

/// Precision at the rank that is `multiple` times R: precision-oriented below 1, recall-oriented above.
///
/// RprecMult = C(k) / k;  k = ⌊multiple · R + 0.9⌋
///
/// Multiple 1 gives R-precision. Documents of level `rel` or above are relevant (0 means 1). Unjudged
/// documents count as nonrelevant, and so do the ranks after a list that is shorter than k; 0 when k = 0.
/// `None` when R = 0.
///
/// trec_eval, `Rprec_mult`. A family of its own and no parameter of `Rprec`, so that `Rprec` and
/// `Rprec_mult_1.00`, which trec_eval prints both, keep two names.
///
/// ```
/// use rejudge_metrics::{Judged, JudgedList, r_precision_multiple};
/// use rejudge_levels::Verdict::Level;
/// let ranking = [(1, 1), (2, 0), (4, 2)].map(|(rank, level)| Judged { rank, verdict: Level(level) });
/// let list = JudgedList {
///     ranking: &ranking,
///     retrieved: 4,
///     ideal: &[2, 1, 1],
///     judged_nonrelevant: 1,
///     documents: None,
/// };
/// assert_eq!(r_precision_multiple(&list, 1, 0.4), Some(0.5));
/// assert_eq!(r_precision_multiple(&list, 1, 2.0), Some(2.0 / 6.0));
/// assert_eq!(r_precision_multiple(&list, 1, 0.03), Some(0.0));
/// assert_eq!(r_precision_multiple(&list, 3, 1.0), None);
/// ```
pub fn r_precision_multiple(list: &JudgedList<'_>, rel: u8, multiple: f64) -> Option<f64> {
    RPrecisionMultiple { rel, multiple }.score(list, hits::hits(list.ranking))
}

#[derive(Clone, Debug)]
pub(crate) struct RPrecisionMultiple {
    rel: u8,
    multiple: f64,
}

impl Measure for RPrecisionMultiple {
    const ENTRY: Entry = Entry {
        name: "RprecMult",
        title: "precision at a multiple of R",
        formula: "C(k) / k; k = ⌊mult R + 0.9⌋",
        parameters: &[Parameter {
            name: "mult",
            meaning: "the multiple of R",
            domain: Domain::Positive,
            default: None,
            only_with: None,
        }],
        cutoff: Cutoff::Never,
        relevance: Relevance::Binary,
        summary: Summary::Mean,
        source: "trec_eval, Rprec_mult",
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { rel: setting.rel(metric), multiple: metric.number("mult") })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let relevant = list.relevant(self.rel);
        if relevant == 0 {
            return None;
        }
        let cutoff = (self.multiple * f64::from(relevant) + 0.9) as u32;
        let found = hits::count(hits, self.rel, cutoff);
        Some(if cutoff == 0 { 0.0 } else { f64::from(found) / f64::from(cutoff) })
    }
}
