//! Agreement of the decisions of tests with those under other judgments (Bompada et al., SIGIR 2007, Table 2).

use crate::spec::yaml::{Fraction, Spanned, YamlError};
use rejudge_stats::{Reject, confusion_matrix, significant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::pair_tests::{PAIR_TESTS, PairTests};
use crate::statistics::{Entry, Inputs, Of, Outcome, Statistic, Versus};

/// Agreement of the decisions of pair tests with those under other judgments.
pub(crate) static CONFUSION_MATRIX: Entry = Entry {
    summary: "Agreement of the decisions of `pair-tests` with those under other judgments.",
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
    ..Entry::new::<ConfusionMatrix>("confusion-matrix")
};

/// `confusion-matrix`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct ConfusionMatrix {
    /// The statistic with the p values.
    of: Spanned<String>,
    /// The truth: other judgments, another measure, or both.
    versus: Versus,
    /// The level of significance. Absent: that of the tests.
    alpha: Option<Fraction<true>>,
    /// The decision on a p value that equals alpha. Absent: that of the tests.
    reject: Option<Reject>,
}

impl Statistic for ConfusionMatrix {
    fn check(&mut self, of: Option<&dyn Statistic>, _errors: &mut Vec<YamlError>) {
        if let Some(tests) = of.and_then(|of| of.as_kind::<PairTests>()) {
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

    fn base_statistic(&self) -> Option<Of<'_>> {
        Some(Of { name: &self.of, kind: &PAIR_TESTS })
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let full = inputs.pairs(Some(&self.versus))?;
        let fewer = inputs.pairs(None)?;
        let (Some(alpha), Some(reject)) = (self.alpha, self.reject) else {
            return Err(Outcome::undefined("no p values of pairs"));
        };
        let flags = |p: &[f64]| significant(p, alpha.get(), reject);
        let matrix = confusion_matrix(&flags(&full), &flags(&fewer));
        let cells = [("c11", matrix.c11), ("c12", matrix.c12), ("c21", matrix.c21), ("c22", matrix.c22)];
        let rates = [
            ("accuracy", matrix.accuracy()),
            ("true-positive-rate", matrix.true_positive_rate()),
            ("predicted-positive-rate", matrix.predicted_positive_rate()),
            ("g-mean", matrix.g_mean()),
            ("lost-significance", matrix.lost_significance()),
        ];
        let cells = cells.map(|(name, count)| (name, Some(count as f64)));
        Ok(Outcome::of_defined(&[cells.as_slice(), &rates].concat()))
    }
}
