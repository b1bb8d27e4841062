//! One object: the rules in force, and for each run its summary and, if asked for, its topics.

use serde_json::{Map, Value, json};

use super::form::{Form, failed};
use super::{Content, EvalError, PresetRules, ScoreRows, Shown, Table};

pub struct Json;

impl Form for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn about(&self) -> &'static str {
        "One object: the rules, and the scores of each run"
    }

    fn ending(&self) -> Option<&'static str> {
        Some("json")
    }

    fn rows(&self, table: &ScoreRows<'_>, shown: Shown) -> Result<Content, EvalError> {
        let object = |values: &[f64]| -> Value {
            let named = table.measures.iter().zip(values);
            Value::Object(named.map(|(name, value)| (name.clone(), json!(value))).collect())
        };
        let mut runs: Vec<Value> = Vec::with_capacity(table.runs.len());
        for run in &table.runs {
            let mut entry = Map::new();
            entry.insert("run".to_owned(), json!(run.name));
            entry.insert("topics-counted".to_owned(), json!(run.counted));
            if shown.summary {
                entry.insert("all".to_owned(), object(&run.all));
            }
            if shown.per_topic {
                let topics = run.topics.iter().map(|(topic, values)| ((*topic).to_owned(), object(values)));
                entry.insert("topics".to_owned(), Value::Object(topics.collect()));
            }
            runs.push(Value::Object(entry));
        }
        let rules: Map<String, Value> =
            table.rules.iter().map(|(field, value)| ((*field).to_owned(), json!(value))).collect();
        let all = json!({ "rules": rules, "runs": runs });
        let mut bytes = serde_json::to_vec_pretty(&all).map_err(failed)?;
        bytes.push(b'\n');
        Ok(Content::Text(bytes))
    }

    fn table(&self, table: Table, rules: &PresetRules) -> Result<Content, EvalError> {
        table.json(rules).map(Content::Text).map_err(failed)
    }

    fn has_rows(&self) -> bool {
        false
    }
}
