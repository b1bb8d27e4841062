//! Identifies the contents of a collection's files by hashes. [`content_hash`] is part of the keys of caches, and a
//! [`FileFingerprint`] checks that the files still have this hash. [`verify`] compares stored files with their
//! descriptor.

mod file_fingerprint;
mod file_hashes;
mod verify;

pub use file_fingerprint::{FileFingerprint, content_hash};
pub use file_hashes::{FileHashes, HASH_FOLDER};
pub use verify::{Finding, compared_counts, sum_of_files, verify, wrong_checksums};
