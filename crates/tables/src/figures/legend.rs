//! The legend: a sample of each curve, and its label.

use crate::figures::bars;
use crate::figures::figure_data::{Figure, Marks};
use crate::figures::layout::{Layout, NORMAL, SAMPLE};
use crate::figures::style::Style;
use crate::figures::svg::Svg;

/// Draws the legend below the panels.
pub fn draw(svg: &mut Svg, figure: &Figure, layout: &Layout, prefix: &str) {
    if layout.legend.is_empty() {
        return;
    }
    svg.open("g", &[("class", "legend")]);
    for (curve, label, (left, middle)) in &layout.legend {
        let style = Style::new(*curve);
        svg.open("g", &[("class", "legend-entry"), ("data-label", label)]);
        match figure.marks {
            Marks::Bars => bars::bar(svg, prefix, *curve, [*left, middle - 6.0, SAMPLE, 12.0], "sample"),
            marks => {
                if marks == Marks::Curves {
                    let mut attributes =
                        vec![("class", "sample"), ("stroke", style.colour), ("stroke-width", "1.6")];
                    if !style.dashes.is_empty() {
                        attributes.push(("stroke-dasharray", style.dashes));
                    }
                    svg.line([*left, *middle, left + SAMPLE, *middle], &attributes);
                }
                style.marker.draw(svg, (left + SAMPLE / 2.0, *middle), style.colour);
            }
        }
        svg.label((left + SAMPLE + 6.0, middle + NORMAL * 0.36), "start", &[], label);
        svg.close();
    }
    svg.close();
}
