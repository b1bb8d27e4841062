//! Changes to an inherited file: `extends`, `append` / `remove`, `drop`, and `-s path=value`.
//!
//! Maps are merged, and scalars and lists replace the inherited value. `{append: [..], remove: [..]}` edits the inherited
//! list, and `drop: [path, ..]` deletes paths. Values keep their position in the file from which they came.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rejudge_names::plural::{counted, of_number};

use crate::spec::Experiment;
use crate::spec::schema::root as root_schema;

use super::de::not_a_list;
use super::extends::extended;
use super::paths::{paths_to, suggesting_path};
use super::{Node, Position, Source, Value, YamlError, parse, read};

/// The largest number of files that extend one another. A sweep extends an experiment, and hardly any file extends a sweep.
const MAX_FILES: usize = 64;

/// Reads the file at `path`, and all files that it extends.
pub(crate) fn load_with_extends(path: &Path) -> Result<Node, YamlError> {
    load(path, &mut Vec::new())
}

fn load(path: &Path, open_files: &mut Vec<PathBuf>) -> Result<Node, YamlError> {
    let mut top = read(path)?;
    let identity = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    open_files.push(identity);
    let dropped = remove_key(&mut top, "drop");
    if let Some(extends) = remove_key(&mut top, "extends") {
        let Some(name) = extends.text() else {
            return Err(YamlError::at_node(
                &extends,
                format!("found {}, expected the name of an experiment or the path of a file", extends.kind()),
            ));
        };
        let base = extended(&extends, name)?;
        if open_files.contains(&base.canonicalize().unwrap_or_else(|_| base.clone())) {
            return Err(YamlError::at_node(&extends, format!("`{name}` extends this file in turn")));
        }
        if open_files.len() == MAX_FILES {
            let message = format!("more than {MAX_FILES} files that extend one another");
            return Err(YamlError::at_node(&extends, message));
        }
        let file = base.display().to_string();
        let mut base = load(&base, open_files)?;
        if !matches!(base.value, Value::Map(_)) {
            // Merging would replace this value, so the file would inherit nothing.
            let message = format!("{file} is {}, expected a map: there is nothing to extend", base.kind());
            return Err(YamlError::at_node(&extends, message));
        }
        // Only the requested file needs an `id`, not a file between it and the base.
        let is_requested = open_files.len() == 1;
        if let (true, Some(id), None) = (is_requested, base.get("id").and_then(Node::text), top.get("id")) {
            let message = format!(
                "the key `id` is missing: results would count as results of `{id}`, which this file extends"
            );
            return Err(YamlError::at_node(&extends, message));
        }
        drop_paths(&mut base, dropped.as_ref())?;
        top = merged(base, top)?;
    } else {
        drop_paths(&mut top, dropped.as_ref())?;
    }
    open_files.pop();
    Ok(top)
}

/// Deletes the paths in `drop` from `root`. If the file extends another one, `root` has only the inherited values, so
/// that the file can drop all tables and define others. Otherwise `root` has the file's own values.
fn drop_paths(root: &mut Node, dropped: Option<&Node>) -> Result<(), YamlError> {
    let Some(paths) = dropped else { return Ok(()) };
    let Value::List(paths) = &paths.value else {
        let error = YamlError::at_node(paths, format!("found {}, expected a list of paths", paths.kind()));
        return Err(suggesting_path(error, root, paths.text().unwrap_or_default()));
    };
    for path in paths {
        let text = path.text().unwrap_or_default();
        if !delete(root, text) {
            let error = YamlError::at_node(path, format!("cannot drop `{text}`, which does not exist"));
            return Err(suggesting_path(error, root, text));
        }
    }
    Ok(())
}

/// The maps in which every setting has a default. A setting can be added even if the file does not have the
/// map.
const OPTIONAL_MAPS: [&str; 4] = ["draws", "evaluation", "profiles", "run"];

/// Returns true if an experiment has this key. An override sets it even if a path in the axes ends with the same word.
fn is_key_of_experiment(name: &str) -> bool {
    root_schema::<Experiment>()["properties"].get(name).is_some()
}

/// Completes an override with a short path. A word that is not a key of experiments may be an axis, or the last key of
/// exactly one path in the axes: `measures=AP,nDCG` is `axes.measure=[AP,nDCG]`, and `depth=5,10` is
/// `axes.judgments.pool-depth.depth.each=[5,10]`. Other overrides are returned as they are.
pub(crate) fn with_full_path(root: &Node, text: &str) -> String {
    full_path(root, text).unwrap_or_else(|| text.to_owned())
}

