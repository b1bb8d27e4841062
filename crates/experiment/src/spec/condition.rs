//! Conditions of claims. In a file, an operand is a statistic with a selection of cells. [`Condition::on`]
//! replaces each operand, for example by the selected cells.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::spec::yaml::Spanned;

/// A condition on numbers: the formal content of a claim in words.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Condition")]
pub enum Condition<O> {
    /// The number is above 0.
    Positive(O),
    /// The number is below 0.
    Negative(O),
    /// The left number is above the right one.
    Greater {
        /// The larger number.
        left: O,
        /// The smaller number.
        right: O,
    },
    /// The left number is not below the right one.
    AtLeast {
        /// The larger number, or one of two equal numbers.
        left: O,
        /// The other number.
        right: O,
    },
    /// The sum of the left numbers is not below the sum of the right ones.
    SumAtLeast {
        /// The numbers with the larger sum, or with one of two equal sums.
        left: Vec<O>,
        /// The other numbers.
        right: Vec<O>,
    },
    /// The number is from `low` to `high`. The margin is the distance from the nearer end. Leave out an end that no number
    /// can pass: otherwise the numbers nearest to it, which are the safest, would have the smallest margin.
    Between {
        /// The number.
        of: O,
        /// The smallest value. By default there is no lower bound.
        low: Option<f64>,
        /// The largest value. By default there is no upper bound.
        high: Option<f64>,
    },
    /// The numbers differ by no more than `by`.
    Within {
        /// A number.
        left: O,
        /// Another number.
        right: O,
        /// The largest difference.
        by: f64,
    },
    /// Each number is above the next one.
    Falling(Vec<O>),
    /// The left number is above the right one at more than a given share of the judgment sets. The margin is
    /// the share of the sets at which it is above, minus `more-than`.
    Majority {
        /// The larger number.
        left: O,
        /// The smaller number.
        right: O,
        /// The parameter by which the judgment sets differ, such as `judgments.rate`.
        over: Spanned<String>,
        /// The share.
        #[serde(rename = "more-than")]
        more_than: f64,
    },
    /// A condition holds at each of the judgment sets. The margin is the smallest.
    AtEach {
        /// The parameter by which the judgment sets differ, such as `judgments.rate`.
        over: Spanned<String>,
        /// The condition.
        holds: Box<Condition<O>>,
    },
    /// All conditions hold. The margin is the smallest.
    All(Vec<Condition<O>>),
}

/// A number that conditions compare.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundedNumber {
    pub value: f64,
    /// Half a unit of the last printed digit, or 0 if the number is not rounded.
    pub rounding: f64,
}

/// The outcome of a condition.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConditionOutcome {
    /// True if the condition holds.
    pub holds: bool,
    /// If the condition holds, its distance from failing. If it fails, its distance from holding, with a minus sign.
    pub margin: f64,
    /// True if numbers that round to the same digits could give the opposite verdict.
    pub within_rounding: bool,
}

/// The outcome at a margin of exactly 0.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AtZero {
    Holds,
    Fails,
}

impl ConditionOutcome {
    fn new(margin: f64, at_zero: AtZero, rounding: f64) -> Self {
        let holds = margin > 0.0 || margin == 0.0 && at_zero == AtZero::Holds;
        Self {
            holds,
            margin,
            within_rounding: rounding > 0.0 && margin.abs() <= rounding + MAX_EQUAL_DIFFERENCE,
        }
    }

    /// Returns the outcome of two conditions that must both hold. If one of them fails for all possible
    /// hidden digits, the conjunction fails too.
    fn and(self, other: Self) -> Self {
        let surely_fails = |outcome: Self| !outcome.holds && !outcome.within_rounding;
        Self {
            holds: self.holds && other.holds,
            margin: self.margin.min(other.margin),
            within_rounding: (self.within_rounding || other.within_rounding)
                && !surely_fails(self)
                && !surely_fails(other),
        }
    }
}

/// A parameter of the judgment sets with one of its values.
pub type ParameterValue<'a> = (&'a str, &'a str);

