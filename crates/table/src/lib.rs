//! Cells to tables: a table is a pivot over cells, averaged over draws.
//!
//! `book` holds the cells of a run (from memory or from cells.parquet, which is the same), `pivot` builds the
//! tables that the experiment asks for (`filled`): `lines` are their panels, rows and columns, `cell` is what
//! stands where they meet, and `aggregate` makes one number of several cells. `gaps` foresees what of them
//! stays empty, by names that no axis has (`unknown`) or otherwise, `text` says what a cell shows (`form`: number by
//! number), and `parts` makes the sheets that people read, each of which says what its numbers are of.

#![forbid(unsafe_code)]

pub mod base;
mod blank;
mod book;
mod cell;
pub mod figures;
mod filled;
mod form;
mod gaps;
mod lines;
mod parameter_columns;
mod parts;
mod pivot;
pub mod results;
mod text;
mod unknown;

pub use book::{Book, Drawn, KINDS, kind_word, subjects};
pub use filled::{ALL_OF, Asked, Filled, FilledCell, FilledTable};
pub use form::Form;
pub use gaps::{Gap, gaps, unfillable};
pub use pivot::{fill, fill_all, fill_numbers};
pub use rejudge_frame::parquet;
pub use text::{markdown, number};
pub use unknown::no_value;
