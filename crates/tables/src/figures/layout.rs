//! The layout of panels and legend, so that no two texts overlap.
//!
//! The panels form a grid of at most three columns. All panels have the same size and the same margins, which have room
//! for the longest label. The legend is below the panels. If a page is too narrow for all categories of a panel, the
//! panel is continued in the next cell of the grid.

use std::borrow::Cow;

use crate::figures::figure_data::{Axis, Figure, Marks, Panel, Scale};
use crate::figures::range;
use crate::figures::scale::PlacedAxis;
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
pub(crate) const LINE: f64 = 16.0;
/// Length of a tick.
pub(crate) const TICK: f64 = 4.0;
/// Width of a curve's sample in the legend.
pub const SAMPLE: f64 = 38.0;
/// Space around the figure.
pub(crate) const MARGIN: f64 = 12.0;
/// Space between panels, and between legend entries.
const GAP: f64 = 18.0;
/// The largest width of several columns of panels together, without the label of the vertical axis and the
/// space around the figure. With this limit, the figure can be read on a page of 1400 pixels.
const MAX_WIDTH: f64 = 1200.0;
/// If there is a marker at the end of an axis, the axis ends this far inside the frame, so that the frame does not cut
/// the marker.
const INSET: f64 = 8.0;
/// A marker is at the end of the axis if it is closer to the frame than this. At a larger distance the frame does not
/// cut it.
const NEAR_FRAME: f64 = 6.0;
/// The height and width of text at 45 degrees, as a share of its length.
const SLANT: f64 = 0.7072;

/// The positions of all parts of a figure.
#[derive(Debug)]
pub struct Layout<'a> {
    /// Width and height of the figure.
    pub size: (f64, f64),
    /// The panels with their positions. A panel that was cut occurs once for each piece.
    pub panels: Vec<(Cow<'a, Panel>, Place)>,
    /// The label of the vertical axis, broken into lines.
    pub y_label: Vec<String>,
    /// The entries of the legend: the curve's index, its label, and the position of the entry's left end.
    pub legend: Vec<(usize, String, (f64, f64))>,
}

/// The position of a panel.
#[derive(Debug)]
pub struct Place {
    /// Left, top, width and height of the plot area, in which curves are drawn.
    pub plot_area: [f64; 4],
    /// The horizontal axis.
    pub x: PlacedAxis,
    /// The vertical axis.
    pub y: PlacedAxis,
    pub x_ticks: Vec<Tick>,
    pub y_ticks: Vec<Tick>,
    /// The title, broken into lines.
    pub title: Vec<String>,
    /// The label of the horizontal axis, broken into lines. It is empty if there is another panel below.
    pub x_label: Vec<String>,
    /// True if the labels of the horizontal axis are slanted.
    pub slanted: bool,
    /// Height of the tick labels below the plot area.
    pub below: f64,
    /// True if the panel is the first in its row. Only such a panel has the label of the vertical axis.
    pub first: bool,
}

/// The dimensions that are equal for all panels.
struct Common {
    plot_area: (f64, f64),
    /// The margin to the left of the plot area, for the labels of ticks.
    left: f64,
    /// The margin to the right of the plot area, for half of the last label.
    right: f64,
    /// The margin above the plot area, for the title.
    above: f64,
    /// The margin below the plot area, for the labels of ticks.
    below: f64,
    slanted: bool,
}

/// Returns true if the horizontal axis has categories.
pub(crate) fn categorical(figure: &Figure) -> bool {
    figure.x.scale == Scale::Categories || figure.marks != Marks::Curves
}

/// If a figure's `plot_area` is narrower than this, the page has room for only one column.
const MIN_AREA_WIDTH: f64 = 400.0;

