//! Lines of a text file. A line ends in LF or CRLF, the last one may lack both. Blank lines and lines with
//! `#` in column 1 are skipped.

use crate::error::Located;
use crate::fields::is_blank;
use crate::file_text::FileText;
use crate::text::{BOM, LINE_LIMIT};

/// The error for a byte order mark at the beginning of a line: the first word would look right but differ.
pub(crate) const INNER_MARK: &str =
    "a byte order mark within the file: it belongs at the start (were files joined?)";

/// A line that holds something.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Offset of the line in the file.
    pub start: usize,
    /// The line without its end.
    pub text: &'a [u8],
}

impl<'a> FileText<'a> {
    /// Returns the lines that hold something.
    pub fn lines(&self) -> impl Iterator<Item = Line<'a>> + Clone + use<'a> {
        let (bytes, mut next) = (self.bytes(), 0);
        std::iter::from_fn(move || {
            while next < bytes.len() {
                let (start, rest) = (next, &bytes[next..]);
                let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                next = start + length + 1;
                let text = rest[..length].strip_suffix(b"\r").unwrap_or(&rest[..length]);
                if text.first() != Some(&b'#') && !text.iter().all(|&byte| is_blank(byte)) {
                    return Some(Line { start, text });
                }
            }
            None
        })
    }

    /// Refuses a line above [`LINE_LIMIT`], and one that begins as none should: with a byte order mark,
    /// which is seen in no editor, or with blanks and `#`, which written again would be a comment.
    #[inline]
    pub fn check_line(&self, line: Line<'a>) -> Result<(), Located> {
        if line.text.len() > LINE_LIMIT {
            let what = format!("a line of {} bytes: the limit is {LINE_LIMIT}", line.text.len());
            return Err(self.error(line.start, what));
        }
        let blanks = line.text.iter().take_while(|&&byte| is_blank(byte)).count();
        let at = line.start + blanks;
        match &line.text[blanks..] {
            [b'#', ..] => Err(self.error(at, "`#` after blanks: a comment begins in column 1, and the first word of a line must not begin with `#`")),
            first if first.starts_with(BOM) => Err(self.error(at, INNER_MARK)),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn files_that_were_joined() {
        let source =
            FileText::new(Path::new("f"), "\u{feff}a\nb \u{feff}\n\u{feff}c\n".as_bytes()).expect("UTF-8");
        let read: Vec<_> = source.lines().map(|line| source.check_line(line)).collect();
        assert!(read[0].is_ok() && read[1].is_ok(), "within a line it is a character of an id");
        let error = read[2].as_ref().expect_err("joined").to_string();
        assert!(error.starts_with("f:3:1: a byte order mark within the file"), "{error}");
    }
}
