//! JSON Schemas of the files that people write, for use in editors. A schema contains the valid keys and values,
//! with descriptions from the code.
//!
//! Schemas are derived from the types that are read. If a type has a handwritten reader, its schema describes
//! the input that the reader accepts. `runner/schemas` lists the files that have a schema. A schema describes
//! only the shape of a file. For example, it does not say whether a statistic that a table names exists; `plan`
//! checks that.
//!
//! An experiment may extend another (`extends`). Maps of the two files are merged. A list replaces the
//! inherited list, or edits it (`append`, `remove`). Because either file may have the rest of a map, the schema requires
//! keys only at the top level of an experiment that extends no other; `plan` reports other missing keys. If a
//! map has only one key, the key stays required everywhere, because it selects a form.

use std::borrow::Cow;

use rejudge_pools::{Absent, Domain, Parameter, Rule};
use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use super::Experiment;
use super::axes::{Axis, Excluded, Included, Selector};
use super::experiment::Named;
use super::sweep::Swept;

/// Returns the schema of a file that contains a complete experiment, or changes to another experiment. `statistics` has
/// the name, the summary and the schema of the parameters of each kind of statistic.
pub fn experiment_schema(
    statistics: impl IntoIterator<Item = (&'static str, &'static str, fn(&mut SchemaGenerator) -> Schema)>,
) -> Value {
    let mut generator = SchemaSettings::draft07().with_transform(ForEditors).into_generator();
    let mut root = generator.root_schema_for::<Experiment>().to_value();
    let one_of = statistics.into_iter().map(|(name, summary, parameters)| {
        let mut parameters = parameters(&mut generator).to_value();
        // The summary already describes the statistic, so the description of the type would only repeat it.
        parameters.as_object_mut().map(|keys| keys.remove("description"));
        json!({
            "description": summary, "type": "object",
            "properties": {name: {"description": summary, "allOf": [parameters]}},
            "required": [name], "additionalProperties": false,
        })
    });
    let mut one_of: Vec<Value> = one_of.collect();
    let mut definitions = generator.take_definitions(true);
    typed_forms(&mut one_of, &mut definitions);
    definitions.insert("Statistics".to_owned(), json!({"oneOf": one_of}));
    root["definitions"] = Value::Object(definitions);
    with_extends(root)
}

/// Returns the schema of a measure set.
pub fn measures_schema() -> Value {
    root::<super::measures::MeasureSet>()
}

/// Returns the schema of a file that contains a `T`. It is in draft 7, which all editors support.
pub fn root<T: JsonSchema>() -> Value {
    let generator = SchemaSettings::draft07().with_transform(ForEditors).into_generator();
    generator.into_root_schema_for::<T>().to_value()
}

/// Converts a derived schema to a schema of a YAML file, with hints for people.
#[derive(Clone, Copy, Debug)]
struct ForEditors;

impl Transform for ForEditors {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        let Some(keys) = schema.as_object_mut() else { return };
        if let Some(Value::String(text)) = keys.get_mut("description") {
            *text = as_hint(text);
        }
        // We read every scalar as a text. But an editor sees a number in `alpha: 0.05` or in an id of digits.
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
        // The width of an integer is not a format of JSON Schema. The bounds are given separately.
        keys.remove("format");
        if let Some(Value::Array(one_of)) = keys.get_mut("oneOf") {
            typed_forms(one_of, &mut Map::new());
        }
        describe_only_key(keys);
    }
}

/// Adds the other forms in which a name with parameters may be written: a text (`name(key=value)`), and the name only,
/// if no parameter is required. A name without parameters may also have an empty map (`name: {}`). Allows null for
/// parameters that are not required. If no form has parameters, adds nothing.
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
        allow_null(parameters);
    }
    if names.is_empty() {
        return;
    }
    let heads: Vec<&str> = names.iter().map(|(name, _)| name.as_str()).collect();
    let typed = json!({
        "description": "With parameters as a text: `name(key=value)`",
        "type": "string", "pattern": format!(r"^({})\s*\(", heads.join("|")),
    });
    let empty_maps = one_of.iter().filter_map(|form| {
        Some(map_with_key(
            form["const"].as_str()?,
            &json!({"description": form["description"], "type": "object", "maxProperties": 0}),
        ))
    });
    let empty_maps: Vec<Value> = empty_maps.collect();
    one_of.extend(empty_maps);
    one_of.extend(names.into_iter().filter_map(|(_, name_only)| name_only));
    one_of.push(typed);
}

