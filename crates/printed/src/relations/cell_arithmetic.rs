//! Sums, products and quotients of printed numbers against another printed number.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::cell::{Address, PrintedCell, Site};
use super::super::exact::{Interval, Ratio};
use super::super::expected::Expected;
use super::super::printed_decimal::PrintedDecimal;
use super::Instance;
use super::select::Select;
use rejudge_spec::yaml::{Spanned, YamlError};

/// Each of the statements is true of some numbers that round to the printed ones.
///
/// A printed decimal stands for all numbers that round to it, a whole number for itself; a percentage is a
/// share. Numbers are positive, so that the ends of an expression are those of its parts. A statement binds
/// the cells it names, or those of `binds` where others are merely given.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Statements(Vec<Statement>);

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Statement {
    /// What it is about, as known errata name it.
    at: Spanned<Site>,
    /// One side.
    left: Expression,
    /// How it compares.
    is: Comparison,
    /// The other side.
    right: Expression,
    /// The cells that it binds; absent: all that it names.
    #[serde(default)]
    binds: Option<Vec<Spanned<Address>>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
enum Expression {
    /// A printed cell or number of the text.
    Cell(Spanned<Address>),
    /// A printed number that was not rounded: a threshold, a sampling rate.
    Exact(Spanned<Address>),
    /// A number that stands nowhere by itself.
    Number(Spanned<String>),
    /// How many cells are selected.
    Count(Select),
    /// All of them together.
    Sum(Vec<Expression>),
    /// All of them multiplied.
    Product(Vec<Expression>),
    /// The first divided by the second.
    Quotient(Box<[Expression; 2]>),
    /// The smallest of them.
    Min(Vec<Expression>),
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Comparison {
    /// Equal.
    Equal,
    /// More than.
    Above,
    /// Less than.
    Below,
    /// Not less than.
    AtLeast,
    /// Not more than.
    AtMost,
}

impl Statements {
    pub(super) fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        self.0.iter().map(|statement| statement.instance(expected)).collect()
    }
}

/// The cells of a statement, each once, in the order of their places.
type Cells<'e> = BTreeMap<Site, &'e PrintedCell>;

impl Statement {
    fn instance<'e>(&self, expected: &'e Expected) -> Result<Instance<'e>, YamlError> {
        let mut cells = Cells::new();
        let left = self.left.evaluate(expected, &mut cells)?;
        let right = self.right.evaluate(expected, &mut cells)?;
        let verdict = self.is.holds(left, right);
        if let Some(named) = &self.binds {
            for address in named {
                cells.insert(Site::from(&address.value), find(expected, address)?);
            }
        }
        let is_bound = |cell: &PrintedCell| {
            self.binds.as_ref().is_none_or(|named| named.iter().any(|a| a.value == cell.address))
        };
        let (bound, given): (Vec<_>, Vec<_>) = cells.into_values().partition(|cell| is_bound(cell));
        let first = bound.first().or(given.first()).map(|cell| cell.at.clone());
        let at = first.or_else(|| self.at.at.clone());
        let at = at.ok_or_else(|| self.at.error("the statement is about no cell"))?;
        Ok(Instance::new(self.at.value.clone(), &at, bound, given, verdict))
    }
}

impl Expression {
    /// The numbers it may stand for.
    fn evaluate<'e>(&self, expected: &'e Expected, cells: &mut Cells<'e>) -> Result<Interval, YamlError> {
        let mut each = |parts: &[Expression]| {
            parts.iter().map(|part| part.evaluate(expected, cells)).collect::<Result<Vec<_>, _>>()
        };
        Ok(match self {
            Self::Cell(address) => printed(expected, address, cells)?,
            Self::Exact(address) => {
                let rounded = printed(expected, address, cells)?;
                Interval::point((rounded.low + rounded.high) / Ratio::whole(2))
            }
            Self::Number(text) => {
                let number = PrintedDecimal::parse(&text.value).map(PrintedDecimal::ratio);
                Interval::point(number.ok_or_else(|| text.error(format!("`{}` is no number", text.value)))?)
            }
            Self::Count(select) => {
                let selected = select.cells(expected)?;
                let count = i64::try_from(selected.len()).unwrap_or(i64::MAX);
                Interval::point(Ratio::whole(count))
            }
            Self::Sum(parts) => fold(each(parts)?, Ratio::whole(0), |a, b| a + b),
            Self::Product(parts) => fold(each(parts)?, Ratio::whole(1), |a, b| a * b),
            Self::Quotient(parts) => {
                let parts = each(parts.as_slice())?;
                Interval { low: parts[0].low / parts[1].high, high: parts[0].high / parts[1].low }
            }
            Self::Min(parts) => {
                let parts = each(parts)?;
                let least =
                    |end: fn(&Interval) -> Ratio| parts.iter().map(end).min().unwrap_or(Ratio::whole(0));
                Interval { low: least(|part| part.low), high: least(|part| part.high) }
            }
        })
    }
}

/// What the cell at `address` may stand for; it becomes one of the statement's `cells`.
fn printed<'e>(
    expected: &'e Expected,
    address: &Spanned<Address>,
    cells: &mut Cells<'e>,
) -> Result<Interval, YamlError> {
    let cell = find(expected, address)?;
    cells.insert(Site::from(&cell.address), cell);
    number(cell).ok_or_else(|| address.error(format!("`{}` is no positive number", cell.text)))
}

fn find<'e>(expected: &'e Expected, address: &Spanned<Address>) -> Result<&'e PrintedCell, YamlError> {
    let missing = || address.error(format!("{} is not among the printed cells", address.value));
    expected.cell(&address.value).ok_or_else(missing)
}

/// What a cell may stand for, a percentage as a share.
fn number(cell: &PrintedCell) -> Option<Interval> {
    let interval = cell.value.interval()?;
    let unit = if cell.value.percent().is_some() { Ratio::new(1, 100) } else { Ratio::whole(1) };
    (interval.low > Ratio::whole(0))
        .then(|| Interval { low: interval.low * unit, high: interval.high * unit })
}

fn fold(parts: Vec<Interval>, start: Ratio, combine: fn(Ratio, Ratio) -> Ratio) -> Interval {
    let start = Interval::point(start);
    parts.into_iter().fold(start, |all, part| Interval {
        low: combine(all.low, part.low),
        high: combine(all.high, part.high),
    })
}

impl Comparison {
    /// Whether some numbers of both sides compare like this.
    fn holds(self, left: Interval, right: Interval) -> Result<(), String> {
        let (holds, word) = match self {
            Self::Equal => (left.low <= right.high && right.low <= left.high, "equal to"),
            Self::Above => (left.high > right.low, "above"),
            Self::Below => (left.low < right.high, "below"),
            Self::AtLeast => (left.high >= right.low, "at least"),
            Self::AtMost => (left.low <= right.high, "at most"),
        };
        if holds { Ok(()) } else { Err(format!("{} is not {word} {}", show(left), show(right))) }
    }
}

/// An interval with so many digits that its ends differ where they do.
fn show(of: Interval) -> String {
    let [low, high] = [of.low, of.high].map(|end| end.shown(4));
    if low == high { low } else { format!("{low} to {high}") }
}
