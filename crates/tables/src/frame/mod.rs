//! Tables: rows with named columns ([`Frame`]), tables for people ([`Sheet`]), and the formats in which both
//! are written ([`Format`]).
//!
//! The feature `parquet` adds reading and writing of parquet by polars.
//!
//! ```
//! use rejudge_tables::frame::{Frame, Kind, Format, Table};
//!
//! let mut rows = Frame::new([("run", Kind::Text, "name of the run"), ("AP", Kind::Number, "mean score")]);
//! rows.push(["a".into(), 0.25.into()]);
//! let table = Table { name: "scores".to_owned(), rows, ..Table::default() };
//! assert_eq!(Format::Csv.text(&table)?, "run,AP\na,0.25\n");
//! # Ok::<(), anyhow::Error>(())
//! ```

mod decimals;
pub mod growth;
pub mod parquet;
mod plot;
mod sheet;
mod write;

pub use decimals::{Decimals, p_value, rounded, standard_error, trimmed};
pub use plot::plot;
pub use sheet::{Cell, Heading, Screen, Sheet, positions_of_best};
pub use write::{Format, Part, in_line, no_trec_eval};

use std::fmt;
use std::hash::BuildHasher;
use std::ops::{Index, Range};

use anyhow::{Context, Result, bail};
use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};

/// The values of one column.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    Text(Texts),
    /// Numbers. A missing number is `None`.
    Number(Vec<Option<f64>>),
    /// Whole numbers. A missing number is `None`.
    Whole(Vec<Option<i64>>),
}

impl Values {
    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        match self {
            Self::Text(v) => v.len(),
            Self::Number(v) => v.len(),
            Self::Whole(v) => v.len(),
        }
    }

    /// Returns true if there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes all rows, but keeps the memory for new ones.
    pub fn clear(&mut self) {
        match self {
            Self::Text(v) => v.clear(),
            Self::Number(v) => v.clear(),
            Self::Whole(v) => v.clear(),
        }
    }

    /// Returns the value of a row as text. Numbers have enough digits to read the same number back, and tiny
    /// numbers have an exponent. A missing value is an empty text.
    pub fn format_row(&self, row: usize) -> String {
        match self {
            Self::Text(texts) => texts[row].to_owned(),
            Self::Number(numbers) => numbers[row].map(shortest).unwrap_or_default(),
            Self::Whole(numbers) => numbers[row].map(|number| number.to_string()).unwrap_or_default(),
        }
    }
}

/// Writes a number with the fewest significant digits that are read as the same number. Tiny numbers have an
/// exponent.
pub fn shortest(number: f64) -> String {
    if number != 0.0 && number.abs() < 1e-4 { format!("{number:e}") } else { number.to_string() }
}

impl<S: AsRef<str>> FromIterator<S> for Values {
    fn from_iter<I: IntoIterator<Item = S>>(texts: I) -> Self {
        Self::Text(texts.into_iter().collect())
    }
}

/// The texts of a column. Results repeat a few texts in millions of rows, so we store each text once, and the
/// rows store its number. Runs have a different text in each row, so we store all texts in one string.
#[derive(Clone, Default)]
pub struct Texts {
    /// All texts, without separators.
    joined: String,
    /// The end of each text in `joined`.
    ends: Vec<usize>,
    /// Finds the number of a text by its hash.
    numbers: HashTable<u32>,
    hasher: DefaultHashBuilder,
    rows: Vec<u32>,
}

impl Texts {
    /// Adds a row.
    pub fn push(&mut self, text: &str) {
        let number = match self.rows.last() {
            // Most rows have the text of the row before, and we find that without hashing.
            Some(&last) if self.is_text(last, text) => last,
            _ => self.intern(text),
        };
        self.rows.push(number);
    }

