//! The long table as columns, of which the crate of tables makes a parquet file; the rules stand in its
//! metadata.

use super::{Content, ScoreRows, in_line};
use rejudge_frame::{Frame, Shared, Values};

pub fn write(table: &ScoreRows<'_>, per_topic: bool) -> Content {
    let (mut runs, mut topics, mut measures, mut values) = (vec![], vec![], Shared::default(), vec![]);
    let names: Vec<u32> = table.measures.iter().map(|name| measures.number(name)).collect();
    for row in table.rows(per_topic) {
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
    Content::Columns { frame, about: in_line(&table.rules) }
}
