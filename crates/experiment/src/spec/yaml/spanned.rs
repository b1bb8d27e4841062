//! Values with positions, and values that can be written in several forms.
//!
//! Serde's data model has no positions. So these types read a [`Node`], which requests itself from the deserializer by the
//! name of a newtype.

use std::borrow::Cow;

use rejudge_names::Mistyped;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{DeserializeOwned, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::{Node, Position, Value, YamlError, from_node};

// A value with its position, for errors that are found later. It has no doc comment, so that the schema keeps the
// description of the value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Spanned<T> {
    // The value.
    pub value: T,
    /// The position; `None` if the value was neither in a file nor in an override.
    #[serde(skip)]
    pub at: Option<Position>,
}

impl Spanned<String> {
    /// Returns the path of the file that the text names. If the text is a relative path, it starts from the folder of
    /// the file that contains the text.
    pub fn path(&self) -> std::path::PathBuf {
        let folder = self.at.as_ref().map(|at| at.source.folder.clone()).unwrap_or_default();
        rejudge_collections::descriptor::place(&folder, &self.value)
    }
}

impl<T> Spanned<T> {
    /// Returns an error at this value.
    pub fn error(&self, message: impl Into<String>) -> YamlError {
        YamlError::new(self.at.clone(), message)
    }

    /// Returns an error for a wrong name at this value.
    pub fn mistyped(&self, mistake: Mistyped) -> YamlError {
        YamlError { at: self.at.clone(), ..YamlError::mistyped(mistake) }
    }
}

/// A value that can be written in several forms, which differ in shape. If a value cannot have one of the shapes, give
/// that variant the type of another shape, so that error messages name an allowed shape.
#[derive(Clone, Debug)]
pub enum Shaped<S, L, M> {
    Scalar(S),
    List(L),
    Map(M),
}

impl<'de, S: DeserializeOwned, L: DeserializeOwned, M: DeserializeOwned> Deserialize<'de>
    for Shaped<S, L, M>
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let node = Node::deserialize(deserializer)?;
        let read = match &node.value {
            Value::Scalar { .. } => from_node(&node).map(Self::Scalar),
            Value::List(_) => from_node(&node).map(Self::List),
            Value::Map(_) => from_node(&node).map(Self::Map),
        };
        read.map_err(relayed)
    }
}

impl<S: JsonSchema, L: JsonSchema, M: JsonSchema> JsonSchema for Shaped<S, L, M> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("{}Or{}Or{}", S::schema_name(), L::schema_name(), M::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut forms = vec![generator.subschema_for::<S>()];
        for form in [generator.subschema_for::<L>(), generator.subschema_for::<M>()] {
            if !forms.contains(&form) {
                forms.push(form);
            }
        }
        json_schema!({"anyOf": forms})
    }
}

/// One value, or a list of values.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(from = "Shaped<T, Vec<T>, T>", bound(deserialize = "T: DeserializeOwned"))]
#[schemars(inline)]
pub struct OneOrMany<T>(pub Vec<T>);

impl<T> Default for OneOrMany<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> From<Shaped<T, Vec<T>, T>> for OneOrMany<T> {
    fn from(written: Shaped<T, Vec<T>, T>) -> Self {
        Self(match written {
            Shaped::Scalar(single) | Shaped::Map(single) => vec![single],
            Shaped::List(many) => many,
        })
    }
}

thread_local! {
    /// The error that is on its way through serde, which passes on only the message.
    pub(super) static LAST_ERROR: std::cell::RefCell<Option<YamlError>> = const { std::cell::RefCell::new(None) };
}

/// Keeps `error` with its position and hint, which serde would lose. The returned error only takes the place of `error`
/// inside serde.
pub(crate) fn relayed<E: serde::de::Error>(error: YamlError) -> E {
    LAST_ERROR.set(Some(error));
    E::custom("no YAML")
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Spanned<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let node = Node::deserialize(deserializer)?;
        Ok(Self { value: from_node(&node).map_err(relayed)?, at: Some(node.at) })
    }
}

/// The name of the newtype by which a [`Node`] requests itself.
pub(super) const NODE: &str = "$rejudge::Node";

thread_local! {
    /// The node that the deserializer hands to a visitor, which returns the node unchanged. Serde's data model cannot
    /// contain a node. The deserializer sets this variable just before it calls the visitor, and the visitor takes the
    /// node out.
    pub(super) static LAST_NODE: std::cell::RefCell<Option<Node>> = const { std::cell::RefCell::new(None) };
}

/// Keeps the node unchanged, so that it can be read later, when the type is known.
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
