//! One object: the rules in force, and for each run its summary and, if asked for, its topics.

use serde_json::{Map, Value, json};

use super::{EvalError, ScoreRows};

pub fn write(table: &ScoreRows<'_>, per_topic: bool) -> Result<Vec<u8>, EvalError> {
    let object = |values: &[f64]| -> Value {
        let named = table.measures.iter().zip(values);
        Value::Object(named.map(|(name, value)| (name.clone(), json!(value))).collect())
    };
    let mut runs: Vec<Value> = Vec::with_capacity(table.runs.len());
    for run in &table.runs {
        let mut entry = Map::new();
        entry.insert("run".to_owned(), json!(run.name));
        entry.insert("topics-counted".to_owned(), json!(run.topics.len()));
        entry.insert("all".to_owned(), object(&run.all));
        if per_topic {
            let topics = run.topics.iter().map(|(topic, values)| ((*topic).to_owned(), object(values)));
            entry.insert("topics".to_owned(), Value::Object(topics.collect()));
        }
        runs.push(Value::Object(entry));
    }
    let rules: Map<String, Value> =
        table.rules.iter().map(|(field, value)| ((*field).to_owned(), json!(value))).collect();
    let all = json!({ "rules": rules, "runs": runs });
    let mut bytes = serde_json::to_vec_pretty(&all).map_err(|error| EvalError::Data(error.to_string()))?;
    bytes.push(b'\n');
    Ok(bytes)
}
