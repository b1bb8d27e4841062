//! One object: the rules in force, and for each run its summary and, if asked for, its topics.

use serde_json::{Map, Value, json};

use super::{EvalError, Written, names};

pub fn write(written: Written<'_>) -> Result<Vec<u8>, EvalError> {
    let scores = written.scores;
    let names = names(scores);
    let object = |value: &dyn Fn(usize) -> f64| -> Value {
        Value::Object(names.iter().enumerate().map(|(at, name)| (name.clone(), json!(value(at)))).collect())
    };
    let runs: Vec<Value> = (0..scores.runs.len())
        .map(|run| {
            let mut entry = Map::new();
            entry.insert("run".to_owned(), json!(scores.runs[run]));
            entry.insert("topics-counted".to_owned(), json!(scores.counted(run).len()));
            entry.insert("all".to_owned(), object(&|metric| scores.summary(run, metric)));
            if written.per_topic {
                let topic = |&at: &usize| {
                    (scores.topics[at].clone(), object(&|metric| scores.value(run, at, metric)))
                };
                entry.insert(
                    "topics".to_owned(),
                    Value::Object(scores.counted(run).iter().map(topic).collect()),
                );
            }
            Value::Object(entry)
        })
        .collect();
    let rules: Map<String, Value> =
        written.rules.fields().into_iter().map(|(field, value)| (field.to_owned(), json!(value))).collect();
    let all = json!({ "rules": rules, "runs": runs });
    let mut bytes = serde_json::to_vec_pretty(&all).map_err(|error| EvalError::Data(error.to_string()))?;
    bytes.push(b'\n');
    Ok(bytes)
}
