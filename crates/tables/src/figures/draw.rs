//! A figure to SVG.

use anyhow::Result;

use crate::figures::curve::Drawn;
use crate::figures::figure_data::{Curve, Figure, Marks};
use crate::figures::layout::{NORMAL, layout};
use crate::figures::style::{self, labels};
use crate::figures::svg::{Svg, number};
use crate::figures::{bars, check, legend, panel};

/// Draws the figure as SVG on a white background, with the same bytes for the same figure.
///
/// Curves differ in colour, dashes and marker (bars in hatching), consistently across panels and legend. Lines are clipped
/// at the frame of a given range; a missing number is a gap; a panel without numbers shows a note. Each dot and each bar
/// is drawn: a given end moves to one beyond it, and a panel with many categories is continued below. If a line has more
/// than 25 points, about nine have a marker, and it passes the others within a tenth of a pixel. With
/// [`Figure::values`] each mark has a title with its numbers, and so does each bend of a dense line.
///
/// # Errors
/// If there are more than [`crate::figures::MOST_CURVES`] curves, numbers that have no place on the axes, or references
/// outside the vertical axis.
pub fn svg(figure: &Figure) -> Result<String> {
    check::check(figure)?;
    let layout = layout(figure);
    let prefix = id(&figure.name);
    let (wide, high) = layout.size;
    let [wide, high] = [wide, high].map(libm::ceil);
    let name = if figure.caption.is_empty() { &figure.name } else { &figure.caption };
    let mut svg = Svg::picture([wide, high], NORMAL, name);
    let [w, h] = [wide, high].map(number);
    svg.text("desc", &[], &description(figure));
    svg.empty("rect", &[("class", "ground"), ("width", &w), ("height", &h), ("fill", style::GROUND)]);
    svg.open("defs", &[]);
    for (at, (_, place)) in layout.panels.iter().enumerate() {
        let [left, top, wide, high] = place.field;
        svg.open("clipPath", &[("id", &format!("{prefix}-field-{at}"))]);
        // Half a stroke may extend beyond the frame.
        svg.rect("", [left - 1.0, top - 1.0, wide + 2.0, high + 2.0], &[]);
        svg.close();
    }
    let labels = labels(figure);
    if figure.marks == Marks::Bars {
        bars::hatchings(&mut svg, &prefix, labels.len());
    }
    svg.close();
    for (at, (panel, place)) in layout.panels.iter().enumerate() {
        svg.open("g", &[("class", "panel"), ("data-title", &panel.title)]);
        panel::grid(&mut svg, place);
        let clip = format!("url(#{prefix}-field-{at})");
        let number = |curve: &Curve| labels.iter().position(|label| *label == curve.label).unwrap_or(0);
        let curves = panel.curves.iter().map(|curve| {
            let number = (number(curve), labels.len());
            Drawn { figure, panel, curve, place, number, prefix: &prefix, clip: &clip }
        });
        let curves: Vec<Drawn<'_>> = curves.collect();
        if figure.marks == Marks::Bars {
            curves.iter().for_each(|curve| bars::draw(&mut svg, curve));
        } else {
            curves.iter().for_each(|curve| curve.draw_band(&mut svg));
            curves.iter().for_each(|curve| curve.draw(&mut svg));
        }
        panel::frame(&mut svg, place, panel);
        panel::references(&mut svg, figure, &curves, place);
        panel::axis_labels(&mut svg, place, &layout.y_label);
        svg.close();
    }
    legend::draw(&mut svg, figure, &layout, &prefix);
    Ok(svg.finish())
}

/// A name as ids may hold it.
fn id(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    format!("f-{}", name.chars().map(plain).collect::<String>())
}

/// Returns the description for screen readers.
fn description(figure: &Figure) -> String {
    let panels: Vec<&str> =
        figure.panels.iter().map(|p| p.title.as_str()).filter(|title| !title.is_empty()).collect();
    let mut parts = Vec::new();
    parts.extend((!figure.description.is_empty()).then(|| figure.description.clone()));
    if !figure.y.label.is_empty() && !figure.x.label.is_empty() {
        parts.push(format!("{} by {}.", figure.y.label, figure.x.label));
    }
    parts.extend((!panels.is_empty()).then(|| format!("Panels: {}.", panels.join(", "))));
    let curves = labels(figure);
    parts.extend((!curves.is_empty()).then(|| format!("Curves: {}.", curves.join(", "))));
    parts.join(" ")
}
