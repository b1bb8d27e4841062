//! The styles that distinguish curves: colour, dashes, marker and hatching. Without colour, you can still distinguish
//! the markers of all curves, and the bars of up to six.

use indexmap::IndexSet;

use crate::figures::figure_data::Figure;
use crate::figures::marker::Marker;

/// The largest number of curves that can be distinguished. It is the number of markers, because each curve needs its
/// own.
pub const MAX_CURVES: usize = Marker::ALL.len();

/// The background of a picture, and the inside of open markers.
pub(crate) const GROUND: &str = "#fff";
/// Grid lines.
pub(crate) const GRID: &str = "#e4e4e4";
/// The frame of a panel.
pub(crate) const FRAME: &str = "#444";
/// Notes, and lines that are less important than the curves.
pub const QUIET: &str = "#666";
/// Text.
pub const LETTERS: &str = "#222";
/// The main part of a small picture.
pub(crate) const MAIN: &str = BLUE;
/// A limit, or a value that differs from the expected one.
pub(crate) const LIMIT: &str = VERMILION;

const BLACK: &str = "#000000";
const VERMILION: &str = "#D55E00";
const BLUE: &str = "#0072B2";

/// Colours that the templates `page.css` and `cards.css` replace in the dark theme. A test of the program checks that
/// they replace each one.
pub const THEMED: [&str; 7] = [GROUND, GRID, FRAME, QUIET, BLACK, BLUE, VERMILION];

/// Black and the colours of M. Okabe and K. Ito (Color Universal Design, 2008), which readers with any kind of colour
/// vision can distinguish. We omit their yellow, because it is hard to see on white paper.
const COLOURS: [&str; 7] = [BLACK, VERMILION, BLUE, "#009E73", "#CC79A7", "#E69F00", "#56B4E9"];

/// The lengths of dashes and gaps.
const DASHES: [&str; 6] = ["", "7 3", "2 2.5", "9 3 2 3", "4 2", "11 3 2 3 2 3"];

/// The hatchings of bars, as paths in a square of the size [`TILE`].
const HATCHES: [&str; 6] = [
    "M0 0H6V6H0Z",
    "M-1 7L7 -1M-1 1L1 -1M5 7L7 5",
    "",
    "M0 3H6",
    "M-1 -1L7 7M-1 5L1 7M5 -1L7 1",
    "M3 0V6M0 3H6",
];

/// Width and height of the square that a hatching repeats.
pub(crate) const TILE: f64 = 6.0;

/// The look of one curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Colour of line and marker.
    pub colour: &'static str,
    /// The lengths of the line's dashes and gaps. Empty for a solid line.
    pub dashes: &'static str,
    pub marker: Marker,
    /// The path of the hatching. A closed path fills the bar; an empty path leaves it white.
    pub hatch: &'static str,
}

impl Style {
    /// Returns the look of a curve by its index.
    pub fn new(curve: usize) -> Self {
        Self {
            colour: COLOURS[curve % COLOURS.len()],
            dashes: DASHES[curve % DASHES.len()],
            marker: Marker::ALL[curve % MAX_CURVES],
            hatch: HATCHES[curve % HATCHES.len()],
        }
    }
}

/// Returns the distinct labels of all curves, in the order of their first occurrence.
pub fn labels(figure: &Figure) -> Vec<&str> {
    let curves = figure.panels.iter().flat_map(|panel| &panel.curves);
    curves.map(|curve| curve.label.as_str()).collect::<IndexSet<_>>().into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_curves_have_the_same_style() {
        let styles: Vec<Style> = (0..MAX_CURVES).map(Style::new).collect();
        for (at, style) in styles.iter().enumerate() {
            for other in &styles[..at] {
                assert_ne!(style.marker, other.marker);
                assert_ne!((style.colour, style.dashes), (other.colour, other.dashes));
                assert_ne!((style.colour, style.hatch), (other.colour, other.hatch));
            }
        }
    }
}
