//! A serde deserializer from the tree to typed structs. It adds a position to every error.

use std::borrow::Cow;

use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};

use super::error::in_words;
use super::parse::{blank_after_colon, key_before_colon};
use super::spanned::{LAST_NODE, NODE};
use super::{Node, Spanned, Value, YamlError, name_and_parameters};

/// Reads `node` as a `T`.
pub fn from_node<T: DeserializeOwned>(node: &Node) -> Result<T, YamlError> {
    T::deserialize(node).map_err(|error| error_at(error, node))
}

/// Adds the position of `node` to an error that has none.
fn error_at(error: YamlError, node: &Node) -> YamlError {
    YamlError { at: error.at.or_else(|| Some(node.at.clone())), ..error }
}

/// Returns the error about a value that is not a map.
fn not_a_map(node: &Node) -> YamlError {
    let error = unexpected(node, "a map");
    match node.text().and_then(key_before_colon) {
        Some(key) => error.with_help(blank_after_colon(key)),
        None => error,
    }
}

/// Returns the error about a value that is not a list.
pub(super) fn not_a_list(node: &Node) -> YamlError {
    let error = unexpected(node, "a list");
    match &node.value {
        Value::Scalar { text, quoted: false }
            if text.trim().contains(' ') && !text.contains([',', '(', '[', '{']) =>
        {
            let items = text.split_whitespace().collect::<Vec<_>>().join(", ");
            error.with_help(format!("a list is written in brackets, with commas: `[{items}]`"))
        }
        Value::Scalar { text, .. } if !node.is_null() => {
            error.with_help(format!("a list is written in brackets: `[{text}]`"))
        }
        _ => error,
    }
}

/// Returns an error about the value of `node`.
fn unexpected(node: &Node, expected: &str) -> YamlError {
    YamlError::at_node(node, format!("found {}, expected {expected}", node.kind()))
}

macro_rules! number {
    ($($method:ident $visit:ident $type:ty;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, YamlError> {
            let number = self.text().and_then(|text| text.parse::<$type>().ok());
            let number = number.ok_or_else(|| unexpected(self, &in_words(&visitor)))?;
            visitor.$visit(number).map_err(|error: YamlError| error_at(error, self))
        }
    )*};
}

impl<'de> Deserializer<'de> for &Node {
    type Error = YamlError;

