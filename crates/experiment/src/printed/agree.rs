//! Agreement of a computed number with a printed one.
//!
//! The computed number is taken as the shortest decimal that reads back as the same `f64`, and its digits are compared.
//! A value that means 0.9805 therefore is exactly a half, regardless of its last binary digit, and agrees with `.980`
//! and with `.981`: papers round halves both ways.

use std::cmp::Ordering;

use super::printed_decimal::PrintedDecimal;
use super::value::Printed;

/// The unit of a computed number whose printed value is a percentage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// The whole is 1: 0.642 agrees with `64.2%`.
    Proportion,
    /// Hundredths: 64.2 agrees with `64.2%`.
    Percent,
}

impl Printed {
    /// Returns true if `computed` agrees. Returns `None` if the number cannot be compared with the printed value (a
    /// range, a rank change, a blank) or is not a number.
    ///
    /// `scale` matters only if a percentage is printed. A decimal agrees within half of its last digit, both ends
    /// included; an integer if equal; a fraction if `computed` is the quotient `part / whole` (times 100 before
    /// dividing, in percent); a working as its result; `approx. 528,000` within half of its last digit that is not 0; a
    /// bound if `computed` is strictly beyond it.
    pub fn agrees(&self, computed: f64, scale: Scale) -> Option<bool> {
        if !computed.is_finite() {
            return None;
        }
        let as_f64 = |number: i64| PrintedDecimal { units: number, digits: 0 }.nearest_f64();
        match *self {
            Self::Decimal { number, percent } => {
                let shift = if percent && scale == Scale::Proportion { 2 } else { 0 };
                Some(rounds_to(computed, number, shift))
            }
            Self::Integer(number) | Self::OfAll { used: number, .. } => Some(computed == as_f64(number)),
            Self::Fraction { part, whole, .. } => {
                let unit = if scale == Scale::Percent { 100.0 } else { 1.0 };
                Some(computed == unit * as_f64(part) / as_f64(whole))
            }
            Self::Approximate(number) => {
                let (mut units, mut zeros) = (number, 0);
                while units != 0 && units % 10 == 0 {
                    (units, zeros) = (units / 10, zeros + 1);
                }
                Some(rounds_to(computed, PrintedDecimal { units, digits: 0 }, -zeros))
            }
            Self::Below(bound) => Some(computed < bound.nearest_f64()),
            Self::Above(bound) => Some(computed > bound.nearest_f64()),
            Self::Working(working) => {
                Self::Decimal { number: working.result, percent: false }.agrees(computed, scale)
            }
            Self::Range { .. } | Self::Ranks { .. } | Self::Words | Self::Blank => None,
        }
    }
}

impl Printed {
    /// Returns the numbers in the value, each with the name of its part; a percentage as a share. A bound has none.
    pub fn numbers(&self) -> Vec<(&'static str, f64)> {
        let whole = |number: i64| PrintedDecimal { units: number, digits: 0 }.nearest_f64();
        match *self {
            Self::Range { low, high } => vec![("low", whole(low)), ("high", whole(high))],
            Self::OfAll { used, all } => vec![("used", whole(used)), ("all", whole(all))],
            Self::Ranks { before, after } => {
                vec![("before", f64::from(before)), ("after", f64::from(after))]
            }
            Self::Working(working) => {
                working.parts().map(|(name, number)| (name, number.nearest_f64())).into()
            }
            Self::Decimal { number, percent } => {
                vec![("", number.nearest_f64() / if percent { 100.0 } else { 1.0 })]
            }
            Self::Fraction { part, whole: of, .. } => vec![("", whole(part) / whole(of))],
            Self::Integer(number) | Self::Approximate(number) => vec![("", whole(number))],
            Self::Below(_) | Self::Above(_) | Self::Words | Self::Blank => Vec::new(),
        }
    }
}

impl PrintedDecimal {
    /// The `f64` nearest to the number.
    pub fn nearest_f64(self) -> f64 {
        format!("{}e-{}", self.units, self.digits).parse().expect("digits and an exponent are a number")
    }
}

/// Returns true if `computed * 10^shift` rounds to `printed`, a half being allowed to go either way.
fn rounds_to(computed: f64, printed: PrintedDecimal, shift: i32) -> bool {
    let places = i32::try_from(printed.digits).unwrap_or(i32::MAX).saturating_add(shift);
    let Some((below, rest)) = split_at(computed.abs(), places) else {
        return false;
    };
    let same_sign = printed.units == 0 || (printed.units < 0) == (computed < 0.0);
    let units = printed.units.unsigned_abs();
    let fits = match rest {
        Ordering::Less => units == below,
        Ordering::Equal => units == below || units == below + 1,
        Ordering::Greater => units == below + 1,
    };
    same_sign && fits
}

/// Cuts the shortest decimal of `number >= 0` after `places` digits after the point. Returns the whole number of
/// `10^-places` below it, and the comparison of the rest with half of one; `None` if it is larger than any printed
/// number.
fn split_at(number: f64, places: i32) -> Option<(u64, Ordering)> {
    let text = format!("{number:e}");
    let (mantissa, exponent) = text.split_once('e')?;
    let digits = mantissa.replace('.', "");
    // The position of the cut, counted from the first digit.
    let cut = exponent.parse::<i32>().ok()? + 1 + places;
    let Ok(cut) = usize::try_from(cut) else {
        return Some((0, Ordering::Less));
    };
    if cut > 18 {
        return (number == 0.0).then_some((0, Ordering::Less));
    }
    let (whole, rest) = digits.split_at(cut.min(digits.len()));
    let below = format!("0{whole}{}", "0".repeat(cut - whole.len())).parse().ok()?;
    let rest = rest.trim_end_matches('0');
    Some((below, rest.cmp("5")))
}

