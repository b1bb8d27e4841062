//! Ordinary files among those that are read again and again. The stored entry may come from anywhere, and
//! opening or reading a pipe or a device under the name of a file may never end.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Opens the file at `path`; a link to one is one.
pub fn open(path: &Path) -> io::Result<File> {
    // Opened first, a pipe waits for its other end.
    if !path.metadata()?.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "it is not a regular file"));
    }
    File::open(path)
}

/// Returns its bytes.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns its text.
pub fn read_to_string(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    open(path)?.read_to_string(&mut text)?;
    Ok(text)
}