    number! {
        deserialize_u8 visit_u8 u8;
        deserialize_u16 visit_u16 u16;
        deserialize_u32 visit_u32 u32;
        deserialize_u64 visit_u64 u64;
        deserialize_i8 visit_i8 i8;
        deserialize_i16 visit_i16 i16;
        deserialize_i32 visit_i32 i32;
        deserialize_i64 visit_i64 i64;
        deserialize_f32 visit_f32 f32;
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, YamlError> {
        let number =
            self.text().and_then(|text| text.parse::<f64>().ok()).filter(|number| number.is_finite());
        let number = number.ok_or_else(|| unexpected(self, &in_words(&visitor)))?;
        visitor.visit_f64(number)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, YamlError> {
        match self.text() {
            Some("true") => visitor.visit_bool(true),
            Some("false") => visitor.visit_bool(false),
            _ => Err(unexpected(self, "`true` or `false`")),
        }
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, YamlError> {
        match &self.value {
            Value::Scalar { text, .. } => visitor.visit_str(text),
            Value::List(items) => visitor.visit_seq(Items(items.iter())),
            Value::Map(entries) => visitor.visit_map(Entries::new(entries)),
        }
        .map_err(|error| error_at(error, self))
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, YamlError> {
        match &self.value {
            Value::Scalar { text, .. } if !self.is_null() => {
                visitor.visit_str(text).map_err(|error: YamlError| error_at(error, self))
            }
            _ => Err(unexpected(self, "a text")),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, YamlError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, YamlError> {
        if self.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, YamlError> {
        match &self.value {
            Value::List(_) => self.deserialize_any(visitor),
            _ => Err(not_a_list(self)),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, YamlError> {
        match &self.value {
            Value::List(items) if items.len() == len => self.deserialize_any(visitor),
            _ => Err(unexpected(self, &format!("a list of {len} values"))),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, YamlError> {
        match &self.value {
            Value::Map(_) => self.deserialize_any(visitor),
            _ => Err(not_a_map(self)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, YamlError> {
        match &self.value {
            Value::Map(entries) => {
                let mut entries = Entries { may_be_null: fields, ..Entries::new(entries) };
                entries.put_unknown_first(fields);
                visitor.visit_map(entries).map_err(|error| error_at(error, self))
            }
            _ => Err(not_a_map(self)),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, YamlError> {
        let (name, content) = name_and_parameters(self)?;
        visitor.visit_enum(Variant { name, content }).map_err(|error| error_at(error, self))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, YamlError> {
        if name == NODE {
            LAST_NODE.set(Some(self.clone()));
        }
        visitor.visit_newtype_struct(self).map_err(|error| error_at(error, self))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, YamlError> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        char bytes byte_buf unit unit_struct tuple_struct identifier i128 u128
    }
}

struct Items<'a>(std::slice::Iter<'a, Node>);

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = YamlError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, YamlError> {
        self.0.next().map(|node| seed.deserialize(node).map_err(|error| error_at(error, node))).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

struct Entries<'a> {
    rest: std::vec::IntoIter<&'a (Node, Node)>,
    value: Option<&'a Node>,
    /// The keys that count as absent if their value is null.
    may_be_null: &'static [&'static str],
}

impl<'a> Entries<'a> {
    fn new(entries: &'a [(Node, Node)]) -> Self {
        Self { rest: entries.iter().collect::<Vec<_>>().into_iter(), value: None, may_be_null: &[] }
    }

    /// Puts unknown keys before the known ones, because an unknown key may explain errors in the others: if `extends`
    /// is misspelt, there is nothing to `append` to.
    fn put_unknown_first(&mut self, known_keys: &[&str]) {
        self.rest
            .as_mut_slice()
            .sort_by_key(|(key, _)| key.text().is_some_and(|key| known_keys.contains(&key)));
    }
}

impl<'de> MapAccess<'de> for Entries<'_> {
    type Error = YamlError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, YamlError> {
        let may_be_null = self.may_be_null;
        let is_absent = |(key, value): &&(Node, Node)| {
            value.is_null() && key.text().is_some_and(|key| may_be_null.contains(&key))
        };
        let Some((key, value)) = self.rest.find(|entry| !is_absent(entry)) else {
            return Ok(None);
        };
        self.value = Some(value);
        seed.deserialize(key).map(Some).map_err(|error| error_at(error, key))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, YamlError> {
        let value = self.value.take().ok_or_else(|| YamlError::without_position("a value without a key"))?;
        seed.deserialize(value).map_err(|error| error_at(error, value))
    }
}

struct Variant<'a> {
    name: Spanned<String>,
    content: Option<Cow<'a, Node>>,
}

impl<'de, 'a> EnumAccess<'de> for Variant<'a> {
    type Error = YamlError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), YamlError> {
        let name: StrDeserializer<'_, YamlError> = self.name.value.as_str().into_deserializer();
        let value =
            seed.deserialize(name).map_err(|error| YamlError { at: self.name.at.clone(), ..error })?;
        Ok((value, self))
    }
}

impl<'a> Variant<'a> {
    fn content(&self) -> Result<&Node, YamlError> {
        let name = &self.name.value;
        self.content
            .as_deref()
            .ok_or_else(|| self.name.error(format!("`{name}` needs a value: `{name}: ..`")))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_> {
    type Error = YamlError;

    fn unit_variant(self) -> Result<(), YamlError> {
        match &self.content {
            Some(content) if !matches!(&content.value, Value::Map(entries) if entries.is_empty()) => {
                Err(unexpected(content, &format!("nothing: `{}` takes no value", self.name.value)))
            }
            _ => Ok(()),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, YamlError> {
        let content = self.content()?;
        seed.deserialize(content).map_err(|error| error_at(error, content))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, YamlError> {
        self.content()?.deserialize_tuple(len, visitor)
    }

    /// A variant without a value is read as if it had an empty map of parameters.
    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, YamlError> {
        match &self.content {
            Some(content) => content.deserialize_struct("", fields, visitor),
            None => visitor.visit_map(Entries::new(&[])),
        }
        .map_err(|error| YamlError { at: error.at.or_else(|| self.name.at.clone()), ..error })
    }
}
