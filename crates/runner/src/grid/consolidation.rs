//! A scheme of label consolidation with the labels that it is shown on.

use std::fmt;
use std::path::PathBuf;

use crate::yaml::{Spanned, YamlError};

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
        let mut hasher = blake3::Hasher::new();
        for file in [Some(scheme), labels].into_iter().flatten() {
            let path = file.path();
            let bytes = std::fs::read(&path)
                .map_err(|e| file.error(format!("cannot read {}: {e}", path.display())))?;
            hasher.update(blake3::hash(&bytes).as_bytes());
        }
        let content = hasher.finalize().to_hex().to_string();
        Ok(Self { scheme: scheme.path(), labels: labels.map(Spanned::path), content })
    }
}

impl fmt::Debug for Consolidation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.content)
    }
}
