//! `expected.lock`: a fingerprint of every transcribed line.
//!
//! Two hundred of the printed cells are bound by no relation, and a relation may survive a changed digit in
//! those that are. The lock notices any change: a line a printed row, with the first 64 bits of the
//! BLAKE3 of its table, labels and cells. Blanks around a field do not count. It is written once the
//! transcription has been proof-read, and never together with it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::Context as _;

use super::cell::{PrintedRow, Role};
use super::expected::Expected;
use super::official::Official;
use rejudge_shipped::in_place;
use rejudge_spec::yaml::Position;
use rejudge_store::atomic::write_whole;
use rejudge_store::ordinary_file;

/// A line that is not the proof-read one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its place in expected.yaml; none for a line that is gone.
    pub at: Option<Position>,
    /// What differs.
    pub message: String,
}

/// Compares the transcription with the lock file at `path`.
pub fn verify(expected: &Expected, path: &Path) -> anyhow::Result<Vec<Difference>> {
    let read = || match in_place(path) {
        Some(brought) => Ok(String::from_utf8_lossy(brought).into_owned()),
        None => ordinary_file::read_to_string(path),
    };
    let text = read().with_context(|| format!("cannot read {}", path.display()))?;
    Ok(compare(expected, &text))
}

/// Writes the lock file; what it then guards is the transcription as it stands.
pub fn write(expected: &Expected, path: &Path) -> anyhow::Result<()> {
    write_whole(path, render(expected).as_bytes())
}

/// The text of the lock file.
pub fn render(expected: &Expected) -> String {
    let mut text = String::from(
        "# One line a printed row: fingerprint, table, row. Written by `rejudge accept --transcription` after\n\
         # expected.yaml has been proof-read against the paper.\n",
    );
    for row in &expected.rows {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{} {}", fingerprint(row), key(row));
    }
    text
}

/// Compares the transcription with the text of a lock file.
pub fn compare(expected: &Expected, lock: &str) -> Vec<Difference> {
    let mut differences = Vec::new();
    let mut locked: BTreeMap<&str, &str> = BTreeMap::new();
    for (i, line) in lock.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.is_empty()) {
        let entry = line.split_once(' ');
        let is_new = entry.is_some_and(|(fingerprint, key)| locked.insert(key, fingerprint).is_none());
        if !is_new {
            let message =
                format!("line {} of the lock file is not a fingerprint and a new row: `{line}`", i + 1);
            differences.push(Difference { at: None, message });
        }
    }
    for row in &expected.rows {
        let (key, line) = (key(row), row.at.line);
        let message = match locked.remove(key.as_str()) {
            Some(fingerprint_then) if fingerprint_then == fingerprint(row) => continue,
            Some(_) => format!("line {line} differs from the proof-read transcription: {key}"),
            None => format!("line {line} is not in the proof-read transcription: {key}"),
        };
        differences.push(Difference { at: Some(row.at.clone()), message });
    }
    // Of files that are not here nothing is known.
    let absent: Vec<String> = expected.official.iter().filter(|of| !of.is_here).map(Official::key).collect();
    locked.retain(|key, _| !absent.iter().any(|of| key.starts_with(of)));
    for key in locked.into_keys() {
        let message = format!("the proof-read transcription has a row that is gone: {key}");
        differences.push(Difference { at: None, message });
    }
    differences
}

/// `table-6/trec03 | full | power`.
fn key(row: &PrintedRow) -> String {
    let mut key = row.table.clone();
    if let Some(panel) = &row.panel {
        key = format!("{key}/{panel}");
    }
    let label = match row.role {
        Role::Columns => "(columns)".to_owned(),
        Role::Heading => format!("(heading) {}", row.fields[0]),
        Role::Cells => row.label.clone(),
    };
    let quantity = row.quantity.as_ref().map_or_else(String::new, |quantity| format!(" | {quantity}"));
    format!("{key} | {label}{quantity}")
}

fn fingerprint(row: &PrintedRow) -> String {
    // A separator that no field contains, so that no two rows run into the same text.
    let text = format!("{}\u{1f}{}", key(row), row.fields.join("\u{1f}"));
    blake3::hash(text.as_bytes()).to_hex()[..16].to_owned()
}
