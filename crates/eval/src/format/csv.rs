//! The long table with a header; names that hold commas are quoted.

use super::form::{Form, failed};
use super::{Content, EvalError, PresetRules, ScoreRows, Shown, Table};

pub struct Csv;

impl Form for Csv {
    fn name(&self) -> &'static str {
        "csv"
    }

    fn about(&self) -> &'static str {
        "As tsv, with a header and quotes"
    }

    fn ending(&self) -> Option<&'static str> {
        Some("csv")
    }

    fn rows(&self, table: &ScoreRows<'_>, shown: Shown) -> Result<Content, EvalError> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(["run", "topic", "measure", "value"]).map_err(failed)?;
        for row in table.rows(shown) {
            let value = row.value.to_string();
            writer
                .write_record([row.run, row.topic, &table.measures[row.measure], &value])
                .map_err(failed)?;
        }
        writer.into_inner().map(Content::Text).map_err(failed)
    }

    fn table(&self, table: Table, _: &PresetRules) -> Result<Content, EvalError> {
        table.separated(b',').map(Content::Text).map_err(failed)
    }
}
