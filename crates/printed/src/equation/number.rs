//! What a formula comes to: a range of numbers, or a list of ranges. All of it is exact; what the fractions
//! cannot hold is refused.

use std::cmp::Ordering;

use crate::exact::{Interval, Ratio};

/// Largest exponent: no paper prints more, and the fractions stay exact.
const LARGEST_POWER: i64 = 16;

/// Most numbers of a list.
const MOST_NUMBERS: i128 = 10_000;

/// Why a number cannot be worked out.
pub(super) type ArithmeticFault = String;

/// A number, which stands for all numbers of an interval, or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    One(Interval),
    Many(Vec<Interval>),
}

impl Value {
    /// A whole number.
    pub(super) fn whole(number: i64) -> Self {
        Self::One(Interval::point(Ratio::whole(number)))
    }

    /// Its numbers.
    pub(super) fn numbers(&self) -> &[Interval] {
        match self {
            Self::One(number) => std::slice::from_ref(number),
            Self::Many(numbers) => numbers,
        }
    }

    /// Each of its numbers changed.
    pub(super) fn each(
        &self,
        change: impl Fn(Interval) -> Result<Interval, ArithmeticFault>,
    ) -> Result<Self, ArithmeticFault> {
        Ok(match self {
            Self::One(number) => Self::One(change(*number)?),
            Self::Many(numbers) => Self::Many(numbers.iter().map(|n| change(*n)).collect::<Result<_, _>>()?),
        })
    }

    /// Each number with its neighbour in `other`; one number goes with all.
    pub(super) fn with(
        &self,
        other: &Self,
        combine: fn(Interval, Interval) -> Result<Interval, ArithmeticFault>,
    ) -> Result<Self, ArithmeticFault> {
        match (self, other) {
            (Self::One(a), _) => other.each(|b| combine(*a, b)),
            (_, Self::One(b)) => self.each(|a| combine(a, *b)),
            (Self::Many(a), Self::Many(b)) if a.len() == b.len() => {
                let pairs = a.iter().zip(b);
                Ok(Self::Many(pairs.map(|(a, b)| combine(*a, *b)).collect::<Result<_, _>>()?))
            }
            (Self::Many(a), Self::Many(b)) => Err(format!("{} numbers beside {}", a.len(), b.len())),
        }
    }

    /// The one exact number that it is.
    pub(super) fn exact(&self) -> Result<Ratio, ArithmeticFault> {
        match self {
            Self::One(number) if number.low == number.high => Ok(number.low),
            _ => Err("an exact number is needed".to_owned()),
        }
    }

    /// The one whole number that it is.
    pub(super) fn count(&self) -> Result<i128, ArithmeticFault> {
        let number = self.exact()?;
        let whole = number.floor();
        if whole == number.ceil() {
            Ok(whole)
        } else {
            Err(format!("{} is no whole number", super::shown_number(number)))
        }
    }

    /// All whole numbers from `first` to `last`.
    pub(super) fn range(first: &Self, last: &Self) -> Result<Self, ArithmeticFault> {
        let (first, last) = (first.count()?, last.count()?);
        if last.saturating_sub(first) >= MOST_NUMBERS {
            return Err(format!("{first} to {last} are more than {MOST_NUMBERS} numbers"));
        }
        Ok(Self::Many((first..=last).map(|number| Interval::point(Ratio::new(number, 1))).collect()))
    }
}

fn held<T>(value: Option<T>) -> Result<T, ArithmeticFault> {
    value.ok_or_else(|| "too many digits to be worked out exactly".to_owned())
}

/// The order of two fractions of any size.
pub(super) fn order(a: Ratio, b: Ratio) -> Result<Ordering, ArithmeticFault> {
    Ok(held(a.checked_sub(b))?.cmp(&Ratio::whole(0)))
}

/// The smallest and the largest of some numbers.
fn spanning(numbers: &[Ratio]) -> Result<Interval, ArithmeticFault> {
    let mut span = Interval::point(numbers.first().copied().unwrap_or(Ratio::whole(0)));
    for &number in numbers {
        if order(number, span.low)? == Ordering::Less {
            span.low = number;
        }
        if order(number, span.high)? == Ordering::Greater {
            span.high = number;
        }
    }
    Ok(span)
}

/// The sum.
pub(super) fn sum(a: Interval, b: Interval) -> Result<Interval, ArithmeticFault> {
    if a.low == a.high && b.low == b.high {
        return Ok(Interval::point(held(a.low.checked_add(b.low))?));
    }
    Ok(Interval { low: held(a.low.checked_add(b.low))?, high: held(a.high.checked_add(b.high))? })
}

/// The number with the other sign.
pub(super) fn opposite(a: Interval) -> Result<Interval, ArithmeticFault> {
    let zero = Ratio::whole(0);
    Ok(Interval { low: held(zero.checked_sub(a.high))?, high: held(zero.checked_sub(a.low))? })
}

