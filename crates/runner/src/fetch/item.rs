//! A published file.

/// A file of a repository at a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// `owner/name`.
    pub repository: String,
    /// The commit, in full.
    pub commit: String,
    /// The file's path in the repository.
    pub path: String,
    /// The address at which the files of that commit are published; ends in `/`.
    pub url: String,
    /// SHA-256 of its bytes, in hexadecimal, lower case.
    pub sha256: String,
    /// The size in bytes.
    pub bytes: u64,
}

impl std::fmt::Display for Item {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.repository, self.path)
    }
}
