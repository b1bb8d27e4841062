//! Cells to tables: a table is a pivot over cells, averaged over draws.
//!
//! `book` holds the cells of a run (from memory or from cells.parquet, which is the same), `pivot` builds the
//! tables that the experiment asks for (`filled`): `lines` are their panels, rows and columns, `cell` is what
//! stands where they meet, and `aggregate` makes one number of several cells. `gaps` foresees what of them
//! stays empty, by names that no axis has (`unknown`) or otherwise, `text` sets the tables for people
//! (`form`: number by number), `latex` for papers, where each of the `parts` says what its numbers are of.

#![forbid(unsafe_code)]

pub mod base;
mod blank;
mod book;
mod cell;
pub mod figures;
mod filled;
mod form;
mod gaps;
mod latex;
mod lines;
mod parts;
mod pivot;
pub mod results;
mod text;
mod unknown;

pub use book::{Book, Drawn, KINDS, kind_word, subjects};
pub use filled::{Asked, Filled, FilledCell, FilledTable};
pub use form::Form;
pub use gaps::{Gap, gaps, unfillable};
pub use latex::{latex, latex_of_text};
pub use pivot::{FilledBook, fill, fill_all};
pub use rejudge_frame::parquet;
pub use text::{csv, csv_of, markdown, markdown_file, number};
pub use unknown::no_value;
