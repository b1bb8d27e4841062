//! Which cells a relation speaks of: tables, panels, rows, columns and quantities by their labels.

use schemars::JsonSchema;
use serde::Deserialize;

use super::label::LabelChoice;
use crate::cell::{Address, PrintedCell, Site};
use crate::expected::Expected;
use crate::table::HEADING;
use rejudge_spec::yaml::{Spanned, YamlError};

/// A part of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Coordinate {
    /// The table.
    Table,
    /// The panel.
    Panel,
    /// The row.
    Row,
    /// The column.
    Column,
    /// The quantity.
    Quantity,
}

impl Coordinate {
    /// Every one, in the order of an address.
    pub(super) const ALL: [Self; 5] = [Self::Table, Self::Panel, Self::Row, Self::Column, Self::Quantity];

    /// Its name.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Panel => "panel",
            Self::Row => "row",
            Self::Column => "column",
            Self::Quantity => "quantity",
        }
    }

    /// Its label in `site`.
    pub(super) fn of(self, site: &Site) -> Option<&str> {
        match self {
            Self::Table => Some(site.table.as_str()),
            Self::Panel => site.panel.as_deref(),
            Self::Row => site.row.as_deref(),
            Self::Column => site.column.as_deref(),
            Self::Quantity => site.quantity.as_deref(),
        }
    }

    /// Its label in `address`.
    fn at(self, address: &Address) -> Option<&str> {
        match self {
            Self::Table => Some(address.table.as_str()),
            Self::Panel => address.panel.as_deref(),
            Self::Row => Some(address.row.as_str()),
            Self::Column => Some(address.column.as_str()),
            Self::Quantity => address.quantity.as_deref(),
        }
    }

    /// Gives it `label` in `site`.
    fn set(self, site: &mut Site, label: Option<&str>) {
        let label = label.map(str::to_owned);
        match self {
            Self::Table => site.table = label.unwrap_or_default(),
            Self::Panel => site.panel = label,
            Self::Row => site.row = label,
            Self::Column => site.column = label,
            Self::Quantity => site.quantity = label,
        }
    }
}

/// Labels of tables, panels, rows, columns and quantities. What is left out is not asked for.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Labels {
    /// Tables; `sakai-ncu:table-3` for a quoted one.
    #[serde(default)]
    table: Option<LabelChoice>,
    /// Panels.
    #[serde(default)]
    panel: Option<LabelChoice>,
    /// Rows; `heading` for the numbers of a panel's heading.
    #[serde(default)]
    row: Option<LabelChoice>,
    /// Columns.
    #[serde(default)]
    column: Option<LabelChoice>,
    /// Quantities.
    #[serde(default)]
    quantity: Option<LabelChoice>,
}

impl Labels {
    fn which(&self, coordinate: Coordinate) -> Option<&LabelChoice> {
        match coordinate {
            Coordinate::Table => self.table.as_ref(),
            Coordinate::Panel => self.panel.as_ref(),
            Coordinate::Row => self.row.as_ref(),
            Coordinate::Column => self.column.as_ref(),
            Coordinate::Quantity => self.quantity.as_ref(),
        }
    }

    /// Whether labels of `coordinate` are asked for.
    pub(super) fn asks_for(&self, coordinate: Coordinate) -> bool {
        self.which(coordinate).is_some()
    }

    /// Whether each coordinate that is asked for has one label.
    pub(super) fn is_single(&self) -> bool {
        let which = Coordinate::ALL.into_iter().filter_map(|coordinate| self.which(coordinate));
        which.into_iter().all(|which| matches!(which, LabelChoice::One(_)))
    }

    /// The site of `cell` as far as `coordinates` go.
    pub(super) fn site_of(cell: &PrintedCell, coordinates: &[Coordinate]) -> Site {
        let mut site = Site::default();
        for &coordinate in coordinates {
            coordinate.set(&mut site, coordinate.at(&cell.address));
        }
        site
    }

    /// The first label, for errors.
    pub(super) fn first(&self) -> Option<&Spanned<String>> {
        let which = Coordinate::ALL.into_iter().filter_map(|coordinate| self.which(coordinate));
        which.flat_map(LabelChoice::named).next()
    }

