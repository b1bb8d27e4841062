//! Compares the studentised range with R and SciPy, and Tukey's test, with topics as blocks, with R.

use rejudge_stats::{Matrix, TukeyHsd, studentized_range_p};

use super::{number, numbers, rows};

/// SciPy agrees to 1e-10. R's `ptukey` is less precise for few degrees of freedom and for many means.
#[test]
fn the_studentised_range_agrees() {
    let mut count = 0;
    for row in rows(include_str!("studentized_range.tsv")) {
        let whole = |field: &str| field.parse::<usize>().expect("a whole number");
        let found = studentized_range_p(number(row[0]), whole(row[1]), whole(row[2]));
        let [r, scipy] = [row[3], row[4]].map(|field| (found - number(field)).abs());
        let of_r = if whole(row[2]) <= 5 { 5e-3 } else { 2e-6 };
        assert!(scipy < 1e-10 && r < of_r, "{row:?}: {found:e}");
        count += 1;
    }
    assert_eq!(count, 252);
}

#[test]
fn all_pairs_of_runs_agree() {
    let mut case: Option<(String, Matrix, TukeyHsd, f64)> = None;
    let mut count = 0;
    for row in rows(include_str!("tukey.tsv")) {
        let whole = |at: usize| row[at].parse::<usize>().expect("a whole number");
        if row[3] != "-" {
            let scores = Matrix::new(whole(1), whole(2), numbers(row[3])).expect("finite");
            let tukey = TukeyHsd::new(&scores).expect("runs and topics");
            case = Some((row[0].to_owned(), scores, tukey, tukey.half_width(0.05)));
        }
        let (name, scores, tukey, half_width) = case.as_ref().expect("a case begins with its scores");
        assert_eq!(name, row[0]);
        let means = scores.row_means();
        let difference = means[whole(4)] - means[whole(5)];
        let off = |found: f64, at: usize| (found - number(row[at])).abs();
        assert!(off(difference, 6) < 1e-12, "{row:?}: {difference}");
        assert!(off(difference - half_width, 7) < 1e-6, "{row:?}: {half_width}");
        assert!(off(difference + half_width, 8) < 1e-6, "{row:?}: {half_width}");
        assert!(off(tukey.p(difference), 9) < 1e-8, "{row:?}: {}", tukey.p(difference));
        count += 1;
    }
    assert_eq!(count, 3 + 15 + 66);
}
