//! A table for people: numbers are rounded, important cells are marked, and notes explain the marks.

use serde::{Deserialize, Serialize};

use crate::frame::decimals::{Decimals, p_value, rounded};
use crate::frame::{Column, Frame, Values};

/// A table for people.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sheet {
    /// The title. In LaTeX and HTML it begins the caption, and the notes follow. It may be empty.
    pub title: String,
    /// The parts of the LaTeX label. If all parts are empty, the table has no label.
    pub label: Vec<String>,
    pub columns: Vec<Heading>,
    /// A cell for each column.
    pub rows: Vec<Vec<Cell>>,
    /// Notes on the numbers, one sentence each.
    pub notes: Vec<String>,
}

/// The head of a column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    /// The text of the heading.
    pub text: String,
    /// True if the column contains numbers.
    pub is_number: bool,
}

impl Heading {
    /// Creates the heading of a text column.
    pub fn words(text: &str) -> Self {
        Self { text: text.to_owned(), is_number: false }
    }

    /// Creates the heading of a column of numbers.
    pub fn numbers(text: &str) -> Self {
        Self { text: text.to_owned(), is_number: true }
    }
}

/// A cell of the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// A name, or a rounded number.
    pub text: String,
    /// True if the number is the best of its column.
    pub is_best: bool,
    /// A superscript after the text: stars, or the letters or numbers of other rows.
    pub mark: String,
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self { text, ..Self::default() }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

/// The properties of the terminal to which a table is printed.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    /// The width in characters, or `None` if it is unknown.
    pub width: Option<u16>,
    /// True if the terminal can show bold text.
    pub is_styled: bool,
}

/// The columns of p-values. A p-value below 0.001 is shown as `<0.001`.
const P_VALUE_COLUMNS: [&str; 2] = ["p", "p-adjusted"];

impl Sheet {
    /// Creates a table of the rows. Numbers are rounded to `decimals`, except whole numbers and p-values. If
    /// `decimals` is `None`, numbers are rounded to the digits that the intervals in the columns `low` and
    /// `high` support, or to four decimals if there are no intervals.
    pub fn from_rows(rows: &Frame, decimals: Option<Decimals>) -> Self {
        let decimals = decimals.unwrap_or_else(|| supported_decimals(rows));
        let headings = rows.columns.iter().map(|column| Heading {
            text: column.name.clone(),
            is_number: !matches!(column.values, Values::Text(_)),
        });
        let cell = |column: &Column, row: usize| -> Cell {
            match &column.values {
                Values::Number(numbers) if P_VALUE_COLUMNS.contains(&column.name.as_str()) => {
                    numbers[row].map(p_value).unwrap_or_default().into()
                }
                Values::Number(numbers) => {
                    numbers[row].map(|number| rounded(number, decimals)).unwrap_or_default().into()
                }
                values => values.format_row(row).into(),
            }
        };
        Self {
            columns: headings.collect(),
            rows: (0..rows.rows())
                .map(|row| rows.columns.iter().map(|column| cell(column, row)).collect())
                .collect(),
            notes: vec!["Numbers are rounded.".to_owned()],
            ..Self::default()
        }
    }

    /// Returns true if any cell is marked as the best.
    pub fn has_best(&self) -> bool {
        self.rows.iter().flatten().any(|cell| cell.is_best)
    }

    /// Returns the notes. If any cell is marked as the best, the first note explains the `mark`.
    pub(crate) fn notes(&self, mark: &str) -> impl Iterator<Item = String> {
        let best = self.has_best().then(|| format!("{mark}: the best of its column."));
        best.into_iter().chain(self.notes.iter().cloned())
    }

    /// Returns the title and the notes as one caption, escaped by `escape`.
    pub(crate) fn caption(&self, escape: impl Fn(&str) -> String) -> String {
        let title = Some(self.title.clone()).filter(|title| !title.is_empty());
        let sentences = title.into_iter().chain(self.notes("Bold"));
        sentences.map(|text| escape(&text)).collect::<Vec<_>>().join(" ")
    }
}

/// Returns all positions of the largest number. If all numbers are equal, returns no positions.
pub fn positions_of_best(numbers: &[f64]) -> Vec<usize> {
    let best = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let positions: Vec<usize> = (0..numbers.len()).filter(|&position| numbers[position] == best).collect();
    if positions.len() == numbers.len() { Vec::new() } else { positions }
}

/// Returns the number of decimals that the rows' intervals support. A 95% interval is about four standard
/// errors wide.
fn supported_decimals(rows: &Frame) -> Decimals {
    let numbers = |name: &str| rows.number(name).unwrap_or_default();
    let widths = numbers("low").iter().zip(numbers("high"));
    Decimals::from_errors(widths.filter_map(|(low, high)| Some((high.as_ref()? - low.as_ref()?) / 4.0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::Kind;

    #[test]
    fn numbers_have_the_digits_that_their_intervals_support() {
        let mut rows = Frame::new([
            ("run", Kind::Text, ""),
            ("low", Kind::Number, ""),
            ("high", Kind::Number, ""),
            ("p", Kind::Number, ""),
            ("topics", Kind::Whole, ""),
        ]);
        rows.push(["a".into(), 0.123_456.into(), 0.183_456.into(), 0.0004.into(), None::<u32>.into()]);
        let texts =
            |sheet: &Sheet| -> Vec<String> { sheet.rows[0].iter().map(|cell| cell.text.clone()).collect() };
        let sheet = Sheet::from_rows(&rows, None);
        assert_eq!(texts(&sheet), ["a", "0.123", "0.183", "<0.001", ""]);
        // `decimals` does not apply to p-values.
        let two_decimals = Sheet::from_rows(&rows, Some(Decimals(2)));
        assert_eq!(texts(&two_decimals), ["a", "0.12", "0.18", "<0.001", ""]);
        assert!(sheet.columns[1].is_number && !sheet.columns[0].is_number);
    }
}
