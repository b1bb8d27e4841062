//! Errors of figures that cannot be drawn.

use rejudge_tables::figures::{Axis, Curve, Figure, FigureError, MOST_CURVES, Marks, Reference, Scale, svg};

use crate::sample::figure;

fn refused(change: impl FnOnce(&mut Figure)) -> FigureError {
    let mut figure = figure();
    change(&mut figure);
    svg(&figure).unwrap_err()
}

#[test]
fn numbers_without_a_place() {
    let nan = refused(|f| f.panels[1].curves[2].points[0].y = Some(f64::NAN));
    assert_eq!(
        nan.to_string(),
        "figure `figure 1`: curve `γ < 0.7 & \"more\"` has the value NaN, which has no place on paper"
    );
    assert!(matches!(refused(|f| f.y.to = Some(f64::INFINITY)), FigureError::NotFinite { .. }));
    let log = Axis { scale: Scale::Log, ..Axis::default() };
    assert!(matches!(
        refused(|f| (f.x, f.panels[0].curves[0].points[0].x) = (log, 0.0)),
        FigureError::NotPositive { .. }
    ));
    assert!(matches!(refused(|f| f.marks = Marks::Bars), FigureError::NoCategory { value: 1.0, .. }));
}

#[test]
fn axes_and_references() {
    let empty = refused(|f| (f.y.from, f.y.to) = (Some(1.0), Some(1.0)));
    assert_eq!(empty.to_string(), "figure `figure 1`: the axis `probability` goes from 1 to 1");
    let outside = refused(|f| {
        f.y.to = Some(0.8);
        f.references = vec![Reference { y: 0.9, label: "tau = 0.9".into() }];
    });
    assert_eq!(
        outside.to_string(),
        "figure `figure 1`: the reference `tau = 0.9` at 0.9 is outside the vertical axis"
    );
}

#[test]
fn curves_that_cannot_be_told_apart() {
    let curve = |i: usize| Curve { label: format!("curve {i}"), points: Vec::new() };
    let most = |n: usize| move |f: &mut Figure| f.panels[0].curves = (0..n).map(curve).collect();
    let mut fits = figure();
    fits.panels.truncate(1);
    most(MOST_CURVES)(&mut fits);
    assert!(svg(&fits).is_ok());
    assert!(matches!(refused(most(MOST_CURVES + 1)), FigureError::TooManyCurves { .. }));
    assert!(matches!(
        refused(|f| f.panels[0].curves[1].label = f.panels[0].curves[0].label.clone()),
        FigureError::SameLabel { .. }
    ));
}