    /// Adds a row, but looks for the same text only in the row before. Use this if the column is read only
    /// once: looking the text up in the hash table would cost more time than it saves.
    #[inline]
    pub fn append(&mut self, text: &str) {
        let number = match self.rows.last() {
            Some(&last) if self.is_text(last, text) => last,
            _ => {
                self.joined.push_str(text);
                self.ends.push(self.joined.len());
                u32::try_from(self.ends.len() - 1).expect("there are fewer than 2^32 texts")
            }
        };
        self.rows.push(number);
    }

    /// Adds a row with the text of the row before.
    ///
    /// # Panics
    /// If there is no row.
    #[inline]
    pub fn repeat(&mut self) {
        self.rows.push(*self.rows.last().expect("there is a row to repeat"));
    }

    /// Removes all rows, but keeps the memory for new ones.
    pub fn clear(&mut self) {
        let Self { joined, ends, numbers, rows, .. } = self;
        joined.clear();
        ends.clear();
        numbers.clear();
        rows.clear();
    }

    /// Returns true if `text` is the text with this number.
    #[inline]
    fn is_text(&self, number: u32, text: &str) -> bool {
        let (start, end) = bounds(&self.ends, number);
        let stored = &self.joined.as_bytes()[start..end];
        // Consecutive ids mostly differ in their last character. Comparing it first often saves a call of
        // memcmp. Empty texts are not compared, because reading where they point to may cost a page fault.
        stored.len() == text.len()
            && (text.is_empty() || stored.last() == text.as_bytes().last() && stored == text.as_bytes())
    }

    /// Returns the number of a text. Adds the text if it is new.
    fn intern(&mut self, text: &str) -> u32 {
        let Self { joined, ends, numbers, hasher, .. } = self;
        let bytes_at = |number: &u32| {
            let (start, end) = bounds(ends, *number);
            &joined.as_bytes()[start..end]
        };
        let is_equal = |number: &u32| bytes_at(number) == text.as_bytes();
        match numbers
            .entry(hasher.hash_one(text.as_bytes()), is_equal, |number| hasher.hash_one(bytes_at(number)))
        {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => {
                let number = u32::try_from(ends.len()).expect("there are fewer than 2^32 texts");
                entry.insert(number);
                joined.push_str(text);
                ends.push(joined.len());
                number
            }
        }
    }

    /// Returns the rows in `order`.
    fn reordered(&self, order: &[usize]) -> Self {
        Self { rows: order.iter().map(|&row| self.rows[row]).collect(), ..self.clone() }
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns true if there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns the text of each row.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> + DoubleEndedIterator + Clone {
        self.rows.iter().map(|&number| self.text(number))
    }

    /// Returns a copy of each row's text.
    pub fn to_vec(&self) -> Vec<String> {
        self.iter().map(str::to_owned).collect()
    }

    /// Returns the texts of these rows.
    pub fn range(&self, rows: Range<usize>) -> impl Iterator<Item = &str> {
        self.rows[rows].iter().map(|&number| self.text(number))
    }

    /// Returns the stored texts in the order of their numbers. [`numbers`](Self::numbers) returns the number
    /// of each row's text. If all rows were [pushed](Self::push), each distinct text occurs once.
    pub fn stored(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.ends.len() as u32).map(|number| self.text(number))
    }

    /// Returns the number of each row's text.
    #[inline]
    pub fn numbers(&self) -> &[u32] {
        &self.rows
    }

    #[inline]
    fn text(&self, number: u32) -> &str {
        let (start, end) = bounds(&self.ends, number);
        &self.joined[start..end]
    }
}

/// Returns the start and the end of the text with this number, in bytes. `ends` are the ends of all texts.
#[inline]
fn bounds(ends: &[usize], number: u32) -> (usize, usize) {
    (number.checked_sub(1).map_or(0, |before| ends[before as usize]), ends[number as usize])
}

impl Index<usize> for Texts {
    type Output = str;

    #[inline]
    fn index(&self, row: usize) -> &str {
        self.text(self.rows[row])
    }
}

impl<S: AsRef<str>> FromIterator<S> for Texts {
    fn from_iter<I: IntoIterator<Item = S>>(texts: I) -> Self {
        let mut rows = Self::default();
        texts.into_iter().for_each(|text| rows.push(text.as_ref()));
        rows
    }
}