/// A source of numbers.
pub trait Numbers<O> {
    /// Returns the number of an operand, or `None` if it is missing. If `parameter` is given, only judgment sets with
    /// this value of the parameter count.
    fn number(&self, operand: &O, parameter: Option<ParameterValue<'_>>) -> Option<RoundedNumber>;

    /// Returns the values that a parameter of the judgment sets has.
    fn values(&self, parameter: &str) -> Vec<String>;

    /// Returns true if the numbers are a selection, as in a printed table, so a missing number may have any value.
    /// Otherwise a missing number cannot be computed, and judgment sets without it do not count.
    fn are_incomplete(&self) -> bool;
}

/// The largest difference between numbers that count as equal. Averages of the same numbers may differ in their last
/// bits if the numbers are added in another order.
const MAX_EQUAL_DIFFERENCE: f64 = 1e-12;

/// Returns `left - right`, or exactly 0 if they differ only in their last bits.
fn difference(left: f64, right: f64) -> f64 {
    let margin = left - right;
    if margin.abs() <= MAX_EQUAL_DIFFERENCE { 0.0 } else { margin }
}

/// Evaluates the condition that the left number is above the right one. If they are equal, `at_zero` decides.
fn evaluate_above(left: RoundedNumber, right: RoundedNumber, at_zero: AtZero) -> ConditionOutcome {
    ConditionOutcome::new(difference(left.value, right.value), at_zero, left.rounding + right.rounding)
}

/// Returns the sum of the operands' numbers, or `None` if one is missing.
fn sum<O>(operands: &[O], number: &dyn Fn(&O) -> Option<RoundedNumber>) -> Option<RoundedNumber> {
    let numbers = operands.iter().map(number).collect::<Option<Vec<RoundedNumber>>>()?;
    let value = numbers.iter().map(|number| number.value).sum();
    let rounding = numbers.iter().map(|number| number.rounding).sum();
    Some(RoundedNumber { value, rounding })
}

/// The prefix of a parameter of the judgment sets.
pub const JUDGMENTS: &str = "judgments.";

/// Returns the parameter of the judgment sets that `over` names.
fn parameter_of(over: &Spanned<String>) -> &str {
    over.value.strip_prefix(JUDGMENTS).expect("other parameters are refused with the claim")
}

impl<O> Condition<O> {
    /// Returns the condition with each operand replaced by the result of `find`, or `None` if `find` returns `None` for
    /// an operand.
    pub fn on<'a, P>(&'a self, find: &mut dyn FnMut(&'a O) -> Option<P>) -> Option<Condition<P>> {
        Some(match self {
            Self::Positive(operand) => Condition::Positive(find(operand)?),
            Self::Negative(operand) => Condition::Negative(find(operand)?),
            Self::Greater { left, right } => Condition::Greater { left: find(left)?, right: find(right)? },
            Self::AtLeast { left, right } => Condition::AtLeast { left: find(left)?, right: find(right)? },
            Self::SumAtLeast { left, right } => {
                let [left, right] =
                    [left, right].map(|list| list.iter().map(&mut *find).collect::<Option<_>>());
                Condition::SumAtLeast { left: left?, right: right? }
            }
            Self::Between { of, low, high } => Condition::Between { of: find(of)?, low: *low, high: *high },
            Self::Within { left, right, by } => {
                Condition::Within { left: find(left)?, right: find(right)?, by: *by }
            }
            Self::Falling(list) => Condition::Falling(list.iter().map(find).collect::<Option<_>>()?),
            Self::Majority { left, right, over, more_than } => {
                let (left, right, over) = (find(left)?, find(right)?, over.clone());
                Condition::Majority { left, right, over, more_than: *more_than }
            }
            Self::AtEach { over, holds } => {
                Condition::AtEach { over: over.clone(), holds: Box::new(holds.on(find)?) }
            }
            Self::All(list) => {
                // `find` reports an error for each operand that it does not find, so we go on after the first one.
                let conditions: Vec<_> = list.iter().map(|condition| condition.on(find)).collect();
                Condition::All(conditions.into_iter().collect::<Option<_>>()?)
            }
        })
    }

    /// Returns all operands.
    pub fn operands(&self) -> Vec<&O> {
        match self {
            Self::Positive(operand) | Self::Negative(operand) | Self::Between { of: operand, .. } => {
                vec![operand]
            }
            Self::Greater { left, right }
            | Self::AtLeast { left, right }
            | Self::Within { left, right, .. }
            | Self::Majority { left, right, .. } => vec![left, right],
            Self::SumAtLeast { left, right } => left.iter().chain(right).collect(),
            Self::Falling(list) => list.iter().collect(),
            Self::AtEach { holds, .. } => holds.operands(),
            Self::All(list) => list.iter().flat_map(Self::operands).collect(),
        }
    }

