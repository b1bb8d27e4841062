//! What a program brings along, said once when it starts.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

use crate::shelf::{Shelf, key};

/// Path, with `/` between its parts -> content.
pub type Files = BTreeMap<String, Vec<u8>>;

/// What a program brings along.
#[derive(Clone, Copy, Debug)]
pub struct Brought {
    /// The folders whose entries are what the working folder may have itself: `experiments`.
    pub shelves: &'static [&'static str],
    /// The files. Asked for when the first of them is.
    pub files: fn() -> Files,
}

static BROUGHT: OnceLock<Brought> = OnceLock::new();
static SHELF: OnceLock<Shelf> = OnceLock::new();

/// Has the files of `brought` found from now on. Only the first call counts: a program is one program.
pub fn bring(brought: Brought) {
    let _ = BROUGHT.set(brought);
}

/// The files that were brought along, where `path` may be one of them or a folder above them: for others
/// nothing is unpacked.
pub(crate) fn shelf_of(path: &Path) -> Option<&'static Shelf> {
    let brought = BROUGHT.get()?;
    let key = key(path)?;
    brought.shelves.iter().find(|shelf| key.starts_with(**shelf) || shelf.starts_with(&key))?;
    Some(SHELF.get_or_init(|| Shelf { shelves: brought.shelves, files: (brought.files)() }))
}
