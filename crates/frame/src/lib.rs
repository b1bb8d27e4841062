//! A table of rows in memory: named columns of text or numbers, and what each means.
//!
//! With the feature `parquet`, frames are written as parquet and read back. No sum or mean is ever taken here.

#![forbid(unsafe_code)]

pub mod growth;
#[cfg(feature = "parquet")]
pub mod parquet;

use std::collections::HashMap;
use std::ops::Range;

use anyhow::{Context, Result, bail};

/// Values of one column.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Text.
    Text(Vec<String>),
    /// The same text in many rows: written only, a column is read as [`Values::Text`].
    Shared(Shared),
    /// Numbers; `None` where there is none.
    Number(Vec<Option<f64>>),
    /// Whole numbers; `None` where there is none.
    Whole(Vec<Option<i64>>),
}

impl Values {
    fn len(&self) -> usize {
        match self {
            Self::Text(v) => v.len(),
            Self::Shared(v) => v.rows.len(),
            Self::Number(v) => v.len(),
            Self::Whole(v) => v.len(),
        }
    }
}

/// Text of many rows and few different values: each value once, and its number in every row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shared {
    numbers: HashMap<String, u32>,
    names: Vec<String>,
    rows: Vec<u32>,
}

impl Shared {
    /// The number of a value, for [`Shared::push`].
    pub fn number(&mut self, name: &str) -> u32 {
        // Most rows have the value of the row before.
        if let Some(&last) = self.rows.last().filter(|last| self.names[**last as usize] == name) {
            return last;
        }
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len() as u32;
        self.numbers.insert(name.to_owned(), number);
        self.names.push(name.to_owned());
        number
    }

    /// Adds a row with the value of this number, which [`Shared::number`] gave.
    pub fn push(&mut self, number: u32) {
        self.rows.push(number);
    }

    /// The values, in the order of their numbers.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// By row the number of its value.
    pub fn numbers(&self) -> &[u32] {
        &self.rows
    }

    /// The texts of these rows.
    pub fn values(&self, rows: Range<usize>) -> impl Iterator<Item = &str> {
        self.rows[rows].iter().map(|&number| self.names[number as usize].as_str())
    }
}

/// A named column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// What it means.
    pub about: String,
    /// Its values.
    pub values: Values,
}

/// A table of rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// Its columns, all of one length.
    pub columns: Vec<Column>,
}

impl Frame {
    /// Adds a column.
    #[must_use]
    pub fn with(mut self, name: &str, about: &str, values: Values) -> Self {
        debug_assert!(self.columns.first().is_none_or(|c| c.values.len() == values.len()), "{name}");
        self.columns.push(Column { name: name.to_owned(), about: about.to_owned(), values });
        self
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| column.values.len())
    }

    /// The column of this name.
    ///
    /// # Errors
    /// When there is none.
    pub fn column(&self, name: &str) -> Result<&Values> {
        let found = self.columns.iter().find(|column| column.name == name);
        found.map(|column| &column.values).with_context(|| format!("there is no column `{name}`"))
    }

    /// A text column.
    ///
    /// # Errors
    /// When there is none of this name, or it holds something else.
    pub fn text(&self, name: &str) -> Result<&[String]> {
        match self.column(name)? {
            Values::Text(values) => Ok(values),
            _ => bail!("the column `{name}` is no text"),
        }
    }

    /// A column of numbers.
    ///
    /// # Errors
    /// When there is none of this name, or it holds something else.
    pub fn number(&self, name: &str) -> Result<&[Option<f64>]> {
        match self.column(name)? {
            Values::Number(values) => Ok(values),
            _ => bail!("the column `{name}` holds no numbers"),
        }
    }

    /// A column of whole numbers.
    ///
    /// # Errors
    /// When there is none of this name, or it holds something else.
    pub fn whole(&self, name: &str) -> Result<&[Option<i64>]> {
        match self.column(name)? {
            Values::Whole(values) => Ok(values),
            _ => bail!("the column `{name}` holds no whole numbers"),
        }
    }
}
