//! Fills the tables of an experiment: panels, rows and columns, with a cell where they cross.

use rayon::prelude::*;
use rejudge_experiment::grid::{Fit, Grid, Lines, Table};

use super::cell::cell;
use super::cell_table::CellTable;
use super::filled::{CellQuery, FilledTable};
use super::lines::{Bound, bind};

/// Fills every table. Each cell has its query.
pub fn fill_all(grid: &Grid, cell_table: &CellTable) -> Vec<FilledTable> {
    grid.tables.par_iter().map(|table| fill(grid, cell_table, table)).collect()
}

/// Fills every table without queries. Queries would take most of the memory if there are hundreds of runs and teams.
pub fn fill_numbers(grid: &Grid, cell_table: &CellTable) -> Vec<FilledTable> {
    grid.tables.par_iter().map(|table| filled(grid, cell_table, table, false)).collect()
}

/// Fills one table. Each cell has its query.
pub fn fill(grid: &Grid, cell_table: &CellTable, table: &Table) -> FilledTable {
    filled(grid, cell_table, table, true)
}

/// Fills one table. Cells have their queries only if `with_queries` is true.
fn filled(grid: &Grid, cell_table: &CellTable, table: &Table, with_queries: bool) -> FilledTable {
    let mut cells = Vec::new();
    let statistics: Vec<u32> =
        table.demands(grid).into_iter().map(|(statistic, _)| statistic as u32).collect();
    let outer = Bound::of_table(grid, table);
    let fits =
        |lines: &Lines| -> Vec<Fit> { lines.listed().iter().map(|line| line.r#where.on(grid)).collect() };
    let (row_fits, column_fits) = (fits(&table.rows), fits(&table.columns));
    let panels = match &table.panels {
        Some(lines) => bind(grid, cell_table, &statistics, lines, &fits(lines), &outer),
        None => vec![outer.clone()],
    };
    for panel in &panels {
        for row in bind(grid, cell_table, &statistics, &table.rows, &row_fits, panel) {
            for column in bind(grid, cell_table, &statistics, &table.columns, &column_fits, &row) {
                for quantity in column.line.quantities() {
                    let labels = [panel, &row, &column].map(|bound| bound.line.label.clone());
                    let row_quantity = row.line.quantity.clone();
                    let mut cell = cell(grid, cell_table, &column, quantity, labels, row_quantity);
                    if !with_queries {
                        cell.query = CellQuery::default();
                    }
                    cells.push(cell);
                }
            }
        }
    }
    let (name, caption) = (table.name.clone(), table.caption.clone());
    let show = table.show.as_ref().map(|show| show.value.clone());
    let plot = table.plot.as_ref().map(|plot| plot.value.clone());
    FilledTable { name, caption, show, plot, cells }
}
