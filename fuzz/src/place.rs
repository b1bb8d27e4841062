//! Checks of errors: an error must name the right file and an existing line and column, and its message must be
//! printable.

use std::path::Path;

use rejudge_collections::{LoadError, Located};
use rejudge_experiment::spec::yaml::YamlError;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Checks an error in a file of lines.
pub fn of_line(error: &Located, path: &Path, bytes: &[u8]) {
    printable(&error.to_string());
    printable(&error.render(false).replace('\n', ""));
    assert_eq!(Path::new(&error.name), path, "another file");
    let text = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let line = text.split(|&byte| byte == b'\n').nth(error.line - 1);
    let line = line.unwrap_or_else(|| panic!("no such line: {error}"));
    let columns = String::from_utf8_lossy(line).chars().count();
    assert!((1..=columns + 1).contains(&error.column), "no such column: {error}");
    let is_utf8 = std::str::from_utf8(bytes).is_ok();
    let is_refused = error.message.contains("is not UTF-8") || error.message.contains("parquet file");
    assert!(is_utf8 || is_refused, "read although it is not UTF-8: {error}");
}

/// Checks an error of loading a file.
pub fn of_load(error: &LoadError, path: &Path, bytes: &[u8]) {
    match error {
        LoadError::Format(error) => of_line(error, path, bytes),
        error => printable(&error.to_string()),
    }
}

/// Checks an error in a YAML file.
pub fn of_yaml(error: &YamlError) {
    assert!(!error.message.is_empty());
    printable(&error.to_string());
    let shown = error.located().map_or_else(|| error.to_string(), |error| error.render(false));
    printable(&shown.replace('\n', ""));
    let Some(at) = &error.at else { return };
    assert!(shown.starts_with("error: "), "{shown}");
    let lines: Vec<&str> = at.source.text.split('\n').collect();
    // The YAML parser may report an error one line after the last.
    assert!((1..=lines.len() + 1).contains(&at.line), "no such line: {error}");
    if let Some(line) = lines.get(at.line - 1) {
        assert!((1..=line.chars().count() + 1).contains(&at.column), "no such column: {error}");
    }
}

/// Checks that a message contains no control characters, so that any terminal can show it.
pub fn printable(message: &str) {
    assert!(!message.contains(char::is_control), "{message:?}");
}
