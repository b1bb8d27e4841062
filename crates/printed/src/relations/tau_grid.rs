//! Kendall's tau of two rankings of n runs takes few values: 1 - 2D/C with C = n(n-1)/2 pairs, D of them in
//! the other order.

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::cell::{PrintedCell, Site};
use super::super::exact::{Interval, Ratio};
use super::super::expected::Expected;
use super::super::printed::Printed;
use super::super::printed_decimal::PrintedDecimal;
use super::Instance;
use super::select::{Fact, Roster, Select, collection, whole_number};
use rejudge_spec::yaml::YamlError;

/// Each selected cell is a value of tau, or the mean of one value a team.
///
/// With `ties` a tied pair counts in neither order (Eq. 5 of the survey), which halves the step. With
/// `rounded-first` the mean may also have been taken of values already rounded to the printed digits.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TauGrid {
    /// The correlations.
    cells: Select,
    /// How many runs are ranked.
    runs: Fact,
    /// The teams whose values are averaged; a single value when absent.
    #[serde(default)]
    mean_over: Option<Roster>,
    /// Whether runs may tie.
    #[serde(default)]
    ties: bool,
    /// Whether a mean may be of values already rounded.
    #[serde(default)]
    rounded_first: bool,
}

impl TauGrid {
    pub(super) fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        let mut instances = Vec::new();
        for cell in self.cells.cells(expected)? {
            let runs = self.runs.of(expected, collection(cell))?;
            let values = match &self.mean_over {
                Some(roster) => roster.rows(expected, collection(cell))?.len(),
                None => 1,
            };
            let verdict = whole_number(runs).and_then(|runs| self.verdict(cell, runs, values));
            instances.push(Instance::new(
                Site::from(&cell.address),
                &cell.at,
                vec![cell],
                vec![runs],
                verdict,
            ));
        }
        Ok(instances)
    }

    fn verdict(&self, cell: &PrintedCell, runs: i64, values: usize) -> Result<(), String> {
        let Printed::Decimal { number, percent: false } = cell.value else {
            return Err(format!("`{}` is not a rank correlation", cell.text));
        };
        let steps = Steps { pairs: runs * (runs - 1) / 2, ties: self.ties };
        let exactly = steps.can_average_to(number.interval(), i64::try_from(values).unwrap_or(i64::MAX));
        if exactly || (self.rounded_first && steps.rounded_can_average_to(number, values)) {
            return Ok(());
        }
        let of = if values == 1 { "a value".to_owned() } else { format!("the mean of {values} values") };
        Err(format!("`{}` is not {of} of Kendall's tau over {runs} runs", cell.text))
    }
}

/// The values tau can take: 1 - i * step down to -1.
struct Steps {
    pairs: i64,
    ties: bool,
}

impl Steps {
    /// How many steps lead from 1 to -1.
    fn count(&self) -> i64 {
        if self.ties { 2 * self.pairs } else { self.pairs }
    }

    /// Whether the mean of `values` of them lies in `interval`: the mean of values 1 - 2i/count is
    /// 1 - 2I/(values * count), I being any sum.
    fn can_average_to(&self, interval: Interval, values: i64) -> bool {
        let (one, two) = (Ratio::whole(1), Ratio::whole(2));
        let below_one = Interval { low: (one - interval.high) / two, high: (one - interval.low) / two };
        let all = self.count() * values;
        let sums = below_one.multiples(all);
        (*sums.start()).max(0) <= (*sums.end()).min(i128::from(all))
    }

    /// The same, each value rounded to the digits of `printed` before averaging.
    ///
    /// Every reachable sum of distances from 1 is tried; it counts in units of the last digit.
    fn rounded_can_average_to(&self, printed: PrintedDecimal, values: usize) -> bool {
        let unit = 10_i128.pow(printed.digits);
        let below_one = |i: i64| {
            unit - Ratio::new(i128::from(self.count() - 2 * i), i128::from(self.count()))
                .rounded(printed.digits)
        };
        let mut distances: Vec<usize> =
            (0..=self.count()).filter_map(|i| usize::try_from(below_one(i)).ok()).collect();
        distances.dedup();
        let Ok(target) = usize::try_from(unit - i128::from(printed.units)) else {
            return false;
        };
        // The mean of a sum s rounds to the target when |s - target * values| <= values / 2.
        let largest = target * values + values / 2;
        let mut reached = vec![false; largest + 1];
        reached[0] = true;
        for _ in 0..values {
            let mut next = vec![false; largest + 1];
            for (sum, _) in reached.iter().enumerate().filter(|(_, there)| **there) {
                for distance in distances.iter().take_while(|&&distance| sum + distance <= largest) {
                    next[sum + distance] = true;
                }
            }
            reached = next;
        }
        let smallest = (target * values).saturating_sub(values / 2);
        reached[smallest..].contains(&true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(units: i64) -> PrintedDecimal {
        PrintedDecimal { units, digits: 3 }
    }

    #[test]
    fn single_values_of_ten_runs() {
        // 45 pairs: 1, .956, .911, ... in steps of 2/45.
        let steps = Steps { pairs: 45, ties: false };
        for units in [1000, 956, 911, 867, -1000] {
            assert!(steps.can_average_to(printed(units).interval(), 1), "{units}");
        }
        for units in [955, 957, 978, 1001, -1001] {
            assert!(!steps.can_average_to(printed(units).interval(), 1), "{units}");
        }
        assert!(Steps { pairs: 45, ties: true }.can_average_to(printed(978).interval(), 1));
    }

    #[test]
    fn means_agree_with_trying_them_all() {
        // Five runs, ten pairs, two values: all 11 * 11 means, exact and rounded first to three digits.
        let steps = Steps { pairs: 10, ties: false };
        let tau: Vec<i64> = (0..=10).map(|d| 1000 - 200 * d).collect();
        for units in -1000..=1000 {
            let found = tau.iter().any(|a| tau.iter().any(|b| (a + b - 2 * units).abs() <= 1));
            assert_eq!(steps.can_average_to(printed(units).interval(), 2), found, "{units}");
            assert_eq!(steps.rounded_can_average_to(printed(units), 2), found, "{units}");
        }
    }

    #[test]
    fn rounding_first_reaches_other_means() {
        // Three runs, three pairs: 1, .333, -.333, -1. The mean of .333 thrice is .333 either way; that of
        // (1, 1, -.333) is .556 exactly and (1 + 1 - .333)/3 = .5557 rounded first; of two thirds over four
        // values the fourth digit decides.
        let steps = Steps { pairs: 3, ties: false };
        let reached = |units| {
            (
                steps.can_average_to(printed(units).interval(), 4),
                steps.rounded_can_average_to(printed(units), 4),
            )
        };
        // (.333 + .333 + 1 + 1)/4 = .6665 rounded first, a half either way; .66667 exactly.
        assert_eq!(reached(666), (false, true));
        assert_eq!(reached(667), (true, true));
        assert_eq!(reached(665), (false, false));
    }
}
