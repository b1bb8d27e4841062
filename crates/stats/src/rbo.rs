//! Rank-biased overlap: the similarity of two rankings, with more weight on the top. The rankings may be of
//! different items and lengths, and may have ties.
//!
//! W. Webber, A. Moffat and J. Zobel, A similarity measure for indefinite rankings, ACM TOIS 28(4), 2010; ties: M.
//! Corsi and J. Urbano, The treatment of ties in rank-biased overlap, SIGIR 2024 (arXiv 2406.07121).

use std::collections::BTreeMap;
use std::ops::Range;

use crate::Ranking;

/// The treatment of tied items in [`rbo`]: the variants of Corsi and Urbano (2024). Without ties they are equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum RboTies {
    /// Tied items share a rank, as in sports: they occur at the same rank (RBO^w of Webber, Moffat and Zobel).
    #[default]
    W,
    /// The order of tied items is not known: the mean over all orders (RBO^a).
    A,
    /// As `a`, corrected for the information that is lost by ties: equal rankings give 1 (RBO^b).
    B,
}

/// The rank-biased overlap of two rankings that are known down to some rank.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rbo {
    /// The value if the rankings go on to agree as they do in the part that is known (RBO_EXT).
    pub extrapolated: f64,
    /// The value if they have no further item in common (RBO_MIN).
    pub lower: f64,
    /// The value if they have as many further items in common as possible (RBO_MAX).
    pub upper: f64,
}

/// Rank-biased overlap of two rankings of the same items:
///
/// ```text
/// RBO     = (1 - p)/p sum_{d>=1} A(d) p^d        A(d) = X(d) / N(d)        X(d) = sum_e x(e, d) y(e, d)
/// N_w(d)  = (sum_e x(e, d) + sum_e y(e, d)) / 2
/// N_a(d)  = d
/// N_b(d)  = sqrt(sum_e x(e, d)^2  sum_e y(e, d)^2)
/// ```
///
/// with x(e, d) the part of item e that is within the first d ranks of x. It is 0 above the ranks of the tied items
/// that e belongs to and 1 below them. Within them, from rank t to rank b, it is 1 by `w` and `(d - t + 1)/(b - t + 1)`
/// by `a` and `b`. 1 - p is the probability of stopping at each rank, so that about 1/(1 - p) ranks count.
///
/// Both rankings are known as a whole: A is 1 below the last item, and [`Rbo::extrapolated`] equals [`Rbo::upper`].
/// An equal ranking gives exactly 1 by `w` and `b`, whatever is tied. Returns `None` if there are no items.
///
/// ```
/// use rejudge_stats::{Ranking, RboTies, rbo};
/// let rbo = |x, y, ties| rbo(x, y, 0.75, ties).map(|rbo| rbo.extrapolated);
/// // A B C and B A C: A(1) = 0, A(2) = A(3) = 1.
/// let (x, y) = (Ranking::new(&[0.9, 0.5, 0.1]), Ranking::new(&[0.5, 0.9, 0.1]));
/// assert_eq!(rbo(&x, &y, RboTies::W), Some(1.0 - 0.25));
/// // A and B are tied in y, so that A(1) is 2 * 1 / (1 + 2), or 1/2 / 1, or 1/2 / sqrt(1 * (1/4 + 1/4)).
/// let tied = Ranking::new(&[0.5, 0.5, 0.1]);
/// assert_eq!(rbo(&x, &tied, RboTies::W), Some(1.0 - 0.25 * (1.0 - 2.0 / 3.0)));
/// assert_eq!(rbo(&x, &tied, RboTies::A), Some(1.0 - 0.25 / 2.0));
/// assert!(rbo(&x, &tied, RboTies::B).is_some_and(|rbo| (rbo - (0.75 + 0.25 * 0.5_f64.sqrt())).abs() < 1e-15));
/// ```
///
/// # Panics
/// If they are of different numbers of items, or p is not between 0 and 1.
pub fn rbo(x: &Ranking, y: &Ranking, p: f64, ties: RboTies) -> Option<Rbo> {
    let items = x.ranks().len();
    assert_eq!(items, y.ranks().len(), "rankings of different items");
    overlap(&List::of_ranking(x), &List::of_ranking(y), p, ties)
}

