//! A scheme of label consolidation with the labels that it is shown on.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use rejudge_spec::yaml::{Spanned, YamlError};
use rejudge_store::ordinary_file;

/// What is consolidated, and how. Known by what the files say, not by where they lie.
#[derive(Clone, PartialEq, Eq)]
pub struct Consolidation {
    /// File of the scheme.
    pub scheme: PathBuf,
    /// File of the labels, where there are any.
    pub labels: Option<PathBuf>,
    /// Hash of both.
    pub content: String,
}

impl Consolidation {
    /// Finds the files; one that cannot be read is an error where it is named.
    pub(super) fn new(scheme: &Spanned<String>, labels: Option<&Spanned<String>>) -> Result<Self, YamlError> {
        let (path, of_labels) = (scheme.path(), labels.map(Spanned::path));
        let content = content(&path, of_labels.as_deref()).map_err(|(other, error)| {
            let file = if other == path { scheme } else { labels.unwrap_or(scheme) };
            file.error(format!("cannot read {}: {error}", other.display()))
        })?;
        Ok(Self { scheme: path, labels: of_labels, content })
    }

    /// Whether the files still say what they said: numbers are kept under what they said.
    pub fn is_unchanged(&self) -> bool {
        content(&self.scheme, self.labels.as_deref()).is_ok_and(|content| content == self.content)
    }
}

/// Hash of both files, or which of them cannot be read.
fn content(scheme: &Path, labels: Option<&Path>) -> Result<String, (PathBuf, io::Error)> {
    let mut hasher = blake3::Hasher::new();
    for path in [Some(scheme), labels].into_iter().flatten() {
        let bytes = ordinary_file::read(path).map_err(|error| (path.to_owned(), error))?;
        hasher.update(blake3::hash(&bytes).as_bytes());
    }
    Ok(hasher.finalize().to_hex().to_string())
}

impl fmt::Debug for Consolidation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.content)
    }
}
