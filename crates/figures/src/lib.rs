//! Figures: curves and grouped marks from plain numbers to SVG.
//!
//! | file | what |
//! |---|---|
//! | `figure` | what a figure is: panels, curves, axes, references |
//! | `check` | which figures cannot be drawn, and why |
//! | `range`, `ticks`, `scale` | from numbers to the range of an axis, its ticks, and places on paper |
//! | `style`, `marker` | what tells one curve from another: colour, dashes, marker, hatching |
//! | `text` | widths of text without a font, and its breaking into lines |
//! | `layout` | where panels and legend stand, so that no two texts overlap |
//! | `panel`, `curve`, `bars`, `legend` | what is drawn there |
//! | `scatter` | a small square of numbers against numbers that should be equal |
//! | `values` | the numbers of a mark, for who points at it |
//! | `sketch` | small pictures that stand beside a sentence |
//! | `svg` | the SVG itself: escaped, equal bytes for equal input |
//!
//! The crate knows neither tables nor measures, reads no file and draws no random number.
//!
//! ```
//! use rejudge_figures::{Curve, Figure, Panel, Point, svg};
//!
//! let curve = Curve { label: "AP".into(), points: vec![Point::at(1.0, 0.9), Point::at(10.0, 0.97)] };
//! let panel = Panel { title: "TREC-8".into(), curves: vec![curve], ..Panel::default() };
//! let figure = Figure { name: "tau".into(), panels: vec![panel], ..Figure::default() };
//! assert!(svg(&figure)?.starts_with("<svg "));
//! # Ok::<(), rejudge_figures::FigureError>(())
//! ```

#![forbid(unsafe_code)]

mod bars;
mod check;
mod curve;
mod draw;
mod figure;
mod layout;
mod legend;
mod marker;
mod panel;
mod range;
mod scale;
mod scatter;
mod sketch;
mod style;
mod svg;
mod text;
mod ticks;
mod values;

pub use check::FigureError;
pub use draw::svg;
pub use figure::{Axis, Curve, Figure, Marks, Panel, Point, Reference, Scale, Spread};
pub use scatter::{Pair, Scatter, scatter};
pub use sketch::{Sketch, SketchForm, sketch};
pub use style::{MOST_CURVES, THEMED};
