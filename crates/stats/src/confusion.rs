//! The agreement between significance decisions with fewer judgments and decisions with all judgments.
//!
//! T. Bompada, C.-C. Chang, J. Chen, R. Kumar and R. Shenoy, On the robustness of relevance measures with
//! incomplete judgments, SIGIR 2007, sections 4.2 and 4.3 and Table 2. H0 is that two runs are equally good. A case is
//! "positive" if H0 is accepted, so a significant pair is negative.

/// The confusion matrix of decisions on H0, accepted (1) or rejected (2). The row is the decision with all
/// judgments, and the column is the decision with fewer judgments.
///
/// A rate is `None` if its denominator is 0.
///
/// ```
/// use rejudge_stats::ConfusionMatrix;
/// // Table 4: NDCG at 30 % of the judgments of TREC-12.
/// let matrix = ConfusionMatrix { c11: 62, c12: 5, c21: 22, c22: 176 };
/// assert_eq!(matrix.pairs(), 265);
/// assert_eq!(matrix.accuracy(), Some(238.0 / 265.0)); // .898
/// assert_eq!(matrix.true_positive_rate(), Some(62.0 / 67.0));
/// assert_eq!(matrix.predicted_positive_rate(), Some(62.0 / 84.0));
/// assert!((matrix.g_mean().unwrap() - 0.826).abs() < 0.0005);
/// assert_eq!(matrix.lost_significance(), Some(22.0 / 198.0));
/// assert_eq!(matrix.gained_significance(), Some(5.0 / 67.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct ConfusionMatrix {
    /// `C(1, 1)`: H0 is accepted with all judgments and with fewer.
    pub c11: usize,
    /// `C(1, 2)`: H0 is accepted with all judgments and rejected with fewer, which is a false alarm (the paper's "false
    /// negative").
    pub c12: usize,
    /// `C(2, 1)`: H0 is rejected with all judgments and accepted with fewer, which is a miss (the paper's "false
    /// positive").
    pub c21: usize,
    /// `C(2, 2)`: H0 is rejected with all judgments and with fewer.
    pub c22: usize,
}

impl ConfusionMatrix {
    /// Returns the number of pairs.
    pub fn pairs(&self) -> usize {
        self.c11 + self.c12 + self.c21 + self.c22
    }

    /// Returns `(C(1,1) + C(2,2)) / (C(1,1) + C(1,2) + C(2,1) + C(2,2))`; `None` without pairs.
    pub fn accuracy(&self) -> Option<f64> {
        share(self.c11 + self.c22, self.pairs())
    }

    /// Returns `TP = C(1,1) / (C(1,1) + C(1,2))`; `None` if all pairs are significant with all judgments.
    pub fn true_positive_rate(&self) -> Option<f64> {
        share(self.c11, self.c11 + self.c12)
    }

    /// Returns `P = C(1,1) / (C(1,1) + C(2,1))`; `None` if all pairs are significant with fewer judgments.
    pub fn predicted_positive_rate(&self) -> Option<f64> {
        share(self.c11, self.c11 + self.c21)
    }

    /// Returns `g-mean = sqrt(TP x P)`; `None` if TP or P is `None`.
    pub fn g_mean(&self) -> Option<f64> {
        Some((self.true_positive_rate()? * self.predicted_positive_rate()?).sqrt())
    }

    /// Returns `C(2,1) / (C(2,1) + C(2,2))`, the share of significant differences that fewer judgments lose
    /// (the paper's "false positive rate"); `None` if no pair is significant with all judgments.
    pub fn lost_significance(&self) -> Option<f64> {
        share(self.c21, self.c21 + self.c22)
    }

    /// Returns `C(1,2) / (C(1,1) + C(1,2))`, which is 1 - TP: of the pairs that are not significant with all
    /// judgments, this is the share that are significant with fewer. Returns `None` if all pairs are
    /// significant with all judgments.
    pub fn gained_significance(&self) -> Option<f64> {
        share(self.c12, self.c11 + self.c12)
    }
}

/// Counts pairs by whether they are significant with all judgments (`full`) and with fewer.
///
/// ```
/// use rejudge_stats::{ConfusionMatrix, confusion_matrix};
/// let matrix = confusion_matrix(&[true, true, false, false], &[true, false, false, true]);
/// assert_eq!(matrix, ConfusionMatrix { c11: 1, c12: 1, c21: 1, c22: 1 });
/// ```
///
/// # Panics
/// If the lists have different lengths.
pub fn confusion_matrix(full: &[bool], fewer: &[bool]) -> ConfusionMatrix {
    assert_eq!(full.len(), fewer.len(), "the lists have different numbers of pairs");
    let count = |kind: (bool, bool)| full.iter().zip(fewer).filter(|&(&f, &g)| (f, g) == kind).count();
    ConfusionMatrix {
        c11: count((false, false)),
        c12: count((false, true)),
        c21: count((true, false)),
        c22: count((true, true)),
    }
}

fn share(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}
