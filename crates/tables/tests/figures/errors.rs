//! The error messages for figures that cannot be drawn.

use rejudge_tables::figures::{Axis, Curve, Figure, MAX_CURVES, Marks, Reference, Scale, svg};

use crate::sample::figure;

#[test]
fn invalid_figures_are_refused_with_a_reason() {
    let refused = |change: &dyn Fn(&mut Figure)| {
        let mut figure = figure();
        change(&mut figure);
        svg(&figure).unwrap_err().to_string()
    };
    let log = || Axis { scale: Scale::Log, ..Axis::default() };
    let reference = || vec![Reference { y: 0.9, label: "tau = 0.9".into() }];
    let changes: [&dyn Fn(&mut Figure); 8] = [
        &|f| f.panels[1].curves[2].points[0].y = Some(f64::NAN),
        &|f| f.y.to = Some(f64::INFINITY),
        &|f| (f.x, f.panels[0].curves[0].points[0].x) = (log(), 0.0),
        &|f| f.marks = Marks::Bars,
        &|f| (f.y.from, f.y.to) = (Some(1.0), Some(1.0)),
        &|f| (f.y.to, f.references) = (Some(0.8), reference()),
        &|f| f.panels[0].curves = curves(MAX_CURVES + 1),
        &|f| f.panels[0].curves[1].label = f.panels[0].curves[0].label.clone(),
    ];
    insta::assert_snapshot!(changes.map(refused).join("\n"), @r#"
    figure `figure 1`: `γ < 0.7 & "more"` has the value NaN, which cannot be drawn
    figure `figure 1`: `probability` has the value inf, which cannot be drawn
    figure `figure 1`: 0 has no place on a logarithmic axis
    figure `figure 1`: curve `γ < 1 & "more"` has a point at 1, which is not a category of its panel
    figure `figure 1`: the axis `probability` goes from 1 to 1: `to` must be above `from`
    figure `figure 1`: the reference `tau = 0.9` at 0.9 is outside the vertical axis
    figure `figure 1` has 17 curves, more than the 12 that can be distinguished
    figure `figure 1`: panel `trec03-twin` has two curves `γ < 1 & "more"`
    "#);
}

#[test]
fn as_many_curves_are_drawn_as_can_be_told_apart() {
    let mut fits = figure();
    fits.panels.truncate(1);
    fits.panels[0].curves = curves(MAX_CURVES);
    assert!(svg(&fits).is_ok());
}

fn curves(count: usize) -> Vec<Curve> {
    (0..count).map(|at| Curve { label: format!("curve {at}"), points: Vec::new() }).collect()
}
