//! Binary preference: how few judged nonrelevant documents stand above the relevant ones.

use crate::hits::{self, Hit};
use crate::list::JudgedList;
use crate::metric::Metric;
use crate::registry::{Cutoff, Domain, Entry, Measure, Parameter, Relevance, Summary};
use crate::scorer::{LAST_RANK, ScorerError, Setting};

/// By what the nonrelevant documents above a relevant one are divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BprefForm {
    /// min(R, N): bpref as trec_eval has it since version 8.
    Min,
    /// R: bpref-R, to which bpref reduces when R ≤ N.
    R,
    /// N: bpref-N, to which bpref reduces when R ≥ N.
    N,
    /// R + 10: bpref-10, for topics with few relevant documents.
    Ten,
    /// The judged documents above: bpref_relative. A relevant document at rank 1, which has none above,
    /// adds nothing; so NTCIREVAL computes it, and so the ideal list scores below 1.
    Relative,
}

/// Binary preference, n(r) being the judged nonrelevant documents above rank r:
///
/// bpref   = (1/R) Σ I(r) (1 - min(R, n(r)) / min(R, N))<br>
/// bpref-R = (1/R) Σ I(r) (1 - min(R, n(r)) / R)<br>
/// bpref-N = (1/R) Σ I(r) (1 - n(r) / N)<br>
/// bpref-10 = (1/R) Σ I(r) (1 - min(R + 10, n(r)) / (R + 10))<br>
/// bpref_relative = (1/R) Σ I(r) (1 - n(r) / (r' - 1)), r' being the rank on the condensed list
///
/// Documents of level `rel` or above are relevant (0 means 1), N counts the judged ones below it in the
/// whole judgments. Unjudged documents are passed over, so that the raw and the condensed list score the
/// same. A relevant document with no nonrelevant one above adds 1, also when N = 0; but see
/// [`BprefForm::Relative`]. `None` when R = 0.
///
/// Buckley and Voorhees, SIGIR 2004; Sakai, IPSJ 2009, Eqs. 5 and 6, with n(r) = r' - C(r');
/// bpref_relative: Sakai, SIGIR 2007; NTCIREVAL, `bpref_relative`.
///
/// ```
/// use rejudge_metrics::{BprefForm, Judged, JudgedList, bpref};
/// use rejudge_levels::Verdict::Level;
/// // Relevant, nonrelevant, relevant, nonrelevant, relevant; a fourth relevant one is not retrieved.
/// let ranking = [1, 0, 1, 0, 1].map(Level);
/// let ranking: Vec<Judged> =
///     (1..).zip(ranking).map(|(rank, verdict)| Judged { rank, verdict }).collect();
/// let list = JudgedList {
///     ranking: &ranking,
///     retrieved: 5,
///     ideal: &[1; 4],
///     judged_nonrelevant: 3,
///     documents: None,
/// };
/// let close = |a: Option<f64>, b: f64| (a.unwrap() - b).abs() < 1e-15;
/// assert!(close(bpref(&list, 1, BprefForm::Min), (1.0 + 2.0 / 3.0 + 1.0 / 3.0) / 4.0));
/// assert!(close(bpref(&list, 1, BprefForm::R), (1.0 + 3.0 / 4.0 + 2.0 / 4.0) / 4.0));
/// assert!(close(bpref(&list, 1, BprefForm::N), (1.0 + 2.0 / 3.0 + 1.0 / 3.0) / 4.0));
/// assert!(close(bpref(&list, 1, BprefForm::Ten), (1.0 + 13.0 / 14.0 + 12.0 / 14.0) / 4.0));
/// assert!(close(bpref(&list, 1, BprefForm::Relative), (0.0 + 1.0 / 2.0 + 2.0 / 4.0) / 4.0));
/// assert_eq!(bpref(&list, 2, BprefForm::Min), None);
/// ```
pub fn bpref(list: &JudgedList<'_>, rel: u8, form: BprefForm) -> Option<f64> {
    Bpref { rel, form, last_rank: LAST_RANK }.score(list, hits::hits(list.ranking))
}

#[derive(Clone, Debug)]
pub(crate) struct Bpref {
    rel: u8,
    form: BprefForm,
    last_rank: u32,
}

impl Bpref {
    /// The form that trec_eval has.
    pub(crate) fn of_trec_eval(rel: u8, last_rank: u32) -> Self {
        Self { rel, form: BprefForm::Min, last_rank }
    }
}

impl Measure for Bpref {
    const ENTRY: Entry = Entry {
        name: "Bpref",
        title: "binary preference",
        formula: "(1/R) Σ I(r) (1 - min(R, n(r)) / D); D = min(R, N), or R; no limit with N or r' - 1; 10: R + 10 for both Rs",
        parameters: &[Parameter {
            name: "form",
            meaning: "the divisor: min(R, N) of trec_eval, R, N, R + 10, or the judged documents above",
            domain: Domain::Words(&["min", "R", "N", "10", "relative"]),
            default: Some("min"),
            only_with: None,
        }],
        cutoff: Cutoff::Never,
        relevance: Relevance::Binary,
        summary: Summary::Mean,
        source: "Sakai, IPSJ 2009, Eqs. 5 and 6; Buckley and Voorhees, SIGIR 2004; trec_eval, bpref; NTCIREVAL, bpref_relative",
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        let form = match metric.word("form") {
            "R" => BprefForm::R,
            "N" => BprefForm::N,
            "10" => BprefForm::Ten,
            "relative" => BprefForm::Relative,
            _ => BprefForm::Min,
        };
        Ok(Self { rel: setting.rel(metric), form, last_rank: setting.last_rank(metric) })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let (relevant, nonrelevant) = (list.relevant(self.rel), list.nonrelevant(self.rel));
        if relevant == 0 {
            return None;
        }
        let is_relative = self.form == BprefForm::Relative;
        let (most, fixed) = match self.form {
            BprefForm::Min => (relevant, relevant.min(nonrelevant)),
            BprefForm::R => (relevant, relevant),
            BprefForm::N | BprefForm::Relative => (nonrelevant, nonrelevant),
            BprefForm::Ten => (relevant + 10, relevant + 10),
        };
        let (mut found, mut sum) = (0, 0.0);
        for hit in hits.take_while(|hit| hit.rank <= self.last_rank) {
            if hit.level < self.rel {
                continue;
            }
            let above = hit.judged_above - found;
            let divisor = if is_relative { hit.judged_above } else { fixed };
            sum += match above {
                0 if is_relative && hit.judged_above == 0 => 0.0,
                // Without one above, the divisor may be 0.
                0 => 1.0,
                _ => 1.0 - f64::from(above.min(most)) / f64::from(divisor),
            };
            found += 1;
        }
        Some(sum / f64::from(relevant))
    }
}
