//! A sketch with a range in each row.

use super::{ROW, WIDTH, extent, name_column_width, share, shortened};
use crate::figures::style::{MAIN, QUIET};
use crate::figures::svg::Svg;

/// Draws the ranges and returns the height of the sketch.
pub fn draw(svg: &mut Svg, ranges: &[(String, [f64; 3])], axis: &str) -> f64 {
    let left = name_column_width(ranges.iter().map(|(name, _)| name.as_str()));
    let right = WIDTH - 6.0;
    let (low, high) = extent(ranges.iter().flat_map(|(_, ends)| *ends));
    let place = |value: f64| left + share(value, (low, high)) * (right - left);
    for (row, (name, [from, middle, to])) in ranges.iter().enumerate() {
        let y = row as f64 * ROW + ROW / 2.0;
        svg.label((left - 5.0, y + 3.5), "end", &[], &shortened(name));
        let stroke = [("stroke", MAIN), ("stroke-width", "5"), ("stroke-opacity", "0.4")];
        svg.line([place(*from), y, place(*to).max(place(*from) + 0.5), y], &stroke);
        svg.circle("spot", (place(*middle), y), "3", &[("fill", MAIN)]);
    }
    let height = ranges.len() as f64 * ROW;
    svg.line([left, height, right, height], &[("stroke", QUIET), ("stroke-width", "1")]);
    let base = height + 12.0;
    svg.label((left, base), "start", &[("fill", QUIET)], &format!("{low:.2}"));
    svg.label((right, base), "end", &[("fill", QUIET)], &format!("{high:.2}"));
    svg.label((f64::midpoint(left, right), base), "middle", &[("fill", QUIET)], axis);
    height + 16.0
}
