//! `run<TAB>topic<TAB>measure<TAB>value`, the value as the shortest text that reads back.

use std::fmt::Write;

use super::ScoreRows;

pub fn write(table: &ScoreRows<'_>, per_topic: bool) -> Vec<u8> {
    let mut text = String::new();
    for row in table.rows(per_topic) {
        let _ = writeln!(text, "{}\t{}\t{}\t{}", row.run, row.topic, table.measures[row.measure], row.value);
    }
    text.into_bytes()
}
