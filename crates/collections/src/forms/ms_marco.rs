//! MS MARCO's runs of three columns: topic, passage, rank.

use super::form::{File, Form, Kind, Record, lines_of, words, wrong};
use super::objects::first_line;

pub(super) fn recognised(_: Kind, file: File<'_>) -> Option<Form<'_>> {
    // A run that begins with the best document: three columns of anything else are no run.
    if !matches!(words(first_line(file.text)), Some([_, _, "1"])) {
        return None;
    }
    Form::of_lines("MS MARCO's three columns: topic, passage, rank", move |add| {
        for (line, number) in lines_of(file.text) {
            let [topic, document, rank] = words(line).ok_or_else(|| {
                let found = line.split_ascii_whitespace().count();
                wrong(number, format!("{found} columns, expected 3 (topic, passage, rank)"))
            })?;
            if !rank.parse::<u32>().is_ok_and(|rank| rank > 0) {
                return Err(wrong(number, format!("rank `{}` is no rank from 1", rank.escape_debug())));
            }
            add(Record { line: number, topic, document, rank: Some(rank), ..Record::default() })?;
        }
        Ok(())
    })
}