/// Allows null for parameters that may be left out.
fn allow_null(parameters: &mut Value) {
    let required = parameters["required"].as_array().cloned().unwrap_or_default();
    let properties = parameters.get_mut("properties").and_then(Value::as_object_mut);
    for (_, schema) in properties.into_iter().flatten().filter(|(name, _)| !required.contains(&json!(name))) {
        let Some(keys) = schema.as_object_mut() else { continue };
        let is_word = keys.contains_key("const") || keys.contains_key("enum");
        match keys.get_mut("type").filter(|_| !is_word) {
            Some(Value::Array(kinds)) if kinds.contains(&json!("null")) => {}
            Some(Value::Array(kinds)) => kinds.push(json!("null")),
            Some(kind) => *kind = json!([kind, "null"]),
            None => {
                let moved = ["description", "default"].map(|key| keys.remove_entry(key));
                let mut nullable: Map<String, Value> = moved.into_iter().flatten().collect();
                nullable.insert("anyOf".to_owned(), json!([keys, {"type": "null"}]));
                *keys = nullable;
            }
        }
    }
}

/// If a map has only one key, repeats the map's description at the key, because editors show it there.
fn describe_only_key(keys: &mut Map<String, Value>) {
    let Some(description) = keys.get("description").cloned() else { return };
    let Some(Value::Object(properties)) = keys.get_mut("properties") else { return };
    let mut entries: Vec<&mut Value> = properties.iter_mut().map(|(_, value)| value).collect();
    if let [Value::Object(only)] = entries.as_mut_slice()
        && !only.contains_key("description")
    {
        // In draft 7, keys beside a reference are ignored.
        if let Some(target) = only.remove("$ref") {
            only.insert("allOf".to_owned(), json!([{"$ref": target}]));
        }
        only.insert("description".to_owned(), description);
    }
}

