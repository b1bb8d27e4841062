//! Objects of JSON whose names may not be repeated, and values as texts.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::Value;

use super::form::lines_of;

/// The entries of an object in their order. A duplicate name is an error, because other readers silently keep
/// the last one.
#[derive(Clone, Debug)]
pub(super) struct Entries<T>(pub Vec<(String, T)>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Entries<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Names<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Names<T> {
            type Value = Entries<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let (mut entries, mut seen) = (Vec::new(), std::collections::HashSet::new());
                while let Some(name) = map.next_key::<String>()? {
                    if !seen.insert(name.clone()) {
                        return Err(A::Error::custom(format!("duplicate `{}`", name.escape_debug())));
                    }
                    entries.push((name, map.next_value()?));
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(Names(PhantomData))
    }
}

/// The valid ids, in the words of messages.
pub(super) const ID: &str = "a text, or a whole number below 2^64";

/// Returns an id as text, or `None` if it is not an id. Other numbers have already lost their written form:
/// two of 20 digits may have become one.
pub(super) fn as_id(value: &Value) -> Option<String> {
    as_text(value).filter(|_| !value.is_f64())
}

/// Returns a text or a number as text, or `None` if it is neither.
pub(super) fn as_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Returns the first line that holds something.
pub(super) fn first_line(text: &str) -> &str {
    lines_of(text).next().map_or("", |(line, _)| line)
}
