//! Discriminative power: the share of the run pairs that differ significantly (Sakai, SIGIR 2006; IPSJ 2009,
//! section 6).

use crate::spec::yaml::{Fraction, Spanned, YamlError};
use rejudge_stats::{
    Alternative, Correction, Draw, Matrix, Test, bootstrap_asl, discriminative_power, pairs,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::entry::alpha;
use crate::statistics::{Inputs, Outcome, StatisticEntry, StatisticKind};

/// The share of run pairs that differ significantly.
pub(crate) static DISCRIMINATIVE_POWER: StatisticEntry = StatisticEntry {
    summary: "Share of the run pairs that differ significantly.",
    version: 3,
    components: &["power", "significant", "pairs", "difference"],
    units: &[("power", "share of the pairs"), ("difference", "score"), ("", "pairs")],
    ..StatisticEntry::new::<DiscriminativePower>("discriminative-power")
};

/// `discriminative-power`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct DiscriminativePower {
    /// The test of two runs.
    pub test: Test,
    /// The level of significance, for corrected p values if there is a correction.
    #[serde(default = "alpha")]
    pub alpha: Fraction<true>,
    /// The adjustment of p values for the number of pairs.
    #[serde(default)]
    correction: Spanned<Correction>,
}

impl DiscriminativePower {
    /// Returns the corrected p values of all pairs of runs.
    ///
    /// # Errors
    /// If there are too few runs or topics.
    pub(crate) fn p_values(&self, inputs: &dyn Inputs, scores: &Matrix) -> Result<Vec<f64>, Outcome> {
        let (seed, key, draw) = inputs.draw();
        let random = |label| Draw::new(seed, &[label, key, &draw.to_string()]);
        let pairs: Vec<(usize, usize)> = pairs(scores.rows()).collect();
        let test = self.test.prepared(scores.cols(), random);
        let adjusted = test
            .results(scores, &pairs, Alternative::TwoSided)
            .and_then(|results| self.correction.value.adjusted(scores, &pairs, &results, random));
        Ok(adjusted.map_err(|error| Outcome::failed(error.to_string()))?.p)
    }
}

impl StatisticKind for DiscriminativePower {
    fn check(&mut self, _base: Option<&dyn StatisticKind>, errors: &mut Vec<YamlError>) {
        let correction = &self.correction;
        if let Err(reason) = correction.value.check(self.test) {
            errors.push(correction.error(reason));
        }
        if let (Test::PairedBootstrap { samples }, true) = (self.test, correction.value != Correction::None) {
            // With thousands of pairs, only p values of 0 would stay significant. But if the bootstrap has B samples,
            // an estimate of 0 means only that the p value is below 1/B.
            errors.push(correction.error(format!(
                "a bootstrap of {samples} samples has no p value between 0 and 1/{samples}: use a correction \
                 with `paired-t` or `wilcoxon`"
            )));
        }
    }

    fn draws(&self) -> Option<&'static str> {
        match (self.test, self.correction.value) {
            (Test::PairedBootstrap { .. }, _) => Some("bootstrap samples of the topics"),
            (Test::Randomisation { .. }, _) => Some("random signs of the topics"),
            (_, Correction::RandomisedTukey { .. }) => Some("random orders of the runs"),
            _ => None,
        }
    }

    fn test(&self) -> Option<(Test, Correction)> {
        Some((self.test, self.correction.value))
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let [scores, _] = inputs.compared_scores(None)?;
        if scores.rows() < 2 || scores.cols() < 2 {
            return Err(Outcome::undefined("the test needs two runs and two topics"));
        }
        self.test.check_room(scores.cols()).map_err(|error| Outcome::failed(error.to_string()))?;
        let (asl, required) = match self.test {
            Test::PairedBootstrap { samples } => {
                bootstrap_asl(&scores, &inputs.resamples(samples, scores.cols())?, self.alpha.get())
                    .map_err(|error| Outcome::failed(error.to_string()))?
            }
            _ => (self.p_values(inputs, &scores)?, None),
        };
        let power = discriminative_power(&asl, self.alpha.get());
        let mut numbers = vec![("significant", power.significant as f64), ("pairs", power.pairs as f64)];
        numbers.extend(power.share().map(|share| ("power", share)));
        numbers.extend(required.map(|difference| ("difference", difference)));
        Ok(Outcome { pairs: asl, ..Outcome::new(&numbers).over(&scores) })
    }
}

/// Returns the `discriminative-power` statistic that tests pairs of runs for the cell's statistic.
///
/// # Errors
/// If the cell's statistic has no such base.
pub(crate) fn power_of(inputs: &dyn Inputs) -> Result<&DiscriminativePower, Outcome> {
    let power = inputs.base_statistic().and_then(|base| base.as_kind::<DiscriminativePower>());
    power.ok_or_else(|| Outcome::undefined("there are no run pairs to compare"))
}
