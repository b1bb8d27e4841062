//! Which measure separates the runs? (Sakai, SIGIR 2006.)

use rejudge_stats::mean;

use super::super::cards::pictures::Share;
use super::super::cards::{Card, Finding, Question, pictures};
use super::ground::{ENOUGH_RUNS, Ground};
use super::{Answer, ENOUGH_DRAWS, listed};
use rejudge_eval::plural::counted;

const QUESTION: Question = Question::Separates;

/// The share of the pairs that a measure tells apart.
struct Power {
    /// Its number on the axis.
    at: usize,
    /// By draw of the bootstrap samples, which are the same for all measures.
    draws: Vec<f64>,
    mean: f64,
}

impl Power {
    /// Whether it tells more apart than another measure in every draw.
    fn is_above(&self, other: &Self) -> bool {
        self.draws.len() >= ENOUGH_DRAWS && self.draws.iter().zip(&other.draws).all(|(a, b)| a > b)
    }
}

pub(super) fn answer(ground: &Ground<'_>) -> Answer {
    let numbers = ground.numbers;
    let measures = numbers.measures();
    let power = |at: usize| {
        let draws = numbers.by_draw("power", "power", at);
        Some(Power { at, mean: mean(&draws)?, draws })
    };
    let mut order: Vec<Power> = ground.told().into_iter().filter_map(power).collect();
    // Stable: equal powers stay in the order of the axis.
    order.sort_by(|a, b| b.mean.total_cmp(&a.mean));
    let Some(best) = order.first() else {
        let why = if ground.runs < 2 {
            format!("a test needs two runs, and there is {}", counted(ground.runs, "run"))
        } else if ground.topics < 2 {
            format!("a test needs two topics, and there is {}", counted(ground.topics, "topic"))
        } else {
            "no pair of runs could be tested".to_owned()
        };
        return Answer::cannot(QUESTION, &why, &[]);
    };
    let shown = &["separation", "asl"];
    let pairs = numbers.full("power", "pairs", best.at).unwrap_or_default();
    let row =
        |power: &Power| Share { name: measures[power.at].to_owned(), share: power.mean, mark: String::new() };
    let rows = order.iter().map(row).collect();
    let picture = (order.len() > 1).then(|| pictures::shares(rows, Vec::new(), "measures"));
    let card = Card::new(finding(ground, &order, pairs), ground.is_thin(), picture);
    let figures = order.iter().map(|power| line(ground, power, pairs)).collect();
    Answer {
        question: QUESTION,
        card: Some(card),
        short: in_words(ground, &order, pairs),
        figures,
        table: None,
        shown,
    }
}

/// A share of the pairs; their number where they are few, of which a percentage looks like more than it is.
fn share(ground: &Ground<'_>, share: f64, pairs: f64) -> String {
    if ground.runs >= ENOUGH_RUNS {
        return format!("{:.1}%", 100.0 * share);
    }
    let count = format!("{:.1}", share * pairs);
    count.strip_suffix(".0").map_or_else(|| count.clone(), str::to_owned)
}

