//! Krippendorff's alpha: its definition by pairs of labels, and laws. The values of another program:
//! `oracle`.

use proptest::prelude::*;
use rejudge_stats::{Agreement, Coincidences, Distance};

const DISTANCES: [Distance; 3] = [Distance::Nominal, Distance::Ordinal, Distance::Interval];

type Labels = Vec<Option<f64>>;

fn counted(judges: &[Labels]) -> Coincidences {
    Coincidences::new(&judges.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

/// From 1 to 5 judges of the same items.
fn judges() -> impl Strategy<Value = Vec<Labels>> {
    let value = || prop::sample::select(vec![-1.0, 0.0, 0.25, 1.0, 3.0]);
    (1_usize..6, 0_usize..20).prop_flat_map(move |(judges, items)| {
        let labels = prop::collection::vec(prop::option::weighted(0.7, value()), items);
        prop::collection::vec(labels, judges)
    })
}

/// 1 - D_o / D_e by going through all pairs of labels.
fn plain(judges: &[Labels], distance: Distance) -> Option<f64> {
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
    // Over all ordered pairs of different places.
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
    fn it_is_its_definition(judges in judges()) {
        for distance in DISTANCES {
            assert_close(counted(&judges).alpha(distance), plain(&judges, distance))?;
        }
    }

    /// The order of judges and items does not change a bit.
    #[test]
    fn the_order_of_judges_and_items_does_not_matter(judges in judges(), shift in 0_usize..20) {
        let mut turned = judges.clone();
        turned.reverse();
        for labels in turned.iter_mut().filter(|labels| !labels.is_empty()) {
            let shift = shift % labels.len();
            labels.rotate_left(shift);
        }
        prop_assert_eq!(counted(&turned), counted(&judges));
    }

    #[test]
    fn laws_of_alpha(judges in judges()) {
        let coincidences = counted(&judges);
        let given: usize = judges.iter().flatten().flatten().count();
        prop_assert_eq!(coincidences.labels() + coincidences.left_out(), given as u64);
        // A label that is the only one of its item has no effect, nor has a judge without labels.
        let mut more = judges.clone();
        more.push(vec![None; judges[0].len()]);
        for (nth, labels) in more.iter_mut().enumerate() {
            labels.push((nth == 0).then_some(9.0));
        }
        let more = counted(&more);
        prop_assert_eq!(more.left_out(), coincidences.left_out() + 1);
        // Another unit of length: only its order counts, or its ratios do.
        let scale = |labels: &Labels| labels.iter().map(|label| label.map(|label| 4.0 * label)).collect();
        let scaled: Vec<Labels> = judges.iter().map(scale).collect();
        for distance in DISTANCES {
            let alpha = coincidences.alpha(distance);
            prop_assert_eq!(more.alpha(distance), alpha);
            prop_assert_eq!(counted(&scaled).alpha(distance), alpha);
            prop_assert!(alpha.is_none_or(|alpha| alpha <= 1.0));
            // Judges who are one agree, if their labels vary.
            let one = vec![judges[0].clone(); 3];
            let own: Vec<f64> = judges[0].iter().flatten().copied().collect();
            let varies = own.iter().any(|&label| label != own[0]);
            prop_assert_eq!(counted(&one).alpha(distance), varies.then_some(1.0));
        }
    }

    /// A table of two judges' levels holds all that their alpha takes.
    #[test]
    fn levels_of_two_judges_are_labels(
        labels in prop::collection::vec((0_u8..5, prop::option::of(0_u8..5)), 0..40),
    ) {
        let (one, other): (Vec<u8>, Vec<Option<u8>>) = labels.into_iter().unzip();
        let table = Coincidences::from(&Agreement::new(&one, &other));
        let one: Labels = one.into_iter().map(|level| Some(f64::from(level))).collect();
        let other: Labels = other.into_iter().map(|level| level.map(f64::from)).collect();
        for distance in DISTANCES {
            prop_assert_eq!(table.alpha(distance), counted(&[one.clone(), other.clone()]).alpha(distance));
        }
    }
}

#[test]
fn zeros_are_one_label() {
    let coincidences = counted(&[vec![Some(0.0), Some(-0.0)], vec![Some(-0.0), Some(0.0)]]);
    assert_eq!((coincidences.labels(), coincidences.alpha(Distance::Nominal)), (4, None));
}

#[test]
fn no_judges_agree_on_nothing() {
    assert_eq!(counted(&[]).alpha(Distance::Interval), None);
}

#[test]
#[should_panic(expected = "different items")]
fn labels_of_different_items_are_refused() {
    counted(&[vec![None], vec![]]);
}

#[test]
#[should_panic(expected = "not finite")]
fn labels_that_are_not_finite_are_refused() {
    counted(&[vec![Some(f64::NAN)], vec![Some(1.0)]]);
}
