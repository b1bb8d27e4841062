//! The correlation between judges' errors, and the number of independent judges that would be as good as
//! these judges.
//!
//! If k errors have the same variance, and each pair has the correlation rho, then their mean varies as much as the
//! mean of k / (1 + (k - 1) rho) independent errors (L. Kish, Survey Sampling, 1965: the design effect of a cluster).

use crate::pairs::{pair_count, pairs};

/// The definition of a judge's error at an item, given the reference's label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum ErrorOf {
    /// The judge's label less the reference's.
    #[default]
    Signed,
    /// The absolute difference of the labels.
    Absolute,
    /// 1 if the labels differ, else 0: the correlation is the phi coefficient.
    Wrong,
}

/// The correlation of the errors for each pair of judges.
///
/// ```
/// use rejudge_stats::{ErrorCorrelation, ErrorOf};
/// let labels = |labels: [u8; 6]| labels.map(|label| Some(f64::from(label)));
/// let people = labels([0, 1, 2, 3, 1, 2]);
/// let judges = [[1, 1, 2, 2, 1, 2], [1, 1, 2, 2, 1, 2], [0, 2, 1, 3, 1, 2]].map(labels);
/// let errors = ErrorCorrelation::new(&people, &judges.each_ref().map(|labels| &labels[..]), ErrorOf::Signed);
/// // The first two judges give the same labels; the third errs on other items.
/// assert_eq!([errors.between(0, 1), errors.between(0, 2)], [Some(1.0), Some(0.0)]);
/// assert_eq!((errors.mean(), errors.extremes()), (Some(1.0 / 3.0), Some([0.0, 1.0])));
/// assert_eq!(errors.effective_judges(), Some(3.0 / (1.0 + 2.0 / 3.0)));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorCorrelation {
    judges: usize,
    /// The correlation of each pair of judges, in the order of [`pairs`](crate::pairs()).
    correlations: Vec<Option<f64>>,
}

impl ErrorCorrelation {
    /// Computes Pearson's correlation between the errors of each pair of judges. An error is relative to the
    /// reference's label for the same item, usually a label by people. A missing label is `None`. The
    /// correlation of two judges uses the items that both judges and the reference labelled.
    ///
    /// # Panics
    /// If the lists have different lengths, or the difference between a judge's label and the reference's
    /// label is not finite.
    pub fn new(reference: &[Option<f64>], judges: &[&[Option<f64>]], error: ErrorOf) -> Self {
        let errors: Vec<Vec<Option<f64>>> =
            judges.iter().map(|labels| error.errors(reference, labels)).collect();
        let correlations = pairs(judges.len()).map(|(x, y)| correlation(&errors[x], &errors[y])).collect();
        Self { judges: judges.len(), correlations }
    }

    /// Returns the correlation between two judges' errors. Returns `None` if fewer than two items have labels
    /// from both judges and the reference, or if the errors of either judge do not vary on these items, for
    /// example because that judge is always right.
    ///
    /// # Panics
    /// If a judge does not exist, or both are the same.
    pub fn between(&self, judge: usize, other: usize) -> Option<f64> {
        let (first, second) = (judge.min(other), judge.max(other));
        assert!(
            first < second && second < self.judges,
            "{judge} and {other} are not two of the {} judges",
            self.judges
        );
        // The number of pairs with a first judge before `first`.
        let before = pair_count(self.judges) - pair_count(self.judges - first);
        self.correlations[before + second - first - 1]
    }

    /// Returns the mean correlation over all pairs, or `None` if the correlation of a pair is undefined or there are
    /// fewer than two judges.
    pub fn mean(&self) -> Option<f64> {
        let sum = self.correlations.iter().copied().sum::<Option<f64>>()?;
        (!self.correlations.is_empty()).then(|| sum / self.correlations.len() as f64)
    }

    /// Returns the lowest and the highest correlation of any pair, or `None` if the correlation of a pair is undefined
    /// or there are fewer than two judges.
    pub fn extremes(&self) -> Option<[f64; 2]> {
        let correlations: Vec<f64> = self.correlations.iter().copied().collect::<Option<_>>()?;
        let lowest = correlations.iter().copied().reduce(f64::min)?;
        Some([lowest, correlations.into_iter().reduce(f64::max)?])
    }

    /// Returns the effective number of judges: `k / (1 + (k - 1) rho)`, where k is the number of judges and
    /// rho the mean correlation. The mean error of that many judges with independent errors would vary as much
    /// as the mean error of these k judges. The number exceeds k if errors tend to cancel each other, and is
    /// 1 for a single judge. With [`ErrorOf::Signed`], a constant that all judges add to all labels does not
    /// affect the correlation, so it does not lower the number. Returns `None` if there are no judges, or if
    /// rho is undefined or so low that the mean error would not vary.
    pub fn effective_judges(&self) -> Option<f64> {
        let judges = self.judges as f64;
        let design_effect = match self.judges {
            0 => return None,
            1 => 1.0,
            _ => 1.0 + (judges - 1.0) * self.mean()?,
        };
        (design_effect > 0.0).then(|| judges / design_effect)
    }
}

impl ErrorOf {
    fn errors(self, reference: &[Option<f64>], labels: &[Option<f64>]) -> Vec<Option<f64>> {
        assert_eq!(
            reference.len(),
            labels.len(),
            "the judges and the reference have different numbers of items"
        );
        let error = |(&reference, &label): (&Option<f64>, &Option<f64>)| {
            let difference = label? - reference?;
            assert!(difference.is_finite(), "a label is not finite");
            Some(match self {
                Self::Signed => difference,
                Self::Absolute => difference.abs(),
                Self::Wrong => f64::from(difference != 0.0),
            })
        };
        reference.iter().zip(labels).map(error).collect()
    }
}

/// Returns Pearson's correlation over the items that have both numbers, or `None` if there are too few, or if the
/// numbers of one list are all equal, or so nearly equal that the squared differences round to 0.
fn correlation(x: &[Option<f64>], y: &[Option<f64>]) -> Option<f64> {
    let complete = || x.iter().zip(y).filter_map(|(&x, &y)| x.zip(y));
    let (mut items, mut sum_x, mut sum_y) = (0_usize, 0.0, 0.0);
    let mut varies = (false, false);
    let first = complete().next()?;
    for (x, y) in complete() {
        (items, sum_x, sum_y) = (items + 1, sum_x + x, sum_y + y);
        varies = (varies.0 || x != first.0, varies.1 || y != first.1);
    }
    // Checking below that the squares sum to 0 would not do, because the rounded mean of equal numbers can
    // differ from the numbers.
    if varies != (true, true) {
        return None;
    }
    let (mean_x, mean_y) = (sum_x / items as f64, sum_y / items as f64);
    let (mut squares_x, mut squares_y, mut products) = (0.0, 0.0, 0.0);
    for (x, y) in complete() {
        let (x, y) = (x - mean_x, y - mean_y);
        (squares_x, squares_y, products) = (squares_x + x * x, squares_y + y * y, products + x * y);
    }
    // The bounds keep a rounding error from giving a correlation above 1 or below -1. The scale is 0 if the
    // squares of tiny errors round to 0.
    let scale = (squares_x * squares_y).sqrt();
    (scale > 0.0).then(|| (products / scale).clamp(-1.0, 1.0))
}
