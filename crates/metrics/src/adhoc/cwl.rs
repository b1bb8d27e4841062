//! C/W/L measures: the expected gain per document for a user who goes on from rank r with probability C(r).
//!
//! EU = Σ w(r) g(r) / Σ w(r);  w(r) = C(1) C(2) .. C(r-1)
//!
//! Sums run to rank 1000, past the end of a shorter list, as in cwl_eval. g(r) is the gain divided by the highest gain
//! in the table of gains, so it is between 0 and 1. Unjudged documents gain 0. `None` if no judged document has a gain,
//! because the value would be 0 for every run.
//!
//! If several units are at rank r (see [`JudgedList::documents`](crate::JudgedList::documents)), g(r) is the
//! sum of their gains, which may be above 1. Each of these units may stop the user, so the product of
//! (1 - gain) over the units replaces 1 - g(r).
//!
//! The measures differ only in C(r), where G(r) is the sum of the gains down to r:
//!
//! | | C(r) | source |
//! |--|--|--|
//! | INSQ | ((r + 2T - 1) / (r + 2T))²: the user expects to need a gain of T | Moffat, Scholer and Thomas, ADCS 2012 |
//! | INST | ((r + 2T - G(r) - 1) / (r + 2T - G(r)))²: the user still needs T minus the gain so far | Moffat, Bailey, Scholer and Thomas, ADCS 2015 |
//! | BPM@k | 1 until G(r) ≥ T or r = k, then 0: the static Bejeweled player | Zhang et al., SIGIR 2017 |
//! | SDCG@k | log2(r + 1) / log2(r + 2) for r < k, then 0: scaled DCG | Järvelin and Kekäläinen, TOIS 2002 |
//! | NERR8@k | 1 - g(r) for r < k, then 0 | Azzopardi, Mackenzie and Moffat, ICTIR 2021, Eq. 8 |
//! | NERR9@k | r / (r + 1) · (1 - g(r)) for r < k, then 0 | same paper, Eq. 9 |
//! | NERR10 | p (1 - g(r)) | same paper, Eq. 10 |
//! | NERR11 | ((r + 2T - 1) / (r + 2T))² (1 - g(r)) | same paper, Eq. 11 |
//!
//! Moffat, Bailey, Scholer and Thomas, TOIS 2017; Azzopardi, Thomas and Moffat, SIGIR 2019 (cwl_eval).
//!
//! `max_rel=m` gives the gains as in ir_measures: level / m, where levels above m count as m. Without it we
//! take the gains from the name or the evaluation, divided by the highest gain.
//!
//! ```
//! // The user reads until the total gain is 1 or more, which takes three documents with the gains 0, 1/2 and 1.
//! let list: rejudge_metrics::JudgedRanking = ".12.".parse()?;
//! assert_eq!(list.score("BPM@10")?, Some(1.5 / 3.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;
use crate::adhoc::rbp::persistence;

/// A user, named after the measure with this user's C(r). `t` is the gain that the user wants, `k` the last rank, `p`
/// the persistence.
#[derive(Clone, Copy, Debug, PartialEq)]
enum User {
    Insq { t: f64 },
    Inst { t: f64 },
    Bpm { t: f64, k: u32 },
    Sdcg { k: u32 },
    Nerr8 { k: u32 },
    Nerr9 { k: u32 },
    Nerr10 { p: f64 },
    Nerr11 { t: f64 },
}

impl User {
    /// Returns the probability that the user goes on from `rank`. `unsatisfied` is the product of 1 - gain
    /// over the units at this rank, `total` the gain so far.
    #[inline]
    fn continuation(self, rank: u32, unsatisfied: f64, total: f64) -> f64 {
        let r = f64::from(rank);
        let squared_ratio = |x: f64| {
            let ratio = (x - 1.0) / x;
            ratio * ratio
        };
        match self {
            Self::Insq { t } => squared_ratio(r + 2.0 * t),
            Self::Inst { t } => squared_ratio(r + 2.0 * t - total),
            Self::Bpm { t, k } => f64::from(u8::from(total < t && rank < k)),
            Self::Sdcg { k } | Self::Nerr8 { k } | Self::Nerr9 { k } if rank >= k => 0.0,
            Self::Sdcg { .. } => libm::log2(r + 1.0) / libm::log2(r + 2.0),
            Self::Nerr8 { .. } => unsatisfied,
            Self::Nerr9 { .. } => r / (r + 1.0) * unsatisfied,
            Self::Nerr10 { p } => p * unsatisfied,
            Self::Nerr11 { t } => squared_ratio(r + 2.0 * t) * unsatisfied,
        }
    }
}

