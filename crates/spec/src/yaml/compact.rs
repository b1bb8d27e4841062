//! Whatever has a name and parameters, as people type it: `tau-ap(form=symmetric)`. A YAML file may have the same as
//! a map, `tau-ap: {form: symmetric}`; the command line and Python have the text alone.

use std::borrow::Cow;

use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};

use super::{Node, Source, Spanned, Value, YamlError, from_node, parse};

/// The name of a choice and its parameters, which may be left out: `name`, `name(key=value, ..)`, or a map with one
/// key.
pub fn named(node: &Node) -> Result<(Spanned<String>, Option<Cow<'_, Node>>), YamlError> {
    let name = |name: &Node| Spanned {
        value: name.text().unwrap_or_default().to_owned(),
        at: Some(name.at.clone()),
    };
    match &node.value {
        Value::Scalar { text, .. } if !node.is_null() => match text.split_once('(') {
            None => Ok((name(node), None)),
            Some((head, rest)) => {
                let parameters = parameters(rest, node)?;
                let head = Spanned { value: head.trim().to_owned(), at: Some(node.at.clone()) };
                Ok((head, Some(Cow::Owned(parameters))))
            }
        },
        Value::Map(entries) if entries.len() == 1 => {
            let (key, parameters) = &entries[0];
            Ok((name(key), (!parameters.is_null()).then_some(Cow::Borrowed(parameters))))
        }
        _ => Err(wrong_form(node)),
    }
}

fn wrong_form(node: &Node) -> YamlError {
    let message = format!("found {}, expected a name, `name(key=value)`, or a map with one key", node.kind());
    YamlError::at(node, message)
}

/// The parameters of `name(..`, as a map.
fn parameters(rest: &str, node: &Node) -> Result<Node, YamlError> {
    let inner = rest.trim_end().strip_suffix(')').ok_or_else(|| wrong_form(node))?;
    let scalar = |text: &str| Node {
        value: Value::Scalar { text: text.trim().to_owned(), quoted: false },
        at: node.at.clone(),
    };
    let mut entries: Vec<(Node, Node)> = Vec::new();
    for argument in arguments(inner).into_iter().filter(|argument| !argument.trim().is_empty()) {
        let (key, value) = argument.split_once('=').ok_or_else(|| wrong_form(node))?;
        if entries.iter().any(|(known, _)| known.text() == Some(key.trim())) {
            return Err(YamlError::at(node, format!("the key `{}` stands twice", key.trim())));
        }
        let value = match value.trim() {
            flow if flow.starts_with(['[', '{', '\'', '"']) => {
                let source = &node.at.source;
                let read = parse(Source {
                    name: source.name.clone(),
                    folder: source.folder.clone(),
                    text: flow.to_owned(),
                });
                at(read.map_err(|error| YamlError::at(node, error.message))?, node)
            }
            text => scalar(text),
        };
        entries.push((scalar(key), value));
    }
    Ok(Node { value: Value::Map(entries), at: node.at.clone() })
}

/// The same value at the place of `node`.
fn at(value: Node, node: &Node) -> Node {
    let value = match value.value {
        Value::List(items) => Value::List(items.into_iter().map(|item| at(item, node)).collect()),
        Value::Map(entries) => {
            Value::Map(entries.into_iter().map(|(key, value)| (at(key, node), at(value, node))).collect())
        }
        scalar @ Value::Scalar { .. } => scalar,
    };
    Node { value, at: node.at.clone() }
}

/// Splits at commas outside of brackets and quotes.
fn arguments(text: &str) -> Vec<&str> {
    let (mut depth, mut quote, mut escaped) = (0_u32, None, false);
    let is_end = |c: char| {
        match (c, quote) {
            _ if escaped => escaped = false,
            ('\\', Some('"')) => escaped = true,
            (c, Some(end)) if c == end => quote = None,
            (_, Some(_)) => {}
            ('\'' | '"', None) => quote = Some(c),
            ('(' | '[' | '{', None) => depth += 1,
            (')' | ']' | '}', None) => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0 && quote.is_none()
    };
    text.split(is_end).collect()
}

/// Reads what was typed outside of a file.
///
/// # Errors
/// What was found, what is expected, and the nearest name.
pub fn from_compact<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    read_typed(&typed_node(text))
}

/// Reads a map of which each value was typed outside of a file.
///
/// # Errors
/// As [`from_compact`].
pub fn from_fields<T: DeserializeOwned>(fields: &[(String, String)]) -> Result<T, String> {
    let entries = fields.iter().map(|(name, value)| (typed_node(name), typed_node(value))).collect();
    read_typed(&Node { value: Value::Map(entries), ..typed_node("") })
}

fn typed_node(text: &str) -> Node {
    let source = Source { name: String::new(), folder: std::path::PathBuf::new(), text: text.to_owned() };
    let at = super::Position { source: std::sync::Arc::new(source), line: 1, column: 1 };
    Node { value: Value::Scalar { text: text.to_owned(), quoted: false }, at }
}

