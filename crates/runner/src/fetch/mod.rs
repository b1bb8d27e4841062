//! Fetches published files, identified by their SHA-256: over HTTPS ([`Web`]), or from a local source, a
//! folder or a clone ([`LocalSource`]).
//!
//! A download is stored under its hash in a folder of downloads, either complete or as a `.part` that the
//! next attempt continues. The module does not depend on the contents of the files.

mod downloads;
mod error;
mod event;
mod item;
mod local_source;
mod retry_policy;
mod url;
mod web;

pub use downloads::Downloads;
pub use error::FetchError;
pub use event::Event;
pub use item::Item;
pub use local_source::LocalSource;
pub use retry_policy::RetryPolicy;
pub use web::Web;

/// The source of files.
#[derive(Debug)]
pub enum Place {
    /// The hosts that publish them, or a mirror of these.
    Web(Web),
    /// Folders and clones on this machine.
    LocalSource(LocalSource),
}
