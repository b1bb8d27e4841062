//! Functions that make one number of several cells: names, formulas and words.

use rejudge_stats::{Dips, ExponentialDecay, knee, mean, median, quantile};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::Error as _;

use crate::spec::yaml::Fraction;

/// The teams that an average is over.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Only {
    /// Share of the topics for which the team must have contributed a relevant document.
    pub relevant_for: f64,
}

/// An aggregate of several cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Take {
    /// Their mean.
    #[default]
    Mean,
    /// The middle one, or the mean of the two in the middle: one extreme cell does not change its sign.
    Median,
    /// The mean of their absolute values.
    MeanAbs,
    /// The share of them above 0.
    ShareAboveZero,
    /// The smallest.
    Min,
    /// The largest.
    Max,
    /// The smallest value that at least this share of them do not exceed.
    Quantile(Fraction<false>),
    /// The sampling rate, or the pool depth, from which on they are above a threshold.
    Knee {
        /// The threshold; a value equal to it is not above.
        #[serde(deserialize_with = "of_a_coefficient")]
        #[schemars(extend("minimum" = -1, "exclusiveMaximum" = 1))]
        above: f64,
        /// True if the curve may fall below it again.
        #[serde(default)]
        dips: Dips,
    },
    /// The value of an exponential curve over the sizes of sets of topics, fitted by least squares, at another size.
    Extrapolated {
        /// The size of the set of topics.
        at: u32,
    },
}

/// A cell among those that become one number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AggregatedCell {
    /// Its place on a curve: the sampling rate, or the pool depth, of its judgments, the size of its sets of topics.
    pub at: Option<f64>,
    /// Its value; `None` if it is undefined.
    pub value: Option<f64>,
}

impl Take {
    /// Returns the number of `cells`. Undefined cells are left out, except on a curve: without one of its
    /// points a knee could be anywhere, and is undefined too. A curve is of samples or of pools, each rate or
    /// depth once; at `whole` it has the full judgments, whose cell agrees with itself. Returns `None` if
    /// nothing is left, and for the knee of a curve whose end is not known. A curve is extrapolated from the
    /// points that it has.
    pub fn apply(self, cells: &[AggregatedCell], whole: Option<f64>) -> Option<f64> {
        let values: Vec<f64> = cells.iter().filter_map(|cell| cell.value).collect();
        match self {
            Self::Mean => mean(&values),
            Self::Median => median(&values),
            Self::MeanAbs => mean(&values.iter().map(|value| value.abs()).collect::<Vec<_>>()),
            Self::ShareAboveZero => {
                let above = values.iter().filter(|value| **value > 0.0).count();
                (!values.is_empty()).then(|| above as f64 / values.len() as f64)
            }
            Self::Min => values.into_iter().reduce(f64::min),
            Self::Max => values.into_iter().reduce(f64::max),
            Self::Quantile(share) => quantile(&values, share.get()),
            Self::Knee { above, dips } => {
                let placed = cells.iter().filter_map(|cell| cell.at.map(|at| (at, cell.value)));
                let mut curve = placed.map(|(at, value)| Some((at, value?))).collect::<Option<Vec<_>>>()?;
                curve.sort_by(|a, b| a.0.total_cmp(&b.0));
                let twice = curve.windows(2).any(|two| two[0].0 == two[1].0);
                let whole = whole?;
                (!curve.is_empty() && !twice).then(|| knee(&curve, whole, above, dips))
            }
            Self::Extrapolated { at } => {
                let points: Vec<(f64, f64)> =
                    cells.iter().filter_map(|cell| cell.at.zip(cell.value)).collect();
                ExponentialDecay::fit(&points).map(|curve| curve.at(f64::from(at)))
            }
        }
    }

    /// Returns the number in words, as the subject of a sentence.
    pub fn words(self) -> String {
        match self {
            Self::Mean => "the mean".to_owned(),
            Self::Median => "the median".to_owned(),
            Self::MeanAbs => "the mean absolute value".to_owned(),
            Self::ShareAboveZero => "the share above 0".to_owned(),
            Self::Min => "the smallest".to_owned(),
            Self::Max => "the largest".to_owned(),
            Self::Quantile(share) => format!("the quantile {}", share.get()),
            Self::Knee { .. } => "the knee of the curve".to_owned(),
            Self::Extrapolated { at } => format!("the curve, read at {at} topics,"),
        }
    }

