//! The bundled files of a program, registered once when it starts.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

use crate::bundled::overridable::{BundledFiles, key};

/// Path, with `/` between its parts -> content. Text, because a string is deserialised at once and
/// `Vec<u8>` byte by byte.
pub type Files = BTreeMap<String, String>;

/// The bundled files of a program.
#[derive(Clone, Copy, Debug)]
pub struct Bundled {
    /// The folders whose entries the working folder may override: `experiments`.
    pub folders: &'static [&'static str],
    /// The files. Asked for when the first of them is.
    pub files: fn() -> Files,
}

static BUNDLED: OnceLock<Bundled> = OnceLock::new();
static BUNDLED_FILES: OnceLock<BundledFiles> = OnceLock::new();

/// Registers the files of `bundled`. Only the first call counts, because a process has one set of bundled files.
pub fn bring(bundled: Bundled) {
    let _ = BUNDLED.set(bundled);
}

/// Returns the bundled files if `path` may be one of them or a folder above them; for other paths nothing is
/// unpacked.
pub(crate) fn files_for(path: &Path) -> Option<&'static BundledFiles> {
    let bundled = BUNDLED.get()?;
    let key = key(path)?;
    bundled.folders.iter().find(|bundled| key.starts_with(**bundled) || bundled.starts_with(&key))?;
    Some(BUNDLED_FILES.get_or_init(|| BundledFiles { folders: bundled.folders, files: (bundled.files)() }))
}