/// Lays out a figure, which must have passed the check.
pub fn layout(figure: &Figure) -> Layout<'_> {
    let y_range = range::y_range(figure);
    let Grid { columns, panels, common, y_ticks } = grid(figure, y_range);
    let (area_width, area_height) = common.plot_area;
    let y_label = lines(&figure.y.label, NORMAL, area_height + LINE);
    let side = if y_label.is_empty() { 0.0 } else { y_label.len() as f64 * LINE + 4.0 };
    let x_label = lines(&figure.x.label, NORMAL, area_width + common.left);
    let (mut places, mut top) = (Vec::new(), MARGIN);
    for (row, in_row) in panels.chunks(columns).enumerate() {
        // The lowest panel of each column has the label, even if the last row does not fill all columns.
        let lowest = |column: usize| (row + 1) * columns + column >= panels.len();
        for (column, panel) in in_row.iter().enumerate() {
            let left =
                MARGIN + side + common.left + column as f64 * (common.left + area_width + common.right + GAP);
            places.push(Place {
                plot_area: [left, top + common.above, area_width, area_height],
                x: x_axis(figure, panel, (left, left + area_width)),
                y: y_axis(figure, y_range, (top + common.above + area_height, top + common.above)),
                x_ticks: x_ticks(figure, panel, area_width),
                y_ticks: y_ticks.clone(),
                title: title_lines(panel, area_width),
                x_label: if lowest(column) { x_label.clone() } else { Vec::new() },
                slanted: common.slanted,
                below: common.below,
                first: column == 0,
            });
        }
        let labelled = (0..in_row.len()).any(lowest) && !x_label.is_empty();
        let label = if labelled { x_label.len() as f64 * LINE + 4.0 } else { 0.0 };
        top += common.above + area_height + common.below + label + GAP;
    }
    let right = places.iter().map(|place| place.plot_area[0] + area_width).fold(0.0, f64::max);
    let mut size = (right + common.right + MARGIN, top - GAP + MARGIN);
    let legend = legend(figure, &mut size);
    Layout { size, panels: panels.into_iter().zip(places).collect(), y_label, legend }
}

/// A possible arrangement of the panels in columns.
struct Grid<'a> {
    columns: usize,
    panels: Vec<Cow<'a, Panel>>,
    common: Common,
    y_ticks: Vec<Tick>,
}

/// Returns the grid of at most three columns that fits a page and has the fewest rows. If several grids have equally
/// few rows, returns the one with the fewest pieces of panels.
fn grid(figure: &Figure, y_range: (f64, f64)) -> Grid<'_> {
    let max_columns = match figure.panels.len() {
        // On a phone there is only one column.
        _ if figure.plot_area.is_some_and(|(width, _)| width < MIN_AREA_WIDTH) => 1,
        0 | 1 => 1,
        2 | 4 => 2,
        _ => 3,
    };
    let grids = (1..=max_columns).rev().map(|columns| {
        let plot_area = figure.plot_area.filter(|_| columns == 1);
        let [height, room] = [[280.0, 960.0], [230.0, 500.0], [200.0, 320.0]][columns - 1];
        let (room, height) = plot_area.unwrap_or((room, height));
        let y_ticks = ticks(figure.y.scale, y_range, height / 40.0, false);
        let panels = pieces(figure, room);
        let common = common(figure, &panels, &y_ticks, columns, height);
        Grid { columns, panels, common, y_ticks }
    });
    let size = |grid: &Grid<'_>| (grid.panels.len().div_ceil(grid.columns), grid.panels.len());
    grids.filter(Grid::fits_page).min_by_key(size).expect("one column always fits")
}

impl Grid<'_> {
    fn fits_page(&self) -> bool {
        let Common { plot_area, left, right, .. } = self.common;
        self.columns == 1 || self.columns as f64 * (left + plot_area.0 + right + GAP) <= MAX_WIDTH
    }
}

