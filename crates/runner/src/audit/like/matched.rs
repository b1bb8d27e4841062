//! Compares the statistics of the original collection and its twin, over draws that the fit did not use.

use rejudge_stats::{Ranking, kendall_tau_b, mean, quantile, standard_deviation};
use rejudge_twins::fit::{Statistics, TeamStatistics};

use super::shape::{level, over_topics, power, row_means, variance_shares};

/// A statistic of the original collection that is a constant of the twin. Draws may still differ, because a
/// topic does not count in a draw that pools no relevant document for it.
const GIVEN: &str = "given";
/// A statistic that the fit brings close to the original.
const FITTED: &str = "fitted";
/// A statistic that the fit does not use.
const FREE: &str = "free";

/// A statistic, for the original collection and for the twin's draws.
#[derive(Clone, Debug)]
pub struct ComparedStatistic {
    /// The name of the statistic.
    pub name: String,
    /// The use of the statistic in the fit: `GIVEN`, `FITTED` or `FREE`.
    pub treatment: &'static str,
    /// The value for the original collection. `None` if the statistic is undefined for it, or compares the original
    /// collection with the twin.
    pub original: Option<f64>,
    /// The values for the draws in which the statistic is defined. If the statistic compares the original collection with
    /// the mean over draws, there is at most one value.
    pub drawn: Vec<f64>,
}

/// All statistics of a twin, compared with the original collection.
#[derive(Clone, Debug)]
pub struct Matched {
    pub compared: Vec<ComparedStatistic>,
    /// The number of draws.
    pub draws: usize,
}

/// We add this tenth of a document to counts of documents per topic before we divide them. Without it, the
/// ratio of two small counts would mostly be chance.
const COUNT_OFFSET: f64 = 0.1;
/// A given or fitted statistic is reported if it differs by more than this share.
const MAX_RELATIVE_DIFFERENCE: f64 = 0.1;
/// A free statistic is reported if it is larger or smaller by more than this factor.
const MAX_FREE_RATIO: f64 = 1.5;
/// Numbers below this would be printed as 0.000.
const PRINTED_AS_ZERO: f64 = 0.0005;

type Statistic = fn(&Statistics) -> Option<f64>;

const STATISTICS: [(&str, &str, Statistic); 34] = [
    ("topics", GIVEN, |s| Some(s.relevant.len() as f64)),
    ("runs", GIVEN, |s| Some(s.average_precision.len() as f64)),
    ("pooled runs", GIVEN, |s| Some(s.teams.iter().map(|team| team.pooled).sum::<usize>() as f64)),
    ("teams", GIVEN, |s| Some(s.teams.len() as f64)),
    ("pool depth", GIVEN, |s| Some(f64::from(s.pool_depth))),
    ("ranking length, median", GIVEN, |s| Some(f64::from(s.ranking_length))),
    ("R, mean", FITTED, |s| mean(&s.relevant)),
    ("R, sd over topics", FITTED, |s| standard_deviation(&s.relevant)),
    ("R, least", FREE, |s| quantile(&s.relevant, 0.0)),
    ("R, median", FREE, |s| quantile(&s.relevant, 0.5)),
    ("R, most", FREE, |s| quantile(&s.relevant, 1.0)),
    ("share of level 1", FITTED, |s| level(s, 0)),
    ("share of level 2", FITTED, |s| level(s, 1)),
    ("share of level 3 and above", FITTED, |s| level(s, 2)),
    ("N, mean", FITTED, |s| mean(&s.nonrelevant)),
    ("N, sd over topics", FREE, |s| standard_deviation(&s.nonrelevant)),
    ("N, least", FREE, |s| quantile(&s.nonrelevant, 0.0)),
    ("N, most", FREE, |s| quantile(&s.nonrelevant, 1.0)),
    ("sum of |U|", FITTED, |s| Some(s.teams.iter().map(|team| team.unique).sum())),
    ("sum of |U rel|", FREE, |s| Some(s.teams.iter().map(|team| team.unique_relevant).sum())),
    ("AP, mean", FITTED, |s| mean(&s.run_means())),
    ("AP, sd over runs", FITTED, |s| standard_deviation(&s.run_means())),
    ("AP, worst run", FREE, |s| quantile(&s.run_means(), 0.0)),
    ("AP, median run", FREE, |s| quantile(&s.run_means(), 0.5)),
    ("AP, best run", FREE, |s| quantile(&s.run_means(), 1.0)),
    ("AP, sd over topics, mean of runs", FREE, |s| over_topics(&s.average_precision)),
    ("AP, variance of runs", FREE, |s| Some(variance_shares(&s.average_precision)?[0])),
    ("AP, variance of topics", FREE, |s| Some(variance_shares(&s.average_precision)?[1])),
    ("AP, variance of interaction", FREE, |s| Some(variance_shares(&s.average_precision)?[2])),
    ("P@10, mean", FREE, |s| mean(&row_means(&s.precision_at_10))),
    ("P@10, sd over runs", FREE, |s| standard_deviation(&row_means(&s.precision_at_10))),
    ("tau-b of runs by AP and P@10", FREE, |s| {
        kendall_tau_b(&Ranking::new(&s.run_means()), &Ranking::new(&row_means(&s.precision_at_10)))
    }),
    ("power of AP, t test at .05", FREE, |s| power(&s.average_precision)),
    ("power of P@10, t test at .05", FREE, |s| power(&s.precision_at_10)),
];

