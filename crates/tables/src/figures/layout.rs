//! The layout of panels and legend, so that no two texts overlap.
//!
//! Panels are small multiples in a grid of at most three columns. Every panel has the same size and the same margins,
//! which are as wide as the widest labels need; legend entries flow below in as many rows as they need.

use crate::figures::figure_data::{Axis as Measured, Figure, Marks, Panel, Scale};
use crate::figures::range;
use crate::figures::scale::Axis;
use crate::figures::style::labels;
use crate::figures::text::{lines, width};
use crate::figures::ticks::{Tick, ticks};

/// Font size of ticks and references.
pub const SMALL: f64 = 11.0;
/// Font size of axis labels and legend.
pub const NORMAL: f64 = 12.0;
/// Font size of panel titles.
pub(crate) const LARGE: f64 = 13.0;
/// Height of a line of text.
pub const LINE: f64 = 16.0;
/// Length of a tick.
pub(crate) const TICK: f64 = 4.0;
/// Width of the piece of curve in the legend.
pub const SAMPLE: f64 = 38.0;
/// Space around everything.
pub(crate) const MARGIN: f64 = 12.0;
/// Space between panels, and between legend entries.
const GAP: f64 = 18.0;
/// Share of a height or a width that text at 45 degrees takes of its length.
const SLANT: f64 = 0.7072;

/// The positions of all parts.
#[derive(Debug)]
pub struct Layout {
    /// Width and height of the figure.
    pub size: (f64, f64),
    pub panels: Vec<Place>,
    /// The label of the vertical axis, in lines.
    pub y_label: Vec<String>,
    /// Curves of the legend with the place of their left end.
    pub legend: Vec<(usize, String, (f64, f64))>,
}

/// The position of a panel.
#[derive(Debug)]
pub struct Place {
    /// Left, top, width and height of the field that curves are drawn in.
    pub field: [f64; 4],
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    pub x_ticks: Vec<Tick>,
    pub y_ticks: Vec<Tick>,
    /// Its title, in lines.
    pub title: Vec<String>,
    /// The label of the horizontal axis, in lines; empty if another panel is below.
    pub x_label: Vec<String>,
    /// True if the labels of the horizontal axis are slanted.
    pub slanted: bool,
    /// Height of the labels of its ticks, below the field.
    pub below: f64,
    /// True if it is the first of its row, which has the label of the vertical axis.
    pub first: bool,
}

/// The dimensions that all panels share.
struct Common {
    field: (f64, f64),
    /// Left of the field, for the labels of the ticks.
    left: f64,
    /// Right of it, for half a label.
    right: f64,
    /// Above it, for the title.
    above: f64,
    /// Below it, for the labels of the ticks.
    below: f64,
    slanted: bool,
}

/// Returns true if places are categories.
pub fn categorical(figure: &Figure) -> bool {
    figure.x.scale == Scale::Categories || figure.marks != Marks::Curves
}

/// Fields narrower than this are for pages that have room for one column.
const NARROW: f64 = 400.0;

/// Lays out a figure that can be drawn.
pub fn layout(figure: &Figure) -> Layout {
    let panels = &figure.panels;
    let columns = match panels.len() {
        // Panels in a field as narrow as a telephone are stacked.
        _ if figure.field.is_some_and(|(width, _)| width < NARROW) => 1,
        0 | 1 => 1,
        2 | 4 => 2,
        _ => 3,
    };
    let y_range = range::of_y(figure);
    let asked = figure.field.filter(|_| columns == 1);
    let field_height = asked.map_or([280.0, 230.0, 200.0][columns - 1], |(_, height)| height);
    let y_ticks = ticks(figure.y.scale, y_range, field_height / 40.0, false);
    let common = common(figure, panels, &y_ticks, columns, field_height);
    let (field_width, _) = common.field;
    let y_label = lines(&figure.y.label, NORMAL, field_height + LINE);
    let side = if y_label.is_empty() { 0.0 } else { y_label.len() as f64 * LINE + 4.0 };
    let x_label = lines(&figure.x.label, NORMAL, field_width + common.left);
    let (mut places, mut top) = (Vec::new(), MARGIN);
    for (row, in_row) in panels.chunks(columns).enumerate() {
        // The lowest panel of a column has the label, even if the last row is short.
        let lowest = |column: usize| (row + 1) * columns + column >= panels.len();
        for (column, panel) in in_row.iter().enumerate() {
            let left = MARGIN
                + side
                + common.left
                + column as f64 * (common.left + field_width + common.right + GAP);
            let place = |first: bool| Place {
                field: [left, top + common.above, field_width, field_height],
                x: x_axis(figure, panel, (left, left + field_width)),
                y: Axis::new(
                    figure.y.scale,
                    y_range,
                    ends(&figure.y, top + common.above + field_height, top + common.above),
                ),
                x_ticks: x_ticks(figure, panel, field_width),
                y_ticks: y_ticks.clone(),
                title: titled(panel, field_width),
                x_label: if lowest(column) { x_label.clone() } else { Vec::new() },
                slanted: common.slanted,
                below: common.below,
                first,
            };
            places.push(place(column == 0));
        }
        let labelled = (0..in_row.len()).any(lowest) && !x_label.is_empty();
        let label = if labelled { x_label.len() as f64 * LINE + 4.0 } else { 0.0 };
        top += common.above + field_height + common.below + label + GAP;
    }
    let right = places.iter().map(|place| place.field[0] + field_width).fold(0.0, f64::max);
    let mut size = (right + common.right + MARGIN, top - GAP + MARGIN);
    let legend = legend(figure, &mut size);
    Layout { size, panels: places, y_label, legend }
}

