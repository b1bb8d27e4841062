//! The numbers of a mark, as its title.

use crate::figures::figure_data::{Curve, Figure, Panel, Point};
use crate::figures::layout::categorical;
use crate::frame::{Decimals, rounded};

/// `AP, 0.3: 0.8123 ± 0.0123`
pub fn said(figure: &Figure, panel: &Panel, curve: &Curve, point: &Point) -> String {
    let place = match panel.categories.get(point.x as usize).filter(|_| categorical(figure)) {
        Some(category) => category.clone(),
        None => format!("{}", point.x),
    };
    let y = point.y.map_or("-".to_owned(), |y| digits(y, y));
    let spread = point
        .spread
        .map_or(String::new(), |spread| format!(" ± {}", digits(spread, point.y.unwrap_or(spread))));
    format!("{}, {place}: {y}{spread}", curve.label)
}

/// `value` to the place of the fourth digit of `like`; up to six decimals.
fn digits(value: f64, like: f64) -> String {
    let size = if like == 0.0 { 0.0 } else { libm::floor(libm::log10(libm::fabs(like))) };
    let decimals = (3.0 - size).clamp(0.0, 6.0) as usize;
    rounded(value, Decimals(decimals))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::figure_data::Axis;
    use crate::figures::figure_data::Scale;

    #[test]
    fn four_digits_are_said() {
        let said = [
            (0.81234, 0.8),
            (0.012_345, 0.8),
            (12.345, 12.3),
            (54_321.2, 54_321.2),
            (0.0, 0.0),
            (-1e-9, 1.0),
        ];
        let said = said.map(|(value, like)| digits(value, like));
        assert_eq!(said, ["0.8123", "0.0123", "12.35", "54321", "0.000", "0.000"]);
    }

    #[test]
    fn a_mark_says_curve_place_and_numbers() {
        let curve = Curve { label: "AP".into(), points: Vec::new() };
        let panel = Panel { categories: vec!["short".into(), "long".into()], ..Panel::default() };
        let point = Point { x: 1.0, y: Some(0.5), spread: Some(0.01) };
        let numbers = Figure::default();
        assert_eq!(said(&numbers, &panel, &curve, &point), "AP, 1: 0.5000 ± 0.0100");
        let x = Axis { scale: Scale::Categories, ..Axis::default() };
        let categories = Figure { x, ..Figure::default() };
        assert_eq!(said(&categories, &panel, &curve, &point), "AP, long: 0.5000 ± 0.0100");
    }
}
