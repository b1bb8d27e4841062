//! A confidence interval for the probability of success, if k of n independent draws are successes.

/// The number of times that the search halves the interval from 0 to 1. The last interval is at most 2^-53
/// wide, which is less than the rounding error of `tail_probability`.
const HALVINGS: u32 = 60;

/// Returns the interval of Clopper and Pearson (Biometrika 26, 1934, pp. 404-413) for the probability of
/// success, if `successes` of `draws` independent draws are successes. If the probability were the lower end,
/// you would see `successes` or more with probability `(1 - level) / 2`; if it were the upper end, you would
/// see `successes` or fewer with this probability. The lower end is 0 if no draw is a success, and the upper
/// end is 1 if all are. The interval contains the true probability in at least a share `level` of cases,
/// which the intervals of Wald and Wilson do not guarantee. Returns `None` without draws, or if `successes`
/// exceeds `draws`.
///
/// ```
/// use rejudge_stats::clopper_pearson;
///
/// // If all eight draws are successes, the lower end is the eighth root of .025.
/// let (low, high) = clopper_pearson(8, 8, 0.95).expect("eight draws");
/// assert!((low - 0.025_f64.powf(1.0 / 8.0)).abs() < 1e-15 && high == 1.0);
/// assert_eq!(clopper_pearson(0, 0, 0.95), None);
/// ```
pub fn clopper_pearson(successes: usize, draws: usize, level: f64) -> Option<(f64, f64)> {
    if draws == 0 || successes > draws {
        return None;
    }
    let tail = (1.0 - level) / 2.0;
    let low =
        if successes == 0 { 0.0 } else { share_at(|share| tail_probability(successes, draws, share) < tail) };
    // Seeing `successes` or fewer successes is the same event as seeing `failures` or more failures.
    let failures = draws - successes;
    let high = if failures == 0 {
        1.0
    } else {
        1.0 - share_at(|share| tail_probability(failures, draws, share) < tail)
    };
    Some((low, high))
}

/// Returns the share, between 0 and 1, at which `is_below` turns from true to false.
fn share_at(is_below: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if is_below(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

/// Returns the probability of `successes` or more successes in `draws` draws. Each draw succeeds with
/// probability `share`, which must be strictly between 0 and 1.
fn tail_probability(successes: usize, draws: usize, share: f64) -> f64 {
    let (log_success, log_failure) = (libm::log(share), libm::log1p(-share));
    let log_factorial = |n: usize| libm::lgamma(n as f64 + 1.0);
    (successes..=draws)
        .map(|k| {
            let log_ways = log_factorial(draws) - log_factorial(k) - log_factorial(draws - k);
            libm::exp(log_ways + k as f64 * log_success + (draws - k) as f64 * log_failure)
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `scipy.stats.binomtest(k, n).proportion_ci(.95)` of SciPy 1.17.
    #[test]
    fn agrees_with_scipy() {
        for (successes, draws, low, high) in [
            (0, 8, 0.0, 0.369_416_647_552_819_2),
            (6, 8, 0.349_144_205_587_175_8, 0.968_145_973_750_055_7),
            (7, 8, 0.473_490_329_124_836_2, 0.996_840_276_468_747_7),
            (8, 8, 0.630_583_352_447_180_8, 1.0),
            (14, 30, 0.283_418_079_183_537_6, 0.656_744_761_839_122_2),
            (48, 100, 0.379_005_480_177_953_44, 0.582_210_234_593_698_8),
            (78, 100, 0.686_080_346_213_682_1, 0.856_696_423_250_194_6),
            (1, 1, 0.025, 1.0),
            (999, 1000, 0.994_441_075_720_150_2, 0.999_974_682_512_508_3),
            (3, 1000, 0.000_619_099_931_649_917_3, 0.008_742_023_238_657_654),
        ] {
            let (found_low, found_high) = clopper_pearson(successes, draws, 0.95).expect("draws");
            assert!((found_low - low).abs() < 1e-11, "{successes} of {draws}: {found_low}, not {low}");
            assert!((found_high - high).abs() < 1e-11, "{successes} of {draws}: {found_high}, not {high}");
        }
    }
}
