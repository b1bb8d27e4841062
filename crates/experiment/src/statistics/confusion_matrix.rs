//! Agreement of significance decisions with the decisions of the same tests under a reference, such as other
//! judgments (Bompada et al., SIGIR 2007, Table 2).

use crate::spec::yaml::{Fraction, Spanned, YamlError};
use rejudge_stats::{Reject, confusion_matrix, significant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::pair_tests::{PAIR_TESTS, PairTests};
use crate::statistics::{BaseStatistic, Inputs, Outcome, StatisticEntry, StatisticKind, Versus};

/// Agreement of the pair tests' decisions with the decisions of the same tests under a reference: other
/// judgments, another measure, or both.
pub(crate) static CONFUSION_MATRIX: StatisticEntry = StatisticEntry {
    summary: "Agreement of the decisions of `pair-tests` with the decisions of the same tests under a \
              reference: other judgments, another measure, or both.",
    components: &[
        "accuracy",
        "c11",
        "c12",
        "c21",
        "c22",
        "true-positive-rate",
        "predicted-positive-rate",
        "g-mean",
        "lost-significance",
    ],
    units: &[
        ("c11", "pairs"),
        ("c12", "pairs"),
        ("c21", "pairs"),
        ("c22", "pairs"),
        ("g-mean", "g-mean"),
        ("", "share of the pairs"),
    ],
    version: 2,
    ..StatisticEntry::new::<ConfusionMatrix>("confusion-matrix")
};

/// `confusion-matrix`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct ConfusionMatrix {
    /// The `pair-tests` statistic with the p values.
    of: Spanned<String>,
    /// The reference, which counts as the truth: other judgments, another measure, or both.
    versus: Versus,
    /// The level of significance; by default the tests' level.
    alpha: Option<Fraction<true>>,
    /// The decision on a p value that equals alpha; by default the tests' decision.
    reject: Option<Reject>,
}

impl StatisticKind for ConfusionMatrix {
    fn check(&mut self, base: Option<&dyn StatisticKind>, _errors: &mut Vec<YamlError>) {
        if let Some(tests) = base.and_then(|base| base.as_kind::<PairTests>()) {
            self.alpha.get_or_insert(tests.alpha);
            self.reject.get_or_insert(tests.reject);
        }
    }

    fn needs_scores(&self) -> bool {
        false
    }

    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn base_statistic(&self) -> Option<BaseStatistic<'_>> {
        Some(BaseStatistic { name: &self.of, kind: &PAIR_TESTS })
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let reference_p_values = inputs.pairs(Some(&self.versus))?;
        let p_values = inputs.pairs(None)?;
        let (Some(alpha), Some(reject)) = (self.alpha, self.reject) else {
            return Err(Outcome::undefined("there are no p values of pairs"));
        };
        let decisions = |p_values: &[f64]| significant(p_values, alpha.get(), reject);
        let matrix = confusion_matrix(&decisions(&reference_p_values), &decisions(&p_values));
        let counts = [("c11", matrix.c11), ("c12", matrix.c12), ("c21", matrix.c21), ("c22", matrix.c22)];
        let rates = [
            ("accuracy", matrix.accuracy()),
            ("true-positive-rate", matrix.true_positive_rate()),
            ("predicted-positive-rate", matrix.predicted_positive_rate()),
            ("g-mean", matrix.g_mean()),
            ("lost-significance", matrix.lost_significance()),
        ];
        let counts = counts.map(|(name, count)| (name, Some(count as f64)));
        Ok(Outcome::from_options(&[counts.as_slice(), &rates].concat()))
    }
}