/// Returns a doc comment as a hint. Lines are joined, and links of the documentation are replaced by their text.
fn as_hint(text: &str) -> String {
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

/// Returns the schema of an experiment that may extend another, made from the schema of a complete one.
fn with_extends(mut schema: Value) -> Value {
    let required = schema["required"].take();
    relax(&mut schema);
    schema["properties"]["extends"] = json!({
        "description": "The experiment that this file extends: its name, or the path of its file, relative to the folder of this file. The keys of this file override the inherited keys",
        "type": "string",
    });
    schema["properties"]["drop"] = json!({
        "description": "Paths to delete, such as `statistics.tau`, from the file that is extended, or from this file if it extends none",
        "type": "array",
        "items": {"type": ["string", "number", "boolean"]},
    });
    schema["if"] = json!({"required": ["extends"]});
    schema["else"] = json!({"required": required});
    schema["required"] = json!([]);
    schema
}

/// Allows maps with missing keys, and the edits `append` and `remove` in place of a list.
fn relax(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(relax),
        Value::Object(keys) => {
            keys.values_mut().for_each(relax);
            // If a map has only one key, the key selects a form and stays required.
            let selects_form = keys
                .get("properties")
                .is_some_and(|properties| properties.as_object().is_some_and(|map| map.len() == 1));
            if !selects_form && keys.get("required").is_some_and(Value::is_array) {
                keys.remove("required");
            }
            // Several forms may fit an incomplete map.
            if let Some(forms @ Value::Array(_)) = keys.get("oneOf").cloned() {
                keys.remove("oneOf");
                keys.insert("anyOf".to_owned(), forms);
            }
            if keys.get("type") == Some(&json!("array")) {
                let description = keys.remove("description");
                let items = keys.get("items").cloned().unwrap_or(Value::Bool(true));
                let part =
                    |description: &str| json!({"description": description, "type": "array", "items": items});
                let edits = json!({
                    "append": part("Items to add to the list of the file that is extended"),
                    "remove": part("Items to remove from the list of the file that is extended"),
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

/// The schema of a registry's rules. A rule is a map from the name to its arguments, a text (`name(key=value)`), or
/// only the name if it needs no arguments.
pub struct ByName<R: ?Sized>(std::marker::PhantomData<R>);

impl<R: Rule> JsonSchema for ByName<R> {
    fn schema_name() -> Cow<'static, str> {
        R::KIND.into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut forms = Vec::new();
        for rule in R::all() {
            let (name, summary) = (rule.name(), rule.summary());
            let is_required = |parameter: &&Parameter| parameter.absent == Absent::Refused;
            let required: Vec<&str> =
                rule.parameters().iter().filter(is_required).map(Parameter::key).collect();
            if required.is_empty() {
                forms.push(json!({"description": summary, "const": name}));
            }
            if rule.parameters().is_empty() {
                continue;
            }
            let properties: Map<String, Value> = rule
                .parameters()
                .iter()
                .map(|parameter| (parameter.key().to_owned(), argument(parameter, generator)))
                .collect();
            let arguments = json!({
                "description": summary, "type": "object", "properties": properties, "required": required,
                "additionalProperties": false,
            });
            forms.push(map_with_key(name, &arguments));
        }
        forms.push(json!({"description": "A name with arguments: `pool-depth(depth=10)`", "type": "string", "pattern": r"^[a-z-]+\("}));
        json_schema!({"anyOf": forms})
    }
}

/// Returns the schema of an argument: one value, a sweep over several, or null if the argument is not required.
fn argument(parameter: &Parameter, generator: &mut SchemaGenerator) -> Value {
    let mut single = match parameter.domain {
        Domain::Positive | Domain::Draw => json!({"type": "integer", "minimum": 1}),
        Domain::Count => json!({"type": "integer", "minimum": 0}),
        Domain::Words(words) => {
            let words: Vec<Value> =
                words.iter().map(|(word, meaning)| json!({"const": word, "description": meaning})).collect();
            json!({"oneOf": words})
        }
        Domain::Teams | Domain::Topics => list(&json!({"type": "string"})),
        Domain::Judges => json!({"anyOf": [{"type": "string"}, list(&json!({"type": "string"}))]}),
        Domain::Team | Domain::Rate | Domain::Measure | Domain::File | Domain::Name => {
            json!({"type": "string"})
        }
    };
    if let Some(value) = parameter.absent.default() {
        single["default"] = value.parse::<u32>().map_or_else(|_| json!(value), |number| json!(number));
    }
    let sweep = generator.subschema_for::<Swept>().to_value();
    let list_of_values = (!parameter.domain.takes_list()).then(|| list(&single));
    let mut forms = vec![single, sweep];
    forms.extend(list_of_values);
    if parameter.absent != Absent::Refused {
        forms.push(json!({"type": "null"}));
    }
    json!({"description": parameter.meaning, "anyOf": forms})
}

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

/// Returns the schema of a text.
fn text(description: &str) -> Value {
    json!({"description": description, "type": "string"})
}

fn list(items: &Value) -> Value {
    json!({"type": "array", "items": items})
}

/// Returns the schema of a map with exactly this key.
fn map_with_key(key: &str, value: &Value) -> Value {
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

/// The schema of a statistic. `experiment_schema` fills it in, because each kind has its own parameters.
pub struct Statistics;

shape!(Statistics, "Statistics", |_generator| json_schema!({"type": "object"}));

/// Returns the properties of a selection: each axis with the schema `value`.
fn axis_properties(value: &Value) -> Map<String, Value> {
    let properties = Axis::ALL.into_iter().flat_map(Axis::names).map(|(axis, description)| {
        let mut value = value.clone();
        value["description"] = json!(description);
        ((*axis).to_owned(), value)
    });
    properties.collect()
}

fn patterns() -> Value {
    json!({"anyOf": [{"type": "string"}, list(&json!({"type": "string"}))]})
}

shape!(Selector, "Where", |_generator| json_schema!({
    "type": "object", "properties": axis_properties(&patterns()), "additionalProperties": false
}));

shape!(Included, "Included", |_generator| json_schema!({
    "type": "object", "properties": axis_properties(&json!({"type": "string"})), "additionalProperties": false
}));

shape!(Excluded, "Excluded", |_generator| {
    let mut axes = axis_properties(&patterns());
    axes.insert("reason".to_owned(), text("The reason, which the report gives"));
    json_schema!({"type": "object", "properties": axes, "additionalProperties": false})
});

#[cfg(test)]
mod tests {
    use super::as_hint;

    #[test]
    fn comments_become_hints() {
        assert_eq!(as_hint("one\ntwo\n\nthree"), "one two\n\nthree");
        assert_eq!(as_hint("see [`A`](super::A) and [`b`], not [c] (d)"), "see `A` and `b`, not [c] (d)");
        assert_eq!(as_hint("an open [`A"), "an open [`A");
    }
}
