//! Which measure separates the runs? (Sakai, SIGIR 2006.)

use super::super::numbers::Numbers;
use super::Answer;

pub(super) fn answer(numbers: &Numbers<'_>) -> Answer {
    let question = "Which measure separates the runs?";
    let shown = &["separation", "asl"];
    let power = |at: usize| numbers.full("power", "power", at);
    let mut order: Vec<(usize, f64)> =
        (0..numbers.measures().len()).filter_map(|at| Some((at, power(at)?))).collect();
    // Stable: equal powers stay in the order of the axis.
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    let Some((&(best, most), (worst, least))) = order.first().zip(order.last()) else {
        let short = "Cannot be said: a test needs two runs and two topics.".to_owned();
        return Answer { question, short, figures: Vec::new(), shown: &[] };
    };
    let measures = numbers.measures();
    let pairs = numbers.full("power", "pairs", best).unwrap_or_default();
    let short = if order.len() == 1 {
        format!(
            "{} tells {:.1}% of the {pairs} pairs of runs apart at the level .05.",
            measures[best],
            100.0 * most
        )
    } else {
        format!(
            "{} tells most of the {pairs} pairs of runs apart at the level .05 ({:.1}%), {} fewest ({:.1}%).",
            measures[best],
            100.0 * most,
            measures[*worst],
            100.0 * least
        )
    };
    let line = |&(at, power): &(usize, f64)| {
        let corrected = numbers.full("corrected", "power", at);
        let corrected =
            corrected.map_or_else(String::new, |c| format!(", {:.1}% with Holm's correction", 100.0 * c));
        let difference = numbers.full("power", "difference", at);
        let difference =
            difference.map_or_else(String::new, |d| format!("; estimated difference required {d:.3}"));
        format!("{}: {:.1}% of the pairs{corrected}{difference}", measures[at], 100.0 * power)
    };
    Answer { question, short, figures: order.iter().map(line).collect(), shown }
}
