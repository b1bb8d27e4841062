//! The tree: scalars as they were typed, lists, and maps in the order of the file.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// A text from which YAML was read.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// The name of the source, as the user gave it.
    pub name: String,
    /// The folder to which paths in the text are relative.
    pub folder: PathBuf,
    /// The text, for excerpts in messages.
    pub text: String,
}

/// The prefix of a source's name, if the source is a change in the form of `-s`.
const TYPED: &str = "-s ";

impl Source {
    /// Creates the source of a change in the form of `-s`, where `path` is the path that it changes.
    pub fn typed(path: &str, value: &str) -> Self {
        Self { name: format!("{TYPED}{path}"), folder: PathBuf::new(), text: value.to_owned() }
    }

    /// Returns true if the text is from a change in the form of `-s`. Not only the command line has such
    /// changes: profiles, the manifests of earlier runs and Python have them too.
    pub fn is_typed(&self) -> bool {
        self.name.starts_with(TYPED)
    }
}

/// A position in a source.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    pub source: Arc<Source>,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.source.name, self.line, self.column)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A value with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    pub value: Value,
    /// The position of the first character.
    pub at: Position,
}

/// The three kinds of value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A text as it was typed. Quoted scalars and blocks are texts even if they look like a number.
    Scalar {
        text: String,
        /// True if the text was quoted or a block.
        quoted: bool,
    },
    /// A sequence.
    List(Vec<Node>),
    /// A mapping in the order of the file. Keys are scalars, and unique.
    Map(Vec<(Node, Node)>),
}

impl Node {
    /// Returns the position of the first part that is from a change in the form of `-s`, or the node's own
    /// position if there is no such part.
    pub(crate) fn typed_at(&self) -> &Position {
        fn typed(node: &Node) -> Option<&Position> {
            let in_parts = match &node.value {
                Value::Scalar { .. } => None,
                Value::List(items) => items.iter().find_map(typed),
                Value::Map(entries) => entries.iter().find_map(|(_, value)| typed(value)),
            };
            if node.at.source.is_typed() { Some(&node.at) } else { in_parts }
        }
        typed(self).unwrap_or(&self.at)
    }

    /// Returns the text of a scalar.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }

    /// Returns true if the value is null: `key:` with nothing after it, `~`, or `null`.
    pub fn is_null(&self) -> bool {
        matches!(&self.value, Value::Scalar { text, quoted: false } if matches!(text.as_str(), "" | "~" | "null"))
    }

    /// Returns the value of `key` in a map.
    pub fn get(&self, key: &str) -> Option<&Node> {
        match &self.value {
            Value::Map(entries) => {
                entries.iter().find(|(other, _)| other.text() == Some(key)).map(|(_, value)| value)
            }
            _ => None,
        }
    }

    /// Returns the value in one line, without comments: `{of: tau, measure: [AP, bpref]}`.
    pub fn in_one_line(&self) -> String {
        match &self.value {
            Value::Scalar { text, .. } => text.clone(),
            Value::List(items) => {
                format!("[{}]", items.iter().map(Self::in_one_line).collect::<Vec<_>>().join(", "))
            }
            Value::Map(entries) => {
                let entry =
                    |(key, value): &(Self, Self)| format!("{}: {}", key.in_one_line(), value.in_one_line());
                format!("{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// Returns a description of the value, for messages.
    pub fn kind(&self) -> String {
        match &self.value {
            _ if self.is_null() => "nothing".to_owned(),
            Value::Scalar { text, .. } if text.chars().count() > 40 => "a text".to_owned(),
            Value::Scalar { text, quoted: true } => format!("the text `{text}`"),
            Value::Scalar { text, .. } => format!("`{text}`"),
            Value::List(_) => "a list".to_owned(),
            Value::Map(_) => "a map".to_owned(),
        }
    }
}
