//! Laws of the sets of topics, and how often each comes.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rejudge_pools::{TopicSets, random_topics};
use rejudge_stats::Draw;

const PAIRS: [&str; 2] = ["disjoint-pairs", "overlapping-pairs"];

fn sets(rule: &str, size: usize, pairs: usize) -> TopicSets {
    format!("{rule}(size={size},pairs={pairs})").parse().expect("a name")
}

proptest! {
    #[test]
    fn sets_have_their_size_and_the_order_of_the_topics(topics in 1_usize..40, size in 1_usize..20, seed in any::<u64>()) {
        for rule in PAIRS {
            let drawn = sets(rule, size, 4).pairs(topics, seed, &["x"]);
            prop_assert_eq!(drawn.is_ok(), topics >= if rule == "disjoint-pairs" { 2 * size } else { 1 });
            for set in drawn.into_iter().flatten().flatten() {
                prop_assert!(set.len() == size && set.is_sorted() && set.iter().all(|&topic| topic < topics));
            }
        }
    }

    #[test]
    fn disjoint_sets_share_no_topic(size in 1_usize..20, more in 0_usize..10, seed in any::<u64>()) {
        for [first, second] in sets("disjoint-pairs", size, 4).pairs(2 * size + more, seed, &[]).expect("enough") {
            let mut both = [first, second].concat();
            both.sort_unstable();
            both.dedup();
            prop_assert_eq!(both.len(), 2 * size);
        }
    }

    /// One draw does not depend on how many others there are, and every key has its own.
    #[test]
    fn more_pairs_begin_with_the_same(size in 1_usize..9, seed in any::<u64>()) {
        for rule in PAIRS {
            let of = |pairs, key| sets(rule, size, pairs).pairs(40, seed, &[key]).expect("enough");
            prop_assert_eq!(&of(9, "a")[..5], &of(5, "a")[..]);
            prop_assert!(of(9, "a") != of(9, "b"));
        }
    }
}

proptest! {
    /// A set of some topics has its size, no topic twice, and is part of the larger sets of its draw.
    #[test]
    fn random_sets_are_nested(topics in 1_usize..40, sizes in [1_usize..40, 1_usize..40], seed in any::<u64>()) {
        let names: Vec<String> = (0..topics).map(|topic| topic.to_string()).collect();
        let of = |size: usize| {
            let set: TopicSets = format!("random(size={size},draw=3)").parse().expect("a name");
            set.topics(&names, seed, &["x"])
        };
        let [small, large] = [sizes[0].min(sizes[1]), sizes[0].max(sizes[1])];
        prop_assert_eq!(of(large).is_ok(), large <= topics);
        if let (Ok(small_set), Ok(large_set)) = (of(small), of(large)) {
            prop_assert!(large_set.len() == large && large_set.array_windows().all(|[a, b]| a < b));
            prop_assert!(small_set.iter().all(|topic| large_set.contains(topic)));
        }
    }
}

/// 5 topics have 10 sets of two, each as likely.
#[test]
fn every_set_is_as_likely() {
    const DRAWN: usize = 10_000;
    let mut counts: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
    for at in 0..DRAWN {
        let mut draw = Draw::new(7, &["set", &at.to_string()]);
        *counts.entry(random_topics(&mut draw, 5, 2)).or_default() += 1;
    }
    assert_eq!(counts.len(), 10);
    // 9 degrees of freedom: 3.3 is passed once in 2,000.
    assert!(unevenness(counts.into_values(), DRAWN as f64 / 10.0) < 3.3);
}

/// Returns the deviation of counts from even ones, as chi-square divided by its degrees of freedom.
fn unevenness(counts: impl ExactSizeIterator<Item = usize>, expected: f64) -> f64 {
    let cells = counts.len() as f64;
    counts.map(|count| (count as f64 - expected).powi(2) / expected).sum::<f64>() / (cells - 1.0)
}

/// 5 topics have 30 pairs of disjoint sets of two, and 625 pairs of ordered draws of two.
#[test]
fn every_pair_of_sets_is_as_likely() {
    const DRAWN: usize = 30_000;
    let mut counts: BTreeMap<[Vec<usize>; 2], usize> = BTreeMap::new();
    for pair in sets("disjoint-pairs", 2, DRAWN).pairs(5, 7, &[]).expect("enough") {
        *counts.entry(pair).or_default() += 1;
    }
    assert_eq!(counts.len(), 30);
    // 29 degrees of freedom: 2.1 is passed once in 2,000.
    assert!(unevenness(counts.into_values(), DRAWN as f64 / 30.0) < 2.1);

    // A set of two different topics comes in two orders, of one topic twice in one.
    let mut counts: BTreeMap<[Vec<usize>; 2], usize> = BTreeMap::new();
    for pair in sets("overlapping-pairs", 2, DRAWN).pairs(3, 7, &[]).expect("enough") {
        *counts.entry(pair).or_default() += 1;
    }
    assert_eq!(counts.len(), 36);
    let orders = |set: &[usize]| if set[0] == set[1] { 1 } else { 2 };
    for ([first, second], count) in counts {
        let expected = (DRAWN * orders(&first) * orders(&second)) as f64 / 81.0;
        assert!((count as f64 - expected).abs() < 4.5 * expected.sqrt(), "{first:?} {second:?}: {count}");
    }
}
