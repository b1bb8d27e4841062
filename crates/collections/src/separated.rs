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

/// The rows of a text.
#[derive(Clone, Debug)]
pub struct SeparatedRows<'t> {
    text: &'t str,
    separator: u8,
    /// The byte that is read next.
    next: usize,
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
        Self { text, separator: separator as u8, next: 0 }
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
        cells.clear();
        self.skip_empty_lines();
        if self.next == self.text.len() {
            return Ok(false);
        }
        loop {
            self.skip_blanks();
            let start = self.next;
            let is_quoted = self.separator != b'\t' && self.rest().starts_with('"');
            let text = if is_quoted { self.quoted()? } else { self.plain() };
            cells.push(SeparatedCell { text, start });
            match self.text.as_bytes().get(self.next) {
                Some(&byte) if byte == self.separator => self.next += 1,
                _ => {
                    self.skip_line_end();
                    return Ok(true);
                }
            }
        }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.next..]
    }

    fn skip_empty_lines(&mut self) {
        loop {
            let rest = self.rest();
            let after_blanks = rest.trim_start_matches([' ', '\t']);
            if !after_blanks.is_empty() && !after_blanks.starts_with(['\r', '\n']) {
                return;
            }
            self.next += rest.len() - after_blanks.len();
            if self.next == self.text.len() {
                return;
            }
            self.skip_line_end();
        }
    }

    /// Skips blanks, and tabs too if they do not separate cells.
    fn skip_blanks(&mut self) {
        let separator = char::from(self.separator);
        let rest = self.rest();
        self.next +=
            rest.len() - rest.trim_start_matches(|c| c != separator && matches!(c, ' ' | '\t')).len();
    }

    fn skip_line_end(&mut self) {
        let rest = self.rest();
        self.next += if rest.starts_with("\r\n") { 2 } else { usize::from(!rest.is_empty()) };
    }

    /// Reads a cell that does not begin with the quote of a quoted one.
    fn plain(&mut self) -> Cow<'t, str> {
        let rest = self.rest();
        let end = memchr::memchr3(self.separator, b'\n', b'\r', rest.as_bytes()).unwrap_or(rest.len());
        self.next += end;
        let text = rest[..end].trim_end_matches([' ', '\t']);
        if self.separator == b'\t' { unquoted(text) } else { text.into() }
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
