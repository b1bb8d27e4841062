//! The long table with a header; names that hold commas are quoted.

use super::{EvalError, Written, names, rows};

pub fn write(written: Written<'_>) -> Result<Vec<u8>, EvalError> {
    let names = names(written.scores);
    let mut writer = csv::Writer::from_writer(Vec::new());
    let failed = |error: csv::Error| EvalError::Data(error.to_string());
    writer.write_record(["run", "topic", "measure", "value"]).map_err(failed)?;
    for row in rows(written) {
        let value = row.value.to_string();
        writer.write_record([row.run, row.topic, &names[row.metric], &value]).map_err(failed)?;
    }
    writer.into_inner().map_err(|error| EvalError::Data(error.to_string()))
}
