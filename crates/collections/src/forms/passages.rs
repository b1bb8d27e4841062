//! MS MARCO's runs of three columns: topic, passage, rank.

use super::fault::Fault;
use super::form::{Form, Kind};
use super::objects::first_line;
use super::trec_lines::{Record, TrecLines};

pub(super) struct Passages;

fn three(line: &str) -> Option<[&str; 3]> {
    let mut cells = line.split_ascii_whitespace();
    let three = [cells.next()?, cells.next()?, cells.next()?];
    cells.next().is_none().then_some(three)
}

impl Form for Passages {
    fn recognised(&self, kind: Kind, text: &str) -> Option<String> {
        // A run that begins with the best document: three columns of anything else are no run.
        let [_, _, rank] = three(first_line(text))?;
        (kind == Kind::Run && rank == "1")
            .then(|| "MS MARCO's three columns: topic, passage, rank".to_owned())
    }

    fn read(&self, text: &str, lines: &mut TrecLines<'_>) -> Result<(), Fault> {
        for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
            let [topic, document, rank] = three(line).ok_or_else(|| {
                let found = line.split_ascii_whitespace().count();
                Fault::at(number, format!("{found} columns, expected 3 (topic, passage, rank)"))
            })?;
            if !rank.parse::<u32>().is_ok_and(|rank| rank > 0) {
                return Err(Fault::at(number, format!("rank `{}` is no rank from 1", rank.escape_debug())));
            }
            lines.add(Record { line: number, topic, document, rank: Some(rank), ..Record::default() })?;
        }
        Ok(())
    }
}
