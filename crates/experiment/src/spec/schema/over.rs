//! The schema of an experiment, which may `extend` another.
//!
//! Maps of files merge, so that no key is required in one of them; lists replace the list below, or edit it (`append`,
//! `remove`). An experiment that extends no other needs the keys at its top; `plan` says which others are missing.

use serde_json::{Value, json};

/// Returns the schema of an experiment, whole or over another.
pub(crate) fn or_over(mut whole: Value) -> Value {
    let required = whole["required"].take();
    relax(&mut whole);
    whole["properties"]["extends"] = json!({
        "description": "The experiment that this file extends: its name, or its file, relative to the folder of this one. Keys here override those there",
        "type": "string",
    });
    whole["properties"]["drop"] = json!({
        "description": "Paths to delete, such as `statistics.tau`: of the file that is extended, or of this one where it extends none",
        "type": "array",
        "items": {"type": ["string", "number", "boolean"]},
    });
    whole["if"] = json!({"required": ["extends"]});
    whole["else"] = json!({"required": required});
    whole["required"] = json!([]);
    whole
}

/// Admits parts of maps, and edits of lists.
fn relax(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(relax),
        Value::Object(keys) => {
            keys.values_mut().for_each(relax);
            // The only key of a map selects a form.
            let selects =
                keys.get("properties").is_some_and(|of| of.as_object().is_some_and(|of| of.len() == 1));
            if !selects && keys.get("required").is_some_and(Value::is_array) {
                keys.remove("required");
            }
            // Of parts that may be incomplete, several may fit.
            if let Some(forms @ Value::Array(_)) = keys.get("oneOf").cloned() {
                keys.remove("oneOf");
                keys.insert("anyOf".to_owned(), forms);
            }
            if keys.get("type") == Some(&json!("array")) {
                let description = keys.remove("description");
                let items = keys.get("items").cloned().unwrap_or(Value::Bool(true));
                let part = |says: &str| json!({"description": says, "type": "array", "items": items});
                let edits = json!({
                    "append": part("Added to the list of the file that is extended"),
                    "remove": part("Taken out of the list of the file that is extended"),
                });
                *schema = json!({"anyOf": [keys, {
                    "type": "object", "properties": edits, "minProperties": 1, "additionalProperties": false,
                }]});
                if let Some(description) = description {
                    schema["description"] = description;
                }
            }
        }
        _ => {}
    }
}
