//! Draws curves: the line, the spread and the markers.

use crate::figures::figure_data::{Curve, Figure, Marks, Panel, Point, Spread};
use crate::figures::layout::{Place, categorical};
use crate::figures::style::Style;
use crate::figures::svg::{Svg, number};
use crate::figures::values;

/// A line with more points than this is dense: its path leaves points out if the difference is invisible.
/// If the lines of a curve have more points than this in the plot area, only some points get a marker. Every
/// point that no line joins gets a marker, unless it is beyond the ends of an axis.
const MAX_MARKED_POINTS: usize = 25;
/// The approximate number of markers on the lines of a curve, if only some points get a marker.
const DENSE_LINE_MARKERS: f64 = 9.0;
/// The largest width of the slot of a bar or a dot.
const MAX_SLOT_WIDTH: f64 = 32.0;
/// The largest distance between the path of a dense line and a point that it leaves out, in units of the figure.
const MAX_DISTANCE: f64 = 0.1;

/// A curve in its panel.
pub struct PanelCurve<'a> {
    pub figure: &'a Figure,
    pub panel: &'a Panel,
    pub curve: &'a Curve,
    pub place: &'a Place,
    /// The curve's index, and the number of curves in the figure.
    pub number: (usize, usize),
    /// The prefix of the figure's ids.
    pub prefix: &'a str,
    /// The reference to the clip path, which is the plot area with a margin of 1.
    pub clip: &'a str,
}

impl PanelCurve<'_> {
    pub(crate) fn style(&self) -> Style {
        Style::new(self.number.0)
    }

    /// Draws the lines and the markers, and the spread if its form is error bars.
    pub fn draw(&self, svg: &mut Svg) {
        let Self { figure, curve, place, number: (index, curves), clip, .. } = *self;
        let style = self.style();
        let look = [("fill", "none"), ("stroke", style.colour)];
        svg.open("g", &[&[("class", "curve"), ("data-label", curve.label.as_str())], &look[..]].concat());
        svg.text("title", &[], &curve.label);
        let pieces = pieces(curve, place);
        let (lines, single): (Vec<_>, Vec<_>) =
            pieces.iter().partition(|piece| figure.marks == Marks::Curves && piece.len() > 1);
        for line in &lines {
            let path = path(&thinned(&places(line)));
            let mut attributes =
                vec![("class", "line"), ("d", path.as_str()), ("stroke-width", "1.6"), ("clip-path", clip)];
            if !style.dashes.is_empty() {
                attributes.push(("stroke-dasharray", style.dashes));
            }
            svg.empty_element("path", &attributes);
        }
        let inside = |pieces: &[&Vec<Placed>]| -> Vec<Placed> {
            pieces.iter().copied().flatten().copied().filter(|placed| placed.is_inside(place)).collect()
        };
        let mut marked = inside(&lines);
        if marked.len() > MAX_MARKED_POINTS {
            if figure.has_titles {
                lines.iter().for_each(|line| self.draw_spots(svg, line));
            }
            marked = spaced(marked, place, index as f64 / curves.max(1) as f64);
        }
        marked.extend(inside(&single));
        // The dots of different curves are next to each other within a category.
        let shift = if figure.marks == Marks::Dots { self.slot().0 } else { 0.0 };
        for placed in &marked {
            let (x, y) = (placed.at.0 + shift, placed.at.1);
            self.draw_mark(svg, &placed.point, |svg| {
                if spread(figure) == Spread::Bars {
                    error_bar(svg, x, placed, place);
                }
                style.marker.draw(svg, (x, y), style.colour);
            });
        }
        svg.close();
    }

    /// Draws invisible discs at the bends of a dense line, or at all points of a line that is not dense. If
    /// you point at a disc, the browser shows the numbers of its point.
    fn draw_spots(&self, svg: &mut Svg, piece: &[Placed]) {
        let points = piece.iter().zip(drawn_points(&places(piece)));
        for (placed, _) in points.filter(|(placed, is_bend)| *is_bend && placed.is_inside(self.place)) {
            self.draw_mark(svg, &placed.point, |svg| {
                svg.circle("spot", placed.at, "4", &[("stroke", "none"), ("pointer-events", "all")]);
            });
        }
    }

    /// Draws the spread if its form is a band. Bands are drawn before all curves, so that no band covers a
    /// curve.
    pub(crate) fn draw_band(&self, svg: &mut Svg) {
        if spread(self.figure) == Spread::Band {
            let pieces = pieces(self.curve, self.place);
            pieces.iter().for_each(|piece| band(svg, piece, self.style().colour, self.clip));
        }
    }

    /// Draws the error bars of a curve whose marks are bars.
    pub(crate) fn draw_error_bars(&self, svg: &mut Svg) {
        for placed in pieces(self.curve, self.place).iter().flatten() {
            error_bar(svg, placed.at.0 + self.slot().0, placed, self.place);
        }
    }

    /// Returns the shift of the curve's slot from the middle of a category, and the width of the slot.
    pub fn slot(&self) -> (f64, f64) {
        let (index, curves) = self.number;
        let step = self.place.x.place(1.0) - self.place.x.place(0.0);
        let width = f64::min(0.8 * step / curves.max(1) as f64, MAX_SLOT_WIDTH);
        ((index as f64 + 0.5 - curves as f64 / 2.0) * width, width)
    }

    /// Draws a mark. If the figure has titles, the mark gets a title with the numbers of its point.
    pub(crate) fn draw_mark(&self, svg: &mut Svg, point: &Point, draw: impl FnOnce(&mut Svg)) {
        if !self.figure.has_titles {
            return draw(svg);
        }
        svg.open("g", &[("class", "mark")]);
        svg.text("title", &[], &values::title(self.figure, self.panel, self.curve, point));
        draw(svg);
        svg.close();
    }
}

