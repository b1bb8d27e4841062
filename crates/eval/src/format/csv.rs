//! The long table with a header; names that hold commas are quoted.

use super::{EvalError, ScoreRows};

pub fn write(table: &ScoreRows<'_>, per_topic: bool) -> Result<Vec<u8>, EvalError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let failed = |error: csv::Error| EvalError::Data(error.to_string());
    writer.write_record(["run", "topic", "measure", "value"]).map_err(failed)?;
    for row in table.rows(per_topic) {
        let value = row.value.to_string();
        writer.write_record([row.run, row.topic, &table.measures[row.measure], &value]).map_err(failed)?;
    }
    writer.into_inner().map_err(|error| EvalError::Data(error.to_string()))
}
