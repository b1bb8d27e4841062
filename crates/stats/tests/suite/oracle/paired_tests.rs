//! Compares the t test, the signed-rank test and the randomisation test with SciPy, and Student's t also with
//! mpmath.

use rejudge_stats::{Draw, NullDistribution, SignFlips, randomisation_test, student_t_p, t_test, wilcoxon};

use super::{number, numbers, rows};

fn assert_close(found: f64, expected: f64, tolerance: f64, what: &str) {
    let off = (found - expected).abs() / expected.abs().max(f64::MIN_POSITIVE);
    assert!(off <= tolerance, "{what}: {found:e} against {expected:e}, off by {off:e}");
}

/// SciPy's own error is 4e-14 at 499 degrees of freedom, and larger above.
#[test]
fn student_t_agrees_down_to_the_smallest_numbers() {
    let (mut count, mut smallest) = (0, 1.0_f64);
    for row in rows(include_str!("student_t.tsv")) {
        let df: usize = row[0].parse().expect("an integer");
        let p = student_t_p(number(row[1]), df);
        let what = format!("t {} at {df}", row[1]);
        assert_close(p, number(row[3]), 1e-14, &what);
        if df <= 500 {
            assert_close(p, number(row[2]), 1e-13, &what);
        }
        assert_eq!(p, student_t_p(-number(row[1]), df));
        (count, smallest) = (count + 1, smallest.min(p));
    }
    assert!(count > 200 && smallest < 1e-298, "{count} values down to {smallest}");
}

/// A pair of runs with SciPy's results.
struct Case<'a> {
    name: &'a str,
    x: Vec<f64>,
    y: Vec<f64>,
    /// The row's fields. If SciPy's permutation test would take too long, its field is `-`.
    fields: Vec<&'a str>,
}

fn cases() -> Vec<Case<'static>> {
    let case =
        |row: Vec<&'static str>| Case { name: row[0], x: numbers(row[1]), y: numbers(row[2]), fields: row };
    let cases: Vec<Case<'static>> = rows(include_str!("pairs.tsv")).map(case).collect();
    assert!(cases.len() > 20);
    cases
}

#[test]
fn the_t_test_agrees() {
    for Case { name, x, y, fields } in cases() {
        let test = t_test(&x, &y).expect("2 topics or more");
        assert_close(test.statistic, number(fields[3]), 1e-13, name);
        // A relative error of 1e-13 in t becomes a larger one in a tiny p.
        assert_close(test.p, number(fields[4]), 1e-12, name);
    }
}

#[test]
fn wilcoxon_agrees() {
    for Case { name, x, y, fields } in cases() {
        let by = |against| wilcoxon(&x, &y, against).expect("topics");
        let (exact, normal) = (by(NullDistribution::Exact), by(NullDistribution::Normal));
        for test in [exact, normal] {
            assert_eq!(test.statistic, number(fields[5]).min(number(fields[6])), "{name}");
        }
        assert_close(exact.p, number(fields[7]), 1e-14, name);
        assert_close(normal.p, number(fields[8]), 1e-14, name);
        assert_close(by(NullDistribution::Automatic).p, number(fields[9]), 1e-14, name);
    }
}

#[test]
fn the_randomisation_test_agrees_where_all_signs_are_taken() {
    let mut compared = 0;
    for Case { name, x, y, fields } in cases().into_iter().filter(|case| case.fields[10] != "-") {
        let flips = SignFlips::draw(1 << x.len(), x.len(), &mut Draw::new(1, &["signs"]));
        let test = randomisation_test(&x, &y, &flips);
        assert_eq!(test.p, number(fields[10]), "{name}");
        compared += 1;
    }
    assert!(compared > 10);
}