/// Returns the form of the spread, and replaces [`Spread::Automatic`] by the form that suits the figure.
fn spread(figure: &Figure) -> Spread {
    match figure.spread {
        Spread::Automatic if categorical(figure) => Spread::Bars,
        Spread::Automatic => Spread::Band,
        spread => spread,
    }
}

/// A point with its position in the picture, and the vertical positions of the ends of its spread.
#[derive(Clone, Copy, Debug)]
struct Placed {
    point: Point,
    at: (f64, f64),
    spread: Option<(f64, f64)>,
}

impl Placed {
    fn is_inside(&self, place: &Place) -> bool {
        place.x.contains(self.point.x) && self.point.y.is_some_and(|y| place.y.contains(y))
    }
}

/// Returns the points of a curve with their positions. A gap in the curve begins a new piece.
fn pieces(curve: &Curve, place: &Place) -> Vec<Vec<Placed>> {
    let placed = |point: &Point| {
        let y = point.y?;
        let spread = point.spread.map(|spread| (place.y.place(y - spread), place.y.place(y + spread)));
        Some(Placed { point: *point, at: (place.x.place(point.x), place.y.place(y)), spread })
    };
    let pieces = curve.points.split(|point| point.y.is_none());
    pieces
        .map(|piece| piece.iter().filter_map(placed).collect())
        .filter(|piece: &Vec<_>| !piece.is_empty())
        .collect()
}

/// Returns the positions of points.
fn places(piece: &[Placed]) -> Vec<(f64, f64)> {
    piece.iter().map(|placed| placed.at).collect()
}

/// Returns the points that get a marker if a curve has too many points for a marker at each. They are evenly
/// spaced over the plot area, and `offset` moves them so that the markers of different curves do not overlap.
fn spaced(mut points: Vec<Placed>, place: &Place, offset: f64) -> Vec<Placed> {
    let [left, _, width, _] = place.plot_area;
    let step = width / DENSE_LINE_MARKERS;
    let (mut out, mut next) = (Vec::new(), left + offset * step);
    // On a reversed axis the points are ordered from right to left.
    points.sort_by(|a, b| a.at.0.total_cmp(&b.at.0));
    for placed in points {
        if placed.at.0 >= next {
            out.push(placed);
            let passed = libm::floor((placed.at.0 - left) / step - offset) + 1.0;
            next = left + (passed + offset) * step;
        }
    }
    out
}

fn band(svg: &mut Svg, piece: &[Placed], colour: &str, clip: &str) {
    let edge = |end: &dyn Fn((f64, f64)) -> f64| -> Vec<(f64, f64)> {
        let places: Vec<(f64, f64)> = piece.iter().map(|p| (p.at.0, p.spread.map_or(p.at.1, end))).collect();
        thinned(&places)
    };
    if piece.len() < 2 || piece.iter().all(|placed| placed.spread.is_none()) {
        return;
    }
    let mut outline = edge(&|(low, _)| low);
    outline.extend(edge(&|(_, high)| high).into_iter().rev());
    let path = path(&outline) + "Z";
    let attributes = [
        ("class", "band"),
        ("d", path.as_str()),
        ("fill", colour),
        ("fill-opacity", "0.13"),
        ("stroke", "none"),
        ("clip-path", clip),
    ];
    svg.empty_element("path", &attributes);
}

