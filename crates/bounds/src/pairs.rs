//! Pairs of runs: ordered under every filling, shown to flip, or neither.

use rayon::prelude::*;
use rejudge_metrics::Summary;
use rejudge_pools::{DocIx, JoinedRun, RunIx, TopicIx};

use crate::bounding::{Bounding, Found};
use crate::filling::Filled;
use crate::interval::Bounds;
use crate::open_pair::OpenPair;

/// What fillings do to the order of two runs.
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
    /// The words for it.
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
    /// What is shown of their order.
    pub order: Order,
    /// Bounds of the mean score of the first less that of the second (of logarithms, where the measure's
    /// summary is a geometric mean), under one filling for both.
    pub difference: Bounds,
    /// The same difference under the two fillings that were tried for the second and for the first.
    pub found: Bounds,
}

/// Differences that are no more than rounding order nothing.
const ROUNDING: f64 = 1e-9;

/// How many of the holes that favour a run are tried, from the top of its list; and all.
const TRIED: [usize; 7] = [1, 2, 4, 8, 16, 64, usize::MAX];

/// Room for one pair, reused from pair to pair.
#[derive(Default)]
struct Room {
    filled: Filled,
    holes: Vec<[u32; 2]>,
    /// The ranks of the holes that a filling takes, in either list.
    taken: [Vec<u32>; 2],
    /// What either list scores under it, by measure.
    scores: [Vec<f64>; 2],
}

/// What one run has of one topic, and its holes by document.
struct Side {
    found: Found,
    holes: Vec<(DocIx, u32)>,
    /// By measure.
    bounds: Vec<Bounds>,
}

impl PairBounds {
    /// What sums over topics show, `share` being what they are divided by.
    fn settle(&mut self, share: usize) {
        for of in [&mut self.difference, &mut self.found] {
            *of = Bounds { lower: of.lower / share as f64, upper: of.upper / share as f64 };
        }
        self.order = match self {
            _ if self.difference.lower > ROUNDING => Order::First,
            _ if self.difference.upper < -ROUNDING => Order::Second,
            _ if self.found.lower < -ROUNDING && self.found.upper > ROUNDING => Order::Flips,
            _ => Order::Unknown,
        };
    }
}

impl Bounding<'_> {
    /// Every pair of `runs`, the first before the second: pair by pair in the order (0, 1), (0, 2), .., and
    /// for each a row of measures.
    ///
    /// Bounds of a difference are those of its topics together, since topics have no holes in common. On a
    /// topic they are the lower bound of one less the upper of the other, or nearer where the measure's rule
    /// knows what both runs share. The fillings that may order a pair both ways are made topic by topic: the
    /// first 1, 2, 4, .. holes of a run that stand lower in the other, or are not in it, are of the highest
    /// level and all others of none; the one with the greatest difference is taken. A flip is shown by
    /// scoring both runs under both fillings.
    ///
    /// # Panics
    /// When `runs` are not as many as `joined`, or a topic is out of range.
    pub fn pairs(&self, runs: &[RunIx], joined: &[JoinedRun], topics: &[TopicIx]) -> Vec<Vec<PairBounds>> {
        assert_eq!(runs.len(), joined.len(), "joined runs of others");
        let measures = self.rules.len();
        let nothing =
            PairBounds { order: Order::Unknown, difference: Bounds::default(), found: Bounds::default() };
        let of_first = |first: usize| vec![vec![nothing; measures]; runs.len() - 1 - first];
        let mut all: Vec<Vec<Vec<PairBounds>>> = (0..runs.len()).map(of_first).collect();
        // Topic after topic, so that sums do not depend on the number of threads.
        for &topic in topics {
            let side = |(&run, joined): (&RunIx, &JoinedRun)| self.side(run, joined, topic);
            let sides: Vec<Side> = runs.par_iter().zip(joined).map(side).collect();
            let room = || Room { scores: [vec![0.0; measures], vec![0.0; measures]], ..Room::default() };
            all.par_iter_mut().enumerate().for_each_init(room, |room, (first, rows)| {
                for (row, second) in rows.iter_mut().zip(first + 1..) {
                    self.add_topic(topic, [&sides[first], &sides[second]], row, room);
                }
            });
        }
        let mut all: Vec<Vec<PairBounds>> = all.into_iter().flatten().collect();
        for row in &mut all {
            for (measure, pair) in row.iter_mut().enumerate() {
                pair.settle(if self.summaries[measure] == Summary::Sum { 1 } else { topics.len().max(1) });
            }
        }
        all
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
        Side { found, holes, bounds }
    }

    /// Adds one topic to what is known of a pair, by each measure.
    fn add_topic(&self, topic: TopicIx, sides: [&Side; 2], row: &mut [PairBounds], room: &mut Room) {
        merge(sides[0], sides[1], &mut room.holes);
        let lists = sides.map(|side| self.open_list(topic, &side.found));
        let pair = OpenPair { first: lists[0], second: lists[1], holes: &room.holes };
        for (measure, of) in row.iter_mut().enumerate() {
            let summary = self.summaries[measure];
            let [first, second] = sides.map(|side| side.bounds[measure]);
            let term = |score: f64| summary.term(score);
            let apart = Bounds {
                lower: term(first.lower) - term(second.upper),
                upper: term(first.upper) - term(second.lower),
            };
            let together = match summary {
                Summary::GeometricMean => None,
                Summary::Mean | Summary::Sum => self.rules[measure].difference(&pair),
            };
            let near = together.map_or(apart, |together| apart.and(together));
            of.difference.lower += near.lower;
            of.difference.upper += near.upper;
        }
        let Room { filled, holes, taken, scores } = room;
        let mut best = vec![Bounds { lower: f64::INFINITY, upper: f64::NEG_INFINITY }; row.len()];
        for favoured in [0, 1] {
            // The holes that stand higher in the favoured list, from its top.
            let other = 1 - favoured;
            let is_better = |ranks: &&[u32; 2]| {
                ranks[favoured] > 0 && (ranks[other] == 0 || ranks[favoured] < ranks[other])
            };
            let mut better: Vec<[u32; 2]> = holes.iter().filter(is_better).copied().collect();
            better.sort_unstable_by_key(|ranks| ranks[favoured]);
            let mut last = None;
            for tried in std::iter::once(0).chain(TRIED) {
                let count = tried.min(better.len());
                if last.replace(count) == Some(count) {
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
        for (of, best) in row.iter_mut().zip(best) {
            of.found.lower += best.lower;
            of.found.upper += best.upper;
        }
    }
}

/// The holes of both, each once, by document.
fn merge(first: &Side, second: &Side, holes: &mut Vec<[u32; 2]>) {
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
