//! How the decisions of tests agree with those at other judgments (Bompada et al., SIGIR 2007, Table 2).

use std::sync::Arc;

use rejudge_spec::yaml::Spanned;
use rejudge_stats::{Reject, confusion_matrix, significant};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::entry::written;
use crate::pair_tests::{PairTests, Rejected};
use crate::significance_level::{Level, level_of_significance};
use crate::{Entry, Inputs, Outcome, Statistic, Versus};

/// How the decisions of pair tests agree with those at other judgments.
pub(crate) static CONFUSION_MATRIX: Entry = Entry {
    name: "confusion-matrix",
    summary: "How their decisions agree with those at other judgments.",
    version: 1,
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
    has_measure: true,
    has_judgments: true,
    is_of_compared_runs: true,
    is_of_a_team: false,
    read: |node, names, errors| {
        let Written { of, versus, alpha, reject } = written(node)?;
        let (of, tests) =
            names.statistic(&of, "pair-tests", "no `pair-tests`, so it has no p values of pairs")?;
        // Its errors are told where it stands itself.
        let inherited = PairTests::read(tests, &mut Vec::new())?.level;
        let alpha = alpha.as_ref().map_or(inherited.alpha, |alpha| level_of_significance(alpha, errors));
        let level = Level { alpha, reject: reject.map_or(inherited.reject, Reject::from) };
        Ok(Arc::new(ConfusionMatrix { of, versus: Versus::by_judgments(versus.value), level }))
    },
    schema: |generator| generator.subschema_for::<Written>(),
};

/// `confusion-matrix`.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "ConfusionMatrix")]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Written {
    /// The statistic with the p values.
    of: Spanned<String>,
    /// The judgments taken as truth.
    versus: Spanned<String>,
    /// The level, as typed; without one that of the tests.
    alpha: Option<Spanned<String>>,
    /// What becomes of the level itself; without it as in the tests.
    reject: Option<Rejected>,
}

#[derive(Debug)]
struct ConfusionMatrix {
    of: usize,
    versus: Versus,
    level: Level,
}

impl Statistic for ConfusionMatrix {
    fn entry(&self) -> &'static Entry {
        &CONFUSION_MATRIX
    }

    fn parameters(&self, versus: Option<&str>, of: Option<&str>) -> String {
        format!("{},of={},versus={}", self.level, of.unwrap_or_default(), versus.unwrap_or_default())
    }

    fn needs_scores(&self) -> bool {
        false
    }

    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn of(&self) -> Option<usize> {
        Some(self.of)
    }

    fn unit(&self, component: &str) -> Option<&'static str> {
        Some(match component {
            "c11" | "c12" | "c21" | "c22" => "pairs",
            "g-mean" => "g-mean",
            _ => "share of the pairs",
        })
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let full = inputs.vector(self.of, Some(&self.versus), "p")?;
        let fewer = inputs.vector(self.of, None, "p")?;
        let flags = |p: &[f64]| significant(p, self.level.alpha, self.level.reject);
        let matrix = confusion_matrix(&flags(&full), &flags(&fewer));
        let cells = [("c11", matrix.c11), ("c12", matrix.c12), ("c21", matrix.c21), ("c22", matrix.c22)];
        let rates = [
            ("accuracy", matrix.accuracy()),
            ("true-positive-rate", matrix.true_positive_rate()),
            ("predicted-positive-rate", matrix.predicted_positive_rate()),
            ("g-mean", matrix.g_mean()),
            ("lost-significance", matrix.lost_significance()),
        ];
        let mut numbers: Vec<(&str, f64)> = cells.map(|(name, count)| (name, count as f64)).to_vec();
        numbers.extend(rates.into_iter().filter_map(|(name, rate)| Some((name, rate?))));
        Ok(Outcome::of(&numbers))
    }
}
