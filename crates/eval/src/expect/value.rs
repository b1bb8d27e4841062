//! Reads a printed value, and decides whether a score agrees with it.

use std::borrow::Cow;

use rejudge_experiment::printed::{Printed, Reading};

use super::conventions::Comparison;

/// The largest number of digits after the point that we compare. A program may write all digits of a float, but the last
/// ones depend on the order in which it adds.
const MAX_DIGITS: usize = 9;

/// Half a unit of the last digit that is compared.
const HALF_UNIT: f64 = 0.5e-9;

/// The smallest number of values to which a constant is fitted.
const MIN_FITTED: usize = 3;

/// Characters that papers and READMEs put next to a number: marks of significance, arrows, and emphasis.
const MARKS: [char; 20] = [
    '*', '\u{2217}', '\u{22c6}', '\u{2605}', '†', '‡', '§', '¶', '#', '_', '↑', '↓', '▲', '▼', '△', '▽', '⬆',
    '⬇', '\u{fe0f}', '°',
];

/// Returns a text without the marks and emphasis around it. For example, `**0.50**†` becomes `0.50`, and `AP ↑` becomes `AP`.
pub(super) fn without_marks(text: &str) -> &str {
    let inside = text.trim_matches(|c: char| MARKS.contains(&c) || c.is_whitespace());
    match inside.strip_suffix(')').and_then(|open| open.rsplit_once('(')) {
        // A table may have an arrow in parentheses, as in `AP (↑)`.
        Some((before, arrow)) if !arrow.is_empty() && arrow.chars().all(|c| MARKS.contains(&c)) => {
            without_marks(before)
        }
        _ => inside,
    }
}

/// Returns the text of a cell without its marks, and without a deviation after `±`, `+/-` or `+-`.
fn bare(text: &str) -> &str {
    let number = ["±", "+/-", "+-"].iter().find_map(|sign| text.split_once(sign));
    // The deviation may be in parentheses, as in `0.390 (± 0.02)`.
    let number = number.map_or(text, |(number, _)| number.trim_end().trim_end_matches('('));
    without_marks(number)
}

/// Parses a cell, which has a decimal, an integer or a percentage, or is blank. There may be marks around the number. Digits
/// after the ninth are rounded away. The error describes the mistake.
pub(super) fn printed(text: &str) -> Result<Printed, String> {
    let number = bare(text);
    // A cell of marks only, such as `*`, is an error. Without its marks it would be blank.
    let number = if number.is_empty() { text } else { number };
    let long = number.parse::<f64>().ok().filter(|value| {
        value.is_finite()
            && (number.contains(['e', 'E'])
                || number.split('.').nth(1).is_some_and(|digits| digits.len() > MAX_DIGITS))
    });
    let digits = long.map_or(Cow::Borrowed(number), |number| format!("{number:.MAX_DIGITS$}").into());
    match Printed::parse(&digits, Reading::default()) {
        Ok(value @ (Printed::Decimal { .. } | Printed::Integer(_) | Printed::Blank)) => Ok(value),
        _ => Err(match (with_point(number), without_letters(number)) {
            (Some(point), _) => format!("`{text}` has a decimal comma: write `{point}`"),
            (None, Some(number)) => format!("`{text}` has a mark: remove it, as in `{number}`"),
            (None, None) => format!("`{text}` is not a score, expected a number such as 0.25, 7 or 25%"),
        }),
    }
}

/// Replaces the decimal comma of a number by a point: `0,39` becomes `0.39`. Returns `None` for any other text.
pub(super) fn with_point(text: &str) -> Option<String> {
    let (integer, fraction) = text.split_once(',')?;
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_decimal =
        are_digits(integer.trim_start_matches('-')) && are_digits(fraction.trim_end_matches('%'));
    is_decimal.then(|| format!("{integer}.{fraction}"))
}

/// Returns true if the text is a number, possibly with a mark or a decimal comma.
pub(super) fn is_number(text: &str) -> bool {
    printed(text).is_ok_and(|value| value != Printed::Blank)
        || without_letters(bare(text)).is_some()
        || with_point(bare(text)).is_some()
}

