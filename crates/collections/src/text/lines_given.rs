//! Checks the limit of a line while bytes are read, before lines are parsed.

use std::path::Path;

use crate::text::{BOM, ReadError};

/// The start of the line whose end has not been read yet.
#[derive(Default)]
pub(crate) struct LinesGiven {
    begin: usize,
}

impl LinesGiven {
    /// Refuses a line of more than `most` bytes; `known` bytes were looked at before. JSON has no lines: a
    /// whole file of it may be one.
    pub fn check(&mut self, path: &Path, bytes: &[u8], known: usize, most: usize) -> Result<(), ReadError> {
        self.begin = memchr::memrchr(b'\n', &bytes[known..]).map_or(self.begin, |end| known + end + 1);
        if bytes.len() - self.begin <= most + 1 || begins_as_json(bytes) {
            return Ok(());
        }
        let line = memchr::memchr_iter(b'\n', &bytes[..self.begin]).count() + 1;
        Err(ReadError::long_line(path, line))
    }
}

fn begins_as_json(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(BOM).unwrap_or(bytes);
    matches!(text.iter().find(|byte| !byte.is_ascii_whitespace()), Some(b'{' | b'['))
}
