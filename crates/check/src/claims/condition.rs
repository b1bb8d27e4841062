//! Conditions on numbers: what a claim in words comes down to.

/// A condition on operands of type `O`.
#[derive(Clone, Debug)]
pub(super) enum Condition<O> {
    /// The number is above 0.
    Positive(O),
    /// The number is below 0.
    Negative(O),
    /// The left number is above the right one.
    Greater(O, O),
    /// The left number is not below the right one.
    AtLeast(O, O),
    /// The number is from the one to the other; either may be infinite.
    Between(O, f64, f64),
    /// The numbers differ by no more.
    Within(O, O, f64),
    /// Each number is above the next one.
    Falling(Vec<O>),
    /// Of the judgment sets at which both numbers are there, the share at which the left one is above the
    /// right one is larger than `more_than`.
    Majority {
        /// The left number.
        left: O,
        /// The right number.
        right: O,
        /// The parameter that tells the judgment sets apart.
        over: &'static str,
        /// The share that is not enough.
        more_than: f64,
    },
    /// The condition holds at every judgment set at which it can be evaluated.
    AtEach {
        /// The parameter that tells the judgment sets apart.
        over: &'static str,
        /// The condition.
        holds: Box<Condition<O>>,
    },
    /// All of them hold.
    All(Vec<Condition<O>>),
}

/// A parameter of the judgment sets with one of its values.
pub(super) type At<'a> = (&'static str, &'a str);

/// Where the numbers come from.
pub(super) trait Numbers<O> {
    /// The number of an operand, over the judgment sets `at` alone if given; `None` where it is missing.
    fn of(&self, operand: &O, at: Option<At<'_>>) -> Option<f64>;

    /// The values that a parameter of the judgment sets has.
    fn values(&self, parameter: &str) -> Vec<String>;

    /// Whether they are a part of what there is, as a paper prints it: a number that is missing may then be
    /// anything. Else it is not there, and judgment sets without it do not count.
    fn are_parts(&self) -> bool;
}

/// Averages of the same numbers in another order may differ in their last bits; what is closer than
/// this is equal.
const EQUAL: f64 = 1e-12;

/// `left - right`, exactly 0 where they are equal but for rounding.
fn difference(left: f64, right: f64) -> f64 {
    let margin = left - right;
    if margin.abs() <= EQUAL { 0.0 } else { margin }
}

impl<O> Condition<O> {
    /// All its operands.
    pub(super) fn operands(&self) -> Vec<&O> {
        match self {
            Self::Positive(of) | Self::Negative(of) | Self::Between(of, ..) => vec![of],
            Self::Greater(left, right)
            | Self::AtLeast(left, right)
            | Self::Within(left, right, _)
            | Self::Majority { left, right, .. } => vec![left, right],
            Self::Falling(list) => list.iter().collect(),
            Self::AtEach { holds, .. } => holds.operands(),
            Self::All(list) => list.iter().flat_map(Self::operands).collect(),
        }
    }

