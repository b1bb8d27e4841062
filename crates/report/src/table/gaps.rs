//! Finds the parts of tables that can never be filled, before anything is computed. We fill each table as if every cell had
//! a number. A part that is empty even then can never be filled.

use serde::Serialize;

use super::cell_table::CellTable;
use super::filled::FilledCell;
use super::pivot::fill;
use super::unknown::{line_yaml, lines, selections, table_yaml, unfit, unknown_names, without_values};
use rejudge_experiment::grid::{Grid, Line, Lines, Table};
use rejudge_experiment::spec::yaml::{Node, Position, Value, YamlError};

/// A table or a line of a table that cannot be filled.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Gap {
    /// The name of the table or figure.
    pub table: String,
    /// The line, such as `row pd=10`, if other lines of the table can be filled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// The reason why the part stays empty.
    pub why: String,
    /// A hint for fixing it.
    #[serde(skip)]
    pub(super) help: Option<String>,
    /// The place of the error in the experiment's file.
    #[serde(skip)]
    pub(super) at: Option<Position>,
    /// True if the requested file or the command line defines the part. False if the part comes only from a file that
    /// the requested file extends.
    #[serde(skip)]
    pub(super) is_own: bool,
    /// True if the reason is an unknown name.
    #[serde(skip)]
    pub(super) is_unknown: bool,
    /// True if the part may be filled when all teams are known.
    #[serde(skip)]
    pub(super) depends_on_teams: bool,
    /// True if the gap is about collections that the experiment does not have.
    #[serde(skip)]
    pub is_of_others: bool,
}

impl Gap {
    /// Returns true if the part comes only from a file that the requested file extends.
    pub fn is_inherited(&self) -> bool {
        !self.is_own
    }

    /// Returns the reason why the part stays empty, and the hint if there is one.
    pub fn reason(&self) -> String {
        match &self.help {
            Some(help) => format!("{} ({help})", self.why),
            None => self.why.clone(),
        }
    }
}

/// Returns the parts of tables that stay empty if only the collections for which `is_here` returns true are
/// computed.
pub fn gaps(grid: &Grid, is_here: &dyn Fn(usize) -> bool) -> Vec<Gap> {
    // If a collection's data are missing, we may not know its teams.
    let are_teams_known = (0..)
        .zip(&grid.collections)
        .filter(|(index, _)| is_here(*index))
        .all(|(_, collection)| !collection.teams.is_empty() || collection.entry.is_available());
    let all_gaps = grid.tables.iter().flat_map(|table| gaps_of_table(grid, table, is_here));
    all_gaps.filter(|gap| are_teams_known || !gap.depends_on_teams).collect()
}

/// Returns the errors of the experiment's file: tables that cannot be filled at all, lines that name missing values,
/// and unknown names beside known ones. An empty part of an inherited table is not an error, and neither is an empty
/// line if all the names in it exist.
pub fn unfillable(grid: &Grid, gaps: &[Gap]) -> Vec<YamlError> {
    let is_mistaken = |gap: &&Gap| gap.is_own && (gap.line.is_none() || gap.is_unknown);
    let unknown_names = grid.tables.iter().flat_map(|table| unknown_names(grid, table));
    gaps.iter().filter(is_mistaken).map(unfillable_error).chain(unknown_names).collect()
}

fn unfillable_error(gap: &Gap) -> YamlError {
    let Gap { table, line, why, help, at, .. } = gap;
    let line = line.as_ref().map_or(String::new(), |line| format!(", {line},"));
    let message = format!("`{table}`{line} cannot be filled: {why}");
    YamlError { help: help.clone(), ..YamlError::new(at.clone(), message) }
}

