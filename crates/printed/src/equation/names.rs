//! What the names of an equation stand for, and what its formulas come to.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use super::Definition;
use super::functions::MEANS;
use super::number::{self, ArithmeticFault, Value};
use super::parts::Part;
use super::tree::Formula;
use crate::cell::PrintedCell;
use crate::exact::{Interval, Ratio};
use crate::printed::{Printed, Reading};
use crate::printed_decimal::PrintedDecimal;

/// The cells that a name stands for.
#[derive(Clone, Debug)]
pub(crate) struct Operand<'e> {
    /// The cells.
    pub(crate) cells: Vec<&'e PrintedCell>,
    /// Whether they are a list, however many there are.
    pub(crate) is_list: bool,
    /// The number that a blank counts as, where it may count.
    pub(crate) blank: Option<PrintedDecimal>,
}

/// What the names of an equation stand for.
#[derive(Debug)]
pub(crate) struct Names<'n, 'e> {
    operands: Vec<(&'n str, Operand<'e>)>,
    definitions: Vec<Defined<'n>>,
}

/// A formula that has a name, and its value once it was worked out, as printed and as rounded.
#[derive(Debug)]
struct Defined<'n> {
    definition: &'n Definition,
    values: [OnceCell<Result<Value, ArithmeticFault>>; 2],
}

/// How a printed number is taken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Precision {
    /// For the digits that are printed.
    AsPrinted,
    /// For all numbers that round to it.
    AsRounded,
}

/// A printed value, of a cell or in an equation.
pub(super) struct PrintedValue {
    text: String,
    value: Option<Printed>,
}

impl<'n, 'e> Names<'n, 'e> {
    /// Those that stand for cells, and those that stand for formulas.
    pub(crate) fn of(operands: Vec<(&'n str, Operand<'e>)>, definitions: &'n [Definition]) -> Self {
        let defined = |definition| Defined { definition, values: Default::default() };
        Self { operands, definitions: definitions.iter().map(defined).collect() }
    }

