//! The text of a file, its lines, and positions in it.
//!
//! A line ends in LF or CRLF; the last line may have neither. Blank lines and lines with `#` in column 1 are
//! skipped. [`FileText`] counts lines only when a caller needs a line number, usually for an error.

use std::path::Path;

use rejudge_names::located::Excerpt;

use crate::error::{LoadError, Located, no_rows};
use crate::fields::{Span, is_blank};
use crate::text::{BOM, LINE_LIMIT, first_control, read};

/// The text of a file, with its path for messages.
#[derive(Clone, Copy, Debug)]
pub struct FileText<'a> {
    pub(crate) path: &'a Path,
    text: &'a str,
}

/// The error for a byte order mark before the first word of a line. If we accepted the mark, it would become
/// part of the word, although editors do not show it.
pub(crate) const INNER_MARK: &str =
    "a byte order mark within the file: it belongs at the start (were files joined?)";

/// A position in a file, for errors that are found when the text is no longer in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// The number of the line, from 1.
    pub line: usize,
    /// The number of the character in the line, from 1.
    pub column: usize,
}

impl LineColumn {
    /// Returns an error at this position.
    pub fn error(self, path: &Path, message: impl Into<String>) -> Located {
        let (Self { line, column }, name) = (self, path.to_string_lossy().into_owned());
        Located { name, line, column, message: message.into(), hint: None, excerpt: None }
    }
}

/// Reads a file, decompresses it, and returns the result of `parse`, which gets the path and the bytes.
pub fn read_as<T, E>(path: &Path, parse: impl FnOnce(&Path, &[u8]) -> Result<T, E>) -> Result<T, LoadError>
where
    LoadError: From<E>,
{
    Ok(parse(path, &read(path)?)?)
}

impl<'a> FileText<'a> {
    /// Decodes the text of a file, and drops a byte order mark at the start.
    ///
    /// # Errors
    /// If the bytes are not UTF-8, or contain control characters other than tabs and line ends.
    pub fn new(path: &'a Path, bytes: &'a [u8]) -> Result<Self, Located> {
        Self::after(0, path, bytes)
    }

    /// Decodes the part of a file that follows the first `before` bytes. If a byte is not UTF-8, the message
    /// gives its offset in the whole file. Lines and columns count from the start of the part.
    pub(crate) fn after(before: usize, path: &'a Path, bytes: &'a [u8]) -> Result<Self, Located> {
        let body = bytes.strip_prefix(BOM).unwrap_or(bytes);
        match std::str::from_utf8(body) {
            Ok(text) => {
                let source = Self { path, text };
                match first_control(body) {
                    None => Ok(source),
                    Some(place) => {
                        Err(source.error(Span::empty_at(place), control_character_message(body[place])))
                    }
                }
            }
            Err(error) => {
                let place = error.valid_up_to();
                let text = std::str::from_utf8(&body[..place]).expect("the bytes before the error are UTF-8");
                let offset = before + bytes.len() - body.len() + place;
                let reason = match (offset, body[place]) {
                    (0, 0xff | 0xfe) => {
                        " (this byte begins a file in UTF-16: `iconv -f UTF-16 -t UTF-8 FILE` converts it)"
                    }
                    _ if body.contains(&0) => " (this is not a text file)",
                    (_, 0xa0..) => {
                        " (if the file is in Latin-1, `iconv -f LATIN1 -t UTF-8 FILE` converts it)"
                    }
                    _ => "",
                };
                let what = format!(
                    "byte 0x{:02x} at byte offset {offset} is not UTF-8: ids must be UTF-8 text{reason}",
                    body[place]
                );
                let error = Self { path, text }.error(Span::empty_at(place), what);
                let line = text.rfind('\n').map_or(0, |feed| feed + 1);
                let end = memchr::memchr(b'\n', &body[place..]).map_or(body.len(), |feed| place + feed);
                let excerpt = Excerpt::at(&String::from_utf8_lossy(&body[line..end]), place - line);
                Err(Located { excerpt: Some(excerpt), ..error })
            }
        }
    }

