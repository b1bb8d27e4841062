//! A sketch of a curve, with fainter curves for comparison.

use super::{SIZE, WIDTH, extent};
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

/// Draws the curves and returns the height of the sketch.
pub fn draw(
    svg: &mut Svg,
    main: &[(f64, f64)],
    others: &[Vec<(f64, f64)>],
    (line, answer): (Option<f64>, Option<f64>),
    [x_name, y_name]: &[String; 2],
) -> f64 {
    let points = || main.iter().chain(others.iter().flatten());
    let (x_low, x_high) = extent(points().map(|(x, _)| *x));
    let (y_low, y_high) = extent(points().map(|(_, y)| *y).chain(line));
    // We label the lowest number, the line and the highest number. If the line's label would touch another label, the
    // other label is left out.
    let marks: Vec<f64> = [Some(y_low), line, Some(y_high)].into_iter().flatten().collect();
    let left = marks.iter().map(|y| width(&number(*y), SIZE)).fold(0.0, f64::max) + 6.0;
    let right = WIDTH - 8.0;
    let x_of = |x: f64| left + (x - x_low) / (x_high - x_low) * (right - left);
    let y_of = |y: f64| HEIGHT_ABOVE + PLOT_HEIGHT * (1.0 - ((y - y_low) / (y_high - y_low)).clamp(0.0, 1.0));
    let bottom = HEIGHT_ABOVE + PLOT_HEIGHT;
    svg.line([left, bottom, right, bottom], &[("stroke", QUIET), ("stroke-width", "1")]);
    svg.line([left, HEIGHT_ABOVE, left, bottom], &[("stroke", QUIET), ("stroke-width", "1")]);
    svg.label((0.0, 10.0), "start", &[("fill", QUIET)], y_name);
    let touches = |a: f64, b: f64| libm::fabs(y_of(a) - y_of(b)) < SIZE;
    for y in marks.iter().filter(|y| line == Some(**y) || !line.is_some_and(|line| touches(**y, line))) {
        svg.label((left - 4.0, y_of(*y) + 3.5), "end", &[("fill", QUIET)], &number(*y));
    }
    if let Some(line) = line {
        let attributes = [("stroke", LIMIT), ("stroke-width", "1.2"), ("stroke-dasharray", "4 3")];
        svg.line([left, y_of(line), right, y_of(line)], &attributes);
    }
    let path =
        |curve: &[(f64, f64)]| path(&curve.iter().map(|(x, y)| (x_of(*x), y_of(*y))).collect::<Vec<_>>());
    for curve in others {
        let look = [("fill", "none"), ("stroke", QUIET), ("stroke-opacity", "0.4")];
        svg.empty("path", &[&[("d", path(curve).as_str())][..], &look].concat());
    }
    svg.empty("path", &[("d", &path(main)), ("fill", "none"), ("stroke", MAIN), ("stroke-width", "2.2")]);
    if let Some((x, y)) = answer.and_then(|answer| main.iter().find(|(x, _)| *x >= answer)) {
        svg.circle("", (x_of(*x), y_of(*y)), "4", &[("fill", MAIN)]);
    }
    let base = bottom + 12.0;
    svg.label((left, base), "start", &[("fill", QUIET)], &format!("{x_low}"));
    svg.label((right, base), "end", &[("fill", QUIET)], &format!("{x_high}"));
    svg.label((f64::midpoint(left, right), base), "middle", &[("fill", QUIET)], x_name);
    bottom + HEIGHT_BELOW
}
