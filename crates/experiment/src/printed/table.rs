//! Reads a table of expected.yaml: a block of text becomes cells and rows.
//!
//! The first line of the block names the columns. Fields are separated by `|` with a blank on both sides, so that `|U_t|`
//! can be a label. Further blanks are ignored. The first column contains the row's label. The columns `quantity` (a second
//! label) and `flags` (marks) contain no cells.

use std::collections::{BTreeMap, BTreeSet};

use rejudge_names::plural::counted;
use schemars::JsonSchema;
use serde::Deserialize;

use super::cell::{Address, CellKind, PrintedCell, PrintedRow};
use super::expected::Expected;
use super::value::{Printed, Reading};
use crate::spec::yaml::{Node, Position, Spanned, YamlError, from_node};

/// The row label in the addresses of numbers in a panel's heading.
pub(super) const HEADING: &str = "heading";

/// A text with its position.
#[derive(Clone, Debug)]
pub struct Field {
    /// The text, trimmed.
    pub text: String,
    /// The position of the first character.
    pub at: Position,
}

/// The way in which a cell that needs licensed data is compared when the data are available.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Then {
    /// Nothing was random, so values must agree within half a unit of the last printed digit.
    Exact,
    /// The paper used random draws that it does not specify, so the percentile among seeded draws is reported.
    WithinDraws,
}

/// A table of expected.yaml.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PrintedTableWire {
    /// The page of the paper.
    #[serde(default)]
    page: Option<u32>,
    /// The paper's caption and notes, if the experiment has no table of this name. Otherwise the caption of the
    /// experiment's table is shown.
    #[serde(default)]
    caption: Option<String>,
    /// The data with which the cells are compared.
    kind: CellKind,
    /// The way in which cells that need licensed data are compared when the data are available.
    #[serde(default)]
    then: Option<Then>,
    /// The number of digits after the point, if it is the same for every number.
    #[serde(default)]
    decimals: Option<u32>,
    /// The quantities that are percentages, with or without a printed percent sign.
    #[serde(default)]
    percent: Vec<String>,
    /// True if quotients are printed with their results (`3/19=.1579`).
    #[serde(default)]
    workings: bool,
    /// The source from which the numbers were worked out, if the paper does not print them.
    #[serde(default)]
    worked_out_from: Option<Spanned<String>>,
    /// The names of the quantities in each cell, in order, if cells contain several values separated by blanks.
    #[serde(default)]
    quantities: Vec<String>,
    /// The numbers in the panel's heading.
    #[serde(default)]
    heading: BTreeMap<String, Spanned<String>>,
    /// The table as a literal block (`cells: |`). The first line names the columns, fields are separated by ` | `, and the
    /// first field of a line is the label of the row.
    cells: Spanned<String>,
}

impl Expected {
    /// Adds the table or panel `key: node`. `in_text` is true for numbers of the running text. `first_lines` maps
    /// the address of each cell so far to its line.
    pub(super) fn add(
        &mut self,
        key: &Spanned<String>,
        node: &Node,
        in_text: bool,
        first_lines: &mut BTreeMap<Address, usize>,
    ) -> Result<(), YamlError> {
        let wire: PrintedTableWire = from_node(node)?;
        let lines = fields(&wire.cells)?;
        let (table, panel) = match key.value.split_once('/') {
            Some((table, panel)) => (table.to_owned(), Some(panel.to_owned())),
            None => (key.value.clone(), None),
        };
        let template = PrintedCell {
            address: Address { table, panel, row: String::new(), column: String::new(), quantity: None },
            text: String::new(),
            value: Printed::Blank,
            reading: Reading::default(),
            should_be: None,
            kind: wire.kind,
            is_drawn: wire.is_drawn(key)?,
            in_text,
            worked_out_from: wire.worked_out_from.as_ref().map(|source| source.value.clone()),
            page: wire.page,
            at: key.at.clone().ok_or_else(|| key.error("the table has no position"))?,
        };
        self.captions.extend(wire.caption.clone().map(|caption| (template.address.table.clone(), caption)));
        for (name, number) in &wire.heading {
            let position = number.at.clone().ok_or_else(|| number.error("the heading has no position"))?;
            let field = Field { text: number.value.clone(), at: position };
            self.headings.push(cell(&template, [HEADING, name], None, &field, Reading::default())?);
        }
        let head = &lines[0];
        for (row, line) in lines.iter().enumerate() {
            let field_of = |name: &str| {
                let column = (1..head.len()).find(|column| row > 0 && head[*column].text == name)?;
                Some(line[column].text.clone())
            };
            self.rows.push(PrintedRow {
                table: template.address.table.clone(),
                panel: template.address.panel.clone(),
                label: (row > 0).then(|| line[0].text.clone()),
                flags: field_of("flags").unwrap_or_default(),
                fields: line.iter().map(|field| field.text.clone()).collect(),
            });
            let is_cell = |(column, _): &(&Field, &Field)| {
                row > 0 && !["quantity", "flags"].contains(&column.text.as_str())
            };
            for (column, field) in head.iter().zip(line).skip(1).filter(is_cell) {
                let labels = [line[0].text.as_str(), column.text.as_str()];
                for cell in wire.cells_in(field, &template, labels, field_of("quantity"))? {
                    if let Some(first) = first_lines.insert(cell.address.clone(), cell.at.line) {
                        let message = format!(
                            "duplicate printed cell {} (first defined on line {first})",
                            cell.address
                        );
                        return Err(YamlError::at_position(&cell.at, message));
                    }
                    let cells = if cell.value == Printed::Blank { &mut self.blanks } else { &mut self.cells };
                    cells.push(cell);
                }
            }
        }
        Ok(())
    }
}