    /// Returns the operands of `positive` and `negative`, which are compared with 0.
    pub fn signed_operands(&self) -> Vec<&O> {
        match self {
            Self::Positive(operand) | Self::Negative(operand) => vec![operand],
            Self::AtEach { holds, .. } => holds.signed_operands(),
            Self::All(list) => list.iter().flat_map(Self::signed_operands).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the parameters of judgment sets over which the condition ranges, for example `rate`.
    pub fn parameters(&self) -> BTreeSet<&str> {
        match self {
            Self::Majority { over, .. } => BTreeSet::from([parameter_of(over)]),
            Self::AtEach { over, holds } => {
                holds.parameters().into_iter().chain([parameter_of(over)]).collect()
            }
            Self::All(list) => list.iter().flat_map(Self::parameters).collect(),
            _ => BTreeSet::new(),
        }
    }

    /// Returns the possible units of the margin. `unit_of` returns the unit of an operand. If there are several conditions,
    /// any of them may have the smallest margin.
    pub fn units<'u>(&self, unit_of: &dyn Fn(&O) -> &'u str) -> Vec<&'u str> {
        match self {
            Self::Majority { .. } => vec!["share of the judgment sets"],
            Self::AtEach { holds, .. } => holds.units(unit_of),
            Self::All(list) => list.iter().flat_map(|condition| condition.units(unit_of)).collect(),
            comparison => comparison.operands().into_iter().map(unit_of).collect(),
        }
    }

    /// Evaluates the condition and its margin. Returns `None` if there is nothing to compare, or if a
    /// number is missing, with two exceptions. If [`Numbers::are_incomplete`] returns true, one condition
    /// that fails decides a conjunction. If it returns false, judgment sets without a number are left out.
    pub fn evaluate(&self, numbers: &dyn Numbers<O>) -> Option<ConditionOutcome> {
        self.evaluate_at(numbers, None)
    }

