//! Compares the agreement of judges with scikit-learn and krippendorff, and the correlation of their errors with SciPy.
//! With `--nocapture` each test prints the largest difference.

use rejudge_stats::{Agreement, Coincidences, Distance, ErrorCorrelation, ErrorOf, Weights, mean, pairs};

use super::{Compared, optional, rows};

fn labels(field: &str) -> Vec<Option<f64>> {
    field.split(',').map(optional).collect()
}

const DISTANCES: [Distance; 3] = [Distance::Nominal, Distance::Ordinal, Distance::Interval];

#[test]
fn kappa_agrees() {
    let [mut plain, mut weighted, mut by_cut] = <[Compared; 3]>::default();
    for row in rows(include_str!("two_judges.tsv")) {
        let levels = |field: &str| -> Vec<Option<u8>> {
            labels(field).into_iter().map(|label| label.map(|label| label as u8)).collect()
        };
        let agreement = Agreement::new(&levels(row[0]), &levels(row[1]));
        assert_eq!(agreement.items(), row[2].parse::<u64>().expect("a count"));
        plain.compare(agreement.kappa(), row[3], row[1]);
        weighted.compare(agreement.weighted_kappa(Weights::Linear), row[4], row[1]);
        weighted.compare(agreement.weighted_kappa(Weights::Quadratic), row[5], row[1]);
        for (cut, expected) in row[6].split(',').enumerate() {
            by_cut.compare(agreement.cut(cut + 1).kappa(), expected, row[1]);
        }
    }
    plain.finish("kappa", 95);
    weighted.finish("weighted kappa", 190);
    by_cut.finish("kappa at each cut", 300);
}

#[test]
fn alpha_agrees() {
    let [mut two, mut several] = <[Compared; 2]>::default();
    let compare = |compared: &mut Compared, judges: &[&str], expected: &[&str]| {
        let judges: Vec<Vec<Option<f64>>> = judges.iter().map(|field| labels(field)).collect();
        let coincidences = Coincidences::new(&judges.iter().map(Vec::as_slice).collect::<Vec<_>>());
        for (distance, expected) in DISTANCES.into_iter().zip(expected) {
            compared.compare(coincidences.alpha(distance), expected, &format!("{distance:?}"));
        }
    };
    for row in rows(include_str!("two_judges.tsv")) {
        compare(&mut two, &row[..2], &row[7..10]);
    }
    for row in rows(include_str!("several_judges.tsv")) {
        compare(&mut several, &row[1].split(';').collect::<Vec<_>>(), &row[2..5]);
    }
    two.finish("alpha of two judges", 290);
    several.finish("alpha of several judges", 180);
}

#[test]
fn correlation_of_errors_agrees() {
    let mut compared = Compared::default();
    for row in rows(include_str!("several_judges.tsv")) {
        let judges: Vec<Vec<Option<f64>>> = row[1].split(';').map(labels).collect();
        let judges: Vec<&[Option<f64>]> = judges.iter().map(Vec::as_slice).collect();
        for (error, expected) in
            [ErrorOf::Signed, ErrorOf::Absolute, ErrorOf::Wrong].into_iter().zip(&row[5..8])
        {
            let errors = ErrorCorrelation::new(&labels(row[0]), &judges, error);
            for ((x, y), expected) in pairs(judges.len()).zip(expected.split(',')) {
                compared.compare(errors.between(x, y), expected, &format!("{error:?}"));
            }
            let all: Option<Vec<f64>> = expected.split(',').map(optional).collect();
            let (found, expected) = (errors.mean(), all.and_then(|all| mean(&all)));
            assert_eq!(found.is_some(), expected.is_some());
            assert!(found.zip(expected).is_none_or(|(found, expected)| (found - expected).abs() < 1e-13));
        }
    }
    compared.finish("correlation of errors", 1500);
}
