//! Judgments in TREC format with fractional grades.

use super::form::{File, Form, Kind, Record, lines_of, words};

/// Returns true if the last word of a line has a point, which is the only check of judgments with TREC's columns.
pub(super) fn has_any(text: &str) -> bool {
    // Ids seldom have one either.
    text.contains('.')
        && text.lines().filter(|line| !line.starts_with('#')).any(|line| {
            let last = line.trim_ascii_end().rsplit(|c: char| c.is_ascii_whitespace()).next();
            last.is_some_and(|word| word.contains('.'))
        })
}

pub(super) fn recognised(_: Kind, file: File<'_>) -> Option<Form<'_>> {
    let mut has_fraction = false;
    let lines = || lines_of(file.text).filter(|(line, _)| !line.starts_with('#'));
    for (line, _) in lines() {
        let [_, _, _, grade] = words(line)?;
        if grade.contains('.') {
            grade.parse::<f64>().ok()?;
            has_fraction = true;
        }
    }
    if !has_fraction {
        return None;
    }
    Form::of_lines("TREC's four columns with fractions as grades", move |add| {
        for (line, number) in lines() {
            if let Some([topic, _, document, grade]) = words(line) {
                add(Record { line: number, topic, document, number: Some(grade), ..Record::default() })?;
            }
        }
        Ok(())
    })
}
