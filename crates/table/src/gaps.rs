//! What tables cannot show, as far as the axes tell before anything is computed: each table is filled with
//! cells that all have a number, and what is empty then stays empty.

use serde::Serialize;

use super::book::Book;
use super::filled::FilledCell;
use super::pivot::fill;
use rejudge_grid::{Dimension, Grid, Line, Lines, Selector, Table};
use rejudge_metrics::nearest;
use rejudge_spec::fits;
use rejudge_spec::yaml::{Node, Position, Value, YamlError};

/// A table, or a line of it, that nothing can fill.
#[derive(Clone, Debug, Serialize)]
pub struct Gap {
    /// The table or figure.
    pub table: String,
    /// The line, where others of the table can be filled: `row pd=10`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// Why it stays empty.
    pub why: String,
    /// How to mend it.
    #[serde(skip)]
    help: Option<String>,
    /// What is to blame.
    #[serde(skip)]
    at: Option<Position>,
    /// Whether the file that was asked for speaks of the table, and not only one that it extends.
    #[serde(skip)]
    is_own: bool,
}

/// Why something stays empty.
struct EmptyReason {
    text: String,
    help: Option<String>,
    at: Option<Position>,
    /// Whether it may be otherwise once all teams are known.
    hangs_on_teams: bool,
}

/// Everything that stays empty with the data of the collections that `is_here` knows.
pub fn gaps(grid: &Grid, is_here: &dyn Fn(usize) -> bool) -> Vec<Gap> {
    // Without its data a licensed collection may not know its teams, nor what is judged of them.
    let unknown = |at: &usize| {
        let collection = &grid.collections[*at];
        collection.teams.is_empty() && !collection.entry.available()
    };
    let are_teams_known = !(0..grid.collections.len()).filter(|at| is_here(*at)).any(|at| unknown(&at));
    let found = grid.tables.iter().flat_map(|table| of_table(grid, table, is_here));
    found.filter(|(_, why)| are_teams_known || !why.hangs_on_teams).map(|(gap, _)| gap).collect()
}

/// The tables that cannot be filled at all, as errors of the file. What was inherited, or narrowed on the
/// command line, may leave tables behind: those are no mistakes.
pub fn unfillable(grid: &Grid, gaps: &[Gap]) -> Vec<YamlError> {
    let mistaken = gaps.iter().filter(|gap| gap.line.is_none() && gap.is_own && grid.overrides.is_empty());
    let error = |gap: &Gap| YamlError {
        at: gap.at.clone(),
        message: format!("`{}` cannot be filled: {}", gap.table, gap.why),
        help: gap.help.clone(),
    };
    mistaken.map(error).collect()
}

fn of_table(grid: &Grid, table: &Table, is_here: &dyn Fn(usize) -> bool) -> Vec<(Gap, EmptyReason)> {
    let node = ["tables", "figures"].iter().find_map(|of| grid.resolved.get(of)?.get(&table.name));
    let is_own = node.is_some_and(|node| speaks(node, &grid.resolved.at.source.name));
    let gap = |line: Option<String>, why: EmptyReason| {
        let at = why.at.clone().or_else(|| Some(node?.at.clone()));
        let (table, text, help) = (table.name.clone(), why.text.clone(), why.help.clone());
        (Gap { table, line, why: text, help, at, is_own }, why)
    };
    let filled = fill(grid, &Book::blank(grid, table, is_here), table);
    let lines =
        [("panel", table.panels.as_ref()), ("row", Some(&table.rows)), ("column", Some(&table.columns))];
    if filled.is_empty() {
        let why = why_empty(grid, table, node, &lines, &filled.cells);
        return vec![gap(None, why)];
    }
    let mut out = Vec::new();
    for (what, lines) in lines {
        let Some(Lines::Listed(lines)) = lines else { continue };
        for line in lines {
            let cells: Vec<&FilledCell> =
                filled.cells.iter().filter(|cell| stands_in(cell, what, line)).collect();
            if cells.iter().all(|cell| cell.draws.is_empty()) {
                let why = unfit(grid, &line.selection.selector, node).unwrap_or_else(|| by_note(cells));
                let label = [what, line.label.as_str(), line.quantity.as_str()];
                let label: Vec<&str> = label.into_iter().filter(|word| !word.is_empty()).collect();
                out.push(gap(Some(label.join(" ")), why));
            }
        }
    }
    out
}

/// Whether a cell stands in a line of the table.
fn stands_in(cell: &FilledCell, what: &str, line: &Line) -> bool {
    match what {
        "panel" => cell.panel == line.label,
        "row" => cell.row == line.label && cell.row_quantity == line.quantity,
        _ => cell.column == line.label,
    }
}

