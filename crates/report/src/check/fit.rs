//! Fit of the simulated collections ("twins"): the printed numbers of each collection among the draws of its twin.
//!
//! A twin imitates the published facts about a collection, and should reproduce the numbers that it was fitted on. Its
//! agreement with everything else that the paper prints shows how far its numbers can be trusted. The fit counts the
//! numbers of `paper_tables` for which a twin has at least two draws; a known misprint counts with its correct value.
//!
//! A fact of a collection that is equal in all draws of all twins (topics, teams, runs) was *given* to them; cells that
//! `fitted` of expected.yaml names were *fitted*, and numbers that round to one of them are little further evidence;
//! the rest is *held out*. Given numbers are counted separately, because reproducing them is no achievement.
//!
//! | of each number | is |
//! |---|---|
//! | inside | it is in the 95% prediction interval of the draws; a number that rounds to the printed digits equals them |
//! | difference | the mean of the draws minus the printed number: positive if the twin is above print |
//! | z | that difference in standard deviations of the draws; none if all draws are equal |
//! | interval score | width of the interval plus 40 times the distance of a number outside |
//!
//! A printed number is one draw of a collection of this kind, so that the interval is one for a new draw
//! (`rejudge_stats::prediction_interval`), not the quantiles of the available draws.
//!
//! The interval score is equation 43 of Gneiting and Raftery, Journal of the American Statistical Association 102,
//! 2007, pp. 359-378, with alpha = .05: its mean is lowest for an interval that is just wide enough.

use std::collections::BTreeSet;

use crate::table::{FilledTable, parquet};
use anyhow::Result;
use rejudge_experiment::grid::Grid;
use rejudge_experiment::printed::Expected;
use rejudge_experiment::statistics::{COLLECTION_FACTS, COMPARED_RUNS, TEAM_FACTS};
use rejudge_names::plural::{counted, of_number};
use rejudge_tables::frame::{Format, Frame, Kind, Table};

use crate::check::beside::{Beside, Fit, Use};
use crate::check::computed::half_step;
use crate::check::paper_tables::{self, Entry};

/// Its file among the results, without `.parquet` and `.csv`.
pub const FIT: &str = "twin-fit";

/// A property of numbers by which they are counted, by its place in [`FitRow::of`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The printed table.
    Table,
    Quantity,
    Twin,
    Use,
}

/// A line of the table: the fit of the numbers with some properties in common.
#[derive(Clone, Debug, PartialEq)]
pub struct FitRow {
    /// The value of each property; empty if the numbers are not grouped by it.
    pub of: [String; 4],
    pub fit: Fit,
}

/// The fit of an experiment's simulated collections to its paper's tables.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TwinFit {
    /// Every number for which a simulated collection has draws.
    pub numbers: Vec<Beside>,
}

/// The numbers that `expected` prints, among the draws of the twins in `tables`.
pub(crate) fn twin_fit(grid: &Grid, expected: &Expected, tables: &[FilledTable]) -> TwinFit {
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
    TwinFit { numbers }
}

fn beside(grid: &Grid, entry: &Entry<'_>) -> Option<Beside> {
    let (twin, like) = entry.twin?;
    let (_, printed) = entry.cell.meant().into_iter().find(|(part, _)| *part == entry.part)?;
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
        twin: twin.to_owned(),
        printed,
        half_step: half_step(&entry.cell.value),
        mean: like.mean()?,
        sd: like.sd()?,
        ends: paper_tables::ends(like)?,
    })
}

impl TwinFit {
    /// Returns the fit of all numbers. Returns `None` if no simulated collection has any.
    pub fn total(&self) -> Option<Fit> {
        (!self.numbers.is_empty()).then(|| Fit::new(&self.numbers.iter().collect::<Vec<_>>()))
    }

    /// The numbers that were used like this.
    pub fn used(&self, wanted: Use) -> Self {
        self.keeping(|used| used == wanted)
    }

    /// The numbers that were not given to the twins.
    pub(crate) fn without_given(&self) -> Self {
        self.keeping(|used| used != Use::Given)
    }

    fn keeping(&self, wanted: impl Fn(Use) -> bool) -> Self {
        Self { numbers: self.numbers.iter().filter(|beside| wanted(beside.used)).cloned().collect() }
    }

