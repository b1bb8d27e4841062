//! Paths of keys, which `-s` uses, and suggestions for wrong paths.

use rejudge_names::nearest;
use serde_json::Value as Json;

use super::overlay::{full_path, keys_of_items};
use super::{Node, Value, YamlError};
use crate::spec::Experiment;
use crate::spec::schema::root as root_schema;

/// Adds a suggestion to an error about `path`: the last key alone if it is the short form of a path in `root`, or a path with the
/// same last key, or one that is similar as a whole or in the last key.
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
    let is_short_form = |key: &&str| *key != path && full_path(root, &format!("{key}=0")).is_some();
    let short_form = || Some(last_key(path)).filter(is_short_form);
    match short_form()
        .or_else(|| with_last_key(last_key(path)))
        .or_else(|| nearest(path, all_paths()))
        .or_else(with_similar_key)
    {
        Some(similar) => error.with_help(format!("did you mean `{similar}`?")),
        None => error,
    }
}

/// Returns a hint on the only place in an experiment that has the key `key`, which was found in a map whose valid keys
/// are `siblings`. Returns `None` if no place or several places have it, or if this map is not a part of an experiment.
pub(super) fn hint_on_place(key: &str, siblings: &[&str]) -> Option<String> {
    let schema = root_schema::<Experiment>();
    let definitions = schema["definitions"].as_object()?;
    let has_siblings = |map: &Json| {
        let keys = map["properties"].as_object();
        keys.is_some_and(|keys| {
            keys.len() == siblings.len() && siblings.iter().all(|sibling| keys.contains_key(*sibling))
        })
    };
    if !has_siblings(&schema) && !definitions.values().any(has_siblings) {
        return None;
    }
    let mut places = Vec::new();
    for (name, part) in schema["properties"].as_object()? {
        if name == key {
            places.push(format!("`{key}` belongs at the top level of the file"));
        }
        let reference = part["$ref"].as_str().or(part["allOf"][0]["$ref"].as_str());
        let map = reference.and_then(|path| definitions.get(path.rsplit('/').next()?));
        if map.is_some_and(|map| map["properties"].get(key).is_some()) {
            places.push(format!("`{key}` belongs in `{name}`"));
        }
    }
    places.pop().filter(|_| places.is_empty())
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
