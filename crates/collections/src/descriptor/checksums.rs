//! Checksums of files.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use rejudge_twins::ConstantError;

/// A SHA-256: 64 digits of 0-9a-f. That of a compressed file is of the text in it; that of several runs, of the
/// lines that `sha256sum` prints for their names and texts, sorted by name.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(extend("pattern" = "^[0-9a-f]{64}$"))]
pub struct Sum(pub String);

/// The checksum of each file, by the key that names the file.
pub type Sums = BTreeMap<String, Sum>;

impl TryFrom<String> for Sum {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let is_digit = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
        match text.len() == 64 && text.chars().all(is_digit) {
            true => Ok(Self(text)),
            false => Err(format!("`{text}` is not 64 digits of 0-9a-f")),
        }
    }
}

/// Checks that the checksums at `field` name every file in `required`, and only `known` ones.
pub(crate) fn check_sums(
    field: &str,
    sums: Option<&Sums>,
    known: &[&str],
    required: &[&str],
) -> Vec<ConstantError> {
    let Some(sums) = sums else { return Vec::new() };
    let unknown = sums.keys().filter(|name| !known.contains(&name.as_str()));
    let unknown = unknown.map(|name| ConstantError::new(format!("{field}.{name}"), "there is no such file"));
    let missing = required.iter().filter(|name| !sums.contains_key(**name));
    let missing = missing.map(|name| ConstantError::new(field, format!("does not name `{name}`")));
    unknown.chain(missing).collect()
}