/// The last rank that a user reads, as in cwl_eval. Weights are normalised over the ranks that users may
/// read, so a deeper last rank would change even the scores of short lists.
const LAST_READ_RANK: u32 = 1000;

impl User {
    /// Returns the utility of a list. `gains` has the rank and the gain of each hit of the list.
    #[inline]
    fn utility(self, gains: impl Iterator<Item = (u32, f64)>) -> f64 {
        let (mut weight, mut weights, mut utility, mut total) = (1.0, 0.0, 0.0, 0.0);
        let mut rank = 0;
        let mut gains = gains.chain([(LAST_READ_RANK + 1, 0.0)]).peekable();
        while let Some((next, first)) = gains.next() {
            // The ranks before the next hit gain nothing.
            while rank + 1 < next {
                rank += 1;
                weights += weight;
                weight *= self.continuation(rank, 1.0, total);
                if weight == 0.0 {
                    return utility / weights;
                }
            }
            if next > LAST_READ_RANK {
                break;
            }
            let (mut gain, mut unsatisfied) = (first, 1.0 - first);
            while let Some((_, unit_gain)) = gains.next_if(|(rank, _)| *rank == next) {
                gain += unit_gain;
                unsatisfied *= 1.0 - unit_gain;
            }
            rank = next;
            total += gain;
            weights += weight;
            utility += weight * gain;
            weight *= self.continuation(rank, unsatisfied, total);
            if weight == 0.0 {
                break;
            }
        }
        utility / weights
    }
}

/// The weights of a user whose reading does not depend on gains, computed once for all lists.
#[derive(Clone, Debug)]
struct FixedWeights {
    /// w(r) at index r - 1.
    by_rank: Box<[f64]>,
    sum: f64,
}

impl FixedWeights {
    /// Computes the weights, or returns `None` for a user whose C(r) depends on gains.
    fn new(user: User) -> Option<Self> {
        if !matches!(user, User::Insq { .. } | User::Sdcg { .. }) {
            return None;
        }
        let (mut weight, mut sum, mut by_rank) = (1.0, 0.0, Vec::new());
        for rank in 1..=LAST_READ_RANK {
            by_rank.push(weight);
            sum += weight;
            weight *= user.continuation(rank, 1.0, 0.0);
            if weight == 0.0 {
                break;
            }
        }
        Some(Self { by_rank: by_rank.into(), sum })
    }

    /// Returns the same utility as [`User::utility`].
    #[inline]
    fn utility(&self, gains: impl Iterator<Item = (u32, f64)>) -> f64 {
        let (mut utility, mut gains) = (0.0, gains.peekable());
        while let Some((rank, mut gain)) = gains.next() {
            let Some(weight) = self.by_rank.get(rank as usize - 1) else { break };
            while let Some((_, unit_gain)) = gains.next_if(|(next, _)| *next == rank) {
                gain += unit_gain;
            }
            utility += weight * gain;
        }
        utility / self.sum
    }
}

const MAX_REL: Parameter = Parameter::new(
    "max_rel",
    "level with gain 1, lower levels in proportion; without it gains are divided by the highest gain",
    Domain::LevelOrHighest,
    Some(HIGHEST),
);

const T: Parameter = Parameter::new(
    "T",
    "the gain that the user wants; one best document has the gain 1",
    Domain::Positive,
    Some("1"),
);

const P: Parameter = persistence("0.9");

