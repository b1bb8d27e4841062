//! JSON Schemas of the files that people write, for their editors: the valid keys and values, with
//! descriptions from the code.
//!
//! They are derived from the types that are read. `shapes` has those with a handwritten reader, `over` makes the
//! schema of a file that `extends` another; `runner/schemas` lists the files that have a schema. A schema
//! describes the shape of a file and not its meaning: `plan` checks, for example, if a statistic that a table
//! names exists.

mod by_name;
mod over;
mod shapes;

use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::Experiment;
pub(super) use by_name::ByName;
pub(super) use shapes::Statistics;
use shapes::only;

/// Returns the schema of an experiment, whole or over another, with the name and the parameters of each of
/// the `statistics`.
pub fn experiment_schema(
    statistics: impl IntoIterator<Item = (&'static str, &'static str, fn(&mut SchemaGenerator) -> Schema)>,
) -> Value {
    let mut generator = SchemaSettings::draft07().with_transform(ForEditors).into_generator();
    let mut root = generator.root_schema_for::<Experiment>().to_value();
    let of = |(name, summary, parameters): (&str, &str, fn(&mut SchemaGenerator) -> Schema)| {
        let mut parameters = parameters(&mut generator).to_value();
        // The summary describes the statistic; the description of its type would repeat it.
        parameters.as_object_mut().map(|keys| keys.remove("description"));
        json!({
            "description": summary, "type": "object",
            "properties": {name: {"description": summary, "allOf": [parameters]}},
            "required": [name], "additionalProperties": false,
        })
    };
    let mut one_of: Vec<Value> = statistics.into_iter().map(of).collect();
    let mut definitions = generator.take_definitions(true);
    typed_forms(&mut one_of, &mut definitions);
    definitions.insert("Statistics".to_owned(), json!({"oneOf": one_of}));
    root["definitions"] = Value::Object(definitions);
    over::or_over(root)
}

/// Returns the schema of a measure set.
pub fn measures_schema() -> Value {
    root::<super::measures::MeasureSet>()
}

/// Returns the schema of a file that holds a `T`. In draft 7, which all editors know.
pub fn root<T: JsonSchema>() -> Value {
    let generator = SchemaSettings::draft07().with_transform(ForEditors).into_generator();
    generator.into_root_schema_for::<T>().to_value()
}

/// Converts a derived schema to one for a YAML file, with hints for people.
#[derive(Clone, Copy, Debug)]
struct ForEditors;

impl Transform for ForEditors {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        let Some(keys) = schema.as_object_mut() else { return };
        if let Some(Value::String(text)) = keys.get_mut("description") {
            *text = spoken(text);
        }
        // A scalar is read as it is typed: `alpha: 0.05` is a text, and so is an id of digits.
        let is_word = keys.contains_key("const") || keys.contains_key("enum");
        if let Some(kind) = keys.get_mut("type").filter(|_| !is_word) {
            match kind {
                Value::String(word) if word == "string" => *kind = json!(["string", "number", "boolean"]),
                Value::Array(words) if words.contains(&json!("string")) => {
                    words.extend([json!("number"), json!("boolean")]);
                }
                _ => {}
            }
        }
        // Widths of integers are not formats of JSON Schema; their bounds are given separately.
        keys.remove("format");
        if let Some(Value::Array(one_of)) = keys.get_mut("oneOf") {
            typed_forms(one_of, &mut Map::new());
        }
        say_at_the_key(keys);
    }
}