impl Matched {
    /// Compares the original collection with draws of its twin. The teams of both must be in the same order.
    pub fn new(original: &Statistics, drawn: &[Statistics]) -> Self {
        let mut compared: Vec<ComparedStatistic> = STATISTICS
            .iter()
            .map(|&(name, treatment, statistic)| ComparedStatistic {
                name: name.to_owned(),
                treatment,
                original: statistic(original).filter(|value| value.is_finite()),
                drawn: drawn.iter().filter_map(statistic).filter(|value| value.is_finite()).collect(),
            })
            // Without this filter, levels that neither collection has would be listed with a share of 0.
            .filter(|statistic| {
                statistic.original != Some(0.0) || statistic.drawn.iter().any(|&value| value != 0.0)
            })
            .collect();
        let comparison = |name: String, value: Option<f64>| ComparedStatistic {
            name,
            treatment: FITTED,
            original: None,
            drawn: value.filter(|value| value.is_finite()).into_iter().collect(),
        };
        type OfTeam = fn(&TeamStatistics) -> f64;
        let statistics_of_teams: [(&str, bool, OfTeam); 3] = [
            ("|U|", true, |team| team.unique),
            ("|U rel|", true, |team| team.unique_relevant),
            ("mean AP", false, |team| team.average_precision),
        ];
        for (name, is_count, statistic) in statistics_of_teams {
            let in_original: Vec<f64> = original.teams.iter().map(statistic).collect();
            let in_draws = |team: usize| {
                drawn.iter().map(|statistics| statistic(&statistics.teams[team])).collect::<Vec<_>>()
            };
            let in_twin: Vec<f64> =
                (0..original.teams.len()).filter_map(|team| mean(&in_draws(team))).collect();
            compared.push(comparison(
                format!("{name} of teams, tau-b with the collection's"),
                kendall_tau_b(&Ranking::new(&in_original), &Ranking::new(&in_twin)),
            ));
            if is_count {
                let counts = in_original.iter().zip(&in_twin);
                let logs: Vec<f64> = counts
                    .map(|(original, twin)| ((twin + COUNT_OFFSET) / (original + COUNT_OFFSET)).ln())
                    .collect();
                let spread = standard_deviation(&logs).map(f64::exp);
                compared.push(comparison(format!("{name} of teams, geometric sd of the ratio"), spread));
            }
        }
        Self { compared, draws: drawn.len() }
    }

    /// Returns a sentence for each statistic that has an original value, but is undefined for the twin or does not match. A
    /// given or fitted statistic does not match if it differs by more than a tenth. A free one does not match if it is more
    /// than 1.5 times as large, or less than two thirds.
    pub fn mismatches(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        for statistic in &self.compared {
            let Some(original) = statistic.original else { continue };
            let twin = statistic.mean();
            if twin.is_none_or(|twin| statistic.is_mismatch(original, twin)) {
                let twin = twin.map_or_else(|| "undefined".to_owned(), number);
                let original = number(original);
                sentences
                    .push(format!("{} is {twin} in the twin, {original} in the collection", statistic.name));
            }
        }
        sentences
    }

