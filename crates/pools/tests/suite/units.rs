//! Cases of units that were worked out by hand.

use rejudge_metrics::Verdict;
use rejudge_pools::TopicUnits;

use crate::unit_cases::{Case, LINEAR, group, scored};
use Verdict::Level;

fn close(a: Option<f64>, b: f64) -> bool {
    a.is_some_and(|a| (a - b).abs() < 1e-12)
}

#[test]
fn users_gain_every_unit_of_a_rank_and_go_on_below_it() {
    // Document 2 is relevant on its own and completes a group, both at rank 3. Document 3 is relevant on its own.
    let verdicts = [Level(0), Level(0), Level(2), Level(3)];
    let units = TopicUnits { classes: vec![], groups: vec![group(&[0, 2], 1)] };
    let case = Case::new(&verdicts, &[0, 1, 2, 3], units);
    assert_eq!(case.entries(), [(1, Level(0)), (2, Level(0)), (3, Level(1)), (3, Level(2)), (4, Level(3))]);
    let utility = |measure| case.score(|lists| scored(&lists.raw, measure, LINEAR));
    // Gains are 1/3 + 2/3 at rank 3 and 1 at rank 4. A player who wants a gain of 2 reads four documents.
    assert_eq!(utility("BPM(T=2)@10"), Some(2.0 / 4.0));
    assert_eq!(utility("BPM@10"), Some(1.0 / 3.0));
    // Weights 1/log2(r + 1).
    let [second, third, fourth] = [3.0_f64, 4.0, 5.0].map(|rank| 1.0 / rank.log2());
    assert!(close(utility("SDCG@4"), (third + fourth) / (1.0 + second + third + fourth)));
    // After rank 3, (1 - 1/3) (1 - 2/3) = 2/9 of the users go on: (1 + 2/9) / (3 + 2/9).
    assert!(close(utility("NERR8@4"), 11.0 / 29.0));
    // The ideal ranking is 3, 2, and then the group. Down to ranks 1 to 4, both rankings share 0, 0, 2 and 3
    // units, and the ideal ranking has 1, 2, 3 and 3.
    let compat = utility("Compat(p=0.5)");
    let (overlap, best) = (0.25 * 2.0 / 3.0 + 0.125 * 3.0 / 4.0, 1.0 + 0.5 + 0.25 + 0.125 * 3.0 / 4.0);
    assert!(close(compat, overlap / best));
}

#[test]
fn documents_are_counted_once_whatever_they_complete() {
    // Three documents, and three groups that all need the third.
    let groups = vec![group(&[0, 2], 1), group(&[1, 2], 1), group(&[0, 1, 2], 2)];
    let case = Case::new(&[Level(0); 3], &[0, 1, 2], TopicUnits { classes: vec![], groups });
    let all_at_3 = [(1, Level(0)), (2, Level(0)), (3, Level(1)), (3, Level(1)), (3, Level(2))];
    assert_eq!(case.entries(), all_at_3);
    case.score(|lists| {
        for list in [lists.raw, lists.condensed] {
            for (measure, expected) in [
                ("Judged@3", 1.0),
                ("Unjudged@3", 0.0),
                ("NumRelRet", 3.0),
                ("NumNonrelRet", 2.0),
                ("RBPresidual", 0.0),
                // `SetP` counts 3 units in 3 documents. `Accuracy` counts documents: the only one that
                // completes units is below the two others, so no pair is in the right order.
                ("SetP", 1.0),
                ("Accuracy", 0.0),
            ] {
                assert_eq!(scored(&list, measure, LINEAR), Some(expected), "{measure}");
            }
        }
    });
}
