//! The match of a simulated collection: the same statistics of the collection and of draws that were not used for the
//! fit.

use rejudge_stats::{Ranking, kendall_tau_b, mean, quantile, standard_deviation};
use rejudge_twins::fit::Statistics;

use super::shape::{level, over_topics, power, row_means, variance_shares};

/// The use of a statistic in the fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Treatment {
    /// The twin has it by construction.
    Given,
    /// Constants were moved towards it.
    Fitted,
    /// Not controlled by the fit.
    Free,
}

impl Treatment {
    fn word(self) -> &'static str {
        match self {
            Self::Given => "given",
            Self::Fitted => "fitted",
            Self::Free => "free",
        }
    }
}

/// A figure of the collection and of the draws.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The name of the statistic.
    pub name: String,
    /// The use.
    pub treatment: Treatment,
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

const FIGURES: [(&str, Treatment, Of); 34] = {
    use Treatment::{Fitted, Free, Given};
    [
        ("topics", Given, |s| Some(s.relevant.len() as f64)),
        ("runs", Given, |s| Some(s.average_precision.len() as f64)),
        ("pooled runs", Given, |s| Some(s.teams.iter().map(|team| team.pooled).sum::<usize>() as f64)),
        ("teams", Given, |s| Some(s.teams.len() as f64)),
        ("pool depth", Given, |s| Some(f64::from(s.pool_depth))),
        ("ranking length, median", Given, |s| Some(f64::from(s.ranking_length))),
        ("R, mean", Fitted, |s| mean(&s.relevant)),
        ("R, sd over topics", Fitted, |s| standard_deviation(&s.relevant)),
        ("R, least", Free, |s| quantile(&s.relevant, 0.0)),
        ("R, median", Free, |s| quantile(&s.relevant, 0.5)),
        ("R, most", Free, |s| quantile(&s.relevant, 1.0)),
        ("share of level 1", Fitted, |s| level(s, 0)),
        ("share of level 2", Fitted, |s| level(s, 1)),
        ("share of level 3 and above", Fitted, |s| level(s, 2)),
        ("N, mean", Fitted, |s| mean(&s.nonrelevant)),
        ("N, sd over topics", Free, |s| standard_deviation(&s.nonrelevant)),
        ("N, least", Free, |s| quantile(&s.nonrelevant, 0.0)),
        ("N, most", Free, |s| quantile(&s.nonrelevant, 1.0)),
        ("sum of |U|", Fitted, |s| Some(s.teams.iter().map(|team| team.unique).sum())),
        ("sum of |U rel|", Free, |s| Some(s.teams.iter().map(|team| team.unique_relevant).sum())),
        ("AP, mean", Fitted, |s| mean(&s.run_means())),
        ("AP, sd over runs", Fitted, |s| standard_deviation(&s.run_means())),
        ("AP, worst run", Free, |s| quantile(&s.run_means(), 0.0)),
        ("AP, median run", Free, |s| quantile(&s.run_means(), 0.5)),
        ("AP, best run", Free, |s| quantile(&s.run_means(), 1.0)),
        ("AP, sd over topics, mean of runs", Free, |s| over_topics(&s.average_precision)),
        ("AP, variance of runs", Free, |s| Some(variance_shares(&s.average_precision)?[0])),
        ("AP, variance of topics", Free, |s| Some(variance_shares(&s.average_precision)?[1])),
        ("AP, variance of interaction", Free, |s| Some(variance_shares(&s.average_precision)?[2])),
        ("P@10, mean", Free, |s| mean(&row_means(&s.precision_at_10))),
        ("P@10, sd over runs", Free, |s| standard_deviation(&row_means(&s.precision_at_10))),
        ("tau-b of runs by AP and P@10", Free, |s| {
            kendall_tau_b(&Ranking::new(&s.run_means()), &Ranking::new(&row_means(&s.precision_at_10)))
        }),
        ("power of AP, t test at .05", Free, |s| power(&s.average_precision)),
        ("power of P@10, t test at .05", Free, |s| power(&s.precision_at_10)),
    ]
};

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
                treatment: Treatment::Fitted,
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
            text +=
                &format!("{}\t{}\t{given}\t{twin}\t{sd}\t{ratio}\n", figure.name, figure.treatment.word());
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
            Treatment::Given | Treatment::Fitted => given <= 0.0 || (ratio - 1.0).abs() > FAR,
            // A single document instead of none may be due to chance.
            Treatment::Free if given <= 0.0 => twin.abs() > 1.0,
            Treatment::Free => !(1.0 / FAR_IF_FREE..=FAR_IF_FREE).contains(&ratio),
        }
    }

    /// Returns the mean over draws.
    pub fn mean(&self) -> Option<f64> {
        mean(&self.drawn)
    }

    /// Returns the simulated value divided by the original.
    pub fn ratio(&self) -> Option<f64> {
        Some(self.mean()? / self.given.filter(|&given| given > 0.0)?)
    }

    /// Returns the original value, the simulated value, the sd over draws, and the ratio; `-` if missing.
    fn cells(&self) -> [String; 4] {
        let sd = standard_deviation(&self.drawn);
        [self.given, self.mean(), sd, self.ratio()].map(|value| value.map_or_else(|| "-".to_owned(), number))
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
        use Treatment::{Fitted, Free, Given};
        let figures = vec![
            figure("equal", Given, 5.0, 5.0),
            figure("near", Fitted, 1.0, 1.09),
            figure("off", Fitted, 1.0, 1.2),
            figure("from nothing", Fitted, 0.0, 1.04),
            figure("nothing", Fitted, 0.0, 0.0001),
            figure("half as much again", Free, 2.0, 2.9),
            figure("many times", Free, 0.1, 2.2),
            figure("a part", Free, 3.0, 1.0),
            Figure { drawn: Vec::new(), ..figure("lost", Free, 3.0, 0.0) },
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
