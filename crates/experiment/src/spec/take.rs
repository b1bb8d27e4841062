//! Aggregates, which turn several cells into one number: their names, formulas and words.

use rejudge_stats::{Dips, ExponentialDecay, knee, mean, median, quantile};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::Error as _;

use crate::spec::yaml::Fraction;

/// The teams over which cells are averaged.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Only {
    /// A team counts if it contributed a relevant document for at least this share of the topics that have any.
    pub relevant_for: f64,
}

/// An aggregate of several cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Take {
    /// The mean.
    #[default]
    Mean,
    /// The median. Unlike the mean, it does not change its sign because of one extreme cell.
    Median,
    /// The mean of the absolute values.
    MeanAbs,
    /// The share of cells above 0.
    ShareAboveZero,
    /// The smallest value.
    Min,
    /// The largest value.
    Max,
    /// The smallest value that at least this share of the cells do not exceed.
    Quantile(Fraction<false>),
    /// The lowest sampling rate or pool depth at which the cells are above a threshold.
    Knee {
        /// The threshold. A value that equals it is not above it.
        #[serde(deserialize_with = "knee_threshold")]
        #[schemars(extend("minimum" = -1, "exclusiveMaximum" = 1))]
        above: f64,
        /// The treatment of a curve that falls below the threshold again.
        #[serde(default)]
        dips: Dips,
    },
    /// The value at another topic set size, on an exponential curve that is fitted by least squares.
    Extrapolated {
        /// The size of the set of topics.
        at: u32,
    },
}

/// A cell that is aggregated with others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AggregatedCell {
    /// The place on a curve: a sampling rate, a pool depth, or a topic set size.
    pub at: Option<f64>,
    /// The value; `None` if it is undefined.
    pub value: Option<f64>,
}

impl Take {
    /// Returns the aggregate of `cells`, or `None` if it is undefined.
    ///
    /// Undefined cells are left out, and a curve is extrapolated from its defined points. But a knee is
    /// undefined if a point of the curve is undefined, because the curve could cross the threshold there. A
    /// knee also needs `full_place`, the rate or depth of the full judgments, and a curve without duplicate
    /// rates or depths. A curve has no knee if it goes on beyond `full_place`. It has no knee either if its
    /// point at `full_place` is not above the threshold, unless dips are ignored and an earlier point is
    /// above the threshold ([`Take::never_suffices`]).
    pub fn apply(self, cells: &[AggregatedCell], full_place: Option<f64>) -> Option<f64> {
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
                let points = cells.iter().filter_map(|cell| cell.at.map(|place| (place, cell.value)));
                let mut curve =
                    points.map(|(place, value)| Some((place, value?))).collect::<Option<Vec<_>>>()?;
                curve.sort_by(|a, b| a.0.total_cmp(&b.0));
                let has_duplicate = curve.windows(2).any(|pair| pair[0].0 == pair[1].0);
                let full_place = full_place?;
                let &(last_place, _) = curve.last()?;
                if has_duplicate || last_place > full_place {
                    return None;
                }
                knee(&curve, full_place, above, dips)
            }
            Self::Extrapolated { at } => {
                let points: Vec<(f64, f64)> =
                    cells.iter().filter_map(|cell| cell.at.zip(cell.value)).collect();
                ExponentialDecay::fit(&points).map(|curve| curve.at(f64::from(at)))
            }
        }
    }

    /// Returns true if the aggregate is a knee, and the curve is complete but has none, because it is not above
    /// the threshold even at `full_place`. This can happen if the full judgments include documents beyond the
    /// pool, because such judgments can rank the runs differently from the pool of full depth.
    pub fn never_suffices(self, cells: &[AggregatedCell], full_place: Option<f64>) -> bool {
        let Self::Knee { above, .. } = self else { return false };
        let is_below_at_end =
            |cell: &AggregatedCell| cell.at == full_place && cell.value.is_some_and(|value| value <= above);
        full_place.is_some()
            && cells.iter().all(|cell| cell.value.is_some())
            && cells.iter().any(is_below_at_end)
            && self.apply(cells, full_place).is_none()
    }

    /// Returns the aggregate in words, as the subject of a sentence.
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

    /// Returns the unit of the aggregate, if it is not the unit of the cells.
    pub fn unit(self) -> Option<&'static str> {
        match self {
            Self::Knee { .. } => Some("rate or depth"),
            Self::ShareAboveZero => Some("share of the cells"),
            _ => None,
        }
    }

    /// Returns the parameters of axes over which the cells must be a curve, with the error message for other cells. Returns
    /// `None` if the aggregate needs no curve.
    pub fn curve(self) -> Option<(&'static [&'static str], &'static str)> {
        match self {
            Self::Knee { .. } => Some((
                &["judgments.rate", "judgments.depth"],
                "a knee is a sampling rate or a pool depth: add `over: judgments.rate` or `over: judgments.depth`",
            )),
            Self::Extrapolated { .. } => Some((
                &["topic-sets.size"],
                "a curve is extrapolated over topic set sizes: add `over: topic-sets.size`",
            )),
            _ => None,
        }
    }
}

