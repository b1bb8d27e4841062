//! The parts of a panel other than curves: frame, title, grid, ticks, axis labels and references.

use crate::figures::curve::{PanelCurve, traces};
use crate::figures::figure_data::{Figure, Marks, Panel};
use crate::figures::layout::{LARGE, LINE, MARGIN, NORMAL, Place, SMALL, TICK};
use crate::figures::style;
use crate::figures::svg::{Svg, number};
use crate::figures::text::width;

/// Draws the grid lines. We call this before the curves are drawn, so that no grid line covers a curve.
pub fn grid(svg: &mut Svg, place: &Place) {
    let [left, top, width, height] = place.plot_area;
    for tick in place.y_ticks.iter().filter(|tick| !tick.label.is_empty()) {
        let y = place.y.place(tick.value);
        if y > top + 1.0 && y < top + height - 1.0 {
            svg.line([left, y, left + width, y], &[("class", "grid"), ("stroke", style::GRID)]);
        }
    }
}

/// Draws the frame, the ticks with their labels, the title, and the note if the panel is empty. We call this
/// after the curves are drawn, so that no curve covers the frame.
pub fn frame(svg: &mut Svg, place: &Place, panel: &Panel) {
    let [left, top, width, height] = place.plot_area;
    svg.rect("frame", place.plot_area, &[("fill", "none"), ("stroke", style::FRAME)]);
    let size = number(SMALL);
    let small = [("class", "tick"), ("font-size", size.as_str())];
    for tick in &place.x_ticks {
        let x = place.x.place(tick.value);
        let foot = top + height;
        svg.line([x, foot, x, foot + TICK], &[("stroke", style::FRAME)]);
        if tick.label.is_empty() {
            continue;
        }
        if place.slanted {
            let (x, y) = (x + 4.0, foot + TICK + 9.0);
            let turn = format!("rotate(-45 {} {})", number(x), number(y));
            svg.label((x, y), "end", &[&small[..], &[("transform", turn.as_str())]].concat(), &tick.label);
        } else {
            svg.label((x, foot + TICK + SMALL + 1.0), "middle", &small, &tick.label);
        }
    }
    for tick in &place.y_ticks {
        let y = place.y.place(tick.value);
        svg.line([left - TICK, y, left, y], &[("stroke", style::FRAME)]);
        if !tick.label.is_empty() {
            svg.label((left - TICK - 4.0, y + SMALL * 0.36), "end", &small, &tick.label);
        }
    }
    let size = number(LARGE);
    let title = [("class", "panel-title"), ("font-size", size.as_str()), ("font-weight", "bold")];
    for (number, line) in place.title.iter().rev().enumerate() {
        svg.label((left + width / 2.0, top - 8.0 - number as f64 * LINE), "middle", &title, line);
    }
    if panel.is_empty() {
        let note = if panel.note.is_empty() { "no values" } else { &panel.note };
        let middle = (left + width / 2.0, top + height / 2.0);
        let lines = crate::figures::text::lines(note, NORMAL, width - 12.0);
        let above = (lines.len() as f64 - 1.0) * LINE / 2.0;
        for (number, line) in lines.iter().enumerate() {
            let y = middle.1 - above + number as f64 * LINE;
            svg.label((middle.0, y), "middle", &[("class", "note"), ("fill", style::QUIET)], line);
        }
    }
}

/// Draws the labels of the axes.
pub(crate) fn axis_labels(svg: &mut Svg, place: &Place, y_label: &[String]) {
    let [left, top, width, height] = place.plot_area;
    for (row, line) in place.x_label.iter().enumerate() {
        let y = top + height + place.below + NORMAL + row as f64 * LINE;
        svg.label((left + width / 2.0, y), "middle", &[("class", "axis-label")], line);
    }
    for (column, line) in y_label.iter().enumerate().filter(|_| place.first) {
        let (x, y) = (MARGIN + NORMAL + column as f64 * LINE, top + height / 2.0);
        let turn = format!("rotate(-90 {} {})", number(x), number(y));
        svg.label((x, y), "middle", &[("class", "axis-label"), ("transform", &turn)], line);
    }
}

/// Draws the references. A label is placed above or below its line, on the left or on the right, where it covers the
/// fewest other labels and curves.
pub fn references(svg: &mut Svg, figure: &Figure, curves: &[PanelCurve<'_>], place: &Place) {
    let [left, top, area_width, height] = place.plot_area;
    let traces = traces(curves);
    let mut labels: Vec<[f64; 4]> = Vec::new();
    for reference in &figure.references {
        let y = place.y.place(reference.y);
        let dashes = [
            ("class", "reference"),
            ("stroke", style::QUIET),
            ("stroke-dasharray", "1 3"),
            ("stroke-width", "1.4"),
        ];
        if figure.marks == Marks::Bars {
            // A wider light line behind the reference keeps it visible over dark bars.
            let light = [("stroke", style::GROUND), ("stroke-opacity", "0.8"), ("stroke-width", "3")];
            svg.line([left + 1.0, y, left + area_width - 1.0, y], &light);
        }
        svg.line([left, y, left + area_width, y], &dashes);
        if reference.label.is_empty() {
            continue;
        }
        let label_width = width(&reference.label, SMALL);
        let (far, near) = (left + area_width - label_width - 5.0, left + 5.0);
        // The baselines of a label above and below the line.
        let (above, below) = (y - 4.0, y + SMALL);
        let extent = |x: f64, base: f64| [x, base - SMALL + 1.0, x + label_width, base + 2.0];
        let places = [(far, above), (far, below), (near, above), (near, below)];
        let best = places.into_iter().min_by_key(|&(x, base)| {
            let label = extent(x, base);
            let outside = label[1] < top || label[3] > top + height;
            let covered = labels.iter().filter(|other| overlap(&label, other)).count();
            let crosses = |&&(x, y): &&(f64, f64)| overlap(&label, &[x - 4.0, y - 4.0, x + 4.0, y + 4.0]);
            let crossed = traces.iter().filter(crosses).count();
            (outside, covered, crossed)
        });
        let (x, base) = best.expect("there are four places");
        labels.push(extent(x, base));
        let size = number(SMALL);
        let ground = [("fill", style::GROUND), ("fill-opacity", "0.85")];
        svg.rect("", [x - 2.0, base - SMALL + 1.5, label_width + 4.0, SMALL + 1.0], &ground);
        svg.label(
            (x, base),
            "start",
            &[("class", "reference-label"), ("font-size", &size)],
            &reference.label,
        );
    }
}

fn overlap(a: &[f64; 4], b: &[f64; 4]) -> bool {
    a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]
}
