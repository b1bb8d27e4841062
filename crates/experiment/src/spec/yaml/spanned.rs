//! Values with positions, and lists that may be written as one value.
//!
//! Serde's data model has no position, so [`Spanned`] and [`OneOrMany`] request it from the deserializer of a
//! [`super::Node`] by the name of a newtype.

use rejudge_names::Mistyped;
use serde::de::{Deserialize, Deserializer, SeqAccess, Visitor};
use serde::{Serialize, Serializer};

use super::{Node, Position, YamlError};

/// A value with the place it was read from, for errors that are found later.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// The position; `None` if the value did not come from a file.
    pub at: Option<Position>,
}

impl Spanned<String> {
    /// Returns the file that the text names, relative to the folder of the file that contains it.
    pub fn path(&self) -> std::path::PathBuf {
        let folder = self.at.as_ref().map(|at| at.source.folder.clone()).unwrap_or_default();
        rejudge_collections::descriptor::place(&folder, &self.value)
    }

    /// The scalar that a visitor is being shown, with its place.
    pub fn shown(text: &str) -> Self {
        Self { value: text.to_owned(), at: LAST.with_borrow_mut(Option::take) }
    }
}

impl<T> Spanned<T> {
    /// Returns an error at this value.
    pub fn error(&self, message: impl Into<String>) -> YamlError {
        YamlError::placed(self.at.clone(), message)
    }

    /// Returns the mistake at this value.
    pub fn mistyped(&self, wrong: Mistyped) -> YamlError {
        YamlError { at: self.at.clone(), ..YamlError::mistyped(wrong) }
    }
}

impl<T: Serialize> Serialize for Spanned<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

/// One value, or a list of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneOrMany<T>(pub Vec<T>);

/// Name of the newtype by which [`OneOrMany`] asks for a list of one.
pub(super) const ONE_OR_MANY: &str = "$rejudge::OneOrMany";

impl<'de, T: Deserialize<'de>> Deserialize<'de> for OneOrMany<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Inner<T>(std::marker::PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Inner<T> {
            type Value = OneOrMany<T>;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a value or a list of values")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<OneOrMany<T>, A::Error> {
                let mut values = Vec::new();
                while let Some(value) = list.next_element()? {
                    values.push(value);
                }
                Ok(OneOrMany(values))
            }
        }
        deserializer.deserialize_newtype_struct(ONE_OR_MANY, Inner(std::marker::PhantomData))
    }
}

/// Name of the newtype by which [`Spanned`] asks [`Node`]'s deserializer for the position.
pub(super) const SPANNED: &str = "$rejudge::Spanned";

thread_local! {
    /// The position handed from the deserializer to the value being read: serde's data model has no
    /// room for it. Written just before a visitor is called, and taken by it.
    pub(super) static LAST: std::cell::RefCell<Option<Position>> = const { std::cell::RefCell::new(None) };
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Spanned<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Inner<T>(std::marker::PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Inner<T> {
            type Value = Spanned<T>;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a value")
            }
            fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<Self::Value, D::Error> {
                let at = LAST.with_borrow_mut(Option::take);
                Ok(Spanned { value: T::deserialize(inner)?, at })
            }
        }
        deserializer.deserialize_newtype_struct(SPANNED, Inner(std::marker::PhantomData))
    }
}

/// Name of the newtype by which a [`Node`] asks for itself.
pub(super) const NODE: &str = "$rejudge::Node";

thread_local! {
    /// The node handed from the deserializer to whoever reads it as it is, as [`LAST`] is.
    pub(super) static LAST_NODE: std::cell::RefCell<Option<Node>> = const { std::cell::RefCell::new(None) };
}

/// Keeps the node as it is, for a later reader that knows its type.
impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Inner;
        impl<'de> Visitor<'de> for Inner {
            type Value = Node;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a value")
            }
            fn visit_newtype_struct<D: Deserializer<'de>>(self, _: D) -> Result<Node, D::Error> {
                use serde::de::Error;
                LAST_NODE.with_borrow_mut(Option::take).ok_or_else(|| D::Error::custom("no YAML"))
            }
        }
        deserializer.deserialize_newtype_struct(NODE, Inner)
    }
}
