//! The number of decimals of a mean that its topics support.

use rejudge_stats::{mean, standard_deviation};

/// Decimals of a number whose error is unknown, such as the score of one topic. trec_eval prints as many.
const OF_ONE: usize = 4;

/// The most decimals shown.
const MOST: usize = 6;

/// The number of decimals to which numbers of one kind are rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimals(pub usize);

impl Decimals {
    /// Returns the decimals down to the second digit of the median standard error. An uncertainty has at most two
    /// digits, and the number itself is rounded at the same place (Guide to the expression of uncertainty in
    /// measurement, JCGM 100:2008, 7.2.6). Errors of 0 are ignored.
    pub fn of_errors(errors: impl IntoIterator<Item = f64>) -> Self {
        let mut errors: Vec<f64> = errors.into_iter().filter(|error| *error > 0.0).collect();
        errors.sort_by(f64::total_cmp);
        let Some(&middle) = errors.get(errors.len() / 2) else { return Self(OF_ONE) };
        let first_digit = middle.log10().floor();
        Self((1.0 - first_digit).clamp(0.0, MOST as f64) as usize)
    }

    /// Returns the decimals that the means of some samples support; see [`Decimals::of_errors`].
    pub fn of_means<'a>(samples: impl IntoIterator<Item = &'a [f64]>) -> Self {
        Self::of_errors(samples.into_iter().filter_map(standard_error))
    }

    /// Returns the decimals of scores of single topics.
    pub fn of_topics() -> Self {
        Self(OF_ONE)
    }
}

/// Returns `sd / sqrt n`, or `None` for fewer than two values.
pub fn standard_error(sample: &[f64]) -> Option<f64> {
    mean(sample)?;
    Some(standard_deviation(sample)? / (sample.len() as f64).sqrt())
}

/// Formats a number with so many decimals. A number that rounds to 0 has no minus sign.
pub fn rounded(number: f64, Decimals(decimals): Decimals) -> String {
    let text = format!("{number:.decimals$}");
    match text.strip_prefix('-') {
        Some(positive) if positive.bytes().all(|byte| matches!(byte, b'0' | b'.')) => positive.to_owned(),
        _ => text,
    }
}

/// Formats a number with `decimals`, one or more, without trailing zeros.
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
            assert_eq!(Decimals::of_errors([error]), Decimals(decimals), "{error}");
        }
        assert_eq!(Decimals::of_errors([0.0]), Decimals(4), "all topics equal");
        assert_eq!(Decimals::of_errors([1e-6, 0.0, 0.03, 0.04]), Decimals(3), "the middle one");
        // sd 0.25 over 4 topics: the error is 0.125, 0.14 with two digits.
        assert_eq!(Decimals::of_means([&[0.0, 0.5, 0.0, 0.5][..]]), Decimals(2));
    }

    #[test]
    fn no_zero_is_negative() {
        let of = |number| rounded(number, Decimals(3));
        assert_eq!([-0.0004, -0.0006, 0.12345, 0.0].map(of), ["0.000", "-0.001", "0.123", "0.000"]);
        assert_eq!(rounded(-0.3, Decimals(0)), "0");
    }
}
