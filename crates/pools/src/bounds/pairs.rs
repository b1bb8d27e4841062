//! Compares pairs of runs under all fillings. For each pair, one order is shown to hold under every filling, or
//! the order is shown to flip, or neither is shown.

use rayon::prelude::*;
use rejudge_metrics::Summary;

use crate::bounds::bounding::{Bounding, ListBuffers};
use crate::bounds::filling::Filled;
use crate::bounds::interval::Bounds;
use crate::bounds::open_list::OpenPair;
use crate::{DocIx, JoinedRun, RunIx, TopicIx};

/// The order of two runs under all fillings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The first run scores higher under every filling.
    First,
    /// The second run scores higher under every filling.
    Second,
    /// Two fillings order the runs differently.
    Flips,
    /// The bounds show no order, and no two of the fillings that were tried show a flip.
    Unknown,
}

impl Order {
    /// Returns the order in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::First | Self::Second => "ordered under every filling",
            Self::Flips => "order flips between two fillings",
            Self::Unknown => "undecided",
        }
    }
}

/// The comparison of two runs by one measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairBounds {
    /// The order of the runs under all fillings.
    pub order: Order,
    /// Bounds of the first run's mean score minus the second's, both under the same filling. If the measure's
    /// summary is a sum, we compare sums of scores instead; if it is a geometric mean, means of logarithms.
    pub difference: Bounds,
    /// The smallest and the largest difference under the fillings that were tried.
    pub reached: Bounds,
}

/// A difference up to this may be a rounding error, so it does not order two runs.
const ROUNDING: f64 = 1e-9;

/// The precision of a mean of differences, relative to the greatest absolute score (or logarithm of a score,
/// for a geometric mean), or to 1 if 1 is greater. Each score is a sum of up to a few thousand terms, and
/// each addition rounds the sum to 53 bits. A difference up to this precision counts as 0. For example, the
/// means of two runs that score .1, .2 and .3 on different topics may differ by rounding.
const RESOLUTION: f64 = 1e-12;

/// The numbers of holes that the tried fillings make relevant. A filling takes the first holes, from the top
/// of a run's list, that favour the run. The last number means all of them.
const FILLED_COUNTS: [usize; 7] = [1, 2, 4, 8, 16, 64, usize::MAX];

/// Memory for one pair, reused from pair to pair.
#[derive(Default)]
struct Room {
    filled: Filled,
    holes: Vec<[u32; 2]>,
    /// The holes that favour a run.
    better: Vec<[u32; 2]>,
    /// The ranks, in each list, of the holes that a filling makes relevant.
    taken: [Vec<u32>; 2],
    /// The scores of both lists under that filling, by measure.
    scores: [Vec<f64>; 2],
    /// The least and the greatest difference so far, by measure.
    extremes: Vec<Bounds>,
}

impl Room {
    fn new(measures: usize) -> Self {
        Self { scores: [vec![0.0; measures], vec![0.0; measures]], ..Self::default() }
    }
}

/// One run on one topic: its list, and its holes by document.
struct Side {
    list: ListBuffers,
    holes: Vec<(DocIx, u32)>,
    /// The bounds of the run's score on the topic, by measure.
    bounds: Vec<Bounds>,
    /// The term that the topic adds to a sum over topics if every hole has level 0, by measure.
    unfilled: Vec<f64>,
}

impl PairBounds {
    /// The value before any topic is added.
    const ZERO: Self = Self {
        order: Order::Unknown,
        difference: Bounds { lower: 0.0, upper: 0.0 },
        reached: Bounds { lower: 0.0, upper: 0.0 },
    };

    /// Divides the sums over topics by `divisor`, and sets the order that the quotients show.
    #[must_use]
    fn with_order(self, divisor: usize) -> Self {
        let [difference, reached] = [self.difference, self.reached]
            .map(|sum| Bounds { lower: sum.lower / divisor as f64, upper: sum.upper / divisor as f64 });
        let order = if difference.lower > ROUNDING {
            Order::First
        } else if difference.upper < -ROUNDING {
            Order::Second
        } else if reached.lower < -ROUNDING && reached.upper > ROUNDING {
            Order::Flips
        } else {
            Order::Unknown
        };
        Self { order, difference, reached }
    }

    /// Sets the order to [`Order::Flips`] if two fillings order the runs differently. The final check divides
    /// the sums and may round differently, so the margin here is twice the margin of the final check.
    fn mark_flip(&mut self, divisor: usize) {
        let margin = 2.0 * ROUNDING * divisor as f64;
        if self.order == Order::Unknown && self.reached.lower < -margin && self.reached.upper > margin {
            self.order = Order::Flips;
        }
    }

    /// Replaces differences that are within `resolution` of 0 by 0.
    #[must_use]
    fn rounded(self, resolution: f64) -> Self {
        let end = |end: f64| if end.abs() <= resolution { 0.0 } else { end };
        let [difference, reached] = [self.difference, self.reached]
            .map(|bounds| Bounds { lower: end(bounds.lower), upper: end(bounds.upper) });
        Self { difference, reached, ..self }
    }
}

