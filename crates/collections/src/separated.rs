//! Reads rows of cells with a separator between them: csv, csv with semicolons, tsv.
//!
//! A lenient reader loses rows silently, because a quote that is never closed puts all further lines into one
//! cell. So we read quotes strictly. The crate csv is lenient, and does not report the place of a cell.
//!
//! - **csv**: a cell that begins with a quote ends at the next quote that is not doubled. Inside it, `""` is
//!   a quote, and a line end is part of the cell. Only blanks may follow the closing quote. In any other cell
//!   a quote is an ordinary character.
//! - **tsv**: a cell ends at the next tab or line end. A quote is an ordinary character, unless the cell
//!   begins and ends with a quote and all quotes inside are doubled, as pandas writes them.

use std::borrow::Cow;

use crate::fields::is_blank;
use crate::text::{BLOCK, any_of};

/// The rows of a text.
#[derive(Clone, Debug)]
pub struct SeparatedRows<'t> {
    text: &'t str,
    separator: u8,
    /// The position of the next byte, and its line.
    next: usize,
    line: usize,
    /// The first line of the row that was read last.
    row_line: usize,
    /// The end of the block that was searched last, and the bitmap that [`any_of`] returned for it: a set bit
    /// is a byte that ends a cell.
    block_end: usize,
    ends: u64,
}

/// A cell, without its quotes and without the blanks around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeparatedCell<'t> {
    /// The text of the cell.
    pub text: Cow<'t, str>,
    /// The position of the cell's first byte in the text.
    pub start: usize,
}

/// The error for a cell with wrong quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongQuote {
    /// The position of the wrong byte.
    pub position: usize,
    /// A description of the error.
    pub message: &'static str,
}

impl<'t> SeparatedRows<'t> {
    /// Returns the rows of a text. `separator` is between the cells; it must be an ASCII character other than
    /// a quote.
    pub fn new(text: &'t str, separator: char) -> Self {
        let separator = separator as u8;
        Self { text, separator, next: 0, line: 1, row_line: 1, block_end: 0, ends: 0 }
    }

    /// Replaces `cells` with the cells of the next row. Returns false if no row is left. Blank lines are not
    /// rows.
    ///
    /// ```
    /// use rejudge_collections::SeparatedRows;
    /// let mut cells = Vec::new();
    /// let mut second_cell = |text, separator| {
    ///     assert!(SeparatedRows::new(text, separator).read(&mut cells)?);
    ///     Ok::<_, rejudge_collections::WrongQuote>(cells[1].text.to_string())
    /// };
    /// assert_eq!(second_cell("1, \"a, \"\"b\"\"\" \n2,c", ',')?, "a, \"b\"");
    /// assert_eq!(second_cell("1\t\"a\"_b\t3", '\t')?, "\"a\"_b");
    /// assert_eq!(second_cell("1,\"a\n2,b\n", ',').unwrap_err().position, 2);
    /// # Ok::<(), rejudge_collections::WrongQuote>(())
    /// ```
    ///
    /// # Errors
    /// If a quote is not closed, or text follows a quoted cell. After an error, the remaining rows cannot be
    /// read.
    pub fn read(&mut self, cells: &mut Vec<SeparatedCell<'t>>) -> Result<bool, WrongQuote> {
        let mut count = 0;
        let read = self.read_over(cells, &mut count);
        cells.truncate(count);
        read
    }

    /// Writes the next row over the cells of the last row, and adds the number of its cells to `count`.
    /// Returns false if no row is left.
    fn read_over(
        &mut self,
        cells: &mut Vec<SeparatedCell<'t>>,
        count: &mut usize,
    ) -> Result<bool, WrongQuote> {
        self.skip_empty_lines();
        self.row_line = self.line;
        if self.next == self.text.len() {
            return Ok(false);
        }
        loop {
            self.skip_blanks();
            let start = self.next;
            if *count == cells.len() {
                cells.push(SeparatedCell { text: Cow::Borrowed(""), start });
            }
            // We write the parts of the cell in place, because making a cell and moving it took half of the
            // time.
            let cell = &mut cells[*count];
            cell.start = start;
            if self.separator != b'\t' && self.text.as_bytes().get(start) == Some(&b'"') {
                cell.text = self.read_quoted()?;
            } else {
                let text = self.read_plain();
                if self.separator == b'\t' && text.starts_with('"') {
                    cell.text = unquoted(text);
                } else {
                    cell.text = Cow::Borrowed(text);
                }
            }
            *count += 1;
            match self.text.as_bytes().get(self.next) {
                Some(&byte) if byte == self.separator => self.next += 1,
                _ => {
                    self.skip_line_end();
                    return Ok(true);
                }
            }
        }
    }