/// Draws an error bar, clipped to the plot area.
fn error_bar(svg: &mut Svg, x: f64, placed: &Placed, place: &Place) {
    let [_, top, _, height] = place.plot_area;
    let Some((low, high)) = placed.spread else { return };
    let [low, high] = [low, high].map(|end| end.clamp(top, top + height));
    let path = format!(
        "M{x} {low}V{high}M{a} {low}H{b}M{a} {high}H{b}",
        x = number(x),
        low = number(low),
        high = number(high),
        a = number(x - 2.5),
        b = number(x + 2.5)
    );
    svg.empty_element("path", &[("class", "error-bar"), ("d", &path), ("stroke-width", "1")]);
}

/// Returns the path that joins the positions.
pub(crate) fn path(places: &[(f64, f64)]) -> String {
    let step = |(i, (x, y)): (usize, &(f64, f64))| {
        format!("{}{} {}", if i == 0 { 'M' } else { 'L' }, number(*x), number(*y))
    };
    places.iter().enumerate().map(step).collect()
}

/// Returns the positions of a line. If it is dense, the points that its path does not need are left out.
fn thinned(places: &[(f64, f64)]) -> Vec<(f64, f64)> {
    places
        .iter()
        .zip(drawn_points(places))
        .filter_map(|(place, is_drawn)| is_drawn.then_some(*place))
        .collect()
}

/// Returns, for each point of a line, true if the path needs it. No point that is left out is farther than
/// [`MAX_DISTANCE`] from the path through the remaining points (D. Douglas and T. Peucker, 1973).
fn drawn_points(places: &[(f64, f64)]) -> Vec<bool> {
    if places.len() <= MAX_MARKED_POINTS {
        return vec![true; places.len()];
    }
    let mut drawn = vec![false; places.len()];
    let last = places.len() - 1;
    (drawn[0], drawn[last]) = (true, true);
    let mut stretches = vec![(0, last)];
    while let Some((from, to)) = stretches.pop() {
        let off = |i: usize| distance(places[i], places[from], places[to]);
        let farthest = (from + 1..to).max_by(|&a, &b| off(a).total_cmp(&off(b)));
        if let Some(point) = farthest.filter(|&point| off(point) > MAX_DISTANCE) {
            drawn[point] = true;
            stretches.push((from, point));
            stretches.push((point, to));
        }
    }
    drawn
}

/// Returns the distance of a position from the line segment between two other positions.
fn distance((x, y): (f64, f64), (x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> f64 {
    let (dx, dy) = (x2 - x1, y2 - y1);
    let square = dx * dx + dy * dy;
    let along = if square == 0.0 { 0.0 } else { (((x - x1) * dx + (y - y1) * dy) / square).clamp(0.0, 1.0) };
    libm::hypot(x - x1 - along * dx, y - y1 - along * dy)
}

/// Returns positions along the curves, close enough to each other that we can see if a label would cover a curve.
pub(crate) fn traces(curves: &[PanelCurve<'_>]) -> Vec<(f64, f64)> {
    let mut out = Vec::new();
    for drawn in curves {
        for places in pieces(drawn.curve, drawn.place).iter().map(|piece| places(piece)) {
            for pair in places.windows(2).filter(|_| drawn.figure.marks == Marks::Curves) {
                let ((x1, y1), (x2, y2)) = (pair[0], pair[1]);
                let steps = (libm::hypot(x2 - x1, y2 - y1) / 3.0).min(1000.0) as usize;
                out.extend((1..steps).map(|i| {
                    let share = i as f64 / steps as f64;
                    (x1 + share * (x2 - x1), y1 + share * (y2 - y1))
                }));
            }
            out.extend(places);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thinned_line_passes_close_by_every_point() {
        let places: Vec<(f64, f64)> = (0..3003)
            .map(|i| (f64::from(i) / 10.0, 200.0 / (1.0 + libm::exp((1500.0 - f64::from(i)) / 200.0))))
            .collect();
        let thin = thinned(&places);
        assert!(thin.len() < 100, "{}", thin.len());
        for place in &places {
            let nearest =
                thin.windows(2).map(|pair| distance(*place, pair[0], pair[1])).fold(f64::MAX, f64::min);
            assert!(nearest <= MAX_DISTANCE + 1e-9, "{place:?} is {nearest} off");
        }
    }
}
