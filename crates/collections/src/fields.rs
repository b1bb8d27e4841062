//! Lines and fields of a text file: what all formats here share.
//!
//! Fields are parted by ASCII blanks and tabs (any number, also before the first); other Unicode
//! blanks belong to an id. A line ends in LF or CRLF, the last one may lack both. Blank lines and
//! lines with `#` in column 1 are skipped; a byte order mark at the start is, too. Nothing is
//! allocated per line, and no line number is counted: a position is worked out when there is an error.

use std::path::Path;

use crate::error::{FormatError, FormatKind};

/// Longest line, in bytes. Document ids of the web collections stay below 1 KiB.
pub const LINE_LIMIT: usize = 1 << 20;

const BOM: &[u8] = b"\xef\xbb\xbf";

/// The text of a file, with its path for messages.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    path: &'a Path,
    text: &'a str,
}

/// Where a field stands in its file: bytes `start..end`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// Where something stands in a file, for what is found wrong when the text is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub line: usize,
    pub column: usize,
}

/// A line that holds something.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Offset of the line in the file.
    pub start: usize,
    /// The line without its end.
    pub text: &'a [u8],
}

impl Place {
    /// An error there.
    pub fn error(self, path: &Path, kind: FormatKind) -> FormatError {
        FormatError { path: path.to_owned(), line: self.line, column: self.column, kind: Box::new(kind) }
    }
}

impl<'a> Source<'a> {
    /// The text of `bytes` without a byte order mark. Bytes that are no UTF-8 are an error.
    pub fn new(path: &'a Path, bytes: &'a [u8]) -> Result<Self, FormatError> {
        let body = bytes.strip_prefix(BOM).unwrap_or(bytes);
        match std::str::from_utf8(body) {
            Ok(text) => Ok(Self { path, text }),
            Err(error) => {
                let at = error.valid_up_to();
                // What precedes is valid, and that is all a position needs.
                let text = std::str::from_utf8(&body[..at]).unwrap_or_default();
                let offset = bytes.len() - body.len() + at;
                Err(Self { path, text }.error(at, FormatKind::NotUtf8 { offset, byte: body[at] }))
            }
        }
    }

    /// An error at byte `offset` of the text.
    pub fn error(&self, offset: usize, kind: FormatKind) -> FormatError {
        self.place(offset).error(self.path, kind)
    }

    /// The place of byte `offset` of the text: this is where lines and columns are counted.
    pub(crate) fn place(&self, offset: usize) -> Place {
        let before = &self.text[..offset];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Place { line: self.line_of(offset), column: before[line_start..].chars().count() + 1 }
    }

    /// Number, from 1, of the line that holds byte `offset`.
    pub fn line_of(&self, offset: usize) -> usize {
        memchr::memchr_iter(b'\n', &self.text.as_bytes()[..offset]).count() + 1
    }

    /// The text of a field.
    #[inline]
    pub fn get(&self, span: Span) -> &'a str {
        &self.text[span.start as usize..span.end as usize]
    }

    /// The text of a line.
    pub(crate) fn text_of(&self, line: Line<'a>) -> &'a str {
        &self.text[line.start..line.start + line.text.len()]
    }

    /// Length of the text in bytes: that of the file without a byte order mark.
    pub(crate) fn length(&self) -> usize {
        self.text.len()
    }

    /// The path, for messages.
    pub fn path(&self) -> &'a Path {
        self.path
    }

    /// The lines that hold something.
    pub fn lines(&self) -> Lines<'a> {
        Lines { bytes: self.text.as_bytes(), next: 0 }
    }

    /// The `N` fields of a line; another number of them is an error that says what was `expected`.
    #[inline]
    pub fn fields<const N: usize>(
        &self,
        line: Line<'a>,
        expected: &'static str,
    ) -> Result<[Span; N], FormatError> {
        let (spans, found) = self.split(line)?;
        if found == N { Ok(spans) } else { Err(self.wrong_columns(line, found, expected)) }
    }

    /// The first `N` fields of a line, whatever follows; fewer are an error.
    #[inline]
    pub fn first_fields<const N: usize>(
        &self,
        line: Line<'a>,
        expected: &'static str,
    ) -> Result<[Span; N], FormatError> {
        let (spans, found) = self.split(line)?;
        if found >= N { Ok(spans) } else { Err(self.wrong_columns(line, found, expected)) }
    }

    fn wrong_columns(&self, line: Line<'a>, found: usize, expected: &'static str) -> FormatError {
        self.error(line.start, FormatKind::Columns { found, expected })
    }

    /// Up to `N` fields of a line, and how many it has.
    #[inline]
    fn split<const N: usize>(&self, line: Line<'a>) -> Result<([Span; N], usize), FormatError> {
        self.check_length(line)?;
        let mut spans = [Span::default(); N];
        let (text, base) = (line.text, line.start as u32);
        let (mut found, mut at) = (0, 0);
        loop {
            while at < text.len() && is_blank(text[at]) {
                at += 1;
            }
            if at == text.len() {
                break;
            }
            let start = at;
            at = field_end(text, at);
            if let Some(span) = spans.get_mut(found) {
                *span = Span { start: base + start as u32, end: base + at as u32 };
            }
            found += 1;
        }
        Ok((spans, found))
    }

    /// The cells of a line of a table, however many: parted by tabs, so that a cell may hold blanks. A
    /// line without a tab is parted at blanks, for tables typed by hand; several tabs part once, as
    /// several blanks do.
    pub fn cells(&self, line: Line<'a>, cells: &mut Vec<Span>) -> Result<(), FormatError> {
        self.check_length(line)?;
        cells.clear();
        let tabs = memchr::memchr(b'\t', line.text).is_some();
        let mut start = 0;
        for part in line.text.split(|&byte| if tabs { byte == b'\t' } else { is_blank(byte) }) {
            let lead = part.iter().take_while(|&&byte| is_blank(byte)).count();
            let tail = part.iter().rev().take_while(|&&byte| is_blank(byte)).count();
            if lead < part.len() {
                let at = line.start + start;
                cells.push(Span { start: (at + lead) as u32, end: (at + part.len() - tail) as u32 });
            }
            start += part.len() + 1;
        }
        Ok(())
    }

    /// Refuses a line above [`LINE_LIMIT`].
    #[inline]
    pub fn check_length(&self, line: Line<'a>) -> Result<(), FormatError> {
        if line.text.len() <= LINE_LIMIT {
            return Ok(());
        }
        Err(self.error(line.start, FormatKind::LongLine { found: line.text.len(), limit: LINE_LIMIT }))
    }

    /// The error for a file without any line that holds something.
    pub fn empty(&self, expected: &'static str) -> FormatError {
        self.error(0, FormatKind::Empty { expected })
    }
}

