//! Rank-biased overlap: its definition rank by rank, the mean over all orders of ties, bounds that hold for every
//! continuation, and laws. The values of other programs: `oracle`.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rejudge_stats::{Ranking, Rbo, RboTies, rbo, rbo_of_lists};

const TIES: [RboTies; 3] = [RboTies::W, RboTies::A, RboTies::B];

/// Groups of tied items.
type Groups = Vec<Vec<u8>>;

fn overlap(x: &[f64], y: &[f64], p: f64, ties: RboTies) -> Option<f64> {
    rbo(&Ranking::new(x), &Ranking::new(y), p, ties).map(|rbo| rbo.extrapolated)
}

fn lists(x: &Groups, y: &Groups, p: f64, ties: RboTies) -> Rbo {
    rbo_of_lists(x, y, p, ties).expect("items")
}

fn values(rbo: Rbo) -> [f64; 3] {
    [rbo.extrapolated, rbo.lower, rbo.upper]
}

/// The part of each item that is within the first d ranks.
fn parts(list: &Groups, depth: usize, ties: RboTies) -> BTreeMap<u8, f64> {
    let (mut above, mut parts) = (0, BTreeMap::new());
    for group in list {
        let part = match ties {
            _ if depth <= above => 0.0,
            RboTies::W => 1.0,
            RboTies::A | RboTies::B => (depth - above).min(group.len()) as f64 / group.len() as f64,
        };
        parts.extend(group.iter().map(|&item| (item, part)));
        above += group.len();
    }
    parts
}

/// `(1 - p)/p sum A(d) p^d`, rank by rank to the last digit: extrapolated, lower, upper.
fn plain(x: &Groups, y: &Groups, p: f64, ties: RboTies) -> [f64; 3] {
    let len = |list: &Groups| list.iter().map(Vec::len).sum::<usize>();
    let (x, y) = if len(x) <= len(y) { (x, y) } else { (y, x) };
    let (short, long) = (len(x), len(y));
    let only_y: Vec<u8> = y.iter().flatten().copied().filter(|item| !x.concat().contains(item)).collect();
    let common = (long - only_y.len()) as f64;
    let (mut sums, mut agreement) = ([0.0; 3], 0.0);
    for depth in 1..=400 {
        let d = depth as f64;
        let found = if depth > long {
            let known = common + (long - short) as f64 * agreement;
            let most = (2.0 * d - (long + short) as f64 + common) / d;
            [known / long as f64, common / d, most.min(1.0)]
        } else {
            let (parts_x, parts_y) = (parts(x, depth, ties), parts(y, depth, ties));
            let overlap: f64 =
                parts_x.iter().filter_map(|(item, part)| Some(part * parts_y.get(item)?)).sum();
            let total =
                |parts: &BTreeMap<u8, f64>, power: i32| parts.values().map(|part| part.powi(power)).sum();
            // A list that has ended goes on with one item at each rank.
            let [sizes, squares]: [[f64; 2]; 2] = [1, 2].map(|power| {
                [if depth > short { d } else { total(&parts_x, power) }, total(&parts_y, power)]
            });
            let norm = match ties {
                RboTies::W => (sizes[0] + sizes[1]) / 2.0,
                RboTies::A => d,
                RboTies::B => (squares[0] * squares[1]).sqrt(),
            };
            if depth <= short {
                agreement = overlap / norm;
                [agreement; 3]
            } else {
                let unknown = depth - short;
                let within: Vec<f64> =
                    only_y.iter().map(|item| parts_y[item]).filter(|part| *part > 0.0).collect();
                let mean = within.iter().sum::<f64>() / within.len() as f64;
                let most: f64 = within.iter().take(unknown).sum();
                [unknown as f64 * agreement * mean, 0.0, most].map(|more| (overlap + more) / norm)
            }
        };
        let weight = (1.0 - p) * p.powi(depth as i32 - 1);
        sums.iter_mut().zip(found).for_each(|(sum, found)| *sum += weight * found);
    }
    sums
}

/// Every ranking of the items with ties.
fn weak_orders(items: &[u8]) -> Vec<Groups> {
    if items.is_empty() {
        return vec![vec![]];
    }
    // The first group is any set of the items that is not empty.
    let first = (1..1_u32 << items.len()).map(|set| {
        items.iter().partition(|item| {
            let place = items.iter().position(|other| other == *item).expect("an item");
            set >> place & 1 == 1
        })
    });
    first
        .flat_map(|(top, rest): (Vec<u8>, Vec<u8>)| {
            weak_orders(&rest).into_iter().map(move |below| [vec![top.clone()], below].concat())
        })
        .collect()
}

