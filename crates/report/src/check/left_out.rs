//! The cells that a run left out because of `--only`. They do not count as missing.

use std::collections::BTreeSet;

use rejudge_collections::descriptor::Kind::WorkedExample;
use rejudge_experiment::grid::{Collection, Fit, Grid, Point, Selector, Table};
use rejudge_experiment::printed::{CellKind, PrintedCell};

use super::computed::cells_like;
use crate::table::{COLLECTION_SEPARATOR, CellQuery, CellTable, FilledCell, FilledTable, fill};

/// The cells of available collections that `--only` left out.
pub(super) struct LeftOut<'g> {
    grid: &'g Grid,
    /// The cells of the run; `None` if the run left nothing out.
    cell_table: Option<&'g CellTable>,
    /// The tables that have printed cells, as a run of the whole experiment would fill them, but with
    /// placeholders instead of numbers. Empty if the run left nothing out.
    tables: Vec<FilledTable>,
}

impl<'g> LeftOut<'g> {
    pub(super) fn new(grid: &'g Grid, cell_table: Option<&'g CellTable>, printed: &[PrintedCell]) -> Self {
        let cell_table = cell_table.filter(|cell_table| cell_table.left_out().next().is_some());
        let is_available = |collection: usize| grid.collections[collection].entry.is_available();
        let names: BTreeSet<&str> = printed.iter().map(|cell| cell.address.table.as_str()).collect();
        let tables =
            grid.tables.iter().filter(|table| cell_table.is_some() && names.contains(table.name.as_str()));
        let tables = tables.map(|table| fill(grid, &CellTable::blank(grid, table, &is_available), table));
        Self { grid, cell_table, tables: tables.collect() }
    }

    /// Returns true if the run left out a cell of an available collection.
    pub(super) fn is_any(&self) -> bool {
        self.cells().next().is_some()
    }

    /// Returns true if a part of any collection in `names` was left out. The names are separated by ` + `.
    pub(super) fn has_named(&self, names: &str) -> bool {
        self.cells()
            .any(|(collection, ..)| names.split(COLLECTION_SEPARATOR).any(|name| name == collection.name))
    }

    /// Returns true if the run left out a cell that a printed cell needs.
    pub(super) fn has_cell(&self, printed: &PrintedCell) -> bool {
        let collection = printed.address.collection();
        match cells_like(printed, collection, &self.tables).as_slice() {
            // A printed cell does not name its worked example, so it may need any example that was left
            // out.
            [] if printed.kind == CellKind::Exact => {
                self.cells().any(|(collection, ..)| collection.entry.descriptor.kind == WorkedExample)
            }
            // `tables` has placeholders instead of numbers, so it has no rows for runs. A cell in such a row
            // is not found, and may need anything that was left out of its collection.
            [] => self.has_named(collection),
            alike => alike.iter().any(|cell| self.has_part_of_cell(cell)),
        }
    }

    fn has_part_of_cell(&self, cell: &FilledCell) -> bool {
        let CellQuery { statistic, points, .. } = &cell.query;
        let is_left_out =
            |point: &Point| self.cell_table.is_some_and(|cells| cells.is_left_out(*statistic, point));
        // A number over draws does not list its points.
        points.iter().any(is_left_out) || points.is_empty() && self.has_named(&cell.collection)
    }

    /// Returns true if the run left out a cell with this measure on the collection. `measure` is a full name or a
    /// label.
    pub(super) fn has_measure(&self, collection: &str, measure: &str) -> bool {
        let is_meant = |point: &Point| {
            self.grid.measure(point).is_some_and(|other| other.name == measure || other.label == measure)
        };
        self.cells().any(|(other, _, point)| other.name == collection && is_meant(point))
    }

    /// Returns true if the run left out a cell that one of the `demands` selects on the collection.
    pub(super) fn has_demand(&self, collection: &str, demands: &[(usize, Selector)]) -> bool {
        if self.cell_table.is_none() {
            return false;
        }
        let fits: Vec<(usize, Fit)> =
            demands.iter().map(|(statistic, selector)| (*statistic, selector.on(self.grid))).collect();
        let is_needed = |statistic: u32, point: &Point| {
            fits.iter().any(|(needed, fit)| *needed == statistic as usize && fit.fits(point))
        };
        self.cells().any(|(other, statistic, point)| other.name == collection && is_needed(statistic, point))
    }

    /// Returns true if the run left out a cell that the table needs.
    pub(super) fn has_part_of(&self, table: &Table) -> bool {
        let demands = table.demands(self.grid);
        self.grid.collections.iter().any(|collection| self.has_demand(&collection.name, &demands))
    }

    /// Returns the left-out cells of collections whose data are available.
    fn cells(&self) -> impl Iterator<Item = (&Collection, u32, &Point)> {
        let cells = self.cell_table.into_iter().flat_map(CellTable::left_out);
        let cells = cells
            .map(|(statistic, point)| (&self.grid.collections[point.collection as usize], statistic, point));
        cells.filter(|(collection, ..)| collection.entry.is_available())
    }
}
