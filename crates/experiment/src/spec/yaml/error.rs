//! Errors with a position in a YAML file.

use std::fmt;

use serde::de::{Expected, Unexpected};

use super::parse::{blank_after_colon, key_before_colon};
use super::paths::hint_on_place;
use super::spanned::LAST_ERROR;
use super::{Node, Position};
use crate::spec::Rules;
use rejudge_names::located::{Excerpt, Located};
use rejudge_names::visible::one_line;
use rejudge_names::{Mistyped, nearest, nearest_by_words};

/// An error at a position in a YAML file, with a hint on how to fix it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct YamlError {
    /// The position. It is `None` until the nearest node is known, and for errors that are not about a node, such as a
    /// missing file.
    pub at: Option<Position>,
    /// The message: what was found, and what was expected.
    pub message: String,
    /// A hint on how to fix it ("did you mean ..?").
    pub help: Option<String>,
}

impl YamlError {
    /// Creates an error at the position of `node`.
    pub fn at_node(node: &Node, message: impl Into<String>) -> Self {
        Self::at_position(&node.at, message)
    }

    /// Creates an error at `position`.
    pub fn at_position(position: &Position, message: impl Into<String>) -> Self {
        Self::new(Some(position.clone()), message)
    }

    /// Creates an error without a position.
    pub fn without_position(message: impl Into<String>) -> Self {
        Self::new(None, message)
    }

    /// Creates an error at a position, if there is one.
    pub fn new(at: Option<Position>, message: impl Into<String>) -> Self {
        Self { at, message: message.into(), help: None }
    }

    /// Creates an error for a wrong name, without a position.
    pub fn mistyped(mistake: Mistyped) -> Self {
        Self {
            help: mistake.meant.map(|name| format!("did you mean `{name}`?")),
            ..Self::without_position(mistake.message)
        }
    }

    /// Adds a hint.
    #[must_use]
    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds "did you mean .." if one of `names` is similar to `typed`.
    #[must_use]
    pub fn suggesting<'a>(self, typed: &str, names: impl IntoIterator<Item = &'a str>) -> Self {
        self.with_suggestion(nearest(typed, names))
    }

    /// Adds "did you mean .." as [`Self::suggesting`] does, but compares names word by word.
    #[must_use]
    pub(crate) fn suggesting_words<'a>(self, typed: &str, names: impl IntoIterator<Item = &'a str>) -> Self {
        self.with_suggestion(nearest_by_words(typed, names))
    }

    fn with_suggestion(self, name: Option<&str>) -> Self {
        match name {
            Some(name) => self.with_help(format!("did you mean `{name}`?")),
            None => self,
        }
    }

    /// Returns the error with an excerpt of its line, if it has a position.
    pub fn located(&self) -> Option<Located> {
        let Position { source, line, column } = self.at.as_ref()?;
        let text = source.text.lines().nth(line - 1).unwrap_or("");
        Some(Located {
            name: source.name.clone(),
            line: *line,
            column: *column,
            message: self.message.clone(),
            hint: self.help.clone(),
            excerpt: Some(Excerpt::of_line(text, *column)),
        })
    }
}

impl fmt::Display for YamlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(position) = &self.at {
            write!(f, "{}: ", one_line(&position.to_string()))?;
        }
        write!(f, "{}", one_line(&self.message))?;
        self.help.as_deref().map_or(Ok(()), |help| write!(f, " ({})", one_line(help)))
    }
}

impl std::error::Error for YamlError {}

impl serde::de::Error for YamlError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        LAST_ERROR.take().unwrap_or_else(|| Self::without_position(message.to_string()))
    }

    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let value = match unexpected {
            Unexpected::Str(text) => format!("`{text}`"),
            Unexpected::Seq => "a list".to_owned(),
            Unexpected::Map => "a map".to_owned(),
            Unexpected::Option | Unexpected::Unit => "nothing".to_owned(),
            other => other.to_string(),
        };
        Self::without_position(format!("found {value}, expected {}", in_words(expected)))
    }

    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let value = match unexpected {
            Unexpected::Unsigned(number) => format!("`{number}`"),
            other => other.to_string(),
        };
        Self::without_position(format!("found {value}, expected {}", in_words(expected)))
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        // `extends` and `drop` are removed from the tree before an experiment is read.
        let is_experiment = expected.contains(&"axes") && expected.contains(&"schema");
        let overlay = if is_experiment { &["extends", "drop"][..] } else { &[] };
        let mut error = Mistyped::unknown("key", field, &[expected, overlay].concat());
        if is_experiment && Rules::descriptions().iter().any(|rule| rule.name == field) {
            error.meant = Some(format!("evaluation.{field}"));
            return Self::mistyped(error);
        }
        // In a map in braces, `{versus:full}` is a key without a value.
        let has_no_blank =
            key_before_colon(field).filter(|key| expected.contains(key)).map(blank_after_colon);
        let hint = has_no_blank.or_else(|| hint_on_place(field, expected)).or_else(|| {
            let singular = field.strip_suffix('s').filter(|_| error.meant.is_none())?;
            hint_on_place(singular, expected)
        });
        let error = Self::mistyped(error);
        match hint {
            Some(hint) => error.with_help(hint),
            None => error,
        }
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        Self::mistyped(Mistyped::unknown("name", variant, expected))
    }

    fn missing_field(field: &'static str) -> Self {
        Self::mistyped(Mistyped::missing(field))
    }
}

/// Returns the expected input in plain words, because serde and the standard library use the names of Rust types.
pub(super) fn in_words(expected: &dyn Expected) -> String {
    let words = expected.to_string();
    let (minimum, kind) = words.strip_prefix("a nonzero ").map_or((0, &*words), |kind| (1, kind));
    match kind {
        "u8" => format!("a whole number from {minimum} to {}", u8::MAX),
        "u16" => format!("a whole number from {minimum} to {}", u16::MAX),
        "u32" | "u64" | "usize" => format!("a whole number from {minimum}"),
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        _ => words,
    }
}