/// Returns the number in a text that ends with letters, such as `0.50a`. We do not know whether the letters are a mark or a
/// unit.
fn without_letters(text: &str) -> Option<&str> {
    let digits = text.rfind(|c: char| c.is_ascii_digit())? + 1;
    let end = digits + usize::from(text[digits..].starts_with('%'));
    let (number, mark) = text.split_at(end);
    let value = Printed::parse(number, Reading::default()).ok()?;
    let is_marked = !mark.is_empty() && matches!(value, Printed::Decimal { .. } | Printed::Integer(_));
    is_marked.then_some(number)
}

/// Returns true if the printed value is the score, rounded or cut off to the printed digits. Programs write 1
/// for 1.0, so an integer that is not in hundredths is compared to nine digits: 0.7 does not agree with 1,
/// but 0.9999999999999999, a sum in another order, does.
pub(super) fn agrees(value: &Printed, score: f64, comparison: Comparison) -> bool {
    let in_hundredths = comparison.in_hundredths;
    let value = match *value {
        Printed::Decimal { number, percent } => {
            Printed::Decimal { number, percent: percent || in_hundredths }
        }
        Printed::Integer(number) if in_hundredths => {
            let reading = Reading { decimals: Some(0), percent: true, workings: false };
            Printed::parse(&number.to_string(), reading).expect("an integer is a printed value")
        }
        Printed::Integer(number) => return (score - number as f64).abs() < HALF_UNIT,
        other => other,
    };
    match value {
        Printed::Decimal { number, percent } if comparison.cut_off => {
            let places = number.digits as usize + if percent { 2 } else { 0 };
            // A program that adds in another order may get 0.3 where we get 0.29999999999999998, so we also
            // try a slightly larger score.
            [0.0, 1e-12]
                .iter()
                .any(|increase| cut_off(score.abs() + increase, places) == Some(number.units.unsigned_abs()))
                && (number.units == 0 || (number.units < 0) == (score < 0.0))
        }
        value => value.agrees(score),
    }
}

/// Cuts off the digits of `number >= 0` after some places, and removes the point. For example, 0.5763 to 2 places becomes 57.
fn cut_off(number: f64, places: usize) -> Option<u64> {
    let text = number.to_string();
    let (integer, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let digits: String = fraction.chars().chain(std::iter::repeat('0')).take(places).collect();
    format!("{integer}{digits}").parse().ok()
}

/// Fits the constant by which sums over topics were divided. `values` has each printed value with our mean
/// and the number of topics of this mean. The largest value gives an estimate of the constant. Printed values
/// are rounded, so we also try integers near the estimate. Returns `None` if no integer reproduces all
/// values, or if fewer than three values are above 0, because some constant often reproduces two values by
/// chance.
pub(super) fn constant_topics<'a>(
    values: impl Iterator<Item = (&'a Printed, (f64, usize))> + Clone,
    comparison: Comparison,
) -> Option<u64> {
    let number = |value: &Printed| match *value {
        Printed::Decimal { number, percent } => {
            let number = number.units as f64 / 10_f64.powi(number.digits as i32);
            Some(if percent || comparison.in_hundredths { number / 100.0 } else { number })
        }
        Printed::Integer(number) if comparison.in_hundredths => Some(number as f64 / 100.0),
        Printed::Integer(number) => Some(number as f64),
        _ => None,
    };
    let sums =
        values.clone().filter_map(|(value, (mean, topics))| Some((number(value)?, mean * topics as f64)));
    let sums = sums.filter(|(value, _)| *value > 0.0);
    if sums.clone().count() < MIN_FITTED {
        return None;
    }
    let (value, sum) = sums.max_by(|(x, _), (y, _)| x.total_cmp(y))?;
    let estimate = (sum / value).round();
    // The rounding of a value with three digits changes the estimate by at most 0.5%. We allow 1%.
    let tolerance = (estimate / 100.0).ceil();
    let (from, to) = ((estimate - tolerance).max(1.0) as u64, (estimate + tolerance) as u64);
    (from..=to).find(|constant| {
        values
            .clone()
            .all(|(value, (mean, topics))| agrees(value, mean * topics as f64 / *constant as f64, comparison))
    })
}
