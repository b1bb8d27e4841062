//! Pairs of runs: ordered under every filling, shown to flip, or neither.

use rayon::prelude::*;
use rejudge_metrics::Summary;

use crate::bounds::bounding::{Bounding, Found};
use crate::bounds::filling::Filled;
use crate::bounds::interval::Bounds;
use crate::bounds::open_list::OpenPair;
use crate::{DocIx, JoinedRun, RunIx, TopicIx};

/// The effect of fillings on the order of two runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The first is above under every filling.
    First,
    /// The second is.
    Second,
    /// Two fillings are found that order them both ways.
    Flips,
    /// Neither is shown.
    Unknown,
}

impl Order {
    /// Returns the words for it.
    pub fn words(self) -> &'static str {
        match self {
            Self::First | Self::Second => "ordered under every filling",
            Self::Flips => "order flips between two fillings",
            Self::Unknown => "cannot be said",
        }
    }
}

/// Two runs by one measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairBounds {
    /// The order that is proven.
    pub order: Order,
    /// Bounds of the mean score of the first minus that of the second (of logarithms, if the measure's
    /// summary is a geometric mean), under one filling for both.
    pub difference: Bounds,
    /// The difference under the two fillings that were tried for the second and for the first.
    pub found: Bounds,
}

/// Differences that are no more than rounding order nothing.
const ROUNDING: f64 = 1e-9;

/// The relative precision, to the greatest score, of a mean of differences: each score is a sum of up to a few
/// thousand terms, and each of them is rounded to 2^-53 of it. A smaller difference counts as 0, such as that of
/// two runs that score .1, .2 and .3 in another order of the topics.
const RESOLUTION: f64 = 1e-12;

/// The numbers of holes favouring a run that are tried, from the top of its list; the last one is all.
const TRIED: [usize; 7] = [1, 2, 4, 8, 16, 64, usize::MAX];

/// Room for one pair, reused from pair to pair.
#[derive(Default)]
struct Room {
    filled: Filled,
    holes: Vec<[u32; 2]>,
    /// Those that favour a run.
    better: Vec<[u32; 2]>,
    /// The ranks of the holes that a filling takes, in either list.
    taken: [Vec<u32>; 2],
    /// The scores of both lists under it, by measure.
    scores: [Vec<f64>; 2],
    /// The least and the greatest difference, by measure.
    best: Vec<Bounds>,
}

impl Room {
    /// Allocates scratch space for a number of measures.
    fn new(measures: usize) -> Self {
        Self { scores: [vec![0.0; measures], vec![0.0; measures]], ..Self::default() }
    }
}

/// The documents of one run for one topic, and its holes by document.
struct Side {
    found: Found,
    holes: Vec<(DocIx, u32)>,
    /// By measure.
    bounds: Vec<Bounds>,
    /// The contribution to a sum over topics, by measure, if every hole is of level 0.
    unfilled: Vec<f64>,
}

impl PairBounds {
    /// The state before any topic.
    const NOTHING: Self = Self {
        order: Order::Unknown,
        difference: Bounds { lower: 0.0, upper: 0.0 },
        found: Bounds { lower: 0.0, upper: 0.0 },
    };

    /// Divides the sums over topics by `share` and sets the order that they prove.
    #[must_use]
    fn settled(self, share: usize) -> Self {
        let divided = |of: Bounds| Bounds { lower: of.lower / share as f64, upper: of.upper / share as f64 };
        let (difference, found) = (divided(self.difference), divided(self.found));
        let order = match () {
            () if difference.lower > ROUNDING => Order::First,
            () if difference.upper < -ROUNDING => Order::Second,
            () if found.lower < -ROUNDING && found.upper > ROUNDING => Order::Flips,
            () => Order::Unknown,
        };
        Self { order, difference, found }
    }

    /// Notes two fillings that order it both ways, so that further topics cannot change this. Sums of other terms may
    /// round differently, so the required distance is twice that of the final check.
    fn flip(&mut self, share: usize) {
        let margin = 2.0 * ROUNDING * share as f64;
        if self.order == Order::Unknown && self.found.lower < -margin && self.found.upper > margin {
            self.order = Order::Flips;
        }
    }

    /// Returns the state with 0 for differences that are within `resolution` of it.
    #[must_use]
    fn rounded(self, resolution: f64) -> Self {
        let end = |end: f64| if end.abs() <= resolution { 0.0 } else { end };
        let rounded = |of: Bounds| Bounds { lower: end(of.lower), upper: end(of.upper) };
        Self { difference: rounded(self.difference), found: rounded(self.found), ..self }
    }
}

fn each_pair(
    all: &mut [Vec<PairBounds>],
    sides: &[Side],
    measures: usize,
    change: impl Fn([&Side; 2], &mut [PairBounds], &mut Room) + Sync,
) {
    all.par_iter_mut().enumerate().for_each_init(
        || Room::new(measures),
        |room, (first, rows)| {
            for (row, second) in rows.chunks_mut(measures).zip(first + 1..) {
                change([&sides[first], &sides[second]], row, room);
            }
        },
    );
}