    /// The labels as seen from `site`: those that stand for one of its own, and those that are not asked for
    /// and are taken from it. A panel and a quantity are taken over by tables that have some.
    pub(super) fn seen_from(&self, site: &Site, expected: &Expected) -> Result<Self, YamlError> {
        let mut seen = Self::default();
        for coordinate in Coordinate::ALL {
            let which = match self.which(coordinate) {
                Some(which) => Some(which.of(site)?),
                None if site.table == Site::TEXT => None,
                None => {
                    let table = seen.table.as_ref().map(LabelChoice::named).unwrap_or_default();
                    let other = table.iter().any(|table| table.value != site.table);
                    let has = !other || table.iter().any(|table| has_any(expected, &table.value, coordinate));
                    let label = coordinate.of(site).filter(|_| has);
                    label.map(|label| LabelChoice::One(Spanned { value: label.to_owned(), at: None }))
                }
            };
            *match coordinate {
                Coordinate::Table => &mut seen.table,
                Coordinate::Panel => &mut seen.panel,
                Coordinate::Row => &mut seen.row,
                Coordinate::Column => &mut seen.column,
                Coordinate::Quantity => &mut seen.quantity,
            } = which;
        }
        Ok(seen)
    }

    /// The site that they name, where each has one label.
    pub(super) fn site(&self) -> Option<Site> {
        let mut site = Site::default();
        for coordinate in Coordinate::ALL {
            match self.which(coordinate) {
                Some(LabelChoice::One(label)) => coordinate.set(&mut site, Some(&label.value)),
                Some(_) => return None,
                None => {}
            }
        }
        Some(site)
    }

    /// The cells, table by table in the order of the file. A label that occurs nowhere is an error.
    pub(super) fn cells<'e>(&self, expected: &'e Expected) -> Result<Vec<&'e PrintedCell>, YamlError> {
        let of_headings = self.row.iter().flat_map(LabelChoice::named).any(|row| row.value == HEADING);
        let mut tables: Vec<&str> = match self.table.as_ref().map(LabelChoice::named) {
            Some(named) if !named.is_empty() => named.iter().map(|table| table.value.as_str()).collect(),
            _ => expected.tables().collect(),
        };
        tables.dedup();
        let mut chosen: Vec<&PrintedCell> = Vec::new();
        for table in tables {
            chosen.extend(expected.of_table(table));
            chosen.extend(expected.headings_of(table).filter(|_| of_headings));
        }
        // Conditions come last: what they leave out is there all the same.
        let (conditions, named): (Vec<_>, Vec<_>) = Coordinate::ALL
            .into_iter()
            .filter_map(|coordinate| Some((coordinate, self.which(coordinate)?)))
            .partition(|(_, which)| matches!(which, LabelChoice::Where(_)));
        for (coordinate, which) in named.into_iter().chain(conditions) {
            // Those that a place lends need not be there.
            for label in which.named().iter().filter(|label| label.at.is_some()) {
                if !chosen.iter().any(|cell| coordinate.at(&cell.address) == Some(&label.value)) {
                    let known: Vec<&str> = match coordinate {
                        Coordinate::Table => expected.tables().collect(),
                        _ => chosen.iter().filter_map(|cell| coordinate.at(&cell.address)).collect(),
                    };
                    let what = coordinate.word();
                    let error = label.error(format!("no {what} is labelled `{}` here", label.value));
                    return Err(error.suggesting(&label.value, known));
                }
            }
            chosen.retain(|cell| which.takes(coordinate.at(&cell.address), cell, expected));
        }
        Ok(chosen)
    }
}

/// Whether cells of a table have a label of `coordinate`.
fn has_any(expected: &Expected, table: &str, coordinate: Coordinate) -> bool {
    let mut cells = expected.of_table(table);
    match coordinate {
        Coordinate::Panel => cells.any(|cell| cell.address.panel.is_some()),
        Coordinate::Quantity => cells.any(|cell| cell.address.quantity.is_some()),
        Coordinate::Table | Coordinate::Row | Coordinate::Column => true,
    }
}
