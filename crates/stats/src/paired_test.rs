//! The paired tests behind one face, for comparing runs of a score matrix.

use crate::{
    Matrix, NullDistribution, PairedBootstrap, Resamples, SignFlips, randomisation_test, t_test, wilcoxon,
};

/// A two-sided test of two runs topic by topic, with the samples that all pairs share.
///
/// ```
/// use rejudge_stats::{Draw, Matrix, PairedTest, SignFlips, holm};
/// let scores = Matrix::new(3, 4, vec![
///     0.75, 0.5, 0.25, 0.5, // the baseline
///     1.0, 1.0, 0.5, 0.875,
///     0.75, 0.25, 0.5, 0.5,
/// ])?;
/// let flips = SignFlips::draw(1000, 4, &mut Draw::new(1, &["randomisation"]));
/// let results = PairedTest::Randomisation(&flips).results(&scores, &[(1, 0), (2, 0)])?;
/// let p: Vec<f64> = results.iter().map(|result| result.p).collect();
/// assert_eq!(p, [0.125, 1.0]);
/// assert_eq!(holm(&p), [0.25, 1.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum PairedTest<'a> {
    /// [`PairedBootstrap`]; the statistic is t(z).
    Bootstrap(&'a Resamples),
    /// [`t_test`]; the statistic is t(z).
    StudentT,
    /// [`wilcoxon`]; the statistic is the smaller rank sum, `min(W+, W-)`.
    Wilcoxon(NullDistribution),
    /// [`randomisation_test`]; the statistic is mean(z).
    Randomisation(&'a SignFlips),
}

/// What a paired test says of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TestResult {
    /// The statistic that the test names; t is infinite where all differences are equal, but not 0.
    pub statistic: f64,
    /// The two-sided p value, ASL for the bootstrap test.
    pub p: f64,
}

/// Scores that cannot be tested, or not on these samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PairedTestError {
    /// The samples are of another number of topics.
    #[error("scores of {scores} topics, samples of {samples}")]
    Topics {
        /// Columns of the score matrix.
        scores: usize,
        /// Topics of the samples.
        samples: usize,
    },
    /// One topic has no variance to test with.
    #[error("a paired test needs at least 2 topics")]
    OneTopic,
}

impl PairedTest<'_> {
    /// Tests each pair (x, y) of rows, z being x - y; one result a pair, in the order given.
    ///
    /// # Errors
    /// When the samples are of another number of topics, or t or bootstrap has only one topic.
    ///
    /// # Panics
    /// When there is no such row, or a difference is not finite.
    pub fn results(
        &self,
        scores: &Matrix,
        pairs: &[(usize, usize)],
    ) -> Result<Vec<TestResult>, PairedTestError> {
        let topics = scores.cols();
        let samples = match self {
            Self::Bootstrap(resamples) => resamples.topics(),
            Self::Randomisation(flips) => flips.topics(),
            Self::StudentT | Self::Wilcoxon(_) => topics,
        };
        if samples != topics {
            return Err(PairedTestError::Topics { scores: topics, samples });
        }
        if topics < 2 && matches!(self, Self::Bootstrap(_) | Self::StudentT) {
            return Err(PairedTestError::OneTopic);
        }
        let rows = pairs.iter().map(|&(x, y)| (scores.row(x), scores.row(y)));
        let t_test = |(x, y)| t_test(x, y).expect("2 topics or more");
        Ok(match *self {
            Self::Bootstrap(resamples) => {
                let asl = PairedBootstrap::new(scores, resamples)?.asl_of(pairs);
                rows.map(t_test).zip(asl).map(|(test, p)| TestResult { statistic: test.t, p }).collect()
            }
            Self::StudentT => {
                rows.map(t_test).map(|test| TestResult { statistic: test.t, p: test.p }).collect()
            }
            Self::Wilcoxon(against) => {
                let tests = rows.map(|(x, y)| wilcoxon(x, y, against).expect("a column or more"));
                tests
                    .map(|test| TestResult { statistic: test.positive.min(test.negative), p: test.p })
                    .collect()
            }
            Self::Randomisation(flips) => {
                let tests = rows.map(|(x, y)| randomisation_test(x, y, flips));
                tests.map(|test| TestResult { statistic: test.difference, p: test.p }).collect()
            }
        })
    }
}
