//! Significance tests of random pairs of runs (Bompada et al., SIGIR 2007, section 4.3).

use std::fmt;
use std::sync::Arc;

use rejudge_spec::yaml::{Node, Spanned, Whole, YamlError};
use rejudge_stats::{Draw, NullDistribution, Reject, pairs, significant, wilcoxon};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::entry::written;
use crate::significance_level::{ALPHA, Level, level_of_significance};
use crate::{Entry, Inputs, Outcome, Statistic};

/// Significance tests of random pairs of runs.
pub(crate) static PAIR_TESTS: Entry = Entry {
    name: "pair-tests",
    summary: "Significance tests of random pairs of runs.",
    version: 3,
    components: &["significant", "pairs"],
    has_measure: true,
    has_judgments: true,
    is_of_compared_runs: true,
    is_of_a_team: false,
    read: |node, _, errors| PairTests::read(node, errors).map(|tests| Arc::new(tests) as Arc<dyn Statistic>),
    schema: |generator| generator.subschema_for::<Written>(),
};

/// Most pairs of runs that are drawn: no collection has as many.
const MOST_PAIRS: u32 = 1_000_000;

/// `pair-tests`.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "PairTests")]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Written {
    /// The test.
    test: Test,
    /// How many pairs are drawn.
    pairs: Whole<1, MOST_PAIRS>,
    /// Whose judgments are the full ones.
    #[serde(default)]
    pool: PairPool,
    /// The level at which significant pairs are counted, as typed.
    alpha: Option<Spanned<String>>,
    /// What becomes of the level itself.
    #[serde(default)]
    reject: Rejected,
}

/// A test of two runs over the same topics.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "RunTest")]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum Test {
    /// Wilcoxon's signed-rank test.
    Wilcoxon {
        /// What the rank sums are held against.
        #[serde(default)]
        distribution: Distribution,
    },
}

/// The distribution of a rank sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Distribution {
    /// Exact for few topics without ties, else normal.
    #[default]
    Automatic,
    /// All signs of the ranks.
    Exact,
    /// The normal approximation.
    Normal,
}

/// Whose judgments a pair of runs is tested with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PairPool {
    /// Those of the documents that either run retrieved.
    #[default]
    OfThePair,
    /// All of them.
    OfAllRuns,
}

/// When a p value is significant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[schemars(rename = "Reject")]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Rejected {
    /// Below alpha.
    #[default]
    Below,
    /// At alpha too.
    AtMostAlpha,
}

impl From<Rejected> for Reject {
    fn from(written: Rejected) -> Self {
        match written {
            Rejected::Below => Self::Below,
            Rejected::AtMostAlpha => Self::AtMost,
        }
    }
}

/// Tests of random pairs of runs.
#[derive(Clone, Debug, PartialEq)]
pub struct PairTests {
    /// The test.
    pub test: RunTest,
    /// How many pairs are drawn.
    pub pairs: u32,
    /// Whose judgments are the full ones.
    pub pool: PairPool,
    /// When a pair is significant.
    pub level: Level,
}

/// A test of two runs over the same topics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunTest {
    /// Wilcoxon's signed-rank test.
    Wilcoxon(NullDistribution),
}

impl RunTest {
    /// The p value of two runs; `None` without topics.
    pub fn p_value(self, x: &[f64], y: &[f64]) -> Option<f64> {
        let Self::Wilcoxon(distribution) = self;
        Some(wilcoxon(x, y, distribution)?.p)
    }
}

impl PairTests {
    pub(crate) fn read(node: &Node, errors: &mut Vec<YamlError>) -> Result<Self, YamlError> {
        let written: Written = written(node)?;
        let Test::Wilcoxon { distribution } = written.test;
        let alpha = written.alpha.as_ref().map_or(ALPHA, |alpha| level_of_significance(alpha, errors));
        let pairs = written.pairs.get();
        let distribution = match distribution {
            Distribution::Automatic => NullDistribution::Automatic,
            Distribution::Exact => NullDistribution::Exact,
            Distribution::Normal => NullDistribution::Normal,
        };
        Ok(Self {
            test: RunTest::Wilcoxon(distribution),
            pairs,
            pool: written.pool,
            level: Level { alpha, reject: written.reject.into() },
        })
    }

    /// Whether each pair has judgments of its own.
    pub fn of_the_pair(&self) -> bool {
        self.pool == PairPool::OfThePair
    }

    /// Random pairs of different ones of the `runs` compared runs, or all pairs when there are no more than
    /// are asked for. More pairs begin with the same ones.
    pub fn draw(&self, seed: u64, collection: &str, draw: u32, runs: usize) -> Vec<(usize, usize)> {
        let mut all: Vec<(usize, usize)> = pairs(runs).collect();
        Draw::new(seed, &["pairs", collection, &draw.to_string()]).shuffle(&mut all);
        all.truncate(self.pairs as usize);
        all
    }
}

/// Every parameter, for keys.
impl fmt::Display for PairTests {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pool = match self.pool {
            PairPool::OfThePair => "of-the-pair",
            PairPool::OfAllRuns => "of-all-runs",
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

impl Statistic for PairTests {
    fn entry(&self) -> &'static Entry {
        &PAIR_TESTS
    }

    fn parameters(&self, _versus: Option<&str>, _of: Option<&str>) -> String {
        self.to_string()
    }

    fn needs_collection(&self) -> bool {
        self.of_the_pair()
    }

    fn needs_scores(&self) -> bool {
        !self.of_the_pair()
    }

    fn draws(&self) -> Option<&'static str> {
        Some("pairs of runs")
    }

    fn test(&self) -> Option<(&'static str, Option<&'static str>)> {
        let RunTest::Wilcoxon(_) = self.test;
        Some(("wilcoxon signed-rank test", None))
    }

    /// p values of random pairs, and how many are significant.
    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let p = match inputs.tested() {
            Some(tested) => tested.clone().map_err(Outcome::failed)?,
            None if self.of_the_pair() => {
                inputs.judged()?;
                return Err(Outcome::failed("the pairs were not tested"));
            }
            None => {
                let [scores, _] = inputs.compared(None)?;
                let (seed, key, draw) = inputs.draw();
                let drawn = self.draw(seed, key, draw, inputs.roster().chosen.len());
                let of_pair = |&(a, b): &(usize, usize)| self.test.p_value(scores.row(a), scores.row(b));
                let p: Option<Vec<f64>> = drawn.iter().map(of_pair).collect();
                p.ok_or_else(|| Outcome::undefined("no topic is left"))?
            }
        };
        if p.is_empty() {
            return Err(Outcome::undefined("a pair takes two runs"));
        }
        let rejected = significant(&p, self.level.alpha, self.level.reject);
        let count = rejected.iter().filter(|&&rejected| rejected).count();
        let outcome = Outcome::of(&[("significant", count as f64), ("pairs", p.len() as f64)]);
        Ok(Outcome { vectors: vec![("p".to_owned(), p)], ..outcome })
    }
}
