//! Exact numbers: scores are fractions, and thresholds meet them exactly.
//!
//! A number as written is at most [`LARGEST`] from 0 and has a denominator up to [`LARGEST`]. With at
//! most 1000 scores of one common denominator within the same bound, every number of a scheme stays far
//! below 2^127, so nothing overflows.

/// Bound of a number as written, of its denominator, and of the common denominator of a scheme's scores.
pub(crate) const LARGEST: i128 = 10_000;

/// An exact number, always in lowest terms.
///
/// A text becomes one by [`exact_number`], which knows decimals and the bounds; `str::parse` knows neither.
pub type Ratio = num_rational::Ratio<i128>;

/// A text that is no number of a scheme.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RatioError {
    /// Neither a whole number, nor a decimal, nor a fraction.
    #[error("found `{}`, expected a number: `2`, `0.5` or `2/3`", found.escape_debug())]
    Syntax {
        /// The text.
        found: String,
    },
    /// A number too large or with too many digits.
    #[error("the number `{}` is out of range: at most 10000 from 0, in units of 1/10000 or larger", found.escape_debug())]
    Range {
        /// The text.
        found: String,
    },
}

/// The nearest floating point number (where both parts are below 2^53, as those of a usual scheme are).
///
/// ```
/// use rejudge_labels::{exact_number, to_f64};
/// assert_eq!(to_f64(&exact_number("1/3")?), 1.0 / 3.0);
/// # Ok::<(), rejudge_labels::RatioError>(())
/// ```
pub fn to_f64(number: &Ratio) -> f64 {
    *number.numer() as f64 / *number.denom() as f64
}

/// A whole number, a decimal or a fraction.
///
/// ```
/// use rejudge_labels::exact_number;
/// let [a, b, c] = [exact_number("2/3")?, exact_number("0.50")?, exact_number("-3")?];
/// assert_eq!([a, b, c].map(|number| number.to_string()), ["2/3", "1/2", "-3"]);
/// assert_eq!(
///     exact_number("1e3").unwrap_err().to_string(),
///     "found `1e3`, expected a number: `2`, `0.5` or `2/3`"
/// );
/// # Ok::<(), rejudge_labels::RatioError>(())
/// ```
///
/// # Errors
/// When the text is none of these, or the number is out of range.
pub fn exact_number(text: &str) -> Result<Ratio, RatioError> {
    let syntax = || RatioError::Syntax { found: text.to_owned() };
    let range = || RatioError::Range { found: text.to_owned() };
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let number = |part: &str| part.parse::<i128>().map_err(|_| range());
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let value = if let Some((above, below)) = unsigned.split_once('/') {
        if !digits(above) || !digits(below) {
            return Err(syntax());
        }
        match (number(above)?, number(below)?) {
            (_, 0) => return Err(syntax()),
            (above, below) => Ratio::new(above, below),
        }
    } else if let Some((whole, decimals)) = unsigned.split_once('.') {
        if !digits(whole) || !digits(decimals) {
            return Err(syntax());
        }
        let decimals = decimals.trim_end_matches('0');
        let unit = 10_i128.checked_pow(decimals.len() as u32).filter(|&unit| unit <= LARGEST);
        Ratio::new(number(&format!("{whole}{decimals}"))?, unit.ok_or_else(range)?)
    } else if digits(unsigned) {
        Ratio::from_integer(number(unsigned)?)
    } else {
        return Err(syntax());
    };
    if *value.denom() > LARGEST || *value.numer() > LARGEST * value.denom() {
        return Err(range());
    }
    Ok(if unsigned.len() < text.len() { -value } else { value })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn ratio(text: &str) -> Ratio {
        exact_number(text).expect(text)
    }

    /// The worked example of section 3.1, which floating point misses by a bit or not, as it happens.
    #[test]
    fn one_and_two_thirds_and_one_third_average_to_two_thirds() {
        let mean = (Ratio::ONE + ratio("2/3") + ratio("1/3")) / 3;
        assert_eq!(mean, ratio("2/3"));
        assert!(mean >= ratio("4/6") && mean < ratio("0.6667"));
    }

    #[test]
    fn numbers_as_written() {
        for (text, shown) in [
            ("4/6", "2/3"),
            ("0", "0"),
            ("-0", "0"),
            ("007", "7"),
            ("1.2500", "5/4"),
            ("-1/2", "-1/2"),
            ("10000", "10000"),
        ] {
            assert_eq!(ratio(text).to_string(), shown);
        }
        for text in ["", "-", "+1", "1.", ".5", "1/", "/2", "1/0", "1/-2", "--1", "1e2", "nan", "½", "1 "] {
            assert_eq!(exact_number(text), Err(RatioError::Syntax { found: text.to_owned() }), "{text}");
        }
        for text in
            ["10001", "0.00001", "1/10001", "99999999999999999999999999999999999999999999", "-10000.1"]
        {
            assert_eq!(exact_number(text), Err(RatioError::Range { found: text.to_owned() }), "{text}");
        }
    }

    proptest! {
        /// What is shown is read as the same number.
        #[test]
        fn numbers_as_shown(above in -10_000_i128..=10_000, below in 1_i128..=10_000) {
            let number = Ratio::new(above, below);
            prop_assert_eq!(exact_number(&number.to_string()), Ok(number));
        }
    }
}
