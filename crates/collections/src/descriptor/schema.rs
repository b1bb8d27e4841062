//! What the JSON Schema of a description knows beyond its keys: which belong to which kind of collection.
//! [`super::Descriptor::check`] says more.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::json;

use super::{Base, Repooled};

impl JsonSchema for Base {
    fn schema_name() -> Cow<'static, str> {
        "Base".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({"anyOf": [
            {"description": "The judgments as they are", "const": "as-judged"},
            {
                "type": "object",
                "properties": {"repooled": generator.subschema_for::<Repooled>()},
                "required": ["repooled"],
                "additionalProperties": false,
            },
        ]})
    }
}

/// Adds which keys a kind needs, and which it cannot have.
pub(super) fn by_kind(schema: &mut Schema) {
    let of = |kinds: &[&str]| json!({"properties": {"kind": {"enum": kinds}}, "required": ["kind"]});
    let absent = json!({"type": "null"});
    let rules = json!([
        {
            "if": of(&["simulated"]),
            "then": {"required": ["twin"], "properties": {"files": absent, "scores": absent}},
            "else": {"properties": {"twin": absent}},
        },
        {
            "if": of(&["made-up", "open", "licensed", "own"]),
            "then": {"anyOf": [{"required": ["files"]}, {"required": ["scores"]}]},
        },
        {
            "if": of(&["open", "licensed"]),
            "then": {"required": ["licence", "obtain"]},
        },
        {
            "if": {"required": ["scores"]},
            "then": {"properties": {"files": absent, "pool-depth": absent, "published": absent}},
        },
    ]);
    schema.insert("allOf".to_owned(), rules);
}
