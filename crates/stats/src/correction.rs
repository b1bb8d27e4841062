//! P values adjusted for the number of tests, so that alpha bounds the probability of any false rejection
//! (the family-wise error rate) or, with Benjamini and Hochberg's correction, the expected share of false
//! rejections among the rejections (the false discovery rate).

use rayon::prelude::*;

#[cfg(feature = "serde")]
use crate::paired_test::{deserialize_samples, samples};
use crate::{ALPHA, Draw, Matrix, RandomisedTukey, StatsError, Test, TestResult, TukeyHsd};

/// The adjustment of p values for the number of pairs of runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case", deny_unknown_fields))]
pub enum Correction {
    /// No correction.
    #[default]
    None,
    /// Holm's step-down procedure.
    Holm,
    /// Each p value times the number of p values (Bonferroni).
    Bonferroni,
    /// Benjamini and Hochberg's step-up procedure, which bounds the false discovery rate.
    #[cfg_attr(feature = "serde", serde(rename = "bh"))]
    BenjaminiHochberg,
    /// Tukey's HSD of all runs, with topics as blocks; goes with `paired-t`.
    Tukey,
    /// Tukey's HSD of all runs by randomisation (Carterette, TOIS 2012); goes with `paired-t` or `randomisation`.
    RandomisedTukey {
        /// Number of random orders of the runs.
        #[cfg_attr(feature = "serde", serde(default = "samples", deserialize_with = "deserialize_samples"))]
        #[cfg_attr(feature = "schemars", schemars(range(min = 1, max = crate::MAX_SAMPLES)))]
        samples: u32,
    },
}

/// The adjusted p values of the pairs and, with Tukey's HSD, the width of the intervals of differences.
#[derive(Clone, Debug)]
pub struct Adjusted {
    /// The adjusted p values, in the order of the pairs.
    pub p: Vec<f64>,
    /// With Tukey's HSD, half the width of the 95% intervals of differences. The intervals hold for all pairs
    /// at once. `None` with other corrections.
    pub half_width: Option<f64>,
}

impl Correction {
    /// Checks that you can use the correction with the test. Tukey's HSD replaces the test by its own test of
    /// means, so you can use it only with `paired-t`, and the randomised HSD also with `randomisation`.
    ///
    /// # Errors
    /// If you cannot use it with the test. The message names the tests that you can use.
    pub fn check(self, test: Test) -> Result<(), &'static str> {
        match (self, test) {
            (Self::Tukey, Test::PairedT) => Ok(()),
            (Self::Tukey, _) => Err(
                "`tukey` tests means with an error term pooled over all runs, and goes only with the test \
                     `paired-t`; `randomised-tukey` also goes with `randomisation`; `holm`, `bonferroni` and `bh` \
                     go with every test",
            ),
            (Self::RandomisedTukey { .. }, Test::PairedT | Test::Randomisation { .. }) => Ok(()),
            (Self::RandomisedTukey { .. }, _) => Err(
                "`randomised-tukey` replaces the test: it requires `paired-t` or `randomisation`; `holm`, \
                     `bonferroni` and `bh` go with every test",
            ),
            (Self::None | Self::Holm | Self::Bonferroni | Self::BenjaminiHochberg, _) => Ok(()),
        }
    }

    /// Returns the number of random orders that the correction draws, or `None` if it draws none.
    pub fn samples(self) -> Option<u32> {
        match self {
            Self::RandomisedTukey { samples } => Some(samples),
            _ => None,
        }
    }

    /// Returns the correction with this number of random orders. A correction that draws none is returned
    /// unchanged.
    #[must_use]
    pub fn with_samples(self, samples: u32) -> Self {
        match self {
            Self::RandomisedTukey { .. } => Self::RandomisedTukey { samples },
            _ => self,
        }
    }

    /// Returns true if the correction tests all runs at once, so that its intervals hold for all pairs
    /// together.
    pub fn tests_all_runs(self) -> bool {
        matches!(self, Self::Tukey | Self::RandomisedTukey { .. })
    }

    /// Describes `test` with this correction in words.
    ///
    /// ```
    /// use rejudge_stats::{Correction, Test};
    /// assert_eq!(Correction::Holm.describe(Test::PairedT, "3 pairs"), "paired t test, Holm's correction for 3 pairs");
    /// ```
    pub fn describe(self, test: Test, pairs: &str) -> String {
        match self {
            Self::None => format!("{test}, p-values without correction"),
            Self::Holm => format!("{test}, Holm's correction for {pairs}"),
            Self::Bonferroni => format!("{test}, Bonferroni's correction for {pairs}"),
            Self::BenjaminiHochberg => format!("{test}, Benjamini and Hochberg's correction for {pairs}"),
            Self::Tukey => "Tukey's HSD of all runs with topics as blocks".to_owned(),
            Self::RandomisedTukey { .. } => "Tukey's HSD of all runs by randomisation".to_owned(),
        }
    }

    /// Adjusts the p values of several tests and returns them in the same order. Returns `None` for Tukey's
    /// HSD, which computes its own p values instead.
    ///
    /// ```
    /// use rejudge_stats::Correction;
    /// let adjusted = |correction: Correction| correction.adjust_p_values(&[0.25, 0.125, 0.375]);
    /// assert_eq!(adjusted(Correction::Bonferroni), Some(vec![0.75, 0.375, 1.0]));
    /// assert_eq!(adjusted(Correction::Holm), Some(vec![0.5, 0.375, 0.5]));
    /// assert_eq!(adjusted(Correction::BenjaminiHochberg), Some(vec![0.375, 0.375, 0.375]));
    /// ```
    ///
    /// # Panics
    /// If a p value is outside [0, 1] or NaN, unless this is [`Correction::None`] or Tukey's HSD.
    pub fn adjust_p_values(self, p: &[f64]) -> Option<Vec<f64>> {
        match self {
            Self::None => Some(p.to_vec()),
            Self::Holm => Some(holm(p)),
            Self::Bonferroni => Some(bonferroni(p)),
            Self::BenjaminiHochberg => Some(benjamini_hochberg(p)),
            Self::Tukey | Self::RandomisedTukey { .. } => None,
        }
    }

    /// Adjusts the results of tests on `pairs`, which are pairs of rows in `scores`. For the randomised
    /// HSD, `draw` is called with `randomised-tukey`, and returns the source of random numbers.
    ///
    /// # Errors
    /// If there are fewer than 2 runs or topics, and the correction is Tukey's HSD with topics as blocks.
    ///
    /// # Panics
    /// If Tukey's HSD gets a row that does not exist, the randomised HSD gets no runs or no samples, or
    /// Holm's, Bonferroni's or Benjamini and Hochberg's correction gets a p value outside [0, 1].
    pub fn adjusted(
        self,
        scores: &Matrix,
        pairs: &[(usize, usize)],
        results: &[TestResult],
        draw: impl FnOnce(&'static str) -> Draw,
    ) -> Result<Adjusted, StatsError> {
        let means = scores.row_means();
        let difference = |&(x, y): &(usize, usize)| means[x] - means[y];
        let p: Vec<f64> = results.iter().map(|result| result.p).collect();
        if let Some(p) = self.adjust_p_values(&p) {
            return Ok(Adjusted { p, half_width: None });
        }
        let (p, half_width) = match self {
            Self::RandomisedTukey { samples } => {
                let tukey = RandomisedTukey::draw(scores, samples as usize, &mut draw("randomised-tukey"));
                (pairs.iter().map(|pair| tukey.p(difference(pair))).collect(), tukey.half_width(ALPHA))
            }
            _ => {
                let too_few = || StatsError("Tukey's HSD needs at least 2 runs and 2 topics".to_owned());
                let tukey = TukeyHsd::new(scores).ok_or_else(too_few)?;
                // We work in parallel, because many pairs take seconds.
                (pairs.par_iter().map(|pair| tukey.p(difference(pair))).collect(), tukey.half_width(ALPHA))
            }
        };
        Ok(Adjusted { p, half_width: Some(half_width) })
    }
}

