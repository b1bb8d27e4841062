//! Properties of rankings by means: means that are exactly equal are tied, and the order of the topics does not matter.

use proptest::prelude::*;
use rejudge_stats::{
    Matrix, RankOrder, Ranking, kendall_tau_a, kendall_tau_b, tau_ap, tau_ap_b, tau_ap_symmetric,
};

/// Scores that are multiples of 1 / `unit`, stored as integers so that their sums are exact. The unit is 10 for P@10,
/// and 2520 for reciprocal ranks up to rank 10.
#[derive(Clone, Debug)]
struct Scored {
    unit: u32,
    /// The scores times `unit`: a row for each run.
    parts: Vec<Vec<u32>>,
    /// A random order of the topics.
    order: Vec<usize>,
}

impl Scored {
    fn ranking(&self, topics: &[usize]) -> Ranking {
        let score = |parts: u32| f64::from(parts) / f64::from(self.unit);
        let data = self.parts.iter().flat_map(|run| topics.iter().map(|&topic| score(run[topic]))).collect();
        let matrix =
            Matrix::new(self.parts.len(), topics.len(), data).expect("a score for each run and topic");
        Ranking::new(&matrix.row_means())
    }

    fn in_order(&self) -> Ranking {
        self.ranking(&(0..self.order.len()).collect::<Vec<_>>())
    }

    /// Returns the rank of each run by its exact sum.
    fn exact(&self) -> Vec<usize> {
        let sums: Vec<u32> = self.parts.iter().map(|run| run.iter().sum()).collect();
        sums.iter().map(|own| 1 + sums.iter().filter(|&other| other > own).count()).collect()
    }
}

/// Returns scores of the same runs by two measures. Each measure has its own random order of the topics.
fn two_measures() -> impl Strategy<Value = [Scored; 2]> {
    (2_usize..25, 1_usize..60).prop_flat_map(|(runs, topics)| {
        let scored = |unit: u32, values: Vec<u32>| {
            let parts =
                prop::collection::vec(prop::collection::vec(prop::sample::select(values), topics), runs);
            let order = Just((0..topics).collect::<Vec<_>>()).prop_shuffle();
            (parts, order).prop_map(move |(parts, order)| Scored { unit, parts, order })
        };
        let reciprocal = std::iter::once(0).chain((1..=10).map(|rank| 2520 / rank)).collect();
        // P@10 takes only four values here, so that many runs have equal means.
        (scored(10, (0..4).collect()), scored(2520, reciprocal)).prop_map(|(p, rr)| [p, rr])
    })
}

proptest! {
    #[test]
    fn means_are_ranked_as_exact_arithmetic_ranks_them(scored in two_measures()) {
        for scored in scored {
            let found = scored.in_order();
            prop_assert_eq!(found.ranks(), scored.exact());
        }
    }

    #[test]
    fn the_order_of_the_topics_changes_no_rank_and_no_tau([x, y] in two_measures()) {
        let (before, after) = ([x.in_order(), y.in_order()], [x.ranking(&x.order), y.ranking(&y.order)]);
        prop_assert_eq!(&before, &after);
        for tau in [kendall_tau_a, kendall_tau_b, tau_ap, tau_ap_b, tau_ap_symmetric] {
            prop_assert_eq!(tau(&before[0], &before[1]), tau(&after[0], &after[1]));
        }
        // A ranking agrees with itself.
        if let Some(tau) = kendall_tau_b(&before[0], &after[0]) {
            prop_assert_eq!(tau, 1.0);
        }
        prop_assert_eq!(RankOrder::new(&before[0]), RankOrder::new(&after[0]));
    }
}
