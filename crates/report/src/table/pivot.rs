//! Tables as the experiment requests them: panels, rows and columns, and a cell at each crossing.

use rejudge_experiment::grid::{Grid, Table};

use super::book::Book;
use super::cell::cell;
use super::filled::{Asked, Filled, FilledTable};
use super::lines::{Bound, bind};

/// Fills every table, with the request of each cell.
pub fn fill_all(grid: &Grid, book: &Book) -> Filled {
    grid.tables.iter().map(|table| fill(grid, book, table)).collect()
}

/// Fills every table without the requests of its cells: with hundreds of runs and teams these would take most of the
/// memory of a run.
pub fn fill_numbers(grid: &Grid, book: &Book) -> Filled {
    grid.tables.iter().map(|table| filled(grid, book, table, false)).collect()
}

/// Fills one table.
pub fn fill(grid: &Grid, book: &Book, table: &Table) -> FilledTable {
    filled(grid, book, table, true)
}

/// Fills one table, with the request of each cell if `told`.
fn filled(grid: &Grid, book: &Book, table: &Table, told: bool) -> FilledTable {
    let mut cells = Vec::new();
    let asked: Vec<u32> = table.demands(grid).into_iter().map(|(statistic, _)| statistic as u32).collect();
    let outer = Bound::of_table(grid, table);
    let panels = match &table.panels {
        Some(lines) => bind(grid, book, &asked, lines, &outer),
        None => vec![outer.clone()],
    };
    for panel in &panels {
        for row in bind(grid, book, &asked, &table.rows, panel) {
            for column in bind(grid, book, &asked, &table.columns, &row) {
                for quantity in column.selection.cells.iter().flatten() {
                    let labels = [&panel.label, &row.label, &column.label].map(Clone::clone);
                    let mut cell = cell(grid, book, &column, quantity, labels, row.quantity.clone());
                    if !told {
                        cell.asked = Asked::default();
                    }
                    cells.push(cell);
                }
            }
        }
    }
    let (name, caption, show, plot) =
        (table.name.clone(), table.caption.clone(), table.show.clone(), table.plot.clone());
    FilledTable { name, caption, show, plot, cells }
}
