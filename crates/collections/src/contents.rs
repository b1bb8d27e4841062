//! What the files of a collection hold, known by hashes: [`content_hash`] is what caches go by, a [`Witness`]
//! that it still is. [`verify`] tells how stored files differ from what their descriptor says.

mod content;
mod file_hashes;
mod verify;
mod witness;

pub use content::content_hash;
pub use file_hashes::FileHashes;
pub use verify::{Finding, verify, wrong_checksums};
pub use witness::Witness;