/// Rank-biased overlap of two lists if only their top is known, or if they are of different items: [`rbo`] with, for a
/// list x of s items and a list y of l >= s items (groups of tied ones),
///
/// - ranks d up to s: A(d) as in [`rbo`];
/// - ranks d from s + 1 to l: each item of x is in it, and the d - s unknown ones of x are without ties. They add to
///   X(d) nothing (lower), the first d - s items that only y has, as far as these are within d (upper), or `(d - s)
///   A(s)` times the mean part y(e, d) of the items within d that only y has (extrapolated);
/// - ranks d below l, with X(l) the number of common items: `A(d) = X(l)/d` (lower), `min(1, (2d - s - l + X(l))/d)`
///   (upper), or `(X(l) + (l - s) A(s))/l` (extrapolated).
///
/// Without ties the extrapolated value is Eq. 32 of Webber, Moffat and Zobel (2010). Returns `None` if a list is empty.
///
/// ```
/// use rejudge_stats::{RboTies, rbo_of_lists};
/// let (x, y) = ([vec!["a"], vec!["b"]], [vec!["b"], vec!["a"], vec!["c"]]);
/// let rbo = rbo_of_lists(&x, &y, 0.5, RboTies::W).expect("items");
/// // A(1) = 0, A(2) = 2/2; the third item of x is c by as much as A(2) says, and A stays 1.
/// assert!((rbo.extrapolated - 0.5).abs() < 1e-15);
/// // A(d) = 2/d from rank 2 on: ln 2 - 1/2 is sum_{d>=2} 2^-d/d.
/// assert!((rbo.lower - 2.0 * (2.0_f64.ln() - 0.5)).abs() < 1e-15);
/// ```
///
/// # Panics
/// If an item is in a list twice, or p is not between 0 and 1.
pub fn rbo_of_lists<T: Ord>(x: &[Vec<T>], y: &[Vec<T>], p: f64, ties: RboTies) -> Option<Rbo> {
    let mut numbers = BTreeMap::new();
    for item in x.iter().chain(y).flatten() {
        let next = numbers.len();
        numbers.entry(item).or_insert(next);
    }
    let list = |groups: &[Vec<T>]| {
        List::new(numbers.len(), groups.iter().map(|group| group.iter().map(|item| numbers[item])))
    };
    overlap(&list(x), &list(y), p, ties)
}

/// A ranking as groups of tied items.
struct List {
    /// The items from the top, the first place being 0.
    items: Vec<usize>,
    /// By place the places of the items that are tied with that one.
    groups: Vec<Range<usize>>,
    /// By item the place at which its group begins; `NOT_IN` if it is not in the list.
    begins: Vec<usize>,
}

const NOT_IN: usize = usize::MAX;

impl List {
    /// A list of groups of items, which are numbers below `all`.
    fn new<G: IntoIterator<Item = usize>>(all: usize, groups: impl Iterator<Item = G>) -> Self {
        let mut list = Self { items: Vec::new(), groups: Vec::new(), begins: vec![NOT_IN; all] };
        for group in groups {
            let begin = list.items.len();
            list.items.extend(group);
            let end = list.items.len();
            for &item in &list.items[begin..] {
                assert_eq!(list.begins[item], NOT_IN, "an item is in a list twice");
                list.begins[item] = begin;
                list.groups.push(begin..end);
            }
        }
        list
    }

    fn of_ranking(ranking: &Ranking) -> Self {
        let ranks = ranking.ranks();
        let mut items: Vec<usize> = (0..ranks.len()).collect();
        items.sort_by_key(|&item| ranks[item]);
        let groups = items.chunk_by(|&a, &b| ranks[a] == ranks[b]);
        Self::new(ranks.len(), groups.map(|group| group.iter().copied()))
    }

    fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns the places of the group at a place. Beyond the end it is empty, and all items are above it.
    fn group(&self, place: usize) -> Range<usize> {
        self.groups.get(place).cloned().unwrap_or(self.len()..self.len())
    }

    /// Returns the number of items of a group that begin above a place in another list.
    fn above(&self, group: &Range<usize>, other: &Self, place: usize) -> usize {
        self.items[group.clone()].iter().filter(|&&item| other.begins[item] < place).count()
    }
}

impl RboTies {
    /// Returns the part of each item of a group that is within the first `depth` ranks, as a fraction.
    fn part(self, group: &Range<usize>, depth: usize) -> (usize, usize) {
        match self {
            _ if group.is_empty() => (1, 1),
            Self::W => (group.len(), group.len()),
            Self::A | Self::B => (depth - group.start, group.len()),
        }
    }

    /// N(d), if these are the groups at that rank.
    fn norm(self, of_x: &Range<usize>, of_y: &Range<usize>, depth: usize) -> f64 {
        // A list that has ended goes on without ties.
        let size = |group: &Range<usize>| match (self, self.part(group, depth)) {
            _ if group.is_empty() => depth as f64,
            (Self::W, _) => group.end as f64,
            (_, (part, whole)) => group.start as f64 + (part * part) as f64 / whole as f64,
        };
        match self {
            Self::A => depth as f64,
            Self::W => 0.5 * (size(of_x) + size(of_y)),
            Self::B => (size(of_x) * size(of_y)).sqrt(),
        }
    }
}

