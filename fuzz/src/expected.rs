//! Expected values: the printed tables of a paper, and what their cells say of each other.

use std::path::PathBuf;

use rejudge_printed::{Expected, PrintedCheck};
use rejudge_spec::yaml::Source;

use super::place;

/// A file of expected values.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let source = Source { name: "expected.yaml".to_owned(), folder: PathBuf::new(), text: text.to_owned() };
    let expected = match Expected::parse(source) {
        Ok(expected) => expected,
        Err(error) => return place::of_yaml(&error),
    };
    for cell in expected.cells.iter().chain(&expected.blanks).chain(&expected.quoted) {
        let found = expected.cell(&cell.address).expect("a cell has its address");
        assert_eq!((&found.text, found.at.line), (&cell.text, cell.at.line));
        // What was printed stands where the cell says it does. For YAML a lone carriage return ends a line
        // too.
        let line = found.at.source.text.split('\n').nth(found.at.line - 1).unwrap_or_default();
        assert!(line.contains(&cell.text), "{} is not in `{line}`", cell.text);
    }
    match PrintedCheck::of(&expected) {
        Ok(check) => check.failures().iter().for_each(|failure| assert!(!failure.message.is_empty())),
        Err(error) => place::of_yaml(&error),
    }
}
