//! A printed number among the draws of a simulated collection, and the fit of the draws to some of them.

use rejudge_experiment::printed::Address;
use rejudge_stats::{mean, standard_deviation};

use crate::check::paper_tables::TAIL;

/// The use of a printed number by the makers of a simulated collection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Use {
    /// The simulated collection has it from the descriptor: it is equal in all draws.
    Given,
    /// Constants of the simulated collection were fitted to it.
    Fitted,
    /// Not used: it is evidence of the fit.
    #[default]
    HeldOut,
}

impl Use {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Given, Self::Fitted, Self::HeldOut];

    /// The word in tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::Given => "given",
            Self::Fitted => "fitted",
            Self::HeldOut => "held out",
        }
    }
}

/// A printed number among the draws of the twin of its collection.
#[derive(Clone, Debug, PartialEq)]
pub struct Beside {
    /// The printed cell.
    pub cell: Address,
    /// The part of the cell, if it has several numbers.
    pub part: &'static str,
    /// The use of the number.
    pub used: Use,
    /// The printed quantity, by its name in the experiment: `dp.power`.
    pub quantity: String,
    pub twin: String,
    /// The printed number.
    pub printed: f64,
    /// Half of the step between printed numbers of its form; 0 if it is exact.
    pub half_step: f64,
    /// Mean of the draws.
    pub mean: f64,
    /// Their standard deviation.
    pub sd: f64,
    /// The ends of their 95% prediction interval.
    pub ends: (f64, f64),
}

impl Beside {
    /// Returns the distance from that interval; 0 inside.
    fn miss(&self) -> f64 {
        let (low, high) = self.ends;
        let miss = (low - self.half_step - self.printed).max(self.printed - self.half_step - high);
        // Printed digits are decimal: half a step is not exact in binary.
        if miss > 1e-9 * self.half_step { miss } else { 0.0 }
    }

    /// Returns true if it is in the interval.
    pub fn is_inside(&self) -> bool {
        self.miss() == 0.0
    }

    fn difference(&self) -> f64 {
        self.mean - self.printed
    }

    fn z(&self) -> Option<f64> {
        (self.sd > 0.0).then(|| self.difference() / self.sd)
    }

    fn interval_score(&self) -> f64 {
        self.ends.1 - self.ends.0 + self.miss() / TAIL
    }
}

/// The fit of the draws to some printed numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fit {
    pub numbers: usize,
    /// The number of those in the 95% prediction interval of the draws.
    pub inside: usize,
    /// Mean over them of the draws' mean minus the number; only of numbers of one quantity.
    pub difference: Option<f64>,
    /// The number of those whose draws differ, and which therefore have a z.
    pub with_z: usize,
    pub mean_z: Option<f64>,
    /// Standard deviation of z.
    pub sd_z: Option<f64>,
    /// Mean interval score; only of numbers of one quantity.
    pub interval_score: Option<f64>,
}

impl Fit {
    /// Computes the fit of `numbers`, which may have several quantities.
    pub(crate) fn new(numbers: &[&Beside]) -> Self {
        let one_quantity = numbers.windows(2).all(|two| two[0].quantity == two[1].quantity);
        let mean_of = |of: fn(&Beside) -> f64| {
            let values: Vec<f64> = numbers.iter().map(|beside| of(beside)).collect();
            mean(&values).filter(|_| one_quantity)
        };
        let z: Vec<f64> = numbers.iter().filter_map(|beside| beside.z()).collect();
        Self {
            numbers: numbers.len(),
            inside: numbers.iter().filter(|beside| beside.is_inside()).count(),
            difference: mean_of(Beside::difference),
            with_z: z.len(),
            mean_z: mean(&z),
            sd_z: standard_deviation(&z),
            interval_score: mean_of(Beside::interval_score),
        }
    }

    /// Returns the number of those outside.
    pub fn outside(&self) -> usize {
        self.numbers - self.inside
    }
}

/// A number of a table for tests.
#[cfg(test)]
pub(crate) fn of_table(table: &str) -> Beside {
    let text = String::new;
    let cell = Address { table: table.to_owned(), panel: None, row: text(), column: text(), quantity: None };
    let (quantity, twin) = (text(), text());
    let (printed, half_step, mean, sd, ends) = (0.0, 0.0, 0.0, 0.0, (0.0, 0.0));
    Beside { cell, part: "", used: Use::HeldOut, quantity, twin, printed, half_step, mean, sd, ends }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_on_the_edge_is_inside() {
        // .85 rounds to .9: the number may have been .85, which is an end of the interval.
        let at = |printed| {
            let (quantity, twin) = ("power".to_owned(), "tiny-twin".to_owned());
            let (half_step, mean, sd, ends) = (0.05, 0.8, 0.1, (0.75, 0.85));
            Beside { quantity, twin, printed, half_step, mean, sd, ends, ..of_table("t") }.is_inside()
        };
        assert_eq!([0.7, 0.9, 0.69, 0.91].map(at), [true, true, false, false]);
    }
}
