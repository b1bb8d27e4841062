//! The title of a mark, which contains its numbers.

use crate::figures::figure_data::{Curve, Figure, Panel, Point};
use crate::figures::layout::categorical;
use crate::frame::{Decimals, rounded};

/// Returns the title of a point's mark, such as `AP, 0.3: 0.8123 ± 0.0123`.
pub fn title(figure: &Figure, panel: &Panel, curve: &Curve, point: &Point) -> String {
    let place = match panel.categories.get(point.x as usize).filter(|_| categorical(figure)) {
        Some(category) => category.clone(),
        None => format!("{}", point.x),
    };
    let y = point.y.map_or("-".to_owned(), |y| format_digits(y, y));
    let spread = point
        .spread
        .map_or(String::new(), |spread| format!(" ± {}", format_digits(spread, point.y.unwrap_or(spread))));
    format!("{}, {place}: {y}{spread}", curve.label)
}

/// Formats `value` with as many decimals as `reference` needs for four significant digits, but at most six.
fn format_digits(value: f64, reference: f64) -> String {
    let magnitude = if reference == 0.0 { 0.0 } else { libm::floor(libm::log10(libm::fabs(reference))) };
    let decimals = (3.0 - magnitude).clamp(0.0, 6.0) as usize;
    rounded(value, Decimals(decimals))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::figure_data::{Axis, Scale};

    #[test]
    fn titles_have_four_digits() {
        let values = [
            (0.81234, 0.8),
            (0.012_345, 0.8),
            (12.345, 12.3),
            (54_321.2, 54_321.2),
            (0.0, 0.0),
            (-1e-9, 1.0),
        ];
        let texts = values.map(|(value, reference)| format_digits(value, reference));
        assert_eq!(texts, ["0.8123", "0.0123", "12.35", "54321", "0.000", "0.000"]);
    }

    #[test]
    fn a_title_has_curve_place_and_numbers() {
        let curve = Curve { label: "AP".into(), points: Vec::new() };
        let panel = Panel { categories: vec!["short".into(), "long".into()], ..Panel::default() };
        let point = Point { x: 1.0, y: Some(0.5), spread: Some(0.01) };
        let numeric_figure = Figure::default();
        assert_eq!(title(&numeric_figure, &panel, &curve, &point), "AP, 1: 0.5000 ± 0.0100");
        let x = Axis { scale: Scale::Categories, ..Axis::default() };
        let categorical_figure = Figure { x, ..Figure::default() };
        assert_eq!(title(&categorical_figure, &panel, &curve, &point), "AP, long: 0.5000 ± 0.0100");
    }
}
