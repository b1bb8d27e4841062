//! Reads tables that people type or export, for example of teams, pooled runs, duplicates, intents or
//! assessors' labels.
//!
//! A table is csv if its first line has a comma or a semicolon, but no tab and no blank. If the file's name
//! ends in `.csv`, the line may also have blanks, and tabs in quotes. The first comma or semicolon outside
//! quotes is the separator of the table: Excel writes semicolons in countries with a decimal comma. Quotes in
//! csv have the meaning that [`SeparatedRows`] gives them. The lines of all other tables are split at tabs or
//! blanks ([`Split`]).
//!
//! Blank lines and lines that begin with `#` are skipped. So are rows of csv without text, such as `,,`,
//! which spreadsheets write below the table.

use std::borrow::Cow;
use std::path::Path;

use crate::error::{Located, wrong_count};
use crate::fields::{Span, is_blank};
use crate::file_text::FileText;
use crate::forms::Role;
use crate::separated::{SeparatedRows, WrongQuote, unquoted};
use crate::text::uncompressed;

/// The separators at which the lines of a table are split if it is not csv. Several in a row count as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// At tabs, so that a cell may contain blanks. A line without a tab is split at blanks, for tables typed
    /// by hand. Cells may be quoted as in tsv.
    TabsOrBlanks,
    /// At tabs only, because a line may consist of a name with blanks. Cells may be quoted as in tsv. Such a
    /// table is csv only if its file's name ends in `.csv`, because names may contain commas.
    Tabs,
    /// At tabs and blanks, like judgments. Quotes are part of the cells.
    Fields,
}

/// A table in a text file.
#[derive(Clone, Copy, Debug)]
pub struct TextTable<'a> {
    source: FileText<'a>,
    split: Split,
    /// The separator of csv; `None` if the table is not csv.
    separator: Option<char>,
}

/// A row of a table. It has at least one cell.
#[derive(Clone, Debug)]
pub struct TableRow<'a> {
    /// The cells.
    pub cells: Vec<TableCell<'a>>,
    /// The line on which the row begins.
    pub line: Span,
}

/// A cell of a table.
#[derive(Clone, Debug)]
pub struct TableCell<'a> {
    /// The text without the blanks around it. Quotes around it are removed, except by [`Split::Fields`] in a
    /// table that is not csv.
    pub text: Cow<'a, str>,
    /// The place of the cell, for errors.
    pub place: Span,
}

impl<'a> TextTable<'a> {
    /// Decodes a table. `path` is for messages, and its ending may say that the table is csv.
    ///
    /// ```
    /// use std::path::Path;
    /// use rejudge_collections::{Split, TextTable};
    /// let texts = |name: &str, text: &str| -> Result<Vec<String>, rejudge_collections::Located> {
    ///     let table = TextTable::parse(Path::new(name), text.as_bytes(), Split::TabsOrBlanks)?;
    ///     let row = table.first_row("2 (run, team)")?;
    ///     Ok(row.cells.iter().map(|cell| cell.text.to_string()).collect())
    /// };
    /// for text in ["bm25 My_Team", "bm25\tMy_Team", "bm25,My_Team", "\"bm25\";My_Team"] {
    ///     assert_eq!(texts("teams.txt", text)?, ["bm25", "My_Team"]);
    /// }
    /// assert_eq!(texts("teams.csv", "bm25,\"My University, \"\"A\"\"\"")?, ["bm25", "My University, \"A\""]);
    /// # Ok::<(), rejudge_collections::Located>(())
    /// ```
    ///
    /// # Errors
    /// If the file is not a text in UTF-8.
    pub fn parse(path: &'a Path, bytes: &'a [u8], split: Split) -> Result<Self, Located> {
        let source = FileText::new(path, bytes)?;
        // A table of one column may have names with commas.
        let separator = csv_separator(&source).filter(|_| split != Split::Tabs || is_named_csv(path));
        Ok(Self { source, split, separator })
    }