/// Iterator over the lines that hold something.
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    bytes: &'a [u8],
    next: usize,
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

/// Where the first blank at or after `at` stands, or the end: eight bytes at a time, as fields are
/// mostly shorter than that and a loop over bytes would mispredict its end in every field.
#[inline]
fn field_end(text: &[u8], mut at: usize) -> usize {
    while let Some(&bytes) = text.get(at..).and_then(<[u8]>::first_chunk::<8>) {
        let blanks = blanks(u64::from_le_bytes(bytes));
        if blanks != 0 {
            return at + blanks.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    while at < text.len() && !is_blank(text[at]) {
        at += 1;
    }
    at
}

/// Marks the lowest byte that is a blank or a tab with its top bit; bytes above it may be marked wrongly.
#[inline]
fn blanks(word: u64) -> u64 {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const TOPS: u64 = u64::from_le_bytes([0x80; 8]);
    let zeros = |word: u64| word.wrapping_sub(ONES) & !word & TOPS;
    zeros(word ^ (ONES * b' ' as u64)) | zeros(word ^ (ONES * b'\t' as u64))
}

#[inline]
pub(crate) fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(bytes: &[u8]) -> Source<'_> {
        Source::new(Path::new("f"), bytes).expect("UTF-8")
    }

    fn triples(bytes: &[u8]) -> Vec<[&str; 3]> {
        let source = source(bytes);
        let fields =
            |line| source.fields(line, "3 fields").expect("three fields").map(|span| source.get(span));
        source.lines().map(fields).collect()
    }

    #[test]
    fn blanks_line_ends_comments_and_mark() {
        let expected = vec![["a", "b", "c"], ["d", "e#", "f"]];
        for text in
            ["a b c\nd e# f\n", "\u{feff}a b c\r\nd e# f\r\n", "  a\tb  c \t\n\n \t\r\n#x\n# y\nd e#\t\tf"]
        {
            assert_eq!(triples(text.as_bytes()), expected, "{text:?}");
        }
        assert_eq!(triples("a\u{a0}b \u{3042} c\u{b}".as_bytes()), vec![["a\u{a0}b", "\u{3042}", "c\u{b}"]]);
        assert!(triples(b"").is_empty() && triples(b"\n\n# only a comment").is_empty());
    }

    #[test]
    fn columns_count_characters() {
        let source = source("\u{feff}x y z\n\u{3042}\u{3044} b c\n".as_bytes());
        let line = source.lines().nth(1).expect("two lines");
        let [_, second, _] = source.fields(line, "3 fields").expect("three fields");
        let error = source.error(second.start as usize, FormatKind::Mark { value: "b".into() });
        assert_eq!((error.line, error.column), (2, 4));
        assert_eq!(error.to_string(), "f:2:4: mark `b` is neither 0 nor 1");
    }

    #[test]
    fn other_bytes_than_utf8_are_named_with_their_offset() {
        let error = Source::new(Path::new("f"), b"\xef\xbb\xbfa b\nc \xe9t\xe9").expect_err("Latin-1");
        assert_eq!(*error.kind, FormatKind::NotUtf8 { offset: 9, byte: 0xe9 });
        assert_eq!((error.line, error.column), (2, 3));
    }

    #[test]
    fn a_line_beyond_the_limit_is_refused() {
        let text = vec![b'x'; LINE_LIMIT + 1];
        let source = source(&text);
        let error = source.lines().map(|line| source.fields::<1>(line, "1")).next().expect("a line");
        assert!(matches!(*error.expect_err("too long").kind, FormatKind::LongLine { .. }));
    }

    proptest::proptest! {
        #[test]
        fn fields_are_those_of_a_split(text in "[a\u{21}\u{1f}\u{8}\u{e9}\u{a0}\u{a9} \t]{0,40}") {
            let expected: Vec<_> = text.split([' ', '\t']).filter(|field| !field.is_empty()).collect();
            let source = source(text.as_bytes());
            for line in source.lines() {
                let found: Vec<_> = match expected.len() {
                    1 => source.fields::<1>(line, "1").map(|spans| spans.map(|span| source.get(span)).to_vec()),
                    3 => source.fields::<3>(line, "3").map(|spans| spans.map(|span| source.get(span)).to_vec()),
                    other => {
                        let error = source.fields::<50>(line, "50").expect_err("fewer");
                        proptest::prop_assert_eq!(*error.kind, FormatKind::Columns { found: other, expected: "50" });
                        continue;
                    }
                }
                .expect("as many");
                proptest::prop_assert_eq!(found, expected.clone());
            }
        }
    }
}
