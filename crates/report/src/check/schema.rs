//! The JSON Schema of expected.yaml. Its sections are parsed separately ([`super::expected`]), so that their schemas
//! are combined here.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

use rejudge_experiment::printed::expected::Wire;
use rejudge_experiment::printed::table::PrintedTableWire;

/// A file of expected values.
#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
#[expect(dead_code, reason = "only its schema is asked for")]
struct Sections {
    /// The paper's tables, or panels of them (`table-8/trec03`).
    #[schemars(schema_with = "tables")]
    tables: Option<Value>,
    /// Numbers of its running text.
    #[schemars(schema_with = "tables")]
    text: Option<Value>,
}

/// The schema.
pub fn expected_schema() -> Value {
    rejudge_experiment::spec::schema_root::<ExpectedFile>()
}

/// Both parts of a file as one.
struct ExpectedFile;

impl JsonSchema for ExpectedFile {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Expected".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = Wire::json_schema(generator);
        let sections = Sections::json_schema(generator).to_value();
        if let (Some(Value::Object(all)), Value::Object(more)) =
            (schema.get_mut("properties"), &sections["properties"])
        {
            all.extend(more.clone());
        }
        schema.insert(
            "description".to_owned(),
            json!("The printed tables of a paper, and what is known about them"),
        );
        schema
    }
}

/// Returns the schema of a section's tables; the kind of a table permits some of its other keys.
fn tables(generator: &mut SchemaGenerator) -> Schema {
    let table = generator.subschema_for::<PrintedTableWire>();
    let kinds = json!({"required": ["kind"], "allOf": [
        {
            "if": {"properties": {"kind": {"const": "needs-licensed-data"}}, "required": ["kind"]},
            "then": {"required": ["then"]},
            "else": {"properties": {"then": {"type": "null"}}},
        },
        {
            "if": {"required": ["worked-out-from"]},
            "then": {"properties": {"kind": {"enum": ["exact", "transcribed"]}}, "required": ["kind"]},
        },
    ]});
    json_schema!({"type": "object", "additionalProperties": {"allOf": [table, kinds]}})
}