    /// What its margin is counted in: that of its operands, which each `of` names; of several conditions any
    /// may have the smallest margin.
    pub(super) fn units<'u>(&self, of: &dyn Fn(&O) -> &'u str) -> Vec<&'u str> {
        match self {
            Self::Majority { .. } => vec!["share of the judgment sets"],
            Self::AtEach { holds, .. } => holds.units(of),
            Self::All(list) => list.iter().flat_map(|condition| condition.units(of)).collect(),
            others => others.operands().into_iter().map(of).collect(),
        }
    }

    /// Whether it holds, and by how much; `None` where a number is missing.
    pub(super) fn evaluate(&self, numbers: &dyn Numbers<O>) -> Option<(bool, f64)> {
        self.evaluate_at(numbers, None)
    }

    fn evaluate_at(&self, numbers: &dyn Numbers<O>, at: Option<At<'_>>) -> Option<(bool, f64)> {
        let value = |operand: &O| numbers.of(operand, at);
        Some(match self {
            Self::Positive(of) => {
                let v = difference(value(of)?, 0.0);
                (v > 0.0, v)
            }
            Self::Negative(of) => {
                let v = difference(value(of)?, 0.0);
                (v < 0.0, -v)
            }
            Self::Greater(left, right) => {
                let margin = difference(value(left)?, value(right)?);
                (margin > 0.0, margin)
            }
            Self::AtLeast(left, right) => {
                let margin = difference(value(left)?, value(right)?);
                (margin >= 0.0, margin)
            }
            Self::Between(of, low, high) => {
                let v = value(of)?;
                let margin = difference(v, *low).min(difference(*high, v));
                (margin >= 0.0, margin)
            }
            Self::Within(left, right, by) => {
                let margin = difference(*by, difference(value(left)?, value(right)?).abs());
                (margin >= 0.0, margin)
            }
            Self::Falling(list) => {
                let values: Option<Vec<f64>> = list.iter().map(value).collect();
                let margin = values?.windows(2).map(|w| difference(w[0], w[1])).fold(f64::INFINITY, f64::min);
                (margin > 0.0, margin)
            }
            Self::Majority { left, right, over, more_than } => {
                let sets = numbers.values(over);
                let is_there = |set: &String| {
                    let at = Some((*over, set.as_str()));
                    numbers.of(left, at).is_some() && numbers.of(right, at).is_some()
                };
                if numbers.are_parts() && !sets.iter().all(is_there) {
                    return None;
                }
                let both = sets.iter().filter_map(|set| {
                    let at = Some((*over, set.as_str()));
                    Some(difference(numbers.of(left, at)?, numbers.of(right, at)?))
                });
                let above: Vec<f64> = both.map(|margin| f64::from(u8::from(margin > 0.0))).collect();
                let margin = difference(rejudge_stats::mean(&above)?, *more_than);
                (margin > 0.0, margin)
            }
            Self::AtEach { over, holds } => {
                let sets = numbers.values(over);
                let each: Vec<_> =
                    sets.iter().map(|set| holds.evaluate_at(numbers, Some((over, set.as_str())))).collect();
                match numbers.are_parts() {
                    true => least_of_parts(&each)?,
                    false => least(each.into_iter().flatten())?,
                }
            }
            Self::All(list) => {
                let each: Vec<_> = list.iter().map(|c| c.evaluate_at(numbers, at)).collect();
                match numbers.are_parts() {
                    true => least_of_parts(&each)?,
                    false => least(each.into_iter().collect::<Option<Vec<_>>>()?.into_iter())?,
                }
            }
        })
    }
}

/// Whether all hold, and the smallest margin; `None` where there is none.
fn least(each: impl Iterator<Item = (bool, f64)>) -> Option<(bool, f64)> {
    each.reduce(|(a, margin), (b, other)| (a && b, margin.min(other)))
}