    /// Returns an error at the start of a field or a line, with a hint if the name of this text file ends in
    /// `.parquet`.
    pub fn error(&self, span: Span, message: impl Into<String>) -> Located {
        let excerpt = Some(Excerpt::at(self.text, span.start as usize));
        let ending = self.path.extension().filter(|ending| ending.eq_ignore_ascii_case("parquet"));
        let hint =
            ending.map(|_| "this is not a parquet file, although its name ends in .parquet".to_owned());
        Located { excerpt, hint, ..self.place(span).error(self.path, message) }
    }

    /// Returns the line and column where a field or a line starts.
    pub fn place(&self, span: Span) -> LineColumn {
        let before = &self.text[..span.start as usize];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        LineColumn { line: self.line_of(span), column: before[line_start..].chars().count() + 1 }
    }

    /// Returns the number, from 1, of the line that holds a field.
    pub fn line_of(&self, field: Span) -> usize {
        memchr::memchr_iter(b'\n', &self.bytes()[..field.start as usize]).count() + 1
    }

    /// Returns the text of a field or a line.
    #[inline]
    pub fn get(&self, span: Span) -> &'a str {
        &self.text[span.start as usize..span.end as usize]
    }

    /// Returns the text, without a byte order mark at the start.
    pub(crate) fn text(&self) -> &'a str {
        self.text
    }

    /// Returns the bytes of the text, without a byte order mark at the start.
    pub(crate) fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes()
    }

    /// Returns the path, for messages.
    pub fn path(&self) -> &'a Path {
        self.path
    }

    /// Returns the lines that are neither blank nor comments, without line ends.
    pub fn lines(&self) -> impl Iterator<Item = Span> + Clone + use<'a> {
        let (bytes, mut next) = (self.bytes(), 0);
        std::iter::from_fn(move || {
            while next < bytes.len() {
                let (start, rest) = (next, &bytes[next..]);
                let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                next = start + length + 1;
                let text = rest[..length].strip_suffix(b"\r").unwrap_or(&rest[..length]);
                if text.first() != Some(&b'#') && !text.iter().all(|&byte| is_blank(byte)) {
                    return Some(Span { start: start as u32, end: (start + text.len()) as u32 });
                }
            }
            None
        })
    }

    /// Refuses a line that is longer than [`LINE_LIMIT`], or that has a byte order mark before its first
    /// word. Also refuses a line that begins with blanks and `#`, because a program that drops the blanks
    /// would take the line for a comment.
    #[inline]
    pub(crate) fn check_line(&self, line: Span) -> Result<(), Located> {
        if line.length() > LINE_LIMIT {
            let what = format!("a line of {} bytes: the limit is {LINE_LIMIT}", line.length());
            return Err(self.error(line, what));
        }
        let text = line.slice(self.bytes());
        let blanks = text.iter().take_while(|&&byte| is_blank(byte)).count();
        let first_word = Span::empty_at(line.start as usize + blanks);
        match &text[blanks..] {
            [b'#', ..] => Err(self.error(
                first_word,
                "`#` after blanks: a comment begins in column 1, and the first word of a line must not begin with `#`",
            )),
            rest if rest.starts_with(BOM) => Err(self.error(first_word, INNER_MARK)),
            _ => Ok(()),
        }
    }

    /// Returns the error for a second column called `name`. `cell` is the cell in which the name occurs for the
    /// second time.
    pub fn duplicate_column(&self, cell: Span, name: &str) -> Located {
        self.error(cell, format!("duplicate column `{}`", name.escape_debug()))
    }

    /// Returns the error for a file that is empty, or contains only blank lines and comments.
    pub fn empty(&self, expected: &str) -> Located {
        self.error(Span::default(), no_rows(!self.text.trim().is_empty(), expected))
    }
}

/// Returns the message for a control character.
fn control_character_message(character: u8) -> String {
    let why = match character {
        b'\r' => "a line ends in LF or CRLF",
        _ => "only tabs and line ends are allowed",
    };
    format!("control character U+{character:04X}: {why}")
}
