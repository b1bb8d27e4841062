//! Compares Krippendorff's alpha with its definition by pairs of labels. `oracle` compares it with another program.

use proptest::prelude::*;
use rejudge_stats::{Agreement, Coincidences, Distance};

const DISTANCES: [Distance; 3] = [Distance::Nominal, Distance::Ordinal, Distance::Interval];

type Labels = Vec<Option<f64>>;

fn coincidences(judges: &[Labels]) -> Coincidences {
    Coincidences::new(&judges.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

/// Returns the labels of 1 to 5 judges for the same items.
fn judges() -> impl Strategy<Value = Vec<Labels>> {
    let value = || prop::sample::select(vec![-1.0, 0.0, 0.25, 1.0, 3.0]);
    (1_usize..6, 0_usize..20).prop_flat_map(move |(judges, items)| {
        let labels = prop::collection::vec(prop::option::weighted(0.7, value()), items);
        prop::collection::vec(labels, judges)
    })
}

/// Returns 1 - D_o / D_e, computed from all pairs of labels.
fn alpha_by_definition(judges: &[Labels], distance: Distance) -> Option<f64> {
    let items = 0..judges[0].len();
    let items = items.map(|item| judges.iter().filter_map(|labels| labels[item]).collect::<Vec<f64>>());
    let items: Vec<Vec<f64>> = items.filter(|labels| labels.len() > 1).collect();
    let all: Vec<f64> = items.concat();
    let apart = |a: f64, b: f64| -> f64 {
        let (low, high) = (a.min(b), a.max(b));
        let between = |label: &&f64| (low..=high).contains(*label);
        let ends = all.iter().filter(|&&label| label == low || label == high).count();
        match distance {
            Distance::Nominal => f64::from(a != b),
            Distance::Interval => high - low,
            Distance::Ordinal if a == b => 0.0,
            Distance::Ordinal => all.iter().filter(between).count() as f64 - ends as f64 / 2.0,
        }
    };
    // Pairs of a label with itself add 0.
    let squares = |labels: &[f64]| -> f64 {
        let pairs = labels.iter().flat_map(|&a| labels.iter().map(move |&b| (a, b)));
        pairs.map(|(a, b)| apart(a, b).powi(2)).sum()
    };
    let n = all.len() as f64;
    let observed: f64 =
        items.iter().map(|labels| squares(labels) / (labels.len() - 1) as f64).sum::<f64>() / n;
    let expected = squares(&all) / (n * (n - 1.0));
    (expected > 0.0).then(|| 1.0 - observed / expected)
}

fn assert_close(found: Option<f64>, expected: Option<f64>) -> Result<(), TestCaseError> {
    prop_assert_eq!(found.is_some(), expected.is_some());
    let off = found.zip(expected).map_or(0.0, |(found, expected)| (found - expected).abs());
    prop_assert!(off < 1e-12, "{:?} against {:?}", found, expected);
    Ok(())
}

proptest! {
    #[test]
    fn alpha_agrees_with_its_definition(judges in judges()) {
        for distance in DISTANCES {
            assert_close(coincidences(&judges).alpha(distance), alpha_by_definition(&judges, distance))?;
        }
    }

    /// The alpha from a table of two judges' levels equals the alpha from the labels.
    #[test]
    fn levels_of_two_judges_are_labels(
        labels in prop::collection::vec((0_u8..5, prop::option::of(0_u8..5)), 0..40),
    ) {
        let (one, other): (Vec<u8>, Vec<Option<u8>>) = labels.into_iter().unzip();
        let table = Coincidences::from(&Agreement::new(&one, &other));
        let one: Labels = one.into_iter().map(|level| Some(f64::from(level))).collect();
        let other: Labels = other.into_iter().map(|level| level.map(f64::from)).collect();
        for distance in DISTANCES {
            prop_assert_eq!(table.alpha(distance), coincidences(&[one.clone(), other.clone()]).alpha(distance));
        }
    }
}