/// Returns the panels. If the categories of a panel do not fit into a plot area of width `room`, the panel is
/// cut into pieces. All pieces have the same number of categories, except the last, which may have fewer.
fn pieces(figure: &Figure, room: f64) -> Vec<Cow<'_, Panel>> {
    let max_categories =
        if categorical(figure) { ((room / category_width(figure)) as usize).max(1) } else { usize::MAX };
    let mut out = Vec::new();
    for panel in &figure.panels {
        let count = panel.categories.len().div_ceil(max_categories);
        if count < 2 {
            out.push(Cow::Borrowed(panel));
            continue;
        }
        let length = panel.categories.len().div_ceil(count);
        for (index, categories) in panel.categories.chunks(length).enumerate() {
            let first = (index * length) as f64;
            let mut piece = panel.clone();
            piece.title = format!("{} ({} of {count})", panel.title, index + 1).trim_start().to_owned();
            piece.categories = categories.to_vec();
            for curve in &mut piece.curves {
                curve.points.iter_mut().for_each(|point| point.x -= first);
                curve.points.retain(|point| (0.0..categories.len() as f64).contains(&point.x));
            }
            out.push(Cow::Owned(piece));
        }
    }
    out
}

/// Returns the width that a category needs for its label and its bars or dots.
fn category_width(figure: &Figure) -> f64 {
    let curves = figure.panels.iter().map(|panel| panel.curves.len()).max().unwrap_or(0) as f64;
    match figure.marks {
        Marks::Curves => 15.0,
        Marks::Bars => (curves * 9.0 + 10.0).max(15.0),
        Marks::Dots => (curves * 7.0 + 8.0).max(15.0),
    }
}

/// Returns the title of a panel, broken into lines. Bold letters are wider by an eighth.
fn title_lines(panel: &Panel, widest: f64) -> Vec<String> {
    lines(&panel.title, LARGE * 1.125, widest)
}

