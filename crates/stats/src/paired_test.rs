//! Paired tests of runs over the same topics. A [`Test`] is the user's choice of a test; a [`PairedTest`]
//! also has the samples, which all pairs share.

use std::fmt;

use crate::randomisation::randomised;
use crate::t_test::student_t;
use crate::wilcoxon::signed_ranks;
use crate::{
    Alternative, Draw, Matrix, NullDistribution, PairedBootstrap, Resamples, Samples, SignFlips, StatsError,
    check_room, sign_test, t_test, wilcoxon,
};

/// The default level of significance.
pub const ALPHA: f64 = 0.05;

/// The default confidence of an interval.
pub const CONFIDENCE: f64 = 1.0 - ALPHA;

/// Formats a share in percent, with at most one decimal.
///
/// ```
/// assert_eq!([0.95, 0.975].map(rejudge_stats::percent), ["95%", "97.5%"]);
/// ```
#[must_use]
pub fn percent(share: f64) -> String {
    format!("{}%", (1000.0 * share).round() / 10.0)
}

/// The default number of random samples.
pub const SAMPLES: u32 = 10_000;

/// The largest number of random samples. At this limit p values have a resolution of one in a
/// million, and bootstrap samples of 50 topics take up to 400 MB.
pub const MAX_SAMPLES: u32 = 1_000_000;

/// A test of the differences of two runs, topic by topic. Every test gives p = 1 for identical runs, even if it is
/// one-sided.
///
/// ```
/// use rejudge_stats::{Alternative, Correction, Draw, Matrix, Test};
/// let scores = Matrix::new(3, 4, vec![
///     0.75, 0.5, 0.25, 0.5, // the baseline
///     1.0, 1.0, 0.5, 0.875,
///     0.75, 0.25, 0.5, 0.5,
/// ])?;
/// let test = Test::Randomisation { samples: 1000 }.prepared(4, |label| Draw::new(1, &[label]));
/// let results = test.results(&scores, &[(1, 0), (2, 0)], Alternative::TwoSided)?;
/// let p: Vec<f64> = results.iter().map(|result| result.p).collect();
/// assert_eq!(p, [0.125, 1.0]);
/// assert_eq!(Correction::Holm.adjust_p_values(&p), Some(vec![0.25, 1.0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case", deny_unknown_fields))]
pub enum Test {
    /// Student's paired t test.
    #[cfg_attr(feature = "serde", serde(alias = "t", alias = "t-test", alias = "ttest", alias = "student"))]
    PairedT,
    /// The paired bootstrap test (Sakai, SIGIR 2006).
    #[cfg_attr(feature = "serde", serde(alias = "bootstrap"))]
    PairedBootstrap {
        /// Number of bootstrap samples of the topics.
        #[cfg_attr(feature = "serde", serde(default = "samples", deserialize_with = "deserialize_samples"))]
        #[cfg_attr(feature = "schemars", schemars(range(min = 1, max = MAX_SAMPLES)))]
        samples: u32,
    },
    /// Wilcoxon's signed-rank test.
    Wilcoxon {
        /// The distribution of the rank sums under the null hypothesis.
        #[cfg_attr(feature = "serde", serde(default))]
        distribution: NullDistribution,
    },
    /// The sign test, which only counts the topics that each run wins.
    #[cfg_attr(feature = "serde", serde(alias = "sign-test"))]
    Sign,
    /// The randomisation test of the mean difference.
    #[cfg_attr(feature = "serde", serde(alias = "randomization", alias = "permutation"))]
    Randomisation {
        /// Number of random assignments of signs to the topics.
        #[cfg_attr(feature = "serde", serde(default = "samples", deserialize_with = "deserialize_samples"))]
        #[cfg_attr(feature = "schemars", schemars(range(min = 1, max = MAX_SAMPLES)))]
        samples: u32,
    },
}

/// Returns the default number of samples.
#[cfg(feature = "serde")]
pub(crate) fn samples() -> u32 {
    SAMPLES
}

/// Reads a number of samples from 1 to [`MAX_SAMPLES`].
#[cfg(feature = "serde")]
pub(crate) fn deserialize_samples<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<u32, D::Error> {
    use serde::de::{Error, Unexpected, Visitor};
    struct Samples;
    impl Visitor<'_> for Samples {
        type Value = u32;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a whole number from 1 to {MAX_SAMPLES}")
        }

        fn visit_u64<E: Error>(self, samples: u64) -> Result<u32, E> {
            match u32::try_from(samples) {
                Ok(samples @ 1..=MAX_SAMPLES) => Ok(samples),
                _ => Err(E::invalid_value(Unexpected::Unsigned(samples), &self)),
            }
        }
    }
    deserializer.deserialize_u64(Samples)
}

