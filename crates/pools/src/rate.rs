//! Shares of documents, as exact decimals: a share has the value that the user wrote, not that of the nearest double.

use std::str::FromStr;

/// The rounding of a share of documents to a whole number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// Rounds down.
    #[default]
    Floor,
    /// Rounds up.
    Ceil,
    /// Rounds to the nearest integer, a half up.
    HalfUp,
    /// Rounds to the nearest integer, a half to the even one.
    HalfEven,
}

impl Rounding {
    /// The words for the roundings.
    pub(crate) const WORDS: &[(&str, &str)] = &[
        ("floor", "Rounds down."),
        ("ceil", "Rounds up."),
        ("half-up", "Rounds to the nearest integer, a half up."),
        ("half-even", "Rounds to the nearest integer, a half to the even one."),
    ];

    /// Returns the rounding that this word names, which is [`Floor`](Self::Floor) for any unknown word.
    pub(crate) fn from_word(word: &str) -> Self {
        match word {
            "ceil" => Self::Ceil,
            "half-up" => Self::HalfUp,
            "half-even" => Self::HalfEven,
            _ => Self::Floor,
        }
    }
}

/// A share, as an exact decimal: `0.29` of 100 documents is 29, but the double nearest to 0.29 gives 28.
/// Trailing zeros make no difference.
///
/// ```
/// use rejudge_pools::{Rate, Rounding};
///
/// let rate = |text: &str| text.parse::<Rate>();
/// assert_eq!(rate("0.29")?.count(100, Rounding::Floor), 29);
/// assert_eq!((0.29 * 100.0) as usize, 28);
/// assert_eq!((rate(".5")?, rate("1")?.count(7, Rounding::Floor)), (rate("0.50")?, 7));
/// let error = rate("1.5").unwrap_err();
/// assert_eq!(error.to_string(), "`1.5` is not a decimal fraction from 0 to 1 with at most 15 decimal places");
/// # Ok::<(), rejudge_pools::RateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rate {
    numerator: u64,
    denominator: u64,
}

/// The error for a text that is not a rate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a decimal fraction from 0 to 1 with at most 15 decimal places")]
pub struct RateError(String);

impl FromStr for Rate {
    type Err = RateError;

    /// Reads a plain decimal, such as `0.29`.
    ///
    /// # Errors
    /// If the text is not a plain decimal (without sign or exponent), is above 1, or has more than 15 digits
    /// after the point, not counting zeros at the end.
    fn from_str(text: &str) -> Result<Self, RateError> {
        let error = || RateError(text.to_owned());
        let (integer, digits) = text.split_once('.').unwrap_or((text, ""));
        let is_digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
        if integer.len() + digits.len() == 0 || !is_digits(integer) || !is_digits(digits) {
            return Err(error());
        }
        // Zeros at the end are removed, so that 0.1 and 0.10 are equal, also as keys.
        let digits = digits.trim_end_matches('0');
        if digits.len() > 15 {
            return Err(error());
        }
        let denominator = 10_u64.pow(digits.len() as u32);
        // The leading zero is for `.0`, which would leave an empty string.
        let numerator = format!("0{integer}{digits}").parse().map_err(|_| error())?;
        (numerator <= denominator).then_some(Self { numerator, denominator }).ok_or_else(error)
    }
}

impl Rate {
    /// Returns true if `part` is at least this share of `whole`, exactly.
    ///
    /// ```
    /// let share: rejudge_pools::Rate = "0.95".parse()?;
    /// assert!(share.is_reached_by(19, 20) && !share.is_reached_by(18, 19));
    /// # Ok::<(), rejudge_pools::RateError>(())
    /// ```
    #[must_use]
    pub fn is_reached_by(self, part: usize, whole: usize) -> bool {
        part as u128 * u128::from(self.denominator) >= whole as u128 * u128::from(self.numerator)
    }

    /// Returns `rate x count`, computed exactly and then rounded; never more than `count`.
    ///
    /// ```
    /// use rejudge_pools::{Rate, Rounding::*};
    /// let rate: Rate = "0.3".parse()?;
    /// let rounded = |count| [Floor, Ceil, HalfUp, HalfEven].map(|rounding| rate.count(count, rounding));
    /// assert_eq!(rounded(14), [4, 5, 4, 4]); // 4.2
    /// assert_eq!(rounded(15), [4, 5, 5, 4]); // 4.5
    /// assert_eq!(rounded(25), [7, 8, 8, 8]); // 7.5
    /// assert_eq!(rounded(20), [6, 6, 6, 6]);
    /// # Ok::<(), rejudge_pools::RateError>(())
    /// ```
    #[must_use]
    pub fn count(self, count: usize, rounding: Rounding) -> usize {
        let (product, denominator) =
            (u128::from(self.numerator) * count as u128, u128::from(self.denominator));
        let (floor, twice_rest) = (product / denominator, 2 * (product % denominator));
        let rounds_up = match rounding {
            Rounding::Floor => false,
            Rounding::Ceil => twice_rest > 0,
            Rounding::HalfUp => twice_rest >= denominator,
            Rounding::HalfEven => twice_rest > denominator || (twice_rest == denominator && floor % 2 == 1),
        };
        floor as usize + usize::from(rounds_up)
    }
}
