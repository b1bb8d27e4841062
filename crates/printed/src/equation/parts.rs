//! The parts of a printed value that an equation may ask for: the denominator of `77/120=64.2%`.

use crate::printed::{Arrow, Printed};

/// A part of a printed value.
#[derive(Debug)]
pub(super) struct Part {
    /// Its name in equations.
    pub(super) name: &'static str,
    /// What it is a part of, for messages.
    pub(super) of: &'static str,
    /// The part, where there is one.
    pub(super) take: fn(&Printed) -> Option<Printed>,
}

/// Every part, one line each.
#[rustfmt::skip]
const PARTS: [Part; 10] = [
    Part { name: "numerator", of: "fraction", take: |of| fraction(of).map(|[part, _]| part) },
    Part { name: "denominator", of: "fraction", take: |of| fraction(of).map(|[_, whole]| whole) },
    Part { name: "percent", of: "percentage", take: percent },
    Part { name: "low", of: "range", take: |of| range(of).map(|[low, _]| low) },
    Part { name: "high", of: "range", take: |of| range(of).map(|[_, high]| high) },
    Part { name: "used", of: "number of so many", take: |of| of.integer().map(Printed::Integer) },
    Part { name: "all", of: "number of so many", take: all },
    Part { name: "before", of: "rank change", take: |of| ranks(of).map(|[before, _, _]| before) },
    Part { name: "after", of: "rank change", take: |of| ranks(of).map(|[_, after, _]| after) },
    Part { name: "arrow", of: "rank change", take: |of| ranks(of).map(|[_, _, arrow]| arrow) },
];

/// The part of this name.
pub(super) fn named(name: &str) -> Option<&'static Part> {
    PARTS.iter().find(|part| part.name == name)
}

/// All names.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    PARTS.iter().map(|part| part.name)
}

fn fraction(of: &Printed) -> Option<[Printed; 2]> {
    match *of {
        Printed::Fraction { part, whole, .. } => Some([part, whole].map(Printed::Integer)),
        _ => None,
    }
}

fn percent(of: &Printed) -> Option<Printed> {
    Some(Printed::Decimal { number: of.percent()?, percent: true })
}

fn range(of: &Printed) -> Option<[Printed; 2]> {
    match *of {
        Printed::Range { low, high } => Some([low, high].map(Printed::Integer)),
        _ => None,
    }
}

/// All of `10(12)`; a number without parentheses is of itself.
fn all(of: &Printed) -> Option<Printed> {
    match *of {
        Printed::OfAll { all: number, .. } | Printed::Integer(number) => Some(Printed::Integer(number)),
        _ => None,
    }
}

/// The ranks, and the way the arrow points: 1 up, 0 level, -1 down.
fn ranks(of: &Printed) -> Option<[Printed; 3]> {
    let Printed::Ranks { before, after, arrow } = *of else { return None };
    let way = match arrow {
        Arrow::Up => 1,
        Arrow::Level => 0,
        Arrow::Down => -1,
    };
    Some([i64::from(before), i64::from(after), way].map(Printed::Integer))
}