/// The title of a panel in lines; bold letters are wider by an eighth.
fn titled(panel: &Panel, most: f64) -> Vec<String> {
    lines(&panel.title, LARGE * 1.125, most)
}

fn common(figure: &Figure, panels: &[Panel], y_ticks: &[Tick], columns: usize, field_height: f64) -> Common {
    let asked = figure.field.filter(|_| columns == 1);
    let base = asked.map_or([440.0, 320.0, 250.0][columns - 1], |(width, _)| width);
    let most = panels.iter().map(|panel| panel.categories.len()).max().unwrap_or(0) as f64;
    let curves = panels.iter().map(|panel| panel.curves.len()).max().unwrap_or(0) as f64;
    let each = match figure.marks {
        Marks::Curves => 15.0,
        Marks::Bars | Marks::Dots => (curves * 9.0 + 10.0).max(15.0),
    };
    let field_width = if categorical(figure) { f64::max(base, most * each) } else { base };
    let widest = |ticks: &[Tick]| ticks.iter().map(|tick| width(&tick.label, SMALL)).fold(0.0, f64::max);
    let all: Vec<Vec<Tick>> = panels.iter().map(|panel| x_ticks(figure, panel, field_width)).collect();
    let x_widest = all.iter().map(|ticks| widest(ticks)).fold(0.0, f64::max);
    let slanted = categorical(figure) && x_widest > field_width / most.max(1.0) - 6.0;
    // A slanted label reaches to the left of its place: the first ones beyond the field.
    let reaches = all.iter().zip(panels).flat_map(|(ticks, panel)| {
        let step = field_width / panel.categories.len().max(1) as f64;
        ticks.iter().map(move |tick| width(&tick.label, SMALL) * SLANT - (tick.at + 0.5) * step)
    });
    let overhang = if slanted { reaches.fold(0.0, f64::max) } else { x_widest / 2.0 };
    let title_lines = panels.iter().map(|panel| titled(panel, field_width).len()).max();
    Common {
        field: (field_width, field_height),
        left: f64::max(widest(y_ticks) + TICK + 6.0, overhang + 4.0),
        right: if slanted { 4.0 } else { x_widest / 2.0 },
        above: title_lines.unwrap_or(0) as f64 * LINE + 6.0,
        below: TICK + if slanted { x_widest * SLANT + LINE } else { LINE + 2.0 },
        slanted,
    }
}

fn x_axis(figure: &Figure, panel: &Panel, (left, right): (f64, f64)) -> Axis {
    let range = range::of_x(figure, panel);
    // The first and the last point keep off the frame, unless an end is given.
    let inset = |given: Option<f64>| if categorical(figure) || given.is_some() { 0.0 } else { 8.0 };
    let scale = if categorical(figure) { Scale::Categories } else { figure.x.scale };
    Axis::new(scale, range, ends(&figure.x, left + inset(figure.x.from), right - inset(figure.x.to)))
}

/// Returns the ends of an axis, swapped if it is reversed.
fn ends(axis: &Measured, begin: f64, end: f64) -> (f64, f64) {
    if axis.reversed { (end, begin) } else { (begin, end) }
}

fn x_ticks(figure: &Figure, panel: &Panel, field_width: f64) -> Vec<Tick> {
    if categorical(figure) {
        let tick = |(at, name): (usize, &String)| Tick { at: at as f64, label: name.clone() };
        return panel.categories.iter().enumerate().map(tick).collect();
    }
    let whole = panel.curves.iter().flat_map(|curve| &curve.points).all(|point| point.x.fract() == 0.0);
    let all = |wanted: f64| ticks(figure.x.scale, range::of_x(figure, panel), wanted, whole);
    let most = if whole { 12.0 } else { 6.0 };
    // Reduce the number of ticks until their labels fit.
    let mut wanted = most;
    loop {
        let ticks = all(wanted);
        let widest = ticks.iter().map(|tick| width(&tick.label, SMALL)).fold(0.0, f64::max);
        let shown = ticks.iter().filter(|tick| !tick.label.is_empty()).count() as f64;
        if wanted <= 1.0 || shown * (widest + 14.0) <= field_width || figure.x.scale == Scale::Log {
            return ticks;
        }
        wanted -= 1.0;
    }
}

/// Places the entries of the legend below everything in centred rows, and makes room for them.
fn legend(figure: &Figure, size: &mut (f64, f64)) -> Vec<(usize, String, (f64, f64))> {
    let entries: Vec<(usize, &str)> =
        labels(figure).into_iter().enumerate().filter(|(_, label)| !label.is_empty()).collect();
    let wide = |label: &str| SAMPLE + 6.0 + width(label, NORMAL);
    let widest = entries.iter().map(|(_, label)| wide(label)).fold(0.0, f64::max);
    size.0 = size.0.max(widest + 2.0 * MARGIN);
    let room = size.0 - 2.0 * MARGIN;
    let mut rows: Vec<(f64, Vec<(usize, &str)>)> = Vec::new();
    for (at, label) in entries {
        match rows.last_mut().filter(|(used, _)| used + GAP + wide(label) <= room) {
            Some((used, row)) => {
                *used += GAP + wide(label);
                row.push((at, label));
            }
            None => rows.push((wide(label), vec![(at, label)])),
        }
    }
    let mut out = Vec::new();
    for (used, row) in rows {
        let mut left = (size.0 - used) / 2.0;
        for (at, label) in row {
            out.push((at, label.to_owned(), (left, size.1 + LINE / 2.0)));
            left += wide(label) + GAP;
        }
        size.1 += LINE + 4.0;
    }
    if !out.is_empty() {
        size.1 += MARGIN / 2.0;
    }
    out
}
