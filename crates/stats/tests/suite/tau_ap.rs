//! AP rank correlation: worked examples, the R package ircor 1.0, its definition over all orders of ties,
//! and laws.

use proptest::prelude::*;
use rejudge_stats::Ranking;

/// A coefficient of two lists of scores.
macro_rules! of_scores {
    ($($coefficient:ident),*) => {$(
        fn $coefficient(x: &[f64], y: &[f64]) -> Option<f64> {
            rejudge_stats::$coefficient(&Ranking::new(x), &Ranking::new(y))
        }
    )*};
}
of_scores!(kendall_tau_a, tau_ap, tau_ap_b, tau_ap_symmetric);

fn assert_tau_ap(gold: &[f64], examined: &[f64], expected: f64) {
    let found = tau_ap(gold, examined).expect("two items or more");
    assert!((found - expected).abs() < 5e-8, "{found} against {expected}");
}

/// ircor's examples: tauAP(x, y) prints 0.7491182 and, y rounded to fifths, tauAP_a(x, y) prints 0.6074515.
#[test]
fn the_examples_of_ircor() {
    let x = [0.06, 0.2, 0.27, 0.37, 0.57, 0.63, 0.66, 0.9, 0.91, 0.94];
    let y = [0.37, 0.06, 0.2, 0.27, 0.57, 0.66, 0.63, 0.91, 0.9, 0.94];
    assert_tau_ap(&x, &y, 0.7491182);
    assert_tau_ap(&x, &y.map(|y| (y * 5.0).round() / 5.0), 0.6074515);
}

/// Rankings of five, counted by hand: each list names the items from the top, the gold standard is A B C D E.
#[test]
fn rankings_by_hand() {
    let scores = |ranking: &str| -> Vec<f64> {
        "ABCDE".chars().map(|item| 5.0 - ranking.find(item).expect("ranked") as f64).collect()
    };
    let gold = scores("ABCDE");
    // n(2)/1, n(3)/2, n(4)/3, n(5)/4
    for (ranking, shares) in [
        ("BACDE", [0.0, 1.0, 1.0, 1.0]),
        ("ABCED", [1.0, 1.0, 1.0, 3.0 / 4.0]),
        ("EABCD", [0.0, 1.0 / 2.0, 2.0 / 3.0, 3.0 / 4.0]),
        ("BCDEA", [1.0, 1.0, 1.0, 0.0]),
        ("CEBAD", [1.0, 0.0, 0.0, 3.0 / 4.0]),
    ] {
        assert_tau_ap(&gold, &scores(ranking), 2.0 / 4.0 * shares.iter().sum::<f64>() - 1.0);
    }
}

#[test]
fn too_little_to_rank() {
    assert_eq!([tau_ap(&[], &[]), tau_ap(&[1.0], &[1.0]), tau_ap_symmetric(&[1.0], &[1.0])], [None; 3]);
    // There is no information in either ranking, or in one.
    assert_eq!(tau_ap(&[1.0, 1.0], &[1.0, 2.0]), Some(0.0));
    assert_eq!(tau_ap(&[1.0, 2.0], &[1.0, 1.0]), Some(0.0));
    assert_eq!(tau_ap(&[0.0, 1.0], &[0.0, -0.0]), Some(0.0));
}

#[test]
#[should_panic(expected = "different items")]
fn lists_of_different_length_are_refused() {
    tau_ap(&[1.0], &[1.0, 2.0]);
}

#[test]
#[should_panic(expected = "NaN")]
fn nan_is_refused() {
    tau_ap(&[1.0, 2.0], &[f64::NAN, 2.0]);
}

/// Every order of `items` from the top in which no higher score is below a lower one.
fn orders(items: &[usize], scores: &[f64]) -> Vec<Vec<usize>> {
    let Some(best) = items.iter().map(|&item| scores[item]).reduce(f64::max) else { return vec![vec![]] };
    let first = items.iter().filter(|&&item| scores[item] == best);
    let below = |&top: &usize| {
        let rest: Vec<usize> = items.iter().copied().filter(|&item| item != top).collect();
        orders(&rest, scores).into_iter().map(move |order| [vec![top], order].concat())
    };
    first.flat_map(below).collect()
}