impl PrintedTableWire {
    /// Returns the cells in a field: a cell for each name in `quantities`, or a single one with the row's quantity.
    fn cells_in(
        &self,
        field: &Field,
        template: &PrintedCell,
        labels: [&str; 2],
        row_quantity: Option<String>,
    ) -> Result<Vec<PrintedCell>, YamlError> {
        let (quantities, parts) = match self.quantities.as_slice() {
            [] => (vec![row_quantity], vec![field.clone()]),
            names => (names.iter().cloned().map(Some).collect(), words(field)),
        };
        if parts.len() != quantities.len() {
            let names = self.quantities.join(", ");
            return Err(YamlError::at_position(
                &field.at,
                format!("`{}` must contain {names}, separated by blanks", field.text),
            ));
        }
        let cells = quantities.into_iter().zip(&parts).map(|(quantity, part)| {
            let percent = quantity.as_ref().is_some_and(|quantity| self.percent.contains(quantity));
            let reading = Reading { decimals: self.decimals, percent, workings: self.workings };
            cell(template, labels, quantity, part, reading)
        });
        cells.collect()
    }

    fn is_drawn(&self, key: &Spanned<String>) -> Result<bool, YamlError> {
        let may_be_worked_out = matches!(self.kind, CellKind::Exact | CellKind::Transcribed);
        if let Some(source) = self.worked_out_from.as_ref().filter(|_| !may_be_worked_out) {
            return Err(source.error("`worked-out-from` belongs to `kind: exact` or `kind: transcribed`"));
        }
        if self.then.is_some() != (self.kind == CellKind::NeedsLicensedData) {
            return Err(key.error(if self.then.is_some() {
                "`then` belongs to `kind: needs-licensed-data`"
            } else {
                "`kind: needs-licensed-data` needs `then: exact` or `then: within-draws`"
            }));
        }
        Ok(matches!(self.then, Some(Then::WithinDraws)))
    }
}

fn cell(
    template: &PrintedCell,
    [row, column]: [&str; 2],
    quantity: Option<String>,
    field: &Field,
    reading: Reading,
) -> Result<PrintedCell, YamlError> {
    let value = match template.kind {
        CellKind::Words if field.text.is_empty() => Printed::Blank,
        CellKind::Words => Printed::Words,
        _ => {
            Printed::parse(&field.text, reading).map_err(|error| YamlError::at_position(&field.at, error))?
        }
    };
    let (row, column) = (row.to_owned(), column.to_owned());
    let address = Address { row, column, quantity, ..template.address.clone() };
    Ok(PrintedCell {
        address,
        text: field.text.clone(),
        value,
        reading,
        at: field.at.clone(),
        ..template.clone()
    })
}

