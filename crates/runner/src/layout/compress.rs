//! Compresses files according to their names.

use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result};

/// Level of zstd: runs come to an eighth of their size, at some 200 MB a second.
const ZSTD_LEVEL: i32 = 6;

/// Level of xz, that of its own tool.
const XZ_LEVEL: u32 = 6;

/// Returns the bytes of a file of this name.
pub(crate) fn as_named(name: &Path, bytes: Vec<u8>) -> Result<Vec<u8>> {
    let compressed = match name.extension().and_then(|ending| ending.to_str()) {
        Some("gz") => gzip(&bytes),
        Some("xz") => xz(&bytes),
        Some("zst") => zstd::bulk::compress(&bytes, ZSTD_LEVEL),
        _ => return Ok(bytes),
    };
    compressed.with_context(|| name.display().to_string())
}

fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}

fn xz(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = liblzma::write::XzEncoder::new(Vec::new(), XZ_LEVEL);
    encoder.write_all(bytes)?;
    encoder.finish()
}

#[cfg(test)]
mod tests {
    use rejudge_collections::decoded;

    use super::*;

    #[test]
    fn what_is_compressed_is_read_again() {
        for name in ["a", "a.txt", "a.gz", "a.txt.xz", "a.zst"] {
            for bytes in [b"".to_vec(), b"1 0 d 1\n".repeat(1000)] {
                let name = Path::new(name);
                let stored = as_named(name, bytes.clone()).expect("compressed");
                assert_eq!(decoded(name, stored).expect("decompressed"), bytes, "{}", name.display());
            }
        }
    }
}