/// Adds the other forms of a named rule with parameters: the name alone if no parameter is required, and the name
/// with parameters as a text. Admits null for the parameters that have a default.
fn typed_forms(one_of: &mut Vec<Value>, definitions: &mut Map<String, Value>) {
    let mut names = Vec::new();
    for form in one_of.iter_mut() {
        let (description, required) = (form["description"].clone(), form["required"].clone());
        let keys = form.get_mut("properties").and_then(Value::as_object_mut);
        let key = keys.and_then(|keys| keys.iter_mut().next());
        let Some((name, parameters)) = key.filter(|(name, _)| required == json!([name])) else { continue };
        let target = parameters["allOf"][0]["$ref"].as_str().or(parameters["$ref"].as_str());
        let target = target.and_then(|target| definitions.get_mut(target.rsplit('/').next()?));
        let parameters = target.unwrap_or(parameters);
        let needs_none = parameters["type"] == "object" && parameters.get("required").is_none();
        names.push((name.clone(), needs_none.then(|| json!({"const": name, "description": description}))));
        admit_null(parameters);
    }
    if names.is_empty() {
        return;
    }
    let heads: Vec<&str> = names.iter().map(|(name, _)| name.as_str()).collect();
    let typed = json!({
        "description": "With parameters as a text: `name(key=value)`",
        "type": "string", "pattern": format!(r"^({})\s*\(", heads.join("|")),
    });
    let without = one_of.iter().filter_map(|form| {
        Some(only(
            form["const"].as_str()?,
            &json!({"description": form["description"], "type": "object", "maxProperties": 0}),
        ))
    });
    let without: Vec<Value> = without.collect();
    one_of.extend(without);
    one_of.extend(names.into_iter().filter_map(|(_, alone)| alone));
    one_of.push(typed);
}

/// Admits null for the parameters that may be left out.
fn admit_null(parameters: &mut Value) {
    let required = parameters["required"].as_array().cloned().unwrap_or_default();
    let properties = parameters.get_mut("properties").and_then(Value::as_object_mut);
    for (_, about) in properties.into_iter().flatten().filter(|(name, _)| !required.contains(&json!(name))) {
        let Some(keys) = about.as_object_mut() else { continue };
        let is_word = keys.contains_key("const") || keys.contains_key("enum");
        match keys.get_mut("type").filter(|_| !is_word) {
            Some(Value::Array(kinds)) if kinds.contains(&json!("null")) => {}
            Some(Value::Array(kinds)) => kinds.push(json!("null")),
            Some(kind) => *kind = json!([kind, "null"]),
            None => {
                let said = ["description", "default"].map(|key| keys.remove_entry(key));
                let mut nullable: Map<String, Value> = said.into_iter().flatten().collect();
                nullable.insert("anyOf".to_owned(), json!([keys, {"type": "null"}]));
                *keys = nullable;
            }
        }
    }
}

/// The description of a map with one key is repeated at the key, because a mouse pointer rests there.
fn say_at_the_key(keys: &mut Map<String, Value>) {
    let Some(says) = keys.get("description").cloned() else { return };
    let Some(Value::Object(properties)) = keys.get_mut("properties") else { return };
    let mut entries: Vec<&mut Value> = properties.iter_mut().map(|(_, value)| value).collect();
    if let [Value::Object(only)] = entries.as_mut_slice()
        && !only.contains_key("description")
    {
        // Beside a reference draft 7 reads nothing.
        if let Some(target) = only.remove("$ref") {
            only.insert("allOf".to_owned(), json!([{"$ref": target}]));
        }
        only.insert("description".to_owned(), says);
    }
}

/// Returns a comment as a hint: lines are joined, and links of the code's documentation are their text.
fn spoken(text: &str) -> String {
    let paragraphs = text.split("\n\n").map(|paragraph| paragraph.split('\n').collect::<Vec<_>>().join(" "));
    let text = paragraphs.collect::<Vec<_>>().join("\n\n");
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once("[`") {
        let Some((name, tail)) = after.split_once("`]") else { break };
        out += &format!("{before}`{name}`");
        let target = tail.strip_prefix('(').and_then(|tail| tail.split_once(')'));
        rest = target.map_or(tail, |(_, tail)| tail);
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::spoken;

    #[test]
    fn comments_become_hints() {
        assert_eq!(spoken("one\ntwo\n\nthree"), "one two\n\nthree");
        assert_eq!(spoken("see [`A`](super::A) and [`b`], not [c] (d)"), "see `A` and `b`, not [c] (d)");
        assert_eq!(spoken("an open [`A"), "an open [`A");
    }
}
