//! Significance tests of random pairs of runs, with references resolved.

use std::fmt;

use rejudge_stats::{NullDistribution, Reject};

use rejudge_spec::yaml::{Spanned, YamlError};
use rejudge_spec::{ConfusionMatrixWire, PairPoolWire, PairTestsWire, RunTestWire, StatisticWire};

/// The level of significance where none is written.
const ALPHA: f64 = 0.05;

/// Most pairs of runs that are drawn: no collection has as many.
const MOST_PAIRS: u32 = 1_000_000;

/// Tests of random pairs of runs.
#[derive(Clone, Debug, PartialEq)]
pub struct PairTests {
    /// The test.
    pub test: RunTest,
    /// How many pairs are drawn.
    pub pairs: u32,
    /// Whose judgments are the full ones.
    pub pool: PairPoolWire,
    /// When a pair is significant.
    pub level: Level,
}

/// A test of two runs over the same topics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunTest {
    /// Wilcoxon's signed-rank test.
    Wilcoxon(NullDistribution),
}

/// When a p value is significant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// The level.
    pub alpha: f64,
    /// What becomes of the level itself.
    pub reject: Reject,
}

/// `alpha=0.05`, and `reject=at-most-alpha` unless the level itself is not rejected.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "alpha={}", self.alpha)?;
        match self.reject {
            Reject::Below => Ok(()),
            Reject::AtMost => f.write_str(",reject=at-most-alpha"),
        }
    }
}

/// Every parameter, for keys.
impl fmt::Display for PairTests {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pool = match self.pool {
            PairPoolWire::OfThePair => "of-the-pair",
            PairPoolWire::OfAllRuns => "of-all-runs",
        };
        let RunTest::Wilcoxon(distribution) = self.test;
        let distribution = match distribution {
            NullDistribution::Automatic => "automatic",
            NullDistribution::Exact => "exact",
            NullDistribution::Normal => "normal",
        };
        let Self { level, pairs, .. } = self;
        write!(f, "{level},pairs={pairs},pool={pool},wilcoxon(distribution={distribution})")
    }
}

impl PairTests {
    pub(super) fn new(wire: &PairTestsWire, errors: &mut Vec<YamlError>) -> Self {
        let RunTestWire::Wilcoxon { distribution } = wire.test;
        let alpha = wire.alpha.as_ref().map_or(ALPHA, |alpha| level_of_significance(alpha, errors));
        let pairs = wire.pairs.value.get();
        if pairs > MOST_PAIRS {
            let message = format!("found {pairs} pairs of runs, expected at most {MOST_PAIRS}");
            errors.push(wire.pairs.error(message));
        }
        Self {
            test: RunTest::Wilcoxon(distribution.into()),
            pairs,
            pool: wire.pool,
            level: Level { alpha, reject: wire.reject.into() },
        }
    }

    /// Whether each pair has judgments of its own.
    pub fn of_the_pair(&self) -> bool {
        self.pool == PairPoolWire::OfThePair
    }
}

/// The tests that a confusion matrix is of, and its level; `None`, with an error, where there are no such
/// tests.
pub(super) fn confusion(
    wire: &ConfusionMatrixWire,
    wires: &[(Spanned<String>, Spanned<StatisticWire>)],
    errors: &mut Vec<YamlError>,
) -> Option<(usize, Level)> {
    let ConfusionMatrixWire { of, alpha, reject, .. } = wire;
    let Some(at) = wires.iter().position(|(name, _)| name.value == of.value) else {
        let names = wires.iter().map(|(name, _)| name.value.as_str());
        let error = of.error(format!("there is no statistic `{}`", of.value));
        errors.push(error.suggesting(&of.value, names));
        return None;
    };
    let StatisticWire::PairTests(tests) = &wires[at].1.value else {
        errors.push(of.error(format!("`{}` is no `pair-tests`, so it has no p values of pairs", of.value)));
        return None;
    };
    // Its errors are told where it stands itself.
    let inherited = PairTests::new(tests, &mut Vec::new()).level;
    let alpha = alpha.as_ref().map_or(inherited.alpha, |alpha| level_of_significance(alpha, errors));
    Some((at, Level { alpha, reject: reject.map_or(inherited.reject, Reject::from) }))
}

/// A level of significance.
pub(super) fn level_of_significance(alpha: &Spanned<String>, errors: &mut Vec<YamlError>) -> f64 {
    let level = alpha.value.parse().ok().filter(|a: &f64| *a > 0.0 && *a < 1.0);
    level.unwrap_or_else(|| {
        let found = &alpha.value;
        errors
            .push(alpha.error(format!("found `{found}`, expected a level of significance between 0 and 1")));
        ALPHA
    })
}
