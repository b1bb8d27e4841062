//! Bars side by side. Up to six curves differ in hatching, so that you can distinguish their bars without colour.

use crate::figures::curve::PanelCurve;
use crate::figures::figure_data::Spread;
use crate::figures::style::{self, Style, TILE};
use crate::figures::svg::{Svg, number};

/// Returns the id of a curve's hatching in the SVG.
fn id(prefix: &str, curve: usize) -> String {
    format!("{prefix}-hatch-{curve}")
}

/// Defines the hatchings of the first `curves` styles.
pub(crate) fn hatchings(svg: &mut Svg, prefix: &str, curves: usize) {
    let tile = number(TILE);
    for curve in 0..curves {
        let style = Style::new(curve);
        let id = id(prefix, curve);
        let attributes =
            [("id", id.as_str()), ("width", &tile), ("height", &tile), ("patternUnits", "userSpaceOnUse")];
        svg.open("pattern", &attributes);
        svg.empty_element("rect", &[("width", &tile), ("height", &tile), ("fill", style::GROUND)]);
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
            svg.empty_element("path", &attributes);
        }
        svg.close();
    }
}

/// Draws a bar, in a panel or in the legend. `place` is its left, top, width and height.
pub fn bar(svg: &mut Svg, prefix: &str, curve: usize, place: [f64; 4], class: &str) {
    let fill = format!("url(#{})", id(prefix, curve));
    let attributes = [("fill", fill.as_str()), ("stroke", Style::new(curve).colour), ("stroke-width", "1")];
    svg.rect(class, place, &attributes);
}

/// Draws the bars of a curve. They begin at 0, or at the end of the axis nearest to 0 if 0 is not on the axis.
pub fn draw(svg: &mut Svg, drawn: &PanelCurve<'_>) {
    let PanelCurve { figure, curve, place, prefix, number: (index, _), .. } = *drawn;
    let [_, top, _, height] = place.plot_area;
    let within = |y: f64| y.clamp(top, top + height);
    let (shift, slot_width) = drawn.slot();
    svg.open("g", &[("class", "curve"), ("data-label", &curve.label)]);
    svg.text("title", &[], &curve.label);
    let ground = within(place.y.place(0.0));
    for point in &curve.points {
        let Some(y) = point.y else { continue };
        let (x, y) = (place.x.place(point.x) + shift, within(place.y.place(y)));
        let width = slot_width - 1.0;
        let rect = [x - width / 2.0, y.min(ground), width, libm::fabs(ground - y)];
        drawn.draw_mark(svg, point, |svg| bar(svg, prefix, index, rect, "bar"));
    }
    if figure.spread != Spread::Hidden {
        svg.open("g", &[("fill", "none"), ("stroke", drawn.style().colour)]);
        drawn.draw_error_bars(svg);
        svg.close();
    }
    svg.close();
}
