//! The small pictures of cards, from tables and figures of the experiment.

use rejudge_report::table::{FilledCell, FilledTable, distinct};
use rejudge_tables::figures::{Sketch, SketchForm};
use serde::Deserialize;

use crate::audit::tables::{Tables, least};

/// The most rows of a small picture.
const NAMED: usize = 9;

/// The content of a small picture.
#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Picture {
    /// The curves of a figure, the main measure in front. Of several draws the least is drawn, by which verdicts go.
    Curves { curves: String, x: String, at: String, limit: f64, says: String },
    /// A bar for each row of a table, by a column, the largest first.
    Bars { bars: String, column: String, limit: Option<f64>, what: String, says: String },
    /// A range for each run.
    Ranges { ranges: String, says: String },
}

impl Picture {
    /// Returns the name of the number that gives the position of the answer on the horizontal axis.
    pub fn at(&self) -> Option<&str> {
        match self {
            Self::Curves { at, .. } => Some(at),
            Self::Bars { .. } | Self::Ranges { .. } => None,
        }
    }

    /// Returns the picture, if the experiment has its numbers. Ranges show the run `own` even if it is not among the
    /// best.
    pub fn sketch(
        &self,
        tables: Tables<'_>,
        main: &str,
        at: Option<f64>,
        own: Option<&str>,
    ) -> Option<Sketch> {
        let (form, says) = match self {
            Self::Curves { curves, x, limit, says, .. } => {
                (curves_of(tables.named(curves)?, main, x, (*limit, at)), says)
            }
            Self::Bars { bars, column, limit, what, says } => {
                (bars_of(tables, bars, column, (*limit, what))?, says)
            }
            Self::Ranges { ranges, says } => {
                (SketchForm::Ranges { ranges: ranges_of(tables, ranges, own)?, axis: main.to_owned() }, says)
            }
        };
        Some(Sketch { caption: says.clone(), form })
    }
}

/// The curves of a figure, that of the measure `main` in front.
fn curves_of(filled: &FilledTable, main: &str, x: &str, (limit, at): (f64, Option<f64>)) -> SketchForm {
    let curve = |column: &str| -> Vec<(f64, f64)> {
        let cells = filled.cells.iter().filter(|cell| cell.column == column);
        cells.filter_map(|cell| Some((cell.row.parse().ok()?, least(cell)?))).collect()
    };
    let mut columns = distinct(filled.cells.iter().map(|cell| cell.column.as_str()));
    columns.sort_unstable();
    let others = columns.into_iter().filter(|column| *column != main).map(curve);
    let others = others.filter(|curve| !curve.is_empty()).collect();
    let axes = [x.to_owned(), "tau-b".to_owned()];
    SketchForm::Curves { main: curve(main), others, line: Some(limit), at, axes }
}

/// The largest numbers of a column; `what` its rows are called. Returns `None` if it has no number.
fn bars_of(
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
    // Stable: equal ones stay in their order.
    rows.sort_by(|a, b| b.1.total_cmp(&a.1));
    let more = rows.len().saturating_sub(NAMED);
    rows.truncate(NAMED);
    let number = |value: f64| match is_percent {
        true => format!("{:.1}%", 100.0 * value),
        false => format!("{value:.3}"),
    };
    let bars = rows.into_iter().map(|(name, value)| (name, value.max(0.0), number(value))).collect();
    let lines = limit.map(|limit| (limit, format!("dashed: the limit of {}", number(limit))));
    let below = if more > 0 { format!("and {more} more {what}, none above these") } else { String::new() };
    Some(SketchForm::Bars { bars, lines: lines.into_iter().collect(), below })
}

/// The ranges of the best runs and of `own`. Returns `None` if there are none.
fn ranges_of(tables: Tables<'_>, table: &str, own: Option<&str>) -> Option<Vec<(String, [f64; 3])>> {
    let of = |run: &str| {
        let end = |column| tables.draws(table, run, column).first().copied();
        Some((run.to_owned(), [end("lowest")?, end("score")?, end("highest")?]))
    };
    let mut rows: Vec<(String, [f64; 3])> =
        tables.column(table, "score").filter_map(|cell| of(&cell.row)).collect();
    rows.sort_by(|a, b| b.1[1].total_cmp(&a.1[1]));
    let own = rows.iter().position(|(run, _)| Some(run.as_str()) == own);
    let own = own.filter(|&place| place >= NAMED).map(|place| rows.remove(place));
    rows.truncate(NAMED - usize::from(own.is_some()));
    rows.extend(own);
    (!rows.is_empty()).then_some(rows)
}
