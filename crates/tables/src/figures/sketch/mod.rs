//! Small pictures next to a sentence, with few words and without a legend.
//!
//! All are as wide as a card. Everything that colours show is also clear from positions and words.

mod bars;
mod curves;
mod ranges;

use crate::figures::svg::Svg;
use crate::figures::text::width;

/// Width of every sketch.
const WIDTH: f64 = 260.0;
/// Font size.
const FONT_SIZE: f64 = 10.5;
/// Height of a row, which has one bar or one range.
const ROW: f64 = 14.0;
/// The largest width of a row's name.
const NAME_WIDTH: f64 = 96.0;

/// A small picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Sketch {
    /// The caption, which must describe the whole picture for readers who cannot see it.
    pub caption: String,
    pub form: SketchForm,
}

#[derive(Clone, Debug, PartialEq)]
pub enum SketchForm {
    /// A curve, with fainter curves and a horizontal line to compare with.
    Curves {
        /// The curve that the sketch is about.
        main: Vec<(f64, f64)>,
        others: Vec<Vec<(f64, f64)>>,
        /// The number at which the line is drawn.
        line: Option<f64>,
        /// The answer to the card's question: a number on the horizontal axis. The main curve has a dot there, or at
        /// its next point to the right.
        answer: Option<f64>,
        /// Names of the axes.
        axes: [String; 2],
    },
    /// A bar in each row.
    Bars {
        /// The name, the length, and the number as text of each bar, from top to bottom.
        bars: Vec<(String, f64, String)>,
        /// Vertical lines to compare with: the number and the label of each.
        lines: Vec<(f64, String)>,
        /// The text below, such as the number of further entries.
        below: String,
    },
    /// A range in each row.
    Ranges {
        /// The name, and the low end, the value and the high end of each range, from top to bottom.
        ranges: Vec<(String, [f64; 3])>,
        /// The name of the axis.
        axis: String,
    },
}

/// Returns the sketch as SVG. The same sketch gives the same bytes.
///
/// ```
/// use rejudge_tables::figures::{Sketch, SketchForm, sketch};
///
/// let bars = vec![("AP".to_owned(), 0.7, "70%".to_owned())];
/// let form = SketchForm::Bars { bars, lines: Vec::new(), below: String::new() };
/// let svg = sketch(&Sketch { caption: "AP tells 70% of the pairs apart".to_owned(), form });
/// assert!(svg.contains("<rect class=\"bar\"") && svg.contains("70%"));
/// ```
pub fn sketch(sketch: &Sketch) -> String {
    let mut inside = Svg::default();
    let height = match &sketch.form {
        SketchForm::Curves { main, others, line, answer, axes } => {
            curves::draw(&mut inside, main, others, (*line, *answer), axes)
        }
        SketchForm::Bars { bars, lines, below } => bars::draw(&mut inside, bars, lines, below),
        SketchForm::Ranges { ranges, axis } => ranges::draw(&mut inside, ranges, axis),
    };
    let mut svg = Svg::picture([WIDTH, libm::ceil(height)], FONT_SIZE, &sketch.caption);
    svg.inside(inside);
    svg.finish()
}

/// Returns the width of the column with the names of rows.
fn name_column_width<'a>(names: impl Iterator<Item = &'a str>) -> f64 {
    names.map(|name| width(name, FONT_SIZE)).fold(0.0, f64::max).min(NAME_WIDTH) + 6.0
}

/// Shortens a name that does not fit.
fn shortened(name: &str) -> String {
    if width(name, FONT_SIZE) <= NAME_WIDTH {
        return name.to_owned();
    }
    let mut short = String::new();
    for c in name.chars() {
        if width(&format!("{short}{c}.."), FONT_SIZE) > NAME_WIDTH {
            break;
        }
        short.push(c);
    }
    short + ".."
}

/// Returns the lowest and the highest finite number. If all are equal, the range also includes 0 and the number
/// plus 1. If there is none, the range is from 0 to 1.
fn extent(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values
        .filter(|value| value.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (f64::min(low, v), f64::max(high, v)));
    if low > high {
        return (0.0, 1.0);
    }
    // Adding 1 does not change a large number.
    if low < high { (low, high) } else { (low.min(0.0), high.max(low + 1.0).max(0.0)) }
}

/// Returns the position of a number between the ends of a range, from 0 to 1. Numbers beyond an end are at that
/// end, so that the SVG has no infinite number.
fn share(value: f64, (low, high): (f64, f64)) -> f64 {
    let share = (value - low) / (high - low);
    if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) }
}
