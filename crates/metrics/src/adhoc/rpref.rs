//! Graded relevance preference: bpref with a penalty for each better document that should have come first.

use crate::hits::{self, Hit};
use crate::list::JudgedList;
use crate::metric::Metric;
use crate::registry::{Cutoff, Domain, Entry, Measure, Parameter, Relevance, Summary};
use crate::scorer::{LAST_RANK, ScorerError, Setting};
use rejudge_levels::Gains;

/// By what the penalty of a document is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RprefForm {
    /// The most that the penalty can be: rpref_N.
    N,
    /// The judged documents above: rpref_relative. A relevant document at rank 1, which has none above, adds
    /// nothing; so NTCIREVAL computes it, and so the ideal list scores below 1.
    Relative,
    /// The rank: rpref_relative2, which repairs that.
    Relative2,
}

/// Graded relevance preference. On the condensed list, whatever the list given, with `r'` the rank there, the
/// penalty of a relevant document is π(r') = Σ (g(r') - g(j)) / g(r') over the documents above it that gain
/// less:
///
/// rpref = Σ g(r') (1 - π(r') / D) / Σ_{r ≤ R} g_I(r)
///
/// D = R + N - Σ_{r ≤ R} g_I(r) / gain(H) (N), gain(H) being the highest of the table, r' - 1 (relative),
/// or r' (relative2).
///
/// Documents with a gain above 0 are relevant. N counts the judged ones without a gain. Unjudged documents
/// are passed over, so that the raw and the condensed list score the same. A document without penalty adds
/// its gain, also when D = 0; but see [`RprefForm::Relative`]. `None` when no judged document has a gain.
///
/// De Beer and Moens, SIGIR 2006; Sakai, SIGIR 2007; NTCIREVAL, `rpref_N`, `rpref_relative` and
/// `rpref_relative2`.
///
/// ```
/// use rejudge_metrics::{Judged, JudgedList, RprefForm, rpref};
/// use rejudge_levels::{Gains, Verdict::Level};
/// // A nonrelevant document, one of level 3 and one of level 2.
/// let ranking = [(1, 0), (2, 3), (4, 2)].map(|(rank, level)| Judged { rank, verdict: Level(level) });
/// let list = JudgedList {
///     ranking: &ranking,
///     retrieved: 4,
///     ideal: &[3, 2, 2],
///     judged_nonrelevant: 1,
///     documents: None,
/// };
/// let score = |form| rpref(&list, &Gains::linear(3), form);
/// assert_eq!(
///     score(RprefForm::Relative),
///     Some((3.0 * (1.0 - 1.0 / 1.0) + 2.0 * (1.0 - 1.0 / 2.0)) / 7.0)
/// );
/// assert_eq!(
///     score(RprefForm::Relative2),
///     Some((3.0 * (1.0 - 1.0 / 2.0) + 2.0 * (1.0 - 1.0 / 3.0)) / 7.0)
/// );
/// let most = 3.0 + 1.0 - 7.0 / 3.0;
/// assert_eq!(score(RprefForm::N), Some((3.0 * (1.0 - 1.0 / most) + 2.0 * (1.0 - 1.0 / most)) / 7.0));
/// // The scale's highest gain counts, whether or not a document of the topic has it.
/// let most = 3.0 + 1.0 - 7.0 / 4.0;
/// let of_scale = (3.0 * (1.0 - 1.0 / most) + 2.0 * (1.0 - 1.0 / most)) / 7.0;
/// assert_eq!(rpref(&list, &Gains::linear(4), RprefForm::N), Some(of_scale));
/// let empty = JudgedList { ranking: &[], ideal: &[], ..list };
/// assert_eq!(rpref(&empty, &Gains::linear(3), RprefForm::N), None);
/// ```
pub fn rpref(list: &JudgedList<'_>, gains: &Gains, form: RprefForm) -> Option<f64> {
    Rpref { gains: gains.clone(), form, last_rank: LAST_RANK }.score(list, hits::hits(list.ranking))
}

#[derive(Clone, Debug)]
pub(crate) struct Rpref {
    gains: Gains,
    form: RprefForm,
    last_rank: u32,
}

impl Measure for Rpref {
    const ENTRY: Entry = Entry {
        name: "Rpref",
        title: "graded relevance preference",
        formula: "Σ g(r') (1 - π(r') / D) / Σ g_I(r); D = R + N - Σ g_I(r)/gain(H), or r' - 1, or r'",
        parameters: &[Parameter {
            name: "form",
            meaning: "the divisor of the penalty: the most it can be, the judged documents above, or the rank",
            domain: Domain::Words(&["N", "relative", "relative2"]),
            default: None,
            only_with: None,
        }],
        cutoff: Cutoff::Never,
        relevance: Relevance::Graded,
        summary: Summary::Mean,
        source: "De Beer and Moens, SIGIR 2006; Sakai, SIGIR 2007; NTCIREVAL, rpref_N, rpref_relative and rpref_relative2",
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        let form = match metric.word("form") {
            "relative" => RprefForm::Relative,
            "relative2" => RprefForm::Relative2,
            _ => RprefForm::N,
        };
        Ok(Self { gains: setting.gains(metric)?, form, last_rank: setting.last_rank(metric) })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let gains = &self.gains;
        let all: f64 = list.ideal.iter().map(|&level| gains.gain(level)).sum();
        let top_level = *list.ideal.first()?;
        if all <= 0.0 {
            return None;
        }
        // Levels without a gain count neither as relevant nor for the ideal list, but as judged: R + N is
        // the same.
        let judged = f64::from(list.relevant(1) + list.judged_nonrelevant);
        let most = judged - all / gains.highest();
        // How many documents of each level stand above the rank: there are few levels.
        let (mut above, mut hits_above, mut sum) = ([0_u32; 256], 0, 0.0);
        for hit in hits.take_while(|hit| hit.rank <= self.last_rank) {
            above[0] = hit.judged_above - hits_above;
            let gain = gains.gain(hit.level);
            if gain > 0.0 {
                let mut penalty = 0.0;
                for level in 0..hit.level.min(top_level) {
                    let less = (gain - gains.gain(level)) / gain;
                    penalty += f64::from(above[usize::from(level)]) * less;
                }
                let divisor = match self.form {
                    RprefForm::N => most,
                    RprefForm::Relative => f64::from(hit.judged_above),
                    RprefForm::Relative2 => f64::from(hit.judged_above) + 1.0,
                };
                let ignored = self.form == RprefForm::Relative && hit.judged_above == 0;
                let share = match () {
                    () if ignored => 0.0,
                    () if penalty == 0.0 => 1.0,
                    () => 1.0 - penalty / divisor,
                };
                sum += gain * share;
            }
            above[usize::from(hit.level)] += 1;
            hits_above += 1;
        }
        Some(sum / all)
    }
}
