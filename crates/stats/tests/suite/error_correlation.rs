//! Properties of the correlation between judges' errors. `oracle` compares it with SciPy.

use proptest::prelude::*;
use rejudge_stats::{ErrorCorrelation, ErrorOf, pairs};

const ERRORS: [ErrorOf; 3] = [ErrorOf::Signed, ErrorOf::Absolute, ErrorOf::Wrong];

type Labels = Vec<Option<f64>>;

fn correlation(people: &[Option<f64>], judges: &[Labels], error: ErrorOf) -> ErrorCorrelation {
    ErrorCorrelation::new(people, &judges.iter().map(Vec::as_slice).collect::<Vec<_>>(), error)
}

/// Returns labels of people and of 2 to 5 judges.
fn labels() -> impl Strategy<Value = (Labels, Vec<Labels>)> {
    (2_usize..6, 0_usize..30).prop_flat_map(|(judges, items)| {
        let label = prop::option::weighted(0.8, (0_u8..4).prop_map(f64::from));
        let labels = prop::collection::vec(label, items);
        (labels.clone(), prop::collection::vec(labels, judges))
    })
}

proptest! {
    #[test]
    fn laws_of_errors((people, judges) in labels()) {
        for error in ERRORS {
            let found = correlation(&people, &judges, error);
            for (x, y) in pairs(judges.len()) {
                let rho = found.between(x, y);
                prop_assert_eq!(rho, found.between(y, x));
                prop_assert!(rho.is_none_or(|rho| (-1.0..=1.0).contains(&rho)));
                // Other judges do not affect the correlation of two judges.
                let two = correlation(&people, &[judges[x].clone(), judges[y].clone()], error);
                prop_assert_eq!(rho, two.mean());
            }
            let undefined = pairs(judges.len()).any(|(x, y)| found.between(x, y).is_none());
            prop_assert_eq!(found.mean().is_none(), undefined);
            if let Some(([lowest, highest], mean)) = found.extremes().zip(found.mean()) {
                prop_assert!(lowest <= mean + 1e-12 && mean <= highest + 1e-12);
            }
            prop_assert_eq!(found.extremes().is_none(), undefined);
            // Copies of one judge are worth one judge, if the errors vary.
            let clones = correlation(&people, &vec![judges[0].clone(); 4], error);
            prop_assert!(clones.mean().is_none() || clones.effective_judges() == Some(1.0));
            // Items without a label from people do not count.
            let (mut more_people, mut more_judges) = (people.clone(), judges.clone());
            more_people.push(None);
            for (nth, labels) in more_judges.iter_mut().enumerate() {
                labels.push((nth != 1).then_some(3.0));
            }
            prop_assert_eq!(correlation(&more_people, &more_judges, error), found);
        }
    }
}

#[test]
fn correlation_with_constant_errors_is_undefined() {
    let people = [0.0, 1.0, 2.0].map(Some);
    let right = people.to_vec();
    let above: Labels = people.iter().map(|label| label.map(|label| label + 1.0)).collect();
    let errs = [1.0, 1.0, 2.0].map(Some).to_vec();
    for constant in [right, above] {
        let found = correlation(&people, &[constant, errs.clone()], ErrorOf::Signed);
        assert_eq!((found.between(0, 1), found.mean(), found.effective_judges()), (None, None, None));
    }
    let one = correlation(&people, std::slice::from_ref(&errs), ErrorOf::Wrong);
    assert_eq!((one.mean(), one.effective_judges()), (None, Some(1.0)));
    assert_eq!(correlation(&people, &[], ErrorOf::Wrong).effective_judges(), None);
    // The errors of the two judges cancel each other, so their mean is right for all items.
    let other = [-1.0, 1.0, 2.0].map(Some).to_vec();
    let against = correlation(&people, &[errs, other], ErrorOf::Signed);
    assert_eq!((against.mean(), against.effective_judges()), (Some(-1.0), None));
}
