//! Compares masks with sets of numbers.

use proptest::prelude::*;
use rejudge_pools::{DocIx, Mask};

use crate::model::{Docs, docs};

/// Returns a mask into which `numbers` are inserted, and the set that the mask must equal: the numbers below
/// `len`.
fn mask_and_set(len: usize, numbers: &[DocIx]) -> (Mask, Docs) {
    let mut mask = Mask::none(len);
    numbers.iter().for_each(|&doc| mask.insert(doc));
    (mask, numbers.iter().copied().filter(|&doc| (doc as usize) < len).collect())
}

fn numbers() -> impl Strategy<Value = Vec<DocIx>> {
    prop::collection::vec(prop_oneof![9 => 0_u32..210, 1 => any::<u32>(), 1 => Just(u32::MAX)], 0..150)
}

proptest! {
    #[test]
    fn a_mask_is_a_set(len in 0_usize..200, a in numbers(), b in numbers(), probe in any::<u32>()) {
        let ((a, set_a), (b, set_b)) = (mask_and_set(len, &a), mask_and_set(len, &b));
        prop_assert!(a.iter().eq(set_a.iter().copied()), "not in order");
        prop_assert_eq!(a.count() as usize, set_a.len());
        prop_assert_eq!(docs(&a.and(&b)), &set_a & &set_b);
        prop_assert_eq!(docs(&a.or(&b)), &set_a | &set_b);
        prop_assert_eq!(docs(&a.without(&b)), &set_a - &set_b);
        prop_assert_eq!(a == b, set_a == set_b);
        prop_assert_eq!(a.is_subset(&b), set_a.is_subset(&set_b));
        prop_assert!(a.is_subset(&a.or(&b)) && a.and(&b).is_subset(&a));
        for doc in (0..210).chain([probe, u32::MAX]) {
            prop_assert_eq!(a.contains(doc), set_a.contains(&doc), "{}", doc);
        }
    }
}
