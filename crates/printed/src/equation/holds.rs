//! Whether an equation holds of the cells that its names stand for.

use std::cmp::Ordering;

use super::Equation;
use super::means::is_mean;
use super::names::{Names, Precision, PrintedValue, number_of};
use super::number::{ArithmeticFault, Value, order};
use super::shown;
use super::tree::{Comparison, Formula, Order};
use crate::exact::Interval;
use crate::printed::Printed;

/// Two sides, and whether they compare as they should.
pub(super) struct Compared {
    pub(super) holds: bool,
    left: String,
    right: String,
}

/// A comparison and the sides that stand beside it.
type Link<'f> = (&'f Formula, Comparison, &'f Formula);

impl Equation {
    /// Whether it holds; an error says what does not.
    pub(crate) fn holds(&self, names: &Names<'_, '_>) -> Result<(), String> {
        let mut why = None;
        for chain in self.chains() {
            match chain.into_iter().find_map(|link| fault(names, link)) {
                None => return Ok(()),
                Some(fault) => why = why.or(Some(fault)),
            }
        }
        let about = names.shown(&self.names());
        Err(format!("`{}`: {}{about}", self.text.value, why.unwrap_or_default()))
    }

    /// What cannot be worked out, whether or not the rest holds.
    pub(crate) fn trouble(&self, names: &Names<'_, '_>) -> Option<ArithmeticFault> {
        let links = self.chains().into_iter().flatten();
        links.into_iter().find_map(|(left, comparison, right)| names.compare(left, comparison, right).err())
    }

    /// Each chain as its links.
    fn chains(&self) -> Vec<Vec<Link<'_>>> {
        let mut chains = Vec::new();
        for chain in &self.statement.any {
            let lefts = std::iter::once(&chain.first).chain(chain.rest.iter().map(|(_, side)| side));
            let links = lefts.zip(&chain.rest);
            chains.push(links.map(|(left, (comparison, right))| (left, *comparison, right)).collect());
        }
        chains
    }
}

/// Why a comparison does not hold.
fn fault(names: &Names<'_, '_>, (left, comparison, right): Link<'_>) -> Option<String> {
    match names.compare(left, comparison, right) {
        Ok(all) => all
            .into_iter()
            .find(|compared| !compared.holds)
            .map(|compared| format!("{} is not {}{}", compared.left, comparison.word(), compared.right)),
        Err(trouble) => Some(trouble),
    }
}

impl Comparison {
    /// The words between `is not` and the right side of one that fails.
    fn word(self) -> String {
        let word = match self.order {
            Order::Equal if self.one_of || self.as_printed => "",
            Order::Equal => "equal to ",
            Order::Below => "below ",
            Order::AtMost => "at most ",
            Order::Above => "above ",
            Order::AtLeast => "at least ",
        };
        format!("{word}{}", if self.one_of { "one of " } else { "" })
    }

    /// Whether some numbers of both sides compare like this.
    fn holds(self, left: Interval, right: Interval) -> Result<bool, ArithmeticFault> {
        let at_most = |a, b| Ok::<_, ArithmeticFault>(order(a, b)? != Ordering::Greater);
        let below = |a, b| Ok::<_, ArithmeticFault>(order(a, b)? == Ordering::Less);
        match self.order {
            Order::Equal => Ok(at_most(left.low, right.high)? && at_most(right.low, left.high)?),
            Order::Below => below(left.low, right.high),
            Order::AtMost => at_most(left.low, right.high),
            Order::Above => below(right.low, left.high),
            Order::AtLeast => at_most(right.low, left.high),
        }
    }
}

