//! Laws of the sets of topics.

use proptest::prelude::*;
use rejudge_pools::TopicSets;

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
}

proptest! {
    /// A random set has the requested size and no topic twice, and is part of the larger sets of the same draw.
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