pub(super) fn full_path(root: &Node, text: &str) -> Option<String> {
    let (name, value) = text.split_once('=')?;
    let (name, sign) = name.strip_suffix('+').map_or((name, "="), |name| (name, "+="));
    if name.contains('.') || value.trim().is_empty() || is_key_of_experiment(name) {
        return None;
    }
    let axes = root.get("axes")?;
    let axis = [name, name.strip_suffix('s').unwrap_or(name)]
        .into_iter()
        .find_map(|name| Some((name, axes.get(name)?)));
    let (path, node) = match axis {
        Some((name, node)) => (format!("axes.{name}"), node),
        None => {
            let found = paths_to(axes, "axes", name);
            let [(path, node)] = found.as_slice() else { return None };
            match node.get("each") {
                Some(each) => (format!("{path}.each"), each),
                None => (path.clone(), *node),
            }
        }
    };
    let is_list = matches!(node.value, Value::List(_)) || axis.is_some();
    // A comma in parentheses does not separate items.
    let is_plain =
        !(value.trim_start().starts_with(['[', '{']) || value.contains('(') && value.contains(','));
    let items = || value.split([',', ' ']).filter(|item| !item.is_empty()).collect::<Vec<_>>().join(",");
    let value = if is_list && is_plain && sign == "=" { format!("[{}]", items()) } else { value.to_owned() };
    Some(format!("{path}{sign}{value}"))
}

/// Applies an override `-s`: `path=value`, or `path+=value` to append to a list.
pub fn apply_override(root: &mut Node, text: &str) -> Result<(), YamlError> {
    let syntax_error = || {
        YamlError::without_position(format!(
            "`{text}` is not an override, expected path=value or path+=value"
        ))
    };
    let (path, value) = text.split_once('=').ok_or_else(syntax_error)?;
    let (path, append) = path.strip_suffix('+').map_or((path, false), |path| (path, true));
    if path.split('.').any(str::is_empty) {
        return Err(syntax_error());
    }
    if value.trim().is_empty() {
        let error = YamlError::without_position(format!("`-s {text}`: there is no value after `=`"));
        let exists = find(root, path).is_ok();
        return Err(if exists { error } else { suggesting_path(error, root, path) });
    }
    let value = parse(Source::typed(path, value))?;
    let (parent, last) = path.rsplit_once('.').map_or(("", path), |(parent, last)| (parent, last));
    if OPTIONAL_MAPS.contains(&parent)
        && root.get(parent).is_none()
        && let Value::Map(entries) = &mut root.value
    {
        let map = Node { value: Value::Map(Vec::new()), at: value.at.clone() };
        entries.push((word(parent, &map), map));
    }
    let unchanged = root.clone();
    let to_error = |NoSuchPath { message, is_key }: NoSuchPath| {
        let error = YamlError::without_position(format!("`-s {text}`: {message}"));
        if is_key { suggesting_path(error, &unchanged, path) } else { error }
    };
    let parent = find(root, parent).map_err(to_error)?;
    if let Value::Map(entries) = &mut parent.value
        && !entries.iter().any(|(key, _)| key.text() == Some(last))
    {
        if append {
            let error = YamlError::without_position(format!("`-s {text}`: there is no list `{path}`"));
            return Err(suggesting_path(error, &unchanged, path));
        }
        // An error in the key is shown at the key, not at its value.
        let column = path[..path.len() - last.len()].chars().count() + 1;
        let at = Position { source: Arc::new(Source::typed(path, text)), line: 1, column };
        entries.push((Node { at, ..word(last, &value) }, value));
        return Ok(());
    }
    let slot = child(parent, last).map_err(to_error)?;
    match (&mut slot.value, &value.value) {
        (Value::List(items), _) if append => items.push(value),
        _ if append => {
            let item = Node { value: Value::List(vec![value]), at: slot.at.clone() };
            let edit = Node { value: Value::Map(vec![(word("append", slot), item)]), at: slot.at.clone() };
            *slot = appended_to_set(slot.clone(), edit)?;
        }
        (Value::List(_), Value::Scalar { text: typed, quoted: false })
            if typed.contains(',') && !typed.contains(['(', '[']) =>
        {
            let message = format!("`-s {text}`: a list is written in brackets, as in {path}=[{typed}]");
            return Err(YamlError::without_position(message));
        }
        // A single value of an axis becomes a list.
        (Value::List(items), Value::Scalar { .. }) if path.strip_prefix("axes.") == Some(last) => {
            slot.at = value.at.clone();
            *items = vec![value];
        }
        _ => *slot = value,
    }
    Ok(())
}

