//! The match of a simulated collection: the same statistics of the collection and of draws that were not used for the
//! fit.

use rejudge_stats::{Ranking, kendall_tau_b, mean, quantile, standard_deviation};
use rejudge_twins::fit::Statistics;

use super::shape::{level, over_topics, power, row_means, variance_shares};

/// The use of a statistic in the fit: the twin has it by construction.
const GIVEN: &str = "given";
/// Constants were moved towards it.
const FITTED: &str = "fitted";
/// Not controlled by the fit.
const FREE: &str = "free";

/// A figure of the collection and of the draws.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The name of the statistic.
    pub name: String,
    /// Its use in the fit.
    pub treatment: &'static str,
    /// The value for the collection; absent if the statistic compares collection and simulation.
    pub given: Option<f64>,
    /// The value of each draw in which it is defined; a comparison with the mean over draws has one.
    pub drawn: Vec<f64>,
}

/// All statistics.
#[derive(Clone, Debug)]
pub struct Matched {
    pub figures: Vec<Figure>,
    /// The number of draws.
    pub draws: usize,
}

/// A tenth of a document a topic: keeps ratios of small counts apart from chance.
const FEW: f64 = 0.1;
/// A fitted statistic that is relatively further from its target is reported.
const FAR: f64 = 0.1;
/// The same for a free statistic, as a ratio in either direction.
const FAR_IF_FREE: f64 = 1.5;
/// Statistics that are both below this print the same.
const NOTHING: f64 = 0.0005;

type Of = fn(&Statistics) -> Option<f64>;

const FIGURES: [(&str, &str, Of); 34] = [
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
    /// Compares the collection with draws of its simulation, whose teams have the same order.
    pub fn new(given: &Statistics, drawn: &[Statistics]) -> Self {
        let mut figures: Vec<Figure> = FIGURES
            .iter()
            .map(|&(name, treatment, of)| Figure {
                name: name.to_owned(),
                treatment,
                given: of(given).filter(|value| value.is_finite()),
                drawn: drawn.iter().filter_map(of).filter(|value| value.is_finite()).collect(),
            })
            // A grade that neither has.
            .filter(|figure| figure.given != Some(0.0) || figure.drawn.iter().any(|&value| value != 0.0))
            .collect();
        for (at, name) in ["|U|", "|U rel|", "mean AP"].into_iter().enumerate() {
            let of = |statistics: &Statistics, team: usize| {
                let about = &statistics.teams[team];
                [about.unique, about.unique_relevant, about.average_precision][at]
            };
            let teams = || 0..given.teams.len();
            let of_given: Vec<f64> = teams().map(|team| of(given, team)).collect();
            let in_draws = |team| drawn.iter().map(|statistics| of(statistics, team)).collect::<Vec<_>>();
            let of_twin: Vec<f64> = teams().filter_map(|team| mean(&in_draws(team))).collect();
            let one = |name: String, value: Option<f64>| Figure {
                name,
                treatment: FITTED,
                given: None,
                drawn: value.filter(|value| value.is_finite()).into_iter().collect(),
            };
            figures.push(one(
                format!("{name} of teams, tau-b with the collection's"),
                kendall_tau_b(&Ranking::new(&of_given), &Ranking::new(&of_twin)),
            ));
            if at < 2 {
                let logs: Vec<f64> =
                    of_given.iter().zip(&of_twin).map(|(g, t)| ((t + FEW) / (g + FEW)).ln()).collect();
                let spread = standard_deviation(&logs).map(f64::exp);
                figures.push(one(format!("{name} of teams, geometric sd of the ratio"), spread));
            }
        }
        Self { figures, draws: drawn.len() }
    }

    /// Describes the statistics that are not matched: given or fitted ones that are off by more than a tenth, and free
    /// ones that are more than half larger or a third smaller.
    pub fn far(&self) -> Vec<String> {
        let far = |figure: &&Figure| match (figure.given, figure.mean()) {
            (Some(given), Some(twin)) => figure.is_far(given, twin),
            (Some(_), None) => true,
            (None, _) => false,
        };
        let sentence = |figure: &Figure| {
            let twin = figure.mean().map_or_else(|| "undefined".to_owned(), number);
            let given = number(figure.given?);
            Some(format!("{} is {twin} in the twin, {given} in the collection", figure.name))
        };
        self.figures.iter().filter(far).filter_map(sentence).collect()
    }

    /// Returns the statistics as tab-separated text with a header.
    pub fn tsv(&self) -> String {
        let mut text = "statistic\ttreatment\tgiven\ttwin\tsd\tratio\n".to_owned();
        for figure in &self.figures {
            let [given, twin, sd, ratio] = figure.cells();
            text += &format!("{}\t{}\t{given}\t{twin}\t{sd}\t{ratio}\n", figure.name, figure.treatment);
        }
        text
    }
}

impl Figure {
    /// Returns true if the simulation misses the value. A value near 0 on one side only is a miss, although no ratio is
    /// defined.
    fn is_far(&self, given: f64, twin: f64) -> bool {
        if given.abs() < NOTHING && twin.abs() < NOTHING {
            return false;
        }
        let ratio = twin / given;
        match self.treatment {
            GIVEN | FITTED => given <= 0.0 || (ratio - 1.0).abs() > FAR,
            // A single document instead of none may be due to chance.
            _ if given <= 0.0 => twin.abs() > 1.0,
            _ => !(1.0 / FAR_IF_FREE..=FAR_IF_FREE).contains(&ratio),
        }
    }

    /// Returns the mean over draws.
    pub fn mean(&self) -> Option<f64> {
        mean(&self.drawn)
    }

    /// Returns the original value, the simulated value, the sd over draws, and the ratio; `-` if missing.
    fn cells(&self) -> [String; 4] {
        let sd = standard_deviation(&self.drawn);
        let ratio =
            self.mean().zip(self.given.filter(|&given| given > 0.0)).map(|(twin, given)| twin / given);
        [self.given, self.mean(), sd, ratio].map(|value| value.map_or_else(|| "-".to_owned(), number))
    }
}

/// Formats about four significant digits, because the draws do not support more.
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
    fn what_is_not_met_is_told_whether_it_was_aimed_at_or_not() {
        let figure = |name: &str, treatment, given, twin| Figure {
            name: name.to_owned(),
            treatment,
            given: Some(given),
            drawn: vec![twin],
        };
        let figures = vec![
            figure("equal", GIVEN, 5.0, 5.0),
            figure("near", FITTED, 1.0, 1.09),
            figure("off", FITTED, 1.0, 1.2),
            figure("from nothing", FITTED, 0.0, 1.04),
            figure("nothing", FITTED, 0.0, 0.0001),
            figure("half as much again", FREE, 2.0, 2.9),
            figure("many times", FREE, 0.1, 2.2),
            figure("a part", FREE, 3.0, 1.0),
            Figure { drawn: Vec::new(), ..figure("lost", FREE, 3.0, 0.0) },
        ];
        let far = Matched { figures, draws: 1 }.far();
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
