//! Exact numbers: scores are fractions, and thresholds meet them exactly.
//!
//! A number as written is at most [`LARGEST`] from 0 and has a denominator up to [`LARGEST`]. With at
//! most 1000 scores of one common denominator within the same bound, every number of a scheme and every
//! product in a comparison stays far below 2^127, so nothing overflows.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Sub};
use std::str::FromStr;

/// Bound of a number as written, of its denominator, and of the common denominator of a scheme's scores.
pub(crate) const LARGEST: i128 = 10_000;

/// A fraction in lowest terms; its denominator is positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ratio {
    numerator: i128,
    denominator: i128,
}

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

impl Ratio {
    /// 0.
    pub const ZERO: Self = Self::whole(0);
    /// 1.
    pub const ONE: Self = Self::whole(1);

    /// A whole number.
    pub const fn whole(number: i32) -> Self {
        Self { numerator: number as i128, denominator: 1 }
    }

    /// `numerator / denominator`, the latter above 0.
    pub(crate) fn new(numerator: i128, denominator: i128) -> Self {
        let divisor = gcd(numerator.abs(), denominator);
        Self { numerator: numerator / divisor, denominator: denominator / divisor }
    }

    /// This number divided by a count, which is not 0.
    pub(crate) fn over(self, count: usize) -> Self {
        Self::new(self.numerator, self.denominator * count as i128)
    }

    /// The denominator in lowest terms.
    pub(crate) fn denominator(self) -> i128 {
        self.denominator
    }

    /// The nearest floating point number (where both parts are below 2^53, as those of a usual scheme are).
    ///
    /// ```
    /// let third: rejudge_labels::Ratio = "1/3".parse()?;
    /// assert_eq!(third.to_f64(), 1.0 / 3.0);
    /// # Ok::<(), rejudge_labels::RatioError>(())
    /// ```
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

pub(crate) fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Add for Ratio {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let numerator = self.numerator * other.denominator + other.numerator * self.denominator;
        Self::new(numerator, self.denominator * other.denominator)
    }
}

impl Sub for Ratio {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + Self { numerator: -other.numerator, ..other }
    }
}

impl Mul for Ratio {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self::new(self.numerator * other.numerator, self.denominator * other.denominator)
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.numerator * other.denominator).cmp(&(other.numerator * self.denominator))
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.numerator)?;
        if self.denominator == 1 { Ok(()) } else { write!(f, "/{}", self.denominator) }
    }
}

/// A whole number, a decimal or a fraction.
///
/// ```
/// use rejudge_labels::Ratio;
/// let [a, b, c]: [Ratio; 3] = ["2/3".parse()?, "0.50".parse()?, "-3".parse()?];
/// assert_eq!([a, b, c].map(|number| number.to_string()), ["2/3", "1/2", "-3"]);
/// assert_eq!(
///     "1e3".parse::<Ratio>().unwrap_err().to_string(),
///     "found `1e3`, expected a number: `2`, `0.5` or `2/3`"
/// );
/// # Ok::<(), rejudge_labels::RatioError>(())
/// ```
impl FromStr for Ratio {
    type Err = RatioError;

    fn from_str(text: &str) -> Result<Self, RatioError> {
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
                (above, below) => Self::new(above, below),
            }
        } else if let Some((whole, decimals)) = unsigned.split_once('.') {
            if !digits(whole) || !digits(decimals) {
                return Err(syntax());
            }
            let decimals = decimals.trim_end_matches('0');
            let unit = 10_i128.checked_pow(decimals.len() as u32).filter(|&unit| unit <= LARGEST);
            Self::new(number(&format!("{whole}{decimals}"))?, unit.ok_or_else(range)?)
        } else if digits(unsigned) {
            Self::new(number(unsigned)?, 1)
        } else {
            return Err(syntax());
        };
        if value.denominator > LARGEST || value.numerator > LARGEST * value.denominator {
            return Err(range());
        }
        Ok(if unsigned.len() < text.len() { Self { numerator: -value.numerator, ..value } } else { value })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn ratio(text: &str) -> Ratio {
        text.parse().expect(text)
    }

    /// The worked example of section 3.1, which floating point misses by a bit or not, as it happens.
    #[test]
    fn one_and_two_thirds_and_one_third_average_to_two_thirds() {
        let mean = (Ratio::ONE + ratio("2/3") + ratio("1/3")).over(3);
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
            assert_eq!(text.parse::<Ratio>(), Err(RatioError::Syntax { found: text.to_owned() }), "{text}");
        }
        for text in
            ["10001", "0.00001", "1/10001", "99999999999999999999999999999999999999999999", "-10000.1"]
        {
            assert_eq!(text.parse::<Ratio>(), Err(RatioError::Range { found: text.to_owned() }), "{text}");
        }
    }

    proptest! {
        /// Against integers: all numbers as multiples of 1/(12 * 12).
        #[test]
        fn arithmetic_is_that_of_integers(a in -50_i128..50, b in 1_i128..=12, c in -50_i128..50, d in 1_i128..=12) {
            let (x, y) = (Ratio::new(a, b), Ratio::new(c, d));
            prop_assert_eq!(x + y, Ratio::new(a * d + c * b, b * d));
            prop_assert_eq!(x - y, Ratio::new(a * d - c * b, b * d));
            prop_assert_eq!(x * y, Ratio::new(a * c, b * d));
            prop_assert_eq!(x.cmp(&y), (a * d).cmp(&(c * b)));
            prop_assert_eq!(x.to_string().parse::<Ratio>(), Ok(x));
        }
    }
}
