//! A sketch of a curve, with fainter curves for comparison.

use super::{FONT_SIZE, WIDTH, extent, share};
use crate::figures::curve::path;
use crate::figures::style::{LIMIT, MAIN, QUIET};
use crate::figures::svg::{Svg, number};
use crate::figures::text::width;

/// Height of the plot area.
const PLOT_HEIGHT: f64 = 92.0;
/// Height of the space above the plot area, for the name of the vertical axis.
const HEIGHT_ABOVE: f64 = 18.0;
/// Height of the space below the plot area, for the ends of the horizontal axis and its name.
const HEIGHT_BELOW: f64 = 16.0;

/// Draws the curves and returns the height of the sketch. There is a dashed line at `threshold`, and a dot on the main
/// curve at `marked_x`, or at the next point to the right.
pub fn draw(
    svg: &mut Svg,
    main: &[(f64, f64)],
    others: &[Vec<(f64, f64)>],
    (threshold, marked_x): (Option<f64>, Option<f64>),
    [x_name, y_name]: &[String; 2],
) -> f64 {
    let threshold = threshold.filter(|threshold| threshold.is_finite());
    let points = || main.iter().chain(others.iter().flatten());
    let (x_low, x_high) = extent(points().map(|(x, _)| *x));
    let (y_low, y_high) = extent(points().map(|(_, y)| *y).chain(threshold));
    // We label the lowest number, the threshold and the highest number. If the threshold's label would touch another
    // label, the other label is left out.
    let labelled_values: Vec<f64> = [Some(y_low), threshold, Some(y_high)].into_iter().flatten().collect();
    let left = labelled_values.iter().map(|y| width(&number(*y), FONT_SIZE)).fold(0.0, f64::max) + 6.0;
    let right = WIDTH - 8.0;
    let x_position = |x: f64| left + share(x, (x_low, x_high)) * (right - left);
    let y_position = |y: f64| HEIGHT_ABOVE + PLOT_HEIGHT * (1.0 - share(y, (y_low, y_high)));
    let bottom = HEIGHT_ABOVE + PLOT_HEIGHT;
    svg.line([left, bottom, right, bottom], &[("stroke", QUIET), ("stroke-width", "1")]);
    svg.line([left, HEIGHT_ABOVE, left, bottom], &[("stroke", QUIET), ("stroke-width", "1")]);
    svg.label((0.0, 10.0), "start", &[("fill", QUIET)], y_name);
    let touches = |a: f64, b: f64| libm::fabs(y_position(a) - y_position(b)) < FONT_SIZE;
    let is_shown =
        |y: &&f64| threshold == Some(**y) || !threshold.is_some_and(|threshold| touches(**y, threshold));
    for y in labelled_values.iter().filter(is_shown) {
        svg.label((left - 4.0, y_position(*y) + 3.5), "end", &[("fill", QUIET)], &number(*y));
    }
    if let Some(threshold) = threshold {
        let attributes = [("stroke", LIMIT), ("stroke-width", "1.2"), ("stroke-dasharray", "4 3")];
        svg.line([left, y_position(threshold), right, y_position(threshold)], &attributes);
    }
    let curve_path = |curve: &[(f64, f64)]| {
        path(&curve.iter().map(|(x, y)| (x_position(*x), y_position(*y))).collect::<Vec<_>>())
    };
    for curve in others {
        let attributes = [("fill", "none"), ("stroke", QUIET), ("stroke-opacity", "0.4")];
        svg.empty_element("path", &[&[("d", curve_path(curve).as_str())][..], &attributes].concat());
    }
    svg.empty_element(
        "path",
        &[("d", &curve_path(main)), ("fill", "none"), ("stroke", MAIN), ("stroke-width", "2.2")],
    );
    if let Some((x, y)) = marked_x.and_then(|marked_x| main.iter().find(|(x, _)| *x >= marked_x)) {
        svg.circle("", (x_position(*x), y_position(*y)), "4", &[("fill", MAIN)]);
    }
    let base = bottom + 12.0;
    svg.label((left, base), "start", &[("fill", QUIET)], &format!("{x_low}"));
    svg.label((right, base), "end", &[("fill", QUIET)], &format!("{x_high}"));
    svg.label((f64::midpoint(left, right), base), "middle", &[("fill", QUIET)], x_name);
    bottom + HEIGHT_BELOW
}
