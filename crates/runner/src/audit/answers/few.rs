//! How far can judgments be cut? By random samples of them, relevant and nonrelevant ones apart (Bompada et al.,
//! SIGIR 2007, section 4.1).

use rejudge_stats::{Dips, knee};

use super::super::numbers::Numbers;
use super::{AGREE, Answer};

pub(super) fn answer(numbers: &Numbers<'_>) -> Answer {
    let question = "How far can judgments be cut?";
    let measures = numbers.measures();
    let from = |measure: usize| {
        let curve = numbers.curve("tau", "rate", measure);
        (!curve.is_empty()).then(|| knee(&curve, 1.0, AGREE, Dips::Counted))
    };
    let Some(main) = from(0) else {
        let short = "Cannot be said: there is no ranking of the runs to compare with.".to_owned();
        return Answer { question, short, figures: Vec::new(), shown: &[] };
    };
    let by_draw = |measure: usize| -> Vec<f64> {
        let of = |draw| knee(&numbers.curve_of_draw("tau", "rate", measure, draw), 1.0, AGREE, Dips::Counted);
        (1..=numbers.draws()).map(of).collect()
    };
    let spread = |measure: usize| {
        let all = by_draw(measure);
        let (low, high) = (all.iter().copied().fold(1.0, f64::min), all.iter().copied().fold(0.0, f64::max));
        if low == high { format!("{low}") } else { format!("{low} to {high}") }
    };
    let (name, draws) = (measures[0], numbers.draws());
    let short = if main < 1.0 {
        format!(
            "For {name}, to {main} of them at random: from there on the mean tau over {draws} samples is above {AGREE} \
             (sample by sample: {}).",
            spread(0)
        )
    } else {
        format!(
            "For {name}, not at all: no sampled share keeps the mean tau over {draws} samples above {AGREE}."
        )
    };
    let figures = measures.iter().enumerate().filter_map(|(at, name)| {
        Some(format!("{name}: {} of the judgments, sample by sample {}", from(at)?, spread(at)))
    });
    Answer { question, short, figures: figures.collect(), shown: &["rate", "rate-tau-ap", "rates"] }
}
