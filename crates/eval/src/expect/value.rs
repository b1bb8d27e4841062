//! A printed value: how it is read, and whether a score agrees with it.

use std::borrow::Cow;

use rejudge_experiment::printed::{Printed, Reading};

use super::conventions::Comparison;

/// Most digits after the point that are compared: those of a table. Programs write all digits of a number.
const MOST_DIGITS: usize = 9;

/// Parses the value of a cell, with at most nine digits after its point: a decimal, an integer, a percentage or a
/// blank. The error describes the mistake.
pub(super) fn printed(text: &str) -> Result<Printed, String> {
    let long = text.parse::<f64>().ok().filter(|number| {
        number.is_finite()
            && (text.contains(['e', 'E'])
                || text.split('.').nth(1).is_some_and(|digits| digits.len() > MOST_DIGITS))
    });
    let digits = long.map_or(Cow::Borrowed(text), |number| format!("{number:.MOST_DIGITS$}").into());
    match Printed::parse(&digits, Reading::default()) {
        Ok(value @ (Printed::Decimal { .. } | Printed::Integer(_) | Printed::Blank)) => Ok(value),
        _ => Err(match without_mark(text) {
            Some(number) => format!("`{text}` has a mark: remove it, as in `{number}`"),
            None => format!("`{text}` is not a score, expected a number such as 0.25, 7 or 25%"),
        }),
    }
}

/// Returns true if the text is a number, or one with a mark.
pub(super) fn is_number(text: &str) -> bool {
    printed(text).is_ok_and(|value| value != Printed::Blank) || without_mark(text).is_some()
}

/// The number of a text that ends with a mark, such as `0.50*`.
fn without_mark(text: &str) -> Option<&str> {
    let digits = text.rfind(|c: char| c.is_ascii_digit())? + 1;
    let end = digits + usize::from(text[digits..].starts_with('%'));
    let (number, mark) = text.split_at(end);
    let value = Printed::parse(number, Reading::default()).ok()?;
    let is_marked = !mark.is_empty() && matches!(value, Printed::Decimal { .. } | Printed::Integer(_));
    is_marked.then_some(number)
}

/// Returns true if the score gives the printed value.
pub(super) fn agrees(value: &Printed, score: f64, comparison: Comparison) -> bool {
    let Comparison { in_hundredths, cut_off } = comparison;
    let value = match *value {
        Printed::Decimal { number, percent } => {
            Printed::Decimal { number, percent: percent || in_hundredths }
        }
        Printed::Integer(number) if in_hundredths => {
            let reading = Reading { decimals: Some(0), percent: true, workings: false };
            Printed::parse(&number.to_string(), reading).expect("an integer is a printed value")
        }
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
