//! Paths of keys, as `-s` takes them, and the nearest to one that is wrong.

use rejudge_names::nearest;

use super::overlay::keys_of_items;
use super::{Node, Value, YamlError};

/// Adds the nearest of the paths in `root` to an error over `path`: one that has the same end, or that is similar by its
/// letters or those of its last key.
pub(super) fn suggesting_path(error: YamlError, root: &Node, path: &str) -> YamlError {
    let mut paths = Vec::new();
    all_paths(root, "", &mut paths);
    // Axes come first, because they are changed most often.
    paths.sort_by_key(|known| !known.starts_with("axes."));
    fn end(path: &str) -> &str {
        path.rsplit('.').next().unwrap_or(path)
    }
    let all = || paths.iter().map(String::as_str);
    let with_end = |wanted: &str| all().find(|known| end(known) == wanted);
    let near_end = || nearest(end(path), all().map(end)).and_then(with_end);
    match with_end(path).or_else(|| nearest(path, all())).or_else(near_end) {
        Some(near) => error.with_help(format!("did you mean `{near}`?")),
        None => error,
    }
}

/// The paths of all keys, outer ones first.
fn all_paths(node: &Node, above: &str, out: &mut Vec<String>) {
    for (key, value) in steps(node) {
        let path = format!("{above}{key}");
        out.push(path.clone());
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