    /// Returns the text of the file, for errors.
    pub fn source(&self) -> &FileText<'a> {
        &self.source
    }

    /// Returns the rows, the header included. The iterator must not be used after an error.
    ///
    /// # Errors
    /// The iterator returns an error if a line is too long, or begins with a byte order mark or with blanks
    /// and `#`. Also if a quote in csv is not closed, or text follows a quoted cell.
    pub fn rows(&self) -> impl Iterator<Item = Result<TableRow<'a>, Located>> + use<'a> {
        let Self { source, split, separator } = *self;
        let mut lines = source.lines();
        let mut csv_rows = separator.map(|separator| SeparatedRows::new(source.text(), separator));
        std::iter::from_fn(move || match &mut csv_rows {
            Some(rows) => csv_row(&source, rows).transpose(),
            None => lines.next().map(|line| row_of_line(&source, line, split)),
        })
    }

    /// Returns the first row, which may be a header.
    ///
    /// # Errors
    /// If the table is empty. The message names the `expected` rows.
    pub fn first_row(&self, expected: &str) -> Result<TableRow<'a>, Located> {
        self.rows().next().unwrap_or_else(|| Err(self.source.empty(expected)))
    }

    /// Returns the rows of a table. If it is csv and the first cells of its first row are these `columns`,
    /// this row is a header, and is skipped.
    ///
    /// # Errors
    /// If there are no rows. The message names the `expected` cells.
    pub(crate) fn rows_without_header(
        &self,
        columns: &[&str],
        expected: &str,
    ) -> Result<impl Iterator<Item = Result<TableRow<'a>, Located>> + use<'a>, Located> {
        let has_header = self.separator.is_some() && self.first_row(expected)?.begins_with(columns);
        let mut rows = self.rows().skip(usize::from(has_header)).peekable();
        match rows.peek() {
            Some(_) => Ok(rows),
            None => Err(self.source.empty(expected)),
        }
    }

    /// Returns the cells of each row of a table with these `columns`. If the table is csv and has a header,
    /// the header is skipped.
    ///
    /// # Errors
    /// If there are no rows. The iterator returns an error for a row with more or fewer cells, or with an
    /// empty cell.
    pub fn records<const N: usize>(
        &self,
        columns: [&'static str; N],
    ) -> Result<impl Iterator<Item = Result<[TableCell<'a>; N], Located>> + use<'a, N>, Located> {
        let (table, expected) = (*self, format!("{N} ({})", columns.join(", ")));
        let rows = self.rows_without_header(&columns, &expected)?;
        Ok(rows.map(move |row| {
            let TableRow { cells, line } = row?;
            let count = cells.len();
            let cells: [TableCell<'a>; N] =
                cells.try_into().map_err(|_| table.wrong_columns(line, count, &expected))?;
            table.check_filled(columns.into_iter().zip(&cells))?;
            Ok(cells)
        }))
    }

    /// Returns the number in a cell, or `None` if it is not a number. In csv with semicolons, the number may
    /// have a decimal comma.
    pub fn number(&self, cell: &TableCell<'_>) -> Option<f64> {
        match self.separator {
            Some(';') => cell.text.replace(',', ".").parse().ok(),
            _ => cell.text.parse().ok(),
        }
    }

    /// Checks that no cell is empty. Each cell comes with the name of its column, for the error.
    ///
    /// # Errors
    /// If a cell is empty.
    pub fn check_filled<'c>(
        &self,
        cells: impl IntoIterator<Item = (&'c str, &'c TableCell<'c>)>,
    ) -> Result<(), Located> {
        match cells.into_iter().find(|(_, cell)| cell.text.is_empty()) {
            Some((column, cell)) => {
                Err(self.source.error(cell.place, format!("the cell in the column `{column}` is empty")))
            }
            None => Ok(()),
        }
    }

    /// Returns the error for a row with a wrong number of cells.
    pub fn wrong_columns(&self, line: Span, count: usize, expected: &str) -> Located {
        let error = if (self.separator, self.split) == (None, Split::Fields) {
            self.source.wrong_columns(line, count, expected)
        } else {
            self.source.error(line, wrong_count(count, expected))
        };
        let hint = self.separator.is_none() && self.source.get(line).contains([',', ';']);
        let hint =
            hint.then(|| "if commas or semicolons separate the columns, name the file .csv".to_owned());
        Located { hint: error.hint.or(hint), ..error }
    }

    /// Returns the names of columns as a header of this table, for messages: `run<TAB>team` or `run,team`.
    pub(crate) fn header(&self, columns: &[&str]) -> String {
        columns.join(&self.separator.map_or_else(|| "<TAB>".to_owned(), String::from))
    }

    /// Returns the error for a first row other than the header with these `columns`.
    pub(crate) fn wrong_header(&self, first: &TableRow<'_>, columns: &[&str]) -> Located {
        let (header, start) = (self.header(columns), self.source.get(first.line));
        let start: String = start.chars().take(60).collect();
        let what = format!("expected the header `{header}`, found `{}`", start.escape_debug());
        self.source.error(first.line, what)
    }
}

impl TableRow<'_> {
    /// Returns the texts of the cells.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.cells.iter().map(|cell| &*cell.text)
    }

    /// Returns true if the first cells have these names, in upper or lower case.
    pub(crate) fn begins_with(&self, names: &[&str]) -> bool {
        let mut texts = self.texts();
        names.iter().all(|name| texts.next().is_some_and(|text| text.eq_ignore_ascii_case(name)))
    }
}

/// Ids with the numbers of their lines.
type NumberedIds<'a> = Vec<(usize, Cow<'a, str>)>;

