//! Compares fitted curves with SciPy. With `--nocapture` the test prints the largest difference.

use rejudge_stats::ExponentialDecay;

use super::{number, numbers, rows};

#[test]
fn fits_agree() {
    let (mut curves, mut largest) = (0, 0.0_f64);
    for row in rows(include_str!("exponential_decay.tsv")) {
        let points: Vec<(f64, f64)> = numbers(row[0]).into_iter().zip(numbers(row[1])).collect();
        let fit = ExponentialDecay::fit(&points).expect("four points or more");
        for (found, expected) in [fit.at(0.0), fit.rate(), fit.at(50.0)].into_iter().zip(&row[2..]) {
            largest = largest.max((found - number(expected)).abs());
        }
        curves += 1;
    }
    // The location of a minimum is known to only half as many digits as the minimum itself.
    assert!(curves > 40 && largest < 2e-7, "{curves} curves, off by {largest:e}");
    println!("{curves} curves, off by {largest:e}");
}