/// Returns Bonferroni's adjusted p values of m tests, in the given order: `min(1, m p)`.
///
/// O. J. Dunn, Multiple comparisons among means, JASA 56, 1961.
fn bonferroni(p: &[f64]) -> Vec<f64> {
    check(p);
    p.iter().map(|one| (p.len() as f64 * one).min(1.0)).collect()
}

/// Returns Holm's adjusted p values of m tests, in the given order. With p(1) <= p(2) <= .. <= p(m)
///
/// ```text
/// adjusted p(k) = min(1, max over j <= k of (m - j + 1) p(j))
/// ```
///
/// The adjusted p values are never above Bonferroni's, keep the order of the p values, and are equal for
/// equal p values.
///
/// S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of
/// Statistics 6(2), 1979.
fn holm(p: &[f64]) -> Vec<f64> {
    check(p);
    let mut by_p: Vec<usize> = (0..p.len()).collect();
    by_p.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let (mut adjusted, mut largest) = (vec![0.0; p.len()], 0.0_f64);
    for (before, test) in by_p.into_iter().enumerate() {
        largest = largest.max((p.len() - before) as f64 * p[test]).min(1.0);
        adjusted[test] = largest;
    }
    adjusted
}

/// Returns Benjamini and Hochberg's adjusted p values of m tests, in the given order.
/// With p(1) <= p(2) <= .. <= p(m)
///
/// ```text
/// adjusted p(k) = min over j >= k of m / j p(j)
/// ```
///
/// The adjusted p values are never below the p values or above Holm's, keep the order of the p values, and
/// are equal for equal p values. If you reject at `<= alpha`, the false discovery rate is at most alpha if
/// the tests are independent or positively dependent (Benjamini and Yekutieli, Annals of Statistics 29(4),
/// 2001). Tests of all pairs of runs share runs and topics, so we do not know that either condition holds for
/// them.
///
/// We compute m / j first, like R's `p.adjust`, so that the largest p value does not change even in its last
/// bit.
///
/// Y. Benjamini and Y. Hochberg, Controlling the false discovery rate, Journal of the Royal Statistical
/// Society B 57(1), 1995.
fn benjamini_hochberg(p: &[f64]) -> Vec<f64> {
    check(p);
    let mut by_p: Vec<usize> = (0..p.len()).collect();
    by_p.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let (mut adjusted, mut least) = (vec![0.0; p.len()], 1.0_f64);
    for (before, test) in by_p.into_iter().enumerate().rev() {
        least = least.min(p.len() as f64 / (before + 1) as f64 * p[test]);
        adjusted[test] = least;
    }
    adjusted
}

fn check(p: &[f64]) {
    assert!(p.iter().all(|p| (0.0..=1.0).contains(p)), "a p value is outside [0, 1]");
}
