//! Rank-biased overlap: the similarity of two rankings of the same items, with more weight on the top.
//!
//! W. Webber, A. Moffat and J. Zobel, A similarity measure for indefinite rankings, ACM TOIS 28(4), 2010; ties: M.
//! Corsi and J. Urbano, The treatment of ties in rank-biased overlap, SIGIR 2024 (arXiv 2406.07121).

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
/// Both rankings are known as a whole: A is 1 below the last item. An equal ranking gives exactly 1 by `w` and `b`, whatever is tied. Returns `None` if there are no items.
///
/// ```
/// use rejudge_stats::{Ranking, RboTies, rbo};
/// let rbo = |x, y, ties| rbo(x, y, 0.75, ties);
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
pub fn rbo(x: &Ranking, y: &Ranking, p: f64, ties: RboTies) -> Option<f64> {
    assert_eq!(x.ranks().len(), y.ranks().len(), "rankings of different items");
    assert!(0.0 < p && p < 1.0, "rank-biased overlap with p = {p}");
    let (x, y) = (List::new(x), List::new(y));
    // The weights of all ranks add up to 1. A value is computed as 1 minus the loss, so that equal rankings give
    // exactly 1.
    let (mut lost, mut weight) = (0.0, 1.0 - p);
    // Common items above the groups of both lists.
    let mut above_both = 0;
    let (mut of_x, mut of_y) = (x.groups.first()?.clone(), y.groups.first()?.clone());
    let mut shared = Shared::between(&x, &of_x, &y, &of_y);
    for (depth, (next_x, next_y)) in (1..).zip(x.groups.iter().zip(&y.groups)) {
        if *next_x != of_x || *next_y != of_y {
            if *next_x != of_x {
                above_both += x.above(&of_x, &y, of_y.start);
            }
            if *next_y != of_y {
                above_both += y.above(&of_y, &x, next_x.start);
            }
            (of_x, of_y) = (next_x.clone(), next_y.clone());
            shared = Shared::between(&x, &of_x, &y, &of_y);
        }
        let common = above_both as f64 + shared.parts(ties.part(&of_x, depth), ties.part(&of_y, depth));
        let norm = ties.norm(&of_x, &of_y, depth);
        lost += weight * (norm - common) / norm;
        weight *= p;
    }
    Some(1.0 - lost)
}

/// A ranking as groups of tied items.
struct List {
    /// The items from the top, the first place being 0.
    items: Vec<usize>,
    /// By place the places of the items that are tied with that one.
    groups: Vec<Range<usize>>,
    /// By item the place at which its group begins.
    begins: Vec<usize>,
}

impl List {
    fn new(ranking: &Ranking) -> Self {
        let begins: Vec<usize> = ranking.ranks().iter().map(|rank| rank - 1).collect();
        let mut items: Vec<usize> = (0..begins.len()).collect();
        items.sort_by_key(|&item| begins[item]);
        let groups = items.chunk_by(|&a, &b| begins[a] == begins[b]).flat_map(|group| {
            let begin = begins[group[0]];
            std::iter::repeat_n(begin..begin + group.len(), group.len())
        });
        Self { groups: groups.collect(), items, begins }
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
            Self::W => (group.len(), group.len()),
            Self::A | Self::B => (depth - group.start, group.len()),
        }
    }

    /// N(d), if these are the groups at that rank.
    fn norm(self, of_x: &Range<usize>, of_y: &Range<usize>, depth: usize) -> f64 {
        let size = |group: &Range<usize>| match (self, self.part(group, depth)) {
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
