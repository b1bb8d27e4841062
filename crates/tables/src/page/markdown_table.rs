//! Tables written as Markdown, with arbitrary text in their cells.
//!
//! They are beside the reader of Markdown, so that the escaped characters are exactly those that `markdown`
//! interprets; a property test compares the two. The module depends on neither experiments nor tables of results, so
//! that any writer of reports may use it.

use std::fmt;

use crate::frame::Heading;
use crate::page::plain::plain;

/// A cell of a row.
#[derive(Clone, Debug)]
pub struct Cell(Option<String>);

impl Cell {
    /// An empty cell.
    pub const NOTHING: Self = Self(None);

    /// Makes a cell of plain text, which is escaped.
    pub fn text(text: &str) -> Self {
        Self(Some(plain(text)))
    }

    /// Makes a cell of one line of Markdown; bars and line feeds, which would end the cell, are escaped.
    pub fn markdown(markdown: &str) -> Self {
        let mut out = String::with_capacity(markdown.len());
        let mut escaped = false;
        for c in markdown.chars() {
            if c == '|' && !escaped {
                out.push('\\');
            }
            escaped = c == '\\' && !escaped;
            out.push(if c.is_control() { ' ' } else { c });
        }
        Self(Some(out))
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::text(&text)
    }
}

impl From<usize> for Cell {
    fn from(number: usize) -> Self {
        Self(Some(number.to_string()))
    }
}

/// A table as Markdown, which its `Display` writes.
///
/// ```
/// use rejudge_tables::frame::Heading;
/// use rejudge_tables::page::{Cell, MarkdownTable};
///
/// let mut table = MarkdownTable::new([Heading::words("run"), Heading::numbers("AP|D")]);
/// table.row(["a*b".into(), Cell::markdown("**.5**")]);
/// table.row([Cell::text("c"), Cell::NOTHING]);
/// assert_eq!(table.to_string(), "| run | AP\\|D |\n|---|--:|\n| a\\*b | **.5** |\n| c | |\n");
/// ```
#[derive(Clone, Debug)]
pub struct MarkdownTable {
    columns: Vec<Heading>,
    rows: Vec<Vec<Cell>>,
}

impl MarkdownTable {
    /// A table without rows.
    pub fn new(columns: impl IntoIterator<Item = Heading>) -> Self {
        Self { columns: columns.into_iter().collect(), rows: Vec::new() }
    }

    /// Adds a row, which has a cell for each column.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        let cells: Vec<Cell> = cells.into_iter().collect();
        debug_assert_eq!(cells.len(), self.columns.len(), "a cell for each column");
        self.rows.push(cells);
    }

    /// Returns the number of columns.
    pub fn columns(&self) -> usize {
        self.columns.len()
    }

    /// Stacks tables of the same columns, with the name of each beside its first row. Returns `None` if their columns
    /// differ or they have more than `most` rows together.
    pub fn stacked(tables: &[(&str, Self)], most: usize) -> Option<Self> {
        let (_, Self { columns, .. }) = tables.first()?;
        let rows = tables.iter().map(|(_, table)| table.rows.len()).sum::<usize>();
        if rows > most || tables.iter().any(|(_, table)| table.columns != *columns) {
            return None;
        }
        let mut out = Self::new(std::iter::once(Heading::words("")).chain(columns.iter().cloned()));
        for (name, table) in tables {
            for (at, row) in table.rows.iter().enumerate() {
                let name = Cell::text(if at == 0 { name } else { "" });
                out.row(std::iter::once(name).chain(row.iter().cloned()));
            }
        }
        Some(out)
    }
}

impl fmt::Display for MarkdownTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("|")?;
        for Heading { text, .. } in &self.columns {
            if !text.is_empty() {
                write!(f, " {}", plain(text))?;
            }
            f.write_str(" |")?;
        }
        f.write_str("\n|")?;
        for Heading { is_number, .. } in &self.columns {
            f.write_str(if *is_number { "--:|" } else { "---|" })?;
        }
        for row in &self.rows {
            f.write_str("\n|")?;
            for Cell(cell) in row {
                if let Some(text) = cell {
                    write!(f, " {text}")?;
                }
                f.write_str(" |")?;
            }
        }
        f.write_str("\n")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

    use super::*;

    /// The texts of the cells that a reader of Markdown finds; a cell with an element in it is an error.
    fn read(markdown: &str) -> Result<Vec<String>, String> {
        let mut cells = Vec::new();
        for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::TableCell) => cells.push(String::new()),
                Event::Text(text) => cells.last_mut().ok_or("text outside of cells")?.push_str(&text),
                Event::Start(Tag::Table(_) | Tag::TableHead | Tag::TableRow)
                | Event::End(TagEnd::Table | TagEnd::TableHead | TagEnd::TableRow | TagEnd::TableCell) => {}
                other => return Err(format!("{other:?}")),
            }
        }
        Ok(cells)
    }

    #[test]
    fn bars_of_markdown_are_escaped_once() {
        let cell = |markdown: &str| Cell::markdown(markdown).0;
        assert_eq!(cell("**|U|** \\| \\\\| a\nb"), Some("**\\|U\\|** \\| \\\\\\| a b".into()));
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            texts in prop::collection::vec("[a-z0-9 |`*_<>&;#!\\[\\]()\\\\/\"'.~$^:{}=+-]{0,12}|\\PC{0,6}|(a|\n|\r|\t){0,4}", 6)
        ) {
            let [head, body] = [0..2, 2..6].map(|range| texts[range].to_vec());
            let mut table = MarkdownTable::new([Heading::words(&head[0]), Heading::numbers(&head[1])]);
            body.chunks(2).for_each(|row| table.row(row.iter().map(|text| Cell::text(text))));
            let shown: String = format!("{table}\nafter the table\n");
            let shown = shown.split_once("\nafter").map_or("", |(table, _)| table);
            let expected: Vec<String> = texts
                .iter()
                .map(|text| text.replace(|c: char| c.is_control(), " ").trim_matches(' ').to_owned())
                .collect();
            prop_assert_eq!(read(shown), Ok(expected), "{}", shown);
        }
    }
}
