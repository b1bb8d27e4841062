//! Rank-biased overlap: the similarity of two rankings of the same items, with more weight on the top.
//!
//! W. Webber, A. Moffat and J. Zobel, A similarity measure for indefinite rankings, ACM TOIS 28(4), 2010; ties: M.
//! Corsi and J. Urbano, The treatment of ties in rank-biased overlap, SIGIR 2024 (arXiv 2406.07121).

use std::ops::Range;

use crate::Ranking;

/// The treatment of tied items in [`rbo`]: the variants of Corsi and Urbano (2024). Without ties all give the same value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum RboTies {
    /// Tied items share the best of their ranks, as in sports (RBO^w of Webber, Moffat and Zobel).
    #[default]
    W,
    /// The mean over all orders of the tied items, because their order is not known (RBO^a).
    A,
    /// Like `a`, corrected for the information that is lost by ties, so that equal rankings give 1 (RBO^b).
    B,
}

/// Returns the rank-biased overlap of two rankings of the same items:
///
/// ```text
/// RBO     = (1 - p)/p sum_{d>=1} A(d) p^d        A(d) = X(d) / N(d)        X(d) = sum_e x(e, d) y(e, d)
/// N_w(d)  = (sum_e x(e, d) + sum_e y(e, d)) / 2
/// N_a(d)  = d
/// N_b(d)  = sqrt(sum_e x(e, d)^2  sum_e y(e, d)^2)
/// ```
///
/// where x(e, d) is the part of item e that is within the first d ranks of x. Without ties it is 0 or 1. If e
/// is tied with other items from rank t to rank b, it is 0 before t and 1 after b; from t to b it is 1 for
/// `w`, and `(d - t + 1)/(b - t + 1)` for `a` and `b`. p models a reader who stops after each rank with
/// probability 1 - p, and so reads `1/(1 - p)` ranks on average.
///
/// Both rankings contain all items, so A is 1 after the last item. Equal rankings give exactly 1 for `w` and `b`, even
/// with ties. Returns `None` if there are no items.
///
/// ```
/// use rejudge_stats::{Ranking, RboTies, rbo};
/// let rbo = |x, y, ties| rbo(x, y, 0.75, ties);
/// // A B C and B A C: A(1) = 0, A(2) = A(3) = 1.
/// let (x, y) = (Ranking::new(&[0.9, 0.5, 0.1]), Ranking::new(&[0.5, 0.9, 0.1]));
/// assert_eq!(rbo(&x, &y, RboTies::W), Some(1.0 - 0.25));
/// // The items A and B are tied in the second ranking. A(1) is 2 * 1 / (1 + 2) for w, 1/2 / 1 for a, and
/// // 1/2 / sqrt(1 * (1/4 + 1/4)) for b.
/// let tied = Ranking::new(&[0.5, 0.5, 0.1]);
/// assert_eq!(rbo(&x, &tied, RboTies::W), Some(1.0 - 0.25 * (1.0 - 2.0 / 3.0)));
/// assert_eq!(rbo(&x, &tied, RboTies::A), Some(1.0 - 0.25 / 2.0));
/// assert!(rbo(&x, &tied, RboTies::B).is_some_and(|rbo| (rbo - (0.75 + 0.25 * 0.5_f64.sqrt())).abs() < 1e-15));
/// ```
///
/// # Panics
/// If the rankings have different numbers of items, or p is not between 0 and 1.
pub fn rbo(x: &Ranking, y: &Ranking, p: f64, ties: RboTies) -> Option<f64> {
    assert_eq!(x.ranks().len(), y.ranks().len(), "the rankings have different numbers of items");
    assert!(0.0 < p && p < 1.0, "p is {p}, expected a number between 0 and 1");
    let (x, y) = (List::new(x), List::new(y));
    // The weights of all ranks sum to 1. We sum the losses and subtract them from 1, so that equal rankings give
    // exactly 1.
    let (mut lost, mut weight) = (0.0, 1.0 - p);
    // The number of items that are above the current group in both lists.
    let mut above_both = 0;
    let (mut group_x, mut group_y) = (x.groups.first()?.clone(), y.groups.first()?.clone());
    let mut shared = Shared::between(&x, &group_x, &y, &group_y);
    for (depth, (next_x, next_y)) in (1..).zip(x.groups.iter().zip(&y.groups)) {
        if *next_x != group_x || *next_y != group_y {
            if *next_x != group_x {
                above_both += x.above(&group_x, &y, group_y.start);
            }
            if *next_y != group_y {
                above_both += y.above(&group_y, &x, next_x.start);
            }
            (group_x, group_y) = (next_x.clone(), next_y.clone());
            shared = Shared::between(&x, &group_x, &y, &group_y);
        }
        let common = above_both as f64 + shared.parts(ties.part(&group_x, depth), ties.part(&group_y, depth));
        let norm = ties.norm(&group_x, &group_y, depth);
        lost += weight * (norm - common) / norm;
        weight *= p;
    }
    Some(1.0 - lost)
}

