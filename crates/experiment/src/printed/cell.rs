//! A printed cell, its address, and its row.

use std::borrow::Cow;
use std::fmt;

use rejudge_names::quoted;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::value::{Printed, Reading};
use crate::spec::yaml::Position;

/// The address of a cell in the printed tables.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Address {
    /// `table-8`; cells quoted from another paper carry its name, `sakai-ncu:table-3`.
    pub table: String,
    /// The collection of the panel; none in a table without panels.
    #[serde(default)]
    pub panel: Option<String>,
    /// Label of the row.
    pub row: String,
    /// Label of the column.
    pub column: String,
    /// The printed quantity, if a row or a cell has several.
    #[serde(default)]
    pub quantity: Option<String>,
}

impl Address {
    /// Returns the collection: that of the panel, or the column if the table has no panels.
    pub fn collection(&self) -> &str {
        self.panel.as_ref().unwrap_or(&self.column)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.table)?;
        if let Some(panel) = &self.panel {
            write!(f, "/{panel}")?;
        }
        let labels = [Some(&self.row), Some(&self.column), self.quantity.as_ref()];
        let labels = labels.into_iter().flatten().filter(|label| !label.is_empty());
        let parts: Vec<Cow<'_, str>> = labels.map(|label| quoted(label)).collect();
        if parts.is_empty() { Ok(()) } else { write!(f, "[{}]", parts.join(", ")) }
    }
}

/// A place that may be wider than a cell: a column, a row, a panel. Parts that are not given match everything.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Site {
    /// The table.
    pub table: String,
    /// The panel.
    #[serde(default)]
    pub panel: Option<String>,
    /// The row.
    #[serde(default)]
    pub row: Option<String>,
    /// The column.
    #[serde(default)]
    pub column: Option<String>,
    /// The quantity.
    #[serde(default)]
    pub quantity: Option<String>,
}

impl Site {
    /// Returns true if the cell at `address` is part of it.
    pub fn holds(&self, address: &Address) -> bool {
        let is =
            |wanted: &Option<String>, found: Option<&String>| wanted.is_none() || wanted.as_ref() == found;
        self.table == address.table
            && is(&self.panel, address.panel.as_ref())
            && is(&self.row, Some(&address.row))
            && is(&self.column, Some(&address.column))
            && is(&self.quantity, address.quantity.as_ref())
    }
}

/// The data that a printed value is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CellKind {
    /// Computable from the paper alone or from open data.
    Exact,
    /// Words: no number is compared with them.
    Words,
    /// A number that does not follow from runs and judgments: not compared.
    Transcribed,
    /// Only with data under licence; until then the cells are skipped.
    NeedsLicensedData,
    /// Of real runs of an open collection: a computed value that differs fails the check; until its data are available,
    /// the cells are skipped.
    RealRuns,
    /// The same for labels that real judges gave.
    RealLabels,
    /// The same for the collection itself: its judgments, and its participants with their numbers of runs.
    RealCollections,
}

impl CellKind {
    /// Returns true if a computed value is compared with it.
    pub fn is_compared(self) -> bool {
        !matches!(self, Self::Words | Self::Transcribed)
    }

    /// Returns true if it is a number of a collection, whose data may be missing.
    pub fn needs_data(self) -> bool {
        self == Self::NeedsLicensedData || self.real_data().is_some()
    }

    /// The origin of a number that is printed for real data, by their makers or in a paper, as words that follow `real`.
    pub fn real_data(self) -> Option<&'static str> {
        match self {
            Self::RealRuns => Some("runs"),
            Self::RealLabels => Some("labels"),
            Self::RealCollections => Some("judgments and rosters"),
            Self::Exact | Self::Words | Self::Transcribed | Self::NeedsLicensedData => None,
        }
    }
}

/// The correct value of a mistaken cell.
#[derive(Clone, Debug)]
pub struct ShouldBe {
    /// In the form of the printed text.
    pub text: String,
    /// The value.
    pub value: Printed,
    /// Name of the erratum.
    pub erratum: String,
    /// The mistake, and the evidence for it.
    pub reason: String,
}

/// A printed quantity, or one shown with the printed ones although the paper does not print it.
#[derive(Clone, Debug)]
pub struct PrintedCell {
    /// Its place in the paper.
    pub address: Address,
    /// Its text, as printed.
    pub text: String,
    /// The parsed value.
    pub value: Printed,
    /// The form in which the text is read.
    pub reading: Reading,
    /// The correct value from a known erratum.
    pub should_be: Option<ShouldBe>,
    pub kind: CellKind,
    /// True if the paper used random draws that it does not specify: it is compared by its percentile among seeded draws.
    pub is_drawn: bool,
    /// True if it is a number of the running text, which is counted apart from the cells of tables.
    pub in_text: bool,
    /// The source from which the number was worked out, by other means than this program, if the paper does not print
    /// it (the points of a curve). It is compared like others and never counted as printed.
    pub worked_out_from: Option<String>,
    /// Page of the paper, if the file gives it.
    pub page: Option<u32>,
    /// Its position in expected.yaml.
    pub at: Position,
}

impl PrintedCell {
    /// Returns true if it is printed in a table: neither in the running text, nor worked out instead.
    pub fn is_in_table(&self) -> bool {
        !self.in_text && self.worked_out_from.is_none()
    }
}

/// A transcribed line: the labels of the columns, or a row.
#[derive(Clone, Debug)]
pub struct PrintedRow {
    /// The table.
    pub table: String,
    /// The panel.
    pub panel: Option<String>,
    /// Label of the row, which is not a label of the columns.
    pub label: Option<String>,
    /// The marks after the label (`*†`).
    pub flags: String,
    /// Every field of the line, trimmed.
    pub fields: Vec<String>,
}
