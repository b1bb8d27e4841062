//! The lowest and the highest scores that the judgments allow.

use std::num::NonZeroU32;

use crate::spec::NoRelevant;
use rejudge_pools::bounds::{Bounding, Bounds, BoundsError, Order, Retrieved};
use rejudge_pools::{JoinedRun, RunIx, TopicIx};

use crate::statistics::{Inputs, JudgedCollection, Outcome, StatisticEntry, Subject};

pub(crate) static BOUNDS: StatisticEntry = StatisticEntry {
    summary: "Lowest and highest mean score of each run over all levels that the unjudged documents may \
              have, and the mean width of this range; the number of pairs of runs whose order is the \
              same for all levels, whose order flips, and whose order is unknown; the number of runs \
              that are above and below each run for all levels.",
    version: 2,
    components: &["width", "lower", "upper", "ordered", "flips", "unknown", "above", "below"],
    page: "bounds.md",
    needs_collection: true,
    ..StatisticEntry::plain("bounds", compute)
};

fn compute(inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
    let (means, topics, orders) = with_bounding(inputs, |bounding, runs, joined, topics| {
        let bounded = bounding.bounds(joined, topics);
        let summary = inputs.metric()?.summary();
        let means: Vec<Bounds> = (0..runs.len()).map(|run| bounded.summary(summary, 0, run)).collect();
        let pairs = bounding.pairs(runs, joined, topics, true);
        Ok((means, topics.len(), pairs.iter().map(|row| row[0].order).collect::<Vec<_>>()))
    })?;
    let count =
        |predicate: fn(Order) -> bool| orders.iter().filter(|&&order| predicate(order)).count() as f64;
    let width = means.iter().map(|bounds| bounds.width()).sum::<f64>() / means.len() as f64;
    let mut outcome = Outcome::new(&[
        ("width", width),
        ("ordered", count(|order| matches!(order, Order::First | Order::Second))),
        ("flips", count(|order| order == Order::Flips)),
        ("unknown", count(|order| order == Order::Unknown)),
    ]);
    let mut sides = vec![[0.0; 2]; means.len()];
    let pairs =
        (0..means.len()).flat_map(|first| (first + 1..means.len()).map(move |second| [first, second]));
    for ([first, second], order) in pairs.zip(&orders) {
        let [upper, lower] = match order {
            Order::First => [first, second],
            Order::Second => [second, first],
            Order::Flips | Order::Unknown => continue,
        };
        sides[lower][0] += 1.0;
        sides[upper][1] += 1.0;
    }
    for ((name, bounds), [above, below]) in inputs.roster().compared_runs().zip(&means).zip(sides) {
        let numbers = [("lower", bounds.lower), ("upper", bounds.upper), ("above", above), ("below", below)];
        outcome.add(&Subject::Run(name.to_owned()), numbers);
    }
    Ok(Outcome { topics: topics as u32, ..outcome })
}

/// Returns the result of `compute`, which is called with the [`Bounding`] under the cell's judgments, the
/// compared runs, their joined lists, and the topics on which the runs are scored.
pub(crate) fn with_bounding<T>(
    inputs: &dyn Inputs,
    compute: impl FnOnce(&Bounding<'_>, &[RunIx], &[JoinedRun], &[TopicIx]) -> Result<T, Outcome>,
) -> Result<T, Outcome> {
    let JudgedCollection { collection, view, rules, gains, .. } = inputs.judged_collection()?;
    if rules.no_relevant == NoRelevant::Drop {
        return Err(Outcome::undefined(BoundsError::topics_dropped().to_string()));
    }
    let (scored, topics) = inputs.scored_runs_and_topics()?;
    let runs: Vec<RunIx> = inputs.roster().rows().into_iter().map(|row| scored[row]).collect();
    if runs.is_empty() {
        return Err(Outcome::undefined("there is no run to compare"));
    }
    let undefined = |error: BoundsError| Outcome::undefined(error.to_string());
    let retrieved = Retrieved::new(collection, rules.max_rank.map(NonZeroU32::get)).map_err(undefined)?;
    let metrics = std::slice::from_ref(inputs.metric()?);
    let bounding = Bounding::new(metrics, &gains, rules.min_rel.get(), collection, &view, &retrieved);
    let joined: Vec<JoinedRun> =
        runs.iter().map(|&run| JoinedRun::new(collection, run, rules.depth())).collect();
    compute(&bounding.map_err(undefined)?, &runs, &joined, &topics)
}
