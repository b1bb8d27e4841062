//! A printed value: how it is read, and whether a score agrees with it.

use std::borrow::Cow;

use rejudge_experiment::printed::{Printed, Reading};

use super::conventions::Comparison;

/// Most digits after the point that are compared: those of a table. Programs write all digits of a number.
const MOST_DIGITS: usize = 9;

/// Half a unit of the last of these digits.
const EXACT: f64 = 0.5e-9;

/// The fewest values that a constant is fitted to.
const FEWEST_FITTED: usize = 3;

/// Characters that papers and READMEs put beside a number: marks of significance, arrows, and emphasis.
const MARKS: [char; 20] = [
    '*', '\u{2217}', '\u{22c6}', '\u{2605}', '†', '‡', '§', '¶', '#', '_', '↑', '↓', '▲', '▼', '△', '▽', '⬆',
    '⬇', '\u{fe0f}', '°',
];

/// Returns a text without the marks and emphasis around it: `**0.50**†` is `0.50`, and `AP ↑` is `AP`.
pub(super) fn without_marks(text: &str) -> &str {
    let inside = text.trim_matches(|c: char| MARKS.contains(&c) || c.is_whitespace());
    match inside.strip_suffix(')').and_then(|open| open.rsplit_once('(')) {
        // An arrow in parentheses, as in `AP (↑)`.
        Some((before, arrow)) if !arrow.is_empty() && arrow.chars().all(|c| MARKS.contains(&c)) => {
            without_marks(before)
        }
        _ => inside,
    }
}

/// Returns the number of a cell without its marks, and without a deviation after `±` or `+-`.
fn bare(text: &str) -> &str {
    let number = ["±", "+/-", "+-"].iter().find_map(|sign| text.split_once(sign));
    // A deviation in parentheses, as in `0.390 (± 0.02)`.
    let number = number.map_or(text, |(number, _)| number.trim_end().trim_end_matches('('));
    without_marks(number)
}

/// Parses the value of a cell, with at most nine digits after its point: a decimal, an integer, a percentage or a
/// blank, with or without marks. The error describes the mistake.
pub(super) fn printed(text: &str) -> Result<Printed, String> {
    let number = bare(text);
    // A dash is a blank, and so is a cell with a mark only.
    let number = if number.is_empty() { text } else { number };
    let long = number.parse::<f64>().ok().filter(|value| {
        value.is_finite()
            && (number.contains(['e', 'E'])
                || number.split('.').nth(1).is_some_and(|digits| digits.len() > MOST_DIGITS))
    });
    let digits = long.map_or(Cow::Borrowed(number), |number| format!("{number:.MOST_DIGITS$}").into());
    match Printed::parse(&digits, Reading::default()) {
        Ok(value @ (Printed::Decimal { .. } | Printed::Integer(_) | Printed::Blank)) => Ok(value),
        _ => Err(match (with_point(number), without_letters(number)) {
            (Some(point), _) => format!("`{text}` has a decimal comma: write `{point}`"),
            (None, Some(number)) => format!("`{text}` has a mark: remove it, as in `{number}`"),
            (None, None) => format!("`{text}` is not a score, expected a number such as 0.25, 7 or 25%"),
        }),
    }
}

/// Returns a number with a decimal comma, such as `0,39`, with a point.
pub(super) fn with_point(text: &str) -> Option<String> {
    let (whole, fraction) = text.split_once(',')?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_decimal = digits(whole.trim_start_matches('-')) && digits(fraction.trim_end_matches('%'));
    is_decimal.then(|| format!("{whole}.{fraction}"))
}

/// Returns true if the text is a number, or one with a mark.
pub(super) fn is_number(text: &str) -> bool {
    printed(text).is_ok_and(|value| value != Printed::Blank)
        || without_letters(bare(text)).is_some()
        || with_point(bare(text)).is_some()
}

/// The number of a text that ends with letters, such as `0.50a`: they may be a mark or a unit.
fn without_letters(text: &str) -> Option<&str> {
    let digits = text.rfind(|c: char| c.is_ascii_digit())? + 1;
    let end = digits + usize::from(text[digits..].starts_with('%'));
    let (number, mark) = text.split_at(end);
    let value = Printed::parse(number, Reading::default()).ok()?;
    let is_marked = !mark.is_empty() && matches!(value, Printed::Decimal { .. } | Printed::Integer(_));
    is_marked.then_some(number)
}

/// Returns true if the score gives the printed value. A whole number is compared to as many digits as a long decimal: programs
/// write 1 for 1.0, and a sum in another order is 0.9999999999999999. It is not rounded to, so 0.7 does not give 1.
pub(super) fn agrees(value: &Printed, score: f64, comparison: Comparison) -> bool {
    let Comparison { in_hundredths, cut_off, .. } = comparison;
    let value = match *value {
        Printed::Decimal { number, percent } => {
            Printed::Decimal { number, percent: percent || in_hundredths }
        }
        Printed::Integer(number) if in_hundredths => {
            let reading = Reading { decimals: Some(0), percent: true, workings: false };
            Printed::parse(&number.to_string(), reading).expect("an integer is a printed value")
        }
        Printed::Integer(number) => return (score - number as f64).abs() < EXACT,
        other => other,
    };
    match value {
        Printed::Decimal { number, percent } if cut_off => {
            let places = number.digits as usize + if percent { 2 } else { 0 };
            // A sum in another order may end just above a digit instead of just below it.
            [0.0, 1e-12]
                .iter()
                .any(|more| cut(score.abs() + more, places) == Some(number.units.unsigned_abs()))
                && (number.units == 0 || (number.units < 0) == (score < 0.0))
        }
        value => value.agrees(score),
    }
}

/// Returns the digits of `number >= 0` down to so many places after the point, as one integer.
fn cut(number: f64, places: usize) -> Option<u64> {
    let text = number.to_string();
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let digits: String = fraction.chars().chain(std::iter::repeat('0')).take(places).collect();
    format!("{whole}{digits}").parse().ok()
}

/// Returns the number by which the sums of all topics are divided to give the printed values, of `(printed, (mean, topics))`. It
/// is the one that the largest sum gives, or a neighbour, because a printed value is rounded. Returns `None` if fewer than three
/// values are above 0, because some number gives any two, or if no number gives all values.
pub(super) fn constant_topics<'a>(
    values: impl Iterator<Item = (&'a Printed, (f64, usize))> + Clone,
    comparison: Comparison,
) -> Option<u64> {
    let shown = |value: &Printed| match *value {
        Printed::Decimal { number, percent } => {
            let number = number.units as f64 / 10_f64.powi(number.digits as i32);
            Some(if percent || comparison.in_hundredths { number / 100.0 } else { number })
        }
        Printed::Integer(number) if comparison.in_hundredths => Some(number as f64 / 100.0),
        Printed::Integer(number) => Some(number as f64),
        _ => None,
    };
    let sums =
        values.clone().filter_map(|(value, (mean, topics))| Some((shown(value)?, mean * topics as f64)));
    let sums = sums.filter(|(value, _)| *value > 0.0);
    if sums.clone().count() < FEWEST_FITTED {
        return None;
    }
    let (value, sum) = sums.max_by(|(x, _), (y, _)| x.total_cmp(y))?;
    let near = (sum / value).round();
    // A value of three digits gives the number to a two-hundredth.
    let reach = (near / 100.0).ceil();
    let (from, to) = ((near - reach).max(1.0) as u64, (near + reach) as u64);
    (from..=to).find(|constant| {
        values
            .clone()
            .all(|(value, (mean, topics))| agrees(value, mean * topics as f64 / *constant as f64, comparison))
    })
}
