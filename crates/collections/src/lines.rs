//! Lines of a text file. A line ends in LF or CRLF, the last one may lack both. Blank lines and lines with `#` in column 1
//! are skipped.

use crate::error::{FormatError, FormatKind};
use crate::fields::is_blank;
use crate::source::Source;

/// Longest line, in bytes. Document ids of the web collections stay below 1 KiB.
pub const LINE_LIMIT: usize = 1 << 20;

/// A line that holds something.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Offset of the line in the file.
    pub start: usize,
    /// The line without its end.
    pub text: &'a [u8],
}

/// Iterator over the lines that hold something.
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    bytes: &'a [u8],
    next: usize,
}

impl<'a> Lines<'a> {
    /// The lines of a text.
    pub(crate) fn of(bytes: &'a [u8]) -> Self {
        Self { bytes, next: 0 }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    #[inline]
    fn next(&mut self) -> Option<Line<'a>> {
        while self.next < self.bytes.len() {
            let start = self.next;
            let rest = &self.bytes[start..];
            let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            self.next = start + length + 1;
            let text = &rest[..length];
            let text = text.strip_suffix(b"\r").unwrap_or(text);
            if text.first() != Some(&b'#') && !text.iter().all(|&byte| is_blank(byte)) {
                return Some(Line { start, text });
            }
        }
        None
    }
}

impl<'a> Source<'a> {
    /// Refuses a line above [`LINE_LIMIT`].
    #[inline]
    pub fn check_length(&self, line: Line<'a>) -> Result<(), FormatError> {
        if line.text.len() <= LINE_LIMIT {
            return Ok(());
        }
        Err(self.error(line.start, FormatKind::LongLine { found: line.text.len(), limit: LINE_LIMIT }))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn a_line_beyond_the_limit_is_refused() {
        let text = vec![b'x'; LINE_LIMIT + 1];
        let source = Source::new(Path::new("f"), &text).expect("UTF-8");
        let error = source.lines().map(|line| source.fields::<1>(line, "1")).next().expect("a line");
        assert!(matches!(*error.expect_err("too long").kind, FormatKind::LongLine { .. }));
    }
}
