//! Significance tests of random pairs of runs (Bompada et al., SIGIR 2007, section 4.3).

use crate::spec::yaml::{Fraction, Spanned, Whole, YamlError};
use rejudge_stats::{Correction, Draw, Reject, Test, pairs, significant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::entry::alpha;
use crate::statistics::{Entry, Inputs, Outcome, Statistic};

/// Significance tests of random pairs of runs.
pub(crate) static PAIR_TESTS: Entry = Entry {
    summary: "Significance tests of random pairs of runs.",
    version: 4,
    components: &["significant", "pairs"],
    ..Entry::new::<PairTests>("pair-tests")
};

/// Most pairs of runs that are drawn: no collection has as many.
const MOST_PAIRS: u32 = 1_000_000;

/// `pair-tests`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PairTests {
    /// The test: one that draws nothing.
    pub test: Spanned<Test>,
    /// The number of pairs that are drawn.
    pub pairs: Whole<1, MOST_PAIRS>,
    /// The documents whose judgments are the full ones.
    #[serde(default)]
    pub pool: PairPool,
    /// The level at which significant pairs are counted.
    #[serde(default = "alpha")]
    pub alpha: Fraction<true>,
    /// The decision on a p value that equals alpha.
    #[serde(default)]
    pub reject: Reject,
}

/// The documents whose judgments a pair of runs is tested with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PairPool {
    /// Those of the documents that either run retrieved.
    #[default]
    OfThePair,
    /// All of them.
    OfAllRuns,
}

impl PairTests {
    /// Returns true if each pair has judgments of its own.
    pub(crate) fn of_the_pair(&self) -> bool {
        self.pool == PairPool::OfThePair
    }

    /// Returns the reason why pairs cannot be tested on so few `topics`.
    pub fn too_few_topics(&self, topics: usize) -> &'static str {
        if topics == 0 { "no topic is left" } else { "the t test needs two topics" }
    }

    /// Random pairs of different ones of the `runs` compared runs, or all pairs when there are no more than
    /// are asked for. More pairs begin with the same ones.
    pub fn draw(&self, seed: u64, collection: &str, draw: u32, runs: usize) -> Vec<(usize, usize)> {
        let mut all: Vec<(usize, usize)> = pairs(runs).collect();
        Draw::new(seed, &["pairs", collection, &draw.to_string()]).shuffle(&mut all);
        all.truncate(self.pairs.get() as usize);
        all
    }
}

impl Statistic for PairTests {
    fn check(&mut self, _of: Option<&dyn Statistic>, errors: &mut Vec<YamlError>) {
        if self.test.value.samples().is_some() {
            errors.push(
                self.test.error(
                    "pairs of runs are tested by `paired-t`, `wilcoxon` or `sign`, which draw nothing",
                ),
            );
        }
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

    fn test(&self) -> Option<(Test, Correction)> {
        Some((self.test.value, Correction::None))
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
                let of_pair =
                    |&(a, b): &(usize, usize)| self.test.value.p_value(scores.row(a), scores.row(b));
                let p: Option<Vec<f64>> = drawn.iter().map(of_pair).collect();
                p.ok_or_else(|| Outcome::undefined(self.too_few_topics(scores.cols())))?
            }
        };
        if p.is_empty() {
            return Err(Outcome::undefined("a pair takes two runs"));
        }
        let rejected = significant(&p, self.alpha.get(), self.reject);
        let count = rejected.iter().filter(|&&rejected| rejected).count();
        let outcome = Outcome::new(&[("significant", count as f64), ("pairs", p.len() as f64)]);
        Ok(Outcome { pairs: p, ..outcome })
    }
}