/// `2/(L - 1) sum n(i)/(i - 1) - 1` as it is printed, of two lists of items from the top.
fn as_printed(gold: &[usize], examined: &[usize]) -> f64 {
    let place = |item: usize| gold.iter().position(|&g| g == item).expect("the same items");
    let share = |above: usize| {
        let item = examined[above];
        let right = examined[..above].iter().filter(|&&other| place(other) < place(item)).count();
        right as f64 / above as f64
    };
    2.0 / (gold.len() - 1) as f64 * (1..gold.len()).map(share).sum::<f64>() - 1.0
}

/// Two lists of equal length, `most` items at most, with ties.
fn lists(most: usize) -> impl Strategy<Value = (Vec<f64>, Vec<f64>)> {
    prop::collection::vec((0..6_i32, 0..6_i32), 2..=most)
        .prop_map(|items| items.into_iter().map(|(x, y)| (f64::from(x) / 10.0, f64::from(y) / 10.0)).unzip())
}

fn untie(list: &[f64]) -> Vec<f64> {
    list.iter().zip(0..).map(|(x, i)| x + 0.0001 * f64::from(i)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// The promised treatment of ties, on both sides.
    #[test]
    fn it_is_the_mean_over_all_orders_of_ties((gold, examined) in lists(6)) {
        let items: Vec<usize> = (0..gold.len()).collect();
        let (golds, lists) = (orders(&items, &gold), orders(&items, &examined));
        let all: f64 = golds.iter().flat_map(|g| lists.iter().map(move |l| as_printed(g, l))).sum();
        let mean = all / (golds.len() * lists.len()) as f64;
        let found = tau_ap(&gold, &examined).expect("two items");
        prop_assert!((found - mean).abs() < 1e-12, "{} against {}", found, mean);
        let other: f64 = lists.iter().flat_map(|l| golds.iter().map(move |g| as_printed(l, g))).sum();
        let symmetric = 0.5 * (mean + other / (golds.len() * lists.len()) as f64);
        let found = tau_ap_symmetric(&gold, &examined).expect("two items");
        prop_assert!((found - symmetric).abs() < 1e-12, "{} against {}", found, symmetric);
    }

    #[test]
    fn equal_rankings_give_one_and_reversed_ones_minus_one((x, _) in lists(130)) {
        let x = untie(&x);
        let reversed: Vec<f64> = x.iter().map(|x| -x).collect();
        for tau in [tau_ap, tau_ap_symmetric] {
            prop_assert_eq!(tau(&x, &x), Some(1.0));
            prop_assert_eq!(tau(&x, &reversed), Some(-1.0));
        }
    }

    #[test]
    fn it_stays_in_range_and_changes_its_sign_with_the_gold_standard((x, y) in lists(130)) {
        let (found, symmetric) = (tau_ap(&x, &y), tau_ap_symmetric(&x, &y));
        let reversed: Vec<f64> = x.iter().map(|x| -x).collect();
        prop_assert_eq!(tau_ap(&reversed, &y), found.map(|tau| -tau));
        prop_assert!(found.is_some_and(|tau| (-1.0..=1.0).contains(&tau)));
        prop_assert!(symmetric.is_some_and(|tau| (-1.0..=1.0).contains(&tau)));
        prop_assert_eq!(tau_ap_symmetric(&y, &x), symmetric);
    }

    #[test]
    fn the_order_of_the_items_does_not_matter((x, y) in lists(130), shift in 0_usize..130) {
        let turned = |list: &[f64]| {
            let mut list = list.to_vec();
            list.rotate_left(shift % x.len());
            list.reverse();
            list
        };
        prop_assert_eq!(tau_ap(&turned(&x), &turned(&y)), tau_ap(&x, &y));
    }

    /// An exchange of the examined items at ranks i and i + 1 costs 2/(L - 1)/i; by Kendall's tau it costs
    /// 4/L/(L - 1) wherever it happens.
    #[test]
    fn an_exchange_costs_less_further_down(items in 2_usize..60, at in any::<prop::sample::Index>()) {
        let gold: Vec<f64> = (0..items).rev().map(|score| score as f64).collect();
        let mut examined = gold.clone();
        let at = at.index(items - 1);
        examined.swap(at, at + 1);
        let (all, rank) = (items as f64, (at + 1) as f64);
        let found = tau_ap(&gold, &examined).expect("two items");
        prop_assert!((1.0 - found - 2.0 / (all - 1.0) / rank).abs() < 1e-12);
        let tau = kendall_tau_a(&gold, &examined).expect("two items");
        prop_assert!((1.0 - tau - 4.0 / all / (all - 1.0)).abs() < 1e-12);
    }
}

/// If every rank has the same expected share p of right ones above it, both are 2p - 1 (Yilmaz et al.,
/// section 3). A list of 2 that is wrong with the chance 1 - p is an example; so is every gold standard that
/// is independent of the examined list: all orders together, p = 1/2.
#[test]
fn errors_spread_evenly_cost_what_they_cost_by_kendalls_tau() {
    let (gold, wrong) = ([2.0, 1.0], [1.0, 2.0]);
    for tau in [tau_ap, kendall_tau_a] {
        let [right, wrong] = [gold, wrong].map(|examined| tau(&gold, &examined).expect("two items"));
        assert_eq!(0.75 * right + 0.25 * wrong, 0.5);
    }
    let items: Vec<usize> = (0..6).collect();
    let lists = orders(&items, &[0.0; 6]);
    assert_eq!(lists.len(), 720);
    let gold: Vec<f64> = items.iter().map(|&item| -(item as f64)).collect();
    let scores = |list: &Vec<usize>| -> Vec<f64> {
        items.iter().map(|&item| -(list.iter().position(|&i| i == item).expect("ranked") as f64)).collect()
    };
    let sum: f64 = lists.iter().map(|list| tau_ap(&gold, &scores(list)).expect("six items")).sum();
    assert!(sum.abs() < 1e-9, "{sum}");
}

/// The authors' own tests of `tauAP_b` (R package ircor, tests/testthat/test_tauAP.R), to four digits.
#[test]
fn tau_ap_b_is_that_of_its_authors() {
    let sets = [
        (
            [0.9, 0.4, 0.9, 0.9, 0.7, 0.1, 0.2, 0.4, 0.5, 1.0],
            [0.8, 0.4, 0.8, 1.0, 0.7, 0.1, 0.4, 0.5, 0.6, 1.0],
            0.7321,
        ),
        (
            [0.3, 0.6, 0.2, 0.9, 0.6, 0.2, 0.7, 0.8, 0.7, 0.4],
            [0.3, 0.8, 0.7, 0.9, 0.1, 0.1, 0.5, 0.6, 1.0, 0.6],
            0.297,
        ),
        (
            [0.2, 0.6, 0.9, 0.1, 0.5, 0.6, 0.8, 0.4, 1.0, 0.4],
            [0.8, 0.3, 0.3, 0.9, 0.6, 0.3, 0.2, 0.9, 0.0, 0.2],
            -0.7047,
        ),
    ];
    for (x, y, expected) in sets {
        let found = tau_ap_b(&x, &y).expect("ten items");
        assert!((found - expected).abs() < 5e-5, "{found}, expected {expected}");
        assert_eq!(tau_ap_b(&y, &x), Some(found));
    }
}

#[test]
fn a_ranking_agrees_with_itself_however_many_of_its_scores_are_equal() {
    for scores in [vec![1.0, 2.0], vec![2.0, 2.0, 1.0], vec![3.0, 1.0, 1.0, 1.0, 0.0], vec![0.0, -0.0, 1.0]] {
        assert_eq!(tau_ap_b(&scores, &scores), Some(1.0), "{scores:?}");
        let reversed: Vec<f64> = scores.iter().map(|score| -score).collect();
        assert_eq!(tau_ap_b(&scores, &reversed), Some(-1.0), "{scores:?}");
    }
    assert_eq!([tau_ap_b(&[], &[]), tau_ap_b(&[1.0], &[2.0]), tau_ap_b(&[1.0, 1.0], &[1.0, 1.0])], [None; 3]);
    // Without ties it is the symmetric form.
    let (x, y) = ([4.0, 3.0, 2.0, 1.0, 0.5], [2.0, 4.0, 3.0, 1.0, 7.0]);
    let (found, expected) = (tau_ap_b(&x, &y), tau_ap_symmetric(&x, &y));
    assert!((found.expect("five items") - expected.expect("five items")).abs() < 1e-15);
}