impl fmt::Debug for Texts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl PartialEq for Texts {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<S: AsRef<str>, const N: usize> PartialEq<[S; N]> for &Texts {
    fn eq(&self, other: &[S; N]) -> bool {
        self.iter().eq(other.iter().map(AsRef::as_ref))
    }
}

/// The value of a column in a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    Text(&'a str),
    /// A number, or `None` if it is missing.
    Number(Option<f64>),
    /// A whole number, or `None` if it is missing.
    Whole(Option<i64>),
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text)
    }
}

impl From<f64> for Value<'_> {
    fn from(number: f64) -> Self {
        Self::Number(Some(number))
    }
}

impl From<Option<f64>> for Value<'_> {
    fn from(number: Option<f64>) -> Self {
        Self::Number(number)
    }
}

impl From<usize> for Value<'_> {
    fn from(number: usize) -> Self {
        Self::Whole(Some(number as i64))
    }
}

impl From<u32> for Value<'_> {
    fn from(number: u32) -> Self {
        Self::Whole(Some(number.into()))
    }
}

impl From<Option<u32>> for Value<'_> {
    fn from(number: Option<u32>) -> Self {
        Self::Whole(number.map(i64::from))
    }
}

impl Value<'_> {
    fn kind(self) -> Kind {
        match self {
            Self::Text(_) => Kind::Text,
            Self::Number(_) => Kind::Number,
            Self::Whole(_) => Kind::Whole,
        }
    }
}

/// The type of the values of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Text,
    Number,
    /// Whole numbers.
    Whole,
}

impl Kind {
    /// Returns an empty column of this kind.
    pub(crate) fn empty_column(self) -> Values {
        match self {
            Self::Text => Values::Text(Texts::default()),
            Self::Number => Values::Number(Vec::new()),
            Self::Whole => Values::Whole(Vec::new()),
        }
    }
}

/// A named column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    pub name: String,
    /// The description of the column.
    pub about: String,
    pub values: Values,
}

/// A table of rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// The columns, which have equal lengths.
    pub columns: Vec<Column>,
}