fn read_typed<T: DeserializeOwned>(node: &Node) -> Result<T, String> {
    from_node(node).map_err(|error: YamlError| YamlError { at: None, ..error }.to_string())
}

/// A value as it is typed, with all of its parameters: [`from_compact`] reads it back.
pub fn to_compact<T: Serialize>(value: &T) -> String {
    typed(&serde_json::to_value(value).expect("parameters are plain values"))
}

/// `name` with `parameters` as it is typed; without those that are null.
pub fn call(name: &str, parameters: &Json) -> String {
    let given: Vec<String> = match parameters {
        Json::Object(entries) => entries
            .iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(key, value)| format!("{key}={}", typed(value)))
            .collect(),
        Json::Null => Vec::new(),
        other => vec![typed(other)],
    };
    if given.is_empty() { name.to_owned() } else { format!("{name}({})", given.join(", ")) }
}

fn typed(value: &Json) -> String {
    match value {
        Json::String(text) if is_plain(text) => text.clone(),
        Json::Array(items) => format!("[{}]", items.iter().map(typed).collect::<Vec<_>>().join(", ")),
        Json::Object(entries) => match one_entry(entries) {
            Some((name, parameters)) => call(name, parameters),
            None => value.to_string(),
        },
        other => other.to_string(),
    }
}

fn one_entry(entries: &Map<String, Json>) -> Option<(&String, &Json)> {
    entries.iter().next().filter(|(_, parameters)| entries.len() == 1 && parameters.is_object())
}

/// Whether a text is read back as it stands.
fn is_plain(text: &str) -> bool {
    !text.is_empty()
        && text.trim() == text
        && !text.starts_with(['[', '{', '\'', '"'])
        && arguments(text).len() == 1
}

/// The names that a `T` may have, each with its description.
pub fn choices<T: JsonSchema>() -> Vec<(String, String)> {
    names_of(SchemaGenerator::default().into_root_schema_for::<T>().as_value())
}

/// The names that a schema lists, each with its description.
pub fn names_of(schema: &Json) -> Vec<(String, String)> {
    let description = |of: &Json| of["description"].as_str().unwrap_or_default().replace('\n', " ");
    let forms = schema["oneOf"].as_array().into_iter().flatten();
    let names = forms.flat_map(|form| {
        let word = form["const"].as_str().map(str::to_owned);
        let words = form["enum"].as_array().into_iter().flatten().filter_map(Json::as_str).map(str::to_owned);
        let keys = form["properties"].as_object().into_iter().flat_map(|keys| keys.keys().cloned());
        let names: Vec<String> = word.into_iter().chain(words).chain(keys).collect();
        names.into_iter().map(move |name| (name, description(form)))
    });
    names.collect()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "kebab-case", deny_unknown_fields)]
    enum Shape {
        /// Round.
        Circle,
        /// With corners.
        Polygon {
            #[serde(default = "three")]
            corners: u32,
            label: Option<String>,
            within: Option<Box<Shape>>,
            #[serde(default)]
            sides: Vec<f64>,
        },
    }

    fn three() -> u32 {
        3
    }

    #[test]
    fn what_is_printed_is_read_back() {
        let polygon = |label: &str, within, sides| Shape::Polygon {
            corners: 3,
            label: Some(label.to_owned()),
            within,
            sides,
        };
        let inner = Box::new(polygon("a(b=1,c)", Some(Box::new(Shape::Circle)), vec![0.5, 2.0]));
        for shape in [
            Shape::Circle,
            polygon("plain words", None, Vec::new()),
            polygon("a, b", None, Vec::new()),
            polygon(" 'quoted\" ", None, Vec::new()),
            polygon("x", Some(inner), vec![1e-9]),
        ] {
            let text = to_compact(&shape);
            assert_eq!(from_compact::<Shape>(&text).as_ref(), Ok(&shape), "{text}");
        }
        let defaults = from_compact::<Shape>("polygon");
        assert_eq!(defaults, Ok(Shape::Polygon { corners: 3, label: None, within: None, sides: Vec::new() }));
        assert_eq!(from_compact::<Shape>("circle()"), Ok(Shape::Circle));
    }

    #[test]
    fn what_is_wrong_is_told() {
        let error = |text: &str| from_compact::<Shape>(text).unwrap_err();
        insta::assert_snapshot!(
            [
                "polygn",
                "polygon(corner=3)",
                "polygon(corners=x)",
                "polygon(corners=3",
                "polygon(3)",
                "polygon(corners=3, corners=4)",
                "circle(corners=3)",
            ]
            .map(error)
            .join("\n")
        );
    }

    #[test]
    fn choices_are_named_with_their_descriptions() {
        let named = [("circle", "Round."), ("polygon", "With corners.")];
        assert_eq!(choices::<Shape>(), named.map(|(name, says)| (name.to_owned(), says.to_owned())));
    }
}