/// The difference.
pub(super) fn difference(a: Interval, b: Interval) -> Result<Interval, ArithmeticFault> {
    sum(a, opposite(b)?)
}

/// The product.
pub(super) fn product(a: Interval, b: Interval) -> Result<Interval, ArithmeticFault> {
    if a.low == a.high && b.low == b.high {
        return Ok(Interval::point(held(a.low.checked_mul(b.low))?));
    }
    let ends = [(a.low, b.low), (a.low, b.high), (a.high, b.low), (a.high, b.high)];
    let products: Option<Vec<Ratio>> = ends.into_iter().map(|(a, b)| a.checked_mul(b)).collect();
    spanning(&held(products)?)
}

/// The quotient; none where the divisor may be 0.
pub(super) fn quotient(a: Interval, b: Interval) -> Result<Interval, ArithmeticFault> {
    // A fraction and 0 can be compared whatever its size.
    let zero = Ratio::whole(0);
    if b.low <= zero && zero <= b.high {
        return Err("divides by 0".to_owned());
    }
    let inverse = |end| held(Ratio::whole(1).checked_div(end));
    product(a, Interval { low: inverse(b.high)?, high: inverse(b.low)? })
}

/// The power; an exponent is a whole number.
pub(super) fn power(a: Interval, exponent: Interval) -> Result<Interval, ArithmeticFault> {
    let times = (0..=LARGEST_POWER).find(|&times| exponent == Interval::point(Ratio::whole(times)));
    let times = times.ok_or_else(|| format!("an exponent is a whole number from 0 to {LARGEST_POWER}"))?;
    (0..times).try_fold(Interval::point(Ratio::whole(1)), |power, _| product(power, a))
}

/// The number with `digits` digits behind the point, a half going away from 0; `up`: never below the number.
pub(super) fn rounded(number: Ratio, digits: i128, up: bool) -> Result<Ratio, ArithmeticFault> {
    let digits = u32::try_from(digits).ok().filter(|&digits| digits <= 9);
    let unit = 10_i128.pow(digits.ok_or("a number is rounded to up to 9 digits")?);
    let scaled = held(number.checked_mul(Ratio::new(unit, 1)))?;
    if up {
        return Ok(Ratio::new(scaled.ceil(), unit));
    }
    let half = Ratio::new(1, 2);
    let is_negative = order(scaled, Ratio::whole(0))? == Ordering::Less;
    Ok(match is_negative {
        true => Ratio::new(held(scaled.checked_sub(half))?.ceil(), unit),
        false => Ratio::new(held(scaled.checked_add(half))?.floor(), unit),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn interval(low: i128, high: i128) -> Interval {
        Interval { low: Ratio::new(low, 10), high: Ratio::new(high, 10) }
    }

    #[test]
    fn what_fractions_cannot_hold_is_refused() {
        let large = Interval::point(Ratio::new(i128::MAX, 3));
        for outcome in
            [sum(large, large), product(large, large), power(large, Interval::point(Ratio::whole(9)))]
        {
            assert_eq!(outcome, Err("too many digits to be worked out exactly".to_owned()));
        }
        let small = Interval::point(Ratio::new(1, i128::MAX / 4));
        assert!(order(large.low, small.low).is_err());
        assert!(rounded(large.low, 9, false).is_err());
    }

    #[test]
    fn halves_round_away_from_zero() {
        for (number, rounds, up) in
            [(Ratio::new(9, 8), (113, 100), (113, 100)), (Ratio::new(-9, 8), (-113, 100), (-112, 100))]
        {
            let [rounds, up] = [rounds, up].map(|(num, den)| Ok(Ratio::new(num, den)));
            assert_eq!((rounded(number, 2, false), rounded(number, 2, true)), (rounds, up));
        }
        assert!(rounded(Ratio::whole(1), 10, false).is_err());
    }

    proptest! {
        /// The result of every two numbers lies in the result of their intervals.
        #[test]
        fn an_interval_holds_all_results(
            ends in [-50_i128..50, -50..50], widths in [0_i128..20, 0..20], at in [0_i128..=4, 0..=4]
        ) {
            let of = |i: usize| interval(ends[i], ends[i] + widths[i]);
            let inside = |i: usize| {
                let step = Ratio::new(widths[i] * at[i], 40);
                Interval::point(of(i).low.checked_add(step).expect("small"))
            };
            for operator in [sum, difference, product, quotient] {
                if let Ok(all) = operator(of(0), of(1)) {
                    let one = operator(inside(0), inside(1)).expect("its interval has a result");
                    prop_assert!(all.contains(one.low) && one.low == one.high);
                }
            }
        }
    }
}