#[cfg(test)]
mod tests {
    use super::super::value::Reading;
    use super::*;

    fn agrees(text: &str, computed: f64) -> Option<bool> {
        Printed::parse(text, Reading::default())
            .unwrap_or_else(|e| panic!("{e}"))
            .agrees(computed, Scale::Proportion)
    }

    #[test]
    fn half_of_the_last_digit_both_ways() {
        for (text, computed) in [
            (".981", 0.981),
            (".981", 0.9805),
            (".980", 0.9805),
            (".981", 0.9815),
            (".982", 0.9815),
            (".981", 0.980_500_000_000_001),
            ("1.00", 0.995),
            ("1.00", 1.004_999),
            ("0.00", -0.004),
            ("0.00", 0.0),
            ("-0.27%", -0.002_714_16),
            ("29.8%", 0.2975),
            ("29.7%", 0.2975),
            ("100.0%", 1.0),
            (".5", 0.45),
            (".4", 0.45),
            ("0.0%", 1e-300),
        ] {
            assert_eq!(agrees(text, computed), Some(true), "{text} {computed}");
        }
        for (text, computed) in [
            (".981", 0.980_499_999),
            (".980", 0.980_500_000_000_001),
            (".981", 0.981_500_000_1),
            (".981", -0.981),
            ("-0.27%", 0.0027),
            ("29.8%", 29.8),
            ("29.8%", 0.2974),
            ("0.00", 0.0051),
            ("1.0", 1e20),
            ("0.1", 1e300),
        ] {
            assert_eq!(agrees(text, computed), Some(false), "{text} {computed}");
        }
    }

    #[test]
    fn percentages_may_be_computed_in_percent() {
        let change = Printed::parse("-0.27%", Reading::default()).unwrap_or_else(|e| panic!("{e}"));
        for (computed, in_percent, as_proportion) in
            [(-0.275, true, false), (-0.2751, false, false), (-0.0027, false, true)]
        {
            assert_eq!(change.agrees(computed, Scale::Percent), Some(in_percent), "{computed}");
            assert_eq!(change.agrees(computed, Scale::Proportion), Some(as_proportion), "{computed}");
        }
        let power = Printed::parse("77/120=64.2%", Reading::default()).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(power.agrees(100.0 * 77.0 / 120.0, Scale::Percent), Some(true));
    }

    #[test]
    fn other_forms() {
        for (text, computed, expected) in [
            // 1.005 is stored as 1.00499999999999989..; as a decimal it is a half.
            ("1.01", 1.005, Some(true)),
            ("1.00", 1.005, Some(true)),
            (".3", 0.1 + 0.2, Some(true)),
            ("129", 129.0, Some(true)),
            ("129", 129.000_001, Some(false)),
            ("10(12)", 10.0, Some(true)),
            ("10(12)", 12.0, Some(false)),
            ("77/120=64.2%", 77.0 / 120.0, Some(true)),
            ("77/120=64.2%", 0.642, Some(false)),
            ("approx. 528,000", 528_500.0, Some(true)),
            ("approx. 528,000", 528_501.0, Some(false)),
            ("<.001", 0.000_999, Some(true)),
            ("<.001", 0.001, Some(false)),
            (">.99", 0.991, Some(true)),
            ("[292, 2050]", 1.0, None),
            ("6↓8", 1.0, None),
            ("—", 1.0, None),
            (".981", f64::NAN, None),
            (".981", f64::INFINITY, None),
        ] {
            assert_eq!(agrees(text, computed), expected, "{text} {computed}");
        }
    }

    #[test]
    fn each_number_of_a_cell_has_the_name_of_its_part() {
        for (text, numbers) in [
            (".981", vec![("", 0.981)]),
            ("-0.27%", vec![("", -0.0027)]),
            ("77/120=64.2%", vec![("", 77.0 / 120.0)]),
            ("[292, 2050]", vec![("low", 292.0), ("high", 2050.0)]),
            ("10(12)", vec![("used", 10.0), ("all", 12.0)]),
            ("6↓8", vec![("before", 6.0), ("after", 8.0)]),
            ("approx. 528,000", vec![("", 528_000.0)]),
            ("<.001", vec![]),
            ("—", vec![]),
        ] {
            let printed = Printed::parse(text, Reading::default()).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(printed.numbers(), numbers, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn a_number_agrees_with_its_own_rounding(x in -1000.0_f64..1000.0, digits in 0_usize..6) {
            let text = format!("{x:.digits$}");
            let number = PrintedDecimal::parse(&text).expect("formatted digits");
            proptest::prop_assert!(rounds_to(x, number, 0), "{x} {text}");
            let beyond = PrintedDecimal { units: number.units + 2, ..number };
            proptest::prop_assert!(!rounds_to(x, beyond, 0));
        }
    }
}
