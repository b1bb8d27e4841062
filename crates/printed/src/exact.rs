//! Exact fractions and the intervals that rounding leaves, so that no relation hides behind an epsilon.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Div, Mul, RangeInclusive, Sub};

use super::printed_decimal::PrintedDecimal;

/// A fraction in lowest terms with a positive denominator.
///
/// Printed tables hold at most six digits and at most a few hundred topics or pairs, far from the
/// range of `i128`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio {
    num: i128,
    den: i128,
}

impl Ratio {
    /// `num / den`.
    ///
    /// # Panics
    /// When `den` is 0.
    pub fn new(num: i128, den: i128) -> Self {
        assert!(den != 0, "a fraction needs a denominator");
        let common = greatest_common_divisor(num.abs(), den.abs()).max(1) * den.signum();
        Self { num: num / common, den: den / common }
    }

    /// A whole number.
    pub fn whole(number: i64) -> Self {
        Self { num: i128::from(number), den: 1 }
    }

    /// The largest whole number that is not above.
    pub fn floor(self) -> i128 {
        self.num.div_euclid(self.den)
    }

    /// The smallest whole number that is not below.
    pub fn ceil(self) -> i128 {
        -(-self.num).div_euclid(self.den)
    }

    /// The number rounded to `digits` digits after the point; `None` where it is too large.
    pub fn rounded_decimal(self, digits: u32) -> Option<PrintedDecimal> {
        self.checked_mul(Self::new(10_i128.pow(digits), 1))?;
        Some(PrintedDecimal { units: i64::try_from(self.rounded(digits)).ok()?, digits })
    }

    /// The number with `digits` digits after the point, for people.
    pub fn shown(self, digits: u32) -> String {
        self.rounded_decimal(digits).map_or_else(|| self.to_string(), |decimal| decimal.to_string())
    }

    /// The number rounded to `digits` digits after the point, as a count of `10^-digits`; an exact
    /// half goes away from zero, as in printed percentages.
    pub fn rounded(self, digits: u32) -> i128 {
        let scaled = self * Self::new(10_i128.pow(digits), 1);
        let half = Self::new(1, 2);
        if scaled.num < 0 { (scaled - half).ceil() } else { (scaled + half).floor() }
    }
}

fn greatest_common_divisor(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

impl fmt::Display for Ratio {
    /// `105`, or `21/10`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.num)?;
        if self.den == 1 { Ok(()) } else { write!(f, "/{}", self.den) }
    }
}

impl Ratio {
    /// The sum; `None` where it cannot be held.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        let num = self.num.checked_mul(other.den)?.checked_add(other.num.checked_mul(self.den)?)?;
        Self::checked(num, self.den.checked_mul(other.den)?)
    }

    /// The difference; `None` where it cannot be held.
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.checked_add(Self { num: other.num.checked_neg()?, ..other })
    }

    /// The product; `None` where it cannot be held.
    pub fn checked_mul(self, other: Self) -> Option<Self> {
        Self::checked(self.num.checked_mul(other.num)?, self.den.checked_mul(other.den)?)
    }

    /// The quotient; `None` where it cannot be held, or `other` is 0.
    pub fn checked_div(self, other: Self) -> Option<Self> {
        Self::checked(self.num.checked_mul(other.den)?, self.den.checked_mul(other.num)?)
    }

    /// `num / den`; `None` for a denominator of 0, and for the one numerator whose opposite there is not.
    fn checked(num: i128, den: i128) -> Option<Self> {
        (den != 0 && num != i128::MIN && den != i128::MIN).then(|| Self::new(num, den))
    }
}

/// Why the operators need no check.
const IN_RANGE: &str = "printed numbers have up to 18 digits, far from the range of i128";

impl Add for Ratio {
    type Output = Self;
    #[expect(clippy::expect_used, reason = "the operators are for printed numbers, which are short")]
    fn add(self, other: Self) -> Self {
        self.checked_add(other).expect(IN_RANGE)
    }
}

impl Sub for Ratio {
    type Output = Self;
    #[expect(clippy::expect_used, reason = "the operators are for printed numbers, which are short")]
    fn sub(self, other: Self) -> Self {
        self.checked_sub(other).expect(IN_RANGE)
    }
}

impl Mul for Ratio {
    type Output = Self;
    #[expect(clippy::expect_used, reason = "the operators are for printed numbers, which are short")]
    fn mul(self, other: Self) -> Self {
        self.checked_mul(other).expect(IN_RANGE)
    }
}

impl Div for Ratio {
    type Output = Self;
    #[expect(clippy::expect_used, reason = "the operators are for printed numbers, which are short")]
    fn div(self, other: Self) -> Self {
        self.checked_div(other).expect(IN_RANGE)
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.num * other.den).cmp(&(other.num * self.den))
    }
}

/// All numbers that a printed one may stand for; both ends belong to it, because a half may have
/// been rounded either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The smallest.
    pub low: Ratio,
    /// The largest.
    pub high: Ratio,
}

impl Interval {
    /// A number known exactly.
    pub fn point(number: Ratio) -> Self {
        Self { low: number, high: number }
    }

    /// Whether `number` lies in it.
    pub fn contains(&self, number: Ratio) -> bool {
        self.low <= number && number <= self.high
    }

    /// The whole numbers `n` for which `n / steps` lies in it; the range is empty when there is none.
    pub fn multiples(&self, steps: i64) -> RangeInclusive<i128> {
        let steps = Ratio::whole(steps);
        (self.low * steps).ceil()..=(self.high * steps).floor()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floors_and_ceilings_of_negative_fractions() {
        assert_eq!((Ratio::new(-7, 2).floor(), Ratio::new(-7, 2).ceil()), (-4, -3));
        assert_eq!((Ratio::new(7, -2).floor(), Ratio::new(6, 2).ceil()), (-4, 3));
    }

    #[test]
    fn halves_round_away_from_zero() {
        assert_eq!(Ratio::new(9, 8).rounded(2), 113);
        assert_eq!(Ratio::new(-9, 8).rounded(2), -113);
        assert_eq!(Ratio::new(1, 3).rounded(1), 3);
    }

    #[test]
    fn arithmetic_is_exact() {
        let third = Ratio::new(1, 3);
        assert_eq!(third + third + third, Ratio::whole(1));
        assert_eq!(Ratio::new(2, 3) / third - third * Ratio::whole(6), Ratio::whole(0));
        assert!(Ratio::new(333, 1000) < third && third < Ratio::new(334, 1000));
    }

    #[test]
    fn multiples_of_a_seventh() {
        let printed = Interval { low: Ratio::new(425, 1000), high: Ratio::new(435, 1000) };
        assert_eq!(printed.multiples(7), 3..=3);
        assert!(printed.multiples(2).is_empty());
    }
}
