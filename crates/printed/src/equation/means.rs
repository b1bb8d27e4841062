//! Whether a number is the mean of some of the numbers of a list.

use super::number::{ArithmeticFault, Value};
use crate::exact::{Interval, Ratio};

/// Most steps down to the mean that is looked for, times the numbers it is of; and most steps of 1.
const MOST_STEPS: i128 = 100_000;

/// Whether some of `wanted` is the mean of `count` of the numbers, each of which may be taken any number of
/// times.
///
/// All are counted from the largest downwards, in steps that lead to every number: of the sums that can be
/// reached only those are looked at that are not beyond the smallest one wanted.
pub(super) fn is_mean(wanted: Interval, count: i128, numbers: &[Interval]) -> Result<bool, ArithmeticFault> {
    let numbers: Vec<Ratio> =
        numbers.iter().map(|number| Value::One(*number).exact()).collect::<Result<_, _>>()?;
    let (Some(&some), 1..) = (numbers.first(), count) else {
        return Err("a mean is one of at least one number".to_owned());
    };
    let too_many = || format!("there are more than {MOST_STEPS} means of {count} numbers");
    let unit = steps_of_one(&numbers).ok_or_else(too_many)?;
    let in_steps = |number: Ratio| number.checked_mul(Ratio::new(unit, 1));
    let mut numbers: Vec<i128> = numbers
        .into_iter()
        .map(|n| in_steps(n).map(Ratio::floor))
        .collect::<Option<_>>()
        .ok_or_else(too_many)?;
    numbers.sort_unstable();
    numbers.dedup();
    let most = numbers.last().copied().unwrap_or(some.floor());
    let all = Ratio::new(most.checked_mul(count).ok_or_else(too_many)?, 1);
    let down_to = |end: Ratio| all.checked_sub(in_steps(end)?.checked_mul(Ratio::new(count, 1))?);
    let (first, last) = down_to(wanted.high).zip(down_to(wanted.low)).ok_or_else(too_many)?;
    let (first, last) = (first.ceil().max(0), last.floor());
    if last.checked_mul(count).is_none_or(|steps| steps > MOST_STEPS) {
        return Err(too_many());
    }
    let (Ok(first), Ok(last)) = (usize::try_from(first), usize::try_from(last)) else {
        return Ok(false);
    };
    let down = numbers.iter().rev().map(|number| most - number);
    let steps: Vec<usize> = down.filter_map(|steps| usize::try_from(steps).ok()).collect();
    let mut reached = vec![false; last + 1];
    reached[0] = true;
    for _ in 0..count {
        let mut next = vec![false; last + 1];
        for (at, _) in reached.iter().enumerate().filter(|(_, there)| **there) {
            for step in steps.iter().take_while(|&&step| at + step <= last) {
                next[at + step] = true;
            }
        }
        reached = next;
    }
    Ok(reached.get(first..).is_some_and(|wanted| wanted.contains(&true)))
}

/// The smallest number that makes all of them whole when they are multiplied by it.
fn steps_of_one(numbers: &[Ratio]) -> Option<i128> {
    let mut unit = 1;
    for number in numbers {
        let before = unit;
        while number.checked_mul(Ratio::new(unit, 1)).is_none_or(|steps| steps.floor() != steps.ceil()) {
            unit += before;
            if unit > MOST_STEPS {
                return None;
            }
        }
    }
    Some(unit)
}

#[cfg(test)]
mod tests {
    use super::super::number::rounded;
    use super::*;
    use crate::printed_decimal::PrintedDecimal;

    fn printed(units: i64) -> Interval {
        PrintedDecimal { units, digits: 3 }.interval()
    }

    /// The values of Kendall's tau without ties, as they are and rounded to three digits.
    fn taus(pairs: i128) -> [Vec<Interval>; 2] {
        let taus: Vec<Ratio> = (0..=pairs).map(|d| Ratio::new(pairs - 2 * d, pairs)).collect();
        let short = taus.iter().map(|tau| rounded(*tau, 3, false).expect("three digits"));
        [taus.iter().copied().map(Interval::point).collect(), short.map(Interval::point).collect()]
    }

    #[test]
    fn means_agree_with_trying_them_all() {
        // Five runs, ten pairs, two values: all 11 * 11 means, exact and rounded first to three digits.
        let [exact, short] = taus(10);
        let tau: Vec<i64> = (0..=10).map(|d| 1000 - 200 * d).collect();
        for units in -1010..=1010 {
            let found = tau.iter().any(|a| tau.iter().any(|b| (a + b - 2 * units).abs() <= 1));
            assert_eq!(is_mean(printed(units), 2, &exact), Ok(found), "{units}");
            assert_eq!(is_mean(printed(units), 2, &short), Ok(found), "{units}");
        }
    }

    #[test]
    fn rounding_first_reaches_other_means() {
        // Three runs, three pairs: 1, .333, -.333, -1. (.333 + .333 + 1 + 1)/4 = .6665 rounded first, a half
        // either way; .66667 exactly.
        let [exact, short] = taus(3);
        let reached = |units| [&exact, &short].map(|taus| is_mean(printed(units), 4, taus));
        assert_eq!(reached(666), [Ok(false), Ok(true)]);
        assert_eq!(reached(667), [Ok(true), Ok(true)]);
        assert_eq!(reached(665), [Ok(false), Ok(false)]);
    }

    #[test]
    fn too_many_are_refused() {
        let [exact, _] = taus(3);
        assert!(is_mean(printed(1), i128::MAX, &exact).is_err());
        assert!(is_mean(printed(1), 0, &exact).is_err());
        assert!(is_mean(printed(1), 2, &[]).is_err());
        let odd: Vec<Interval> = [9973, 9967, 9949].map(|den| Interval::point(Ratio::new(1, den))).into();
        assert!(is_mean(printed(1), 2, &odd).is_err());
    }
}
