//! A cell a row and column.

use super::{ROW, SIZE, Shaded, WIDTH, cut, room};
use crate::figures::style::{MAIN, QUIET};
use crate::figures::svg::{Svg, number};
use crate::figures::text::width;

/// Share of a width that text at 45 degrees takes of its length.
const SLANT: f64 = 0.7072;

/// Draws the cells; the height of the sketch.
pub fn draw(svg: &mut Svg, columns: &[String], rows: &[(String, Vec<Shaded>)]) -> f64 {
    let left = room(rows.iter().map(|(name, _)| name.as_str()));
    let longest = columns.iter().map(|name| width(name, SIZE)).fold(0.0, f64::max) * SLANT;
    // The last slanted name leans beyond its column.
    let wide = (WIDTH - left - 0.6 * longest) / columns.len().max(1) as f64;
    let top = longest + 8.0;
    for (at, name) in columns.iter().enumerate() {
        let [x, y] = [left + (at as f64 + 0.5) * wide, top - 4.0].map(number);
        let turned = format!("translate({x} {y}) rotate(-45)");
        svg.text("text", &[("transform", turned.as_str()), ("fill", QUIET)], name);
    }
    for (row, (name, cells)) in rows.iter().enumerate() {
        let y = top + row as f64 * ROW;
        svg.label((left - 5.0, y + 10.5), "end", &[], &cut(name));
        for (column, cell) in cells.iter().enumerate() {
            let Some((shade, text)) = cell else { continue };
            let x = left + column as f64 * wide;
            let [cx, cy, w, h] = [x + 0.5, y + 0.5, wide - 1.0, ROW - 1.0].map(number);
            // Words stay readable on the darkest.
            let opacity = number(0.04 + 0.46 * shade.clamp(0.0, 1.0));
            let place = [("x", cx.as_str()), ("y", &cy), ("width", &w), ("height", &h)];
            svg.empty("rect", &[&place[..], &[("fill", MAIN), ("fill-opacity", &opacity)]].concat());
            svg.label((x + wide / 2.0, y + 10.5), "middle", &[], text);
        }
    }
    top + rows.len() as f64 * ROW + 2.0
}