    /// Returns the unit of the number, if it is not that of the cells.
    pub fn unit(self) -> Option<&'static str> {
        match self {
            Self::Knee { .. } => Some("rate or depth"),
            Self::ShareAboveZero => Some("share of the cells"),
            _ => None,
        }
    }

    /// Returns the parameters of axes over which the cells must be a curve, with the error for other cells;
    /// `None` if it needs no curve.
    pub fn curve(self) -> Option<(&'static [&'static str], &'static str)> {
        match self {
            Self::Knee { .. } => Some((
                &["judgments.rate", "judgments.depth"],
                "a knee is a sampling rate or a pool depth: say `over: judgments.rate` or `judgments.depth`",
            )),
            Self::Extrapolated { .. } => Some((
                &["topic-sets.size"],
                "a curve is extrapolated over sizes of sets of topics: say `over: topic-sets.size`",
            )),
            _ => None,
        }
    }
}

/// Reads the threshold of a knee: below 1, because all judgments agree with themselves by 1 and a curve must be
/// able to rise above it, and at least -1, because every coefficient is above a lower threshold.
fn of_a_coefficient<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let above = f64::deserialize(deserializer)?;
    if (-1.0..1.0).contains(&above) {
        Ok(above)
    } else {
        Err(D::Error::custom(format!("found {above}, expected a threshold from -1 to below 1")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(of: &[(f64, f64)]) -> Vec<AggregatedCell> {
        of.iter().map(|&(at, value)| AggregatedCell { at: Some(at), value: Some(value) }).collect()
    }

    const KNEE: Take = Take::Knee { above: 0.9, dips: Dips::Ignored };

    #[test]
    fn means_and_extremes() {
        let of = cells(&[(0.1, -3.0), (0.2, 1.0), (0.3, 5.0)]);
        for (take, value) in [
            (Take::Mean, 1.0),
            (Take::Median, 1.0),
            (Take::MeanAbs, 3.0),
            (Take::ShareAboveZero, 2.0 / 3.0),
            (Take::Min, -3.0),
            (Take::Max, 5.0),
        ] {
            assert_eq!(take.apply(&of, None), Some(value), "{take:?}");
            assert_eq!(take.apply(&[], None), None, "{take:?}");
        }
    }

    #[test]
    fn the_full_judgments_are_the_end_of_a_curve() {
        let mut of = cells(&[(0.5, 0.8), (0.3, 0.95), (0.4, 0.85)]);
        assert_eq!(KNEE.apply(&of, Some(1.0)), Some(0.3));
        let counted = Take::Knee { above: 0.9, dips: Dips::Counted };
        assert_eq!(counted.apply(&of, Some(1.0)), Some(1.0));
        of.push(AggregatedCell { at: None, value: Some(1.0) });
        assert_eq!(counted.apply(&of, Some(1.0)), Some(1.0));
        assert_eq!(KNEE.apply(&of[3..], Some(1.0)), None, "no sample is no curve");
    }

    #[test]
    fn a_curve_is_extrapolated_from_the_points_that_it_has() {
        let mut of = cells(&[(1.0, 0.4), (2.0, 0.2), (3.0, 0.1)]);
        let take = Take::Extrapolated { at: 5 };
        let found = |of: &[AggregatedCell]| take.apply(of, None);
        assert!(found(&of).is_some_and(|value| (value - 0.025).abs() < 1e-7));
        of.push(AggregatedCell { at: Some(4.0), value: None });
        assert_eq!(found(&of), found(&of[..3]));
        assert_eq!(found(&of[1..]), None, "any two points are on such a curve");
    }

    #[test]
    fn a_curve_with_a_hole_or_a_rate_twice_has_no_knee() {
        let mut of = cells(&[(0.3, 0.95), (0.4, 0.95)]);
        of.push(AggregatedCell { at: Some(0.2), value: None });
        assert_eq!(KNEE.apply(&of, Some(1.0)), None);
        assert_eq!(Take::Min.apply(&of, None), Some(0.95));
        assert_eq!(KNEE.apply(&cells(&[(0.3, 0.95), (0.30, 0.85)]), Some(1.0)), None);
    }
}
