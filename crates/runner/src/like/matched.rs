//! How well the twin matches: the same figures of the collection and of draws that moved no constant.

use rejudge_collections::twin::fit::Statistics;
use rejudge_stats::{kendall_tau_b, mean, quantile, standard_deviation};

use super::shape::{level, over_topics, power, row_means, variance_shares};

/// What was done about a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Treatment {
    /// The twin has it by construction.
    Given,
    /// Constants were moved towards it.
    Fitted,
    /// It comes out as it does.
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
    /// What it is.
    pub name: String,
    /// What was done about it.
    pub treatment: Treatment,
    /// Of the collection; absent where it compares collection and twin.
    pub given: Option<f64>,
    /// Of each draw in which it is defined; a comparison with the mean over draws has one.
    pub drawn: Vec<f64>,
}

/// All figures, with what each team brought.
#[derive(Clone, Debug)]
pub struct Matched {
    /// The figures.
    pub figures: Vec<Figure>,
    /// By team: name, runs, and |U_t|, |U_t^rel| and mean AP of the collection and in the mean of the draws.
    pub teams: Vec<(String, usize, [[f64; 2]; 3])>,
    /// How many draws.
    pub draws: usize,
}

/// A tenth of a document a topic: keeps ratios of small counts apart from chance.
const FEW: f64 = 0.1;
/// A fitted figure farther from its target, relatively, is told of.
const FAR: f64 = 0.1;

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
        ("tau of runs by AP and P@10", Free, |s| {
            kendall_tau_b(&s.run_means(), &row_means(&s.precision_at_10))
        }),
        ("power of AP, t test at .05", Free, |s| power(&s.average_precision)),
        ("power of P@10, t test at .05", Free, |s| power(&s.precision_at_10)),
    ]
};

impl Matched {
    /// Compares the collection with draws of its twin, whose teams come in the same order.
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
        let by_team = |team: usize, of: fn(&Statistics, usize) -> f64| {
            let values: Vec<f64> = drawn.iter().map(|statistics| of(statistics, team)).collect();
            [of(given, team), mean(&values).unwrap_or(f64::NAN)]
        };
        let teams: Vec<_> = (0..given.teams.len())
            .map(|team| {
                let brought = [
                    by_team(team, |s, team| s.teams[team].unique),
                    by_team(team, |s, team| s.teams[team].unique_relevant),
                    by_team(team, |s, team| s.teams[team].average_precision),
                ];
                (given.teams[team].name.clone(), given.teams[team].runs, brought)
            })
            .collect();
        for (at, name) in ["|U|", "|U rel|", "mean AP"].into_iter().enumerate() {
            let (of_given, of_twin): (Vec<f64>, Vec<f64>) =
                teams.iter().map(|(_, _, brought)| (brought[at][0], brought[at][1])).unzip();
            let one = |name: String, value: Option<f64>| Figure {
                name,
                treatment: Treatment::Fitted,
                given: None,
                drawn: value.filter(|value| value.is_finite()).into_iter().collect(),
            };
            figures.push(one(
                format!("{name} of teams, tau with the collection's"),
                kendall_tau_b(&of_given, &of_twin),
            ));
            if at < 2 {
                let logs: Vec<f64> =
                    of_given.iter().zip(&of_twin).map(|(g, t)| ((t + FEW) / (g + FEW)).ln()).collect();
                let spread = standard_deviation(&logs).map(f64::exp);
                figures.push(one(format!("{name} of teams, geometric sd of the ratio"), spread));
            }
        }
        Self { figures, teams, draws: drawn.len() }
    }

    /// Figures that should be met and are off by more than a tenth, in words.
    pub fn far(&self) -> Vec<String> {
        let far = |figure: &&Figure| {
            figure.treatment != Treatment::Free
                && figure.ratio().is_some_and(|ratio| (ratio - 1.0).abs() > FAR)
        };
        let told = |figure: &Figure| {
            let [given, twin] = [figure.given, figure.mean()].map(|value| number(value.unwrap_or(f64::NAN)));
            format!("{} is {twin} in the twin, {given} in the collection", figure.name)
        };
        self.figures.iter().filter(far).map(told).collect()
    }

    /// Tab-separated, with a header.
    pub fn tsv(&self) -> String {
        let mut text = "statistic\ttreatment\tgiven\ttwin\tsd\tratio\n".to_owned();
        for figure in &self.figures {
            let [given, twin, sd, ratio] = figure.cells();
            text +=
                &format!("{}\t{}\t{given}\t{twin}\t{sd}\t{ratio}\n", figure.name, figure.treatment.word());
        }
        text
    }

    /// As tables of Markdown.
    pub fn markdown(&self) -> String {
        let mut text =
            "| statistic | treatment | given | twin | sd | ratio |\n|---|---|--:|--:|--:|--:|\n".to_owned();
        for figure in &self.figures {
            let [given, twin, sd, ratio] = figure.cells();
            let name = figure.name.replace('|', "\\|");
            text +=
                &format!("| {name} | {} | {given} | {twin} | {sd} | {ratio} |\n", figure.treatment.word());
        }
        text += "\n| team | runs | \\|U\\| given | twin | \\|U rel\\| given | twin | mean AP given | twin |\n\
                 |---|--:|--:|--:|--:|--:|--:|--:|\n";
        for (name, runs, brought) in &self.teams {
            text += &format!("| {} | {runs} |", name.replace('|', "\\|"));
            brought.iter().flatten().for_each(|&value| text += &format!(" {} |", number(value)));
            text.push('\n');
        }
        text
    }
}

impl Figure {
    /// Over draws.
    pub fn mean(&self) -> Option<f64> {
        mean(&self.drawn)
    }

    /// Twin by given.
    pub fn ratio(&self) -> Option<f64> {
        Some(self.mean()? / self.given.filter(|&given| given > 0.0)?)
    }

    /// given, twin, sd over draws, ratio; `-` where there is none.
    fn cells(&self) -> [String; 4] {
        let sd = standard_deviation(&self.drawn);
        [self.given, self.mean(), sd, self.ratio()].map(|value| value.map_or_else(|| "-".to_owned(), number))
    }
}

/// Four significant digits or so: the draws allow no more.
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
    fn numbers_have_as_many_digits_as_the_draws_allow() {
        assert_eq!(
            [50.0, 364.57, 12.345, 0.29512, -1.5].map(number),
            ["50", "364.6", "12.35", "0.295", "-1.500"]
        );
    }
}
