//! Errors of downloads.

use std::io;
use std::path::PathBuf;

/// The reason why a file is missing.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    /// The host does not give it.
    #[error("{url}: the host answers {status}{}", meaning(*.status))]
    Status {
        /// The requested address.
        url: String,
        /// The status of the answer.
        status: u16,
    },
    /// The way to the host, or the host, broke off.
    #[error("{url}: {reason}")]
    Way {
        /// The requested address.
        url: String,
        /// The reason.
        reason: String,
    },
    /// The host sends us to another, which the description does not name.
    #[error("{url}: leads to {host}, which the description does not name")]
    OtherHost {
        /// The requested address.
        url: String,
        /// The host that it leads to.
        host: String,
    },
    /// The address is not one that files are fetched from.
    #[error("`{url}`: expected an address that begins with https:// (http:// on this machine only)")]
    Address {
        /// The address.
        url: String,
    },
    /// The download is longer or shorter than the file.
    #[error("{from}: has {found} bytes, expected {expected}")]
    Length {
        /// The source.
        from: String,
        /// Its length, or how much had come when it was too long.
        found: u64,
        /// The expected length.
        expected: u64,
    },
    /// The downloaded bytes are not the file.
    #[error("{from}: the sha256 of its content is {found}, expected {expected}")]
    Content {
        /// The source.
        from: String,
        /// Its hash.
        found: String,
        /// The expected hash.
        expected: String,
    },
    /// A folder that has neither a clone nor a mirror of a repository.
    #[error(
        "{} has no clone of {repository} with commit {commit} and no folder {repository}/{commit}{also}",
        folder.display()
    )]
    NotNear {
        /// The folder.
        folder: PathBuf,
        /// `owner/name`.
        repository: String,
        /// The commit.
        commit: String,
        /// Messages about existing clones.
        also: String,
    },
    /// The program `git` is missing.
    #[error("cannot run `git`, which reads clones: {0}")]
    NoGit(#[source] io::Error),
    /// `git` does not give the file.
    #[error("{from}: git says: {said}")]
    Git {
        /// The file and its clone.
        from: String,
        /// The message of git.
        said: String,
    },
    /// A file here cannot be read or written.
    #[error("{}: {cause}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        cause: io::Error,
    },
    /// Another file could not be had, so that this one is of no use.
    #[error("stopped, since another file could not be had")]
    Stopped,
}

/// Returns a short explanation of a status that users may meet.
fn meaning(status: u16) -> &'static str {
    match status {
        404 | 410 => " (it is not there)",
        401 | 403 => " (it is not given to us)",
        429 => " (too many requests)",
        500.. => " (trouble of the host's)",
        _ => "",
    }
}