    /// Skips blank lines and lines that begin with `#` before the next row. Returns the position of the row,
    /// or the end of the text.
    pub(crate) fn skip_comments(&mut self) -> usize {
        self.skip_empty_lines();
        while self.rest().starts_with('#') {
            self.next += memchr::memchr(b'\n', self.rest().as_bytes()).unwrap_or(self.rest().len());
            self.skip_line_end();
            self.skip_empty_lines();
        }
        self.next
    }

    /// Skips the comments that some tools write before a table.
    #[must_use]
    pub(crate) fn after_comments(mut self) -> Self {
        self.skip_comments();
        self
    }

    /// Returns the number, from 1, of the first line of the row that was read last.
    pub(crate) fn row_line(&self) -> usize {
        self.row_line
    }

    fn rest(&self) -> &'t str {
        &self.text[self.next..]
    }

    fn skip_empty_lines(&mut self) {
        loop {
            let rest = &self.text.as_bytes()[self.next..];
            let after_blanks = self.next + rest.iter().take_while(|byte| is_blank(**byte)).count();
            match self.text.as_bytes().get(after_blanks) {
                Some(b'\r' | b'\n') => self.next = after_blanks,
                Some(_) => return,
                None => {
                    self.next = after_blanks;
                    return;
                }
            }
            self.skip_line_end();
        }
    }

    /// Skips spaces, and also tabs if they do not separate cells.
    fn skip_blanks(&mut self) {
        let rest = &self.text.as_bytes()[self.next..];
        self.next += rest.iter().take_while(|byte| **byte != self.separator && is_blank(**byte)).count();
    }

    fn skip_line_end(&mut self) {
        let (length, is_feed) = match &self.text.as_bytes()[self.next..] {
            [] => (0, false),
            [b'\r', b'\n', ..] => (2, true),
            [byte, ..] => (1, *byte == b'\n'),
        };
        self.next += length;
        self.line += usize::from(is_feed);
    }

    /// Reads a cell up to the next separator or line end. Its text includes any quotes, but not the blanks at
    /// its end.
    fn read_plain(&mut self) -> &'t str {
        let (start, end) = (self.next, self.cell_end());
        self.next = end;
        let cell = &self.text.as_bytes()[start..end];
        let blanks = cell.iter().rev().take_while(|byte| is_blank(**byte)).count();
        &self.text[start..end - blanks]
    }

    /// Returns the position of the next separator or line end, or the end of the text. We search blocks that
    /// contain several cells, because cells are so short that a search for each of them would be slow.
    fn cell_end(&mut self) -> usize {
        let bytes = self.text.as_bytes();
        // After a quoted cell, `next` may be in a later block.
        let mut start = self.next;
        loop {
            if start >= self.block_end {
                let Some(rest) = bytes.get(start..).filter(|rest| !rest.is_empty()) else {
                    return bytes.len();
                };
                let block = rest.first_chunk().copied().unwrap_or_else(|| {
                    let mut last = [0; BLOCK];
                    last[..rest.len()].copy_from_slice(rest);
                    last
                });
                self.ends = any_of([self.separator, b'\n', b'\r'], &block);
                self.block_end = start + BLOCK;
            }
            let ends = self.ends >> (start + BLOCK - self.block_end);
            if ends != 0 {
                return start + ends.trailing_zeros() as usize;
            }
            start = self.block_end;
        }
    }

    /// Reads a cell that begins with a quote.
    fn read_quoted(&mut self) -> Result<Cow<'t, str>, WrongQuote> {
        let opening = self.next;
        let mut text = Cow::Borrowed("");
        loop {
            self.next += 1;
            let rest = self.rest();
            let Some(length) = memchr::memchr(b'"', rest.as_bytes()) else {
                let message = "a cell begins with a quote that is not closed";
                return Err(WrongQuote { position: opening, message });
            };
            self.line += memchr::memchr_iter(b'\n', &rest.as_bytes()[..length]).count();
            // The text stays borrowed if the cell has no quote inside.
            text += &rest[..length];
            self.next += length + 1;
            if !self.rest().starts_with('"') {
                break;
            }
            text += "\"";
        }
        self.skip_blanks();
        match self.rest().bytes().next() {
            Some(byte) if byte != self.separator && !matches!(byte, b'\r' | b'\n') => {
                let message = "text follows a quoted cell: quotes inside a quoted cell must be doubled";
                Err(WrongQuote { position: self.next, message })
            }
            _ => Ok(text),
        }
    }
}

/// Returns the text of a cell between tabs. A quote is an ordinary character, unless the cell begins and ends
/// with a quote and all quotes inside are doubled: `"""Weird_Al""_Yankovic"` has quotes to remove,
/// `"Weird_Al"_Yankovic` does not.
pub(crate) fn unquoted(cell: &str) -> Cow<'_, str> {
    match cell.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(inside) if !inside.contains('"') => inside.into(),
        Some(inside) if !inside.replace("\"\"", "").contains('"') => inside.replace("\"\"", "\"").into(),
        _ => cell.into(),
    }
}