/// The answer with every reserve, of the measures in the order of their power.
fn in_words(ground: &Ground<'_>, order: &[Power], pairs: f64) -> String {
    let measures = ground.numbers.measures();
    let (best, worst) = (&order[0], &order[order.len() - 1]);
    let share = |of: f64| share(ground, of, pairs);
    let name = |power: &Power| format!("{} ({:.1}%)", measures[power.at], 100.0 * power.mean);
    let most: Vec<String> = order.iter().filter(|other| !best.is_above(other)).map(name).collect();
    let fewest: Vec<String> = order.iter().filter(|other| !other.is_above(worst)).map(name).collect();
    let noise = format!(
        ". Two measures are put in an order where it is the same in each of {} repeats of the bootstrap. That is the noise of the method alone: \
         with other seeds close measures may change places, and with other topics all may",
        best.draws.len()
    );
    if let Some(why) = ground.too_few().filter(|_| ground.runs > 1) {
        format!("Cannot be said: {why}.")
    } else if ground.runs < ENOUGH_RUNS && order.len() > 1 {
        format!(
            "Cannot be said: {pairs} pairs of {} runs are too few to compare measures by (it takes {ENOUGH_RUNS} runs).",
            ground.runs
        )
    } else if order.len() == 1 {
        format!(
            "{} {}, {} of {} of runs are told apart at the level .05, uncorrected.",
            ground.opening("For"),
            measures[best.at],
            share(best.mean),
            counted(pairs as usize, "pair")
        )
    } else {
        let pairs = counted(pairs as usize, "pair");
        if best.mean == worst.mean {
            format!(
                "{} more than another: all tell {:.1}% of the {pairs} of runs apart at the level .05, uncorrected.",
                ground.opening("None"),
                100.0 * best.mean
            )
        } else if best.draws.len() < ENOUGH_DRAWS {
            format!(
                "Cannot be said: {} nothing of the noise of the bootstrap samples (from {ENOUGH_DRAWS} on they do). From {} to {} \
                 of the {pairs} of runs are told apart at the level .05, uncorrected.",
                match best.draws.len() {
                    1 => "one draw tells".to_owned(),
                    draws => format!("{draws} draws tell"),
                },
                name(worst),
                name(best)
            )
        } else if !best.is_above(worst) {
            format!(
                "{} beyond the noise of the bootstrap samples{noise}: from {} to {} of the {pairs} of runs are told apart at the \
                 level .05.",
                ground.opening("None"),
                name(worst),
                name(best)
            )
        } else {
            let level = |which: &[String]| match which {
                [one] => one.clone(),
                several => format!("{}, which change places from repeat to repeat", listed(several)),
            };
            format!(
                "{} the {pairs} of runs most are told apart, at the level .05, uncorrected, by {}; fewest by {}{noise}.",
                ground.opening("Of"),
                level(&most),
                level(&fewest)
            )
        }
    }
}

/// What is told of a measure.
fn line(ground: &Ground<'_>, power: &Power, pairs: f64) -> String {
    let numbers = ground.numbers;
    let measures = numbers.measures();
    let share = |of: f64| share(ground, of, pairs);
    let corrected = numbers.full("corrected", "power", power.at);
    let corrected = corrected.map_or_else(String::new, |c| format!(", {} with Holm's correction", share(c)));
    let difference = numbers.full("power", "difference", power.at);
    let difference =
        difference.map_or_else(String::new, |d| format!("; estimated difference required {d:.3}"));
    let low = power.draws.iter().copied().fold(1.0, f64::min);
    let high = power.draws.iter().copied().fold(0.0, f64::max);
    let spread = if low == high { String::new() } else { format!(" ({} to {})", share(low), share(high)) };
    let of =
        if ground.runs >= ENOUGH_RUNS { "the pairs".to_owned() } else { counted(pairs as usize, "pair") };
    format!("{}: {}{spread} of {of}{corrected}{difference}", measures[power.at], share(power.mean))
}

/// The verdict with its numbers, of the measures in the order of their power.
fn finding(ground: &Ground<'_>, order: &[Power], pairs: f64) -> Finding {
    let measures = ground.numbers.measures();
    let (best, worst) = (&order[0], &order[order.len() - 1]);
    let share = |power: &Power| format!("{:.1}%", 100.0 * power.mean);
    let name = |power: &Power| measures[power.at].to_owned();
    if let Some(why) = ground.too_few().filter(|_| ground.runs > 1) {
        return Finding::CannotSay { why };
    }
    if ground.runs < ENOUGH_RUNS && order.len() > 1 {
        let why = format!("{} are too few to compare measures by", counted(ground.runs, "run"));
        return Finding::CannotSay { why };
    }
    if order.len() == 1 {
        // A percentage of a few pairs looks like more than it is.
        let few = ground.runs < ENOUGH_RUNS;
        let share = if few { format!("{:.1}", best.mean * pairs) } else { share(best) };
        return Finding::OneMeasure { measure: name(best), share, pairs: pairs as usize };
    }
    if best.mean > worst.mean && best.draws.len() < ENOUGH_DRAWS {
        let why = format!(
            "{} nothing of the noise of the bootstrap",
            match best.draws.len() {
                1 => "one draw tells".to_owned(),
                draws => format!("{draws} draws tell"),
            }
        );
        return Finding::CannotSay { why };
    }
    if !best.is_above(worst) {
        return Finding::NoneSeparates { best: name(best), share: share(best) };
    }
    let level: Vec<String> = order.iter().filter(|other| !best.is_above(other)).map(name).collect();
    let (alone, best, worst_share) = (level.len() == 1, listed(&level), share(worst));
    let (share, worst) = (share(&order[0]), name(worst));
    if alone {
        Finding::Separates { best, share, worst, worst_share }
    } else {
        Finding::SeparateAlike { best, share, worst, worst_share }
    }
}
