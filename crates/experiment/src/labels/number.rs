//! Exact numbers. Scores are fractions, so that a score that equals a threshold reaches it.
//!
//! A number in a file is at most [`LARGEST`] from 0, and its denominator is at most [`LARGEST`]. The common denominator of
//! a scheme's scores has the same bound, and an item has at most 1000 scores. So all numbers stay far below 2^127, and
//! nothing overflows.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::Error;

/// The bound on a number in a file, on its denominator, and on the common denominator of a scheme's scores.
pub(crate) const LARGEST: i128 = 10_000;

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

/// Returns the number in floating point. The result is the nearest one, unless numerator or denominator reach 2^53, which
/// they do in no usual scheme.
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
/// If the text is not such a number, or the number is out of range.
pub fn exact_number(text: &str) -> Result<Ratio, String> {
    let escaped = text.escape_debug();
    let syntax = || format!("found `{escaped}`, expected a number: `2`, `0.5` or `2/3`");
    let range = || {
        format!("the number `{escaped}` is out of range: at most 10000 from 0, in units of 1/10000 or larger")
    };
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let number = |part: &str| part.parse::<i128>().map_err(|_| range());
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let value = if let Some((above, below)) = unsigned.split_once('/').filter(|(a, b)| digits(a) && digits(b))
    {
        match (number(above)?, number(below)?) {
            (_, 0) => return Err(syntax()),
            (above, below) => Ratio::new(above, below),
        }
    } else if let Some((whole, part)) = unsigned.split_once('.').filter(|(a, b)| digits(a) && digits(b)) {
        let decimals = part.trim_end_matches('0');
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
