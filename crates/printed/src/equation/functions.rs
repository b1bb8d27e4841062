//! The functions of equations: one line each in `FUNCTIONS`, said in docs/relations.md.

use std::cmp::Ordering;

use super::number::{self, ArithmeticFault, Value, order};
use crate::exact::{Interval, Ratio};
use rejudge_stats::{critical_tau, critical_tau_normal};

/// The function that takes cells and comparisons, too, and so belongs to the grammar.
pub(super) const COUNT: &str = "count";

/// The function that stands behind `one of` alone, and so belongs to the grammar.
pub(super) const MEANS: &str = "means";

/// A function of numbers and lists.
#[derive(Debug)]
pub(super) struct Function {
    /// Its name in equations.
    pub(super) name: &'static str,
    /// How many arguments it takes; `None`: any number, lists among them.
    pub(super) takes: Option<usize>,
    /// What it comes to.
    pub(super) apply: fn(&[Value]) -> Result<Value, ArithmeticFault>,
}

/// Every function, one line each.
#[rustfmt::skip]
static FUNCTIONS: &[Function] = &[
    Function { name: "sum", takes: None, apply: total },
    Function { name: "min", takes: None, apply: |of| extreme(of, Ordering::Less) },
    Function { name: "max", takes: None, apply: |of| extreme(of, Ordering::Greater) },
    Function { name: "ascending", takes: None, apply: |of| sorted(of, Ordering::Less) },
    Function { name: "descending", takes: None, apply: |of| sorted(of, Ordering::Greater) },
    Function { name: "whole", takes: Some(1), apply: |of| of[0].each(whole) },
    Function { name: "sign", takes: Some(1), apply: |of| of[0].each(sign) },
    Function { name: "pairs", takes: Some(1), apply: |of| of[0].each(pairs) },
    Function { name: "rounded", takes: Some(2), apply: |of| round(of, false) },
    Function { name: "rounded-up", takes: Some(2), apply: |of| round(of, true) },
    Function { name: "critical-tau", takes: Some(2), apply: |of| threshold(of, critical_tau) },
    Function { name: "critical-tau-normal", takes: Some(2), apply: |of| threshold(of, critical_tau_normal) },
];

/// Most runs whose critical tau is worked out.
const MOST_RUNS: i128 = 200;

/// The function of this name.
pub(super) fn named(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

/// All names.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.iter().map(|function| function.name).chain([COUNT, MEANS])
}

/// All numbers of all arguments.
fn all(of: &[Value]) -> Vec<Interval> {
    of.iter().flat_map(Value::numbers).copied().collect()
}

fn total(of: &[Value]) -> Result<Value, ArithmeticFault> {
    let zero = Interval::point(Ratio::whole(0));
    all(of).into_iter().try_fold(zero, number::sum).map(Value::One)
}

/// The smallest or the largest number: the ends of the result are those of the ends.
fn extreme(of: &[Value], wanted: Ordering) -> Result<Value, ArithmeticFault> {
    let numbers = all(of);
    let mut best = *numbers.first().ok_or("none of no numbers is the smallest or the largest")?;
    for number in numbers {
        if order(number.low, best.low)? == wanted {
            best.low = number.low;
        }
        if order(number.high, best.high)? == wanted {
            best.high = number.high;
        }
    }
    Ok(Value::One(best))
}

/// All numbers in order, by their lower ends; equal ones in the order that they had.
fn sorted(of: &[Value], wanted: Ordering) -> Result<Value, ArithmeticFault> {
    let mut numbers: Vec<Interval> = Vec::new();
    for number in all(of) {
        let (mut from, mut to) = (0, numbers.len());
        while from < to {
            let middle = (from + to) / 2;
            match order(number.low, numbers[middle].low)? == wanted {
                true => to = middle,
                false => from = middle + 1,
            }
        }
        numbers.insert(from, number);
    }
    Ok(Value::Many(numbers))
}

/// The whole numbers that a number may be.
fn whole(number: Interval) -> Result<Interval, ArithmeticFault> {
    let (low, high) = (number.low.ceil(), number.high.floor());
    if low > high {
        return Err(format!("{} is no whole number", super::shown(number)));
    }
    Ok(Interval { low: Ratio::new(low, 1), high: Ratio::new(high, 1) })
}

/// 1, 0 or -1.
fn sign(number: Interval) -> Result<Interval, ArithmeticFault> {
    let sign = |end: Ratio| Ok::<_, ArithmeticFault>(Ratio::whole(order(end, Ratio::whole(0))? as i64));
    Ok(Interval { low: sign(number.low)?, high: sign(number.high)? })
}

/// The pairs of so many things.
fn pairs(number: Interval) -> Result<Interval, ArithmeticFault> {
    let [one, two] = [1, 2].map(|number| Interval::point(Ratio::whole(number)));
    number::quotient(number::product(number, number::difference(number, one)?)?, two)
}

fn round(of: &[Value], up: bool) -> Result<Value, ArithmeticFault> {
    let digits = of[1].count()?;
    of[0].each(|number| {
        let [low, high] = [number.low, number.high].map(|end| number::rounded(end, digits, up));
        Ok(Interval { low: low?, high: high? })
    })
}

/// From what tau on so many runs are ranked alike more than by chance.
fn threshold(of: &[Value], tau: fn(usize, f64) -> Option<f64>) -> Result<Value, ArithmeticFault> {
    let (runs, alpha) = (of[0].count()?, of[1].exact()?);
    let level = alpha.rounded_decimal(9).map(|alpha| alpha.nearest_f64());
    let level = level.filter(|alpha| 0.0 < *alpha && *alpha < 1.0);
    let level = level.ok_or_else(|| format!("{} is no level of significance", super::shown_number(alpha)))?;
    let items = Some(runs).filter(|runs| (2..=MOST_RUNS).contains(runs));
    let items = items.and_then(|runs| usize::try_from(runs).ok());
    let tau = items.and_then(|items| tau(items, level));
    let tau = tau.ok_or_else(|| format!("no tau of {runs} runs is significant"))?;
    // Fifteen digits of a number up to 1, which is what it has.
    let unit = 1e15;
    Ok(Value::One(Interval::point(Ratio::new((tau * unit).round() as i128, unit as i128))))
}
