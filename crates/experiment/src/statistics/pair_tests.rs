//! Significance tests of random pairs of runs (Bompada et al., SIGIR 2007, section 4.3).

use crate::spec::yaml::{Fraction, Spanned, WholeNumber, YamlError};
use rejudge_stats::{Correction, Draw, Reject, Test, pairs, significant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::entry::alpha;
use crate::statistics::{Inputs, Outcome, StatisticEntry, StatisticKind};

/// Significance tests of random pairs of runs.
pub(crate) static PAIR_TESTS: StatisticEntry = StatisticEntry {
    summary: "Significance tests of random pairs of runs.",
    version: 5,
    components: &["significant", "pairs"],
    ..StatisticEntry::new::<PairTests>("pair-tests")
};

/// The largest number of pairs of runs that can be requested. No collection has that many pairs.
const MAX_PAIRS: u32 = 1_000_000;

/// `pair-tests`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PairTests {
    /// The test, which must not draw random numbers.
    pub test: Spanned<Test>,
    /// The number of pairs that are drawn.
    pub pairs: WholeNumber<1, MAX_PAIRS>,
    /// The documents whose judgments the test of a pair uses.
    #[serde(default)]
    pub pool: PairPool,
    /// The level at which significant pairs are counted.
    #[serde(default = "alpha")]
    pub alpha: Fraction<true>,
    /// The decision on a p value that equals alpha.
    #[serde(default)]
    pub reject: Reject,
}

/// The documents whose judgments the test of a pair uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PairPool {
    /// The documents that either run retrieved.
    #[default]
    OfThePair,
    /// All documents.
    OfAllRuns,
}

impl PairTests {
    /// Returns true if each pair has its own judgments.
    pub(crate) fn has_pool_per_pair(&self) -> bool {
        self.pool == PairPool::OfThePair
    }

    /// Returns the reason why pairs cannot be tested, if there are no topics or only one.
    pub fn too_few_topics(&self, topics: usize) -> &'static str {
        if topics == 0 { "no topic is left" } else { "a paired test needs two topics" }
    }

    /// Draws random pairs of the compared runs, numbered from 0 to `runs` - 1. If there are fewer pairs than
    /// requested, all are returned. If you request more pairs, the first ones stay the same.
    pub fn draw(&self, seed: u64, collection: &str, draw: u32, runs: usize) -> Vec<(usize, usize)> {
        let mut drawn: Vec<(usize, usize)> = pairs(runs).collect();
        Draw::new(seed, &["pairs", collection, &draw.to_string()]).shuffle(&mut drawn);
        drawn.truncate(self.pairs.get() as usize);
        drawn
    }
}

impl StatisticKind for PairTests {
    fn check(&mut self, _base: Option<&dyn StatisticKind>, errors: &mut Vec<YamlError>) {
        if self.test.value.samples().is_some() {
            errors.push(self.test.error(
                "pairs of runs are tested by `paired-t`, `wilcoxon` or `sign`, which draw no random numbers",
            ));
        }
    }

    fn needs_collection(&self) -> bool {
        self.has_pool_per_pair()
    }

    fn needs_scores(&self) -> bool {
        !self.has_pool_per_pair()
    }

    fn draws(&self) -> Option<&'static str> {
        Some("pairs of runs")
    }

    fn test(&self) -> Option<(Test, Correction)> {
        Some((self.test.value, Correction::None))
    }

    /// Computes the p values of random pairs, and counts the significant ones.
    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let p = match inputs.pair_p_values() {
            Some(p_values) => p_values.clone().map_err(Outcome::failed)?,
            None if self.has_pool_per_pair() => {
                inputs.judged_collection()?;
                return Err(Outcome::failed("the pairs were not tested"));
            }
            None => {
                let [scores, _] = inputs.compared_scores(None)?;
                let (seed, key, draw) = inputs.draw();
                let drawn = self.draw(seed, key, draw, inputs.roster().chosen.len());
                let p_value =
                    |&(a, b): &(usize, usize)| self.test.value.p_value(scores.row(a), scores.row(b));
                let p: Option<Vec<f64>> = drawn.iter().map(p_value).collect();
                p.ok_or_else(|| Outcome::undefined(self.too_few_topics(scores.cols())))?
            }
        };
        if p.is_empty() {
            return Err(Outcome::undefined("a pair needs two runs"));
        }
        let rejected = significant(&p, self.alpha.get(), self.reject);
        let count = rejected.iter().filter(|&&rejected| rejected).count();
        let outcome = Outcome::new(&[("significant", count as f64), ("pairs", p.len() as f64)]);
        Ok(Outcome { pairs: p, ..outcome })
    }
}