/// Every order of the items of a ranking that breaks its ties.
fn orders(groups: &[Vec<u8>]) -> Vec<Groups> {
    let Some((first, rest)) = groups.split_first() else { return vec![vec![]] };
    let Some((&item, others)) = first.split_first() else { return orders(rest) };
    // The item may be at each place among the others of its group.
    let below =
        if others.is_empty() { rest.to_vec() } else { [vec![others.to_vec()], rest.to_vec()].concat() };
    orders(&below)
        .into_iter()
        .flat_map(|order| {
            (0..=others.len()).map(move |place| {
                let mut order = order.clone();
                order.insert(place, vec![item]);
                order
            })
        })
        .collect()
}

fn mean_over_orders(x: &Groups, y: &Groups, p: f64) -> [f64; 3] {
    let (x, y) = (orders(x), orders(y));
    let mut sums = [0.0; 3];
    for x in &x {
        for y in &y {
            let found = values(lists(x, y, p, RboTies::W));
            sums.iter_mut().zip(found).for_each(|(sum, found)| *sum += found);
        }
    }
    sums.map(|sum| sum / (x.len() * y.len()) as f64)
}

fn assert_near(found: [f64; 3], expected: [f64; 3], what: impl std::fmt::Debug) {
    let off =
        found.iter().zip(expected).map(|(found, expected)| (found - expected).abs()).fold(0.0, f64::max);
    assert!(off < 1e-12, "{found:?} against {expected:?}: {what:?}");
}

/// All pairs of rankings of four items with ties: of the same items, and of two common ones.
#[test]
fn all_short_rankings_by_definition_and_by_all_orders_of_ties() {
    let all = weak_orders(&[0, 1, 2, 3]);
    assert_eq!(all.len(), 75);
    for (x, other) in all.iter().flat_map(|x| all.iter().map(move |y| (x, y))) {
        for shift in [0, 2] {
            let y: Groups =
                other.iter().map(|group| group.iter().map(|item| item + shift).collect()).collect();
            for ties in TIES {
                let found = values(lists(x, &y, 0.8, ties));
                assert_near(found, plain(x, &y, 0.8, ties), (x, &y, ties));
            }
            let found = values(lists(x, &y, 0.8, RboTies::A));
            assert_near(found, mean_over_orders(x, &y, 0.8), (x, &y));
        }
    }
}

/// Two lists with ties, of items that may be in one of them alone.
fn two_lists() -> impl Strategy<Value = (Groups, Groups)> {
    let list = || {
        (Just((0..12_u8).collect::<Vec<u8>>()).prop_shuffle(), prop::collection::vec(1..4_usize, 1..5))
            .prop_map(|(items, sizes)| {
                let mut items = items.into_iter();
                sizes.into_iter().map(|size| items.by_ref().take(size).collect()).collect::<Groups>()
            })
    };
    (list(), list())
}

/// Two lists of scores of the same items, with ties.
fn scores() -> impl Strategy<Value = (Vec<f64>, Vec<f64>)> {
    prop::collection::vec((0..8_i32, 0..8_i32), 1..40)
        .prop_map(|items| items.into_iter().map(|(x, y)| (f64::from(x) / 10.0, f64::from(y) / 10.0)).unzip())
}

