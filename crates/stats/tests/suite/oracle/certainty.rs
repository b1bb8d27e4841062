//! Compares intervals, powers, topic set sizes, expected widths and prediction-powered means with other
//! programs. `certainty.py` makes the tables.

use rejudge_stats::{Estimate, JudgedTwice, PredictionPowered, Requirement, Weight, expected_width};

use super::{number, numbers, rows};

fn whole(field: &str) -> usize {
    field.parse().expect("a whole number")
}

#[track_caller]
fn assert_close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found:e} against {expected:e}");
}

#[test]
fn intervals_agree_with_scipy() {
    let mut count = 0;
    for row in rows(include_str!("intervals.tsv")) {
        let [low, high] = Estimate::new(&numbers(row[0])).expect("2 scores").interval(number(row[1]));
        assert_close(low, number(row[2]), 1e-12);
        assert_close(high, number(row[3]), 1e-12);
        count += 1;
    }
    assert_eq!(count, 21);
}

#[test]
fn powers_agree_with_scipy() {
    let mut largest = 0.0_f64;
    let mut count = 0;
    for row in rows(include_str!("powers.tsv")) {
        let asked = Requirement { alpha: number(row[4]), power: 0.8, difference: number(row[3]) };
        let (runs, topics) = (whole(row[1]), whole(row[2]));
        let found = match row[0] {
            "t" => asked.power_of_paired_t(topics, 1.0),
            _ => asked.power_of_anova(topics, runs, 1.0),
        };
        largest = largest.max((found - number(row[5])).abs());
        count += 1;
    }
    println!("{count} powers to {largest:e}");
    assert!(count == 280 && largest < 1e-9, "{largest:e}");
}

#[test]
fn sizes_agree_with_statsmodels() {
    let mut count = 0;
    for row in rows(include_str!("sizes.tsv")) {
        let asked = Requirement { alpha: number(row[3]), power: number(row[4]), difference: number(row[2]) };
        let found = match row[0] {
            "t" => asked.topics_by_paired_t(1.0),
            _ => asked.topics_by_anova(whole(row[1]), 1.0),
        };
        assert_eq!(found, Some(whole(row[5])), "{row:?}");
        count += 1;
    }
    assert_eq!(count, 120);
}

#[test]
fn widths_agree_with_scipy() {
    for row in rows(include_str!("widths.tsv")) {
        let found = expected_width(number(row[1]), whole(row[0]), 1.0);
        // SciPy's gamma functions of large numbers lose digits.
        assert_close(found / number(row[2]), 1.0, 1e-9);
    }
}

#[test]
fn prediction_powered_means_agree_with_ppi_python() {
    let (mut equal_sizes, mut tuned_between) = (0, 0);
    for row in rows(include_str!("powered.tsv")) {
        let (human, model, model_only) = (numbers(row[0]), numbers(row[1]), numbers(row[2]));
        let scores = JudgedTwice { human: &human, model: &model, model_only: &model_only };
        let is_tuned = row[3] == "tuned";
        let weight = if is_tuned { Weight::Tuned } else { Weight::Given(number(row[3])) };
        let found = PredictionPowered::new(&scores, weight).expect("topics");
        assert_close(found.weight, number(row[4]), 1e-13);
        assert_close(found.estimate.mean, number(row[5]), 1e-13);
        let (n, others) = (human.len() as f64, model_only.len() as f64);
        let freedom = if is_tuned { n - 2.0 } else { n - 1.0 };
        // ppi_python divides by n and N, we by the degrees of freedom.
        let (ours, theirs) = (found.estimate.error.powi(2), number(row[6]).powi(2));
        if n == others && !is_tuned {
            assert_close(ours * (n - 1.0) / n, theirs, 1e-13);
            equal_sizes += 1;
        }
        let (least, most) =
            ((others / (others - 1.0)).min(n / freedom), (others / (others - 1.0)).max(n / freedom));
        assert!((least - 1e-12..=most + 1e-12).contains(&(ours / theirs)), "{} of {row:?}", ours / theirs);
        assert_eq!(found.estimate.freedom, freedom);
        tuned_between += usize::from(is_tuned && found.weight > 0.0 && found.weight < 1.0);
    }
    assert!(equal_sizes == 27 && tuned_between > 10, "{equal_sizes}, {tuned_between}");
}