    /// Returns the statistics as tab-separated text with a header.
    pub fn tsv(&self) -> String {
        let mut text = "statistic\ttreatment\tgiven\ttwin\tsd\tratio\n".to_owned();
        for statistic in &self.compared {
            let [original, twin, sd, ratio] = statistic.cells();
            text +=
                &format!("{}\t{}\t{original}\t{twin}\t{sd}\t{ratio}\n", statistic.name, statistic.treatment);
        }
        text
    }
}

impl ComparedStatistic {
    /// Returns true if the twin does not match the original value. Values that are both printed as 0.000 match. If only the
    /// original value is 0, or if it is negative, we use no ratio: a given or fitted statistic then never matches, and a
    /// free one matches if the twin's absolute value is at most 1.
    fn is_mismatch(&self, original: f64, twin: f64) -> bool {
        if original.abs() < PRINTED_AS_ZERO && twin.abs() < PRINTED_AS_ZERO {
            return false;
        }
        let ratio = twin / original;
        match self.treatment {
            GIVEN | FITTED => original <= 0.0 || (ratio - 1.0).abs() > MAX_RELATIVE_DIFFERENCE,
            // One document instead of none may be chance, so only a larger difference counts.
            _ if original <= 0.0 => twin.abs() > 1.0,
            _ => !(1.0 / MAX_FREE_RATIO..=MAX_FREE_RATIO).contains(&ratio),
        }
    }

    /// Returns the mean over draws.
    pub fn mean(&self) -> Option<f64> {
        mean(&self.drawn)
    }

    /// Returns the original value, the twin's mean, the standard deviation over draws, and the ratio of the
    /// twin's mean to the original value. A missing number is `-`.
    fn cells(&self) -> [String; 4] {
        let sd = standard_deviation(&self.drawn);
        let ratio = self
            .mean()
            .zip(self.original.filter(|&value| value > 0.0))
            .map(|(twin, original)| twin / original);
        [self.original, self.mean(), sd, ratio].map(|value| value.map_or_else(|| "-".to_owned(), number))
    }
}

/// Formats a number with about four significant digits. The draws are not precise enough for more.
pub(super) fn number(value: f64) -> String {
    match value.abs() {
        _ if value == value.round() && value.abs() < 1e9 => format!("{value}"),
        size if size >= 100.0 => format!("{value:.1}"),
        size if size >= 10.0 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fitted_statistic_may_differ_by_less_than_a_free_one() {
        let statistic = |name: &str, treatment, original, twin| ComparedStatistic {
            name: name.to_owned(),
            treatment,
            original: Some(original),
            drawn: vec![twin],
        };
        let compared = vec![
            statistic("equal", GIVEN, 5.0, 5.0),
            statistic("near", FITTED, 1.0, 1.09),
            statistic("off", FITTED, 1.0, 1.2),
            statistic("from nothing", FITTED, 0.0, 1.04),
            statistic("nothing", FITTED, 0.0, 0.0001),
            statistic("half as much again", FREE, 2.0, 2.9),
            statistic("many times", FREE, 0.1, 2.2),
            statistic("a part", FREE, 3.0, 1.0),
            ComparedStatistic { drawn: Vec::new(), ..statistic("lost", FREE, 3.0, 0.0) },
        ];
        let far = Matched { compared, draws: 1 }.mismatches();
        let names: Vec<&str> = far.iter().filter_map(|text| text.split(" is ").next()).collect();
        assert_eq!(names, ["off", "from nothing", "many times", "a part", "lost"]);
        assert_eq!(far[4], "lost is undefined in the twin, 3 in the collection");
    }

    #[test]
    fn numbers_have_as_many_digits_as_the_draws_allow() {
        assert_eq!(
            [50.0, 364.57, 12.345, 0.29512, -1.5].map(number),
            ["50", "364.6", "12.35", "0.295", "-1.500"]
        );
    }
}
