//! Several cells as one number: their mean, their extremes, the knee of their curve, what it comes to beyond
//! its end.

use rejudge_stats::{ExponentialDecay, knee, mean, quantile};

use rejudge_spec::{ExtrapolatedWire, KneeWire, Take};

/// A cell among those that become one number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AggregatedCell {
    /// Where it stands on a curve: the sampling rate, or the pool depth, of its judgments, the size of its
    /// sets of topics.
    pub at: Option<f64>,
    /// Its value; `None` where it is undefined.
    pub value: Option<f64>,
}

/// What `take` makes of `cells`. Undefined cells are left out, except on a curve: without one of its points a
/// knee could be anywhere, and is undefined too. On a curve stand samples alone, or pools alone, each rate
/// or depth once; at `whole` stand the full judgments, whose cell agrees with itself. `None` where nothing
/// is left, and for the knee of a curve whose end is not known. A curve is extrapolated from the points that
/// it has.
pub fn taken(take: Take, cells: &[AggregatedCell], whole: Option<f64>) -> Option<f64> {
    let values: Vec<f64> = cells.iter().filter_map(|cell| cell.value).collect();
    let each = |change: fn(f64) -> f64| mean(&values.iter().map(|&v| change(v)).collect::<Vec<_>>());
    match take {
        Take::Mean => mean(&values),
        Take::MeanAbs => each(f64::abs),
        Take::ShareAboveZero => each(|v| f64::from(u8::from(v > 0.0))),
        Take::Min => values.into_iter().reduce(f64::min),
        Take::Max => values.into_iter().reduce(f64::max),
        Take::Quantile(share) => quantile(&values, share),
        Take::Knee(KneeWire { above, dips }) => {
            let placed = cells.iter().filter_map(|cell| cell.at.map(|at| (at, cell.value)));
            let mut curve = placed.map(|(at, value)| Some((at, value?))).collect::<Option<Vec<_>>>()?;
            curve.sort_by(|a, b| a.0.total_cmp(&b.0));
            let twice = curve.windows(2).any(|two| two[0].0 == two[1].0);
            let whole = whole?;
            (!curve.is_empty() && !twice).then(|| knee(&curve, whole, above, dips))
        }
        Take::Extrapolated(ExtrapolatedWire { at }) => {
            let points: Vec<(f64, f64)> = cells.iter().filter_map(|cell| cell.at.zip(cell.value)).collect();
            ExponentialDecay::fit(&points).map(|curve| curve.at(f64::from(at)))
        }
    }
}

#[cfg(test)]
mod tests {
    use rejudge_stats::Dips;

    use super::*;

    fn cells(of: &[(f64, f64)]) -> Vec<AggregatedCell> {
        of.iter().map(|&(at, value)| AggregatedCell { at: Some(at), value: Some(value) }).collect()
    }

    const KNEE: Take = Take::Knee(KneeWire { above: 0.9, dips: Dips::Ignored });

    #[test]
    fn means_and_extremes() {
        let of = cells(&[(0.1, -3.0), (0.2, 1.0), (0.3, 5.0)]);
        for (take, value) in [
            (Take::Mean, 1.0),
            (Take::MeanAbs, 3.0),
            (Take::ShareAboveZero, 2.0 / 3.0),
            (Take::Min, -3.0),
            (Take::Max, 5.0),
        ] {
            assert_eq!(taken(take, &of, None), Some(value), "{take:?}");
            assert_eq!(taken(take, &[], None), None, "{take:?}");
        }
    }

    #[test]
    fn the_full_judgments_are_the_end_of_a_curve() {
        let mut of = cells(&[(0.5, 0.8), (0.3, 0.95), (0.4, 0.85)]);
        assert_eq!(taken(KNEE, &of, Some(1.0)), Some(0.3));
        let counted = Take::Knee(KneeWire { above: 0.9, dips: Dips::Counted });
        assert_eq!(taken(counted, &of, Some(1.0)), Some(1.0));
        of.push(AggregatedCell { at: None, value: Some(1.0) });
        assert_eq!(taken(counted, &of, Some(1.0)), Some(1.0));
        assert_eq!(taken(KNEE, &of[3..], Some(1.0)), None, "no sample is no curve");
    }

    #[test]
    fn a_curve_is_extrapolated_from_the_points_that_it_has() {
        let mut of = cells(&[(1.0, 0.4), (2.0, 0.2), (3.0, 0.1)]);
        let take = Take::Extrapolated(ExtrapolatedWire { at: 5 });
        let found = |of: &[AggregatedCell]| taken(take, of, None);
        assert!(found(&of).is_some_and(|value| (value - 0.025).abs() < 1e-7));
        of.push(AggregatedCell { at: Some(4.0), value: None });
        assert_eq!(found(&of), found(&of[..3]));
        assert_eq!(found(&of[1..]), None, "any two points are on such a curve");
    }

    #[test]
    fn a_curve_with_a_hole_or_a_rate_twice_has_no_knee() {
        let mut of = cells(&[(0.3, 0.95), (0.4, 0.95)]);
        of.push(AggregatedCell { at: Some(0.2), value: None });
        assert_eq!(taken(KNEE, &of, Some(1.0)), None);
        assert_eq!(taken(Take::Min, &of, None), Some(0.95));
        assert_eq!(taken(KNEE, &cells(&[(0.3, 0.95), (0.30, 0.85)]), Some(1.0)), None);
    }
}