    /// Counts the numbers by these properties, in the order of the tables, or of [`Use::ALL`].
    pub fn by(&self, properties: &[By]) -> Vec<FitRow> {
        let mut groups: Vec<([&str; 4], Vec<&Beside>)> = Vec::new();
        for beside in &self.numbers {
            let mut key = [""; 4];
            for by in properties {
                key[*by as usize] = match by {
                    By::Table => &beside.cell.table,
                    By::Quantity => &beside.quantity,
                    By::Twin => &beside.twin,
                    By::Use => beside.used.word(),
                };
            }
            match groups.iter_mut().find(|(known, _)| *known == key) {
                Some((_, members)) => members.push(beside),
                None => groups.push((key, vec![beside])),
            }
        }
        if properties == [By::Use] {
            groups.sort_by_key(|(_, members)| members[0].used);
        }
        let row =
            |(key, of): ([&str; 4], Vec<&Beside>)| FitRow { of: key.map(str::to_owned), fit: Fit::new(&of) };
        groups.into_iter().map(row).collect()
    }

    /// Returns the fit of all, then by use of the numbers, by table, by quantity and by simulated collection.
    pub fn summary(&self) -> Vec<FitRow> {
        let parts: [&[By]; 5] = [&[], &[By::Use], &[By::Table], &[By::Quantity], &[By::Twin]];
        parts.into_iter().flat_map(|by| self.by(by)).collect()
    }

    /// Returns the files of the table, by their names among the results. Returns no file if no simulated collection has
    /// a number.
    ///
    /// # Errors
    /// If one cannot be written.
    pub fn files(&self, grid: &Grid) -> Result<Vec<(String, Vec<u8>)>> {
        if self.numbers.is_empty() {
            return Ok(Vec::new());
        }
        let table = Table { name: FIT.to_owned(), rows: self.frame(), ..Table::default() };
        Ok(vec![
            (format!("{FIT}.parquet"), parquet::write(&table.rows, &paper_tables::provenance(grid))?),
            (format!("{FIT}.csv"), Format::CSV.text(&table)?.into_bytes()),
        ])
    }

    /// Returns a sentence, or `None` if no simulated collection has a number.
    pub fn sentence(&self) -> Option<String> {
        let fit = self.without_given().total();
        let given = self.used(Use::Given).numbers.len();
        let given = (given > 0)
            .then(|| format!("{given} more {} given to the twins", of_number(given, "was", "were")));
        let Some(fit) = fit else { return given };
        let of = |used: Use| {
            let fit = self.used(used).total()?;
            Some(format!("{} of {} {}", fit.inside, fit.numbers, used.word()))
        };
        let parts: Vec<String> = [Use::HeldOut, Use::Fitted].into_iter().filter_map(of).collect();
        let parts = if parts.len() > 1 { format!(" ({})", parts.join(", ")) } else { String::new() };
        let said = format!(
            "of {} in printed cells (a cell may hold several) {} {} in the 95% prediction interval of \
             the twin's draws, {} {} not{parts}",
            counted(fit.numbers, "number"),
            fit.inside,
            of_number(fit.inside, "is", "are"),
            fit.outside(),
            of_number(fit.outside(), "is", "are")
        );
        Some([Some(said), given].into_iter().flatten().collect::<Vec<_>>().join("; "))
    }

    /// The table, for parquet and CSV.
    pub fn frame(&self) -> Frame {
        use Kind::{Number, Text, Whole};
        let mut rows = Frame::new([
            ("table", Text, "the printed table; empty for all"),
            ("quantity", Text, "statistic and quantity; empty for all"),
            ("twin", Text, "the twin; empty for all"),
            ("used", Text, "given to the twin, fitted, or held out; empty for all"),
            ("numbers", Whole, "printed numbers with draws of a twin beside them"),
            ("inside", Whole, "those in the 95% prediction interval of the draws"),
            (
                "difference",
                Number,
                "mean of the draws minus the printed number, on average; null over several quantities",
            ),
            ("with_z", Whole, "numbers whose draws differ"),
            ("mean_z", Number, "mean of the difference in standard deviations of the draws"),
            ("sd_z", Number, "standard deviation of the same"),
            (
                "interval_score",
                Number,
                "width of the interval plus 40 times how far the number is outside, on average; null over several \
                 quantities",
            ),
        ]);
        let parts = self.by(&[By::Table, By::Quantity, By::Twin, By::Use]);
        for FitRow { of: [table, quantity, twin, used], fit } in self.summary().iter().chain(&parts) {
            rows.push([
                table.into(),
                quantity.into(),
                twin.into(),
                used.into(),
                fit.numbers.into(),
                fit.inside.into(),
                fit.difference.into(),
                fit.with_z.into(),
                fit.mean_z.into(),
                fit.sd_z.into(),
                fit.interval_score.into(),
            ]);
        }
        rows
    }
}

#[cfg(test)]
mod tests;