/// The same where some are not known: one that does not hold is enough, but all must be known to hold.
fn least_of_parts(each: &[Option<(bool, f64)>]) -> Option<(bool, f64)> {
    let (holds, margin) = least(each.iter().copied().flatten())?;
    (!holds || each.iter().all(Option::is_some)).then_some((holds, margin))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Curves over two parameters' sets; a hole is NaN.
    struct Curves([[f64; 4]; 2]);

    impl Numbers<usize> for Curves {
        fn of(&self, operand: &usize, at: Option<At<'_>>) -> Option<f64> {
            let set = at.and_then(|(_, set)| set.parse().ok()).unwrap_or(0_usize);
            Some(self.0[*operand][set]).filter(|v| !v.is_nan())
        }

        fn values(&self, parameter: &str) -> Vec<String> {
            let count = if parameter == "rate" { 4 } else { 0 };
            (0..count).map(|set| set.to_string()).collect()
        }

        fn are_parts(&self) -> bool {
            false
        }
    }

    /// The same curves, whose holes are numbers that nobody printed.
    struct Printed(Curves);

    impl Numbers<usize> for Printed {
        fn of(&self, operand: &usize, at: Option<At<'_>>) -> Option<f64> {
            self.0.of(operand, at)
        }

        fn values(&self, parameter: &str) -> Vec<String> {
            self.0.values(parameter)
        }

        fn are_parts(&self) -> bool {
            true
        }
    }

    #[test]
    fn of_printed_numbers_one_that_fails_is_enough_and_all_must_hold() {
        let each = Condition::AtEach { over: "rate", holds: Box::new(Condition::Greater(0, 1)) };
        let with_hole = |left: [f64; 4]| Printed(Curves([left, [0.25; 4]]));
        assert_eq!(each.evaluate(&with_hole([0.5, 0.75, 0.5, f64::NAN])), None);
        assert_eq!(each.evaluate(&with_hole([0.5, 0.125, 0.5, f64::NAN])), Some((false, -0.125)));
        assert_eq!(each.evaluate(&with_hole([0.5; 4])), Some((true, 0.25)));
        let both = Condition::All(vec![Condition::Greater(0, 1), Condition::Positive(0)]);
        assert_eq!(both.evaluate(&with_hole([0.5; 4])), Some((true, 0.25)));
        assert_eq!(both.evaluate(&with_hole([f64::NAN; 4])), None);
        assert_eq!(majority(0.5).evaluate(&with_hole([0.5, 0.5, 0.5, f64::NAN])), None);
        assert_eq!(majority(0.5).evaluate(&with_hole([0.5, 0.5, 0.5, 0.0])), Some((true, 0.25)));
    }

    fn majority(more_than: f64) -> Condition<usize> {
        Condition::Majority { left: 0, right: 1, over: "rate", more_than }
    }

    #[test]
    fn a_majority_counts_the_sets_that_have_both() {
        let curves = Curves([[0.5, 0.6, 0.7, f64::NAN], [0.4, 0.6, 0.6, 0.1]]);
        let (holds, margin) = majority(0.5).evaluate(&curves).expect("three sets have both");
        assert!(holds && (margin - (2.0 / 3.0 - 0.5)).abs() < 1e-15, "{margin}");
        // Half of them is not more than half.
        let curves = Curves([[0.5, 0.6, 0.5, 0.5], [0.4, 0.5, 0.6, 0.6]]);
        assert_eq!(majority(0.5).evaluate(&curves), Some((false, 0.0)));
        assert_eq!(majority(0.49).evaluate(&curves).map(|(holds, _)| holds), Some(true));
    }

    #[test]
    fn rounding_is_no_majority() {
        let curves = Curves([[0.1 + 0.2; 4], [0.3; 4]]);
        assert_eq!(majority(0.5).evaluate(&curves), Some((false, -0.5)));
    }

    #[test]
    fn a_majority_of_nothing_is_not_evaluable() {
        let curves = Curves([[f64::NAN; 4], [0.3; 4]]);
        assert_eq!(majority(0.5).evaluate(&curves), None);
        let none = Condition::Majority { left: 0, right: 1, over: "depth", more_than: 0.5 };
        assert_eq!(none.evaluate(&Curves([[0.5; 4], [0.3; 4]])), None);
    }

    #[test]
    fn either_side_may_be_above_within_a_bound() {
        let curves = Curves([[0.5, 0.5, 0.75, 0.5], [0.25, 0.75, 0.5, 0.5]]);
        let each = |by| Condition::AtEach { over: "rate", holds: Box::new(Condition::Within(0, 1, by)) };
        assert_eq!(each(0.25).evaluate(&curves), Some((true, 0.0)));
        assert_eq!(each(0.125).evaluate(&curves), Some((false, -0.125)));
    }

    #[test]
    fn the_margin_of_a_threshold_is_the_distance_from_it() {
        let curves = Curves([[1.0; 4], [0.1 + 0.2; 4]]);
        let between = |of, low, high| Condition::Between(of, low, high).evaluate(&curves);
        assert_eq!(between(0, 0.75, f64::INFINITY), Some((true, 0.25)));
        assert_eq!(between(0, f64::NEG_INFINITY, 0.75), Some((false, -0.25)));
        assert_eq!(between(0, 0.75, 1.0), Some((true, 0.0)));
        // .1 + .2 is .3 but for its last bit.
        assert_eq!(between(1, 0.0, 0.3), Some((true, 0.0)));
    }

    #[test]
    fn at_each_set_the_smallest_margin_counts() {
        let each = |holds| Condition::AtEach { over: "rate", holds: Box::new(holds) };
        let curves = Curves([[0.5, 0.75, 0.75, f64::NAN], [0.25, 0.75, 0.5, 0.1]]);
        assert_eq!(each(Condition::AtLeast(0, 1)).evaluate(&curves), Some((true, 0.0)));
        assert_eq!(each(Condition::Greater(0, 1)).evaluate(&curves), Some((false, 0.0)));
        let both = Condition::All(vec![Condition::AtLeast(0, 1), Condition::Between(0, 0.5, 0.625)]);
        assert_eq!(each(both).evaluate(&curves), Some((false, -0.125)));
    }
}