fn overlap(x: &List, y: &List, p: f64, ties: RboTies) -> Option<Rbo> {
    assert!(0.0 < p && p < 1.0, "rank-biased overlap with p = {p}");
    let (x, y) = if x.len() <= y.len() { (x, y) } else { (y, x) };
    let (short, long) = (x.len(), y.len());
    if short == 0 {
        return None;
    }
    // The weights of all ranks add up to 1. A value is computed as 1 minus the loss, so that equal rankings give
    // exactly 1.
    let (mut extrapolated, mut lower, mut upper) = (0.0, 0.0, 0.0);
    let (mut weight, mut by_depth) = (1.0 - p, 0.0);
    // Common items above the groups of both lists, and A(s).
    let (mut above_both, mut agreement) = (0, 0.0);
    let (mut of_x, mut of_y) = (x.group(0), y.group(0));
    let mut shared = Shared::between(x, &of_x, y, &of_y);
    for depth in 1..=long {
        let (next_x, next_y) = (x.group(depth - 1), y.group(depth - 1));
        if next_x != of_x || next_y != of_y {
            if next_x != of_x {
                above_both += x.above(&of_x, y, of_y.start);
            }
            if next_y != of_y {
                above_both += y.above(&of_y, x, next_x.start);
            }
            (of_x, of_y) = (next_x, next_y);
            shared = Shared::between(x, &of_x, y, &of_y);
        }
        let (part_x, part_y) = (ties.part(&of_x, depth), ties.part(&of_y, depth));
        let common = above_both as f64 + shared.parts(part_x, part_y);
        let norm = ties.norm(&of_x, &of_y, depth);
        let lost = |common: f64| weight * (norm - common) / norm;
        if depth <= short {
            agreement = common / norm;
            let lost = lost(common);
            (extrapolated, lower, upper) = (extrapolated + lost, lower + lost, upper + lost);
        } else {
            let unknown = depth - short;
            let part = part_y.0 as f64 / part_y.1 as f64;
            let (whole, parts) = (of_y.start - above_both, of_y.len() - shared.above_and_in);
            let within = whole as f64 + parts as f64 * part;
            let matched = unknown.min(whole) as f64 + unknown.saturating_sub(whole) as f64 * part;
            extrapolated += lost(common + unknown as f64 * agreement * (within / (whole + parts) as f64));
            lower += lost(common);
            upper += lost(common + matched);
        }
        by_depth += weight / depth as f64;
        weight *= p;
    }
    let common = y.items.iter().filter(|&&item| x.begins[item] != NOT_IN).count();
    // The weights of the ranks below l add up to p^l; divided by d, to (1 - p)/p (-ln(1 - p) - sum_{d<=l} p^d/d).
    let below = weight / (1.0 - p);
    let known = common as f64 + (long - short) as f64 * agreement;
    extrapolated += below * (long as f64 - known) / long as f64;
    let below_by_depth = (-(1.0 - p) / p * libm::log1p(-p) - by_depth).max(0.0);
    lower += below - common as f64 * below_by_depth;
    let distinct = long + short - common;
    for depth in long + 1..distinct {
        upper += weight * (distinct - depth) as f64 / depth as f64;
        weight *= p;
    }
    Some(Rbo { extrapolated: 1.0 - extrapolated, lower: 1.0 - lower, upper: 1.0 - upper })
}

/// The numbers of items that a group of one list has in common with the other, by their place there.
struct Shared {
    /// Items of the group of x that are above the group of y.
    in_and_above: usize,
    /// Items of the group of y that are above the group of x.
    above_and_in: usize,
    /// Items of both groups.
    in_both: usize,
}

impl Shared {
    fn between(x: &List, of_x: &Range<usize>, y: &List, of_y: &Range<usize>) -> Self {
        let in_and_above = x.above(of_x, y, of_y.start);
        Self {
            in_and_above,
            above_and_in: y.above(of_y, x, of_x.start),
            in_both: x.above(of_x, y, of_y.end) - in_and_above,
        }
    }

    /// Returns the products of their parts, summed. Whole numbers are divided once, so that equal groups give
    /// equal sums.
    fn parts(&self, (of_x, all_x): (usize, usize), (of_y, all_y): (usize, usize)) -> f64 {
        let divided = |part: usize, whole: usize| part as f64 / whole as f64;
        // The result has the same bits if x and y are exchanged.
        let in_one = divided(self.in_and_above * of_x, all_x) + divided(self.above_and_in * of_y, all_y);
        divided(self.in_both * of_x * of_y, all_x * all_y) + in_one
    }
}