/// Returns a scalar with the position of `model`.
fn word(text: &str, model: &Node) -> Node {
    Node { value: Value::Scalar { text: text.to_owned(), quoted: false }, at: model.at.clone() }
}

/// Returns the node at `path` (`axes.collection`, `axes.judgments.pool-depth.depth`). The empty path is the root.
fn find<'a>(root: &'a mut Node, path: &str) -> Result<&'a mut Node, NoSuchPath> {
    path.split('.').filter(|step| !step.is_empty()).try_fold(root, child)
}

/// The reason why a path does not exist.
struct NoSuchPath {
    message: String,
    /// True if the reason is that a map does not have the key, or no item of a list has it.
    is_key: bool,
}

fn no_such_path<T>(message: String) -> Result<T, NoSuchPath> {
    Err(NoSuchPath { message, is_key: false })
}

/// Returns the part of `node` to which a step of a path leads. In a map, a step is a key. In a list, it is the number of an
/// item from 1, an item's text, or a key that only one item has: `pool-depth` leads into `- pool-depth: {depth: 10}`.
fn child<'a>(node: &'a mut Node, step: &str) -> Result<&'a mut Node, NoSuchPath> {
    let kind = node.kind();
    match &mut node.value {
        Value::Map(entries) => {
            let entry = entries.iter_mut().find(|(key, _)| key.text() == Some(step));
            let message = format!("there is no `{step}` in the experiment");
            entry.map(|(_, value)| value).ok_or(NoSuchPath { message, is_key: true })
        }
        Value::List(items) => {
            let item = item_index(items, step)?;
            if items[item].get(step).is_some() { child(&mut items[item], step) } else { Ok(&mut items[item]) }
        }
        Value::Scalar { .. } => no_such_path(format!("there is no `{step}` in {kind}, which is not a map")),
    }
}

/// Returns the index of the item to which a step of a path leads.
fn item_index(items: &[Node], step: &str) -> Result<usize, NoSuchPath> {
    let number = step.parse().ok().filter(|number| (1..=items.len()).contains(number));
    if let Some(number) = number {
        return Ok(number - 1);
    }
    let matches = |&index: &usize| items[index].get(step).is_some() || items[index].text() == Some(step);
    match (0..items.len()).filter(matches).collect::<Vec<_>>()[..] {
        [index] => Ok(index),
        [] => {
            let keys: Vec<&str> = keys_of_items(items).into_iter().map(|(key, _)| key).collect();
            let keys = if keys.is_empty() {
                String::new()
            } else {
                format!(" and the {} `{}`", of_number(keys.len(), "key", "keys"), keys.join("`, `"))
            };
            let count = counted(items.len(), "item");
            let message = format!("there is no item `{step}` in the list, which has {count}{keys}");
            Err(NoSuchPath { message, is_key: step.parse::<usize>().is_err() })
        }
        _ => no_such_path(format!("the list has several items `{step}`; use the number of an item")),
    }
}

/// Returns true if an item of a list is `name`, or a map with only this key: `pool-depth` is the name of `- pool-depth:
/// {depth: 10}`, but `label` is not the name of a row in a table.
fn is_named(item: &Node, name: &str) -> bool {
    match &item.value {
        Value::Map(entries) => matches!(entries.as_slice(), [(key, _)] if key.text() == Some(name)),
        _ => item.text() == Some(name),
    }
}

/// Returns the keys that only one item of a list has, with their values.
pub(super) fn keys_of_items(items: &[Node]) -> Vec<(&str, &Node)> {
    let maps = items.iter().filter_map(|item| match &item.value {
        Value::Map(entries) => Some(entries),
        _ => None,
    });
    let entries: Vec<(&str, &Node)> =
        maps.flatten().filter_map(|(key, value)| Some((key.text()?, value))).collect();
    let is_unique = |key: &str| entries.iter().filter(|(other, _)| *other == key).count() == 1;
    entries.iter().copied().filter(|(key, _)| is_unique(key)).collect()
}

fn remove_key(map: &mut Node, key: &str) -> Option<Node> {
    match &mut map.value {
        Value::Map(entries) => {
            let index = entries.iter().position(|(other, _)| other.text() == Some(key))?;
            Some(entries.remove(index).1)
        }
        _ => None,
    }
}

