//! Properties of decisions about pairs of runs.

use proptest::prelude::*;
use rejudge_stats::{Decided, Decisions, Ranking, confusion_matrix, pair_count, pairs};

/// For each run, its mean scores by two judgment sets. For each pair of runs, two flags: true if the pair is
/// significant by the first set, and true if it is significant by the second set.
type Sets = (Vec<(f64, f64)>, Vec<(bool, bool)>);

fn sets() -> impl Strategy<Value = Sets> {
    (0_usize..9).prop_flat_map(|runs| {
        let mean = || (0..5_i32).prop_map(|score| f64::from(score) / 10.0);
        (
            prop::collection::vec((mean(), mean()), runs),
            prop::collection::vec((any::<bool>(), any::<bool>()), pair_count(runs)),
        )
    })
}

proptest! {
    #[test]
    fn laws_of_decisions((means, significant) in sets()) {
        let (x, y): (Vec<f64>, Vec<f64>) = means.into_iter().unzip();
        let (in_x, in_y): (Vec<bool>, Vec<bool>) = significant.into_iter().unzip();
        let (ranking_x, ranking_y) = (Ranking::new(&x), Ranking::new(&y));
        let reference = Decided { ranking: &ranking_x, significant: &in_x };
        let other = Decided { ranking: &ranking_y, significant: &in_y };
        let found = Decisions::new(reference, other);
        prop_assert_eq!(found.confusion(), confusion_matrix(&in_x, &in_y));
        let opposite = pairs(x.len()).zip(in_x.iter().zip(&in_y));
        let opposite = opposite.filter(|&((a, b), (&one, &other))| {
            one && other && (x[a] - x[b]) * (y[a] - y[b]) < 0.0
        });
        prop_assert_eq!(found.reversed, opposite.count());
        let turned = Decisions::new(other, reference);
        prop_assert_eq!(turned, Decisions { lost: found.new, new: found.lost, ..found });
        let same = Decisions::new(reference, reference);
        prop_assert_eq!((same.reversed, same.lost, same.new), (0, 0, 0));
        // If the ranking is turned upside down, all significant pairs are reversed, unless means are tied.
        let upside_down = Ranking::new(&x.iter().map(|mean| -mean).collect::<Vec<_>>());
        let against = Decisions::new(reference, Decided { ranking: &upside_down, ..reference });
        prop_assert_eq!(against.agreed + against.reversed, same.agreed);
        if !pairs(x.len()).any(|(a, b)| x[a] == x[b]) {
            prop_assert_eq!(against.agreed, 0);
        }
    }
}
