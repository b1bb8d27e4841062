//! The markers of points on curves.

use crate::figures::style;
use crate::figures::svg::{Svg, number};

/// A shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// A filled disc.
    Disc,
    /// An open square.
    Square,
    /// A filled triangle on its base.
    FilledTriangle,
    /// A cross of two diagonals.
    Cross,
    /// An open diamond.
    Diamond,
    FilledSquare,
    /// An open triangle on its tip.
    Wedge,
    /// An open circle.
    Circle,
    FilledDiamond,
    /// An upright cross.
    Plus,
    /// An open triangle on its base.
    Triangle,
    /// A star of three lines.
    Star,
}

impl Marker {
    /// All shapes; neighbours look different.
    pub const ALL: [Self; 12] = [
        Self::Disc,
        Self::Square,
        Self::FilledTriangle,
        Self::Cross,
        Self::Diamond,
        Self::FilledSquare,
        Self::Wedge,
        Self::Circle,
        Self::FilledDiamond,
        Self::Plus,
        Self::Triangle,
        Self::Star,
    ];

    /// Draws the shape around (x, y).
    pub fn draw(self, svg: &mut Svg, (x, y): (f64, f64), colour: &str) {
        let (fill, path) = match self {
            Self::Disc | Self::Circle => {
                let fill = if self == Self::Disc { colour } else { style::GROUND };
                let (cx, cy) = (number(x), number(y));
                let attributes = [
                    ("class", "marker"),
                    ("cx", cx.as_str()),
                    ("cy", &cy),
                    ("r", "3"),
                    ("fill", fill),
                    ("stroke", colour),
                    ("stroke-width", "1.2"),
                ];
                return svg.empty("circle", &attributes);
            }
            Self::Square => (style::GROUND, "m-2.8 -2.8h5.6v5.6h-5.6z"),
            Self::FilledSquare => (colour, "m-2.8 -2.8h5.6v5.6h-5.6z"),
            Self::FilledTriangle => (colour, "m0 -3.6l3.5 6.2h-7z"),
            Self::Triangle => (style::GROUND, "m0 -3.6l3.5 6.2h-7z"),
            Self::Wedge => (style::GROUND, "m0 3.6l3.5 -6.2h-7z"),
            Self::Diamond => (style::GROUND, "m0 -3.9l3.6 3.9l-3.6 3.9l-3.6 -3.9z"),
            Self::FilledDiamond => (colour, "m0 -3.9l3.6 3.9l-3.6 3.9l-3.6 -3.9z"),
            Self::Cross => ("none", "m-2.9 -2.9l5.8 5.8m0 -5.8l-5.8 5.8"),
            Self::Plus => ("none", "m-3.7 0h7.4m-3.7 -3.7v7.4"),
            Self::Star => ("none", "m0 -3.7v7.4m-3.2 -5.55l6.4 3.7m0 -3.7l-6.4 3.7"),
        };
        let path = format!("M{} {}{path}", number(x), number(y));
        let attributes = [
            ("class", "marker"),
            ("d", path.as_str()),
            ("fill", fill),
            ("stroke", colour),
            ("stroke-width", "1.2"),
        ];
        svg.empty("path", &attributes);
    }
}
