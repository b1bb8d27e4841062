//! The tree of an equation.

use super::functions::Function;
use super::parts::Part;
use crate::printed_decimal::PrintedDecimal;

/// Chains of comparisons, one of which holds.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    /// The chains.
    pub(super) any: Vec<Chain>,
}

/// `a < b < c`: each comparison holds of its neighbours.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    /// The leftmost side.
    pub(super) first: Formula,
    /// The others, each with how it is compared with the one before.
    pub(super) rest: Vec<(Comparison, Formula)>,
}

/// How two sides compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Comparison {
    /// The order of them.
    pub(super) order: Order,
    /// Whether printed digits are taken as they stand (`is`), not for all numbers that round to them (`=`).
    pub(super) as_printed: bool,
    /// Whether it is enough that it holds of one number of the right side.
    pub(super) one_of: bool,
}

/// The order of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Equal,
    Below,
    AtMost,
    Above,
    AtLeast,
}

/// What numbers are worked out from.
#[derive(Clone, Debug)]
pub(super) enum Formula {
    /// A number, as written and read; whether it counts hundredths.
    Number(String, PrintedDecimal, bool),
    /// A printed text.
    Text(String),
    /// What a name stands for.
    Name(Name),
    /// A part of a printed value.
    Part(&'static Part, Name),
    /// A function of numbers.
    Call(&'static Function, Vec<Formula>),
    /// How many numbers or cells there are.
    Count(Box<Formula>),
    /// How often a comparison holds.
    CountWhere(Box<(Formula, Comparison, Formula)>),
    /// All means of so many numbers of a list.
    Means(Box<(Formula, Formula)>),
    /// All whole numbers from one to another.
    Range(Box<(Formula, Formula)>),
    /// The opposite number.
    Opposite(Box<Formula>),
    /// Two numbers and an operator: `+ - * / ^`.
    Two(&'static str, Box<(Formula, Formula)>),
}

/// A name and the number of characters before it.
#[derive(Clone, Debug)]
pub(super) struct Name {
    pub(super) at: usize,
    pub(super) text: String,
}

impl Statement {
    /// Every name in it.
    pub(super) fn names(&self) -> Vec<&Name> {
        let mut names = Vec::new();
        for chain in &self.any {
            chain.first.note_names(&mut names);
            chain.rest.iter().for_each(|(_, formula)| formula.note_names(&mut names));
        }
        names
    }
}

impl Formula {
    /// Every name in it.
    pub(super) fn names(&self) -> Vec<&Name> {
        let mut names = Vec::new();
        self.note_names(&mut names);
        names
    }

    fn note_names<'f>(&'f self, names: &mut Vec<&'f Name>) {
        match self {
            Self::Number(..) | Self::Text(_) => {}
            Self::Name(name) | Self::Part(_, name) => names.push(name),
            Self::Call(_, arguments) => arguments.iter().for_each(|argument| argument.note_names(names)),
            Self::Count(inside) | Self::Opposite(inside) => inside.note_names(names),
            Self::CountWhere(sides) => {
                sides.0.note_names(names);
                sides.2.note_names(names);
            }
            Self::Range(both) | Self::Means(both) | Self::Two(_, both) => {
                both.0.note_names(names);
                both.1.note_names(names);
            }
        }
    }
}
