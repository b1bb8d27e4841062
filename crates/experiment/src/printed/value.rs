//! The grammar of a printed value, digit by digit.
//!
//! | printed | read as |
//! |---|---|
//! | `.981`, `0.90`, `-0.27%` | [`Printed::Decimal`], with the digits after the point |
//! | `129`, `858,400` | [`Printed::Integer`]; with `decimals: 3` a printed `1` is the decimal 1.000 |
//! | `77/120`, `77/120 =64.2%` | [`Printed::Fraction`] |
//! | `(1+3)/(2+6)=.5000`, if a table has `workings` | [`Printed::Working`] |
//! | `[292, 2050]` | [`Printed::Range`] |
//! | `approx. 528,000` | [`Printed::Approximate`] |
//! | `10(12)` | [`Printed::OfAll`]: ten used of twelve |
//! | `<.001`, `>.99` | [`Printed::Below`], [`Printed::Above`] |
//! | `6↓8` | [`Printed::Ranks`] |
//! | empty, `-`, `--`, `—` | [`Printed::Blank`]: not printed, never compared |
//!
//! [`Printed::agrees`] compares a computed number with these.

use super::printed_decimal::PrintedDecimal;
use super::working::Working;

/// The value of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Printed {
    /// A number with digits after the point, or a percentage.
    Decimal {
        /// The digits.
        number: PrintedDecimal,
        /// True if it counts hundredths.
        percent: bool,
    },
    /// A whole number.
    Integer(i64),
    /// A part of a whole, with the percentage if it is printed too.
    Fraction {
        part: i64,
        /// The whole.
        whole: i64,
        /// `=64.2%`.
        percent: Option<PrintedDecimal>,
    },
    /// A quotient and its result.
    Working(Working),
    /// From the smallest to the largest.
    Range {
        /// The smallest.
        low: i64,
        /// The largest.
        high: i64,
    },
    /// A number marked as approximate; trailing zeros are not significant.
    Approximate(i64),
    /// The number used, and the number of all.
    OfAll {
        /// The number used.
        used: i64,
        /// All.
        all: i64,
    },
    /// Less than.
    Below(PrintedDecimal),
    /// More than.
    Above(PrintedDecimal),
    /// A rank before and after.
    Ranks {
        /// With the original judgments.
        before: u32,
        /// With the changed ones.
        after: u32,
    },
    /// No number, only text.
    Words,
    Blank,
}

/// The way to read the cells of one quantity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Digits after the point of every number, for tables that print 1.000 as `1`.
    pub decimals: Option<u32>,
    /// Every number is a percentage, with or without its sign.
    pub percent: bool,
    /// True if `3/19=.1579` is a quotient with its result, and not a fraction with its percentage.
    pub workings: bool,
}

impl Printed {
    /// Reads the text of a cell; the error describes the mistake.
    pub fn parse(text: &str, reading: Reading) -> Result<Self, String> {
        let text = text.trim();
        if let Some(working) = reading.workings.then(|| Working::parse(text)).flatten() {
            return Ok(Self::Working(working));
        }
        let value = Self::recognise(text).ok_or_else(|| format!("`{text}` is not a printed value"))?;
        match (value, reading.decimals) {
            (Self::Integer(number), Some(digits)) => {
                let most = PrintedDecimal::MOST_DIGITS;
                let scale = 10_i64.checked_pow(digits).filter(|_| digits <= most);
                let scale =
                    scale.ok_or_else(|| format!("`decimals` says {digits}, expected at most {most}"))?;
                let units = number.checked_mul(scale).ok_or_else(|| format!("`{text}` is too large"))?;
                Ok(Self::Decimal { number: PrintedDecimal { units, digits }, percent: reading.percent })
            }
            (Self::Decimal { number, .. }, Some(digits)) if number.digits != digits => Err(format!(
                "`{text}` has {} digits after the point, `decimals` says {digits}",
                number.digits
            )),
            (Self::Decimal { number, .. }, _) if reading.percent => {
                Ok(Self::Decimal { number, percent: true })
            }
            _ => Ok(value),
        }
    }

    fn recognise(text: &str) -> Option<Self> {
        if matches!(text, "" | "-" | "--" | "–" | "—") {
            return Some(Self::Blank);
        }
        if let Some(number) = text.strip_prefix('<') {
            return PrintedDecimal::parse(number.trim()).map(Self::Below);
        }
        if let Some(number) = text.strip_prefix('>') {
            return PrintedDecimal::parse(number.trim()).map(Self::Above);
        }
        if let Some(number) = text.strip_prefix("approx.") {
            return integer(number).map(Self::Approximate);
        }
        if let Some(inside) = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')) {
            let (low, high) = inside.split_once(", ").or_else(|| inside.split_once(','))?;
            return Some(Self::Range { low: integer(low)?, high: integer(high)? });
        }
        if let Some((used, all)) = text.strip_suffix(')').and_then(|t| t.split_once('(')) {
            return Some(Self::OfAll { used: integer(used)?, all: integer(all)? });
        }
        if let Some((part, rest)) = text.split_once('/') {
            let (whole, percent) = match rest.split_once('=') {
                Some((whole, percent)) => (whole, Some(percentage(percent)?)),
                None => (rest, None),
            };
            let whole = integer(whole).filter(|&whole| whole > 0)?;
            return Some(Self::Fraction { part: integer(part)?, whole, percent });
        }
        if let Some((before, after)) = text.split_once(['↑', '→', '↓']) {
            let rank = |t: &str| t.trim().parse::<u32>().ok().filter(|&rank| rank > 0);
            return Some(Self::Ranks { before: rank(before)?, after: rank(after)? });
        }
        if let Some(number) = text.strip_suffix('%') {
            return PrintedDecimal::parse(number.trim())
                .map(|number| Self::Decimal { number, percent: true });
        }
        let number = PrintedDecimal::parse(text)?;
        if number.digits == 0 {
            return Some(Self::Integer(number.units));
        }
        Some(Self::Decimal { number, percent: false })
    }
}

fn integer(text: &str) -> Option<i64> {
    let text = text.trim();
    let number = PrintedDecimal::parse(text).filter(|n| n.digits == 0 && !text.contains('.'))?;
    Some(number.units)
}

/// Reads a percentage after a fraction, with or without its sign (EVIA 2008 leaves it out).
fn percentage(text: &str) -> Option<PrintedDecimal> {
    let text = text.trim();
    PrintedDecimal::parse(text.strip_suffix('%').unwrap_or(text).trim_end())
}

#[cfg(test)]
#[path = "value_tests.rs"]
mod tests;
