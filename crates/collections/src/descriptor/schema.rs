//! Rules in the JSON Schema of a description: the keys that a kind of collection must have or must not have.
//! [`Descriptor::check`](crate::descriptor::Descriptor::check) checks more.

use schemars::Schema;
use serde_json::json;

/// Adds rules for the keys that a kind of collection must have or must not have.
pub(crate) fn add_rules_of_kinds(schema: &mut Schema) {
    let is_kind = |kinds: &[&str]| json!({"properties": {"kind": {"enum": kinds}}, "required": ["kind"]});
    let absent = json!({"type": "null"});
    let rules = json!([
        {
            "if": is_kind(&["simulated"]),
            "then": {"required": ["twin"], "properties": {"files": absent, "scores": absent}},
            "else": {"properties": {"twin": absent}},
        },
        {
            "if": is_kind(&["made-up", "open", "licensed", "own"]),
            "then": {"anyOf": [{"required": ["files"]}, {"required": ["scores"]}]},
        },
        {
            "if": is_kind(&["open", "licensed"]),
            "then": {"required": ["licence", "obtain"]},
        },
        {
            "if": {"required": ["scores"]},
            "then": {"properties": {"files": absent, "pool-depth": absent, "published": absent}},
        },
    ]);
    schema.insert("allOf".to_owned(), rules);
}
