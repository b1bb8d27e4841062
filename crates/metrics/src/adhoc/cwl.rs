//! C/W/L measures: the expected gain per document of a user who goes on from rank r with probability C(r).
//!
//! EU = Σ w(r) g(r) / Σ w(r);  w(r) = C(1) C(2) .. C(r-1)
//!
//! Sums run to rank 1000, past the end of a shorter list, as in cwl_eval. g(r) is the gain divided by the
//! highest of the table, so that it is from 0 to 1; unjudged documents gain 0. `None` if no judged document
//! has a gain: the value would be 0 for every run.
//!
//! A document may complete several units (see [`JudgedList::documents`](crate::JudgedList::documents)), which
//! then share one rank: g(r) is the sum of their gains. If a gain keeps a user from going on, each of them
//! does, so that 1 - g(r) becomes the product of theirs.
//!
//! The measures differ in C(r) alone, G(r) being the sum of the gains down to r:
//!
//! | | C(r) | source |
//! |--|--|--|
//! | INSQ | ((r + 2T - 1) / (r + 2T))²: wants a gain of T, as it seems at the start | Moffat, Scholer and Thomas, ADCS 2012 |
//! | INST | ((r + 2T - G(r) - 1) / (r + 2T - G(r)))²: what was gained is wanted no more | Moffat, Bailey, Scholer and Thomas, ADCS 2015 |
//! | BPM@k | 1 until G(r) ≥ T or r = k, then 0: the static Bejeweled player | Zhang et al., SIGIR 2017 |
//! | SDCG@k | log2(r + 1) / log2(r + 2) for r < k, then 0: scaled DCG | Järvelin and Kekäläinen, TOIS 2002 |
//! | NERR8@k | 1 - g(r) for r < k, then 0 | Azzopardi, Mackenzie and Moffat, ICTIR 2021, Eq. 8 |
//! | NERR9@k | r / (r + 1) · (1 - g(r)) for r < k, then 0 | same paper, Eq. 9 |
//! | NERR10 | p (1 - g(r)) | same paper, Eq. 10 |
//! | NERR11 | ((r + 2T - 1) / (r + 2T))² (1 - g(r)) | same paper, Eq. 11 |
//!
//! Moffat, Bailey, Scholer and Thomas, TOIS 2017; Azzopardi, Thomas and Moffat, SIGIR 2019 (cwl_eval).
//!
//! ```
//! // Reads until the gain is 1, which takes three documents: 0, 1/2, 1.
//! let list: rejudge_metrics::JudgedRanking = ".12.".parse()?;
//! assert_eq!(list.score("BPM@10")?, Some(1.5 / 3.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;
use std::sync::Arc;

pub(crate) mod families;

/// A user, by the measure that has this user's C(r), with the gain wanted, the last rank or the persistence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum User {
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
    /// Returns the probability that a user goes on from `rank`, if `unsatisfied` is the product of 1 - g(r)
    /// over the units at that rank and `total` is the gain so far.
    #[inline]
    fn goes_on(self, rank: u32, unsatisfied: f64, total: f64) -> f64 {
        let r = f64::from(rank);
        let less = |wanted: f64| {
            let kept = (wanted - 1.0) / wanted;
            kept * kept
        };
        match self {
            Self::Insq { t } => less(r + 2.0 * t),
            Self::Inst { t } => less(r + 2.0 * t - total),
            Self::Bpm { t, k } => f64::from(u8::from(total < t && rank < k)),
            Self::Sdcg { k } | Self::Nerr8 { k } | Self::Nerr9 { k } if rank >= k => 0.0,
            Self::Sdcg { .. } => libm::log2(r + 1.0) / libm::log2(r + 2.0),
            Self::Nerr8 { .. } => unsatisfied,
            Self::Nerr9 { .. } => r / (r + 1.0) * unsatisfied,
            Self::Nerr10 { p } => p * unsatisfied,
            Self::Nerr11 { t } => less(r + 2.0 * t) * unsatisfied,
        }
    }
}

/// The user reads no further than cwl_eval: the weights of deeper ranks would change those above.
const DEPTH: u32 = 1000;

/// A user with the gains that he sees.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    user: User,
    gains: Gains,
    last_rank: u32,
    /// The weights of a user who ignores gains.
    fixed: Option<Weights>,
}

/// w(r) of the ranks that are read, and Σ w(r).
#[derive(Clone, Debug)]
struct Weights {
    by_rank: Arc<[f64]>,
    sum: f64,
}

impl Reading {
    fn new(user: User, gains: Gains, last_rank: u32) -> Self {
        let fixed = matches!(user, User::Insq { .. } | User::Sdcg { .. }).then(|| Weights::new(user));
        Self { user, gains, last_rank, fixed }
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit>) -> Option<f64> {
        if list.relevant(self.gains.relevant_from()) == 0 {
            return None;
        }
        let last_rank = self.last_rank.min(DEPTH);
        let gains = hits
            .take_while(|hit| hit.rank <= last_rank)
            .map(|hit| (hit.rank, self.gains.gain(hit.level) / self.gains.highest()));
        Some(match &self.fixed {
            Some(weights) => weights.utility(gains),
            None => self.user.utility(gains),
        })
    }
}

impl User {
    /// Returns the utility of a list with these gains at these ranks.
    #[inline]
    fn utility(self, gains: impl Iterator<Item = (u32, f64)>) -> f64 {
        let (mut weight, mut weights, mut utility, mut total) = (1.0, 0.0, 0.0, 0.0);
        let mut rank = 0;
        let mut gains = gains.chain([(DEPTH + 1, 0.0)]).peekable();
        while let Some((next, first)) = gains.next() {
            // Ranks above the next hit gain nothing.
            while rank + 1 < next {
                rank += 1;
                weights += weight;
                weight *= self.goes_on(rank, 1.0, total);
                if weight == 0.0 {
                    return utility / weights;
                }
            }
            if next > DEPTH {
                break;
            }
            let (mut gain, mut unsatisfied) = (first, 1.0 - first);
            while let Some((_, also)) = gains.next_if(|(rank, _)| *rank == next) {
                gain += also;
                unsatisfied *= 1.0 - also;
            }
            rank = next;
            total += gain;
            weights += weight;
            utility += weight * gain;
            weight *= self.goes_on(rank, unsatisfied, total);
            if weight == 0.0 {
                break;
            }
        }
        utility / weights
    }
}

impl Weights {
    /// Those of a user whom gains do not move.
    fn new(user: User) -> Self {
        let (mut weight, mut sum, mut by_rank) = (1.0, 0.0, Vec::new());
        for rank in 1..=DEPTH {
            by_rank.push(weight);
            sum += weight;
            weight *= user.goes_on(rank, 1.0, 0.0);
            if weight == 0.0 {
                break;
            }
        }
        Self { by_rank: by_rank.into(), sum }
    }

    /// Returns the utility of a list with these gains at these ranks.
    #[inline]
    fn utility(&self, gains: impl Iterator<Item = (u32, f64)>) -> f64 {
        let seen = gains.map_while(|(rank, gain)| Some(self.by_rank.get(rank as usize - 1)? * gain));
        seen.fold(0.0, |sum, gain| sum + gain) / self.sum
    }
}
