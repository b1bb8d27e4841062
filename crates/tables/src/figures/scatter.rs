//! A small picture of numbers against numbers that should be equal to them: a square with its diagonal.

use crate::figures::marker::Marker;
use crate::figures::style;
use crate::figures::svg::{Svg, number};

/// Side of the picture, and of the margin that its axes have at the left and below.
const SIDE: f64 = 220.0;
const MARGIN: f64 = 34.0;
/// Room around the outermost points.
const ROOM: f64 = 8.0;

/// A pair of numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pair {
    /// The number across.
    pub x: f64,
    /// The number upwards.
    pub y: f64,
    /// True if they agree.
    pub agrees: bool,
    /// The title of the point.
    pub label: String,
}

/// Numbers against numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scatter {
    /// The caption for screen readers.
    pub caption: String,
    /// The labels of the horizontal and the vertical axis.
    pub axes: [String; 2],
    pub pairs: Vec<Pair>,
}

/// The picture; both axes have the same range, those pairs that do not agree another marker and colour. Pairs
/// without a finite number are left out.
///
/// ```
/// use rejudge_tables::figures::{Pair, Scatter, scatter};
/// let pair = Pair { x: 0.5, y: 0.6, agrees: false, label: "AP".to_owned() };
/// let axes = ["print", "twin"].map(str::to_owned);
/// let svg = scatter(&Scatter { caption: "Powers".to_owned(), axes, pairs: vec![pair] });
/// assert!(svg.contains("<title>AP</title>"));
/// ```
pub fn scatter(of: &Scatter) -> String {
    let pairs: Vec<&Pair> = of.pairs.iter().filter(|pair| pair.x.is_finite() && pair.y.is_finite()).collect();
    let all = || pairs.iter().flat_map(|pair| [pair.x, pair.y]);
    let (low, high) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
    // A single number, or none, gets a range around it.
    let (low, high) = match low < high {
        true => (low, high),
        false if low.is_finite() => (low - 0.5, high + 0.5),
        false => (0.0, 1.0),
    };
    let inner = SIDE - MARGIN - 2.0 * ROOM;
    let along = |value: f64| (value - low) / (high - low) * inner;
    let (across, upwards) = (|v: f64| MARGIN + ROOM + along(v), |v: f64| SIDE - MARGIN - ROOM - along(v));
    let mut svg = Svg::default();
    let (side, view) = (number(SIDE), format!("0 0 {0} {0}", number(SIDE)));
    svg.open(
        "svg",
        &[
            ("xmlns", "http://www.w3.org/2000/svg"),
            ("viewBox", &view),
            ("width", &side),
            ("height", &side),
            ("role", "img"),
            ("aria-label", &of.caption),
            ("font-family", "sans-serif"),
            ("font-size", "10"),
        ],
    );
    let (left, bottom) = (number(MARGIN), number(SIDE - MARGIN));
    let frame = format!("M{left} 0V{bottom}H{side}");
    svg.empty("path", &[("d", &frame), ("fill", "none"), ("stroke", style::FRAME)]);
    let diagonal = format!(
        "M{} {}L{} {}",
        number(across(low)),
        number(upwards(low)),
        number(across(high)),
        number(upwards(high))
    );
    svg.empty(
        "path",
        &[("d", &diagonal), ("fill", "none"), ("stroke", style::QUIET), ("stroke-dasharray", "3 3")],
    );
    for (value, anchor) in [(low, "start"), (high, "end")] {
        let shown = shown(value, high - low);
        let x = if value == low { MARGIN } else { SIDE };
        svg.label((x, SIDE - MARGIN + 13.0), anchor, &[("fill", style::QUIET)], &shown);
        svg.label((MARGIN - 4.0, upwards(value) + 3.0), "end", &[("fill", style::QUIET)], &shown);
    }
    svg.label((MARGIN + (SIDE - MARGIN) / 2.0, SIDE - 6.0), "middle", &[], &of.axes[0]);
    let half = (SIDE - MARGIN) / 2.0;
    let turned = format!("rotate(-90 10 {})", number(half));
    svg.label((10.0, half), "middle", &[("transform", &turned)], &of.axes[1]);
    // Points that do not agree are drawn above the others.
    for agrees in [true, false] {
        for pair in pairs.iter().filter(|pair| pair.agrees == agrees) {
            svg.open("g", &[("class", "mark")]);
            svg.text("title", &[], &pair.label);
            let (marker, colour) =
                if agrees { (Marker::Circle, style::MAIN) } else { (Marker::Cross, style::LIMIT) };
            marker.draw(&mut svg, (across(pair.x), upwards(pair.y)), colour);
            svg.close();
        }
    }
    svg.close();
    svg.finish()
}

/// An end of an axis of this range, with as many digits as tell its ends apart.
fn shown(value: f64, range: f64) -> String {
    let digits = (1.0 - range.log10().floor()).clamp(0.0, 4.0) as usize;
    let text = format!("{value:.digits$}");
    if text.trim_start_matches(['-', '0', '.']).is_empty() { "0".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(pairs: &[(f64, f64, bool)]) -> String {
        let pair = |&(x, y, agrees): &(f64, f64, bool)| Pair { x, y, agrees, label: format!("{x}<{y}") };
        let axes = ["print".to_owned(), "twin".to_owned()];
        scatter(&Scatter { caption: "a & b".to_owned(), axes, pairs: pairs.iter().map(pair).collect() })
    }

    #[test]
    fn equal_numbers_lie_on_the_diagonal() {
        let svg = drawn(&[(0.0, 0.0, true), (10.0, 10.0, true), (5.0, 5.0, true)]);
        // From 42 to 212 across, from 178 to 8 upwards: the middle is 127, 93.
        assert!(svg.contains("cx=\"127\" cy=\"93\"") && svg.contains("M42 178L212 8"), "{svg}");
    }

    #[test]
    fn what_does_not_agree_has_another_mark() {
        let svg = drawn(&[(0.2, 0.4, true), (0.4, 0.1, false)]);
        assert_eq!((svg.matches(style::MAIN).count(), svg.matches(style::LIMIT).count()), (1, 1));
        assert!(svg.contains("<title>0.2&lt;0.4</title>") && svg.contains("a &amp; b"), "{svg}");
    }

    #[test]
    fn no_number_and_one_number_are_drawn() {
        for pairs in [&[][..], &[(f64::NAN, 1.0, true)], &[(3.0, 3.0, true)]] {
            let svg = drawn(pairs);
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }
}
