//! The schema of an experiment that `extends` another: missing keys are inherited.
//!
//! Maps merge, so that no key is required in them; lists replace the list below, or edit it (`append`,
//! `remove`). A value inside a list is replaced as a whole, so its schema stays the same.

use serde_json::{Map, Value, json};

/// The suffix of the definitions for a file that extends another.
const OVER: &str = "Over";
const DEFINITIONS: &str = "#/definitions/";

/// Returns the schema of an experiment, whole or over another.
pub(crate) fn or_over(whole: Value) -> Value {
    let Value::Object(mut keys) = whole else { return whole };
    let mut definitions = match keys.remove("definitions") {
        Some(Value::Object(definitions)) => definitions,
        _ => Map::new(),
    };
    let (version, title) = (keys.remove("$schema"), keys.remove("title"));
    let whole = Value::Object(keys);
    let mut over = Over { definitions: &definitions, made: Map::new() };
    let mut above = over.overriding(&whole);
    let made = over.made;
    definitions.extend(made);
    above["properties"]["extends"] = json!({
        "description": "The experiment that this file extends: its name, or its file, relative to the folder of this one. Keys here override those there",
        "type": "string",
    });
    let mut alone = whole;
    let description = alone["description"].take();
    for file in [&mut alone, &mut above] {
        if let Some(keys) = file.as_object_mut() {
            keys.remove("description");
        }
        file["properties"]["drop"] = json!({
            "description": "Paths to delete, such as `statistics.tau`: of the file that is extended, or of this one where it extends none",
            "type": "array",
            "items": {"type": ["string", "number", "boolean"]},
        });
    }
    definitions.insert("Whole".to_owned(), alone);
    definitions.insert(OVER.to_owned(), above);
    json!({
        "$schema": version,
        "title": title,
        "description": description,
        "type": "object",
        "if": {"required": ["extends"]},
        "then": {"$ref": format!("{DEFINITIONS}{OVER}")},
        "else": {"$ref": format!("{DEFINITIONS}Whole")},
        "definitions": definitions,
    })
}

/// Definitions as they are, and those over another file that were needed so far.
struct Over<'a> {
    definitions: &'a Map<String, Value>,
    made: Map<String, Value>,
}

impl Over<'_> {
    /// Returns the schema of values that may override a value that fits `schema`.
    fn overriding(&mut self, schema: &Value) -> Value {
        let Value::Object(keys) = schema else { return schema.clone() };
        if keys.get("type") == Some(&json!("array")) {
            return edited(keys);
        }
        let mut out = Map::new();
        for (key, value) in keys {
            match (key.as_str(), value) {
                ("$ref", Value::String(target)) => {
                    out.insert(key.clone(), Value::String(self.reference(target)));
                }
                ("required", _) => {}
                ("properties", Value::Object(properties)) => {
                    let properties =
                        properties.iter().map(|(name, schema)| (name.clone(), self.overriding(schema)));
                    out.insert(key.clone(), Value::Object(properties.collect()));
                }
                ("additionalProperties", Value::Object(_)) => {
                    out.insert(key.clone(), self.overriding(value));
                }
                ("allOf", Value::Array(parts)) => {
                    out.insert(key.clone(), parts.iter().map(|part| self.overriding(part)).collect());
                }
                // Of parts that may be incomplete, several may fit.
                ("anyOf" | "oneOf", Value::Array(parts)) => {
                    out.insert("anyOf".to_owned(), parts.iter().map(|part| self.alternative(part)).collect());
                }
                _ => {
                    out.insert(key.clone(), value.clone());
                }
            }
        }
        Value::Object(out)
    }

    /// One of several forms: a map with one key keeps it as required, because the key selects the form.
    fn alternative(&mut self, schema: &Value) -> Value {
        let mut out = self.overriding(schema);
        let required = schema["required"].as_array().filter(|required| required.len() == 1);
        let alone = schema["properties"].as_object().is_some_and(|properties| properties.len() == 1);
        if let Some(required) = required.filter(|_| alone) {
            out["required"] = json!(required);
        }
        out
    }

    /// The definition over `target`, made on first use; words have none of their own.
    fn reference(&mut self, target: &str) -> String {
        let name = target.strip_prefix(DEFINITIONS).unwrap_or(target);
        let Some(definition) = self.definitions.get(name) else { return target.to_owned() };
        let text = definition.to_string();
        if !text.contains("\"object\"") && !text.contains("\"array\"") {
            return target.to_owned();
        }
        let over = format!("{name}{OVER}");
        if !self.made.contains_key(&over) {
            // Before it is looked into, since it may hold itself.
            self.made.insert(over.clone(), Value::Null);
            let made = self.overriding(definition);
            self.made.insert(over.clone(), made);
        }
        format!("{DEFINITIONS}{over}")
    }
}

/// Returns a list, or an edit of the list below.
fn edited(keys: &Map<String, Value>) -> Value {
    let mut list = keys.clone();
    let description = list.remove("description");
    let items = keys.get("items").cloned().unwrap_or(Value::Bool(true));
    let part = |says: &str| json!({"description": says, "type": "array", "items": items});
    let mut out = json!({"anyOf": [list, {
        "type": "object",
        "properties": {
            "append": part("Added to the list of the file that is extended"),
            "remove": part("Taken out of the list of the file that is extended"),
        },
        "minProperties": 1,
        "additionalProperties": false,
    }]});
    if let Some(description) = description {
        out["description"] = description;
    }
    out
}
