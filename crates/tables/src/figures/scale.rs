//! The positions of numbers in a picture.

use crate::figures::figure_data::Scale;

/// An axis in a picture: a range of numbers, and the positions of the range's ends.
#[derive(Clone, Copy, Debug)]
pub struct PlacedAxis {
    scale: Scale,
    range: (f64, f64),
    places: (f64, f64),
}

impl PlacedAxis {
    /// Creates an axis on which the ends of `range` are at `places`. On a logarithmic scale, `range` must be above 0.
    pub fn new(scale: Scale, range: (f64, f64), places: (f64, f64)) -> Self {
        Self { scale, range, places }
    }

    /// Returns true if the number is between the ends of the axis.
    pub fn contains(&self, value: f64) -> bool {
        let (low, high) = self.range;
        let rounding = (high - low) * 1e-9;
        (low - rounding..=high + rounding).contains(&value)
    }

    /// Returns the position of a number. On a logarithmic scale, a number that is not above 0, such as the low end of a
    /// wide spread, is at the start of the axis.
    pub fn place(&self, value: f64) -> f64 {
        let (low, high) = self.range;
        let share = match self.scale {
            Scale::Log if value <= 0.0 => 0.0,
            Scale::Log => log_of_ratio(value, low) / log_of_ratio(high, low),
            // The difference of two huge numbers may be infinite, but not the difference of their halves.
            Scale::Linear | Scale::Categories => (value / 2.0 - low / 2.0) / (high / 2.0 - low / 2.0),
        };
        // Positions far outside the panel are clamped, so that the SVG does not contain long numbers. If the ends
        // of the axis are equal, the division gives NaN or an infinite number.
        let share = if share.is_nan() { 0.5 } else { share.clamp(-10.0, 10.0) };
        self.places.0 + share * (self.places.1 - self.places.0)
    }
}

/// Returns the logarithm of `value / low`, even if the ratio is too large or too small for a float.
fn log_of_ratio(value: f64, low: f64) -> f64 {
    let ratio = value / low;
    if ratio.is_normal() { libm::log(ratio) } else { libm::log(value) - libm::log(low) }
}
