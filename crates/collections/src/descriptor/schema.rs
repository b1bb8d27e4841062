//! Conditions of the JSON Schema of a description beyond its keys: the keys that belong to each kind of
//! collection. [`Descriptor::check`](crate::descriptor::Descriptor::check) checks more.

use schemars::Schema;
use serde_json::json;

/// Adds which keys a kind needs, and which it cannot have.
pub(crate) fn by_kind(schema: &mut Schema) {
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