fn common(
    figure: &Figure,
    panels: &[Cow<'_, Panel>],
    y_ticks: &[Tick],
    columns: usize,
    area_height: f64,
) -> Common {
    let plot_area = figure.plot_area.filter(|_| columns == 1);
    let base = plot_area.map_or([440.0, 320.0, 250.0][columns - 1], |(width, _)| width);
    let max_categories = panels.iter().map(|panel| panel.categories.len()).max().unwrap_or(0) as f64;
    let area_width =
        if categorical(figure) { f64::max(base, max_categories * category_width(figure)) } else { base };
    let widest = |ticks: &[Tick]| ticks.iter().map(|tick| width(&tick.label, SMALL)).fold(0.0, f64::max);
    let panel_ticks: Vec<Vec<Tick>> = panels.iter().map(|panel| x_ticks(figure, panel, area_width)).collect();
    let x_widest = panel_ticks.iter().map(|ticks| widest(ticks)).fold(0.0, f64::max);
    let slanted = categorical(figure) && x_widest > area_width / max_categories.max(1.0) - 6.0;
    // A slanted label extends to the left of its tick. The first labels may extend beyond the plot area.
    let reaches = panel_ticks.iter().zip(panels).flat_map(|(ticks, panel)| {
        let step = area_width / panel.categories.len().max(1) as f64;
        ticks.iter().map(move |tick| width(&tick.label, SMALL) * SLANT - (tick.value + 0.5) * step)
    });
    let overhang = if slanted { reaches.fold(0.0, f64::max) } else { x_widest / 2.0 };
    let most_lines = panels.iter().map(|panel| title_lines(panel, area_width).len()).max();
    Common {
        plot_area: (area_width, area_height),
        left: f64::max(widest(y_ticks) + TICK + 6.0, overhang + 4.0),
        right: if slanted { 4.0 } else { x_widest / 2.0 },
        above: most_lines.unwrap_or(0) as f64 * LINE + 6.0,
        below: TICK + if slanted { x_widest * SLANT + LINE } else { LINE + 2.0 },
        slanted,
    }
}

fn x_axis(figure: &Figure, panel: &Panel, ends: (f64, f64)) -> PlacedAxis {
    let range = range::x_range(figure, panel);
    if categorical(figure) {
        return PlacedAxis::new(Scale::Categories, range, swapped(&figure.x, ends));
    }
    let points = panel.curves.iter().flat_map(|curve| &curve.points);
    axis_clear_of_frame(&figure.x, range, ends, points.map(|point| point.x))
}

fn y_axis(figure: &Figure, range: (f64, f64), ends: (f64, f64)) -> PlacedAxis {
    let curves = figure.panels.iter().flat_map(|panel| &panel.curves);
    // Bars have no markers, and they may begin at the frame.
    let marked = curves.flat_map(|curve| &curve.points).filter(|_| figure.marks != Marks::Bars);
    axis_clear_of_frame(&figure.y, range, ends, marked.filter_map(|point| point.y))
}

/// Returns the axis between the positions `ends`. If the frame would cut the marker of one of `values` at an end, the
/// axis ends further inside.
fn axis_clear_of_frame(
    axis: &Axis,
    range: (f64, f64),
    ends: (f64, f64),
    values: impl Iterator<Item = f64>,
) -> PlacedAxis {
    let (begin, end) = swapped(axis, ends);
    let between = PlacedAxis::new(axis.scale, range, (begin, end));
    let places: Vec<f64> =
        values.filter(|value| between.contains(*value)).map(|value| between.place(value)).collect();
    let inset = |position: f64| {
        let is_near = places.iter().any(|place| libm::fabs(place - position) < NEAR_FRAME);
        if is_near { INSET } else { 0.0 }
    };
    let inwards = if begin < end { 1.0 } else { -1.0 };
    PlacedAxis::new(axis.scale, range, (begin + inwards * inset(begin), end - inwards * inset(end)))
}

/// Returns the ends of an axis, swapped if it is reversed.
fn swapped(axis: &Axis, (begin, end): (f64, f64)) -> (f64, f64) {
    if axis.reversed { (end, begin) } else { (begin, end) }
}

fn x_ticks(figure: &Figure, panel: &Panel, area_width: f64) -> Vec<Tick> {
    if categorical(figure) {
        let names = panel.categories.iter().enumerate();
        return names.map(|(index, name)| Tick { value: index as f64, label: name.clone() }).collect();
    }
    let has_integers =
        panel.curves.iter().flat_map(|curve| &curve.points).all(|point| point.x.fract() == 0.0);
    // We reduce the number of ticks until their labels fit. A logarithmic axis has fixed ticks.
    let mut count = if has_integers { 12.0 } else { 6.0 };
    loop {
        let ticks = ticks(figure.x.scale, range::x_range(figure, panel), count, has_integers);
        let widest = ticks.iter().map(|tick| width(&tick.label, SMALL)).fold(0.0, f64::max);
        let labels = ticks.iter().filter(|tick| !tick.label.is_empty()).count() as f64;
        if count <= 1.0 || labels * (widest + 14.0) <= area_width || figure.x.scale == Scale::Log {
            return ticks;
        }
        count -= 1.0;
    }
}

/// Places the entries of the legend in centred rows below the panels. Adds their height to the figure, and widens
/// the figure if an entry is wider.
fn legend(figure: &Figure, size: &mut (f64, f64)) -> Vec<(usize, String, (f64, f64))> {
    let entries: Vec<(usize, &str)> =
        labels(figure).into_iter().enumerate().filter(|(_, label)| !label.is_empty()).collect();
    let entry_width = |label: &str| SAMPLE + 6.0 + width(label, NORMAL);
    let widest = entries.iter().map(|(_, label)| entry_width(label)).fold(0.0, f64::max);
    size.0 = size.0.max(widest + 2.0 * MARGIN);
    let room = size.0 - 2.0 * MARGIN;
    let mut rows: Vec<(f64, Vec<(usize, &str)>)> = Vec::new();
    for (curve, label) in entries {
        match rows.last_mut().filter(|(row_width, _)| row_width + GAP + entry_width(label) <= room) {
            Some((row_width, row)) => {
                *row_width += GAP + entry_width(label);
                row.push((curve, label));
            }
            None => rows.push((entry_width(label), vec![(curve, label)])),
        }
    }
    let mut places = Vec::new();
    for (row_width, row) in rows {
        let mut left = (size.0 - row_width) / 2.0;
        for (curve, label) in row {
            places.push((curve, label.to_owned(), (left, size.1 + LINE / 2.0)));
            left += entry_width(label) + GAP;
        }
        size.1 += LINE + 4.0;
    }
    if !places.is_empty() {
        size.1 += MARGIN / 2.0;
    }
    places
}
