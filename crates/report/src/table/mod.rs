//! Makes tables from computed cells. A table is a pivot over cells, averaged over draws.
//!
//! - `cell_table` has the computed cells of a run. They come from memory or from cells.parquet, with the same result.
//! - `pivot` fills the tables of the experiment (`filled`). `lines` are the panels, rows and columns. `cell` fills the cell
//!   at a row and a column; a `Take` reduces several computed cells to one number.
//! - `gaps` predicts which parts of tables stay empty, because of unknown names (`unknown`) or for other reasons.
//! - `text` formats a cell (`number_form` a single number), and `sheets` makes tables for readers, which
//!   name the collections of their numbers.
//! - `plotted_tables` makes figures, `base` counts judgments within pools, and `results` writes and reads
//!   the results folder. `parameter_columns` are further columns of cells.parquet.

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
pub(crate) use filled::COLLECTION_SEPARATOR;
pub use filled::{CellQuery, FilledCell, FilledTable};
pub use gaps::{Gap, gaps, unfillable};
pub use number_form::Form;
pub use pivot::{fill, fill_all, fill_numbers};
pub use rejudge_tables::frame::parquet;
pub use text::{distinct, markdown, number};
pub use unknown::no_value;
