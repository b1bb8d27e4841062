//! Bars side by side, hatched so that they differ without colour.

use crate::figures::curve::Drawn;
use crate::figures::figure_data::Spread;
use crate::figures::style::{self, Style, TILE};
use crate::figures::svg::{Svg, number};

/// The id of the hatching of curve number `at`.
fn id(prefix: &str, at: usize) -> String {
    format!("{prefix}-hatch-{at}")
}

/// Defines the hatchings of this many curves.
pub(crate) fn hatchings(svg: &mut Svg, prefix: &str, curves: usize) {
    let tile = number(TILE);
    for at in 0..curves {
        let style = Style::new(at);
        let id = id(prefix, at);
        let attributes =
            [("id", id.as_str()), ("width", &tile), ("height", &tile), ("patternUnits", "userSpaceOnUse")];
        svg.open("pattern", &attributes);
        svg.empty("rect", &[("width", &tile), ("height", &tile), ("fill", style::GROUND)]);
        if !style.hatch.is_empty() {
            let fill = if style.hatch.ends_with('Z') { style.colour } else { "none" };
            let stroke = if fill == "none" { style.colour } else { "none" };
            let attributes = [
                ("d", style.hatch),
                ("fill", fill),
                ("fill-opacity", "0.6"),
                ("stroke", stroke),
                ("stroke-width", "1.2"),
            ];
            svg.empty("path", &attributes);
        }
        svg.close();
    }
}

/// A bar, or the sample of one.
pub fn bar(svg: &mut Svg, prefix: &str, at: usize, place: [f64; 4], class: &str) {
    let fill = format!("url(#{})", id(prefix, at));
    let attributes = [("fill", fill.as_str()), ("stroke", Style::new(at).colour), ("stroke-width", "1")];
    svg.rect(class, place, &attributes);
}

/// Draws the bars of a curve, from 0 or from the end of the field nearest to it.
pub fn draw(svg: &mut Svg, drawn: &Drawn<'_>) {
    let Drawn { figure, curve, place, prefix, number: (at, _), .. } = *drawn;
    let [_, top, _, height] = place.field;
    let within = |y: f64| y.clamp(top, top + height);
    let (shift, wide) = drawn.slot();
    svg.open("g", &[("class", "curve"), ("data-label", &curve.label)]);
    svg.text("title", &[], &curve.label);
    let ground = within(place.y.place(0.0));
    for point in &curve.points {
        let Some(y) = point.y else { continue };
        let (x, y) = (place.x.place(point.x) + shift, within(place.y.place(y)));
        let wide = wide - 1.0;
        let field = [x - wide / 2.0, y.min(ground), wide, libm::fabs(ground - y)];
        drawn.mark(svg, point, |svg| bar(svg, prefix, at, field, "bar"));
    }
    if figure.spread != Spread::Hidden {
        svg.open("g", &[("fill", "none"), ("stroke", drawn.style().colour)]);
        drawn.error_bars(svg);
        svg.close();
    }
    svg.close();
}