/// Returns the ids in the first column of a csv list, such as topics with their queries, each with the number
/// of its line. A header whose first cell names a column of this `role` is skipped. If the list is a single row
/// without a header, all its cells are ids. Returns `None` if the file's name does not end in `.csv`, because
/// each line may then be a single id, which may contain commas.
///
/// # Errors
/// If the file is not a text in UTF-8, an id is empty, or [`TextTable::rows`] refuses a row.
pub fn ids_in_csv<'a>(
    path: &'a Path,
    bytes: &'a [u8],
    role: Role,
) -> Result<Option<NumberedIds<'a>>, Located> {
    if !is_named_csv(path) {
        return Ok(None);
    }
    let table = TextTable::parse(path, bytes, Split::Fields)?;
    let mut rows: Vec<TableRow<'a>> = table.rows().collect::<Result<_, _>>()?;
    if rows.first().is_some_and(|first| role.is_named(&first.cells[0].text)) {
        rows.remove(0);
    } else if let [only] = rows.as_mut_slice() {
        // All ids are on one line.
        let cells = std::mem::take(&mut only.cells);
        rows = cells.into_iter().map(|cell| TableRow { cells: vec![cell], line: only.line }).collect();
    }
    let (mut ids, mut line, mut position) = (Vec::new(), 1, 0);
    for mut row in rows {
        let cell = row.cells.swap_remove(0);
        table.check_filled([("id", &cell)])?;
        let start = cell.place.start as usize;
        line += table.source().bytes()[position..start].iter().filter(|byte| **byte == b'\n').count();
        position = start;
        ids.push((line, cell.text));
    }
    Ok(Some(ids))
}

/// Returns true if the name of a file, or of the file that is compressed in it, ends in `.csv`.
fn is_named_csv(path: &Path) -> bool {
    let file = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    uncompressed(&file).ends_with(".csv")
}

/// Returns the character between the cells of csv, or `None` if the table is not csv.
fn csv_separator(source: &FileText<'_>) -> Option<char> {
    let first = source.lines().next().map_or("", |line| source.get(line));
    let unquoted: Vec<u8> = bytes_outside_quotes(first).collect();
    let is_csv =
        if is_named_csv(source.path()) { !unquoted.contains(&b'\t') } else { !first.bytes().any(is_blank) };
    let separator = unquoted.into_iter().find(|byte| matches!(byte, b',' | b';'));
    separator.filter(|_| is_csv).map(char::from)
}

/// Returns the bytes of a line of csv that are not in quotes.
fn bytes_outside_quotes(line: &str) -> impl Iterator<Item = u8> {
    let (mut is_quoted, mut last) = (false, b',');
    line.bytes().filter(move |&byte| {
        // A quote within a cell that does not begin with one is an ordinary character. A doubled quote closes
        // the cell and opens it again.
        if byte == b'"' && (is_quoted || matches!(last, b',' | b';' | b'"')) {
            is_quoted = !is_quoted;
        }
        if !is_blank(byte) {
            last = byte;
        }
        !is_quoted
    })
}

/// Returns the next row of csv that has text.
fn csv_row<'a>(source: &FileText<'a>, rows: &mut SeparatedRows<'a>) -> Result<Option<TableRow<'a>>, Located> {
    let mut cells = Vec::new();
    loop {
        let start = rows.skip_comments();
        let line = source.text()[start..].lines().next().unwrap_or_default();
        let line = Span { start: start as u32, end: (start + line.len()) as u32 };
        source.check_line(line)?;
        let has_row = rows
            .read(&mut cells)
            .map_err(|WrongQuote { position, message }| source.error(Span::empty_at(position), message))?;
        if !has_row {
            return Ok(None);
        }
        let cells: Vec<TableCell<'a>> = cells
            .drain(..)
            .map(|cell| TableCell { text: without_blanks(cell.text), place: Span::empty_at(cell.start) })
            .collect();
        if cells.iter().any(|cell| !cell.text.is_empty()) {
            return Ok(Some(TableRow { cells, line }));
        }
    }
}

/// Removes the blanks around a text.
fn without_blanks(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => text.trim_matches([' ', '\t']).into(),
        Cow::Owned(text) => text.trim_matches([' ', '\t']).to_owned().into(),
    }
}

/// Returns the row on a line of a table that is not csv.
fn row_of_line<'a>(source: &FileText<'a>, line: Span, split: Split) -> Result<TableRow<'a>, Located> {
    let has_tab = memchr::memchr(b'\t', line.slice(source.bytes())).is_some();
    let is_separator = |byte| match split {
        Split::Tabs => byte == b'\t',
        Split::TabsOrBlanks if has_tab => byte == b'\t',
        Split::TabsOrBlanks | Split::Fields => is_blank(byte),
    };
    let parts = source.parts(line, is_separator)?.filter(|part| part.length() > 0);
    let cell = |place: Span| {
        let text = source.get(place);
        TableCell { text: if split == Split::Fields { text.into() } else { unquoted(text) }, place }
    };
    Ok(TableRow { cells: parts.map(cell).collect(), line })
}
