//! `run<TAB>topic<TAB>measure<TAB>value`, the value as the shortest text that reads back.

use std::fmt::Write;

use super::{Written, names, rows};

pub fn write(written: Written<'_>) -> Vec<u8> {
    let names = names(written.scores);
    let mut text = String::new();
    for row in rows(written) {
        let _ = writeln!(text, "{}\t{}\t{}\t{}", row.run, row.topic, names[row.metric], row.value);
    }
    text.into_bytes()
}