proptest! {
    #[test]
    fn it_is_its_definition((x, y) in two_lists(), p in 0.01..0.9) {
        for ties in TIES {
            assert_near(values(lists(&x, &y, p, ties)), plain(&x, &y, p, ties), (&x, &y, ties));
        }
    }

    /// Eq. 32 of Webber, Moffat and Zobel (2010).
    #[test]
    fn without_ties_it_is_that_of_webber_moffat_and_zobel((x, y) in two_lists(), p in 0.01..0.99_f64) {
        let (x, y) = (x.concat(), y.concat());
        let (x, y) = if x.len() <= y.len() { (x, y) } else { (y, x) };
        let (s, l) = (x.len(), y.len());
        let overlap = |d: usize| y.iter().take(d).filter(|item| x.iter().take(d).any(|x| x == *item)).count() as f64;
        let power = |d: usize| p.powi(d as i32);
        let seen: f64 = (1..=l).map(|d| overlap(d) / d as f64 * power(d)).sum();
        let assumed: f64 = (s + 1..=l).map(|d| overlap(s) * (d - s) as f64 / (s * d) as f64 * power(d)).sum();
        let expected = (1.0 - p) / p * (seen + assumed)
            + ((overlap(l) - overlap(s)) / l as f64 + overlap(s) / s as f64) * power(l);
        let [x, y] = [x, y].map(|list| list.into_iter().map(|item| vec![item]).collect::<Groups>());
        for ties in TIES {
            let found = lists(&x, &y, p, ties).extrapolated;
            prop_assert!((found - expected).abs() < 1e-12, "{} against {}", found, expected);
        }
    }

    #[test]
    fn bounds_hold_for_every_continuation((x, y) in two_lists(), p in 0.1..0.95, more in 0..8_usize, less in 0..8_usize) {
        let go_on = |list: &Groups, more: usize| {
            let unseen = (0..20_u8).filter(|item| !list.concat().contains(item)).take(more);
            [list.clone(), unseen.map(|item| vec![item]).collect()].concat()
        };
        for ties in TIES {
            let known = lists(&x, &y, p, ties);
            let longer = lists(&go_on(&x, more), &go_on(&y, less), p, ties);
            prop_assert!(known.lower <= longer.lower + 1e-12 && longer.upper <= known.upper + 1e-12, "{:?} {:?}", known, longer);
            prop_assert!(known.lower <= known.extrapolated + 1e-12 && known.extrapolated <= known.upper + 1e-12);
        }
    }

    #[test]
    fn laws_of_overlap((x, y) in scores(), p in 0.01..0.99, shift in 0_usize..40) {
        let turned = |list: &[f64]| {
            let mut list = list.to_vec();
            list.rotate_left(shift % x.len());
            list
        };
        for ties in TIES {
            let found = overlap(&x, &y, p, ties);
            prop_assert!(found.is_some_and(|found| (0.0..=1.0).contains(&found)));
            prop_assert_eq!(overlap(&y, &x, p, ties), found);
            prop_assert_eq!(overlap(&turned(&x), &turned(&y), p, ties), found);
        }
        prop_assert_eq!(overlap(&x, &x, p, RboTies::W), Some(1.0));
        prop_assert_eq!(overlap(&x, &x, p, RboTies::B), Some(1.0));
        // Squares of parts are no larger than the parts.
        prop_assert!(overlap(&x, &y, p, RboTies::A) <= overlap(&x, &y, p, RboTies::B).map(|b| b + 1e-15));
        // For two rankings of the same items, no part is unknown.
        let whole = rbo(&Ranking::new(&x), &Ranking::new(&y), p, RboTies::B).expect("items");
        prop_assert_eq!(whole.extrapolated, whole.upper);
    }

    /// An exchange at the top costs more than one further down.
    #[test]
    fn the_top_weighs_more(items in 3_usize..40, p in 0.05..0.95, one in 0_usize..40, other in 0_usize..40) {
        let (one, other) = (one % (items - 1), other % (items - 1));
        let (high, low) = (one.min(other), one.max(other));
        let scores: Vec<f64> = (0..items).map(|item| -(item as f64)).collect();
        let exchanged = |at: usize| {
            let mut exchanged = scores.clone();
            exchanged.swap(at, at + 1);
            overlap(&scores, &exchanged, p, RboTies::W)
        };
        prop_assert!(exchanged(high) <= exchanged(low));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The unknown part is no mean over orders if one list ends before the other: nothing is known of ties there.
    #[test]
    fn the_lower_bound_of_a_is_the_mean_over_all_orders((x, y) in two_lists(), p in 0.01..0.9) {
        let (x, y) = (x[..x.len().min(2)].to_vec(), y[..y.len().min(2)].to_vec());
        let (found, mean) = (lists(&x, &y, p, RboTies::A), mean_over_orders(&x, &y, p));
        prop_assert!((found.lower - mean[1]).abs() < 1e-12, "{} against {}", found.lower, mean[1]);
    }
}

#[test]
fn little_to_rank() {
    for ties in TIES {
        assert_eq!(overlap(&[], &[], 0.9, ties), None);
        assert_eq!(overlap(&[0.5], &[0.1], 0.9, ties), Some(1.0));
        // Equal by the rule for equal scores.
        let found = overlap(&[0.1 + 0.2, 0.3], &[0.3, 0.1 + 0.2], 0.9, ties);
        assert_eq!(found == Some(1.0), ties != RboTies::A);
        assert!(rbo_of_lists(&[], &[vec![1]], 0.9, ties).is_none());
    }
}

#[test]
#[should_panic(expected = "p = 1")]
fn a_user_who_never_stops_is_refused() {
    overlap(&[0.5], &[0.1], 1.0, RboTies::W);
}

#[test]
#[should_panic(expected = "different items")]
fn rankings_of_different_items_are_refused() {
    overlap(&[0.5], &[0.1, 0.2], 0.9, RboTies::W);
}

#[test]
#[should_panic(expected = "in a list twice")]
fn a_list_with_an_item_twice_is_refused() {
    let _ = rbo_of_lists(&[vec![1], vec![2, 1]], &[vec![1]], 0.9, RboTies::W);
}
