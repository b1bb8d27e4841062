//! Checksums of files.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::origin::is_hexadecimal;

/// A SHA-256: 64 digits of 0-9a-f. For a file of the collection, it is the checksum of the decompressed
/// contents; for a published file in `origin`, it is the checksum of the bytes as published. For `runs` and
/// `later-runs`, it is the checksum of the output of `sha256sum` for the decompressed run files: the files
/// are named without `.gz`, `.bz2`, `.xz` and `.zst`, and the lines are sorted by name.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(extend("pattern" = "^[0-9a-f]{64}$"))]
pub struct Sum(pub String);

/// The checksum of each file, by the key that names the file.
pub type Sums = BTreeMap<String, Sum>;

impl TryFrom<String> for Sum {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if is_hexadecimal(&text, 64) {
            Ok(Self(text))
        } else {
            Err(format!("`{text}` is not 64 digits of 0-9a-f"))
        }
    }
}
