//! The values of an experiment after merging, each with the place that it came from.

use serde::Serialize;
use serde_json::Value as Json;

use rejudge_experiment::spec::yaml::{Node, Value};

/// A value of the experiment after merging, and its origin.
#[derive(Serialize)]
pub struct ResolvedValue<'a> {
    pub path: String,
    pub value: Json,
    pub file: &'a str,
    pub line: usize,
    /// The value as YAML.
    #[serde(skip)]
    pub written: String,
}

impl<'a> ResolvedValue<'a> {
    /// Adds the values of `node`, whose path is `path`, to `out`.
    pub fn all_of(node: &'a Node, path: String, out: &mut Vec<Self>) {
        let mut push = |value: Json, written: String| {
            let (file, line) = (node.at.source.name.as_str(), node.at.line);
            out.push(Self { path: path.clone(), value, file, line, written });
        };
        match &node.value {
            Value::Scalar { text, .. } => {
                let written = serde_yaml::to_string(text).unwrap_or_default().trim_end().to_owned();
                push(Json::from(text.as_str()), written);
            }
            Value::List(items) if items.is_empty() => push(Json::Array(Vec::new()), "[]".to_owned()),
            Value::List(items) => {
                items
                    .iter()
                    .enumerate()
                    .for_each(|(at, item)| Self::all_of(item, format!("{path}[{at}]"), out));
            }
            Value::Map(entries) if entries.is_empty() => push(serde_json::json!({}), "{}".to_owned()),
            Value::Map(entries) => {
                for (key, value) in entries {
                    let dot = if path.is_empty() { "" } else { "." };
                    Self::all_of(value, format!("{path}{dot}{}", key.text().unwrap_or_default()), out);
                }
            }
        }
    }
}
