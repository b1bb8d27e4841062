//! A table of expected.yaml: its block of text becomes cells and rows.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::block::{Block, BlockRow, Field};
use super::cell::{Address, CellKind, LicensedComparison, PrintedCell, PrintedRow};
use super::value::{Printed, Reading};
use crate::spec::yaml::{Node, Position, Spanned, YamlError, from_node};

/// Row label under which the numbers of a panel's heading are addressed.
pub(super) const HEADING: &str = "heading";

/// The format of a table.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PrintedTableWire {
    /// Page of the paper.
    #[serde(default)]
    page: Option<u32>,
    /// The data that its cells are compared with.
    kind: CellKind,
    /// The comparison of cells that need licensed data, once they are available.
    #[serde(default)]
    then: Option<LicensedComparison>,
    /// Digits after the point of every number.
    #[serde(default)]
    decimals: Option<u32>,
    /// Quantities that are percentages, whether or not the sign was printed.
    #[serde(default)]
    percent: Vec<String>,
    /// True if quotients are printed with their results (`3/19=.1579`).
    #[serde(default)]
    workings: bool,
    /// The source from which the numbers were worked out, if the paper does not print them.
    #[serde(default)]
    worked_out_from: Option<Spanned<String>>,
    /// Names of the quantities inside each cell, in their order, blanks between them.
    #[serde(default)]
    quantities: Vec<String>,
    /// Numbers of the panel's heading.
    #[serde(default)]
    heading: BTreeMap<String, Spanned<String>>,
    /// The table as a literal block (`cells: |`): the first line names the columns, ` | ` separates the fields, and the
    /// first field of a line is the label of the row.
    cells: Spanned<String>,
}

/// A table, or a panel of one.
pub(super) struct PrintedTable {
    /// Its fields, dashes included.
    pub(super) cells: Vec<PrintedCell>,
    /// The numbers of its heading.
    pub(super) headings: Vec<PrintedCell>,
    /// Its lines.
    pub(super) rows: Vec<PrintedRow>,
}

impl PrintedTable {
    /// Reads the table `key: node`; `in_text` if its numbers are those of the running text.
    pub(super) fn read(key: &Spanned<String>, node: &Node, in_text: bool) -> Result<Self, YamlError> {
        let wire: PrintedTableWire = from_node(node)?;
        let block = Block::parse(&wire.cells)?;
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
            then: wire.then(key)?,
            in_text,
            worked_out_from: wire.worked_out_from.as_ref().map(|from| from.value.clone()),
            page: wire.page,
            at: key.at.clone().ok_or_else(|| key.error("a table without a place"))?,
        };
        let columns = block.heading.iter().map(|field| field.text.clone()).collect();
        let mut read =
            Self { cells: Vec::new(), headings: Vec::new(), rows: vec![line(&template, None, columns)] };
        for (name, number) in &wire.heading {
            let at = number.at.clone().ok_or_else(|| number.error("a heading without a place"))?;
            let field = Field { text: number.value.clone(), at };
            read.headings.push(cell(&template, [HEADING, name], None, &field, Reading::default())?);
        }
        for row in &block.rows {
            read.rows.push(line(&template, Some(row), row.fields.clone()));
            wire.read_row(&template, row, &mut read.cells)?;
        }
        Ok(read)
    }
}

impl PrintedTableWire {
    fn read_row(
        &self,
        template: &PrintedCell,
        row: &BlockRow,
        cells: &mut Vec<PrintedCell>,
    ) -> Result<(), YamlError> {
        for (column, field) in &row.cells {
            let quantities: Vec<Option<String>> = match self.quantities.as_slice() {
                [] => vec![row.quantity.as_ref().map(|quantity| quantity.text.clone())],
                names => names.iter().cloned().map(Some).collect(),
            };
            let parts = if self.quantities.is_empty() { vec![field.clone()] } else { words(field) };
            if parts.len() != quantities.len() {
                let names = self.quantities.join(", ");
                let message = format!("`{}` must hold {names}, with a blank between", field.text);
                return Err(YamlError::here(&field.at, message));
            }
            for (quantity, part) in quantities.into_iter().zip(&parts) {
                let percent = quantity.as_ref().is_some_and(|quantity| self.percent.contains(quantity));
                let reading = Reading { decimals: self.decimals, percent, workings: self.workings };
                cells.push(cell(template, [&row.label.text, column], quantity, part, reading)?);
            }
        }
        Ok(())
    }

    fn then(&self, key: &Spanned<String>) -> Result<LicensedComparison, YamlError> {
        let is_followed = matches!(self.kind, CellKind::Exact | CellKind::Transcribed);
        if let Some(from) = self.worked_out_from.as_ref().filter(|_| !is_followed) {
            return Err(from.error("`worked-out-from` belongs to `kind: exact` or `kind: transcribed`"));
        }
        if self.then.is_some() != (self.kind == CellKind::NeedsLicensedData) {
            let message = "`then: exact` or `then: within-draws` belongs to `kind: needs-licensed-data`";
            return Err(key.error(message));
        }
        Ok(self.then.unwrap_or(LicensedComparison::Exact))
    }
}

fn line(template: &PrintedCell, row: Option<&BlockRow>, fields: Vec<String>) -> PrintedRow {
    let flags = row.and_then(|row| row.flags.as_ref());
    PrintedRow {
        table: template.address.table.clone(),
        panel: template.address.panel.clone(),
        label: row.map(|row| row.label.text.clone()),
        flags: flags.map_or_else(String::new, |flags| flags.text.clone()),
        fields,
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
        _ => Printed::parse(&field.text, reading).map_err(|e| YamlError::here(&field.at, e))?,
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

/// The words of a field, each with its place.
fn words(field: &Field) -> Vec<Field> {
    let mut words: Vec<Field> = Vec::new();
    let mut open = false;
    for (i, c) in field.text.chars().enumerate() {
        if c.is_whitespace() {
            open = false;
            continue;
        }
        if !open {
            let at = Position { column: field.at.column + i, ..field.at.clone() };
            words.push(Field { text: String::new(), at });
            open = true;
        }
        if let Some(word) = words.last_mut() {
            word.text.push(c);
        }
    }
    words
}
