//! Judgments in TREC format with fractional grades.

use super::form::{File, Form, Kind, Record};

/// Returns true if the last word of a line has a point, which is the only check of judgments with TREC's columns.
pub(super) fn has_any(text: &str) -> bool {
    // Ids seldom have one either.
    text.contains('.')
        && text.lines().filter(|line| !line.starts_with('#')).any(|line| {
            let last = line.trim_ascii_end().rsplit(|c: char| c.is_ascii_whitespace()).next();
            last.is_some_and(|word| word.contains('.'))
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

pub(super) fn recognised(_: Kind, file: File<'_>) -> Option<Form<'_>> {
    let mut has_fraction = false;
    for (line, _) in lines_of(file.text) {
        let [_, _, _, grade] = four(line)?;
        if grade.contains('.') {
            grade.parse::<f64>().ok()?;
            has_fraction = true;
        }
    }
    if !has_fraction {
        return None;
    }
    Form::of_lines("TREC's four columns with fractions as grades", move |add| {
        for (line, number) in lines_of(file.text) {
            if let Some([topic, _, document, grade]) = four(line) {
                add(Record { line: number, topic, document, number: Some(grade), ..Record::default() })?;
            }
        }
        Ok(())
    })
}