fn delete(root: &mut Node, path: &str) -> bool {
    let (parent, last) = path.rsplit_once('.').unwrap_or(("", path));
    find(root, parent).is_ok_and(|parent| match &mut parent.value {
        // An item cannot be dropped by its number, because the numbers change with each drop.
        Value::List(items) => {
            match (0..items.len()).filter(|&index| is_named(&items[index], last)).collect::<Vec<_>>()[..] {
                [index] => {
                    items.remove(index);
                    true
                }
                _ => false,
            }
        }
        _ => remove_key(parent, last).is_some(),
    })
}

/// Returns true if `node` is `{append: .., remove: ..}`.
fn is_edit(node: &Node) -> bool {
    matches!(&node.value, Value::Map(entries) if !entries.is_empty()
        && entries.iter().all(|(key, _)| matches!(key.text(), Some("append" | "remove"))))
}

/// Merges a file with the file that it extends: `above` extends `below`.
///
/// # Errors
/// If `append` or `remove` is not a list, if the inherited value cannot be edited, or if an item to remove is missing.
pub fn merged(mut below: Node, above: Node) -> Result<Node, YamlError> {
    if is_edit(&above) {
        return match &mut below.value {
            Value::List(items) => apply_edit(items, &above).map(|()| below),
            _ => appended_to_set(below, above),
        };
    }
    match (below.value, above.value) {
        (Value::Map(mut entries), Value::Map(changes)) => {
            for (key, value) in changes {
                match entries.iter_mut().find(|(other, _)| other.text() == key.text()) {
                    Some((_, slot)) => *slot = merged(slot.clone(), value)?,
                    None => entries.push((key, value)),
                }
            }
            Ok(Node { value: Value::Map(entries), at: above.at })
        }
        (_, value) => Ok(Node { value, at: above.at }),
    }
}

/// Merges `{append, remove}` with a map such as `{set: file}`. The edits are kept in the map, because the set is expanded
/// later.
fn appended_to_set(below: Node, edit: Node) -> Result<Node, YamlError> {
    let kind = below.kind();
    match (below.value, edit.value) {
        (Value::Map(mut entries), Value::Map(edits)) => {
            for (key, value) in edits {
                match entries.iter_mut().find(|(other, _)| other.text() == key.text()) {
                    Some((_, slot)) if slot.is_null() => *slot = value,
                    // If the inherited value is not a list, the map is refused when it is read.
                    Some((_, slot)) => {
                        let new_items = items_of(&value)?;
                        if let Value::List(items) = &mut slot.value {
                            items.extend(new_items);
                        }
                    }
                    None => entries.push((key, value)),
                }
            }
            Ok(Node { value: Value::Map(entries), at: below.at })
        }
        _ => Err(YamlError::at_position(
            &edit.at,
            format!("`append` and `remove` edit an inherited list, but the inherited value is {kind}"),
        )),
    }
}

/// Applies `append` and `remove` to a list. A name removes all items with that name.
///
/// # Errors
/// If `append` or `remove` is not a list, or an item to remove is missing.
fn apply_edit(items: &mut Vec<Node>, edit: &Node) -> Result<(), YamlError> {
    for removed in edit.get("remove").map_or(Ok(Vec::new()), items_of)? {
        let before = items.len();
        items.retain(|item| {
            !is_same(item, &removed) && !removed.text().is_some_and(|name| is_named(item, name))
        });
        if items.len() == before {
            let message = format!("cannot remove {}, which is not in the list", removed.kind());
            return Err(YamlError::at_node(&removed, message));
        }
    }
    items.extend(edit.get("append").map_or(Ok(Vec::new()), items_of)?);
    Ok(())
}

/// Returns the items of a list. A null value counts as an empty list.
fn items_of(node: &Node) -> Result<Vec<Node>, YamlError> {
    match &node.value {
        Value::List(items) => Ok(items.clone()),
        _ if node.is_null() => Ok(Vec::new()),
        _ => Err(not_a_list(node)),
    }
}

/// Returns true if values are equal, regardless of their positions.
fn is_same(a: &Node, b: &Node) -> bool {
    match (&a.value, &b.value) {
        (Value::Scalar { text: a, .. }, Value::Scalar { text: b, .. }) => a == b,
        (Value::List(a), Value::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b)),
        (Value::Map(a), Value::Map(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(&a.0, &b.0) && is_same(&a.1, &b.1))
        }
        _ => false,
    }
}
