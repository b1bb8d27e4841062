//! Writes numbers and text as tables, figures and pages, for people and for other programs.
//!
//! | module | contents |
//! |---|---|
//! | [`frame`] | typed rows, sheets for people, and the writers of both: parquet, TSV, CSV, JSON, LaTeX, Markdown, HTML |
//! | [`figures`] | curves, bars and dots as SVG |
//! | [`page`] | Markdown, and pages of HTML that open offline |
//!
//! The crate knows nothing about experiments and measures. Only the feature `parquet` builds polars.
//!
//! ```
//! use rejudge_tables::frame::{Format, Frame, Kind, Table};
//!
//! let mut rows = Frame::new([("run", Kind::Text, "name of the run"), ("AP", Kind::Number, "mean score")]);
//! rows.push(["a".into(), 0.25.into()]);
//! let table = Table { name: "scores".to_owned(), rows, ..Table::default() };
//! assert_eq!(Format::Csv.text(&table)?, "run,AP\na,0.25\n");
//! # Ok::<(), anyhow::Error>(())
//! ```

#![forbid(unsafe_code)]

pub mod figures;
pub mod frame;
pub mod page;
