//! Draws a figure as SVG.

use anyhow::Result;

use crate::figures::curve::PanelCurve;
use crate::figures::figure_data::{Curve, Figure, Marks};
use crate::figures::layout::{NORMAL, layout};
use crate::figures::style::{self, labels};
use crate::figures::svg::{Svg, number};
use crate::figures::{bars, check, legend, panel};

/// Draws the figure as SVG on a white background. The same figure gives the same bytes.
///
/// No two curves have the same marker, the same colour and dashes, or bars with the same colour and
/// hatching. A curve looks the same in all panels and in the legend. A line is clipped at the ends of the
/// axes, a missing number is a gap, and a panel without numbers shows a note. Dots and bars are never
/// clipped: if one is beyond an end of the vertical axis, the axis is extended. A panel with many
/// categories is continued in another panel. If the lines of a curve have more than 25 points in the plot
/// area, about nine of these points get a marker. A line with more than 25 points passes each point at a distance
/// of at most a tenth of a pixel. With [`Figure::has_titles`] each mark has a title with its numbers, and
/// so does each bend of a dense line.
///
/// # Errors
/// If there are more than [`crate::figures::MAX_CURVES`] curves, two curves of a panel have the same label, a number
/// has no position on its axis, a point is not at a category of its panel, an axis does not end after its start, or a
/// reference is outside the vertical axis.
pub fn svg(figure: &Figure) -> Result<String> {
    check::check(figure)?;
    let layout = layout(figure);
    let prefix = id(&figure.name);
    let (width, height) = layout.size;
    let size = [width, height].map(libm::ceil);
    let name = if figure.caption.is_empty() { &figure.name } else { &figure.caption };
    let mut svg = Svg::picture(size, NORMAL, name);
    let [w, h] = size.map(number);
    svg.text("desc", &[], &description(figure));
    svg.empty_element("rect", &[("class", "ground"), ("width", &w), ("height", &h), ("fill", style::GROUND)]);
    svg.open("defs", &[]);
    for (index, (_, place)) in layout.panels.iter().enumerate() {
        let [left, top, width, height] = place.plot_area;
        svg.open("clipPath", &[("id", &format!("{prefix}-field-{index}"))]);
        // Half the width of a line on the frame is outside the frame.
        svg.rect("", [left - 1.0, top - 1.0, width + 2.0, height + 2.0], &[]);
        svg.close();
    }
    let labels = labels(figure);
    if figure.marks == Marks::Bars {
        bars::hatchings(&mut svg, &prefix, labels.len());
    }
    svg.close();
    for (index, (panel, place)) in layout.panels.iter().enumerate() {
        svg.open("g", &[("class", "panel"), ("data-title", &panel.title)]);
        panel::grid(&mut svg, place);
        let clip = format!("url(#{prefix}-field-{index})");
        let number = |curve: &Curve| labels.iter().position(|label| *label == curve.label).unwrap_or(0);
        let curves = panel.curves.iter().map(|curve| {
            let number = (number(curve), labels.len());
            PanelCurve { figure, panel, curve, place, number, prefix: &prefix, clip: &clip }
        });
        let curves: Vec<PanelCurve<'_>> = curves.collect();
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

/// Returns the prefix of a figure's ids: `f-` and the name, with a dash for each character that is not an ASCII
/// letter or digit.
fn id(name: &str) -> String {
    format!("f-{}", name.replace(|c: char| !c.is_ascii_alphanumeric(), "-"))
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
