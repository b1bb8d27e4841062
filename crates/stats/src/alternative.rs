//! The hypothesis that a paired test holds against "the runs do not differ".

use crate::{Correction, Test, TestResult};

/// The direction of a difference that counts as evidence. With a one-sided alternative a difference in the other direction
/// is never significant, so choose it before you see the scores.
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
    /// Returns an error for tests without a direction: the bootstrap test, which compares |t| with the samples' |t|, and
    /// Tukey's HSD.
    ///
    /// # Errors
    /// Names what it goes with.
    pub fn check(self, test: Test, correction: Correction) -> Result<(), &'static str> {
        match (self, test) {
            (Self::TwoSided, _) => Ok(()),
            (_, Test::PairedBootstrap { .. }) => {
                Err("`paired-bootstrap` is two-sided: use `paired-t`, `wilcoxon`, `sign` or `randomisation`")
            }
            _ if correction.is_of_all_runs() => {
                Err("Tukey's HSD is two-sided: use `--correction holm`, `bonferroni`, `bh` or `none`")
            }
            _ => Ok(()),
        }
    }

    /// Returns the result for this alternative, from the two-sided one of a statistic that is symmetric about 0 and
    /// positive if the first run is better.
    ///
    /// ```
    /// use rejudge_stats::{Alternative, TestResult};
    /// let two_sided = TestResult { statistic: 2.0, p: 0.125 };
    /// assert_eq!(Alternative::Greater.of_symmetric(two_sided).p, 0.0625);
    /// assert_eq!(Alternative::Less.of_symmetric(two_sided).p, 0.9375);
    /// assert_eq!(Alternative::Less.of_symmetric(TestResult { statistic: 0.0, p: 1.0 }).p, 0.5);
    /// ```
    #[must_use]
    pub fn of_symmetric(self, two_sided: TestResult) -> TestResult {
        let TestResult { statistic, p } = two_sided;
        let p = match self {
            Self::TwoSided => p,
            Self::Greater if statistic >= 0.0 => 0.5 * p,
            Self::Less if statistic <= 0.0 => 0.5 * p,
            Self::Greater | Self::Less => 1.0 - 0.5 * p,
        };
        TestResult { statistic, p }
    }

    /// Returns the relation of a run to the other one that a small p value shows.
    pub fn shown(self) -> &'static str {
        match self {
            Self::TwoSided => "different from",
            Self::Greater => "better than",
            Self::Less => "worse than",
        }
    }
}
