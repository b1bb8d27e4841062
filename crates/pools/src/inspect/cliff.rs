//! Where the topics of some runs stop being complete, many at one rank: the sign of a pool of that depth.

use super::tops::Tops;

/// A run looks pooled to k when this share of its topics is complete to k. Not all: judgments get lost,
/// equal scores were ordered by a rule that is not known, and a pooled run of CLEF eHealth 2015 has 0.91.
pub const COMPLETE: f64 = 0.9;

/// From this depth on a topic without any verdict in the run's top counts as lost on the way into the pool,
/// instead of as incomplete: runs of which the pool took nothing leave some verdicts there, by the
/// documents of others. In a shallower top to have none is usual.
pub const LOST_FROM: usize = 5;

/// More topics than this share are not lost, but show that the run was not pooled.
pub const LOST: f64 = 0.25;

/// The share of topics that must break at one rank, as the mean of the runs that are complete to it, for a
/// cliff. Runs that did not form their pool (TREC-8 judgments, later runs) lose at most 0.011 at a rank,
/// and 0.022 where only two or three are left; 119 of 124 runs of a twin that formed theirs, the most
/// crowded pool that was looked at, 0.057.
pub const CLIFF: f64 = 0.03;

/// How many times as many topics must break there as do at a rank above it on average. It tells shallow
/// pools from runs that resemble pooled ones: those lose topics from the first rank on.
pub const CLIFF_OVER_MEAN: f64 = 5.0;

/// By how many standard deviations, (O - E) / sqrt(E), the topics that break must exceed what breaks above
/// lets expect: so many that none of some hundred depths does by chance.
pub const CLIFF_EXCESS: f64 = 5.0;

/// Fewer runs than this are no sign of a pool: one may be complete by chance.
pub const FEWEST_RUNS: usize = 2;

/// Whether more than half of the runs with answers are complete to their ends.
pub(super) fn mostly_all(tops: &[Vec<Tops>]) -> bool {
    let mut answering = tops.iter().filter(|orders| orders[0].answered() > 0);
    let whole = answering
        .clone()
        .filter(|orders| orders.iter().any(|top| complete_share(top, top.end()) >= COMPLETE));
    whole.count() * 2 > answering.by_ref().count()
}

/// A depth to which some runs are complete, with the share of topics that break at the next rank.
#[derive(Clone, Copy)]
pub(super) struct Cliff {
    pub depth: usize,
    pub cliff: f64,
}

/// Of the depths with a cliff, the one at which the topics that break exceed most what breaks above it lets
/// expect, in standard deviations: (O - E) / sqrt(E). Their number alone would prefer a shallow depth that
/// many runs share to the pool of a few; half a topic is added to E, since above a pool nothing may break
/// at all.
pub(super) fn steepest(tops: &[Vec<Tops>]) -> Option<Cliff> {
    let end = tops.iter().flatten().map(Tops::end).max().unwrap_or(0);
    let (mut found, mut most) = (None, CLIFF_EXCESS);
    for depth in 1..end {
        let (mut runs, mut observed, mut expected) = (0_usize, 0.0, 0.0);
        let (mut breaks, mut above) = (0.0, 0.0);
        for orders in tops {
            let top = &orders[best_order(orders, depth)];
            let share = complete_share(top, depth);
            if top.answered() > 0 && share >= COMPLETE {
                let (at_risk, broken) = top.breaks(depth);
                let usual = usual(top, depth);
                runs += 1;
                observed += f64::from(broken);
                expected += f64::from(at_risk) * usual;
                breaks += f64::from(broken) / f64::from(at_risk.max(1));
                above += usual;
            }
        }
        let cliff = breaks / runs.max(1) as f64;
        let steep = cliff >= CLIFF && breaks >= CLIFF_OVER_MEAN * above;
        let expected = expected + 0.5;
        let excess = (observed - expected) / expected.sqrt();
        if runs >= FEWEST_RUNS && steep && excess > most {
            (found, most) = (Some(Cliff { depth, cliff }), excess);
        }
    }
    found
}

/// What share of the topics that are complete so far breaks at a rank above the cliff: of those of the
/// ranks to `depth`, as if one more had. Runs are looked at because they are complete there, which their
/// true rate exceeds.
fn usual(top: &Tops, depth: usize) -> f64 {
    let topics = top.answered() - lost(top, depth);
    f64::from(topics - top.complete(depth) + 1) / (f64::from(topics) * depth as f64)
}

/// The order in which most topics are complete to `depth`; the first of equals.
pub(super) fn best_order(orders: &[Tops], depth: usize) -> usize {
    let more = |best: usize, order: usize| {
        let share = |order: usize| complete_share(&orders[order], depth);
        if share(order) > share(best) { order } else { best }
    };
    (1..orders.len()).fold(0, more)
}

fn complete_share(top: &Tops, depth: usize) -> f64 {
    let topics = top.answered() - lost(top, depth);
    if topics == 0 { 0.0 } else { f64::from(top.complete(depth)) / f64::from(topics) }
}

/// The topics that count as lost; none where there are too many.
pub(super) fn lost(top: &Tops, depth: usize) -> u32 {
    let blank = if depth < LOST_FROM { 0 } else { top.blank(depth) };
    if f64::from(blank) > LOST * f64::from(top.answered()) { 0 } else { blank }
}
