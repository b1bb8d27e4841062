//! Schemes of label consolidation: how one is found (those that are shipped are
//! `configs/labels/<id>.yaml`), read and checked.

use std::path::{Path, PathBuf};

use rejudge_labels::{Fault, Scheme, SchemeError};
use rejudge_shipped::{entries, is_file};

use super::labels::{LabelsWire, definition};
use crate::yaml::{Node, Spanned, Value, YamlError, from_node, read};

/// A scheme that was read and checked.
#[derive(Clone, Debug)]
pub struct NamedScheme {
    /// Its name.
    pub id: Spanned<String>,
    /// What it is.
    pub title: String,
    /// The scheme.
    pub scheme: Scheme,
}

/// Names of the schemes in `folder`, sorted.
pub fn scheme_names(folder: &Path) -> Vec<String> {
    let yaml = entries(folder).into_iter().filter(|path| path.extension().is_some_and(|e| e == "yaml"));
    let mut names: Vec<String> =
        yaml.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect();
    names.sort();
    names
}

/// Reads the scheme `name`: a YAML file, or one of `folder`, whose `id` is then the name.
pub fn find_scheme(name: &str, folder: &Path) -> Result<NamedScheme, YamlError> {
    let path = Path::new(name);
    if is_file(path) {
        return read_scheme(&read(path)?);
    }
    let names = scheme_names(folder);
    if !names.iter().any(|known| known == name) {
        let message = format!(
            "there is no scheme `{name}`: neither a YAML file nor one of those in {}",
            folder.display()
        );
        return Err(YamlError::nowhere(message).suggesting(name, names.iter().map(String::as_str)));
    }
    let path: PathBuf = folder.join(format!("{name}.yaml"));
    let scheme = read_scheme(&read(&path)?)?;
    if scheme.id.value != name {
        let message = format!("the id is `{}`, but the file is named {}", scheme.id.value, path.display());
        return Err(scheme.id.error(message));
    }
    Ok(scheme)
}

/// Reads a scheme from its tree.
fn read_scheme(root: &Node) -> Result<NamedScheme, YamlError> {
    let wire: LabelsWire = from_node(root)?;
    if wire.schema.value != "labels/v1" {
        let message = format!("the schema is `{}`, expected `labels/v1`", wire.schema.value);
        return Err(wire.schema.error(message));
    }
    let (id, title) = (wire.id.clone(), wire.title.clone());
    let definition = definition(wire, root)?;
    let scheme = Scheme::new(&definition).map_err(|error| placed(&error, root))?;
    Ok(NamedScheme { id, title, scheme })
}

/// An error at the innermost part that is written: at its name where that is what is wrong, else at its
/// value.
fn placed(error: &SchemeError, root: &Node) -> YamlError {
    let name_is_wrong = matches!(
        *error.fault,
        Fault::UnknownCriterion { .. }
            | Fault::Name { .. }
            | Fault::Reserved { .. }
            | Fault::Slash { .. }
            | Fault::PatternLabel { .. }
            | Fault::PatternSize { .. }
            | Fault::RepeatedPattern { .. }
    );
    let (mut name, mut value) = (root, root);
    for step in &error.part {
        let inner = match &value.value {
            Value::Map(entries) => {
                entries.iter().find(|(key, _)| key.text() == Some(step)).map(|(k, v)| (k, v))
            }
            Value::List(items) => {
                step.parse().ok().and_then(|at: usize| items.get(at)).map(|item| (item, item))
            }
            Value::Scalar { .. } => None,
        };
        let Some(inner) = inner else { break };
        (name, value) = inner;
    }
    let placed = YamlError::at(if name_is_wrong { name } else { value }, error.fault.to_string());
    match error.fault.unknown_name() {
        Some((found, known)) => placed.suggesting(found, known.iter().map(String::as_str)),
        None => placed,
    }
}
