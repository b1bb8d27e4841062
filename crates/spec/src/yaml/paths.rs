//! Paths of keys, as `-s` takes them, and the nearest to one that is wrong.

use rejudge_names::nearest;

use super::error::Mistake;
use super::{Node, Value, YamlError};

/// An error over a key that was typed on the command line, with the nearest path in place of the nearest key.
#[must_use]
pub fn suggesting_typed_path(error: YamlError, root: &Node) -> YamlError {
    let Some(path) = error.at.as_ref().and_then(|at| at.source.typed_path().map(str::to_owned)) else {
        return error;
    };
    match (&error.mistake, path.rsplit_once('.')) {
        (Mistake::UnknownKey { near: Some(key) }, Some((parent, _))) => {
            let help = format!("did you mean `{parent}.{key}`?");
            error.with_help(help)
        }
        (Mistake::UnknownKey { near: None }, _) => suggesting_path(error, root, &path),
        _ => error,
    }
}

/// Adds the nearest of the paths in `root` to an error over `path`: one that ends as it does, or is alike by
/// its letters.
pub(super) fn suggesting_path(error: YamlError, root: &Node, path: &str) -> YamlError {
    let mut paths = Vec::new();
    all_paths(root, "", &mut paths);
    // What was typed is there too where it is no key.
    paths.retain(|known| known != path);
    let same_end = |known: &&String| known.rsplit('.').next() == Some(path);
    let named = paths.iter().find(same_end).map(String::as_str);
    match named.or_else(|| nearest(path, paths.iter().map(String::as_str))) {
        Some(near) => error.with_help(format!("did you mean `{near}`?")),
        None => error,
    }
}

/// The paths of all keys, outer ones first.
fn all_paths(node: &Node, above: &str, out: &mut Vec<String>) {
    let Value::Map(entries) = &node.value else { return };
    for (key, value) in entries {
        let path = format!("{above}{}", key.text().expect("keys are scalars, or the parser refuses them"));
        out.push(path.clone());
        all_paths(value, &format!("{path}."), out);
    }
}
