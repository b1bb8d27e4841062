//! The long table as columns, of which the crate of tables makes a parquet file; the rules stand in its
//! metadata.

use super::form::Form;
use super::{Content, EvalError, PresetRules, ScoreRows, Shown, Table, in_line};
use rejudge_frame::{Frame, Shared, Values};

pub struct Parquet;

impl Form for Parquet {
    fn name(&self) -> &'static str {
        "parquet"
    }

    fn about(&self) -> &'static str {
        "As tsv, in a parquet file (needs -o)"
    }

    fn ending(&self) -> Option<&'static str> {
        Some("parquet")
    }

    fn rows(&self, table: &ScoreRows<'_>, shown: Shown) -> Result<Content, EvalError> {
        let (mut runs, mut topics, mut measures, mut values) = (vec![], vec![], Shared::default(), vec![]);
        let names: Vec<u32> = table.measures.iter().map(|name| measures.number(name)).collect();
        for row in table.rows(shown) {
            runs.push(row.run.to_owned());
            topics.push(row.topic.to_owned());
            measures.push(names[row.measure]);
            values.push(Some(row.value));
        }
        let frame = Frame::default()
            .with("run", "name of the run", Values::Text(runs))
            .with("topic", "name of the topic; all: the summary over topics", Values::Text(topics))
            .with("measure", "name of the measure", Values::Shared(measures))
            .with("value", "the score; undefined ones are 0", Values::Number(values));
        Ok(Content::Columns { frame, about: in_line(&table.rules) })
    }

    fn table(&self, table: Table, _: &PresetRules) -> Result<Content, EvalError> {
        Ok(Content::Columns { frame: table.frame, about: table.about })
    }
}