fn gaps_of_table(grid: &Grid, table: &Table, is_here: &dyn Fn(usize) -> bool) -> Vec<Gap> {
    let node = table_yaml(grid, table);
    // `node` is the YAML of the table or the line.
    let gap = |node: Option<&Node>, line: Option<String>, why: Gap| {
        let at = why.at.clone().or_else(|| Some(node?.at.clone()));
        let is_typed = why.at.as_ref().is_some_and(|at| at.source.is_typed());
        let is_own = is_typed || node.is_some_and(|node| is_from_own_file(grid, node));
        Gap { table: table.name.clone(), line, at, is_own, ..why }
    };
    let filled = fill(grid, &CellTable::blank(grid, table, is_here), table);
    if filled.is_empty() {
        let why = why_empty(grid, table, node, &filled.cells);
        return vec![gap(node, None, why)];
    }
    let mut out = Vec::new();
    for (what, lines) in lines(table) {
        let Some(Lines::Listed(lines)) = lines else { continue };
        for line in lines {
            let line_node = line_yaml(node, what, line.index_in_file);
            let cells: Vec<&FilledCell> =
                filled.cells.iter().filter(|cell| belongs_to_line(cell, what, line)).collect();
            if cells.iter().all(|cell| cell.draws.is_empty()) {
                let why = unfit(grid, &line.r#where, line_node).unwrap_or_else(|| by_note(cells));
                let label = [what, line.label.as_str(), line.quantity.as_str()];
                let label: Vec<&str> = label.into_iter().filter(|word| !word.is_empty()).collect();
                out.push(gap(line_node, Some(label.join(" ")), why));
            }
        }
    }
    out
}

/// Returns true if a cell belongs to `line`.
fn belongs_to_line(cell: &FilledCell, what: &str, line: &Line) -> bool {
    match what {
        "panel" => cell.panel == line.label,
        "row" => cell.row == line.label && cell.row_quantity == line.quantity,
        _ => cell.column == line.label,
    }
}

/// Returns the reason why no cell of a table can be filled: a selection of the table or of a line that
/// matches nothing, a dimension without values, or else the first note of a cell.
fn why_empty(grid: &Grid, table: &Table, node: Option<&Node>, cells: &[FilledCell]) -> Gap {
    let gap = selections(table, node)
        .into_iter()
        .find_map(|(selector, node)| unfit(grid, selector, node))
        .or_else(|| {
            lines(table).into_iter().find_map(|(_, lines)| match lines? {
                Lines::Axis(dimension) => without_values(grid, dimension, node),
                Lines::Listed(_) | Lines::Tasks(_) => None,
            })
        })
        .unwrap_or_else(|| by_note(cells));
    match (&table.rows, &table.columns) {
        (Lines::Axis(rows), Lines::Axis(columns)) if rows == columns => {
            let name = node.and_then(|node| node.get("rows")?.text());
            let name = name.map_or(String::new(), |name| format!(", `{name}`"));
            Gap { why: format!("rows and columns are the same{name}, and {}", gap.why), ..gap }
        }
        _ => gap,
    }
}

/// Returns a gap whose reason is the first note of a cell.
fn by_note<'a>(cells: impl IntoIterator<Item = &'a FilledCell>) -> Gap {
    let note = cells.into_iter().map(|cell| cell.note.as_str()).find(|note| !note.is_empty());
    let (text, depends_on_teams) = match note {
        None | Some("no such cell") => ("no cell meets all its conditions", true),
        Some(note) => (note, note == "no eligible team"),
    };
    Gap { why: text.to_owned(), depends_on_teams, ..Gap::default() }
}

/// Returns true if a node, or a part of it, is in the experiment's own file.
fn is_from_own_file(grid: &Grid, node: &Node) -> bool {
    !node.at.source.is_typed() && grid.is_own(Some(&node.at))
        || match &node.value {
            Value::Map(entries) => entries.iter().any(|(_, value)| is_from_own_file(grid, value)),
            Value::List(items) => items.iter().any(|item| is_from_own_file(grid, item)),
            Value::Scalar { .. } => false,
        }
}