/// Splits a literal block into the fields of its lines. An error in a line has the position of that line.
fn fields(block: &Spanned<String>) -> Result<Vec<Vec<Field>>, YamlError> {
    let not_literal = || block.error("cells must be a literal block: `cells: |` and the lines below it");
    // The YAML reader gives only the position of the block's start.
    let start = block.at.as_ref().ok_or_else(not_literal)?;
    let source: Vec<&str> = start.source.text.lines().collect();
    let content: Vec<&str> = block.value.trim_end().lines().collect();
    // The position of a literal block is either its `|` or its first line.
    let first = [start.line, start.line + 1].into_iter().find(|&line| {
        let candidate = source.get(line - 1..line - 1 + content.len());
        candidate.is_some_and(|candidate| candidate.iter().zip(&content).all(|(a, b)| a.trim() == b.trim()))
    });
    let first = first.ok_or_else(not_literal)?;
    let numbered = (first..).zip(&source[first - 1..]).take(content.len());
    let lines: Vec<Vec<Field>> = numbered
        .map(|(line, text)| split_line(text, &Position { source: start.source.clone(), line, column: 1 }))
        .collect();
    if lines.len() < 2 {
        return Err(block.error("the block needs a line of column labels, and rows below it"));
    }
    if let Some([blank]) =
        lines.iter().map(Vec::as_slice).find(|line| matches!(line, [only] if only.text.is_empty()))
    {
        return Err(YamlError::at_position(&blank.at, "a blank line inside a block of cells"));
    }
    let mut names = BTreeSet::new();
    if let Some(repeated) = lines[0].iter().find(|field| !names.insert(&field.text)) {
        return Err(YamlError::at_position(&repeated.at, format!("duplicate column `{}`", repeated.text)));
    }
    if let Some(line) = lines.iter().find(|line| line.len() != lines[0].len()) {
        let (columns, expected) = (counted(line.len(), "column"), lines[0].len());
        let message = format!("{columns} in this row, {expected} in the first line of the block");
        return Err(YamlError::at_position(&line[0].at, message));
    }
    Ok(lines)
}

/// Splits a line that begins at `start` into its fields.
fn split_line(line: &str, start: &Position) -> Vec<Field> {
    let start = Position { column: start.column + blanks(line), ..start.clone() };
    // In a line that ends with an empty field, the blank after the last separator was trimmed.
    parts(format!("{} ", line.trim()).split(" | "), 3, &start)
}

/// Returns the words of a field, each with its position.
fn words(field: &Field) -> Vec<Field> {
    let mut words = parts(field.text.split(char::is_whitespace), 1, &field.at);
    words.retain(|word| !word.text.is_empty());
    words
}

/// Returns the trimmed parts of a text that begins at `start`. `separator` is the number of characters between two parts.
fn parts<'t>(split: impl Iterator<Item = &'t str>, separator: usize, start: &Position) -> Vec<Field> {
    let (mut parts, mut column) = (Vec::new(), start.column);
    for part in split {
        let indent = if part.trim().is_empty() { 0 } else { blanks(part) };
        let at = Position { column: column + indent, ..start.clone() };
        parts.push(Field { text: part.trim().to_owned(), at });
        column += part.chars().count() + separator;
    }
    parts
}

/// Returns the number of blanks at the beginning of a text.
fn blanks(text: &str) -> usize {
    text.chars().take_while(|c| c.is_whitespace()).count()
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

    fn block(text: &str) -> Result<Vec<Vec<Field>>, YamlError> {
        let source = Source { name: "t.yaml".into(), folder: "".into(), text: text.into() };
        let table: Table = from_node(&parse(source)?)?;
        fields(&table.cells)
    }

    #[test]
    fn every_field_has_its_position() {
        let read =
            block("# above\ncells: |\n    team | flags | n \n    A†b  | *     | 12\n    C    |       |  7\n")
                .expect("the text is a block");
        let n = &read[2][2];
        assert_eq!((n.text.as_str(), n.at.line, n.at.column), ("7", 5, 21));
        assert_eq!((read[0][2].at.line, read[0][2].at.column), (3, 20));
        assert_eq!(read[1].iter().map(|field| field.text.as_str()).collect::<Vec<_>>(), ["A†b", "*", "12"]);
    }

    #[test]
    fn errors_name_the_line() {
        for (text, message) in [
            (
                "cells: |\n  a | b\n  x | 1\n  y | 1 | 2\n",
                "t.yaml:4:3: 3 columns in this row, 2 in the first line",
            ),
            ("cells: |\n  a | b\n   | 1\n", "t.yaml:3:4: 1 column in this row"),
            ("cells: |\n  a | b\n\n  x | 1\n", "t.yaml:3:1: a blank line inside a block"),
            ("cells: |\n  a\n\n  x\n", "t.yaml:3:1: a blank line inside a block"),
            ("cells: |\n  a | flags | flags\n  x | * | 1\n", "t.yaml:2:15: duplicate column `flags`"),
            ("cells: |\n  a | b\n", "the block needs a line of column labels, and rows below it"),
            ("cells: \"a | b\\nx | 1\"\n", "cells must be a literal block"),
            ("cells: >\n  a | b\n  x | 1\n", "cells must be a literal block"),
        ] {
            let error = block(text).expect_err(text).to_string();
            assert!(error.contains(message), "{text:?}: {error}");
        }
    }
}
