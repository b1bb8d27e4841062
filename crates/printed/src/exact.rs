//! Exact fractions and the intervals that rounding leaves, so that no relation hides behind an epsilon.

use std::fmt;
use std::ops::{Add, Div, Mul, Sub};

use num_traits::{CheckedAdd, CheckedMul, CheckedSub};

use super::printed_decimal::PrintedDecimal;

/// A fraction in lowest terms. A result that cannot be held is never wrapped: `checked_add` and its like have
/// `None`, the operators panic.
///
/// Printed tables hold at most six digits and at most a few hundred topics or pairs, far from the
/// range of `i128`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ratio(num_rational::Ratio<i128>);

impl Ratio {
    /// `num / den`.
    ///
    /// # Panics
    /// When `den` is 0.
    pub fn new(num: i128, den: i128) -> Self {
        Self(num_rational::Ratio::new(num, den))
    }

    /// A whole number.
    pub fn whole(number: i64) -> Self {
        Self(i128::from(number).into())
    }

    /// The largest whole number that is not above.
    pub fn floor(self) -> i128 {
        // The library's own goes through numbers that may be out of range.
        self.0.numer().div_euclid(*self.0.denom())
    }

    /// The smallest whole number that is not below.
    pub fn ceil(self) -> i128 {
        -Self(-self.0).floor()
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
        (self * Self::new(10_i128.pow(digits), 1)).0.round().to_integer()
    }
}

impl fmt::Display for Ratio {
    /// `105`, or `21/10`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Ratio {
    /// The sum; `None` where it cannot be held.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        Self::held(self.0.checked_add(&other.0))
    }

    /// The difference; `None` where it cannot be held.
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        Self::held(self.0.checked_sub(&other.0))
    }

    /// The product; `None` where it cannot be held.
    pub fn checked_mul(self, other: Self) -> Option<Self> {
        Self::held(self.0.checked_mul(&other.0))
    }

    /// The quotient; `None` where it cannot be held, or `other` is 0.
    pub fn checked_div(self, other: Self) -> Option<Self> {
        (other != Self::whole(0)).then(|| Self(other.0.recip())).and_then(|inverse| self.checked_mul(inverse))
    }

    /// `None` for the one numerator whose opposite there is not, too.
    fn held(number: Option<num_rational::Ratio<i128>>) -> Option<Self> {
        number.filter(|number| *number.numer() != i128::MIN).map(Self)
    }
}

/// Why the operators need no check.
const IN_RANGE: &str = "printed numbers have up to 18 digits, far from the range of i128";

impl Add for Ratio {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.checked_add(other).expect(IN_RANGE)
    }
}

impl Sub for Ratio {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.checked_sub(other).expect(IN_RANGE)
    }
}

impl Mul for Ratio {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        self.checked_mul(other).expect(IN_RANGE)
    }
}

impl Div for Ratio {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        self.checked_div(other).expect(IN_RANGE)
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

    /// Sums, products and comparisons at the ends of the range: what cannot be held is refused, not wrapped.
    #[test]
    fn nothing_wraps_at_the_ends_of_the_range() {
        let (most, two) = (Ratio::new(i128::MAX, 1), Ratio::whole(2));
        let least = Ratio::new(-i128::MAX, 1);
        assert_eq!([most.checked_add(two), most.checked_mul(two), least.checked_sub(two)], [None; 3]);
        assert_eq!(least.checked_sub(Ratio::whole(1)), None, "its opposite could not be held");
        assert_eq!(most.checked_div(Ratio::new(1, 2)), None);
        assert_eq!(two.checked_div(Ratio::whole(0)), None);
        assert_eq!(most.checked_mul(Ratio::new(1, i128::MAX)), Some(Ratio::whole(1)));
        let (third, tiny) = (Ratio::new(1, 3), Ratio::new(1, i128::MAX));
        assert!(least < tiny && tiny < third && third < most);
        assert_eq!((most.floor(), most.ceil(), least.ceil()), (i128::MAX, i128::MAX, -i128::MAX));
        assert_eq!(most.shown(0), i128::MAX.to_string());
        assert_eq!(Ratio::new(i128::MAX, 2).rounded(0), i128::MAX / 2 + 1);
    }

    #[test]
    #[should_panic(expected = "far from the range of i128")]
    fn an_operator_does_not_wrap() {
        let _ = Ratio::new(i128::MAX, 1) * Ratio::whole(2);
    }
}
