//! Paths of keys, as `-s` takes them, and the nearest to one that is wrong.

use rejudge_names::nearest;

use super::error::Mistake;
use super::overlay::keys_of_items;
use super::{Node, Value, YamlError};

/// Returns an error over a key that was typed on the command line, with the nearest path in place of the
/// nearest key.
#[must_use]
pub(crate) fn suggesting_typed_path(error: YamlError, root: &Node) -> YamlError {
    let Some(path) = error.at.as_ref().and_then(|at| at.source.typed_path().map(str::to_owned)) else {
        return error;
    };
    match (&error.mistake, path.rsplit_once('.')) {
        (Mistake::UnknownKey { near: Some(key) }, Some((parent, _))) => {
            let help = format!("did you mean `{parent}.{key}`?");
            error.with_help(help)
        }
        (Mistake::UnknownKey { near: None }, _) => {
            suggesting_path(error, root, &path, path.split('.').try_fold(root, Node::get))
        }
        _ => error,
    }
}

/// Adds the nearest of the paths in `root` to an error over `path`: one that has the same end, is similar by
/// its letters, or ends in a key that is similar to the last one of `path`. If a value was typed, a path to a
/// whole part of the experiment, such as a table, is only suggested if the value is a map too.
pub(super) fn suggesting_path(error: YamlError, root: &Node, path: &str, typed: Option<&Node>) -> YamlError {
    let mut all = Vec::new();
    all_paths(root, "", &mut all);
    let is_map = |node: &Node| matches!(node.value, Value::Map(_)) && !is_sweep(node);
    let fits = |node: &Node| typed.is_none_or(|typed| is_map(typed) || !is_map(node));
    // The typed path is itself in the tree, even if it is not a key.
    let fitting = all.iter().filter(|(known, node)| known != path && fits(node));
    let mut paths: Vec<&str> = fitting.map(|(known, _)| known.as_str()).collect();
    // Axes come first, because they are changed most often.
    paths.sort_by_key(|known| !known.starts_with("axes."));
    fn end(path: &str) -> &str {
        path.rsplit('.').next().unwrap_or(path)
    }
    let with_end = |wanted: &str| paths.iter().copied().find(|known| end(known) == wanted);
    let near_end = || nearest(end(path), paths.iter().map(|known| end(known))).and_then(with_end);
    match with_end(path).or_else(|| nearest(path, paths.iter().copied())).or_else(near_end) {
        Some(near) => error.with_help(format!("did you mean `{near}`?")),
        None => error,
    }
}

/// Returns true if a map gives several values of one parameter.
fn is_sweep(node: &Node) -> bool {
    ["each", "range"].into_iter().any(|key| node.get(key).is_some())
}

/// The paths of all keys with their values, outer ones first.
fn all_paths<'n>(node: &'n Node, above: &str, out: &mut Vec<(String, &'n Node)>) {
    for (key, value) in steps(node) {
        let path = format!("{above}{key}");
        out.push((path.clone(), value));
        all_paths(value, &format!("{path}."), out);
    }
}

/// Returns the steps that a path may take from a node, each with the part that it leads to: the keys of a
/// map, and those that one item of a list alone has.
pub fn steps(node: &Node) -> Vec<(&str, &Node)> {
    match &node.value {
        Value::Map(entries) => {
            let keys = entries
                .iter()
                .map(|(key, _)| key.text().expect("keys are scalars, or the parser refuses them"));
            keys.zip(entries.iter().map(|(_, value)| value)).collect()
        }
        Value::List(items) => keys_of_items(items),
        Value::Scalar { .. } => Vec::new(),
    }
}
