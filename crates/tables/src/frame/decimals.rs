//! The number of decimals to show, which depends on the standard error of the numbers, and functions that
//! format numbers.

use rejudge_stats::{mean, standard_deviation};

/// The number of decimals if the standard error is unknown, for example for the score of a single topic. trec_eval
/// prints four decimals too.
const DECIMALS_WITHOUT_ERROR: usize = 4;

/// The largest number of decimals that we show.
const MAX_DECIMALS: usize = 6;

/// The number of decimals to which numbers of one kind are rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimals(pub usize);

impl Decimals {
    /// Returns the number of decimals that shows two digits of the median standard error. The numbers are then rounded
    /// to the same decimal as their uncertainty (Guide to the expression of uncertainty in measurement, JCGM
    /// 100:2008, 7.2.6). Errors of 0 are ignored. Without other errors, the number of decimals is 4. It is at
    /// most 6.
    pub fn from_errors(errors: impl IntoIterator<Item = f64>) -> Self {
        let mut errors: Vec<f64> = errors.into_iter().filter(|error| *error > 0.0).collect();
        errors.sort_by(f64::total_cmp);
        let Some(&middle) = errors.get(errors.len() / 2) else { return Self(DECIMALS_WITHOUT_ERROR) };
        let first_digit = middle.log10().floor();
        Self((1.0 - first_digit).clamp(0.0, MAX_DECIMALS as f64) as usize)
    }

    /// Returns the number of decimals for the means of these samples: see [`Decimals::from_errors`].
    pub fn from_samples<'a>(samples: impl IntoIterator<Item = &'a [f64]>) -> Self {
        Self::from_errors(samples.into_iter().filter_map(standard_error))
    }

    /// Returns the number of decimals for the score of a single topic.
    pub fn for_topics() -> Self {
        Self(DECIMALS_WITHOUT_ERROR)
    }
}

/// Returns the standard error of the mean, `sd / sqrt n`, or `None` for fewer than two values.
pub fn standard_error(sample: &[f64]) -> Option<f64> {
    mean(sample)?;
    Some(standard_deviation(sample)? / (sample.len() as f64).sqrt())
}

/// Formats a number with this many decimals. A number that rounds to 0 has no minus sign.
pub fn rounded(number: f64, Decimals(decimals): Decimals) -> String {
    let text = format!("{number:.decimals$}");
    match text.strip_prefix('-') {
        Some(positive) if positive.bytes().all(|byte| matches!(byte, b'0' | b'.')) => positive.to_owned(),
        _ => text,
    }
}

/// Formats a number with at most `decimals` decimals, without trailing zeros. `decimals` must not be 0.
pub fn trimmed(number: f64, decimals: usize) -> String {
    let text = rounded(number, Decimals(decimals));
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Formats a p-value with three decimals, or as `<0.001`.
pub fn p_value(p: f64) -> String {
    if p < 0.001 { "<0.001".to_owned() } else { rounded(p, Decimals(3)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_keep_two_digits() {
        for (error, decimals) in [(0.035, 3), (0.1, 2), (0.0099, 4), (12.0, 0), (1e-9, 6), (1.0, 1)] {
            assert_eq!(Decimals::from_errors([error]), Decimals(decimals), "{error}");
        }
        assert_eq!(Decimals::from_errors([0.0]), Decimals(4), "all topics equal");
        assert_eq!(Decimals::from_errors([1e-6, 0.0, 0.03, 0.04]), Decimals(3), "the median error");
        // The standard error of four topics is 0.144, or 0.14 with two digits.
        assert_eq!(Decimals::from_samples([&[0.0, 0.5, 0.0, 0.5][..]]), Decimals(2));
    }

    #[test]
    fn no_zero_is_negative() {
        let three_decimals = |number| rounded(number, Decimals(3));
        assert_eq!(
            [-0.0004, -0.0006, 0.12345, 0.0].map(three_decimals),
            ["0.000", "-0.001", "0.123", "0.000"]
        );
        assert_eq!(rounded(-0.3, Decimals(0)), "0");
    }
}