    fn evaluate_at(
        &self,
        numbers: &dyn Numbers<O>,
        parameter: Option<ParameterValue<'_>>,
    ) -> Option<ConditionOutcome> {
        let number = |operand: &O| numbers.number(operand, parameter);
        let exactly = |value: f64| RoundedNumber { value, rounding: 0.0 };
        Some(match self {
            Self::Positive(operand) => evaluate_above(number(operand)?, exactly(0.0), AtZero::Fails),
            Self::Negative(operand) => evaluate_above(exactly(0.0), number(operand)?, AtZero::Fails),
            Self::Greater { left, right } => evaluate_above(number(left)?, number(right)?, AtZero::Fails),
            Self::AtLeast { left, right } => evaluate_above(number(left)?, number(right)?, AtZero::Holds),
            Self::SumAtLeast { left, right } => {
                evaluate_above(sum(left, &number)?, sum(right, &number)?, AtZero::Holds)
            }
            Self::Between { of, low, high } => {
                let middle = number(of)?;
                let (low, high) = (low.unwrap_or(f64::NEG_INFINITY), high.unwrap_or(f64::INFINITY));
                evaluate_above(middle, exactly(low), AtZero::Holds).and(evaluate_above(
                    exactly(high),
                    middle,
                    AtZero::Holds,
                ))
            }
            Self::Within { left, right, by } => {
                let (left, right) = (number(left)?, number(right)?);
                let margin = difference(*by, difference(left.value, right.value).abs());
                ConditionOutcome::new(margin, AtZero::Holds, left.rounding + right.rounding)
            }
            Self::Falling(list) => {
                let falling: Vec<RoundedNumber> = list.iter().map(number).collect::<Option<_>>()?;
                let steps = falling.windows(2).map(|two| evaluate_above(two[0], two[1], AtZero::Fails));
                steps.reduce(ConditionOutcome::and)?
            }
            Self::Majority { left, right, over, more_than } => {
                let over = parameter_of(over);
                let sets = numbers.values(over);
                let outcomes = sets.iter().map(|set| {
                    let parameter = Some((over, set.as_str()));
                    Some(evaluate_above(
                        numbers.number(left, parameter)?,
                        numbers.number(right, parameter)?,
                        AtZero::Fails,
                    ))
                });
                let outcomes: Vec<ConditionOutcome> = if numbers.are_incomplete() {
                    outcomes.collect::<Option<_>>()?
                } else {
                    outcomes.flatten().collect()
                };
                let margin = |counts: fn(&ConditionOutcome) -> bool| {
                    let flags = outcomes.iter().map(|outcome| f64::from(u8::from(counts(outcome))));
                    Some(difference(rejudge_stats::mean(&flags.collect::<Vec<_>>())?, *more_than))
                };
                let least_margin = margin(|outcome| outcome.holds && !outcome.within_rounding)?;
                let greatest_margin = margin(|outcome| outcome.holds || outcome.within_rounding)?;
                let outcome = ConditionOutcome::new(margin(|outcome| outcome.holds)?, AtZero::Fails, 0.0);
                ConditionOutcome {
                    within_rounding: (least_margin > 0.0) != (greatest_margin > 0.0),
                    ..outcome
                }
            }
            Self::AtEach { over, holds } => {
                let over = parameter_of(over);
                let sets = numbers.values(over);
                let outcomes: Vec<_> =
                    sets.iter().map(|set| holds.evaluate_at(numbers, Some((over, set.as_str())))).collect();
                if numbers.are_incomplete() {
                    conjunction(&outcomes)?
                } else {
                    outcomes.into_iter().flatten().reduce(ConditionOutcome::and)?
                }
            }
            Self::All(list) => {
                let outcomes: Vec<_> =
                    list.iter().map(|condition| condition.evaluate_at(numbers, parameter)).collect();
                if numbers.are_incomplete() {
                    conjunction(&outcomes)?
                } else {
                    outcomes
                        .into_iter()
                        .collect::<Option<Vec<_>>>()?
                        .into_iter()
                        .reduce(ConditionOutcome::and)?
                }
            }
        })
    }
}

/// Returns the outcome of conditions that must all hold. Some of their outcomes may be unknown. The conjunction fails
/// if one condition fails. It holds only if all conditions are known to hold; otherwise its outcome is unknown.
fn conjunction(outcomes: &[Option<ConditionOutcome>]) -> Option<ConditionOutcome> {
    let outcome = outcomes.iter().copied().flatten().reduce(ConditionOutcome::and)?;
    (!outcome.holds || outcomes.iter().all(Option::is_some)).then_some(outcome)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A curve over judgment sets for each operand, with NaN for a missing number. `rounding` is the largest difference
    /// between a printed number and the exact one.
    struct Curves {
        curves: Vec<Vec<f64>>,
        rounding: f64,
        are_incomplete: bool,
    }

    impl Numbers<usize> for Curves {
        fn number(&self, operand: &usize, parameter: Option<ParameterValue<'_>>) -> Option<RoundedNumber> {
            let set: usize = parameter.map_or(0, |(_, set)| set.parse().expect("the sets are numbers"));
            let value = self.curves[*operand][set];
            (!value.is_nan()).then_some(RoundedNumber { value, rounding: self.rounding })
        }

        fn values(&self, parameter: &str) -> Vec<String> {
            let count = if parameter == "rate" { self.curves[0].len() } else { 0 };
            (0..count).map(|set| set.to_string()).collect()
        }

        fn are_incomplete(&self) -> bool {
            self.are_incomplete
        }
    }

    fn over(parameter: &str) -> Spanned<String> {
        Spanned { value: format!("{JUDGMENTS}{parameter}"), at: None }
    }

    fn greater(left: usize, right: usize) -> Condition<usize> {
        Condition::Greater { left, right }
    }

    fn at_least() -> Condition<usize> {
        Condition::AtLeast { left: 0, right: 1 }
    }

    fn between(of: usize, low: f64, high: f64) -> Condition<usize> {
        let bound = |end: f64| end.is_finite().then_some(end);
        Condition::Between { of, low: bound(low), high: bound(high) }
    }

    fn at_each_set(holds: Condition<usize>) -> Condition<usize> {
        Condition::AtEach { over: over("rate"), holds: Box::new(holds) }
    }

    fn within_at_each_set(by: f64) -> Condition<usize> {
        at_each_set(Condition::Within { left: 0, right: 1, by })
    }

    fn majority(more_than: f64) -> Condition<usize> {
        Condition::Majority { left: 0, right: 1, over: over("rate"), more_than }
    }

    fn conjunction_of(one: Condition<usize>, other: Condition<usize>) -> Condition<usize> {
        Condition::All(vec![one, other])
    }

    fn sums(left: &[usize], right: &[usize]) -> Condition<usize> {
        Condition::SumAtLeast { left: left.to_vec(), right: right.to_vec() }
    }

    #[test]
    fn conditions_have_margins() {
        const HOLE: f64 = f64::NAN;
        const NO_END: f64 = f64::INFINITY;
        let no_sets = Condition::Majority { left: 0, right: 1, over: over("depth"), more_than: 0.5 };
        // These two numbers differ only in the last bit.
        let (bits, third) = (0.1 + 0.2, [0.3; 4]);
        for (condition, left, right, expected) in [
            // A majority counts the sets that have both numbers; half of them is not more than half.
            (majority(0.25), [0.5, 0.5, HOLE, HOLE], [0.4, 0.6, 0.6, 0.1], Some((true, 0.25))),
            (majority(0.5), [0.5, 0.6, 0.5, 0.5], [0.4, 0.5, 0.6, 0.6], Some((false, 0.0))),
            (majority(0.375), [0.5, 0.6, 0.5, 0.5], [0.4, 0.5, 0.6, 0.6], Some((true, 0.125))),
            (majority(0.5), [bits; 4], third, Some((false, -0.5))),
            (majority(0.5), [HOLE; 4], third, None),
            (no_sets, [0.5; 4], third, None),
            // Within the bound, either side may be the larger one.
            (within_at_each_set(0.25), [0.5, 0.5, 0.75, 0.5], [0.25, 0.75, 0.5, 0.5], Some((true, 0.0))),
            (within_at_each_set(0.125), [0.5, 0.5, 0.75, 0.5], [0.25, 0.75, 0.5, 0.5], Some((false, -0.125))),
            // The margin of a threshold is the distance from it.
            (between(0, 0.75, NO_END), [1.0; 4], [bits; 4], Some((true, 0.25))),
            (between(0, -NO_END, 0.75), [1.0; 4], [bits; 4], Some((false, -0.25))),
            (between(0, 0.75, 1.0), [1.0; 4], [bits; 4], Some((true, 0.0))),
            (between(1, 0.0, 0.3), [1.0; 4], [bits; 4], Some((true, 0.0))),
            // A number may be below its counterpart, as long as the sum is not.
            (sums(&[0, 1], &[1, 0]), [0.5; 4], third, Some((true, 0.0))),
            (sums(&[0, 0], &[1, 1]), [0.5; 4], [0.25; 4], Some((true, 0.5))),
            (sums(&[0, 1], &[0, 0]), [0.5; 4], [0.25; 4], Some((false, -0.25))),
            (sums(&[0, 1], &[0]), [HOLE; 4], [0.25; 4], None),
            // The margin of `at-each` is the smallest margin of all sets.
            (at_each_set(at_least()), [0.5, 0.75, 0.75, HOLE], [0.25, 0.75, 0.5, 0.1], Some((true, 0.0))),
            (at_each_set(greater(0, 1)), [0.5, 0.75, 0.75, HOLE], [0.25, 0.75, 0.5, 0.1], Some((false, 0.0))),
            (
                at_each_set(conjunction_of(at_least(), between(0, 0.5, 0.625))),
                [0.5, 0.75, 0.75, HOLE],
                [0.25, 0.75, 0.5, 0.1],
                Some((false, -0.125)),
            ),
        ] {
            let curves =
                Curves { curves: vec![left.into(), right.into()], rounding: 0.0, are_incomplete: false };
            let outcome = condition.evaluate(&curves).map(|outcome| (outcome.holds, outcome.margin));
            assert_eq!(outcome, expected, "{condition:?} of {left:?} and {right:?}");
        }
    }

    #[test]
    fn one_failure_decides_even_if_other_numbers_are_missing() {
        const HOLE: f64 = f64::NAN;
        let positive = || conjunction_of(greater(0, 1), Condition::Positive(0));
        for (condition, left, expected) in [
            (at_each_set(greater(0, 1)), [0.5, 0.75, 0.5, HOLE], None),
            (at_each_set(greater(0, 1)), [0.5, 0.125, 0.5, HOLE], Some((false, -0.125))),
            (at_each_set(greater(0, 1)), [0.5; 4], Some((true, 0.25))),
            (positive(), [0.5; 4], Some((true, 0.25))),
            (positive(), [HOLE; 4], None),
            (majority(0.5), [0.5, 0.5, 0.5, HOLE], None),
            (majority(0.5), [0.5, 0.5, 0.5, 0.0], Some((true, 0.25))),
        ] {
            let curves =
                Curves { curves: vec![left.into(), vec![0.25; 4]], rounding: 0.0, are_incomplete: true };
            let outcome = condition.evaluate(&curves).map(|outcome| (outcome.holds, outcome.margin));
            assert_eq!(outcome, expected, "{condition:?} of {left:?}");
        }
    }

    /// Evaluates a condition on curves of operands over two judgment sets. Operands 0 and 1 have two numbers each, and
    /// operand 2 repeats a number of operand 0.
    fn rounded(condition: &Condition<usize>, numbers: [f64; 4], rounding: f64) -> ConditionOutcome {
        let curves = vec![vec![numbers[0], numbers[2]], vec![numbers[1], numbers[3]], vec![numbers[2]]];
        condition.evaluate(&Curves { curves, rounding, are_incomplete: true }).expect("no number is missing")
    }

    /// A verdict is within rounding if and only if the opposite verdict follows from some numbers that round
    /// to the printed ones. We try the ends and the middle of each number's interval. These are enough,
    /// because no upper end of an interval equals the lower end of another.
    #[test]
    fn a_verdict_is_within_rounding_if_the_hidden_digits_can_turn_it() {
        let conditions = [
            Condition::Positive(0),
            Condition::Negative(0),
            greater(0, 1),
            at_least(),
            between(0, 0.13, 0.25),
            Condition::Within { left: 0, right: 1, by: 0.13 },
            Condition::Falling(vec![0, 1]),
            sums(&[0, 2], &[1]),
            majority(0.5),
            at_each_set(at_least()),
            conjunction_of(greater(0, 2), between(1, 0.17, f64::INFINITY)),
        ];
        let (grid, rounding) = ([-0.07, 0.0, 0.07, 0.14, 0.21, 0.28], 0.05);
        let moved = [-rounding, 0.0, rounding];
        for condition in &conditions {
            let mut counts = [0, 0];
            for case in 0..6_usize.pow(4) {
                let values = [0, 1, 2, 3].map(|digit| grid[case / 6_usize.pow(digit) % 6]);
                let printed = rounded(condition, values, rounding);
                let turned = (0..3_usize.pow(4)).any(|corner| {
                    let digit = |index: usize| moved[corner / 3_usize.pow(index as u32) % 3];
                    let exact = [0, 1, 2, 3].map(|index| values[index] + digit(index));
                    rounded(condition, exact, 0.0).holds != printed.holds
                });
                assert_eq!(printed.within_rounding, turned, "{condition:?} of {values:?}: {printed:?}");
                counts[usize::from(turned)] += 1;
            }
            assert!(counts.iter().all(|count| *count > 100), "{condition:?}: {counts:?}");
        }
    }

    #[test]
    fn neighbouring_digits_are_within_rounding() {
        // If one condition fails for certain, the conjunction fails, even if another condition is within rounding.
        let fails = conjunction_of(greater(0, 1), Condition::Negative(0));
        for (condition, right, holds, margin, within_rounding) in [
            (greater(0, 1), 0.5, false, 0.0, true),
            (greater(0, 1), 0.375, true, 0.125, true),
            (greater(0, 1), 0.25, true, 0.25, false),
            (fails, 0.375, false, -0.5, false),
        ] {
            let outcome = rounded(&condition, [0.5, right, 0.0, 0.0], 0.0625);
            assert_eq!(
                outcome,
                ConditionOutcome { holds, margin, within_rounding },
                "{condition:?} of 0.5 and {right}"
            );
        }
    }
}
