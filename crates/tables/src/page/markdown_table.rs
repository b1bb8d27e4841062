//! Writes tables as Markdown. Cells may contain any text.
//!
//! A property test checks that a reader of Markdown gets the original text back.

use std::fmt;

use crate::frame::Heading;
use crate::page::plain::{Markdown, plain};

/// A table, which `Display` writes as Markdown. A cell is one line of Markdown. Bars, which would end it, are escaped,
/// and control characters become blanks.
///
/// ```
/// use rejudge_tables::frame::Heading;
/// use rejudge_tables::page::{Markdown, MarkdownTable, plain};
///
/// let columns = vec![Heading::words("run"), Heading::numbers("AP|D")];
/// let rows = vec![vec![plain("a*b"), "**.5**".into()], vec![plain("c"), Markdown::default()]];
/// let table = MarkdownTable { columns, rows };
/// assert_eq!(table.to_string(), "| run | AP\\|D |\n|---|--:|\n| a\\*b | **.5** |\n| c | |\n");
/// ```
#[derive(Clone, Debug)]
pub struct MarkdownTable {
    pub columns: Vec<Heading>,
    /// A cell for each column.
    pub rows: Vec<Vec<Markdown>>,
}

impl MarkdownTable {
    /// Combines tables with the same columns into one. A new first column has the name of each table, next to
    /// the first row of that table. Returns `None` if there are no tables, if their columns differ, or if
    /// they have more than `max_rows` rows in total.
    pub fn stacked(tables: &[(&str, Self)], max_rows: usize) -> Option<Self> {
        let (_, Self { columns, .. }) = tables.first()?;
        let row_count = tables.iter().map(|(_, table)| table.rows.len()).sum::<usize>();
        if row_count > max_rows || tables.iter().any(|(_, table)| table.columns != *columns) {
            return None;
        }
        let columns = [&[Heading::words("")], columns.as_slice()].concat();
        let mut rows = Vec::new();
        for (name, table) in tables {
            let names = std::iter::once(plain(name)).chain(std::iter::repeat(Markdown::default()));
            rows.extend(names.zip(&table.rows).map(|(name, row)| [&[name], row.as_slice()].concat()));
        }
        Some(Self { columns, rows })
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
            for cell in row {
                if !cell.is_empty() {
                    write!(f, " {}", within_bars(cell.as_str()))?;
                }
                f.write_str(" |")?;
            }
        }
        f.write_str("\n")
    }
}

/// Escapes the characters that would end a cell.
fn within_bars(markdown: &str) -> String {
    let mut out = String::with_capacity(markdown.len());
    let mut escaped = false;
    for c in markdown.chars() {
        if c == '|' && !escaped {
            out.push('\\');
        }
        escaped = c == '\\' && !escaped;
        out.push(if c.is_control() { ' ' } else { c });
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

    use super::*;

    /// Returns the texts of the cells that a reader of Markdown finds, or an error if a cell contains an element.
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
        assert_eq!(within_bars("**|U|** \\| \\\\| a\nb"), "**\\|U\\|** \\| \\\\\\| a b");
    }

    proptest! {
        #[test]
        fn a_written_table_is_read_back(
            texts in prop::collection::vec("[a-z0-9 |`*_<>&;#!\\[\\]()\\\\/\"'.~$^:{}=+-]{0,12}|\\PC{0,6}|(a|\n|\r|\t){0,4}", 6)
        ) {
            let [head, body] = [0..2, 2..6].map(|range| texts[range].to_vec());
            let columns = vec![Heading::words(&head[0]), Heading::numbers(&head[1])];
            let rows = body.chunks(2).map(|row| row.iter().map(|text| plain(text)).collect()).collect();
            let table = MarkdownTable { columns, rows };
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
