//! Schemas of the types with a handwritten reader: each describes the input of its visitor.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use crate::spec::axes::{Axis, IncludeWire};
use crate::spec::experiment::Named;
use crate::spec::table::Where;

macro_rules! shape {
    ($type:ty, |$generator:ident| $schema:expr) => {
        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema($generator: &mut SchemaGenerator) -> Schema {
                $schema
            }
        }
    };
}

/// Returns a scalar, which is read as it is typed.
fn text(description: &str) -> Value {
    json!({"description": description, "type": "string"})
}

pub fn list(items: &Value) -> Value {
    json!({"type": "array", "items": items})
}

/// Returns a map with one key.
pub fn only(key: &str, value: &Value) -> Value {
    json!({"type": "object", "properties": {key: value}, "required": [key], "additionalProperties": false})
}

impl<T: JsonSchema> JsonSchema for Named<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Named{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "object", "additionalProperties": generator.subschema_for::<T>()})
    }
}

/// A statistic: each says what it takes, and `experiment_schema` fills the definition in.
pub struct Statistics;

shape!(Statistics, |_generator| json_schema!({"type": "object"}));

/// Returns the axes that a selection may name, with a value for each.
fn of_axes(value: &Value) -> Map<String, Value> {
    let described = |(axis, says): &(&str, &str)| {
        let mut value = value.clone();
        value["description"] = json!(says);
        ((*axis).to_owned(), value)
    };
    Axis::ALL.into_iter().flat_map(Axis::names).map(described).collect()
}

fn patterns() -> Value {
    json!({"anyOf": [{"type": "string"}, list(&json!({"type": "string"}))]})
}

shape!(Where, |_generator| json_schema!({
    "type": "object", "properties": of_axes(&patterns()), "additionalProperties": false
}));

shape!(IncludeWire, |_generator| json_schema!({
    "type": "object", "properties": of_axes(&json!({"type": "string"})), "additionalProperties": false
}));

/// A selection of `exclude`, with a reason that is for people.
pub struct Excluded;

shape!(Excluded, |_generator| {
    let mut axes = of_axes(&patterns());
    axes.insert("reason".to_owned(), text("Why, for people"));
    json_schema!({"type": "object", "properties": axes, "additionalProperties": false})
});