/// Calls `change` for each pair, with its two sides and its row of comparisons.
fn for_each_pair(
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
    /// Returns a row for each pair of `runs`, in the order (0, 1), (0, 2), .. A row has a comparison for each
    /// measure.
    ///
    /// Topics share no holes, so the bounds of a difference add up over topics. On one topic the lower bound
    /// is the first run's lower bound minus the second run's upper bound, and the upper bound is the first
    /// run's upper bound minus the second run's lower bound. The bounds may be tighter if the measure's rule
    /// takes into account which holes both runs share. To show a flip we try fillings, topic by topic, in
    /// favour of each run: its first 1, 2, 4, .. holes that are lower in the other run, or not in it, get the
    /// highest level, and all other holes level 0. We take the filling with the greatest difference. If each
    /// run is ahead under the fillings in its favour, the order flips.
    ///
    /// With `only_open`, fillings are tried only for pairs with bounds that leave the order open, and only
    /// until they show a flip. This takes less time, and [`PairBounds::order`] is the same.
    ///
    /// # Panics
    /// If `runs` and `joined` have different lengths, if a topic is out of range, if a run keeps only
    /// relevant documents ([`JoinedRun::add_relevant`]), or if a run has more documents for a topic than the
    /// `max_rank` of [`Retrieved`](crate::bounds::Retrieved).
    pub fn pairs(
        &self,
        runs: &[RunIx],
        joined: &[JoinedRun],
        topics: &[TopicIx],
        only_open: bool,
    ) -> Vec<Vec<PairBounds>> {
        assert_eq!(runs.len(), joined.len(), "there must be a joined run for each run");
        let measures = self.rules.len();
        if measures == 0 {
            return vec![Vec::new(); runs.len() * runs.len().saturating_sub(1) / 2];
        }
        let mut bounds: Vec<Vec<PairBounds>> =
            (1..=runs.len()).map(|second| vec![PairBounds::ZERO; (runs.len() - second) * measures]).collect();
        // For each measure the greatest absolute term of its sums over topics, but at least 1.
        let mut greatest = vec![1.0_f64; measures];
        // We add one topic after another, so that sums do not depend on the number of threads.
        for &topic in topics {
            let sides = self.sides(runs, joined, topic);
            for (measure, greatest) in greatest.iter_mut().enumerate() {
                let ends =
                    sides.iter().flat_map(|side| [side.bounds[measure].lower, side.bounds[measure].upper]);
                let terms = ends.map(|end| self.summaries[measure].term(end).abs());
                *greatest = terms.fold(*greatest, f64::max);
            }
            for_each_pair(&mut bounds, &sides, measures, |sides, row, room| {
                for (measure, (pair, difference)) in
                    row.iter_mut().zip(self.differences(topic, sides, room)).enumerate()
                {
                    pair.difference.add(difference);
                    pair.reached.add(Bounds::point(unfilled(sides, measure)));
                }
            });
        }
        let divisor = |place: usize| self.divisor(place % measures, topics.len());
        for (place, pair) in bounds.iter_mut().flat_map(|rows| rows.iter_mut().enumerate()) {
            pair.order = pair.with_order(divisor(place)).order;
        }
        let is_tried = |pair: &PairBounds| !only_open || pair.order == Order::Unknown;
        for &topic in topics {
            if !bounds.iter().flatten().any(is_tried) {
                break;
            }
            let sides = self.sides(runs, joined, topic);
            for_each_pair(&mut bounds, &sides, measures, |sides, row, room| {
                if !row.iter().any(is_tried) {
                    return;
                }
                for (measure, (pair, reached)) in
                    row.iter_mut().zip(self.reached(topic, sides, room)).enumerate()
                {
                    if is_tried(pair) {
                        // The sum already contains this topic's difference under the filling without relevant
                        // holes. Replace it.
                        let unfilled = unfilled(sides, measure);
                        pair.reached
                            .add(Bounds { lower: reached.lower - unfilled, upper: reached.upper - unfilled });
                        pair.mark_flip(divisor(measure));
                    }
                }
            });
        }
        for (place, pair) in bounds.iter_mut().flat_map(|rows| rows.iter_mut().enumerate()) {
            // The rounding error of a sum grows with the number of terms, and a mean divides it by that
            // number.
            let terms = topics.len() as f64 / divisor(place) as f64;
            *pair = pair.with_order(divisor(place)).rounded(RESOLUTION * greatest[place % measures] * terms);
        }
        bounds.iter().flat_map(|rows| rows.chunks(measures)).map(<[PairBounds]>::to_vec).collect()
    }

    /// Returns the number by which a sum over this many topics is divided: 1 if the measure's summary is a
    /// sum.
    fn divisor(&self, measure: usize, topics: usize) -> usize {
        if self.summaries[measure] == Summary::Sum { 1 } else { topics.max(1) }
    }

    fn sides(&self, runs: &[RunIx], joined: &[JoinedRun], topic: TopicIx) -> Vec<Side> {
        runs.par_iter().zip(joined).map(|(&run, joined)| self.side(run, joined, topic)).collect()
    }

    fn side(&self, run: RunIx, joined: &JoinedRun, topic: TopicIx) -> Side {
        let mut list = ListBuffers::default();
        self.read_list(joined, topic, &mut list);
        let ranking = (1..=joined.retrieved(topic)).zip(self.collection.ranking(run, topic));
        let holes = ranking.filter(|(_, doc)| !self.view.keeps(topic, **doc));
        let mut holes: Vec<(DocIx, u32)> = holes.map(|(rank, &doc)| (doc, rank)).collect();
        holes.sort_unstable();
        let topic_bounds = self.bounds([joined], &[topic]);
        let bounds = (0..self.rules.len()).map(|measure| topic_bounds.of_run(measure, 0)[0]).collect();
        let mut unfilled = vec![0.0; self.rules.len()];
        Filled::default().score(&self.scorer, &self.open_list(topic, &list), &[], 0, &mut unfilled);
        unfilled.iter_mut().zip(&self.summaries).for_each(|(score, summary)| *score = summary.term(*score));
        Side { list, holes, bounds, unfilled }
    }

    /// Returns the bounds of the difference on one topic, by measure.
    fn differences<'s>(
        &'s self,
        topic: TopicIx,
        sides: [&'s Side; 2],
        room: &'s mut Room,
    ) -> impl Iterator<Item = Bounds> {
        merge(sides, &mut room.holes);
        let [first, second] = sides.map(|side| self.open_list(topic, &side.list));
        let pair = OpenPair { first, second, holes: &room.holes };
        self.rules.iter().zip(&self.summaries).enumerate().map(move |(measure, (rule, &summary))| {
            let [first, second] = sides.map(|side| side.bounds[measure]);
            let term = |score: f64| summary.term(score);
            let separate = Bounds {
                lower: term(first.lower) - term(second.upper),
                upper: term(first.upper) - term(second.lower),
            };
            let shared = match summary {
                Summary::GeometricMean => None,
                Summary::Mean | Summary::Sum => rule.difference(&pair),
            };
            shared.map_or(separate, |shared| separate.intersection(shared))
        })
    }

    /// Returns the least and the greatest difference that the fillings reach on one topic, by measure.
    fn reached<'r>(
        &self,
        topic: TopicIx,
        sides: [&Side; 2],
        room: &'r mut Room,
    ) -> impl Iterator<Item = Bounds> + use<'r> {
        let Room { filled, holes, better, taken, scores, extremes } = room;
        merge(sides, holes);
        let lists = sides.map(|side| self.open_list(topic, &side.list));
        extremes.clear();
        extremes.extend((0..self.rules.len()).map(|measure| Bounds::point(unfilled(sides, measure))));
        for favoured in [0, 1] {
            // `better` gets, from the top of the favoured list, the holes that are higher there than in the
            // other list, or are not in the other list.
            let behind = 1 - favoured;
            let is_better = |ranks: &&[u32; 2]| {
                ranks[favoured] > 0 && (ranks[behind] == 0 || ranks[favoured] < ranks[behind])
            };
            better.clear();
            better.extend(holes.iter().filter(is_better));
            better.sort_unstable_by_key(|ranks| ranks[favoured]);
            let mut last = 0;
            for filled_count in FILLED_COUNTS {
                let count = filled_count.min(better.len());
                if std::mem::replace(&mut last, count) == count {
                    continue;
                }
                for (side, ranks) in taken.iter_mut().enumerate() {
                    ranks.clear();
                    ranks.extend(better[..count].iter().map(|ranks| ranks[side]).filter(|rank| *rank > 0));
                    ranks.sort_unstable();
                }
                for ((list, ranks), scores) in lists.iter().zip(&*taken).zip(&mut *scores) {
                    filled.score(&self.scorer, list, ranks, (count - ranks.len()) as u32, scores);
                }
                for (measure, extreme) in extremes.iter_mut().enumerate() {
                    let summary = self.summaries[measure];
                    let difference = summary.term(scores[0][measure]) - summary.term(scores[1][measure]);
                    extreme.lower = extreme.lower.min(difference);
                    extreme.upper = extreme.upper.max(difference);
                }
            }
        }
        extremes.iter().copied()
    }
}

/// Returns the first side's term minus the second's if every hole has level 0.
fn unfilled(sides: [&Side; 2], measure: usize) -> f64 {
    sides[0].unfilled[measure] - sides[1].unfilled[measure]
}

/// Merges the holes of both sides into `holes`, each document once, in order of documents.
fn merge([first, second]: [&Side; 2], holes: &mut Vec<[u32; 2]>) {
    holes.clear();
    let (mut a, mut b) = (first.holes.iter().peekable(), second.holes.iter().peekable());
    loop {
        match (a.peek(), b.peek()) {
            (Some(&&(doc_a, rank_a)), Some(&&(doc_b, rank_b))) => {
                let ranks =
                    [if doc_a <= doc_b { rank_a } else { 0 }, if doc_b <= doc_a { rank_b } else { 0 }];
                holes.push(ranks);
                if doc_a <= doc_b {
                    a.next();
                }
                if doc_b <= doc_a {
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
