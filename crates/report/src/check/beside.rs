//! Printed numbers among the draws of simulated collections ("twins").
//!
//! A fact of a collection that is equal in all draws of all twins (topics, teams, runs) was *given* to them; cells that
//! `fitted` of expected.yaml names were *fitted*, and numbers that round to one of them are little further evidence;
//! the rest is *held out*. A known misprint counts with its correct value.
//!
//! A printed number is one draw of a collection of this kind, so that the interval is one for a new draw
//! (`rejudge_stats::prediction_interval`), not the quantiles of the available draws.

use std::collections::BTreeSet;

use crate::table::FilledTable;
use rejudge_experiment::grid::Grid;
use rejudge_experiment::printed::{Address, Expected};
use rejudge_experiment::statistics::{COLLECTION_FACTS, COMPARED_RUNS, TEAM_FACTS};

use crate::check::computed::half_step;
use crate::check::paper_tables::{self, Entry};

/// The use of a printed number by the makers of a simulated collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// The simulated collection has it from the descriptor: it is equal in all draws.
    Given,
    /// Constants of the simulated collection were fitted to it.
    Fitted,
    /// Not used: it is evidence of the fit.
    HeldOut,
}

impl Use {
    /// The word in tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::Given => "given",
            Self::Fitted => "fitted",
            Self::HeldOut => "held out",
        }
    }
}

/// A printed number among the draws of the twin of its collection.
#[derive(Clone, Debug, PartialEq)]
pub struct Beside {
    /// The printed cell.
    pub cell: Address,
    /// The part of the cell, if it has several numbers.
    pub part: &'static str,
    /// The use of the number.
    pub used: Use,
    /// The printed quantity, by its name in the experiment: `dp.power`.
    quantity: String,
    /// The printed number.
    pub printed: f64,
    /// Half of the step between printed numbers of its form; 0 if it is exact.
    half_step: f64,
    /// Mean of the draws.
    pub mean: f64,
    /// Their standard deviation.
    sd: f64,
    /// The ends of their 95% prediction interval.
    ends: (f64, f64),
}

/// The numbers that `expected` prints and for which a twin has at least two draws in `tables`.
pub(crate) fn numbers(grid: &Grid, expected: &Expected, tables: &[FilledTable]) -> Vec<Beside> {
    let entries = paper_tables::printed_cells(expected).into_iter();
    let entries = entries.flat_map(|cell| paper_tables::entries(grid, cell, tables));
    let mut numbers: Vec<Beside> = entries.filter_map(|entry| beside(grid, &entry)).collect();
    let vary: BTreeSet<String> =
        numbers.iter().filter(|beside| beside.sd > 0.0).map(|beside| beside.quantity.clone()).collect();
    for beside in &mut numbers {
        beside.used = match (beside.used, expected.is_fitted(&beside.cell)) {
            (Use::Given, _) if !vary.contains(&beside.quantity) => Use::Given,
            (_, true) => Use::Fitted,
            (_, false) => Use::HeldOut,
        };
    }
    numbers
}

fn beside(grid: &Grid, entry: &Entry<'_>) -> Option<Beside> {
    let (_, like) = entry.twin?;
    let query = &like.query;
    let resolved = &grid.statistics[query.statistic as usize];
    let is_fact =
        [&COLLECTION_FACTS, &COMPARED_RUNS, &TEAM_FACTS].into_iter().any(|facts| resolved.is(facts));
    let statistic = &resolved.name;
    Some(Beside {
        cell: entry.cell.address.clone(),
        part: entry.part,
        // Only facts of a descriptor can be given; a number was given if it is equal in all draws.
        used: if is_fact { Use::Given } else { Use::HeldOut },
        quantity: match (query.component, entry.part) {
            // If draws were reduced to one number, the only name is that of the table's number.
            ("", part) => format!("{} {part}", entry.cell.address.row).trim().to_owned(),
            (component, _) if component == statistic => component.to_owned(),
            (component, _) => format!("{statistic}.{component}"),
        },
        printed: entry.meant()?,
        half_step: half_step(&entry.cell.value),
        mean: like.mean()?,
        sd: like.sd()?,
        ends: paper_tables::ends(like)?,
    })
}

impl Beside {
    /// Returns true if it is in that interval, or half a step of its digits away.
    pub fn is_inside(&self) -> bool {
        let (low, high) = self.ends;
        let miss = (low - self.half_step - self.printed).max(self.printed - self.half_step - high);
        // Printed digits are decimal: half a step is not exact in binary.
        miss <= 1e-9 * self.half_step
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_on_the_edge_is_inside() {
        let text = String::new;
        let cell = Address { table: text(), panel: None, row: text(), column: text(), quantity: None };
        // .85 rounds to .9: the number may have been .85, which is an end of the interval.
        let beside = |printed| Beside {
            cell: cell.clone(),
            part: "",
            used: Use::HeldOut,
            quantity: "power".to_owned(),
            printed,
            half_step: 0.05,
            mean: 0.8,
            sd: 0.1,
            ends: (0.75, 0.85),
        };
        let inside = [0.7, 0.9, 0.69, 0.91].map(|printed| beside(printed).is_inside());
        assert_eq!(inside, [true, true, false, false]);
    }
}
