//! The place of a printed number among draws.

use rejudge_experiment::printed::Printed;
use rejudge_stats::{mean, percentile_rank, standard_deviation, within_central};

use super::computed::{in_printed_form, rounded};
use crate::table::number;

/// A printed number is inside if it is among this central share of the draws.
pub(super) const CENTRAL_SHARE: f64 = 0.99;

/// The central draws, and the place of a printed number among all draws.
#[derive(Clone, Debug, PartialEq)]
pub struct CentralDraws {
    /// The smallest and the largest of the central draws.
    pub central: [f64; 2],
    /// The bounds in `central` as text, in the form of the printed number: `46 to 69 of 91`.
    pub shown: String,
    /// Percentile rank of the printed number among all draws. A draw that rounds to the printed number counts
    /// half.
    pub percentile: f64,
    /// True if the printed number is among the central draws.
    pub is_inside: bool,
    /// The printed number minus the mean of the draws, divided by the standard deviation of the draws. A
    /// draw that rounds to the printed number counts as equal to it. If all draws are equal, this is 0 if
    /// they equal the printed number and infinite otherwise.
    pub distance: f64,
    /// Number of draws.
    pub draws: usize,
}

impl CentralDraws {
    /// Returns the place of `printed` among `draws`, or `None` if there are no draws. `value` is the printed
    /// value that contains this number. Its form and digits decide how draws are rounded and shown.
    pub(super) fn new(value: Printed, printed: f64, draws: &[f64]) -> Option<Self> {
        let mut draws = rounded(value, printed, draws);
        let is_inside = within_central(CENTRAL_SHARE, printed, &draws)?;
        let percentile = percentile_rank(printed, &draws)?;
        let difference = printed - mean(&draws)?;
        // One draw has no deviation, and equal draws may have a deviation because of rounding.
        let does_vary = draws.iter().any(|draw| *draw != draws[0]);
        let deviation = standard_deviation(&draws).filter(|_| does_vary).unwrap_or(0.0);
        let distance = if does_vary || draws[0] != printed { difference / deviation } else { 0.0 };
        draws.sort_by(f64::total_cmp);
        let inside = |value: &&f64| within_central(CENTRAL_SHARE, **value, &draws) == Some(true);
        let central = [*draws.iter().find(inside)?, *draws.iter().rfind(inside)?];
        let shown = interval_text(value, central);
        Some(Self { central, shown, percentile, is_inside, distance, draws: draws.len() })
    }

    /// Returns the distance as text, without its sign: `3.4 sd`, or `all draws equal` if it is infinite.
    pub(super) fn distance_shown(&self) -> String {
        if self.distance.is_finite() {
            format!("{:.1} sd", self.distance.abs())
        } else {
            "all draws equal".to_owned()
        }
    }
}

/// Returns the bounds in the form of the printed number: `46 to 69 of 91`, `50.5% to 75.8%`, `0.06 to 0.10`.
fn interval_text(value: Printed, [low, high]: [f64; 2]) -> String {
    if let Printed::Fraction { whole, .. } = value {
        let count = |share: f64| number(share * whole as f64, 0, false);
        return format!("{} to {} of {whole}", count(low), count(high));
    }
    // If the number is a decimal but not a percentage, we show one digit more than the paper prints.
    let more = u8::from(matches!(value, Printed::Decimal { percent: false, .. }));
    format!("{} to {}", in_printed_form(value, &[low], more), in_printed_form(value, &[high], more))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rejudge_experiment::printed::Reading;

    #[test]
    fn distances_are_in_standard_deviations_of_the_draws() {
        for (printed, draws, expected) in [
            // Mean 2 and deviation 1.
            ("5", &[1.0, 2.0, 3.0][..], (3.0, "3.0 sd")),
            ("0", &[1.0, 2.0, 3.0], (-2.0, "2.0 sd")),
            ("5", &[2.0, 2.0], (f64::INFINITY, "all draws equal")),
            ("1", &[2.0], (f64::NEG_INFINITY, "all draws equal")),
            // The draws equal the printed number after rounding.
            ("2.0", &[2.04, 2.04], (0.0, "0.0 sd")),
        ] {
            let value = Printed::parse(printed, Reading::default()).expect("a printed value");
            let number = value.number().expect("a number");
            let place = CentralDraws::new(value, number, draws).expect("draws");
            assert_eq!((place.distance, place.distance_shown().as_str()), expected, "{printed} {draws:?}");
        }
    }
}
