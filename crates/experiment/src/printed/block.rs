//! A printed table as a block of text.
//!
//! The first line names the columns; `|` with a blank on both sides separates the fields (`|U_t|` is a label), and
//! further blanks are ignored. The first column contains the row's label. A column headed `quantity` is a second label,
//! one headed `flags` contains marks; neither contains cells.

use crate::spec::yaml::{Position, Spanned, YamlError};
use rejudge_names::plural::counted;

/// A text and its position.
#[derive(Clone, Debug)]
pub struct Field {
    /// The text, trimmed.
    pub text: String,
    /// Its first character.
    pub at: Position,
}

/// A block, cut into fields.
#[derive(Clone, Debug)]
pub struct Block {
    /// Every field of the first line.
    pub heading: Vec<Field>,
    /// The other lines.
    pub rows: Vec<BlockRow>,
}

/// A line of a block.
#[derive(Clone, Debug)]
pub struct BlockRow {
    /// Its first field.
    pub label: Field,
    /// The field under `quantity`.
    pub quantity: Option<Field>,
    /// The field under `flags`.
    pub flags: Option<Field>,
    /// The fields under the other headings, with the heading.
    pub cells: Vec<(String, Field)>,
    /// Every field, as printed.
    pub fields: Vec<String>,
}

impl Block {
    /// Cuts the block; every error names its line.
    pub fn parse(block: &Spanned<String>) -> Result<Self, YamlError> {
        let mut lines = lines(block)?.into_iter();
        let heading = lines.next().ok_or_else(|| block.error("the block is empty"))?;
        let heading = fields(&heading);
        if let Some(twice) =
            heading.iter().enumerate().find(|(i, f)| heading[..*i].iter().any(|g| g.text == f.text))
        {
            return Err(YamlError::here(&twice.1.at, format!("duplicate column `{}`", twice.1.text)));
        }
        let mut rows: Vec<BlockRow> = Vec::new();
        for line in lines {
            let row = row(&heading, &line)?;
            let key =
                |row: &BlockRow| (row.label.text.clone(), row.quantity.as_ref().map(|q| q.text.clone()));
            if let Some(first) = rows.iter().find(|other| key(other) == key(&row)) {
                let message = format!(
                    "duplicate row `{}` (first defined on line {})",
                    row.label.text, first.label.at.line
                );
                return Err(YamlError::here(&row.label.at, message));
            }
            rows.push(row);
        }
        if rows.is_empty() {
            return Err(block.error("the block has column labels but no rows"));
        }
        Ok(Self { heading, rows })
    }
}

/// A line of the block and its start in the file.
struct Line {
    text: String,
    at: Position,
}

/// Finds the lines of a literal block in the file: YAML gives only the start of the block.
fn lines(block: &Spanned<String>) -> Result<Vec<Line>, YamlError> {
    let not_literal = || block.error("cells must be a literal block: `cells: |` and the lines below it");
    let at = block.at.as_ref().ok_or_else(not_literal)?;
    let source: Vec<&str> = at.source.text.lines().collect();
    let content: Vec<&str> = block.value.trim_end().lines().collect();
    let begins_at = |line: usize| {
        let there = source.get(line - 1..line - 1 + content.len());
        there.is_some_and(|there| there.iter().zip(&content).all(|(a, b)| a.trim() == b.trim()))
    };
    // The parser's mark of a literal block is its `|` or its first line.
    let first = [at.line, at.line + 1].into_iter().find(|&line| begins_at(line)).ok_or_else(not_literal)?;
    let place = |i: usize, text: &str| {
        let indent = source[first + i - 1].chars().take_while(|c| c.is_whitespace()).count();
        let at = Position { source: at.source.clone(), line: first + i, column: indent + 1 };
        Line { text: text.trim().to_owned(), at }
    };
    let lines: Vec<Line> = content.iter().enumerate().map(|(i, text)| place(i, text)).collect();
    match lines.iter().find(|line| line.text.is_empty()) {
        Some(blank) => Err(YamlError::here(&blank.at, "a blank line inside a block of cells")),
        None => Ok(lines),
    }
}

