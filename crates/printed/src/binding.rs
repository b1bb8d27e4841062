//! How strongly relations bind printed cells, found by trying: a digit of each bound cell is made another
//! one, and the relations are asked again.
//!
//! That a relation holds shows little where it would hold of other digits too: an inequality, a multiple of
//! 1/50, a rank among many. What share of changed digits is noticed says how much *consistent* is worth.
//! A cell of which every digit may be any other is bound by nothing, whatever relations name it.

use std::collections::BTreeMap;

use rejudge_spec::yaml::YamlError;
use rejudge_stats::Draw;

use super::cell::PrintedCell;
use super::expected::Expected;
use super::printed::Printed;
use super::relations::{RelationOutcome, verdicts};
use super::tally::Class;

/// The root of the draws of digits: the same cells and digits every time.
const SEED: u64 = 1;

/// How often a cell draws a digit again that makes no other printed value of it.
const ATTEMPTS: usize = 32;

/// What became of the changed digits of a table, or of a part of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Binding {
    /// Cells of which a digit was changed.
    pub tried: usize,
    /// Changes that a relation noticed.
    pub noticed: usize,
}

impl Binding {
    /// The share of changed digits that a relation noticed; `None` where none was changed.
    pub fn strength(&self) -> Option<f64> {
        (self.tried > 0).then(|| self.noticed as f64 / self.tried as f64)
    }

    fn add(&mut self, is_noticed: bool) {
        self.tried += 1;
        self.noticed += usize::from(is_noticed);
    }
}

/// The changed digits of a printed table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableBinding {
    /// The table.
    pub table: String,
    /// All its bound cells.
    pub all: Binding,
    /// Those of each of its columns, in the order of the file: of its quantities where it has some, of its
    /// rows where its columns are the collections.
    pub columns: Vec<(String, Binding)>,
}

/// What became of the digits of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// None was changed: no relation that holds binds the cell.
    Untried,
    /// A relation noticed the digit that was drawn.
    Noticed,
    /// None noticed it, but one notices another digit.
    Missed,
    /// Each digit may be any other.
    ByNothing,
}

/// Changes a digit, by lot, of each cell of `expected` that is bound by relations, one cell at a time; where
/// nothing notices it, every other one. `classes` are those of its cells, `outcomes` what its relations
/// say as it is.
///
/// # Errors
/// Where a relation asks for cells that are not there.
pub(super) fn bound(
    expected: &Expected,
    outcomes: &[RelationOutcome<'_>],
    classes: &[Class],
) -> Result<Vec<Bound>, YamlError> {
    let mut changed = expected.clone();
    let before: Vec<Vec<bool>> = outcomes
        .iter()
        .map(|o| o.instances.iter().map(|instance| instance.verdict.is_ok()).collect())
        .collect();
    let mut of_cell: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (at, outcome) in outcomes.iter().enumerate() {
        for cell in outcome.instances.iter().flat_map(|instance| instance.bound.iter().chain(&instance.given))
        {
            let relations = of_cell.entry(&cell.address).or_default();
            if relations.last() != Some(&at) {
                relations.push(at);
            }
        }
    }
    let mut out = Vec::with_capacity(expected.cells.len());
    for (at, (cell, class)) in expected.cells.iter().zip(classes).enumerate() {
        let drawn = if *class == Class::Consistent { drawn_digit(cell) } else { None };
        let Some(drawn) = drawn else {
            out.push(Bound::Untried);
            continue;
        };
        let relations = of_cell.get(&cell.address).map_or(&[][..], Vec::as_slice);
        let mut is_noticed = |(text, value): (String, Printed)| {
            changed.cells[at].text = text;
            changed.cells[at].value = value;
            // What can no longer be asked is noticed too.
            let says_so =
                |at: &usize| verdicts(&changed, &expected.relations[*at]).ok().as_ref() != Some(&before[*at]);
            relations.iter().any(says_so)
        };
        out.push(match is_noticed(drawn) {
            true => Bound::Noticed,
            false if other_digits(cell).any(&mut is_noticed) => Bound::Missed,
            false => Bound::ByNothing,
        });
        changed.cells[at] = cell.clone();
    }
    Ok(out)
}

/// The changed digits by table: of the cells that are consistent.
pub fn binding(expected: &Expected, bound: &[Bound], classes: &[Class]) -> Vec<TableBinding> {
    let mut out = Vec::new();
    for ((cell, bound), class) in expected.cells.iter().zip(bound).zip(classes) {
        let is_printed = cell.worked_out_from.is_none() && !cell.in_text;
        if is_printed && *class == Class::Consistent && *bound != Bound::Untried {
            count(&mut out, cell, *bound == Bound::Noticed);
        }
    }
    out
}

/// The text of a cell with another digit, by lot, and what it says.
fn drawn_digit(cell: &PrintedCell) -> Option<(String, Printed)> {
    let address = cell.address.to_string();
    let mut draw = Draw::new(SEED, &["changed-digit", &address]);
    let digits = digits(cell);
    let count = u32::try_from(digits.len()).ok().filter(|count| *count > 0)?;
    (0..ATTEMPTS).find_map(|_| {
        let at = digits[draw.below(count) as usize];
        with_digit(cell, at, 1 + draw.below(9))
    })
}

/// The cell with each of its digits made each other one.
fn other_digits(cell: &PrintedCell) -> impl Iterator<Item = (String, Printed)> {
    let changes = digits(cell).into_iter().flat_map(|at| (1..10).map(move |more| (at, more)));
    changes.filter_map(|(at, more)| with_digit(cell, at, more))
}

/// Where the digits of a cell are.
fn digits(cell: &PrintedCell) -> Vec<usize> {
    cell.text.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect()
}

/// The cell with so much added to the digit there, without a carry; `None` where that says the same or
/// nothing.
fn with_digit(cell: &PrintedCell, at: usize, more: u32) -> Option<(String, Printed)> {
    let new = (u32::from(cell.text.as_bytes()[at] - b'0') + more) % 10;
    let text = format!("{}{new}{}", &cell.text[..at], &cell.text[at + 1..]);
    let value = Printed::parse(&text, cell.reading).ok()?;
    (value != cell.value && value != Printed::Blank).then_some((text, value))
}

fn count(out: &mut Vec<TableBinding>, cell: &PrintedCell, is_noticed: bool) {
    let address = &cell.address;
    let column = match (&address.quantity, &address.panel) {
        (Some(quantity), _) => quantity,
        (None, Some(_)) => &address.column,
        (None, None) => &address.row,
    };
    let at = out.iter().position(|of| of.table == address.table).unwrap_or_else(|| {
        let (table, all) = (address.table.clone(), Binding::default());
        out.push(TableBinding { table, all, columns: Vec::new() });
        out.len() - 1
    });
    let table = &mut out[at];
    table.all.add(is_noticed);
    match table.columns.iter_mut().find(|(name, _)| name == column) {
        Some((_, binding)) => binding.add(is_noticed),
        None => {
            let mut binding = Binding::default();
            binding.add(is_noticed);
            table.columns.push((column.clone(), binding));
        }
    }
}
