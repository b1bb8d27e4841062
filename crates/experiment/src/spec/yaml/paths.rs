//! Paths of keys, which `-s` uses, and suggestions for wrong paths.

use rejudge_names::nearest;

use super::overlay::keys_of_items;
use super::{Node, Value, YamlError};

/// Adds a suggestion to an error about `path`: a path in `root` with the same last key, or one that is similar as a whole
/// or in the last key.
pub(super) fn suggesting_path(error: YamlError, root: &Node, path: &str) -> YamlError {
    let mut paths = Vec::new();
    add_paths(root, "", &mut paths);
    // Axes come first, because they are changed most often.
    paths.sort_by_key(|path| !path.starts_with("axes."));
    fn last_key(path: &str) -> &str {
        path.rsplit('.').next().unwrap_or(path)
    }
    let all_paths = || paths.iter().map(String::as_str);
    let with_last_key = |key: &str| all_paths().find(|other| last_key(other) == key);
    let with_similar_key = || nearest(last_key(path), all_paths().map(last_key)).and_then(with_last_key);
    match with_last_key(path).or_else(|| nearest(path, all_paths())).or_else(with_similar_key) {
        Some(similar) => error.with_help(format!("did you mean `{similar}`?")),
        None => error,
    }
}

/// Adds the paths of all keys to `out`, with outer keys first.
fn add_paths(node: &Node, above: &str, out: &mut Vec<String>) {
    for (key, value) in steps(node) {
        let path = format!("{above}{key}");
        out.push(path.clone());
        add_paths(value, &format!("{path}."), out);
    }
}

/// Returns the paths below `node` whose last key is `key`, each with its value. `above` is the path of `node`.
pub(super) fn paths_to<'a>(node: &'a Node, above: &str, key: &str) -> Vec<(String, &'a Node)> {
    let mut found = Vec::new();
    for (step, value) in steps(node) {
        let path = format!("{above}.{step}");
        found.extend(paths_to(value, &path, key));
        if step == key {
            found.push((path, value));
        }
    }
    found
}

/// Returns the steps that a path can take from a node, each with the part to which it leads: the keys of a map, and the
/// keys that only one item of a list has.
pub fn steps(node: &Node) -> Vec<(&str, &Node)> {
    match &node.value {
        Value::Map(entries) => {
            let keys = entries
                .iter()
                .map(|(key, _)| key.text().expect("the parser refuses keys that are not scalars"));
            keys.zip(entries.iter().map(|(_, value)| value)).collect()
        }
        Value::List(items) => keys_of_items(items),
        Value::Scalar { .. } => Vec::new(),
    }
}