/// Returns the kernel that computes `metric` for lists that `user` reads.
fn user_kernel(metric: &Metric, setting: &Setting<'_>, user: User) -> Result<Kernel, ScorerError> {
    let gains = match (metric.value("max_rel"), metric.gains()) {
        (Some(Value::Decimal(_)), Some(_)) => {
            return Err(ScorerError(format!("{metric}: `gains` and `max_rel` both give the gains")));
        }
        (Some(Value::Decimal(max_rel)), None) => Gains::linear(max_rel.value() as u8),
        _ => setting.gains(metric)?,
    };
    let fixed_weights = FixedWeights::new(user);
    kernel(move |seen| {
        let relevant_gains = seen.hits.iter().take_while(|hit| hit.rank <= LAST_READ_RANK);
        let relevant_gains = relevant_gains.map(|hit| (hit.rank, gains.gain(hit.level) / gains.highest()));
        (seen.list.relevant(gains.relevant_from()) > 0).then(|| match &fixed_weights {
            Some(weights) => weights.utility(relevant_gains),
            None => user.utility(relevant_gains),
        })
    })
}

macro_rules! families {
    ($($entry:ident: $name:literal, $title:literal, $formula:literal, $parameters:expr, $cutoff:ident, $source:literal,
       |$metric:ident| $user:expr;)+) => { $(
        pub(crate) const $entry: Entry = Entry {
            name: $name,
            title: $title,
            formula: concat!("Σ w(r) g(r) / Σ w(r); w(r) = C(1) .. C(r-1), ", $formula),
            parameters: $parameters,
            cutoff: Cutoff::$cutoff,
            source: $source,
            kernel: Resolved(|$metric, setting| user_kernel($metric, setting, $user)),
            ..Entry::GRADED
        };
    )+ };
}

families! {
    INSQ: "INSQ", "INSQ", "C(r) = ((r + 2T - 1) / (r + 2T))²", &[T, MAX_REL], Never,
        "Moffat, Scholer and Thomas, ADCS 2012; cwl_eval, INSQ",
        |metric| User::Insq { t: metric.number("T") };
    INST: "INST", "INST", "C(r) = ((r + 2T - G(r) - 1) / (r + 2T - G(r)))²; G(r) gained", &[T, MAX_REL], Never,
        "Moffat, Bailey, Scholer and Thomas, ADCS 2015; cwl_eval, INST",
        |metric| User::Inst { t: metric.number("T") };
    BPM: "BPM", "Bejeweled player model", "C(r) = 1 until G(r) ≥ T or r = k, then 0; G(r) gained", &[T, MAX_REL],
        Required, "Zhang et al., SIGIR 2017; cwl_eval, BPM",
        |metric| User::Bpm { t: metric.number("T"), k: metric.required_cutoff() };
    SDCG: "SDCG", "scaled discounted cumulative gain", "C(r) = log2(r + 1) / log2(r + 2), 0 at k", &[MAX_REL],
        Required, "cwl_eval, SDCG, after Järvelin and Kekäläinen, TOIS 2002",
        |metric| User::Sdcg { k: metric.required_cutoff() };
    NERR8: "NERR8", "nearly expected reciprocal rank, Eq. 8", "C(r) = 1 - g(r), 0 at k", &[MAX_REL], Required,
        "Azzopardi, Mackenzie and Moffat, ICTIR 2021, Eq. 8; cwl_eval",
        |metric| User::Nerr8 { k: metric.required_cutoff() };
    NERR9: "NERR9", "nearly expected reciprocal rank, Eq. 9", "C(r) = r (1 - g(r)) / (r + 1), 0 at k", &[MAX_REL],
        Required, "Azzopardi, Mackenzie and Moffat, ICTIR 2021, Eq. 9; cwl_eval",
        |metric| User::Nerr9 { k: metric.required_cutoff() };
    NERR10: "NERR10", "nearly expected reciprocal rank, Eq. 10", "C(r) = p (1 - g(r))", &[P, MAX_REL], Never,
        "Azzopardi, Mackenzie and Moffat, ICTIR 2021, Eq. 10; cwl_eval",
        |metric| User::Nerr10 { p: metric.number("p") };
    NERR11: "NERR11", "nearly expected reciprocal rank, Eq. 11",
        "C(r) = ((r + 2T - 1) / (r + 2T))² (1 - g(r))", &[T, MAX_REL], Never,
        "Azzopardi, Mackenzie and Moffat, ICTIR 2021, Eq. 11; cwl_eval",
        |metric| User::Nerr11 { t: metric.number("T") };
}
