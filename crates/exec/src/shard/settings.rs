//! The settings of an experiment as people write them, so that two plans can be told apart in their words:
//! the path of each value, as `-s` takes it, and the value.

use std::collections::BTreeMap;

use rejudge_grid::Grid;
use rejudge_spec::yaml::{Node, Value};

/// Path -> its values: one where it is no list.
pub type Settings = BTreeMap<String, Vec<String>>;

/// Keys of an experiment that move no number.
const OF_THE_PAGE: [&str; 8] = ["schema", "id", "title", "paper", "expected", "figures", "profiles", "run"];
/// Where the names of measures stand, which may come from another file.
const MEASURES: &str = "axes.measure";
/// What is told last: tables move no number, but say which are asked for.
const TABLES: &str = "tables";
/// Most settings that are named.
const NAMED: usize = 3;
/// Most characters of values that are shown.
const SHOWN: usize = 120;

/// The settings of an experiment.
pub fn settings(grid: &Grid) -> Settings {
    let mut out = Settings::new();
    if let Value::Map(entries) = &grid.resolved.value {
        for (key, value) in entries {
            let key = key.text().unwrap_or_default();
            if !OF_THE_PAGE.contains(&key) {
                leaves(value, key.to_owned(), &mut out);
            }
        }
    }
    let below = format!("{MEASURES}.");
    out.retain(|path, _| !path.starts_with(&below));
    out.insert(MEASURES.to_owned(), grid.measures.iter().map(|measure| measure.name.clone()).collect());
    out
}

/// A list is one value, since places in it say nothing.
fn leaves(node: &Node, path: String, out: &mut Settings) {
    match &node.value {
        Value::Map(entries) if !entries.is_empty() => {
            for (key, value) in entries {
                leaves(value, format!("{path}.{}", key.text().unwrap_or_default()), out);
            }
        }
        Value::List(items) => drop(out.insert(path, items.iter().map(written).collect())),
        Value::Scalar { .. } | Value::Map(_) => drop(out.insert(path, vec![written(node)])),
    }
}

/// A value in one line.
fn written(node: &Node) -> String {
    let listed = |items: Vec<String>| items.join(", ");
    match &node.value {
        Value::Scalar { text, .. } => text.clone(),
        Value::List(items) => format!("[{}]", listed(items.iter().map(written).collect())),
        Value::Map(entries) => {
            let entry = |(key, value): &(Node, Node)| {
                format!("{}: {}", key.text().unwrap_or_default(), written(value))
            };
            format!("{{{}}}", listed(entries.iter().map(entry).collect()))
        }
    }
}

/// What `found` has other than `expected`: `has draws 20, expected 100`. Nothing where one of them knows of
/// no settings.
pub fn differences(found: &Settings, expected: &Settings) -> Vec<String> {
    if found.is_empty() || expected.is_empty() {
        return Vec::new();
    }
    let mut paths: Vec<&String> = found.keys().chain(expected.keys()).collect();
    paths.sort_by_key(|path| (path.starts_with(TABLES), path.as_str()));
    paths.dedup();
    paths.retain(|path| found.get(*path) != expected.get(*path));
    let named = paths.iter().take(NAMED).map(|path| difference(path, found.get(*path), expected.get(*path)));
    let mut out: Vec<String> = named.collect();
    let more = paths.len().saturating_sub(NAMED);
    if more > 0 {
        let differ = if more == 1 { "setting differs" } else { "settings differ" };
        out.push(format!("and {more} more {differ}"));
    }
    out
}

/// The values that one has and the other has not.
fn difference(path: &str, found: Option<&Vec<String>>, expected: Option<&Vec<String>>) -> String {
    let (Some(found), Some(expected)) = (found, expected) else {
        let shown = |values: Option<&Vec<String>>, unset: &str| {
            values.map_or_else(|| unset.to_owned(), |all| cut(&all.join(", ")))
        };
        let (found, expected) = (shown(found, "not set"), shown(expected, "it not set"));
        return format!("has {path} {found}, expected {expected}");
    };
    let only = |these: &[String], others: &[String]| {
        let own: Vec<&str> = these.iter().filter(|v| !others.contains(v)).map(String::as_str).collect();
        cut(&own.join(", "))
    };
    match (only(found, expected), only(expected, found)) {
        (more, less) if less.is_empty() && !more.is_empty() => format!("has {path} {more} besides"),
        (more, less) if more.is_empty() && !less.is_empty() => format!("lacks {path} {less}"),
        (more, _) if more.is_empty() => format!("has {path} in another order"),
        (more, less) => format!("has {path} {more}, expected {less}"),
    }
}

/// The beginning of a long text.
fn cut(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}..", &text[..at]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(settings: &[(&str, &[&str])]) -> Settings {
        let owned = |values: &[&str]| values.iter().map(|&value| value.to_owned()).collect();
        settings.iter().map(|(path, values)| ((*path).to_owned(), owned(values))).collect()
    }

    #[test]
    fn each_setting_that_differs_is_named() {
        let found = of(&[("draws", &["20"]), ("axes.measure", &["AP", "RBP"]), ("seed", &["1"])]);
        let expected = of(&[("draws", &["100"]), ("axes.measure", &["AP"]), ("seed", &["1"])]);
        assert_eq!(
            differences(&found, &expected),
            ["has axes.measure RBP besides", "has draws 20, expected 100"]
        );
        assert_eq!(differences(&expected, &found), ["lacks axes.measure RBP", "has draws 100, expected 20"]);
        assert_eq!(differences(&found, &found), [""; 0]);
        assert_eq!(differences(&found, &Settings::new()), [""; 0], "of an earlier version nothing is known");
    }

    #[test]
    fn what_only_one_says_and_another_order_are_named() {
        let (one, other) =
            (of(&[("a", &["x", "y"]), ("b", &["1"])]), of(&[("a", &["y", "x"]), ("c", &["2"])]));
        let said = ["has a in another order", "has b 1, expected it not set", "has c not set, expected 2"];
        assert_eq!(differences(&one, &other), said);
    }

    #[test]
    fn tables_are_told_last_and_no_more_than_three_are() {
        let one = of(&[("a", &["1"]), ("tables.t.rows", &["1"]), ("v", &["1"]), ("w", &["1"])]);
        let other = of(&[("a", &["2"]), ("tables.t.rows", &["2"]), ("v", &["2"]), ("w", &["2"])]);
        let said = differences(&one, &other);
        assert_eq!(said[2..], ["has w 1, expected 2", "and 1 more setting differs"]);
        let long = of(&[("a", &["long ".repeat(99).as_str()])]);
        assert!(differences(&long, &other)[0].len() < 200, "what nobody reads is cut");
    }
}