/// A ranking as groups of tied items.
struct List {
    /// The items from the top. A place is an index into this list.
    items: Vec<usize>,
    /// For each place, the places of the group of tied items there.
    groups: Vec<Range<usize>>,
    /// For each item, the first place of its group of tied items.
    first_places: Vec<usize>,
}

impl List {
    fn new(ranking: &Ranking) -> Self {
        let first_places: Vec<usize> = ranking.ranks().iter().map(|rank| rank - 1).collect();
        let mut items: Vec<usize> = (0..first_places.len()).collect();
        items.sort_by_key(|&item| first_places[item]);
        let groups = items.chunk_by(|&a, &b| first_places[a] == first_places[b]).flat_map(|group| {
            let first = first_places[group[0]];
            std::iter::repeat_n(first..first + group.len(), group.len())
        });
        Self { groups: groups.collect(), items, first_places }
    }

    /// Counts the items of `group` that are, in the other list, in a group that begins above `place`.
    fn above(&self, group: &Range<usize>, other: &Self, place: usize) -> usize {
        self.items[group.clone()].iter().filter(|&&item| other.first_places[item] < place).count()
    }
}

impl RboTies {
    /// Returns the part of each item of a group that is within the first `depth` ranks, as numerator and denominator.
    fn part(self, group: &Range<usize>, depth: usize) -> (usize, usize) {
        match self {
            Self::W => (group.len(), group.len()),
            Self::A | Self::B => (depth - group.start, group.len()),
        }
    }

    /// Returns N(d) from the groups at rank d in both lists.
    fn norm(self, group_x: &Range<usize>, group_y: &Range<usize>, depth: usize) -> f64 {
        let sum = |group: &Range<usize>| match (self, self.part(group, depth)) {
            (Self::W, _) => group.end as f64,
            (_, (part, size)) => group.start as f64 + (part * part) as f64 / size as f64,
        };
        match self {
            Self::A => depth as f64,
            Self::W => 0.5 * (sum(group_x) + sum(group_y)),
            Self::B => (sum(group_x) * sum(group_y)).sqrt(),
        }
    }
}

/// The items that are in the current group of tied items of one list, and in or above the current group of
/// the other list. These items may count only in part.
struct Shared {
    /// The number of items that are in the group of x and above the group of y.
    in_and_above: usize,
    /// The number of items that are above the group of x and in the group of y.
    above_and_in: usize,
    /// The number of items in both groups.
    in_both: usize,
}

impl Shared {
    fn between(x: &List, group_x: &Range<usize>, y: &List, group_y: &Range<usize>) -> Self {
        let in_and_above = x.above(group_x, y, group_y.start);
        Self {
            in_and_above,
            above_and_in: y.above(group_y, x, group_x.start),
            in_both: x.above(group_x, y, group_y.end) - in_and_above,
        }
    }

    /// Sums the products of the shared items' parts in x and in y. Each quotient of whole numbers is rounded only once,
    /// so that equal groups give equal sums.
    fn parts(&self, (part_x, whole_x): (usize, usize), (part_y, whole_y): (usize, usize)) -> f64 {
        let quotient = |part: usize, whole: usize| part as f64 / whole as f64;
        // We add these two terms first, so that the result has the same bits if x and y are exchanged.
        let in_one =
            quotient(self.in_and_above * part_x, whole_x) + quotient(self.above_and_in * part_y, whole_y);
        quotient(self.in_both * part_x * part_y, whole_x * whole_y) + in_one
    }
}
