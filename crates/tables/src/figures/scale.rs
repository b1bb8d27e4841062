//! From numbers to places on paper.

use crate::figures::figure_data::Scale;

/// A range of numbers and the places of its ends.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    scale: Scale,
    range: (f64, f64),
    places: (f64, f64),
}

impl Axis {
    /// Returns an axis on which the ends of `range` are at `places`. A range on a logarithmic scale is above 0.
    pub fn new(scale: Scale, range: (f64, f64), places: (f64, f64)) -> Self {
        Self { scale, range, places }
    }

    /// Returns true if the number is between the ends of the axis.
    pub fn has(&self, value: f64) -> bool {
        let (low, high) = self.range;
        let rounding = (high - low) * 1e-9;
        (low - rounding..=high + rounding).contains(&value)
    }

    /// Returns the place of a number. A number without a place on a logarithmic scale (a spread below 0) is put at its
    /// start.
    pub fn place(&self, value: f64) -> f64 {
        let (low, high) = self.range;
        let share = match self.scale {
            Scale::Log if value <= 0.0 => 0.0,
            Scale::Log => libm::log(value / low) / libm::log(high / low),
            Scale::Linear | Scale::Categories => (value - low) / (high - low),
        };
        // A place far outside of the panel is clamped, so that the SVG has no long numbers.
        let share = share.clamp(-10.0, 10.0);
        self.places.0 + share * (self.places.1 - self.places.0)
    }
}
