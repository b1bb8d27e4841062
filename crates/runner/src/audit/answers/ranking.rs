//! Which measure to report? The sum of ranks over what the other answers rest on, with the reasons.

use rejudge_stats::mean;

use super::super::numbers::Numbers;
use super::ground::Ground;
use super::team::{size, teams};
use super::{Answer, listed};
use crate::grid::Judgments;

const QUESTION: &str = "Which measure to report?";

/// What measures are ranked by.
struct Criterion {
    /// What it is.
    name: &'static str,
    /// What a measure that comes first by it does.
    says: &'static str,
    /// The value of each measure; `None` where it is undefined.
    values: Vec<Option<f64>>,
    /// The same by draw, where it is random.
    draws: Vec<Vec<Option<f64>>>,
}

impl Criterion {
    fn fixed(name: &'static str, says: &'static str, values: Vec<Option<f64>>) -> Self {
        Self { name, says, values, draws: Vec::new() }
    }

    /// `by_draw[measure][draw]`.
    fn random(name: &'static str, says: &'static str, by_draw: &[Vec<f64>]) -> Self {
        let values = by_draw.iter().map(|draws| mean(draws)).collect();
        let count = by_draw.iter().map(Vec::len).max().unwrap_or(0);
        let of = |draw: usize| by_draw.iter().map(|draws| draws.get(draw).copied()).collect();
        Self { name, says, values, draws: (0..count).map(of).collect() }
    }

    /// The values of a draw; those of all where nothing is random.
    fn of_draw(&self, draw: usize) -> &[Option<f64>] {
        self.draws.get(draw).unwrap_or(&self.values)
    }

    /// Whether a measure comes first, alone or with others.
    fn is_first(&self, at: usize) -> bool {
        self.values[at].is_some() && self.values.iter().all(|other| key(*other) <= key(self.values[at]))
    }

    /// What measures that are all alike say nothing of.
    fn tells(&self) -> bool {
        self.values.iter().any(|value| key(*value) != key(self.values[0]))
    }
}

/// An undefined value comes last.
fn key(value: Option<f64>) -> f64 {
    value.unwrap_or(f64::NEG_INFINITY)
}

/// The rank of a measure, the mean of tied ranks.
fn rank(values: &[Option<f64>], at: usize) -> f64 {
    let own = key(values[at]);
    let before = values.iter().filter(|other| key(**other) > own).count();
    let tied = values.iter().filter(|other| key(**other) == own).count();
    before as f64 + (tied as f64 + 1.0) / 2.0
}

fn criteria(ground: &Ground<'_>) -> Vec<Criterion> {
    let numbers = &ground.numbers;
    let measures = 0..numbers.measures().len();
    let each = |of: &dyn Fn(usize) -> Option<f64>| measures.clone().map(of).collect::<Vec<_>>();
    let left_out = |at: usize| {
        let teams = teams(numbers, ground.files?, at);
        size(teams.iter().flat_map(|team| &team.runs)).map(|size| -size)
    };
    let average = |statistic: &str, at: usize, of: fn(&Judgments) -> bool| {
        let found = numbers.of(statistic, "tau", at).into_iter().filter(|f| of(f.judgments));
        mean(&found.map(|f| f.value).collect::<Vec<_>>())
    };
    let power: Vec<Vec<f64>> = measures.clone().map(|at| numbers.by_draw("power", "power", at)).collect();
    let sampled: Vec<Vec<f64>> = measures.clone().map(|at| of_samples(numbers, at)).collect();
    let all = [
        Criterion::random("pairs told apart", "tells most pairs of runs apart", &power),
        Criterion::fixed(
            "pairs told apart after Holm's correction",
            "tells most pairs apart after Holm's correction",
            each(&|at| numbers.full("corrected", "power", at)),
        ),
        Criterion::fixed(
            "change for a team that is left out",
            "changes least for a team that is left out",
            each(&left_out),
        ),
        Criterion::fixed(
            "agreement with itself on one team's pool",
            "agrees best with itself on one team's pool",
            each(&|at| average("tau", at, |set| matches!(set, Judgments::TakeOneTeam { .. }))),
        ),
        Criterion::fixed(
            "agreement with itself on shallow pools",
            "agrees best with itself on shallow pools",
            each(&|at| average("pool-tau", at, |set| matches!(set, Judgments::PoolDepth { .. }))),
        ),
        Criterion::random(
            "agreement with itself on few judgments",
            "agrees best with itself on few judgments",
            &sampled,
        ),
    ];
    all.into_iter().filter(|criterion| !criterion.values.is_empty() && criterion.tells()).collect()
}

/// Mean correlation over the sampling rates, by draw.
fn of_samples(numbers: &Numbers<'_>, measure: usize) -> Vec<f64> {
    let found = numbers.of("tau", "tau", measure);
    let of = |draw: u32| {
        let sampled = found.iter().filter(|f| f.draw == draw && matches!(f.judgments, Judgments::Sample(_)));
        mean(&sampled.map(|f| f.value).collect::<Vec<_>>())
    };
    (1..=numbers.draws()).filter_map(of).collect()
}

