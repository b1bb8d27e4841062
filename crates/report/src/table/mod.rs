//! Cells to tables: a table is a pivot over cells, averaged over draws.
//!
//! `cell_table` holds the cells of a run (from memory or from cells.parquet, with equal results), and `pivot` builds the
//! tables of the experiment (`filled`): `lines` are their panels, rows and columns, and `cell` fills the cell at a row and
//! a column, where a `Take` reduces several cells to one number. `gaps` predicts which parts stay empty, because of
//! unknown names (`unknown`) or for other reasons, `text` formats a cell (`number_form`: number by number), and `sheets` makes
//! the sheets for readers, each of which names the collections of its numbers.

pub mod base;
mod cell;
mod cell_table;
mod filled;
mod gaps;
mod lines;
mod number_form;
mod parameter_columns;
mod pivot;
pub mod plotted_tables;
pub mod results;
mod sheets;
mod text;
mod unknown;

pub(crate) use cell::LEFT_OUT;
pub(crate) use cell_table::draw_of;
pub use cell_table::{CellDraw, CellTable, KINDS, kind_word, subjects};
pub(crate) use filled::ALL_OF;
pub use filled::{CellQuery, FilledCell, FilledTable};
pub use gaps::{Gap, gaps, unfillable};
pub use number_form::Form;
pub use pivot::{fill, fill_all, fill_numbers};
pub use rejudge_tables::frame::parquet;
pub use text::{distinct, markdown, number};
pub use unknown::no_value;
