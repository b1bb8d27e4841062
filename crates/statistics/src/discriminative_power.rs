//! Discriminative power: the share of the run pairs that differ significantly (Sakai, SIGIR 2006; IPSJ 2009,
//! section 6).

use std::fmt;
use std::sync::Arc;

use rejudge_spec::yaml::{Node, Spanned, Whole, YamlError};
use rejudge_stats::{Matrix, NullDistribution, PairedTest, bonferroni, discriminative_power, holm, pairs};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::entry::written;
use crate::significance_level::level_of_significance;
use crate::{Entry, Inputs, Outcome, Statistic};

/// Share of the run pairs that differ significantly.
pub(crate) static DISCRIMINATIVE_POWER: Entry = Entry {
    name: "discriminative-power",
    summary: "Share of the run pairs that differ significantly.",
    version: 1,
    components: &["power", "significant", "pairs", "difference"],
    has_measure: true,
    has_judgments: true,
    is_of_compared_runs: true,
    is_of_a_team: false,
    read: |node, _, errors| Power::read(node, errors).map(|power| Arc::new(power) as Arc<dyn Statistic>),
    schema: |generator| generator.subschema_for::<Written>(),
};

/// Most bootstrap samples: a level is then known to one in a million, and the samples of 50 topics take 50
/// MB.
const MOST_SAMPLES: u32 = 1_000_000;

/// `discriminative-power`.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "DiscriminativePower")]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Written {
    /// The test.
    test: Test,
    /// The level, as typed.
    alpha: Spanned<String>,
    /// What is done about there being many tests.
    correction: Option<Spanned<Correction>>,
}

/// A significance test of every pair of runs.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "PowerTest")]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum Test {
    /// Sakai's paired two-sided bootstrap.
    PairedBootstrap {
        /// Number of bootstrap samples.
        samples: Whole<1, MOST_SAMPLES>,
    },
    /// Student's paired two-sided test.
    PairedT {},
    /// Wilcoxon's two-sided signed-rank test: exact up to 50 differences without ties, else by the normal
    /// distribution.
    Wilcoxon {},
}

/// How p values are adjusted for the number of pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Correction {
    /// Not at all.
    #[default]
    None,
    /// Holm's step-down procedure.
    Holm,
    /// All p values times their number.
    Bonferroni,
}

impl Correction {
    /// Its name; `None` where there is none.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Holm => Some("holm"),
            Self::Bonferroni => Some("bonferroni"),
        }
    }
}

/// How discriminative power is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Power {
    /// The test of two runs.
    pub test: PowerTest,
    /// The level of significance, of the corrected p values where they are.
    pub alpha: f64,
    /// What is done about there being many tests.
    pub correction: Correction,
}

/// A two-sided test of every pair of runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PowerTest {
    /// The paired bootstrap.
    Bootstrap {
        /// How many samples of the topics.
        samples: u32,
    },
    /// The paired t test.
    StudentT,
    /// Wilcoxon's signed-rank test.
    Wilcoxon,
}

impl Power {
    pub(crate) fn read(node: &Node, errors: &mut Vec<YamlError>) -> Result<Self, YamlError> {
        let Written { test, alpha, correction: corrected } = written(node)?;
        let correction = corrected.as_ref().map_or(Correction::None, |correction| correction.value);
        let test = match test {
            Test::PairedT {} => PowerTest::StudentT,
            Test::Wilcoxon {} => PowerTest::Wilcoxon,
            Test::PairedBootstrap { samples } => {
                let found = samples.get();
                if let Some(at) = corrected.as_ref().filter(|_| correction != Correction::None) {
                    // With thousands of pairs only p values of 0 would be left, which means no more than
                    // "below 1/B".
                    errors.push(at.error(format!(
                        "a bootstrap of {found} samples has no level \
                         between 0 and 1/{found}: correct `paired-t: {{}}` or `wilcoxon: {{}}`"
                    )));
                }
                PowerTest::Bootstrap { samples: found }
            }
        };
        Ok(Self { test, alpha: level_of_significance(&alpha, errors), correction })
    }

    /// The p values of all pairs of runs by a test, corrected.
    pub(crate) fn by(&self, test: PairedTest<'_>, scores: &Matrix) -> Result<Vec<f64>, Outcome> {
        let all: Vec<(usize, usize)> = pairs(scores.rows()).collect();
        let results = test.results(scores, &all);
        let results = results.map_err(|error| Outcome::failed(error.to_string()))?;
        let p: Vec<f64> = results.into_iter().map(|result| result.p).collect();
        Ok(match self.correction {
            Correction::None => p,
            Correction::Holm => holm(&p),
            Correction::Bonferroni => bonferroni(&p),
        })
    }
}

/// Every parameter, for keys.
impl fmt::Display for Power {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "alpha={}", self.alpha)?;
        if let Some(correction) = self.correction.name() {
            write!(f, ",correction={correction}")?;
        }
        match self.test {
            PowerTest::Bootstrap { samples } => write!(f, ",paired-bootstrap(samples={samples})"),
            PowerTest::StudentT => f.write_str(",paired-t"),
            PowerTest::Wilcoxon => f.write_str(",wilcoxon"),
        }
    }
}

impl Statistic for Power {
    fn entry(&self) -> &'static Entry {
        &DISCRIMINATIVE_POWER
    }

    fn parameters(&self, _versus: Option<&str>, _of: Option<&str>) -> String {
        self.to_string()
    }

    fn draws(&self) -> Option<&'static str> {
        match self.test {
            PowerTest::Bootstrap { .. } => Some("bootstrap samples of the topics"),
            PowerTest::StudentT | PowerTest::Wilcoxon => None,
        }
    }

    fn test(&self) -> Option<(&'static str, Option<&'static str>)> {
        let name = match self.test {
            PowerTest::Bootstrap { .. } => "paired bootstrap",
            PowerTest::StudentT => "paired t-test",
            PowerTest::Wilcoxon => "wilcoxon signed-rank test",
        };
        Some((name, self.correction.name()))
    }

    /// One draw of the topics serves all measures and judgment sets of a (collection, draw).
    fn unit(&self, component: &str) -> Option<&'static str> {
        Some(match component {
            "power" => "share of the pairs",
            "difference" => "score",
            _ => "pairs",
        })
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let [scores, _] = inputs.compared(None)?;
        if scores.rows() < 2 || scores.cols() < 2 {
            return Err(Outcome::undefined("the test needs two runs and two topics"));
        }
        let mut numbers = Vec::new();
        let asl = match self.test {
            PowerTest::Bootstrap { samples } => {
                let (asl, required) = inputs.bootstrap_levels(&scores, samples as usize, self.alpha)?;
                numbers.extend(required.map(|difference| ("difference", difference)));
                asl
            }
            PowerTest::StudentT => self.by(PairedTest::StudentT, &scores)?,
            PowerTest::Wilcoxon => self.by(PairedTest::Wilcoxon(NullDistribution::Automatic), &scores)?,
        };
        let of = discriminative_power(&asl, self.alpha);
        let counts = [("significant", of.significant as f64), ("pairs", of.pairs as f64)];
        numbers.splice(0..0, counts.into_iter().chain(of.share().map(|share| ("power", share))));
        Ok(Outcome { vectors: vec![("asl".to_owned(), asl)], ..Outcome::of(&numbers).over(&scores) })
    }
}
