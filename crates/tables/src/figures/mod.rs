//! Draws figures (curves, bars and dots) as SVG.
//!
//! | file | contents |
//! |---|---|
//! | `figure_data` | the contents of a figure: panels, curves, axes, references |
//! | `check` | the check that a figure can be drawn |
//! | `range`, `ticks`, `scale` | the range of an axis, its ticks, and the positions of numbers |
//! | `style`, `marker` | the styles that distinguish curves: colour, dashes, marker, hatching |
//! | `text` | estimated widths of text, and line breaking |
//! | `layout` | the layout of panels and legend, so that no two texts overlap |
//! | `panel`, `curve`, `bars`, `legend` | the parts of a figure |
//! | `values` | the title of a mark, which has its numbers |
//! | `sketch` | small pictures next to a sentence |
//! | `svg` | the text of the SVG |
//!
//! The module does not know what the numbers mean, reads no files and uses no random numbers.
//!
//! ```
//! use rejudge_tables::figures::{Curve, Figure, Panel, Point, svg};
//!
//! let curve = Curve { label: "AP".into(), points: vec![Point::at(1.0, 0.9), Point::at(10.0, 0.97)] };
//! let panel = Panel { title: "TREC-8".into(), curves: vec![curve], ..Panel::default() };
//! let figure = Figure { name: "tau".into(), panels: vec![panel], ..Figure::default() };
//! assert!(svg(&figure)?.starts_with("<svg "));
//! # Ok::<(), anyhow::Error>(())
//! ```

mod bars;
mod check;
mod curve;
mod draw;
mod figure_data;
mod layout;
mod legend;
mod marker;
mod panel;
mod range;
mod scale;
mod sketch;
mod style;
mod svg;
mod text;
mod ticks;
mod values;

pub use draw::svg;
pub use figure_data::{Axis, Curve, Figure, Marks, Panel, Point, Reference, Scale, Spread};
pub use sketch::{Sketch, SketchForm, sketch};
pub use style::{MAX_CURVES, THEMED};
