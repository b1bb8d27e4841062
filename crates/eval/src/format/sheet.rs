//! A table as people read it: numbers are rounded, what matters is marked, and notes say so.

/// A table for people.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    /// What it is of, where it is one of several.
    pub title: String,
    /// Its columns.
    pub columns: Vec<Heading>,
    /// A cell for each column.
    pub rows: Vec<Vec<Cell>>,
    /// What a reader of the numbers must know, a sentence each.
    pub notes: Vec<String>,
}

/// The head of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// What stands there.
    pub text: String,
    /// Whether numbers stand below.
    pub is_number: bool,
}

impl Heading {
    /// Of words.
    pub fn words(text: &str) -> Self {
        Self { text: text.to_owned(), is_number: false }
    }

    /// Of numbers.
    pub fn numbers(text: &str) -> Self {
        Self { text: text.to_owned(), is_number: true }
    }
}

/// What stands in a column of a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// A name, or a number that is rounded.
    pub text: String,
    /// Whether it is the best of its column.
    pub is_best: bool,
    /// What is raised behind it: stars, or letters of other rows.
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

/// A terminal, as far as tables go.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    /// Columns of letters; `None` where it does not say.
    pub width: Option<u16>,
    /// Whether it shows colours and weights.
    pub is_styled: bool,
}

impl Sheet {
    /// Whether anything in it is marked as the best.
    pub(super) fn has_best(&self) -> bool {
        self.rows.iter().flatten().any(|cell| cell.is_best)
    }
}

/// The places of the best numbers; several where they are equal, none where there is nothing to choose from.
pub(crate) fn best_of(numbers: &[f64]) -> Vec<usize> {
    let best = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let places: Vec<usize> = (0..numbers.len()).filter(|&at| numbers[at] == best).collect();
    if places.len() == numbers.len() { Vec::new() } else { places }
}