/// Why no cell of a table can be filled: what it asks for as a whole, the dimensions it runs over, a line
/// of it, or what becomes of its first cell.
fn why_empty(
    grid: &Grid,
    table: &Table,
    node: Option<&Node>,
    lines: &[(&'static str, Option<&Lines>)],
    cells: &[FilledCell],
) -> EmptyReason {
    let of_lines = || {
        lines.iter().find_map(|(_, lines)| match lines {
            Some(Lines::Listed(lines)) => {
                lines.iter().find_map(|line| unfit(grid, &line.selection.selector, node))
            }
            Some(Lines::Axis(dimension)) => without_values(grid, dimension, node),
            None => None,
        })
    };
    unfit(grid, &table.common.selector, node).or_else(of_lines).unwrap_or_else(|| by_note(cells))
}

/// What the first cell says that cannot be filled.
fn by_note<'a>(cells: impl IntoIterator<Item = &'a FilledCell>) -> EmptyReason {
    let note = cells.into_iter().map(|cell| cell.note.as_str()).find(|note| !note.is_empty());
    let (text, hangs_on_teams) = match note {
        None | Some("no such cell") => ("no cell fits all that it asks for", true),
        Some(note) => (note, note == "no eligible team"),
    };
    EmptyReason { text: text.to_owned(), help: None, at: None, hangs_on_teams }
}

/// The axis of which a selector takes no value.
fn unfit(grid: &Grid, selector: &Selector, node: Option<&Node>) -> Option<EmptyReason> {
    selector.parts.iter().find_map(|(axis, patterns)| {
        let values = values(grid, axis);
        let takes = |pattern: &String| values.iter().any(|names| fits(pattern, names));
        if patterns.iter().any(takes) {
            return None;
        }
        let plain: Vec<&str> = values.iter().flatten().map(String::as_str).collect();
        let near = patterns.iter().find_map(|pattern| Some((pattern, near(pattern, &plain)?)));
        let help = match &near {
            Some((_, near)) => Some(format!("did you mean `{near}`?")),
            None => (!plain.is_empty()).then(|| format!("the axis `{axis}` has {}", some_of(&plain))),
        };
        let blamed = near.map(|(pattern, _)| pattern).or(patterns.first())?;
        let quoted: Vec<String> = patterns.iter().map(|pattern| format!("`{pattern}`")).collect();
        Some(EmptyReason {
            text: format!("no value of the axis `{axis}` fits {}", quoted.join(", ")),
            help,
            at: node.and_then(|node| scalar(node, &[axis], blamed, false)).map(|node| node.at.clone()),
            hangs_on_teams: axis == "judgments",
        })
    })
}

/// Why a dimension has no line.
fn without_values(grid: &Grid, dimension: &Dimension, node: Option<&Node>) -> Option<EmptyReason> {
    let Dimension::Parameter(name) = dimension else { return None };
    let sets = || grid.collections.iter().flat_map(|collection| &collection.judgments);
    if sets().any(|set| set.parameter(name).is_some()) {
        return None;
    }
    let has = |other: &&str| sets().any(|set| set.parameter(other).is_some());
    let there: Vec<&str> = rejudge_grid::Judgments::PARAMETERS.into_iter().filter(has).collect();
    let text = format!("no judgment set has a `{name}`");
    let help = nearest(name, there.iter().copied()).or(there.first().copied());
    let at = node
        .and_then(|node| scalar(node, &["panels", "rows", "columns"], &format!("judgments.{name}"), false));
    Some(EmptyReason {
        text,
        help: help.map(|near| format!("did you mean `judgments.{near}`?")),
        at: at.map(|node| node.at.clone()),
        hangs_on_teams: *name == "team",
    })
}

/// The values of an axis; one may have several names.
fn values(grid: &Grid, axis: &str) -> Vec<Vec<String>> {
    match axis {
        "measure" => grid.measures.iter().map(|of| vec![of.name.clone(), of.label.clone()]).collect(),
        "collection" => grid.collections.iter().map(|of| vec![of.name.clone()]).collect(),
        "judgments" => {
            let all = grid.collections.iter().flat_map(|of| &of.judgment_names);
            all.map(|name| vec![name.clone()]).collect()
        }
        "runs" => grid.runs.iter().map(|runs| vec![runs.to_string()]).collect(),
        rule => {
            let swept = grid.evaluations.iter().flat_map(|point| &point.swept);
            swept.filter(|(name, _)| *name == rule).map(|(_, value)| vec![value.clone()]).collect()
        }
    }
}

/// The value that a pattern may have meant: one like it or, before its parameters, one of a like name with
/// the same.
fn near(pattern: &str, values: &[&str]) -> Option<String> {
    let head = |name: &str| name.split(['(', '*']).next().unwrap_or_default().to_owned();
    if let Some((start, parameters)) = pattern.split_once('(') {
        let heads: Vec<String> = values.iter().map(|value| head(value)).collect();
        let meant = nearest(start, heads.iter().map(String::as_str))?;
        let meant = format!("{meant}({parameters}");
        if values.iter().any(|value| fits(&meant, &[value])) {
            return Some(meant);
        }
    }
    nearest(pattern, values.iter().copied()).map(str::to_owned)
}

/// The first of many names.
fn some_of(names: &[&str]) -> String {
    const SHOWN: usize = 4;
    let mut shown: Vec<&str> = names.to_vec();
    shown.dedup();
    let more = if shown.len() > SHOWN { ", .." } else { "" };
    let quoted: Vec<String> = shown.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    quoted.join(", ") + more
}

/// Whether a file says anything of a node.
fn speaks(node: &Node, file: &str) -> bool {
    node.at.source.name == file
        || match &node.value {
            Value::Map(entries) => entries.iter().any(|(_, value)| speaks(value, file)),
            Value::List(items) => items.iter().any(|item| speaks(item, file)),
            Value::Scalar { .. } => false,
        }
}

/// The first `text` that stands somewhere under one of the `keys`.
fn scalar<'a>(node: &'a Node, keys: &[&str], text: &str, within: bool) -> Option<&'a Node> {
    match &node.value {
        Value::Scalar { text: found, .. } => (within && found == text).then_some(node),
        Value::List(items) => items.iter().find_map(|item| scalar(item, keys, text, within)),
        Value::Map(entries) => entries.iter().find_map(|(key, value)| {
            let is_key = key.text().is_some_and(|key| keys.contains(&key));
            scalar(value, keys, text, within || is_key)
        }),
    }
}
