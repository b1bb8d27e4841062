//! Is the pool deep enough? By shallower pools of the same runs (Sakai, IPSJ 2009, section 7).

use rejudge_stats::{Dips, knee, mean};

use super::super::numbers::Numbers;
use super::{AGREE, Answer};

pub(super) fn answer(numbers: &Numbers<'_>, depth: Option<u32>) -> Answer {
    let question = "Is the pool deep enough?";
    let shown = &["depth", "depth-tau-ap", "depths"];
    let Some(depth) = depth else {
        let short =
            "Cannot be said: no stored run looks pooled, so there is no pool to make shallower.".to_owned();
        return Answer { question, short, figures: Vec::new(), shown: &[] };
    };
    let measures = numbers.measures();
    let curves: Vec<Vec<(f64, f64)>> =
        (0..measures.len()).map(|m| numbers.curve("tau", "depth", m)).collect();
    let Some(main) = curves.first().filter(|curve| !curve.is_empty()) else {
        let short = format!("Cannot be said: a pool of depth {depth} cannot be made shallower.");
        return Answer { question, short, figures: Vec::new(), shown: &[] };
    };
    let whole = f64::from(depth);
    let from = knee(main, whole, AGREE, Dips::Counted);
    let of_top = knee(&numbers.curve("tau-ap", "depth", 0), whole, AGREE, Dips::Counted);
    // The deepest pool that is at most half as deep.
    let half = main.iter().rev().find(|(at, _)| *at <= whole / 2.0);
    let at_half = half.map_or_else(String::new, |(at, tau)| format!("; at depth {at} tau is {tau:.3}"));
    let name = measures[0];
    let agrees = format!(
        "tau above {AGREE} from there on{at_half}; by tau-AP, for which the top counts more, from depth {of_top} on"
    );
    let short = if from <= whole / 2.0 {
        let (word, limit) =
            if of_top <= whole / 2.0 { ("yes", "") } else { ("yes in the main", ", but not its top") };
        format!(
            "For {name}, {word}, as far as a pool can tell: judged to depth {from} of {depth} it would rank the runs alike{limit} \
             ({agrees}). What lies below depth {depth} nobody has seen."
        )
    } else if from < whole {
        format!(
            "For {name}, barely: rankings still change down to depth {from} of {depth} ({agrees}), so they may go on changing \
             below {depth}."
        )
    } else {
        let last = depth - 1;
        format!(
            "For {name}, no: not even depth {last} of {depth} ranks the runs like the whole pool (tau {AGREE} or less there{at_half})."
        )
    };
    let figures = curves.iter().zip(&measures).filter(|(curve, _)| !curve.is_empty()).map(|(curve, name)| {
        let from = knee(curve, whole, AGREE, Dips::Counted);
        let average = mean(&curve.iter().map(|(_, tau)| *tau).collect::<Vec<_>>()).unwrap_or_default();
        let ap = numbers.curve("tau-ap", "depth", measures.iter().position(|m| m == name).unwrap_or(0));
        let by_ap = knee(&ap, whole, AGREE, Dips::Counted);
        format!("{name}: depth {from} by tau, {by_ap} by tau-AP; mean tau over the depths {average:.3}")
    });
    Answer { question, short, figures: figures.collect(), shown }
}
