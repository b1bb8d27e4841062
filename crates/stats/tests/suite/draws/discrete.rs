//! Random integers, shuffles and keys.

use proptest::prelude::*;
use rejudge_stats::Draw;

/// Asserts that chi-square over 0..bound is below its 0.1 % point, which is approximated by the formula of
/// Wilson and Hilferty.
fn assert_uniform(bound: u32) {
    let mut draw = Draw::new(3, &["below", &bound.to_string()]);
    let (draws, mut counts) = (1_000_000, vec![0_u32; bound as usize]);
    for _ in 0..draws {
        counts[draw.below(bound) as usize] += 1;
    }
    let expected = f64::from(draws) / f64::from(bound);
    let chi_square: f64 = counts.iter().map(|&c| (f64::from(c) - expected).powi(2) / expected).sum();
    let freedom = f64::from(bound - 1);
    let spread = 2.0 / (9.0 * freedom);
    let limit = freedom * (1.0 - spread + 3.0902 * spread.sqrt()).powi(3);
    assert!(chi_square < limit, "0..{bound}: chi-square {chi_square} above {limit}");
}

#[test]
fn bounded_integers_are_uniform() {
    for bound in [2, 3, 7, 50, 64, 1000] {
        assert_uniform(bound);
    }
}

/// `below` multiplies random bits by the bound, and rejects some of the products. With a bound of 3 * 2^30 it
/// rejects a quarter of them. Without rejection every third value would be drawn twice as often as its
/// neighbours.
#[test]
fn bounded_integers_are_uniform_where_many_products_are_rejected() {
    let (bound, draws) = (3 << 30, 600_000);
    let mut draw = Draw::new(3, &["wide"]);
    let mut counts = [0_u32; 3];
    for _ in 0..draws {
        counts[(draw.below(bound) % 3) as usize] += 1;
    }
    for count in counts {
        assert!((f64::from(count) - 200_000.0).abs() < 4.0 * 365.0, "{counts:?}");
    }
}

#[test]
fn all_orders_are_equally_likely() {
    let mut draw = Draw::new(3, &["orders"]);
    let mut counts = std::collections::BTreeMap::new();
    for _ in 0..240_000 {
        let mut items = [0, 1, 2, 3];
        draw.shuffle(&mut items);
        *counts.entry(items).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 24);
    assert!(counts.values().all(|&c: &i32| (c - 10_000).abs() < 400), "{counts:?}");
}

/// Stored results depend on these numbers.
#[test]
fn drawn_integers_and_orders_never_change() {
    let mut draw = Draw::new(42, &["pinned"]);
    let mut order = [0, 1, 2, 3, 4, 5, 6, 7];
    draw.shuffle(&mut order);
    assert_eq!(order, [2, 0, 6, 3, 1, 5, 4, 7]);
    assert_eq!([draw.below(1000), draw.below(3 << 30), draw.below(6)], [65, 2128844124, 0]);
}

proptest! {
    #[test]
    fn keys_differ_whenever_their_parts_do(a in "[ab]{0,3}", b in "[ab]{0,3}", c in "[ab]{0,3}", d in "[ab]{0,3}") {
        let first = |x: &str, y: &str| Draw::new(9, &[x, y]).bits();
        prop_assert_eq!(first(&a, &b) == first(&c, &d), (a, b) == (c, d));
    }
}
