//! A name with parameters, as people type it: `tau-ap(form=symmetric)`. A YAML file may also write it as a map, `tau-ap:
//! {form: symmetric}`; the command line and Python have only the text.

use std::borrow::Cow;

use rejudge_names::{Argument, in_quotes, quoted, read_call};
use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};

use super::{Node, Position, Source, Spanned, Value, YamlError, from_node, parse};

/// Returns a name with its optional parameters, from `name`, `name(key=value, ..)`, or a map with one key.
pub fn name_and_parameters(node: &Node) -> Result<(Spanned<String>, Option<Cow<'_, Node>>), YamlError> {
    let name = |name: &Node| Spanned {
        value: name.text().unwrap_or_default().to_owned(),
        at: Some(name.at.clone()),
    };
    match &node.value {
        Value::Scalar { text, .. } if !node.is_null() => {
            let (head, arguments) = read_call(text).map_err(|message| YamlError::at_node(node, message))?;
            let parameters = arguments.map(|arguments| parameters(&arguments, &node.at));
            let head = Spanned { value: head.to_owned(), at: Some(node.at.clone()) };
            Ok((head, parameters.transpose()?.map(Cow::Owned)))
        }
        Value::Map(entries) if entries.len() == 1 => {
            let (key, parameters) = &entries[0];
            Ok((name(key), (!parameters.is_null()).then_some(Cow::Borrowed(parameters))))
        }
        Value::Map(entries) if is_merged(entries) => {
            let [(inherited, _), .., (name, _)] = entries.as_slice() else {
                unreachable!("a map of two files has several entries")
            };
            let [inherited, name] = [inherited, name].map(|name| name.text().unwrap_or_default());
            let message = format!(
                "`{name}` is merged with the inherited `{inherited}`: write `{name}(key=value)` or `{name}()` as a text, which \
                 replaces `{inherited}`, or list its path under `drop`"
            );
            Err(YamlError::at_node(node, message))
        }
        _ => {
            let expected = "expected a name, `name(key=value)`, or a map with one key";
            Err(YamlError::at_node(node, format!("found {}, {expected}", node.kind())))
        }
    }
}

/// Returns true if the entries come from several files.
fn is_merged(entries: &[(Node, Node)]) -> bool {
    entries.windows(2).any(|pair| pair[0].0.at.source != pair[1].0.at.source)
}

/// Returns arguments as a map. Every part of the map has the position `at` of the text that contains the arguments.
fn parameters(arguments: &[Argument<'_>], at: &Position) -> Result<Node, YamlError> {
    let scalar =
        |text: &str, quoted| Node { value: Value::Scalar { text: text.to_owned(), quoted }, at: at.clone() };
    let entry = |Argument { key, typed, unquoted }: &Argument<'_>| {
        let value = match unquoted {
            Some(inner) => scalar(inner, true),
            None if typed.starts_with(['[', '{']) => {
                let Source { name, folder, .. } = &*at.source;
                let text = (*typed).to_owned();
                let read = parse(Source { name: name.clone(), folder: folder.clone(), text });
                with_position(read.map_err(|error| YamlError { at: Some(at.clone()), ..error })?, at)
            }
            None => scalar(typed, false),
        };
        Ok((scalar(key, false), value))
    };
    let entries = arguments.iter().map(entry).collect::<Result<_, YamlError>>()?;
    Ok(Node { value: Value::Map(entries), at: at.clone() })
}

/// Returns the value with the position `at` for all of its parts.
fn with_position(value: Node, at: &Position) -> Node {
    let value = match value.value {
        Value::List(items) => Value::List(items.into_iter().map(|item| with_position(item, at)).collect()),
        Value::Map(entries) => Value::Map(
            entries
                .into_iter()
                .map(|(key, value)| (with_position(key, at), with_position(value, at)))
                .collect(),
        ),
        scalar @ Value::Scalar { .. } => scalar,
    };
    Node { value, at: at.clone() }
}

/// Reads a name with parameters that was typed outside of a file. The name may be in upper or lower case.
/// `other_names` are pairs of a synonym and the name that it means.
///
/// # Errors
/// If the text cannot be read. The message says what was found and what was expected, and suggests the most similar
/// name.
pub fn from_compact<T: DeserializeOwned>(text: &str, other_names: &[(&str, &str)]) -> Result<T, String> {
    let (name, parameters) = text.split_at(text.find('(').unwrap_or(text.len()));
    let resolved = |typed: &str| {
        let synonym = other_names.iter().find(|(other, _)| *other == typed.trim());
        synonym.map_or(typed.to_owned(), |(_, name)| (*name).to_owned()) + parameters
    };
    // Text that was typed is never null, even if it is empty or `null`.
    let read = |typed: &str| read_typed(&typed_node(&resolved(typed), true));
    read(name).or_else(|error| read(&name.to_lowercase()).map_err(|_| error))
}

/// Reads a map that was typed outside of a file as names and values.
///
/// # Errors
/// As for [`from_compact`].
pub(crate) fn from_fields<T: DeserializeOwned>(fields: &[(String, String)]) -> Result<T, String> {
    let entry = |(name, value): &(String, String)| (typed_node(name, false), typed_node(value, false));
    read_typed(&Node { value: Value::Map(fields.iter().map(entry).collect()), ..typed_node("", true) })
}