impl Bounding<'_> {
    /// Returns every pair of `runs`, the first before the second: pair by pair in the order (0, 1), (0, 2),
    /// .., and for each a row of measures.
    ///
    /// The bounds of a difference are the sums of those of its topics, because topics have no holes in
    /// common. On a topic they are the lower bound of one run minus the upper of the other, or tighter if the
    /// measure's rule knows the holes that both runs share. The fillings that may order a pair both ways are
    /// constructed topic by topic: the first 1, 2, 4, .. holes of a run that are lower in the other, or are
    /// not in it, get the highest level and all others level 0; the one with the greatest difference is
    /// taken. A flip is proven by scoring both runs under both fillings.
    ///
    /// # Panics
    /// If `runs` are not as many as `joined`, or a topic is out of range.
    ///
    /// With `only_open`, fillings are tried of the pairs alone that the bounds of their difference do not order, and
    /// only until a flip is seen: for less, [`PairBounds::order`] is the same.
    pub fn pairs(
        &self,
        runs: &[RunIx],
        joined: &[JoinedRun],
        topics: &[TopicIx],
        only_open: bool,
    ) -> Vec<Vec<PairBounds>> {
        assert_eq!(runs.len(), joined.len(), "joined runs of others");
        let measures = self.rules.len();
        let of_first = |first: usize| vec![PairBounds::NOTHING; (runs.len() - 1 - first) * measures];
        let mut all: Vec<Vec<PairBounds>> = (0..runs.len()).map(of_first).collect();
        // The upper bound of the terms of a sum, by measure; at least 1.
        let mut greatest = vec![1.0_f64; measures];
        // Topic after topic, so that sums do not depend on the number of threads.
        for &topic in topics {
            let sides = self.sides(runs, joined, topic);
            for (measure, greatest) in greatest.iter_mut().enumerate() {
                let ends =
                    sides.iter().flat_map(|side| [side.bounds[measure].lower, side.bounds[measure].upper]);
                let terms = ends.map(|end| self.summaries[measure].term(end).abs());
                *greatest = terms.fold(*greatest, f64::max);
            }
            each_pair(&mut all, &sides, measures, |of, row, room| {
                for (measure, (pair, near)) in
                    row.iter_mut().zip(self.differences(topic, of, room)).enumerate()
                {
                    pair.difference.add(near);
                    pair.found.add(Bounds::point(unfilled(of, measure)));
                }
            });
        }
        let share = |at: usize| self.share(at % measures, topics.len());
        for (at, pair) in all.iter_mut().flat_map(|rows| rows.iter_mut().enumerate()) {
            pair.order = pair.settled(share(at)).order;
        }
        let is_tried = |pair: &PairBounds| !only_open || pair.order == Order::Unknown;
        for &topic in topics {
            if !all.iter().flatten().any(is_tried) {
                break;
            }
            let sides = self.sides(runs, joined, topic);
            each_pair(&mut all, &sides, measures, |of, row, room| {
                if !row.iter().any(is_tried) {
                    return;
                }
                for (measure, (pair, found)) in row.iter_mut().zip(self.found(topic, of, room)).enumerate() {
                    if is_tried(pair) {
                        // In place of the fillings without a hole.
                        let alone = unfilled(of, measure);
                        pair.found.add(Bounds { lower: found.lower - alone, upper: found.upper - alone });
                        pair.flip(share(measure));
                    }
                }
            });
        }
        for (at, pair) in all.iter_mut().flat_map(|rows| rows.iter_mut().enumerate()) {
            // A sum over topics is wrong by as many times more.
            let terms = topics.len() as f64 / share(at) as f64;
            *pair = pair.settled(share(at)).rounded(RESOLUTION * greatest[at % measures] * terms);
        }
        all.iter().flat_map(|rows| rows.chunks(measures)).map(<[PairBounds]>::to_vec).collect()
    }

    /// Returns the divisor of a sum over this many topics.
    fn share(&self, measure: usize, topics: usize) -> usize {
        if self.summaries[measure] == Summary::Sum { 1 } else { topics.max(1) }
    }

    /// Returns all runs on one topic.
    fn sides(&self, runs: &[RunIx], joined: &[JoinedRun], topic: TopicIx) -> Vec<Side> {
        runs.par_iter().zip(joined).map(|(&run, joined)| self.side(run, joined, topic)).collect()
    }

    /// One run on one topic.
    fn side(&self, run: RunIx, joined: &JoinedRun, topic: TopicIx) -> Side {
        let mut found = Found::default();
        self.find(joined, topic, &mut found);
        let ranking = (1..=joined.retrieved(topic)).zip(self.collection.ranking(run, topic));
        let holes = ranking.filter(|(_, doc)| !self.view.keeps(topic, **doc));
        let mut holes: Vec<(DocIx, u32)> = holes.map(|(rank, &doc)| (doc, rank)).collect();
        holes.sort_unstable();
        let of_topic = self.bounds([joined], &[topic]);
        let bounds = (0..self.rules.len()).map(|measure| of_topic.of_run(measure, 0)[0]).collect();
        let mut unfilled = vec![0.0; self.rules.len()];
        Filled::default().score(&self.scorer, &self.open_list(topic, &found), &[], 0, &mut unfilled);
        unfilled.iter_mut().zip(&self.summaries).for_each(|(score, summary)| *score = summary.term(*score));
        Side { found, holes, bounds, unfilled }
    }

    /// The bounds of a difference on one topic, by measure.
    fn differences<'s>(
        &'s self,
        topic: TopicIx,
        sides: [&'s Side; 2],
        room: &'s mut Room,
    ) -> impl Iterator<Item = Bounds> {
        merge(sides, &mut room.holes);
        let [first, second] = sides.map(|side| self.open_list(topic, &side.found));
        let pair = OpenPair { first, second, holes: &room.holes };
        self.rules.iter().zip(&self.summaries).enumerate().map(move |(measure, (rule, &summary))| {
            let [first, second] = sides.map(|side| side.bounds[measure]);
            let term = |score: f64| summary.term(score);
            let apart = Bounds {
                lower: term(first.lower) - term(second.upper),
                upper: term(first.upper) - term(second.lower),
            };
            let together = match summary {
                Summary::GeometricMean => None,
                Summary::Mean | Summary::Sum => rule.difference(&pair),
            };
            together.map_or(apart, |together| apart.and(together))
        })
    }

    /// The least and the greatest difference on one topic under the fillings that are tried, by measure.
    fn found<'r>(
        &self,
        topic: TopicIx,
        sides: [&Side; 2],
        room: &'r mut Room,
    ) -> impl Iterator<Item = Bounds> + use<'r> {
        let Room { filled, holes, better, taken, scores, best } = room;
        merge(sides, holes);
        let lists = sides.map(|side| self.open_list(topic, &side.found));
        best.clear();
        // If no hole is taken, both scores are the unfilled ones.
        best.extend((0..self.rules.len()).map(|measure| Bounds::point(unfilled(sides, measure))));
        for favoured in [0, 1] {
            // The holes that are higher in the favoured list, from its top.
            let other = 1 - favoured;
            let is_better = |ranks: &&[u32; 2]| {
                ranks[favoured] > 0 && (ranks[other] == 0 || ranks[favoured] < ranks[other])
            };
            better.clear();
            better.extend(holes.iter().filter(is_better));
            better.sort_unstable_by_key(|ranks| ranks[favoured]);
            let mut last = 0;
            for tried in TRIED {
                let count = tried.min(better.len());
                if std::mem::replace(&mut last, count) == count {
                    continue;
                }
                for (side, taken) in taken.iter_mut().enumerate() {
                    taken.clear();
                    taken.extend(better[..count].iter().map(|ranks| ranks[side]).filter(|rank| *rank > 0));
                    taken.sort_unstable();
                }
                for ((list, taken), scores) in lists.iter().zip(&*taken).zip(&mut *scores) {
                    filled.score(&self.scorer, list, taken, (count - taken.len()) as u32, scores);
                }
                for (measure, best) in best.iter_mut().enumerate() {
                    let summary = self.summaries[measure];
                    let difference = summary.term(scores[0][measure]) - summary.term(scores[1][measure]);
                    best.lower = best.lower.min(difference);
                    best.upper = best.upper.max(difference);
                }
            }
        }
        best.iter().copied()
    }
}

/// Returns the score of the first of two sides minus that of the second on a topic if no hole is taken.
fn unfilled(sides: [&Side; 2], measure: usize) -> f64 {
    sides[0].unfilled[measure] - sides[1].unfilled[measure]
}

/// The holes of both, each once, by document.
fn merge([first, second]: [&Side; 2], holes: &mut Vec<[u32; 2]>) {
    holes.clear();
    let (mut a, mut b) = (first.holes.iter().peekable(), second.holes.iter().peekable());
    loop {
        match (a.peek(), b.peek()) {
            (Some(&&(doc, rank)), Some(&&(other, of_other))) => {
                let ranks = [if doc <= other { rank } else { 0 }, if other <= doc { of_other } else { 0 }];
                holes.push(ranks);
                if doc <= other {
                    a.next();
                }
                if other <= doc {
                    b.next();
                }
            }
            (Some(&&(_, rank)), None) => {
                holes.push([rank, 0]);
                a.next();
            }
            (None, Some(&&(_, rank))) => {
                holes.push([0, rank]);
                b.next();
            }
            (None, None) => return,
        }
    }
}
