//! How a relation names its cells: selections, the facts of a collection, the teams of a roster.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::cell::{PrintedCell, PrintedRow, Role, Site};
use super::super::expected::Expected;
use rejudge_spec::yaml::{Spanned, YamlError};

/// A field that is one with the field above it.
pub(super) const DITTO: &str = "〃";

/// Cells of some tables; what is left out is everything.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Select {
    /// In these tables.
    tables: Vec<Spanned<String>>,
    /// In these panels; absent: in all.
    #[serde(default)]
    panels: Option<Vec<Spanned<String>>>,
    /// In these rows.
    #[serde(default)]
    rows: Option<Vec<Spanned<String>>>,
    /// In these columns.
    #[serde(default)]
    columns: Option<Vec<Spanned<String>>>,
    /// Of these quantities.
    #[serde(default)]
    quantities: Option<Vec<Spanned<String>>>,
}

impl Select {
    /// The cells, in the order of the file. A name that occurs nowhere in the tables is an error.
    pub(super) fn cells<'e>(&self, expected: &'e Expected) -> Result<Vec<&'e PrintedCell>, YamlError> {
        let mut chosen: Chosen<'_> =
            expected.cells.iter().map(|cell| (Site::from(&cell.address), cell)).collect();
        narrow(&mut chosen, "table", Some(&self.tables), |site| Some(&site.table))?;
        narrow(&mut chosen, "panel", self.panels.as_ref(), |site| site.panel.as_ref())?;
        narrow(&mut chosen, "row", self.rows.as_ref(), |site| site.row.as_ref())?;
        narrow(&mut chosen, "column", self.columns.as_ref(), |site| site.column.as_ref())?;
        narrow(&mut chosen, "quantity", self.quantities.as_ref(), |site| site.quantity.as_ref())?;
        Ok(chosen.into_iter().map(|(_, cell)| cell).collect())
    }
}

type Chosen<'e> = Vec<(Site, &'e PrintedCell)>;

/// Keeps the cells whose `part` is one of `names`.
fn narrow(
    chosen: &mut Chosen<'_>,
    what: &str,
    names: Option<&Vec<Spanned<String>>>,
    part: fn(&Site) -> Option<&String>,
) -> Result<(), YamlError> {
    let Some(names) = names else {
        return Ok(());
    };
    for name in names {
        if !chosen.iter().any(|(site, _)| part(site) == Some(&name.value)) {
            let known: Vec<&str> =
                chosen.iter().filter_map(|(site, _)| part(site)).map(String::as_str).collect();
            let error = name.error(format!("no {what} is labelled `{}` here", name.value));
            return Err(error.suggesting(&name.value, known));
        }
    }
    chosen.retain(|(site, _)| names.iter().any(|name| part(site) == Some(&name.value)));
    Ok(())
}

/// A row of a table whose columns are collections: the number of topics, teams, the pool depth.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Fact {
    /// The table.
    table: String,
    /// Its row; the columns are collections.
    row: Spanned<String>,
}

impl Fact {
    /// The cell of `collection`.
    pub(super) fn of<'e>(
        &self,
        expected: &'e Expected,
        collection: &str,
    ) -> Result<&'e PrintedCell, YamlError> {
        let site = Site {
            table: self.table.clone(),
            row: Some(self.row.value.clone()),
            column: Some(collection.to_owned()),
            ..Site::default()
        };
        expected.at(&site).ok_or_else(|| self.row.error(format!("{site} is not among the printed cells")))
    }

    /// The label of the row.
    pub(super) fn row(&self) -> &str {
        &self.row.value
    }
}

/// The teams of a table whose rows are teams, those with a mark left out.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Roster {
    /// The table whose rows are teams.
    table: Spanned<String>,
    /// A mark of teams that are left out.
    #[serde(default)]
    without: Option<String>,
}

impl Roster {
    /// The rows of `panel`.
    pub(super) fn rows<'e>(
        &self,
        expected: &'e Expected,
        panel: &str,
    ) -> Result<Vec<&'e PrintedRow>, YamlError> {
        let marked =
            |row: &PrintedRow| self.without.as_ref().is_some_and(|mark| row.flags.contains(mark.as_str()));
        let all: Vec<&PrintedRow> = rows_of(expected, &self.table.value, Some(panel)).collect();
        if all.is_empty() {
            return Err(self.table.error(format!("{}/{panel} has no rows", self.table.value)));
        }
        Ok(all.into_iter().filter(|row| !marked(row)).collect())
    }
}

/// The rows with cells of a table, of one panel or of all.
pub(super) fn rows_of<'e, 'n>(
    expected: &'e Expected,
    table: &'n str,
    panel: Option<&'n str>,
) -> impl Iterator<Item = &'e PrintedRow> + use<'e, 'n> {
    let here =
        move |row: &&PrintedRow| row.table == table && (panel.is_none() || row.panel.as_deref() == panel);
    expected.rows.iter().filter(|row| row.role == Role::Cells).filter(here)
}

/// The collection a cell belongs to: its panel, or its column in a table without panels.
pub(super) fn collection(cell: &PrintedCell) -> &str {
    cell.address.panel.as_deref().unwrap_or(&cell.address.column)
}

/// Cells that share what `site` keeps of their address, in the order of the first of them.
pub(super) fn grouped(cells: Vec<&PrintedCell>, keep: impl Fn(&mut Site)) -> Vec<(Site, Vec<&PrintedCell>)> {
    let mut order: BTreeMap<Site, usize> = BTreeMap::new();
    let mut groups: Vec<(Site, Vec<&PrintedCell>)> = Vec::new();
    for cell in cells {
        let mut site = Site::from(&cell.address);
        keep(&mut site);
        let group = *order.entry(site.clone()).or_insert(groups.len());
        match groups.get_mut(group) {
            Some((_, members)) => members.push(cell),
            None => groups.push((site, vec![cell])),
        }
    }
    groups
}

/// The whole number of a cell, or why there is none.
pub(super) fn whole_number(cell: &PrintedCell) -> Result<i64, String> {
    cell.value.integer().ok_or_else(|| format!("{} prints `{}`, not a whole number", cell.address, cell.text))
}
