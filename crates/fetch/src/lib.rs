//! Files that somebody publishes, known by their SHA-256: over HTTPS ([`Web`]), or from what is near, a
//! folder or a clone ([`Near`]).
//!
//! What comes is kept under its hash in a folder of downloads, and is there whole or as a `.part` that the
//! next attempt goes on with. What files are about, nobody here knows.

mod downloads;
mod error;
mod event;
mod item;
mod near;
mod patience;
mod url;
mod web;

pub use downloads::Downloads;
pub use error::FetchError;
pub use event::Event;
pub use item::Item;
pub use near::Near;
pub use patience::Patience;
pub use web::Web;

/// Where files are taken from.
#[derive(Debug)]
pub enum Place {
    /// The hosts that publish them, or a mirror of these.
    Web(Web),
    /// Folders and clones on this machine.
    Near(Near),
}
