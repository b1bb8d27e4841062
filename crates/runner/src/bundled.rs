//! Files bundled with the program, so that it works alone: the experiments with their expected and accepted values, the
//! descriptions of collections, label schemes and measure sets. `build.rs` packs them.

use std::alloc::{Layout, handle_alloc_error};

use rejudge_collections::bundled::{Bundled, Files};

static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/bundled.zst"));

/// The folders whose entries a working folder may have itself.
const FOLDERS: &[&str] =
    &["experiments", "configs/collections", "configs/labels", "configs/measures", "configs"];

/// The bundled files.
pub const BUNDLED: Bundled = Bundled { folders: FOLDERS, files: unpacked };

/// Unpacks the files. The build packed them, and a test unpacks them: only memory can be missing here, and then a panic
/// would need more of it.
fn unpacked() -> Files {
    let plain = zstd::decode_all(PACKED).map_err(drop);
    let files = plain.and_then(|plain| postcard::from_bytes(&plain).map_err(drop));
    files.unwrap_or_else(|()| handle_alloc_error(Layout::for_value(PACKED)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_that_of_the_checkout() {
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
    fn it_is_small() {
        // Half of it are accepted values. A release packs it to four fifths of this.
        assert!(PACKED.len() < 13 << 17, "{} bytes", PACKED.len());
    }
}
