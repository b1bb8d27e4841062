//! A paper's values, from expected.yaml.

use std::path::PathBuf;

use rejudge_experiment::printed::Expected;
use rejudge_experiment::spec::yaml::Source;

use super::place;

/// Reads the bytes as expected.yaml.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let source = Source { name: "expected.yaml".to_owned(), folder: PathBuf::new(), text: text.to_owned() };
    let expected = match Expected::parse(source) {
        Ok(expected) => expected,
        Err(error) => return place::check_yaml_error(&error),
    };
    for cell in expected.cells.iter().chain(&expected.blanks) {
        assert_eq!(expected.text_at(&cell.address), Some(cell.text.as_str()));
        // The text of a cell must be on the line that the cell points to.
        let line = cell.at.source.text.split('\n').nth(cell.at.line - 1).unwrap_or_default();
        assert!(line.contains(&cell.text), "{} is not in `{line}`", cell.text);
    }
    expected.stale_errata().iter().for_each(|failure| assert!(!failure.message.is_empty()));
}
