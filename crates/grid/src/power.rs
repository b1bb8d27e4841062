//! Discriminative power, with its test resolved.

use std::fmt;

use rejudge_spec::yaml::YamlError;
use rejudge_spec::{CorrectionWire, PowerWire, TestWire};

use super::pair_tests::level_of_significance;

/// How discriminative power is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Power {
    /// The test of two runs.
    pub test: PowerTest,
    /// The level of significance, of the corrected p values where they are.
    pub alpha: f64,
    /// What is done about there being many tests.
    pub correction: CorrectionWire,
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
}

/// Every parameter, for keys.
impl fmt::Display for Power {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "alpha={}", self.alpha)?;
        match self.correction {
            CorrectionWire::None => {}
            CorrectionWire::Holm => f.write_str(",correction=holm")?,
            CorrectionWire::Bonferroni => f.write_str(",correction=bonferroni")?,
        }
        match self.test {
            PowerTest::Bootstrap { samples } => write!(f, ",paired-bootstrap(samples={samples})"),
            PowerTest::StudentT => f.write_str(",paired-t"),
        }
    }
}

/// Most bootstrap samples: a level is then known to one in a million, and the samples of 50 topics take 50
/// MB.
const MOST_SAMPLES: u32 = 1_000_000;

impl Power {
    pub(super) fn new(wire: &PowerWire, errors: &mut Vec<YamlError>) -> Self {
        let correction = wire.correction.as_ref().map_or(CorrectionWire::None, |wire| wire.value);
        let test = match &wire.test {
            TestWire::PairedT {} => PowerTest::StudentT,
            TestWire::PairedBootstrap { samples } => {
                if !(1..=MOST_SAMPLES).contains(&samples.value) {
                    let found = samples.value;
                    let message =
                        format!("found {found} bootstrap samples, expected from 1 to {MOST_SAMPLES}");
                    errors.push(samples.error(message));
                }
                if let Some(at) = wire.correction.as_ref().filter(|_| correction != CorrectionWire::None) {
                    // With thousands of pairs only p values of 0 would be left, which means no more than
                    // "below 1/B".
                    errors.push(at.error(format!(
                        "a bootstrap of {} samples knows no level between 0 and 1/{0}: correct `paired-t: {{}}`",
                        samples.value
                    )));
                }
                PowerTest::Bootstrap { samples: samples.value }
            }
        };
        Self { test, alpha: level_of_significance(&wire.alpha, errors), correction }
    }
}
