//! Printed cells, their addresses, and the rows of the transcription.

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
    /// The table: `table-8`, or `sakai-ncu:table-3` if the cell is quoted from another paper.
    pub table: String,
    /// The collection of the panel, if the table has panels.
    #[serde(default)]
    pub panel: Option<String>,
    /// The label of the row.
    pub row: String,
    /// The label of the column.
    pub column: String,
    /// The printed quantity, if a row or a cell has several.
    #[serde(default)]
    pub quantity: Option<String>,
}

impl Address {
    /// Returns the collection, which is the panel, or the column if the table has no panels.
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

/// A place that can contain several cells: a column, a row, a panel. A part that is not given matches everything.
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
    /// Returns true if the place contains the cell at `address`.
    pub fn contains(&self, address: &Address) -> bool {
        let matches =
            |pattern: &Option<String>, part: Option<&String>| pattern.is_none() || pattern.as_ref() == part;
        self.table == address.table
            && matches(&self.panel, address.panel.as_ref())
            && matches(&self.row, Some(&address.row))
            && matches(&self.column, Some(&address.column))
            && matches(&self.quantity, address.quantity.as_ref())
    }
}

/// The data from which a printed value can be computed, if there are any.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CellKind {
    /// The value can be computed from the paper itself or from open data.
    Exact,
    /// Words, which are not compared.
    Words,
    /// A number that does not follow from runs and judgments, so that it is not compared.
    Transcribed,
    /// The value can be computed only from data under a licence. If the data are not available, the cells are skipped.
    NeedsLicensedData,
    /// The value can be computed from real runs of an open collection. A computed value that differs fails the check.
    /// If the data are not available, the cells are skipped.
    RealRuns,
    /// As `real-runs`, but computed from labels of real judges.
    RealLabels,
    /// As `real-runs`, but computed from the collection's judgments, or from its list of participants and their runs.
    RealCollections,
}

impl CellKind {
    /// Returns true if the cell is compared with a computed value.
    pub fn is_compared(self) -> bool {
        !matches!(self, Self::Words | Self::Transcribed)
    }

    /// Returns true if the cell needs the data of a collection, which may not be available.
    pub fn needs_data(self) -> bool {
        self == Self::NeedsLicensedData || self.real_data().is_some()
    }

    /// Returns the kind of real data from which the cell is computed, as words that follow `real`.
    pub fn real_data(self) -> Option<&'static str> {
        match self {
            Self::RealRuns => Some("runs"),
            Self::RealLabels => Some("labels"),
            Self::RealCollections => Some("judgments and rosters"),
            Self::Exact | Self::Words | Self::Transcribed | Self::NeedsLicensedData => None,
        }
    }
}

/// The correct value of a wrong cell.
#[derive(Clone, Debug)]
pub struct ShouldBe {
    /// The correct text, in the form of the printed text.
    pub text: String,
    /// The correct value.
    pub value: Printed,
    /// The name of the erratum.
    pub erratum: String,
    /// The mistake, and the evidence for it.
    pub reason: String,
}

/// A printed quantity, or a quantity that was worked out from the paper and is shown with the printed ones.
#[derive(Clone, Debug)]
pub struct PrintedCell {
    /// The place in the paper.
    pub address: Address,
    /// The text as printed.
    pub text: String,
    /// The parsed value.
    pub value: Printed,
    /// The rules by which the text was read.
    pub reading: Reading,
    /// The correct value from a known erratum.
    pub should_be: Option<ShouldBe>,
    pub kind: CellKind,
    /// True if the paper used random draws that it does not specify. The cell is then compared with seeded draws, by its
    /// percentile.
    pub is_drawn: bool,
    /// True if the number is in the running text. Such numbers are counted separately from the cells of tables.
    pub in_text: bool,
    /// The source from which the number was worked out without rejudge, such as `Table 4`, if the paper does not print
    /// the number. The number is compared like the printed ones, but not counted as printed.
    pub worked_out_from: Option<String>,
    /// The page of the paper, if the file gives it.
    pub page: Option<u32>,
    /// The position in expected.yaml.
    pub at: Position,
}

impl PrintedCell {
    /// Returns true if the cell is printed in a table, and is neither in the running text nor worked out.
    pub fn is_in_table(&self) -> bool {
        !self.in_text && self.worked_out_from.is_none()
    }
}

/// A transcribed line of a table: the labels of the columns, or a row.
#[derive(Clone, Debug)]
pub struct PrintedRow {
    pub table: String,
    pub panel: Option<String>,
    /// The label of the row; `None` for the line of column labels.
    pub label: Option<String>,
    /// The marks after the label (`*†`).
    pub flags: String,
    /// Every field of the line, trimmed.
    pub fields: Vec<String>,
}