    fn operand(&self, name: &str) -> Option<&Operand<'e>> {
        self.operands.iter().find(|(known, _)| *known == name).map(|(_, operand)| operand)
    }

    /// The single cells among the names that are used, for a failure.
    pub(super) fn shown(&self, used: &BTreeSet<&str>) -> String {
        let single = |(name, operand): &(&str, Operand<'e>)| match operand.cells.as_slice() {
            [cell] if !operand.is_list && used.contains(name) => Some(format!("{name} `{}`", cell.text)),
            _ => None,
        };
        let shown: Vec<String> = self.operands.iter().filter_map(single).collect();
        if shown.is_empty() { String::new() } else { format!(", where {}", shown.join(", ")) }
    }

    /// The printed values of a side that is a name, a number or a text, and whether it is a list; none for a
    /// formula.
    pub(super) fn things(&self, side: &Formula) -> Option<(Vec<PrintedValue>, bool)> {
        let literal = |text: String| {
            let value = Printed::parse(&text, Reading::default()).ok();
            Some((vec![PrintedValue { text, value }], false))
        };
        match side {
            Formula::Number(text, ..) | Formula::Text(text) => literal(text.clone()),
            Formula::Opposite(number) => match number.as_ref() {
                Formula::Number(text, ..) => literal(format!("-{text}")),
                _ => None,
            },
            Formula::Name(name) => {
                let operand = self.operand(&name.text)?;
                let thing =
                    |cell: &&PrintedCell| PrintedValue { text: cell.text.clone(), value: Some(cell.value) };
                Some((operand.cells.iter().map(thing).collect(), operand.is_list))
            }
            _ => None,
        }
    }

    /// What a formula comes to.
    pub(super) fn value(&self, formula: &Formula, taken: Precision) -> Result<Value, ArithmeticFault> {
        match formula {
            Formula::Number(_, number, percent) => {
                let unit = Ratio::new(1, if *percent { 100 } else { 1 });
                Ok(Value::One(number::product(Interval::point(number.ratio()), Interval::point(unit))?))
            }
            Formula::Text(text) => {
                let value = Printed::parse(text, Reading::default())?;
                number_of(&value, taken).map(Value::One).ok_or_else(|| format!("`{text}` is no number"))
            }
            Formula::Name(name) => self.named(&name.text, taken),
            Formula::Part(part, name) => self.part(part, &name.text, taken),
            Formula::Call(function, arguments) => {
                let arguments: Vec<Value> =
                    arguments.iter().map(|argument| self.value(argument, taken)).collect::<Result<_, _>>()?;
                (function.apply)(&arguments)
            }
            Formula::Count(of) => Ok(counted(match of.as_ref() {
                // Cells are counted, whether or not they are numbers.
                Formula::Name(name) if self.operand(&name.text).is_some() => {
                    self.operand(&name.text).map_or(0, |operand| operand.cells.len())
                }
                of => self.value(of, taken)?.numbers().len(),
            })),
            Formula::CountWhere(sides) => {
                let all = self.compare(&sides.0, sides.1, &sides.2)?;
                Ok(counted(all.iter().filter(|compared| compared.holds).count()))
            }
            Formula::Means(_) => Err(format!("`{MEANS}` stands behind `one of`")),
            Formula::Range(ends) => Value::range(&self.value(&ends.0, taken)?, &self.value(&ends.1, taken)?),
            Formula::Opposite(of) => self.value(of, taken)?.each(number::opposite),
            Formula::Two(sign, both) => {
                let combine = match *sign {
                    "+" => number::sum,
                    "-" => number::difference,
                    "*" => number::product,
                    "/" => number::quotient,
                    _ => number::power,
                };
                self.value(&both.0, taken)?.with(&self.value(&both.1, taken)?, combine)
            }
        }
    }

    fn named(&self, name: &str, taken: Precision) -> Result<Value, ArithmeticFault> {
        if let Some(operand) = self.operand(name) {
            return operand.value(|cell| {
                let number = match (cell.value, operand.blank) {
                    (Printed::Blank, Some(blank)) => Some(Interval::point(blank.ratio())),
                    (value, _) => number_of(&value, taken),
                };
                number.ok_or_else(|| format!("`{}` of {} is not a number", cell.text, cell.address))
            });
        }
        let defined = self.definitions.iter().find(|defined| defined.definition.name == name);
        let defined = defined.ok_or_else(|| format!("nothing is named `{name}` here"))?;
        let value = &defined.values[usize::from(taken == Precision::AsRounded)];
        value.get_or_init(|| self.value(&defined.definition.formula, taken)).clone()
    }

    fn part(&self, part: &Part, name: &str, taken: Precision) -> Result<Value, ArithmeticFault> {
        let operand = self.operand(name).ok_or_else(|| format!("`{name}` is no cell"))?;
        operand.value(|cell| {
            let number = (part.take)(&cell.value).and_then(|value| number_of(&value, taken));
            number.ok_or_else(|| format!("`{}` of {} is not a {}", cell.text, cell.address, part.of))
        })
    }
}

impl Operand<'_> {
    fn value(
        &self,
        number: impl Fn(&PrintedCell) -> Result<Interval, ArithmeticFault>,
    ) -> Result<Value, ArithmeticFault> {
        match self.cells.as_slice() {
            [cell] if !self.is_list => number(cell).map(Value::One),
            cells => Ok(Value::Many(cells.iter().map(|cell| number(cell)).collect::<Result<_, _>>()?)),
        }
    }
}

impl PrintedValue {
    /// Whether both print the same: words word for word, numbers as far as both print them.
    pub(super) fn says_the_same(&self, other: &Self) -> bool {
        match (self.value, other.value) {
            (Some(Printed::Words) | None, _) | (_, Some(Printed::Words) | None) => self.text == other.text,
            (Some(a), Some(b)) => a.says_the_same(&b),
        }
    }

    /// Its text, for people.
    pub(super) fn shown(&self) -> String {
        format!("`{}`", self.text)
    }
}

fn counted(count: usize) -> Value {
    Value::whole(i64::try_from(count).unwrap_or(i64::MAX))
}

/// The number of a printed value, a percentage as a share; of a fraction the quotient, which no rounding
/// makes equal to another.
pub(super) fn number_of(value: &Printed, taken: Precision) -> Option<Interval> {
    let (number, percent) = match *value {
        Printed::Fraction { part, whole, .. } => {
            return Some(Interval::point(Ratio::new(i128::from(part), i128::from(whole))));
        }
        Printed::Decimal { number, percent } => (number, percent),
        _ => return value.integer().map(|number| Interval::point(Ratio::whole(number))),
    };
    let interval =
        if taken == Precision::AsRounded { number.interval() } else { Interval::point(number.ratio()) };
    let unit = Ratio::new(1, if percent { 100 } else { 1 });
    number::product(interval, Interval::point(unit)).ok()
}
