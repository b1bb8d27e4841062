//! Rules in the JSON Schema of a description: the keys that it must have or must not have, depending on its `kind` and on
//! `scores`. [`Descriptor::check`](crate::descriptor::Descriptor::check) checks more.

use schemars::Schema;
use serde_json::json;

/// Adds rules for the keys that a description must have or must not have, depending on its `kind` and on `scores`.
pub(crate) fn add_rules_of_kinds(schema: &mut Schema) {
    let is_kind = |kinds: &[&str]| json!({"properties": {"kind": {"enum": kinds}}, "required": ["kind"]});
    let must_be_absent = json!({"type": "null"});
    let rules = json!([
        {
            "if": is_kind(&["simulated"]),
            "then": {"required": ["twin"], "properties": {"files": must_be_absent, "scores": must_be_absent}},
            "else": {"properties": {"twin": must_be_absent}},
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
            "then": {"properties": {
                "files": must_be_absent, "pool-depth": must_be_absent, "published": must_be_absent,
            }},
        },
    ]);
    schema.insert("allOf".to_owned(), rules);
}
