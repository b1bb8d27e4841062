//! Schemas of the types with a handwritten reader: each describes the input of its visitor.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use crate::spec::axes::{Axis, IncludeWire};
use crate::spec::draws::DrawsWire;
use crate::spec::experiment::Named;
use crate::spec::gains::GainRule;
use crate::spec::measures::MeasureWire;
use crate::spec::shape::{CellsWire, LineWire, LinesWire, Range, Sweep, Where};
use crate::spec::versus::Versus;

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

shape!(Sweep, |generator| {
    let several = json!({"description": "Each of these values", "anyOf": [text("One value"), list(&json!({"anyOf": [{"type": "string"}, list(&json!({"type": "string"}))]}))]});
    let mut range = generator.subschema_for::<Range>().to_value();
    range["description"] = json!("From `from` to `to` by `step`, both ends included");
    json_schema!({"anyOf": [only("each", &several), only("range", &range)]})
});

shape!(CellsWire, |_generator| json_schema!({"anyOf": [
    text("A statistic, or a part of it: `tau`, `dp.power`"),
    {
        "description": "Several named quantities, each a statistic or a part of one",
        "type": "object", "additionalProperties": {"type": "string"}
    },
]}));

shape!(LinesWire, |generator| {
    let lines = list(&generator.subschema_for::<LineWire>().to_value());
    json_schema!({"anyOf": [
        text("A line for each value of an axis: `collection`, `judgments.depth`"),
        only("axis", &text("A line for each value of this axis")),
        only("tasks", &text("A line for each measure of each task of this file")),
        lines,
    ]})
});

shape!(MeasureWire, |_generator| {
    let names = list(&json!({"type": "string"}));
    json_schema!({"anyOf": [
        {"description": "Names of measures", "type": "array", "items": {"type": "string"}},
        {
            "type": "object",
            "properties": {
                "set": text("A file of measures, seen from this one (`schema: measures/v1`)"),
                "tasks": text("A file of tasks, whose measures are used"),
                "append": {"description": "Further names", "allOf": [names]},
                "remove": {"description": "Names or labels to take out of the set", "allOf": [names]},
            },
            "additionalProperties": false,
        },
    ]})
});

shape!(GainRule, |_generator| json_schema!({"anyOf": [
    {"description": "The level itself", "const": "linear"},
    {"description": "2^level - 1", "const": "exponential"},
    {"type": "null"},
    {
        "description": "Level to gain, as in `1=1,2=3`",
        // `"type": "string"` would admit any scalar: see `ForEditors`.
        "not": {"type": ["number", "boolean", "null", "array", "object"]},
        "pattern": "^ *([SABC]|[0-9]+) *=.*$",
    },
    {
        "description": "Level (a number, or S, A, B, C) to gain",
        "type": "object",
        "propertyNames": {"pattern": "^([SABC]|[0-9]+)$"},
        "additionalProperties": {"type": "number"},
    },
]}));

shape!(DrawsWire, |_generator| {
    let count = |of: &str| json!({"description": of, "type": "integer", "minimum": 1, "maximum": u32::MAX});
    json_schema!({"anyOf": [
        count("For every kind of collection"),
        {
            "type": "object",
            "properties": {
                "simulated": count("Draws of each twin"),
                "open": count("Number of random draws for an open collection"),
                "licensed": count("The same for a licensed one"),
                "own": count("The same for your own"),
            },
            "additionalProperties": false,
        },
    ]})
});

/// A statistic: each says what it takes, and `experiment_schema` fills the definition in.
pub struct Statistics;

shape!(Statistics, |_generator| json_schema!({"type": "object"}));

shape!(Versus, |_generator| json_schema!({"anyOf": [
    text("Another judgment set, by the same measure: `full`"),
    {
        "type": "object",
        "properties": {
            "judgments": text("Another judgment set; absent: the same"),
            "measure": text("Another measure, by its label or its name; absent: the same"),
            "topic-sets": text("Another set of topics, such as `all`; absent: the same"),
        },
        "minProperties": 1,
        "additionalProperties": false,
    },
]}));

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

/// A measure set, which is read by hand for the sake of its order.
pub struct MeasureSet;

impl JsonSchema for MeasureSet {
    fn schema_name() -> Cow<'static, str> {
        "MeasureSet".into()
    }

    fn json_schema(_generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Measures by the labels that a paper prints",
            "type": "object",
            "properties": {
                "schema": {"description": "Always `measures/v1`", "const": "measures/v1"},
                "title": text("One line for people"),
                "measures": {
                    "description": "Label to full name, in the order of the tables",
                    "type": "object",
                    "additionalProperties": {"type": "string"},
                },
            },
            "required": ["measures"],
            "additionalProperties": false,
        })
    }
}
