//! Finds names in tables that are not on the axes of the experiment, and suggests the nearest existing name.

use rejudge_experiment::grid::{Axis, Dimension, Grid, Lines, Selector, Table};
use rejudge_experiment::spec::yaml::{Node, Value, YamlError};
use rejudge_experiment::spec::{fits, fits_list};
use rejudge_names::nearest;
use rejudge_pools::{Manipulation, Rule};

use super::gaps::Gap;

/// Returns the YAML that defines a table or figure.
pub(super) fn table_yaml<'a>(grid: &'a Grid, table: &Table) -> Option<&'a Node> {
    ["tables", "figures"].iter().find_map(|section| grid.resolved.get(section)?.get(&table.name))
}

/// Returns the YAML of a panel, row or column. If the lines of the table are not a list, returns the YAML of the whole
/// table.
pub(super) fn line_yaml<'a>(table: Option<&'a Node>, what: &str, index: usize) -> Option<&'a Node> {
    match table.and_then(|table| table.get(&format!("{what}s"))).map(|lines| &lines.value) {
        Some(Value::List(items)) => items.get(index),
        _ => table,
    }
}

/// Returns the panels, rows and columns of a table, each with its name in the singular.
pub(super) fn lines(table: &Table) -> [(&'static str, Option<&Lines>); 3] {
    [("panel", table.panels.as_ref()), ("row", Some(&table.rows)), ("column", Some(&table.columns))]
}

/// Returns the name in a pattern, without a leading `not`.
fn without_not(pattern: &str) -> &str {
    pattern.strip_prefix("not ").unwrap_or(pattern)
}

/// Returns an error for each unknown name beside known ones. A table with such a name can be filled, but would show less
/// than you asked for. Patterns with `*`, names that depend on teams, and selections from another file are not checked.
pub(super) fn unknown_names(grid: &Grid, table: &Table) -> Vec<YamlError> {
    let mut errors = Vec::new();
    for (selector, node) in selections(table, table_yaml(grid, table)) {
        for (axis, patterns) in &selector.parts {
            let values = grid.values_of(axis);
            if !values.iter().any(|names| fits_list(patterns, names)) {
                continue;
            }
            for pattern in patterns {
                let name = without_not(pattern);
                let needs_team = axis == "judgments" && may_name_teams(name);
                if name.contains('*') || needs_team || values.iter().any(|names| fits(name, names)) {
                    continue;
                }
                let at = node.and_then(|node| scalar(node, &[axis], pattern, false)).map(|node| &node.at);
                if let Some(at) = at.filter(|at| grid.is_own(Some(at))) {
                    let plain: Vec<&str> = values.iter().flatten().map(String::as_str).collect();
                    let message = format!("`{}`: no value of the axis `{axis}` is `{name}`", table.name);
                    let help = nearest_value(name, &plain).map(|near| format!("did you mean `{near}`?"));
                    errors.push(YamlError { help, ..YamlError::at_position(at, message) });
                }
            }
        }
    }
    errors
}

/// Returns the selections of a table and of its lines, each with its YAML.
pub(super) fn selections<'a>(
    table: &'a Table,
    node: Option<&'a Node>,
) -> Vec<(&'a Selector, Option<&'a Node>)> {
    let mut out = vec![(&table.r#where, node)];
    for (what, lines) in lines(table) {
        let Some(Lines::Listed(lines)) = lines else { continue };
        out.extend(lines.iter().map(|line| (&line.r#where, line_yaml(node, what, line.index_in_file))));
    }
    out
}

/// Returns the reason why a selector matches nothing, with the nearest existing value. Returns `None` if it may match
/// something.
pub fn no_value(grid: &Grid, selector: &Selector) -> Option<String> {
    let mut collections = grid.collections.iter();
    let is_every_team_known =
        collections.all(|collection| !collection.teams.is_empty() || collection.entry.is_available());
    let why = unfit(grid, selector, None).filter(|why| is_every_team_known || !why.depends_on_teams)?;
    Some(why.reason())
}

/// Returns the gap for the first axis on which a selector matches nothing. Axes are checked in the
/// selector's order, in which `collection` comes first. This order matters, because a selection for other
/// collections may name their measures and judgments.
pub(super) fn unfit(grid: &Grid, selector: &Selector, node: Option<&Node>) -> Option<Gap> {
    selector.parts.iter().find_map(|(axis, patterns)| {
        let values = grid.values_of(axis);
        if values.iter().any(|names| fits_list(patterns, names)) {
            return None;
        }
        let plain: Vec<&str> = values.iter().flatten().map(String::as_str).collect();
        let near = patterns.iter().find_map(|pattern| Some((pattern, nearest_value(pattern, &plain)?)));
        let help = match &near {
            Some((_, near)) => Some(format!("did you mean `{near}`?")),
            None => (!plain.is_empty()).then(|| format!("the axis `{axis}` has {}", some_of(&plain))),
        };
        let blamed = near.map(|(pattern, _)| pattern).or(patterns.first())?;
        let quoted: Vec<String> = patterns.iter().map(|pattern| format!("`{pattern}`")).collect();
        Some(Gap {
            why: format!("no value of the axis `{axis}` fits {}", quoted.join(", ")),
            help,
            at: node.and_then(|node| scalar(node, &[axis], blamed, false)).map(|node| node.at.clone()),
            depends_on_teams: axis == "judgments" && patterns.iter().any(|pattern| may_name_teams(pattern)),
            is_unknown: true,
            is_of_others: axis == "collection",
            ..Gap::default()
        })
    })
}

/// Returns true if a pattern may match judgment sets of teams. These do not exist until the teams are known.
fn may_name_teams(pattern: &str) -> bool {
    let name = pattern.split('(').next().expect("a split has a first part");
    Manipulation::all().iter().any(|rule| rule.depends_on_teams() && fits(name, &[rule.name]))
}

/// Returns the reason why a dimension has no values, or `None` if it has values.
pub(super) fn without_values(grid: &Grid, dimension: &Dimension, node: Option<&Node>) -> Option<Gap> {
    let Dimension::Parameter(axis, name) = dimension else { return None };
    if !grid.arguments(*axis, name).is_empty() {
        return None;
    }
    let axis_name = axis.name();
    let (text, parameters) = match axis {
        Axis::Judgments => (format!("no judgment set has a `{name}`"), Manipulation::parameter_names()),
        _ if grid.topic_sets.is_empty() => (format!("the experiment has no axis `{axis_name}`"), Vec::new()),
        _ => (format!("no set of topics has a `{name}`"), Vec::new()),
    };
    let with_values: Vec<&str> =
        parameters.into_iter().filter(|other| !grid.arguments(*axis, other).is_empty()).collect();
    // Do not suggest a parameter with another meaning, even if it is the only one.
    let help = match nearest(name, with_values.iter().copied()) {
        Some(near) => Some(format!("did you mean `{axis_name}.{near}`?")),
        None if with_values.is_empty() => None,
        None => {
            let names: Vec<String> = with_values.iter().map(|name| format!("{axis_name}.{name}")).collect();
            Some(format!(
                "the parameters are {}",
                some_of(&names.iter().map(String::as_str).collect::<Vec<_>>())
            ))
        }
    };
    let at = node
        .and_then(|node| scalar(node, &["panels", "rows", "columns"], &format!("{axis_name}.{name}"), false));
    Some(Gap {
        why: text,
        help,
        at: at.map(|node| node.at.clone()),
        depends_on_teams: *name == "team",
        is_unknown: true,
        ..Gap::default()
    })
}

/// Returns the value that a pattern probably means: the pattern with a similar existing name before its `(`, if this fits
/// a value, or else a value with a similar spelling.
fn nearest_value(pattern: &str, values: &[&str]) -> Option<String> {
    if let Some((start, parameters)) = pattern.split_once('(') {
        let heads =
            values.iter().map(|name| name.split(['(', '*']).next().expect("a split has a first part"));
        let similar = nearest(start, heads)?;
        let suggested = format!("{similar}({parameters}");
        if values.iter().any(|value| fits(&suggested, &[value])) {
            return Some(suggested);
        }
    }
    nearest(pattern, values.iter().copied()).map(str::to_owned)
}

/// Returns the first few names of a list, in quotes.
fn some_of(names: &[&str]) -> String {
    const MAX_SHOWN: usize = 4;
    let mut names: Vec<&str> = names.to_vec();
    names.dedup();
    let more = if names.len() > MAX_SHOWN { ", .." } else { "" };
    let quoted: Vec<String> = names.iter().take(MAX_SHOWN).map(|name| format!("`{name}`")).collect();
    quoted.join(", ") + more
}

/// Returns the first YAML value that equals `text` below one of the `keys`. `within` is true if `node` is already below
/// one.
fn scalar<'a>(node: &'a Node, keys: &[&str], text: &str, within: bool) -> Option<&'a Node> {
    match &node.value {
        Value::Scalar { text: scalar, .. } => (within && scalar == text).then_some(node),
        Value::List(items) => items.iter().find_map(|item| scalar(item, keys, text, within)),
        Value::Map(entries) => entries.iter().find_map(|(key, value)| {
            let is_key = key.text().is_some_and(|key| keys.contains(&key));
            scalar(value, keys, text, within || is_key)
        }),
    }
}
