//! Cells to tables: a table is a pivot over cells, averaged over draws.
//!
//! `book` holds the cells of a run (from memory or from cells.parquet, which is the same),
//! `pivot` builds the tables that the experiment asks for, `text` sets them for people.

mod book;
mod pivot;
mod text;

pub use book::{Book, Drawn, kind_word};
pub use pivot::{Filled, FilledCell, FilledTable, fill, fill_all};
pub use text::{csv, markdown, number};
