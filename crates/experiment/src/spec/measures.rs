//! Measures of an axis: a list of names, a set (a file mapping the paper's labels to full names), or
//! those of a file of tasks.

use std::fmt;

use serde::Deserialize;
use serde::de::{MapAccess, SeqAccess, Visitor};

use crate::spec::yaml::{Node, Spanned, Value, YamlError, read};

/// The `measure` axis as written.
#[derive(Clone, Debug, Default)]
pub struct MeasureWire {
    /// A set file.
    pub set: Option<Spanned<String>>,
    /// A file of tasks, whose measures are used.
    pub tasks: Option<Spanned<String>>,
    /// Names, after those of the set.
    pub names: Vec<Spanned<String>>,
    /// Names or labels to take out of the set.
    pub remove: Vec<Spanned<String>>,
}

/// The keys of a measure axis; an enum, so that a wrong key is reported at its own position.
#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "kebab-case")]
enum MeasureKey {
    Set,
    Tasks,
    Append,
    Remove,
}

impl<'de> Deserialize<'de> for MeasureWire {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Shape;
        impl<'de> Visitor<'de> for Shape {
            type Value = MeasureWire;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of measures, `{set: FILE}` or `{tasks: FILE}`")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<MeasureWire, A::Error> {
                let mut names = Vec::new();
                while let Some(name) = list.next_element()? {
                    names.push(name);
                }
                Ok(MeasureWire { names, ..MeasureWire::default() })
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<MeasureWire, A::Error> {
                let mut wire = MeasureWire::default();
                while let Some(key) = map.next_key()? {
                    match key {
                        MeasureKey::Set => wire.set = Some(map.next_value()?),
                        MeasureKey::Tasks => wire.tasks = Some(map.next_value()?),
                        MeasureKey::Append => wire.names = map.next_value()?,
                        MeasureKey::Remove => wire.remove = map.next_value()?,
                    }
                }
                Ok(wire)
            }
        }
        deserializer.deserialize_any(Shape)
    }
}

/// Reads a measure set: labels and full names, in order.
pub fn read_set(name: &Spanned<String>) -> Result<Vec<(String, Spanned<String>)>, YamlError> {
    let path = name.path();
    if !rejudge_collections::bundled::is_file(&path) {
        let message = format!("there is no measure set {}", path.display());
        return Err(name.error(message).of_missing_file());
    }
    let root = read(&path)?;
    let wrong = |node: &Node, expected: &str| {
        YamlError::at(node, format!("found {}, expected {expected}", node.kind()))
    };
    let Value::Map(top) = &root.value else {
        return Err(wrong(&root, "a map with `schema` and `measures`"));
    };
    for (key, value) in top {
        match key.text() {
            Some("schema") if value.text() == Some("measures/v1") => {}
            Some("schema") => return Err(wrong(value, "`measures/v1`")),
            Some("measures" | "title") => {}
            found => {
                let found = found.unwrap_or_default();
                let error = YamlError::at(key, format!("unknown key `{found}`"));
                return Err(error.suggesting(found, ["schema", "title", "measures"]));
            }
        }
    }
    let Some(Value::Map(measures)) = root.get("measures").map(|node| &node.value) else {
        return Err(YamlError::at(&root, "`measures` is missing: a map from label to full name"));
    };
    let named = |(label, full): &(Node, Node)| {
        let full_name = full.text().ok_or_else(|| wrong(full, "the full name of a measure"))?;
        let spanned = Spanned { value: full_name.to_owned(), at: Some(full.at.clone()) };
        Ok((label.text().unwrap_or_default().to_owned(), spanned))
    };
    measures.iter().map(named).collect()
}
