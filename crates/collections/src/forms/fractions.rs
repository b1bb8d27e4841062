//! Judgments in TREC format with fractional grades.

use super::fault::Fault;
use super::form::{Form, Kind};
use super::trec_lines::{Record, TrecLines};

pub(super) struct Fractions;

/// Returns true if the last word of a line has a point, which is the only check of judgments with TREC's columns.
pub(super) fn has_any(bytes: &[u8]) -> bool {
    // Ids seldom have one either.
    bytes.contains(&b'.')
        && bytes.split(|byte| *byte == b'\n').filter(|line| !line.starts_with(b"#")).any(|line| {
            let from_the_end = line.trim_ascii_end().iter().rev();
            from_the_end.take_while(|byte| !byte.is_ascii_whitespace()).any(|byte| *byte == b'.')
        })
}

fn four(line: &str) -> Option<[&str; 4]> {
    let mut cells = line.split_ascii_whitespace();
    let four = [cells.next()?, cells.next()?, cells.next()?, cells.next()?];
    cells.next().is_none().then_some(four)
}

/// Lines that hold something.
fn lines_of(text: &str) -> impl Iterator<Item = (&str, usize)> {
    text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty() && !line.starts_with('#'))
}

impl Form for Fractions {
    fn recognised(&self, kind: Kind, text: &str) -> Option<String> {
        if kind == Kind::Run {
            return None;
        }
        let mut has_fraction = false;
        for (line, _) in lines_of(text) {
            let [_, _, _, grade] = four(line)?;
            if grade.contains('.') {
                grade.parse::<f64>().ok()?;
                has_fraction = true;
            }
        }
        has_fraction.then(|| "TREC's four columns with fractions as grades".to_owned())
    }

    fn read(&self, text: &str, lines: &mut TrecLines<'_>) -> Result<(), Fault> {
        for (line, number) in lines_of(text) {
            if let Some([topic, _, document, grade]) = four(line) {
                lines.add(Record {
                    line: number,
                    topic,
                    document,
                    number: Some(grade),
                    ..Record::default()
                })?;
            }
        }
        Ok(())
    }
}