impl Names<'_, '_> {
    /// Every number of the left side with its neighbour on the right.
    pub(super) fn compare(
        &self,
        left: &Formula,
        comparison: Comparison,
        right: &Formula,
    ) -> Result<Vec<Compared>, ArithmeticFault> {
        let is_repeated = comparison.as_printed && comparison.order == Order::Equal;
        if is_repeated && let (Some(left), Some(right)) = (self.things(left), self.things(right)) {
            return repeated(&left, &right, comparison.one_of);
        }
        let taken = if comparison.as_printed { Precision::AsPrinted } else { Precision::AsRounded };
        let left = self.side(left, comparison, taken)?;
        if let Formula::Means(of) = right {
            let (count, list) = (self.value(&of.0, taken)?.count()?, self.value(&of.1, taken)?);
            let compared = |number: &Interval| {
                let holds = is_mean(*number, count, list.numbers())?;
                Ok(Compared { holds, left: shown(*number), right: format!("the means of {count} numbers") })
            };
            return left.numbers().iter().map(compared).collect();
        }
        let right = self.side(right, comparison, taken)?;
        if comparison.one_of {
            let compared = |number: &Interval| {
                let mut holds = false;
                for other in right.numbers() {
                    holds = holds || comparison.holds(*number, *other)?;
                }
                let right = format!("the {} numbers", right.numbers().len());
                Ok(Compared { holds, left: shown(*number), right })
            };
            return left.numbers().iter().map(compared).collect();
        }
        let is_list = [&left, &right].map(|side| matches!(side, Value::Many(_)));
        let pairs = paired(left.numbers(), right.numbers(), is_list)?;
        let compared = |(a, b): (&Interval, &Interval)| {
            Ok(Compared { holds: comparison.holds(*a, *b)?, left: shown(*a), right: shown(*b) })
        };
        pairs.into_iter().map(compared).collect()
    }

    /// A side of a comparison. A number that stands alone beside `=` is a result, and rounded like a cell.
    fn side(
        &self,
        side: &Formula,
        comparison: Comparison,
        taken: Precision,
    ) -> Result<Value, ArithmeticFault> {
        match side {
            Formula::Number(_, number, percent)
                if comparison.order == Order::Equal && (number.digits > 0 || *percent) =>
            {
                let result = Printed::Decimal { number: *number, percent: *percent };
                number_of(&result, taken).map_or_else(|| self.value(side, taken), |one| Ok(Value::One(one)))
            }
            _ => self.value(side, taken),
        }
    }
}

/// Every printed value of the left side with its neighbour on the right.
fn repeated(
    (left, left_is_list): &(Vec<PrintedValue>, bool),
    (right, right_is_list): &(Vec<PrintedValue>, bool),
    one_of: bool,
) -> Result<Vec<Compared>, ArithmeticFault> {
    if one_of {
        let compared = |thing: &PrintedValue| {
            let holds = right.iter().any(|other| thing.says_the_same(other));
            Compared { holds, left: thing.shown(), right: format!("the {} values", right.len()) }
        };
        return Ok(left.iter().map(compared).collect());
    }
    let pairs = paired(left, right, [*left_is_list, *right_is_list])?;
    let compared = |(a, b): (&PrintedValue, &PrintedValue)| Compared {
        holds: a.says_the_same(b),
        left: a.shown(),
        right: b.shown(),
    };
    Ok(pairs.into_iter().map(compared).collect())
}

/// Every element with its neighbour; what is no list goes with all of the other side.
fn paired<'a, T>(
    left: &'a [T],
    right: &'a [T],
    is_list: [bool; 2],
) -> Result<Vec<(&'a T, &'a T)>, ArithmeticFault> {
    match (left, right, is_list) {
        ([], ..) | (_, [], _) => Err("there is nothing to compare".to_owned()),
        ([one, ..], _, [false, _]) => Ok(right.iter().map(|other| (one, other)).collect()),
        (_, [one, ..], [_, false]) => Ok(left.iter().map(|other| (other, one)).collect()),
        _ if left.len() == right.len() => Ok(left.iter().zip(right).collect()),
        _ => Err(format!("{} numbers beside {}", left.len(), right.len())),
    }
}
