//! Rows of cells with a separator between them: csv, csv with semicolons, tsv.
//!
//! A lenient reader loses rows without a word: a quote that is never closed takes all further lines into its cell. So
//! quotes are read strictly here. The crate csv is lenient, and it does not report the place of a cell.
//!
//! - **csv**: a cell that begins with a quote ends at the next single one, `""` inside it is a quote, and a line end
//!   inside it belongs to the cell. Only blanks may follow the closing quote. In any other cell a quote is a letter.
//! - **tsv**: a cell ends at the next tab or line end. A quote is a letter, unless the cell begins and ends with one and
//!   those inside are doubled, as pandas writes them.

use std::borrow::Cow;

use crate::fields::is_blank;
use crate::text::{BLOCK, any_of};

/// The rows of a text.
#[derive(Clone, Debug)]
pub struct SeparatedRows<'t> {
    text: &'t str,
    separator: u8,
    /// The byte that is read next, and its line.
    next: usize,
    line: usize,
    /// The line on which the last row begins.
    row_line: usize,
    /// The end of the block of bytes that was looked at last, and by [`any_of`] those that end a cell.
    block_end: usize,
    ends: u64,
}

/// A cell, without its quotes and without the blanks around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeparatedCell<'t> {
    /// The text of the cell.
    pub text: Cow<'t, str>,
    /// The first byte of the cell in the text of the rows.
    pub start: usize,
}

/// A cell whose quotes are wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongQuote {
    /// The byte at which it is wrong.
    pub at: usize,
    /// A description of the error.
    pub message: &'static str,
}

impl<'t> SeparatedRows<'t> {
    /// Returns the rows of a text, with `separator` between their cells: an ASCII character other than a quote.
    pub fn new(text: &'t str, separator: char) -> Self {
        let separator = separator as u8;
        Self { text, separator, next: 0, line: 1, row_line: 1, block_end: 0, ends: 0 }
    }

    /// Replaces `cells` with those of the next row, and returns false if there is none. Empty lines are not rows.
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
    /// assert_eq!(second_cell("1,\"a\n2,b\n", ',').unwrap_err().at, 2);
    /// # Ok::<(), rejudge_collections::WrongQuote>(())
    /// ```
    ///
    /// # Errors
    /// If a quote is not closed, or text follows a quoted cell. The rows after it cannot be read.
    pub fn read(&mut self, cells: &mut Vec<SeparatedCell<'t>>) -> Result<bool, WrongQuote> {
        let mut count = 0;
        let read = self.read_over(cells, &mut count);
        cells.truncate(count);
        read
    }

    /// Reads a row over the cells of the one before, and counts its cells.
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
            // We write the parts where they stay, because to make a cell and move it took half of the time.
            let cell = &mut cells[*count];
            cell.start = start;
            if self.separator != b'\t' && self.text.as_bytes().get(start) == Some(&b'"') {
                cell.text = self.quoted()?;
            } else {
                let text = self.plain();
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

    /// Returns the rows after the lines that begin with `#`, with which some tools begin a table.
    #[must_use]
    pub(crate) fn after_comments(mut self) -> Self {
        while self.rest().starts_with('#') {
            self.next += memchr::memchr(b'\n', self.rest().as_bytes()).unwrap_or(self.rest().len());
            self.skip_line_end();
        }
        self
    }

    /// Returns the number, from 1, of the line on which the row that was read last begins.
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

    /// Skips blanks, and tabs too if they do not separate cells.
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

    /// Reads a cell that does not begin with the quote of a quoted one, with its quotes.
    fn plain(&mut self) -> &'t str {
        let (start, end) = (self.next, self.cell_end());
        self.next = end;
        let cell = &self.text.as_bytes()[start..end];
        let blanks = cell.iter().rev().take_while(|byte| is_blank(**byte)).count();
        &self.text[start..end - blanks]
    }

    /// Returns the position of the next separator or line end, or the end of the text. Cells are too short for a search
    /// of each of them to pay.
    fn cell_end(&mut self) -> usize {
        let bytes = self.text.as_bytes();
        // Blocks follow one another, but for those within quoted cells.
        let mut from = self.next;
        loop {
            if from >= self.block_end {
                let Some(rest) = bytes.get(from..).filter(|rest| !rest.is_empty()) else {
                    return bytes.len();
                };
                let block = rest.first_chunk().copied().unwrap_or_else(|| {
                    let mut last = [0; BLOCK];
                    last[..rest.len()].copy_from_slice(rest);
                    last
                });
                self.ends = any_of([self.separator, b'\n', b'\r'], &block);
                self.block_end = from + BLOCK;
            }
            let ends = self.ends >> (from + BLOCK - self.block_end);
            if ends != 0 {
                return from + ends.trailing_zeros() as usize;
            }
            from = self.block_end;
        }
    }

    /// Reads a cell that begins with a quote.
    fn quoted(&mut self) -> Result<Cow<'t, str>, WrongQuote> {
        let opening = self.next;
        let mut text = Cow::Borrowed("");
        loop {
            self.next += 1;
            let rest = self.rest();
            let Some(length) = memchr::memchr(b'"', rest.as_bytes()) else {
                let message = "a cell begins with a quote that is not closed";
                return Err(WrongQuote { at: opening, message });
            };
            self.line += memchr::memchr_iter(b'\n', &rest.as_bytes()[..length]).count();
            // Borrowed unless the cell has a quote inside.
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
                let message = "text follows a quoted cell: quotes inside a quoted cell are doubled";
                Err(WrongQuote { at: self.next, message })
            }
            _ => Ok(text),
        }
    }
}

/// Returns the text of a cell between tabs. A quote is a letter, unless the cell begins and ends with one and those
/// inside are doubled: `"Weird_Al"_Yankovic` has no quotes to remove, `"""Weird_Al""_Yankovic"` does.
pub(crate) fn unquoted(cell: &str) -> Cow<'_, str> {
    match cell.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(inside) if !inside.contains('"') => inside.into(),
        Some(inside) if !inside.replace("\"\"", "").contains('"') => inside.replace("\"\"", "\"").into(),
        _ => cell.into(),
    }
}
