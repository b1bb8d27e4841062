//! Exact numbers. Scores are exact fractions, because rounding could put a score just below the threshold that it
//! equals.
//!
//! A number in a file is between -[`MAX_NUMBER`] and [`MAX_NUMBER`], and its denominator is at most [`MAX_NUMBER`]. The common
//! denominator of a scheme's scores has the same bound, and an item has at most 1000 scores. So all numbers stay far below
//! 2^127, and no sum overflows.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::Error;

/// The bound on a number in a file, on its denominator, and on the common denominator of a scheme's scores.
pub(crate) const MAX_NUMBER: i128 = 10_000;

/// An exact number in lowest terms.
pub type Ratio = num_rational::Ratio<i128>;

/// A [`Ratio`] that is written as `2`, `0.5` or `2/3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Number(pub Ratio);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        exact_number(&String::deserialize(deserializer)?).map(Self).map_err(D::Error::custom)
    }
}

impl JsonSchema for Number {
    fn schema_name() -> Cow<'static, str> {
        "Number".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let pattern = r"^-?([0-9]+(\.[0-9]+)?|[0-9]+/0*[1-9][0-9]*)$";
        json_schema!({"type": "string", "pattern": pattern})
    }
}

/// Converts the number to floating point. The result is the nearest `f64` if numerator and denominator are below 2^53, as
/// they are in any usual scheme.
pub fn to_f64(number: &Ratio) -> f64 {
    *number.numer() as f64 / *number.denom() as f64
}

/// Reads a whole number, a decimal or a fraction.
///
/// ```
/// use rejudge_experiment::labels::exact_number;
/// let [a, b, c] = [exact_number("2/3")?, exact_number("0.50")?, exact_number("-3")?];
/// assert_eq!([a, b, c].map(|number| number.to_string()), ["2/3", "1/2", "-3"]);
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// If the text has another form, or the number is out of range.
pub fn exact_number(text: &str) -> Result<Ratio, String> {
    let escaped = text.escape_debug();
    let syntax_error = || format!("found `{escaped}`, expected a number: `2`, `0.5` or `2/3`");
    let range_error = || {
        format!(
            "the number `{escaped}` is out of range: expected -10000 to 10000, in steps of 1/10000 or larger"
        )
    };
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let number = |part: &str| part.parse::<i128>().map_err(|_| range_error());
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let split_at = |separator| unsigned.split_once(separator).filter(|(a, b)| is_digits(a) && is_digits(b));
    let value = if let Some((numerator, denominator)) = split_at('/') {
        match (number(numerator)?, number(denominator)?) {
            (_, 0) => return Err(syntax_error()),
            (numerator, denominator) => Ratio::new(numerator, denominator),
        }
    } else if let Some((integer, decimals)) = split_at('.') {
        let decimals = decimals.trim_end_matches('0');
        let unit = 10_i128.checked_pow(decimals.len() as u32).filter(|&unit| unit <= MAX_NUMBER);
        Ratio::new(number(&format!("{integer}{decimals}"))?, unit.ok_or_else(range_error)?)
    } else if is_digits(unsigned) {
        Ratio::from_integer(number(unsigned)?)
    } else {
        return Err(syntax_error());
    };
    if *value.denom() > MAX_NUMBER || *value.numer() > MAX_NUMBER * value.denom() {
        return Err(range_error());
    }
    Ok(if unsigned.len() < text.len() { -value } else { value })
}
