//! The bundled files of a program, registered once when it starts.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

use crate::shipped::shelf::{Shelf, key};

/// Path, with `/` between its parts -> content.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The bundled files of a program.
#[derive(Clone, Copy, Debug)]
pub struct Brought {
    /// The folders whose entries the working folder may override: `experiments`.
    pub shelves: &'static [&'static str],
    /// The files. Asked for when the first of them is.
    pub files: fn() -> Files,
}

static BROUGHT: OnceLock<Brought> = OnceLock::new();
static SHELF: OnceLock<Shelf> = OnceLock::new();

/// Registers the files of `brought`. Only the first call counts, because a process has one set of bundled files.
pub fn bring(brought: Brought) {
    let _ = BROUGHT.set(brought);
}

/// Returns the bundled files if `path` may be one of them or a folder above them; for other paths nothing is
/// unpacked.
pub(crate) fn shelf_of(path: &Path) -> Option<&'static Shelf> {
    let brought = BROUGHT.get()?;
    let key = key(path)?;
    brought.shelves.iter().find(|shelf| key.starts_with(**shelf) || shelf.starts_with(&key))?;
    Some(SHELF.get_or_init(|| Shelf { shelves: brought.shelves, files: (brought.files)() }))
}
