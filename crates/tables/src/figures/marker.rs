//! The markers of points on curves.

use crate::figures::style;
use crate::figures::svg::{Svg, number};

/// The shape of a marker: its filling, and its path relative to the middle. The path of a circle is empty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marker(Fill, &'static str);

/// The filling of a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fill {
    /// The colour of the curve.
    Filled,
    /// The colour of the background.
    Open,
    /// No filling, because the shape consists of lines.
    Lines,
}

const CIRCLE: &str = "";
const SQUARE: &str = "m-2.8 -2.8h5.6v5.6h-5.6z";
const TRIANGLE: &str = "m0 -3.6l3.5 6.2h-7z";
const WEDGE: &str = "m0 3.6l3.5 -6.2h-7z";
const DIAMOND: &str = "m0 -3.9l3.6 3.9l-3.6 3.9l-3.6 -3.9z";
const CROSS: &str = "m-2.9 -2.9l5.8 5.8m0 -5.8l-5.8 5.8";
const PLUS: &str = "m-3.7 0h7.4m-3.7 -3.7v7.4";
const STAR: &str = "m0 -3.7v7.4m-3.2 -5.55l6.4 3.7m0 -3.7l-6.4 3.7";

impl Marker {
    /// All shapes, in an order in which neighbours look different.
    pub const ALL: [Self; 12] = [
        Self(Fill::Filled, CIRCLE),
        Self(Fill::Open, SQUARE),
        Self(Fill::Filled, TRIANGLE),
        Self(Fill::Lines, CROSS),
        Self(Fill::Open, DIAMOND),
        Self(Fill::Filled, SQUARE),
        Self(Fill::Open, WEDGE),
        Self(Fill::Open, CIRCLE),
        Self(Fill::Filled, DIAMOND),
        Self(Fill::Lines, PLUS),
        Self(Fill::Open, TRIANGLE),
        Self(Fill::Lines, STAR),
    ];

    /// Draws the shape around (x, y).
    pub fn draw(self, svg: &mut Svg, (x, y): (f64, f64), colour: &str) {
        let Self(fill, path) = self;
        let fill = match fill {
            Fill::Filled => colour,
            Fill::Open => style::GROUND,
            Fill::Lines => "none",
        };
        let look = [("fill", fill), ("stroke", colour), ("stroke-width", "1.2")];
        if path == CIRCLE {
            return svg.circle("marker", (x, y), "3", &look);
        }
        let path = format!("M{} {}{path}", number(x), number(y));
        svg.empty_element("path", &[&[("class", "marker"), ("d", path.as_str())][..], &look].concat());
    }
}
