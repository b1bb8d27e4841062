//! `run<TAB>topic<TAB>measure<TAB>value`, the value as the shortest text that reads back.

use std::fmt::Write;

use super::form::{Form, failed};
use super::{Content, EvalError, PresetRules, ScoreRows, Shown, Table};

pub struct Tsv;

impl Form for Tsv {
    fn name(&self) -> &'static str {
        "tsv"
    }

    fn about(&self) -> &'static str {
        "run, topic, measure, value; topic `all` is the summary; full precision"
    }

    fn ending(&self) -> Option<&'static str> {
        Some("tsv")
    }

    fn rows(&self, table: &ScoreRows<'_>, shown: Shown) -> Result<Content, EvalError> {
        let mut text = String::new();
        for row in table.rows(shown) {
            let measure = &table.measures[row.measure];
            let _ = writeln!(text, "{}\t{}\t{measure}\t{}", row.run, row.topic, row.value);
        }
        Ok(Content::Text(text.into_bytes()))
    }

    fn table(&self, table: Table, _: &PresetRules) -> Result<Content, EvalError> {
        table.separated(b'\t').map(Content::Text).map_err(failed)
    }
}
