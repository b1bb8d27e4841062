//! Reads only ordinary files. A shared cache or folder of results may contain anything, and opening a pipe or
//! reading a device could block forever.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Opens the file at `path`, which may be a link to a file.
pub fn open(path: &Path) -> io::Result<File> {
    // Check before opening, because opening a pipe waits for a writer.
    if !path.metadata()?.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "it is not a regular file"));
    }
    File::open(path)
}

/// Returns the bytes of the file at `path`.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the text of the file at `path`.
pub fn read_to_string(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    open(path)?.read_to_string(&mut text)?;
    Ok(text)
}