fn fields(line: &Line) -> Vec<Field> {
    let mut column = line.at.column;
    let mut fields = Vec::new();
    // In a line that ends with an empty field, the blank after the last separator was trimmed.
    for part in format!("{} ", line.text).split(" | ") {
        let lead =
            if part.trim().is_empty() { 0 } else { part.chars().take_while(|c| c.is_whitespace()).count() };
        let at = Position { column: column + lead, ..line.at.clone() };
        fields.push(Field { text: part.trim().to_owned(), at });
        column += part.chars().count() + 3;
    }
    fields
}

fn row(heading: &[Field], line: &Line) -> Result<BlockRow, YamlError> {
    let fields = fields(line);
    if fields.len() != heading.len() {
        let message = format!(
            "{} in this row, {} in the first line of the block",
            counted(fields.len(), "column"),
            heading.len()
        );
        return Err(YamlError::here(&line.at, message));
    }
    let texts = fields.iter().map(|field| field.text.clone()).collect();
    let mut columns = heading.iter().map(|field| field.text.clone()).zip(fields);
    let (_, label) = columns.next().ok_or_else(|| YamlError::here(&line.at, "an empty row"))?;
    let mut row = BlockRow { label, quantity: None, flags: None, cells: Vec::new(), fields: texts };
    for (name, field) in columns {
        match name.as_str() {
            "quantity" => row.quantity = Some(field),
            "flags" => row.flags = Some(field),
            _ => row.cells.push((name, field)),
        }
    }
    Ok(row)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use crate::spec::yaml::{Source, from_node, parse};

    #[derive(Deserialize)]
    struct Table {
        cells: Spanned<String>,
    }

    fn block(text: &str) -> Result<Block, YamlError> {
        let source = Source { name: "t.yaml".into(), folder: "".into(), text: text.into() };
        let table: Table = from_node(&parse(source)?)?;
        Block::parse(&table.cells)
    }

    #[test]
    fn every_field_knows_its_place() {
        let read =
            block("# above\ncells: |\n    team | flags | n \n    A†b  | *     | 12\n    C    |       |  7\n")
                .expect("a block");
        let n = &read.rows[1].cells[0];
        assert_eq!((n.0.as_str(), n.1.text.as_str()), ("n", "7"));
        assert_eq!((n.1.at.line, n.1.at.column), (5, 21));
        assert_eq!(read.rows[0].flags.as_ref().map(|f| f.text.as_str()), Some("*"));
        assert_eq!((read.heading[2].at.line, read.heading[2].at.column), (3, 20));
        assert_eq!(read.rows[0].fields, ["A†b", "*", "12"]);
    }

    #[test]
    fn errors_name_the_line() {
        for (text, message) in [
            (
                "cells: |\n  a | b\n  x | 1\n  y | 1 | 2\n",
                "t.yaml:4:3: 3 columns in this row, 2 in the first line",
            ),
            (
                "cells: |\n  a | b\n  x | 1\n  x | 2\n",
                "t.yaml:4:3: duplicate row `x` (first defined on line 3)",
            ),
            ("cells: |\n  a | b | b\n  x | 1 | 2\n", "t.yaml:2:11: duplicate column `b`"),
            ("cells: |\n  a | b\n   | 1\n", "t.yaml:3:4: 1 column in this row"),
            ("cells: |\n  a | b\n\n  x | 1\n", "t.yaml:3:1: a blank line inside a block"),
            ("cells: |\n  a | b\n", "the block has column labels but no rows"),
            ("cells: \"a | b\\nx | 1\"\n", "cells must be a literal block"),
            ("cells: >\n  a | b\n  x | 1\n", "cells must be a literal block"),
        ] {
            let error = block(text).expect_err(text).to_string();
            assert!(error.contains(message), "{text:?}: {error}");
        }
    }
}
