//! The alternative hypothesis of a paired test, two-sided or one-sided.

use crate::{Correction, Test, TestResult};

/// The direction of a difference that counts as evidence. With a one-sided alternative a difference in the other
/// direction is never significant, so choose the alternative before you see the scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Alternative {
    /// The first run is better or worse.
    #[default]
    TwoSided,
    /// The first run is better.
    #[cfg_attr(feature = "serde", serde(alias = "better", alias = "larger"))]
    Greater,
    /// The first run is worse.
    #[cfg_attr(feature = "serde", serde(alias = "worse", alias = "smaller"))]
    Less,
}

impl Alternative {
    /// Checks that the test and the correction can be one-sided if this alternative is one-sided. The
    /// bootstrap test cannot, because it compares |t| with the samples' |t|, and neither can Tukey's HSD.
    ///
    /// # Errors
    /// If the alternative is one-sided, and the test or the correction cannot be. The message names tests or
    /// corrections that you can use instead.
    pub fn check(self, test: Test, correction: Correction) -> Result<(), &'static str> {
        match (self, test) {
            (Self::TwoSided, _) => Ok(()),
            (_, Test::PairedBootstrap { .. }) => {
                Err("`paired-bootstrap` is two-sided: use `paired-t`, `wilcoxon`, `sign` or `randomisation`")
            }
            _ if correction.tests_all_runs() => {
                Err("Tukey's HSD is two-sided: use `--correction holm`, `bonferroni`, `bh` or `none`")
            }
            _ => Ok(()),
        }
    }

    /// Converts the result of a two-sided test to this alternative. The statistic must be positive if the
    /// first run is better, and its distribution must be symmetric about 0 if the runs do not differ.
    ///
    /// ```
    /// use rejudge_stats::{Alternative, TestResult};
    /// let two_sided = TestResult { statistic: 2.0, p: 0.125 };
    /// assert_eq!(Alternative::Greater.convert(two_sided).p, 0.0625);
    /// assert_eq!(Alternative::Less.convert(two_sided).p, 0.9375);
    /// assert_eq!(Alternative::Less.convert(TestResult { statistic: 0.0, p: 1.0 }).p, 0.5);
    /// ```
    #[must_use]
    pub fn convert(self, two_sided: TestResult) -> TestResult {
        let TestResult { statistic, p } = two_sided;
        let p = match self {
            Self::TwoSided => p,
            Self::Greater if statistic >= 0.0 => 0.5 * p,
            Self::Less if statistic <= 0.0 => 0.5 * p,
            Self::Greater | Self::Less => 1.0 - 0.5 * p,
        };
        TestResult { statistic, p }
    }

    /// Returns a phrase for the relation that a small p value shows: for example, the first run is "better than" the
    /// second, or only "higher than" the second if a higher score is not better, as for the residual of RBP.
    pub fn relation(self, is_higher_better: bool) -> &'static str {
        match (self, is_higher_better) {
            (Self::TwoSided, _) => "different from",
            (Self::Greater, true) => "better than",
            (Self::Greater, false) => "higher than",
            (Self::Less, true) => "worse than",
            (Self::Less, false) => "lower than",
        }
    }
}