pub(super) fn answer(ground: &Ground<'_>) -> Answer {
    let measures = ground.numbers.measures();
    if let [only] = measures.as_slice() {
        return Answer::cannot(QUESTION, &format!("{only} alone was asked for"), &[]);
    }
    let why = if ground.runs < 2 { ground.without_ranking(0) } else { ground.too_few() };
    if let Some(why) = why {
        return Answer::cannot(QUESTION, &why, &[]);
    }
    let criteria = criteria(ground);
    if criteria.is_empty() {
        return Answer::cannot(QUESTION, "by every criterion the measures are alike", &[]);
    }
    let average = |at: usize, draw: Option<usize>| {
        let values = |criterion: &Criterion| match draw {
            Some(draw) => rank(criterion.of_draw(draw), at),
            None => rank(&criterion.values, at),
        };
        criteria.iter().map(values).sum::<f64>() / criteria.len() as f64
    };
    let mut order: Vec<usize> = (0..measures.len()).collect();
    order.sort_by(|&a, &b| average(a, None).total_cmp(&average(b, None)));
    let reasons = |at: usize| -> Vec<String> {
        let first = criteria.iter().filter(|criterion| criterion.is_first(at));
        let others =
            |criterion: &Criterion| (0..measures.len()).filter(|&at| criterion.is_first(at)).count() - 1;
        let reason = |criterion: &Criterion| match others(criterion) {
            0 => criterion.says.to_owned(),
            1 => format!("{} (as 1 other does)", criterion.says),
            others => format!("{} (as {others} others do)", criterion.says),
        };
        first.map(reason).collect()
    };
    let worst = |at: usize| {
        let better = |criterion: &Criterion| {
            criterion.values.iter().filter(|other| key(**other) > key(criterion.values[at])).count()
        };
        let ranks = criteria.iter().map(|criterion| (1 + better(criterion), criterion.name));
        ranks.fold((0, ""), |worst, found| if found.0 > worst.0 { found } else { worst })
    };
    let best = order[0];
    let why = reasons(best);
    let why =
        if why.is_empty() { "it is first in nothing".to_owned() } else { format!("it {}", listed(&why)) };
    let (lowest, by) = worst(best);
    let level: Vec<String> = order
        .iter()
        .filter(|&&at| at != best && average(at, None) == average(best, None))
        .map(|&at| measures[at].to_owned())
        .collect();
    let level = if level.is_empty() { String::new() } else { format!(", level with {}", listed(&level)) };
    let short = format!(
        "{} the mean rank over {} criteria, {} ({:.1}){level}: {why}, and its lowest rank is {lowest} of {} ({by}).{} Whoever \
         weighs the criteria otherwise gets another order; a measure must also be of what users of the systems want.",
        ground.opening("By"),
        criteria.len(),
        measures[best],
        average(best, None),
        measures.len(),
        by_draws(&criteria, &measures, &|at, draw| average(at, Some(draw)))
    );
    let line = |&at: &usize| {
        let by = criteria.iter().map(|criterion| match criterion.values[at] {
            Some(_) => format!("{}", rank(&criterion.values, at)),
            None => "undefined".to_owned(),
        });
        let by: Vec<String> = by.collect();
        let first = reasons(at);
        let first = if first.is_empty() { String::new() } else { format!(": {}", first.join("; ")) };
        format!("{} (mean rank {:.1}; ranks {}){first}", measures[at], average(at, None), by.join(", "))
    };
    let mut figures = vec![format!(
        "The criteria, in the order of the ranks: {}",
        criteria.iter().map(|criterion| criterion.name).collect::<Vec<_>>().join("; ")
    )];
    figures.extend(order.iter().map(line));
    Answer { question: QUESTION, short, figures, ..Answer::default() }
}

/// Which measures come first, draw by draw of whatever is random: the noise of the order.
fn by_draws(criteria: &[Criterion], measures: &[&str], average: &dyn Fn(usize, usize) -> f64) -> String {
    let draws = criteria.iter().map(|criterion| criterion.draws.len()).max().unwrap_or(0);
    if draws < 2 {
        return " One draw says nothing of the noise of that order.".to_owned();
    }
    let mut first = vec![0_usize; measures.len()];
    for draw in 0..draws {
        let ranks: Vec<f64> = (0..measures.len()).map(|at| average(at, draw)).collect();
        let least = ranks.iter().copied().fold(f64::INFINITY, f64::min);
        ranks.iter().zip(&mut first).filter(|(rank, _)| **rank == least).for_each(|(_, count)| *count += 1);
    }
    let mut order: Vec<usize> = (0..measures.len()).filter(|&at| first[at] > 0).collect();
    order.sort_by(|&a, &b| first[b].cmp(&first[a]));
    match order.as_slice() {
        [one] => format!(" {} comes first in each of {draws} draws.", measures[*one]),
        several => {
            let each: Vec<String> =
                several.iter().map(|&at| format!("{} in {}", measures[at], first[at])).collect();
            format!(" Draw by draw others come first too: of {draws}, {}.", listed(&each))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tied_measures_share_their_ranks_and_an_undefined_one_comes_last() {
        let values = [Some(0.5), None, Some(0.7), Some(0.5)];
        assert_eq!([0, 1, 2, 3].map(|at| rank(&values, at)), [2.5, 4.0, 1.0, 2.5]);
    }

    #[test]
    fn equal_measures_are_told_nothing_of() {
        assert!(!Criterion::fixed("", "", vec![Some(0.1), Some(0.1)]).tells());
        assert!(Criterion::fixed("", "", vec![Some(0.1), None]).tells());
        let both = Criterion::fixed("", "", vec![Some(0.2), Some(0.1), Some(0.2)]);
        assert_eq!([0, 1, 2].map(|at| both.is_first(at)), [true, false, true]);
    }

    #[test]
    fn a_winner_by_chance_is_named_with_the_others() {
        let by_draw = [vec![0.3, 0.1, 0.3, 0.3], vec![0.2, 0.2, 0.2, 0.2]];
        let criteria = [Criterion::random("", "", &by_draw)];
        let average = |at: usize, draw: usize| rank(criteria[0].of_draw(draw), at);
        assert_eq!(
            by_draws(&criteria, &["Q", "AP"], &average),
            " Draw by draw others come first too: of 4, Q in 3 and AP in 1."
        );
    }
}
