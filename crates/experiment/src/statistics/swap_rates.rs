//! The share of run pairs that two topic sets order differently.

use crate::spec::yaml::Fraction;
use rejudge_stats::{Matrix, SWAP_BINS, SwapRates, TiedPairs};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::entry::alpha;
use crate::statistics::{Inputs, Outcome, StatisticEntry, StatisticKind, TopicSetUse};

/// Error rates by difference, as in E. M. Voorhees and C. Buckley, The effect of topic set size on retrieval
/// experiment error, SIGIR 2002. Each comparison is between two runs on a pair of topic sets. `error` is the rate over
/// all comparisons, `error-05` the rate over comparisons with a difference on the first set in [.05, .06), and
/// `error-20` the rate over differences of .20 and more. `pairs-..` are the numbers of comparisons. `required`
/// is the smallest difference at and above which no rate exceeds the parameter `error`, and `decided` is the
/// share of comparisons with at least this difference.
pub(crate) static SWAP_RATES: StatisticEntry = StatisticEntry {
    summary: "Share of pairs of topic sets that order two runs differently, for each size of the difference \
              between the runs' scores.",
    components: &COMPONENTS,
    topic_set_use: TopicSetUse::Pairs,
    ..StatisticEntry::new::<SwapRatesByDifference>("swap-rates")
};

/// The number of quantities that do not belong to a bin.
const OVERALL_QUANTITIES: usize = 3;

/// The quantities. The bins are named by the hundredths at which they begin.
#[rustfmt::skip]
static COMPONENTS: [&str; OVERALL_QUANTITIES + 2 * SWAP_BINS] = [
    "error", "required", "decided",
    "error-00", "error-01", "error-02", "error-03", "error-04", "error-05", "error-06", "error-07", "error-08",
    "error-09", "error-10", "error-11", "error-12", "error-13", "error-14", "error-15", "error-16", "error-17",
    "error-18", "error-19", "error-20",
    "pairs-00", "pairs-01", "pairs-02", "pairs-03", "pairs-04", "pairs-05", "pairs-06", "pairs-07", "pairs-08",
    "pairs-09", "pairs-10", "pairs-11", "pairs-12", "pairs-13", "pairs-14", "pairs-15", "pairs-16", "pairs-17",
    "pairs-18", "pairs-19", "pairs-20",
];

/// `swap-rates`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct SwapRatesByDifference {
    /// The largest error rate that the required difference may have.
    #[serde(default = "alpha")]
    error: Fraction<true>,
    /// The treatment of a pair that is tied on at least one of the two sets.
    #[serde(default)]
    ties: TiedPairs,
}

impl StatisticKind for SwapRatesByDifference {
    fn draws(&self) -> Option<&'static str> {
        Some("sets of the topics")
    }

    /// Compares all pairs of runs on each pair of topic sets. There are usually 1,000 pairs of sets.
    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let [scores, _] = inputs.compared_scores(None)?;
        let failed = |error: rejudge_stats::StatsError| Outcome::failed(error.to_string());
        let means = |topics: &[usize]| -> Result<Vec<f64>, Outcome> {
            let on_set: Matrix = scores.select_columns(topics).map_err(failed)?;
            Ok(inputs.run_scores(&on_set, None))
        };
        let mut rates = SwapRates::new(self.ties);
        for [first, second] in inputs.topic_pairs(scores.cols())? {
            rates.add(&means(&first)?, &means(&second)?);
        }
        let error = rates.error_of_all().ok_or_else(|| Outcome::undefined("a pair needs two runs"))?;
        let required = rates.required(self.error.get());
        let mut numbers = vec![("error", error)];
        numbers.extend(required.map(|bin| ("required", bin as f64 / 100.0)));
        // If no difference is large enough, no pair is decided.
        numbers.push(("decided", required.and_then(|bin| rates.share_from(bin)).unwrap_or(0.0)));
        let rates_of_bins = COMPONENTS[OVERALL_QUANTITIES..OVERALL_QUANTITIES + SWAP_BINS].iter().enumerate();
        numbers.extend(rates_of_bins.filter_map(|(bin, &name)| Some((name, rates.error(bin)?))));
        let counts = COMPONENTS[OVERALL_QUANTITIES + SWAP_BINS..].iter().enumerate();
        numbers.extend(counts.map(|(bin, &name)| (name, rates.pairs(bin) as f64)));
        Ok(Outcome::new(&numbers).over(&scores))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_named_by_their_bins() {
        for bin in 0..SWAP_BINS {
            assert_eq!(COMPONENTS[OVERALL_QUANTITIES + bin], format!("error-{bin:02}"));
            assert_eq!(COMPONENTS[OVERALL_QUANTITIES + SWAP_BINS + bin], format!("pairs-{bin:02}"));
        }
    }
}