/// Reads the threshold of a knee. It must be below 1, because the correlation of the full judgments with themselves is
/// 1, and the curve must be able to rise above the threshold. It must be at least -1, because every coefficient is
/// above a lower threshold.
fn knee_threshold<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
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

    fn cells(points: &[(f64, f64)]) -> Vec<AggregatedCell> {
        points.iter().map(|&(at, value)| AggregatedCell { at: Some(at), value: Some(value) }).collect()
    }

    const KNEE: Take = Take::Knee { above: 0.9, dips: Dips::Ignored };

    #[test]
    fn simple_aggregates_are_computed() {
        let curve = cells(&[(0.1, -3.0), (0.2, 1.0), (0.3, 5.0)]);
        for (take, value) in [
            (Take::Mean, 1.0),
            (Take::Median, 1.0),
            (Take::MeanAbs, 3.0),
            (Take::ShareAboveZero, 2.0 / 3.0),
            (Take::Min, -3.0),
            (Take::Max, 5.0),
        ] {
            assert_eq!(take.apply(&curve, None), Some(value), "{take:?}");
            assert_eq!(take.apply(&[], None), None, "{take:?}");
        }
    }

    #[test]
    fn the_full_judgments_are_the_end_of_a_curve() {
        let mut curve = cells(&[(0.5, 0.8), (0.3, 0.95), (0.4, 0.85)]);
        assert_eq!(KNEE.apply(&curve, Some(1.0)), Some(0.3));
        let counted = Take::Knee { above: 0.9, dips: Dips::Counted };
        assert_eq!(counted.apply(&curve, Some(1.0)), Some(1.0));
        curve.push(AggregatedCell { at: None, value: Some(1.0) });
        assert_eq!(counted.apply(&curve, Some(1.0)), Some(1.0));
        assert_eq!(KNEE.apply(&curve[3..], Some(1.0)), None, "a curve needs a sample");
    }

    #[test]
    fn a_curve_beyond_the_full_judgments_has_no_knee() {
        let depths = cells(&[(5.0, 0.95), (20.0, 0.97)]);
        assert_eq!(KNEE.apply(&depths, Some(10.0)), None);
        assert_eq!(KNEE.apply(&depths, Some(20.0)), Some(5.0));
    }

    #[test]
    fn a_curve_below_the_threshold_at_full_depth_has_no_knee() {
        let counted = Take::Knee { above: 0.9, dips: Dips::Counted };
        let mut depths = cells(&[(5.0, 0.95), (10.0, 0.82)]);
        assert_eq!(counted.apply(&depths, Some(10.0)), None);
        assert_eq!(KNEE.apply(&depths, Some(10.0)), Some(5.0), "a dip that is ignored");
        let never_suffices = |cells: &[AggregatedCell], depth| counted.never_suffices(cells, Some(depth));
        assert!(never_suffices(&depths, 10.0) && !KNEE.never_suffices(&depths, Some(10.0)));
        assert!(!never_suffices(&depths, 5.0), "a depth beyond the pool");
        assert!(!never_suffices(&depths, 20.0), "the knee is at 20");
        assert!(!never_suffices(&cells(&[(5.0, 0.8), (10.0, 0.91)]), 10.0), "the knee is at 10");
        depths.push(AggregatedCell { at: Some(2.0), value: None });
        assert!(!never_suffices(&depths, 10.0), "the curve has a hole");
    }

    #[test]
    fn a_curve_is_extrapolated_from_the_points_that_it_has() {
        let mut curve = cells(&[(1.0, 0.4), (2.0, 0.2), (3.0, 0.1)]);
        let take = Take::Extrapolated { at: 5 };
        let extrapolated = |curve: &[AggregatedCell]| take.apply(curve, None);
        assert!(extrapolated(&curve).is_some_and(|value| (value - 0.025).abs() < 1e-7));
        curve.push(AggregatedCell { at: Some(4.0), value: None });
        assert_eq!(extrapolated(&curve), extrapolated(&curve[..3]));
        assert_eq!(extrapolated(&curve[1..]), None, "any two points are on such a curve");
    }

    #[test]
    fn a_curve_with_a_hole_or_a_rate_twice_has_no_knee() {
        let mut curve = cells(&[(0.3, 0.95), (0.4, 0.95)]);
        curve.push(AggregatedCell { at: Some(0.2), value: None });
        assert_eq!(KNEE.apply(&curve, Some(1.0)), None);
        assert_eq!(Take::Min.apply(&curve, None), Some(0.95));
        assert_eq!(KNEE.apply(&cells(&[(0.3, 0.95), (0.30, 0.85)]), Some(1.0)), None);
    }
}
