//! Draws the small pictures on the cards of the report's page from the experiment's tables and figures.

use rejudge_names::plural::counted;
use rejudge_report::table::{FilledCell, FilledTable, distinct};
use rejudge_tables::figures::{Sketch, SketchForm};
use serde::Deserialize;

use crate::audit::tables::{Tables, least};

/// The largest number of bars or ranges in a small picture.
const MAX_ROWS: usize = 9;

/// A small picture, as described in verdicts.yaml.
#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Picture {
    /// The curves of a figure, with the main measure in front. If a point has several draws, the smallest value is shown,
    /// because the verdict depends on it.
    Curves { curves: String, x: String, at: String, limit: f64, says: String },
    /// A bar for each of the largest numbers in a table's column, with the largest first.
    Bars { bars: String, column: String, limit: Option<f64>, what: String, says: String },
    /// A range for each of a table's best runs.
    Ranges { ranges: String, says: String },
}

impl Picture {
    /// Returns the name of the number at which the horizontal axis has a mark.
    pub fn marked_number(&self) -> Option<&str> {
        match self {
            Self::Curves { at, .. } => Some(at),
            Self::Bars { .. } | Self::Ranges { .. } => None,
        }
    }

    /// Returns the picture, or `None` if the experiment lacks its numbers. `marked` is the marked position on the horizontal
    /// axis. Ranges include `new_run` even if it is not among the best runs.
    pub fn sketch(
        &self,
        tables: Tables<'_>,
        main: &str,
        marked: Option<f64>,
        new_run: Option<&str>,
    ) -> Option<Sketch> {
        let (form, caption) = match self {
            Self::Curves { curves, x, limit, says, .. } => {
                (draw_curves(tables.named(curves)?, main, x, (*limit, marked)), says)
            }
            Self::Bars { bars, column, limit, what, says } => {
                (draw_bars(tables, bars, column, (*limit, what))?, says)
            }
            Self::Ranges { ranges, says } => {
                let ranges = ranges_of_runs(tables, ranges, new_run)?;
                (SketchForm::Ranges { ranges, axis: main.to_owned() }, says)
            }
        };
        Some(Sketch { caption: caption.clone(), form })
    }
}

/// Draws the curves of a figure, with the curve of the measure `main` in front.
fn draw_curves(figure: &FilledTable, main: &str, x: &str, (limit, marked): (f64, Option<f64>)) -> SketchForm {
    let curve = |column: &str| -> Vec<(f64, f64)> {
        let cells = figure.cells.iter().filter(|cell| cell.column == column);
        cells.filter_map(|cell| Some((cell.row.parse().ok()?, least(cell)?))).collect()
    };
    let mut columns = distinct(figure.cells.iter().map(|cell| cell.column.as_str()));
    columns.sort_unstable();
    let other_curves = columns.into_iter().filter(|column| *column != main).map(curve);
    let others = other_curves.filter(|curve| !curve.is_empty()).collect();
    let axes = [x.to_owned(), "tau-b".to_owned()];
    SketchForm::Curves { main: curve(main), others, line: Some(limit), answer: marked, axes }
}

/// Draws the largest numbers of a column. `what` is a singular noun for a row, such as "team". Returns `None`
/// if the column has no number.
fn draw_bars(
    tables: Tables<'_>,
    table: &str,
    column: &str,
    (limit, what): (Option<f64>, &str),
) -> Option<SketchForm> {
    let is_percent = tables.column(table, column).any(|cell| cell.percent);
    let row = |cell: &FilledCell| Some((cell.row.clone(), cell.mean()?));
    let mut rows: Vec<(String, f64)> = tables.column(table, column).filter_map(row).collect();
    if rows.is_empty() {
        return None;
    }
    // The sort is stable, so rows with equal numbers stay in the order of the table.
    rows.sort_by(|a, b| b.1.total_cmp(&a.1));
    let omitted = rows.len().saturating_sub(MAX_ROWS);
    rows.truncate(MAX_ROWS);
    let number =
        |value: f64| if is_percent { format!("{:.1}%", 100.0 * value) } else { format!("{value:.3}") };
    let bars = rows.into_iter().map(|(name, value)| (name, value.max(0.0), number(value))).collect();
    let lines = limit.map(|limit| (limit, format!("dashed: the limit of {}", number(limit))));
    let more_rows = counted(omitted, &format!("more {what}"));
    let below = if omitted > 0 { format!("and {more_rows}, none above these") } else { String::new() };
    Some(SketchForm::Bars { bars, lines: lines.into_iter().collect(), below })
}

/// Returns the ranges of the best runs and of `new_run`, or `None` if the table has no ranges.
fn ranges_of_runs(tables: Tables<'_>, table: &str, new_run: Option<&str>) -> Option<Vec<(String, [f64; 3])>> {
    let mut rows: Vec<(String, [f64; 3])> =
        tables.column(table, "score").filter_map(|cell| range_of_run(tables, table, &cell.row)).collect();
    rows.sort_by(|a, b| b.1[1].total_cmp(&a.1[1]));
    let place = rows.iter().position(|(run, _)| Some(run.as_str()) == new_run);
    let added = place.filter(|&place| place >= MAX_ROWS).map(|place| rows.remove(place));
    rows.truncate(MAX_ROWS - usize::from(added.is_some()));
    rows.extend(added);
    (!rows.is_empty()).then_some(rows)
}

fn range_of_run(tables: Tables<'_>, table: &str, run: &str) -> Option<(String, [f64; 3])> {
    let number = |column| tables.draws(table, run, column).first().copied();
    Some((run.to_owned(), [number("lowest")?, number("score")?, number("highest")?]))
}
