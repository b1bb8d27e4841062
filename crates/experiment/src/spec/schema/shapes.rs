//! Schemas of the types with a handwritten reader: each describes the input of its visitor.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use crate::spec::axes::{Axis, Excluded, Included, Selector};
use crate::spec::experiment::Named;

macro_rules! shape {
    ($type:ty, $name:literal, |$generator:ident| $schema:expr) => {
        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                $name.into()
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

shape!(Statistics, "Statistics", |_generator| json_schema!({"type": "object"}));

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

shape!(Selector, "Where", |_generator| json_schema!({
    "type": "object", "properties": of_axes(&patterns()), "additionalProperties": false
}));

shape!(Included, "Included", |_generator| json_schema!({
    "type": "object", "properties": of_axes(&json!({"type": "string"})), "additionalProperties": false
}));

shape!(Excluded, "Excluded", |_generator| {
    let mut axes = of_axes(&patterns());
    axes.insert("reason".to_owned(), text("The reason, which the report gives"));
    json_schema!({"type": "object", "properties": axes, "additionalProperties": false})
});