impl Frame {
    /// Creates a table without rows. Each column has a name, a kind and a description.
    pub fn new<'a>(columns: impl IntoIterator<Item = (&'a str, Kind, &'a str)>) -> Self {
        columns
            .into_iter()
            .fold(Self::default(), |table, (name, kind, about)| table.with(name, about, kind.empty_column()))
    }

    /// Adds a row with a value for each column. Each value must have the kind of its column.
    ///
    /// # Panics
    /// If a value has another kind than its column, or the row has too few or too many values.
    pub fn push<'a>(&mut self, row: impl IntoIterator<Item = Value<'a>>) {
        let mut columns = self.columns.iter_mut();
        for value in row {
            let column = columns.next().expect("there is a column for each value");
            match (&mut column.values, value) {
                (Values::Text(values), Value::Text(text)) => values.push(text),
                (Values::Number(values), Value::Number(number)) => values.push(number),
                (Values::Whole(values), Value::Whole(number)) => values.push(number),
                (_, value) => unreachable!("{value:?} in the column `{}`", column.name),
            }
        }
        assert!(columns.next().is_none(), "there is a value for each column");
    }

    /// Adds a row. Each value comes with the name and the description of its column; the first row creates
    /// the columns.
    ///
    /// # Panics
    /// If a row has more or fewer values than the first row, values of other kinds, or, in debug builds,
    /// columns of other names.
    pub fn add<'a>(&mut self, row: impl IntoIterator<Item = (&'a str, &'a str, Value<'a>)>) {
        let row: Vec<_> = row.into_iter().collect();
        if self.columns.is_empty() {
            *self = Self::new(row.iter().map(|&(name, about, value)| (name, value.kind(), about)));
        }
        debug_assert!(row.iter().map(|(name, ..)| *name).eq(self.columns.iter().map(|column| &*column.name)));
        self.push(row.into_iter().map(|(_, _, value)| value));
    }

    /// Adds a column.
    ///
    /// # Panics
    /// If the column is longer or shorter than the other columns.
    #[must_use]
    pub fn with(mut self, name: &str, about: &str, values: Values) -> Self {
        assert!(self.columns.first().is_none_or(|c| c.values.len() == values.len()), "{name}");
        self.columns.push(Column { name: name.to_owned(), about: about.to_owned(), values });
        self
    }

    /// Moves the rows into `order`, which has the index of each row once.
    ///
    /// # Panics
    /// If an index is not below the number of rows.
    pub fn reorder(&mut self, order: &[usize]) {
        for column in &mut self.columns {
            column.values = match &column.values {
                Values::Text(texts) => Values::Text(texts.reordered(order)),
                Values::Number(numbers) => Values::Number(order.iter().map(|&row| numbers[row]).collect()),
                Values::Whole(numbers) => Values::Whole(order.iter().map(|&row| numbers[row]).collect()),
            };
        }
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| column.values.len())
    }

    /// Returns the column of this name.
    ///
    /// # Errors
    /// If there is no such column.
    pub fn column(&self, name: &str) -> Result<&Values> {
        let column = self.columns.iter().find(|column| column.name == name);
        column.map(|column| &column.values).with_context(|| format!("there is no column `{name}`"))
    }

    /// Returns a text column.
    ///
    /// # Errors
    /// If there is no column of this name, or it has another type.
    pub fn text(&self, name: &str) -> Result<&Texts> {
        match self.column(name)? {
            Values::Text(values) => Ok(values),
            _ => bail!("the column `{name}` is not text"),
        }
    }

    /// Returns a column of numbers.
    ///
    /// # Errors
    /// If there is no column of this name, or it has another type.
    pub fn number(&self, name: &str) -> Result<&[Option<f64>]> {
        match self.column(name)? {
            Values::Number(values) => Ok(values),
            _ => bail!("the column `{name}` holds no numbers"),
        }
    }

    /// Returns a column of whole numbers.
    ///
    /// # Errors
    /// If there is no column of this name, or it has another type.
    pub fn whole(&self, name: &str) -> Result<&[Option<i64>]> {
        match self.column(name)? {
            Values::Whole(values) => Ok(values),
            _ => bail!("the column `{name}` holds no whole numbers"),
        }
    }
}

/// A table in all its forms: rows with full precision for programs, rounded sheets for people, and others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// The name of the rows in JSON, for example `scores` or `comparisons`.
    pub name: String,
    pub rows: Frame,
    /// The tables for people. If it is `None`, they are made from the rows by rounding.
    pub sheets: Option<Vec<Sheet>>,
    /// The number of decimals in tables for people that are made from the rows. If it is `None`, they have as
    /// many as the intervals of the rows support.
    pub decimals: Option<Decimals>,
    /// The evaluation rules that were used: the name and the value of each.
    pub rules: Vec<(String, String)>,
    /// One line with the rules and other settings that affect the numbers.
    pub about: String,
    /// True if TSV is written without a header. Scores have no header, because trec_eval prints none.
    pub is_headless: bool,
    /// The table as JSON. If it is `None`, the JSON has the rules and an object for each row.
    pub json: Option<serde_json::Value>,
    /// The table in trec_eval's format, or `None` if that format does not have such tables.
    pub lines: Option<String>,
    /// A figure of the numbers as SVG, or `None` if there is no figure for this table.
    pub figure: Option<String>,
}

impl Table {
    /// Returns the tables for people.
    pub fn sheets(&self) -> Vec<Sheet> {
        self.sheets.clone().unwrap_or_else(|| vec![Sheet::from_rows(&self.rows, self.decimals)])
    }

    /// Returns the table as JSON.
    pub fn json(&self) -> serde_json::Value {
        self.json
            .clone()
            .unwrap_or_else(|| write::json::rows_to_json(&self.name, &self.rules, &self.about, &self.rows))
    }
}
