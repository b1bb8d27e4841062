//! The files that are bundled with the program, so that it works without a checkout: experiments with their expected and
//! accepted values, descriptions of collections, label schemes and measure sets. `build.rs` packs them.

use std::alloc::{Layout, handle_alloc_error};

use rejudge_collections::bundled::{Bundled, BundledTexts, overriding_entries};
use rejudge_names::plural::few;

static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/bundled.zst"));

/// The folders with bundled entries. The working folder may have folders with these paths. An entry in them
/// hides the bundled entry of the same name.
const FOLDERS: &[&str] =
    &["experiments", "configs/collections", "configs/labels", "configs/measures", "configs"];

/// The bundled files.
pub const BUNDLED: Bundled = Bundled { folders: FOLDERS, files: unpacked };

/// The largest number of entries that a remark names.
const MAX_NAMED_FILES: usize = 3;

/// Returns a remark on entries of the working folder, such as `experiments/sakai-ncu`, that were used instead
/// of bundled ones and differ from them. Returns `None` if there are none.
pub fn overriding_files() -> Option<String> {
    let names: Vec<String> = overriding_entries().iter().map(|entry| entry.display().to_string()).collect();
    let names = (!names.is_empty()).then(|| few(&names, MAX_NAMED_FILES, ", "))?;
    Some(format!("{names}: read from this folder instead of the built-in version, which differs"))
}

/// Unpacks the files. A test shows that they can be unpacked, so this only fails if memory runs out. We do not panic then,
/// because a panic needs memory.
fn unpacked() -> BundledTexts {
    let plain = zstd::decode_all(PACKED).map_err(drop);
    let files = plain.and_then(|plain| postcard::from_bytes(&plain).map_err(drop));
    files.unwrap_or_else(|()| handle_alloc_error(Layout::for_value(PACKED)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bundled_files_equal_the_files_of_the_checkout() {
        let files = unpacked();
        assert!(files.contains_key("experiments/sakai-ncu/expected.yaml"));
        assert!(files.contains_key("configs/collections/graded/qrels.txt"));
        let checkout = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for (name, text) in &files {
            assert_eq!(std::fs::read_to_string(checkout.join(name)).expect(name), *text, "{name}");
            assert!(FOLDERS.iter().any(|folder| name.starts_with(&format!("{folder}/"))), "{name}");
        }
    }

    #[test]
    fn bundled_files_are_small() {
        // Accepted values take most of this size. The file of a release is a fifth smaller, because a release
        // is compressed more.
        assert!(PACKED.len() < 13 << 17, "{} bytes", PACKED.len());
    }
}
