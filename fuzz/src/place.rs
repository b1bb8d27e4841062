//! Checks of errors: an error must name the right file and an existing line and column, and its message must be
//! printable.

use std::path::Path;

use rejudge_collections::{LoadError, Located};
use rejudge_experiment::spec::yaml::YamlError;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Checks an error in a file of lines.
pub fn check_located(error: &Located, path: &Path, bytes: &[u8]) {
    check_printable(&error.to_string());
    check_printable(&error.render(false).replace('\n', ""));
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
pub fn check_load_error(error: &LoadError, path: &Path, bytes: &[u8]) {
    match error {
        LoadError::Format(error) => check_located(error, path, bytes),
        error => check_printable(&error.to_string()),
    }
}

/// Checks an error in a YAML file.
pub fn check_yaml_error(error: &YamlError) {
    assert!(!error.message.is_empty());
    check_printable(&error.to_string());
    let rendered = error.located().map_or_else(|| error.to_string(), |error| error.render(false));
    check_printable(&rendered.replace('\n', ""));
    let Some(at) = &error.at else { return };
    assert!(rendered.starts_with("error: "), "{rendered}");
    let lines: Vec<&str> = at.source.text.split('\n').collect();
    // The YAML parser may report an error one line after the last.
    assert!((1..=lines.len() + 1).contains(&at.line), "no such line: {error}");
    if let Some(line) = lines.get(at.line - 1) {
        assert!((1..=line.chars().count() + 1).contains(&at.column), "no such column: {error}");
    }
}

/// Checks that a message contains no control characters, so that any terminal can show it.
pub fn check_printable(message: &str) {
    assert!(!message.contains(char::is_control), "{message:?}");
}
