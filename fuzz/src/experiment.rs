//! Experiments: YAML is parsed to a tree, and the tree to a grid. The resolved tree of a grid, written as YAML, must
//! give the same grid.

use std::path::{Path, PathBuf};

use rejudge_experiment::grid::{Grid, load, parse_selector};
use rejudge_experiment::spec::Catalogue;
use rejudge_experiment::spec::yaml::{Node, Source, Value, apply_override, parse};
use rejudge_names::glob;

use super::{choice, place, scratch, split_at_separator};

/// The collection that the experiments of the corpus use.
const TINY_TWIN: &str = include_str!("tiny-twin.yaml");

/// The first byte chooses between an experiment, with overrides after a line `%%`, and a selector with its patterns.
pub fn check(data: &[u8]) {
    let Some((choice, bytes)) = choice(data) else { return };
    if choice % 2 == 1 {
        return check_selector(bytes);
    }
    let (bytes, set) = split_at_separator(bytes);
    scratch::with_file("tiny-twin.yaml", TINY_TWIN.as_bytes(), |folder| {
        let catalogue = Catalogue::open(folder, None);
        let path = folder.join("experiment").join("experiment.yaml");
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        check_tree(bytes);
        let Some(grid) = load_grid(bytes, &path, &catalogue) else { return };
        let text = to_yaml(&grid.resolved);
        let again = load_grid(text.as_bytes(), &path, &catalogue)
            .unwrap_or_else(|| panic!("the resolved tree is not an experiment:\n{text}"));
        assert_eq!(description(grid.clone(), &path), description(again, &path), "resolved as:\n{text}");
        if let (Ok(set), false) = (std::str::from_utf8(set), set.is_empty()) {
            check_overrides(grid, set);
        }
    });
}

/// Writes an experiment to `path` and loads it. Checks the places of errors, and that no two points have the same
/// address.
fn load_grid(bytes: &[u8], path: &Path, catalogue: &Catalogue) -> Option<Grid> {
    std::fs::write(path, bytes).expect("a file in a temporary folder");
    match load(path, None, &[], catalogue) {
        Ok(grid) => {
            let addresses: Vec<String> =
                grid.all_points().iter().map(|point| grid.address("cell", point)).collect();
            let mut once = addresses.clone();
            once.sort_unstable();
            once.dedup();
            assert_eq!(once.len(), addresses.len(), "two points have the same address");
            Some(grid)
        }
        Err(errors) => {
            assert!(!errors.is_empty());
            errors.iter().for_each(place::check_yaml_error);
            None
        }
    }
}

/// Checks that a YAML tree, written as YAML, is parsed to the same tree.
fn check_tree(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match parse(source(text)) {
        Err(error) => place::check_yaml_error(&error),
        Ok(root) => {
            let again = parse(source(&to_yaml(&root)));
            let again = again.unwrap_or_else(|error| panic!("{error} in:\n{}", to_yaml(&root)));
            assert!(are_equal(&root, &again), "written as:\n{}", to_yaml(&root));
        }
    }
}

fn check_overrides(grid: Grid, set: &str) {
    let mut root = grid.resolved;
    for text in set.lines() {
        match apply_override(&mut root, text) {
            Ok(()) => {
                let text = to_yaml(&root);
                assert!(
                    are_equal(&root, &parse(source(&text)).expect("written YAML is readable")),
                    "written as:\n{text}"
                );
            }
            Err(error) => place::check_yaml_error(&error),
        }
    }
}

fn check_selector(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match parse_selector(text) {
        Err(error) => place::check_yaml_error(&error),
        Ok(selector) => {
            for (_, patterns) in &selector.parts {
                for pattern in patterns {
                    assert!(glob("*", pattern));
                    // A pattern without a star matches itself.
                    assert!(pattern.contains('*') || glob(pattern, pattern));
                }
            }
        }
    }
}

fn source(text: &str) -> Source {
    Source { name: "x.yaml".to_owned(), folder: PathBuf::new(), text: text.to_owned() }
}

/// Writes a tree as YAML on one line. Null is written as `~`. A number or plain word without quotes stays
/// without them; any other text gets quotes.
fn to_yaml(node: &Node) -> String {
    match &node.value {
        Value::Scalar { text, quoted } => {
            let is_plain = !text.is_empty()
                && text.chars().all(|c| c.is_ascii_alphanumeric() || ".+-".contains(c))
                && !text.starts_with('-') | text[1..].starts_with(|c: char| c.is_ascii_digit());
            match (quoted, is_plain, node.is_null()) {
                (false, _, true) => "~".to_owned(),
                (false, true, _) => text.clone(),
                _ => in_quotes(text),
            }
        }
        Value::List(items) => format!("[{}]", items.iter().map(to_yaml).collect::<Vec<_>>().join(", ")),
        Value::Map(entries) => {
            let entries: Vec<String> =
                entries.iter().map(|(key, value)| format!("{}: {}", to_yaml(key), to_yaml(value))).collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}

fn in_quotes(text: &str) -> String {
    format!("\"{}\"", text.chars().map(escaped).collect::<String>())
}

fn escaped(c: char) -> String {
    match c {
        '"' => "\\\"".to_owned(),
        '\\' => "\\\\".to_owned(),
        c if c.is_ascii_graphic() || c == ' ' => c.to_string(),
        c => format!("\\U{:08x}", u32::from(c)),
    }
}

/// Returns true if two trees have equal values. Positions and spellings of null do not matter.
fn are_equal(a: &Node, b: &Node) -> bool {
    match (&a.value, &b.value) {
        _ if a.is_null() && b.is_null() => true,
        (Value::Scalar { text: a, .. }, Value::Scalar { text: b, .. }) => a == b,
        (Value::List(a), Value::List(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| are_equal(a, b))
        }
        (Value::Map(a), Value::Map(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|((k, v), (l, w))| are_equal(k, l) && are_equal(v, w))
        }
        _ => false,
    }
}

/// Formats a grid for comparison, without the positions in the file.
fn description(mut grid: Grid, path: &Path) -> String {
    grid.resolved.value = Value::List(Vec::new());
    let text = format!("{grid:?}");
    let mark = format!("{}:", path.display());
    let mut parts = text.split(&mark);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        // A position is `path:line:column`.
        out += part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':');
    }
    out
}