impl Test {
    /// Returns the test with the samples that all pairs share. If the test draws samples, `draw` is called
    /// with `bootstrap` or `randomisation`, and returns the source of random numbers.
    ///
    /// # Panics
    /// If the test draws samples, and the number of samples or `topics` is 0.
    pub fn prepared(self, topics: usize, draw: impl FnOnce(&'static str) -> Draw) -> PairedTest {
        match self {
            Self::PairedT => PairedTest::StudentT,
            Self::PairedBootstrap { samples } => {
                PairedTest::Bootstrap(Resamples::draw(samples as usize, topics, &mut draw("bootstrap")))
            }
            Self::Wilcoxon { distribution } => PairedTest::Wilcoxon(distribution),
            Self::Sign => PairedTest::Sign,
            Self::Randomisation { samples } => PairedTest::Randomisation(SignFlips::draw(
                samples as usize,
                topics,
                &mut draw("randomisation"),
            )),
        }
    }

    /// Checks that the samples fit into memory: see [`check_room`](crate::check_room).
    ///
    /// # Errors
    /// If there are too many samples for this number of topics.
    pub fn check_room(self, topics: usize) -> Result<(), StatsError> {
        let form =
            if matches!(self, Self::PairedBootstrap { .. }) { Samples::Counts } else { Samples::Signs };
        self.samples().map_or(Ok(()), |samples| check_room(samples as usize, topics, form))
    }

    /// Returns the number of samples that the test draws, or `None` if it draws none.
    pub fn samples(self) -> Option<u32> {
        match self {
            Self::PairedBootstrap { samples } | Self::Randomisation { samples } => Some(samples),
            Self::PairedT | Self::Wilcoxon { .. } | Self::Sign => None,
        }
    }

    /// Returns the test with this number of samples. A test that draws none is returned unchanged.
    ///
    /// ```
    /// use rejudge_stats::Test;
    /// let test = Test::Randomisation { samples: 1000 }.with_samples(500);
    /// assert_eq!((test.samples(), Test::Sign.with_samples(500)), (Some(500), Test::Sign));
    /// ```
    #[must_use]
    pub fn with_samples(self, samples: u32) -> Self {
        match self {
            Self::PairedBootstrap { .. } => Self::PairedBootstrap { samples },
            Self::Randomisation { .. } => Self::Randomisation { samples },
            Self::PairedT | Self::Wilcoxon { .. } | Self::Sign => self,
        }
    }

    /// Returns the two-sided p value for two runs. Returns `None` if the test draws samples, if there are no
    /// topics, or if there is only one topic and the test is the t test.
    ///
    /// # Panics
    /// If the runs have different numbers of topics and the test draws no samples. Also if a difference is not
    /// finite or, for the t test, if the sum of the squared differences is not. The sign test accepts all differences.
    pub fn p_value(self, x: &[f64], y: &[f64]) -> Option<f64> {
        match self {
            Self::PairedT => Some(t_test(x, y)?.p),
            Self::Wilcoxon { distribution } => Some(wilcoxon(x, y, distribution)?.p),
            Self::Sign => Some(sign_test(x, y, Alternative::TwoSided)?.p),
            Self::PairedBootstrap { .. } | Self::Randomisation { .. } => None,
        }
    }
}

/// Formats the name of the test for reports.
impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PairedT => "paired t test",
            Self::PairedBootstrap { .. } => "paired bootstrap test",
            Self::Wilcoxon { .. } => "Wilcoxon's signed-rank test",
            Self::Sign => "sign test",
            Self::Randomisation { .. } => "randomisation test",
        })
    }
}

/// A [`Test`] with the samples that all pairs share.
#[derive(Clone, Debug)]
pub enum PairedTest {
    /// [`PairedBootstrap`]; the statistic is t(z).
    Bootstrap(Resamples),
    /// [`t_test`]; the statistic is t(z).
    StudentT,
    /// [`wilcoxon`]; the statistic is the smaller rank sum, `min(W+, W-)`.
    Wilcoxon(NullDistribution),
    /// [`sign_test`]; the statistic is the number of topics on which the first run is better.
    Sign,
    /// [`randomisation_test`](crate::randomisation_test); the statistic is mean(z).
    Randomisation(SignFlips),
}

/// The result of a paired test of two runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TestResult {
    /// The statistic, as described at [`PairedTest`]. t is infinite if all differences are equal, but not 0.
    pub statistic: f64,
    /// The p value. For the bootstrap test it is the achieved significance level.
    pub p: f64,
}

impl PairedTest {
    /// Tests each pair (x, y) of rows, with z = x - y. Returns the results in the order of the pairs.
    ///
    /// # Errors
    /// If scores and samples have different numbers of topics, or there is only one topic and the test is the
    /// t test or the bootstrap test.
    ///
    /// # Panics
    /// If a row does not exist, or the bootstrap test is one-sided (see [`Alternative::check`]). Also if a
    /// difference or, for the t test and the bootstrap test, the sum of the squared differences is not
    /// finite. The sign test accepts infinite differences.
    pub fn results(
        &self,
        scores: &Matrix,
        pairs: &[(usize, usize)],
        alternative: Alternative,
    ) -> Result<Vec<TestResult>, StatsError> {
        let topics = scores.cols();
        let samples = match self {
            Self::Bootstrap(resamples) => resamples.topics(),
            Self::Randomisation(flips) => flips.topics(),
            Self::StudentT | Self::Wilcoxon(_) | Self::Sign => topics,
        };
        if samples != topics {
            return Err(StatsError::topics(topics, samples));
        }
        if topics < 2 && matches!(self, Self::Bootstrap(_) | Self::StudentT) {
            return Err(StatsError::one_topic());
        }
        let rows = pairs.iter().map(|&(x, y)| (scores.row(x), scores.row(y)));
        let student = |(x, y), alternative| student_t(x, y, alternative).expect("2 topics or more");
        Ok(match self {
            Self::Bootstrap(resamples) => {
                assert!(alternative == Alternative::TwoSided, "the bootstrap test cannot be one-sided");
                let asl = PairedBootstrap::new(scores, resamples)?.asl_of(pairs);
                rows.zip(asl).map(|(row, p)| TestResult { p, ..student(row, alternative) }).collect()
            }
            Self::StudentT => rows.map(|row| student(row, alternative)).collect(),
            Self::Wilcoxon(distribution) => rows
                .map(|(x, y)| signed_ranks(x, y, *distribution, alternative).expect("a column or more"))
                .collect(),
            Self::Sign => {
                rows.map(|(x, y)| sign_test(x, y, alternative).expect("a column or more")).collect()
            }
            Self::Randomisation(flips) => rows.map(|(x, y)| randomised(x, y, flips, alternative)).collect(),
        })
    }
}