/// Returns a text that was typed outside of a file as a YAML value.
pub(crate) fn typed_node(text: &str, quoted: bool) -> Node {
    let source = Source { name: String::new(), folder: std::path::PathBuf::new(), text: text.to_owned() };
    let at = Position { source: std::sync::Arc::new(source), line: 1, column: 1 };
    Node { value: Value::Scalar { text: text.to_owned(), quoted }, at }
}

fn read_typed<T: DeserializeOwned>(node: &Node) -> Result<T, String> {
    from_node(node).map_err(|error: YamlError| YamlError { at: None, ..error }.to_string())
}

/// Returns a value as people type it, with all parameters that are not null. [`from_compact`] reads the text back.
pub fn to_compact<T: Serialize>(value: &T) -> String {
    typed(&serde_json::to_value(value).expect("parameters are plain values"))
}

/// Returns `name` with `parameters` as people type it. Parameters that are null are left out.
pub fn call(name: &str, parameters: &Json) -> String {
    let arguments: Vec<String> = match parameters {
        Json::Object(entries) => entries
            .iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(key, value)| format!("{key}={}", typed(value)))
            .collect(),
        Json::Null => Vec::new(),
        other => vec![typed(other)],
    };
    if arguments.is_empty() { name.to_owned() } else { format!("{name}({})", arguments.join(", ")) }
}

fn typed(value: &Json) -> String {
    match value {
        Json::String(text) => quoted(text).into_owned(),
        // A list is written as YAML, because a comma or a bracket within an item would otherwise end the item.
        Json::Array(items) => format!("[{}]", items.iter().map(in_a_list).collect::<Vec<_>>().join(", ")),
        Json::Object(entries) => match one_entry(entries) {
            Some((name, parameters)) => call(name, parameters),
            None => flow(value),
        },
        other => other.to_string(),
    }
}

fn in_a_list(item: &Json) -> String {
    let is_word = |text: &str| {
        text.starts_with(char::is_alphabetic)
            && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'))
    };
    match item {
        Json::String(text) if is_word(text) && text != "null" => text.clone(),
        other => flow(other),
    }
}

/// Returns a value in the one-line form of YAML.
fn flow(value: &Json) -> String {
    match value {
        Json::String(text) => in_quotes(text),
        Json::Array(items) => format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", ")),
        Json::Object(entries) => {
            let entries: Vec<String> =
                entries.iter().map(|(key, value)| format!("{}: {}", in_quotes(key), flow(value))).collect();
            format!("{{{}}}", entries.join(", "))
        }
        other => other.to_string(),
    }
}

fn one_entry(entries: &Map<String, Json>) -> Option<(&String, &Json)> {
    entries.iter().next().filter(|(_, parameters)| entries.len() == 1 && parameters.is_object())
}

/// Returns the names that a `T` may have, each with its description.
pub fn choices<T: JsonSchema>() -> Vec<(String, String)> {
    names_of(SchemaGenerator::default().into_root_schema_for::<T>().as_value())
}

/// Returns the names that a schema lists, each with its description.
pub(crate) fn names_of(schema: &Json) -> Vec<(String, String)> {
    let description = |schema: &Json| schema["description"].as_str().unwrap_or_default().replace('\n', " ");
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
    use proptest::prelude::*;
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
            #[serde(default)]
            names: Vec<String>,
        },
    }

    fn three() -> u32 {
        3
    }

    #[test]
    fn parameters_may_be_left_out() {
        let defaults = from_compact::<Shape>("triangle", &[("triangle", "polygon")]);
        let three =
            Shape::Polygon { corners: 3, label: None, within: None, sides: Vec::new(), names: Vec::new() };
        assert_eq!(defaults, Ok(three));
        assert_eq!(from_compact::<Shape>("circle()", &[]), Ok(Shape::Circle));
    }

    /// Short texts of characters that have a meaning in YAML or in the text form, and of some that have none.
    /// Control characters that YAML refuses are left out.
    const LETTERS: &str =
        "(|[a=,~:# '\"(){}\\[\\]\\\\é\u{1f600}\n\t\u{85}\u{2028}-]{0,6}|null|~|true|0x1|- a)";

    proptest! {
        /// Cache keys contain this form, so two different computations must not have the same text.
        #[test]
        fn whatever_is_printed_is_read_back(
            label in proptest::option::of(LETTERS),
            inner in proptest::option::of(LETTERS),
            names in proptest::collection::vec(LETTERS, 0..3),
        ) {
            let polygon = |label, within, names| {
                Shape::Polygon { corners: 4, label, within, sides: Vec::new(), names }
            };
            let within = Box::new(polygon(inner, None, names.clone()));
            let shape = polygon(label, Some(within), names);
            let text = to_compact(&shape);
            prop_assert_eq!(from_compact::<Shape>(&text, &[]), Ok(shape), "{}", text);
        }
    }

    #[test]
    fn mistakes_have_messages() {
        let error = |text: &str| from_compact::<Shape>(text, &[]).unwrap_err();
        insta::assert_snapshot!(
            [
                "polygn",
                "polygon(corner=3)",
                "polygon(corners=x)",
                "polygon(corners=3",
                "polygon(3)",
                "polygon(corners=3, corners=4)",
                "circle(corners=3)",
                "polygon(sides=[1, x])",
                "polygon(sides=[1)",
                "null",
            ]
            .map(error)
            .join("\n")
        );
    }

    #[test]
    fn choices_are_named_with_their_descriptions() {
        let named = [("circle", "Round."), ("polygon", "With corners.")];
        assert_eq!(
            choices::<Shape>(),
            named.map(|(name, description)| (name.to_owned(), description.to_owned()))
        );
    }
}
