//! All checks of an experiment: the content of check.json, and the verdict.

use super::check_row::{CheckRow, RealDrawsBeside, failure_at, find_uses};
use super::claims::{self, CheckedClaim, Claim, ClaimOutcome, Claims, Ground, Held, Recorded, Untested};
use super::compared;
use super::computed::{ambiguous, compare, twin_of, unknown_tables};
use super::golden::{GoldenNumbers, Moved, golden_numbers, is_accepted};
use super::left_out::LeftOut;
use super::official::{CheckedOfficial, official};
use super::real_draws;
use super::{Computed, Elsewhere};
use crate::table::{ALL_OF, FilledTable};
use rayon::prelude::*;
use rejudge_experiment::grid::{Collection, Grid, Table};
use rejudge_experiment::printed::{
    CellKind, CheckFailure, CheckOutcome, Counts, Expected, PrintedCell, Tally,
};
use rejudge_experiment::spec::yaml::YamlError;
use rejudge_experiment::spec::yaml::to_compact;

/// No tables of other experiments.
static NOWHERE: Elsewhere = Elsewhere::new();

/// Everything that was checked.
pub struct Verdict<'a> {
    pub expected: &'a Expected,
    /// A row for each printed cell, as in `expected.cells`.
    pub rows: Vec<CheckRow<'a>>,
    /// The numbers of real runs, by the files of `expected.official`.
    pub official: Vec<CheckedOfficial<'a>>,
    /// The counts.
    pub tally: Tally,
    pub claims: Vec<CheckedClaim>,
    /// The collections with real runs that have results, by group.
    pub grounds: Vec<Ground>,
    /// Claims of an experiment that this one extends, which cannot be evaluated here.
    pub untested: Vec<Untested>,
    /// The number of recorded outcomes of claims that are not compared, because `--only` left out cells that they need.
    pub claims_left_out: usize,
    pub golden: GoldenNumbers,
    /// The failures that the gate does not permit.
    pub failures: Vec<CheckFailure>,
    /// True if nothing was checked, because there are no results and no collection's data are available.
    pub nothing_checked: bool,
    /// The outcome in a line.
    pub headline: String,
    /// A line on the cells that were compared with draws, if there are any.
    pub compared: Option<String>,
}

impl<'a> Verdict<'a> {
    /// Runs all checks. `computed` is `None` if there are no results. Accepted numbers are compared if `with_golden`: a
    /// report does not show them, and they need the scores of all runs.
    pub fn new(
        grid: &Grid,
        expected: &'a Expected,
        computed: Option<&'a Computed>,
        with_golden: bool,
    ) -> Result<Self, Vec<YamlError>> {
        let mut failures = expected.stale_errata();
        let Claims { tested, untested } = claims::claims(grid)?;
        let tables: &[_] = computed.map_or(&[], |c| c.tables.as_slice());
        refuse_mistakes(grid, expected, &tested, tables)?;
        let is_here = |name: &str| {
            let index = grid.collections.iter().position(|c| c.name == name);
            index.is_some_and(|index| computed.is_some_and(|c| c.cell_table.has_collection(index as u32)))
        };
        let here = |names: &str| names.split(ALL_OF).all(is_here);
        let elsewhere = computed.map(|computed| &*computed.elsewhere).unwrap_or(&NOWHERE);
        let left_out = LeftOut::new(grid, computed.map(|computed| &computed.cell_table), &expected.cells);
        let rows = rows(grid, expected, tables, &here, elsewhere, &left_out);
        failures.extend(real_draws::without_draws(&rows, elsewhere));
        // Without results one sentence is enough, instead of one for each cell.
        if computed.is_some() {
            failures.extend(rows.iter().filter_map(CheckRow::failure));
        }
        let nowhere = |e: anyhow::Error| vec![YamlError::nowhere(e.to_string())];
        let official =
            official(grid, expected, computed, &here, &left_out, &mut failures).map_err(nowhere)?;
        let tally = tally(grid, expected, &rows, &official);
        let grounds = computed.map_or_else(Vec::new, |computed| {
            let bases = &computed.manifest().bases;
            let with_results = grid.collections.iter().filter(|collection| is_here(&collection.name));
            let is_printed = |name: &str| expected.cells.iter().any(|cell| cell.address.collection() == name);
            let ground =
                |collection: &Collection| Ground::new(collection, bases, is_printed(&collection.name));
            let mut grounds: Vec<Ground> = with_results.filter_map(ground).collect();
            grounds.sort_by_key(|ground| ground.group);
            grounds
        });
        // The recorded outcome of a claim belongs to all of its cells.
        let records = |claim: &Claim| -> Recorded {
            let demands = claim.demands(grid);
            let recorded = expected.recorded.get(&claim.name.value).into_iter().flatten();
            let is_compared = |collection: &str| !left_out.has_demand(collection, &demands);
            let compared = recorded.filter(|(collection, _)| is_compared(collection));
            compared.map(|(collection, result)| (collection.clone(), result.clone())).collect()
        };
        let claims: Vec<CheckedClaim> = computed.map_or(Vec::new(), |c| {
            let prints = claims::prints(grid, &c.cell_table, &rows);
            let too_few = claims::too_few(grid, &c.cell_table);
            let check = |claim: Claim| {
                let recorded = records(&claim);
                let real = (grounds.as_slice(), &c.real_verdicts);
                claim.checked(grid, &c.cell_table, &prints, &too_few, real, recorded)
            };
            tested.into_par_iter().map(check).collect()
        });
        // Recorded outcomes and complete tables belong to the unchanged experiment.
        if grid.overrides.is_empty() {
            failures.extend(changed_claims(grid, &claims, &here));
            failures.extend(computed.map_or(Vec::new(), |c| empty_tables(grid, &c.tables, &here, &left_out)));
            if computed.is_some() && !left_out.is_any() {
                failures.extend(without_counterpart(grid, expected, &rows));
            }
        }
        let claims_left_out = claims.iter().map(|CheckedClaim { claim, recorded, .. }| {
            let all_records = expected.recorded.get(&claim.name.value);
            all_records.map_or(0, |all| all.len() - recorded.len())
        });
        let claims_left_out = claims_left_out.sum();
        // An experiment with official numbers, or without expectations, needs no accepted ones.
        let needs_golden = expected.official.is_empty() && !expected.is_nothing();
        let holds_golden = with_golden && (needs_golden || is_accepted(grid).map_err(nowhere)?);
        let golden = if holds_golden {
            golden_numbers(grid, computed, &here).map_err(nowhere)?
        } else {
            GoldenNumbers::default()
        };
        failures.extend(golden.moved.iter().map(Moved::failure));
        let nothing_checked =
            computed.is_none() && grid.collections.iter().all(|collection| !collection.entry.available());
        if computed.is_none() && !nothing_checked {
            let message = format!("there are no results of {}", grid.id);
            failures.push(CheckFailure {
                outcome: CheckOutcome::NotComputed,
                about: None,
                at: None,
                message,
            });
        }
        // A part of the experiment has fewer cells than all of it.
        if !nothing_checked && !left_out.is_any() {
            failures.extend(expected.gate.too_few(&tally));
        }
        failures.retain(|failure| expected.gate.fails_on(failure));
        let mut headline = if nothing_checked {
            format!("{}: nothing checked, because {}", expected.experiment, without_data(grid))
        } else {
            headline(expected, &tally)
        };
        headline.extend(real_draws::sentence(&rows).map(|sentence| format!("; {sentence}")));
        Ok(Self {
            compared: compared::line(&rows),
            expected,
            rows,
            official,
            tally,
            claims,
            grounds,
            untested,
            claims_left_out,
            golden,
            failures,
            nothing_checked,
            headline,
        })
    }
}

impl Verdict<'_> {
    /// Returns every row. The rows of real runs in collections' files are the last.
    pub fn all(&self) -> impl Iterator<Item = &CheckRow<'_>> {
        self.rows.iter().chain(self.official.iter().flat_map(|official| &official.rows))
    }

    /// Returns the outcomes of all printed numbers, with and without a row.
    pub fn outcomes(&self) -> Counts {
        let mut counts: Counts = self.all().map(|row| row.outcome).collect();
        counts.extend(self.official.iter().flat_map(|official| official.counts.iter()));
        counts
    }

    /// Returns the verdicts of the printed numbers on the claims that are counted, each on one collection.
    pub fn held_in_print(&self) -> Vec<Held> {
        let counted = self.claims.iter().filter(|claim| claim.claim.is_counted);
        counted.flat_map(|claim| &claim.in_print).filter_map(|print| print.outcome).collect()
    }
}

/// Refuses expected values that do not fit the experiment.
fn refuse_mistakes(
    grid: &Grid,
    expected: &Expected,
    tested: &[Claim],
    tables: &[FilledTable],
) -> Result<(), Vec<YamlError>> {
    // A narrowed or changed run may lack collections and tables.
    let mut errors = Vec::new();
    if grid.overrides.is_empty() {
        errors = unknown_records(expected, grid, tested);
        if errors.is_empty() {
            errors = unknown_tables(expected, grid);
        }
    }
    if errors.is_empty() {
        errors = ambiguous(&expected.cells, tables);
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Returns the row of each printed cell, with the cells of the tables that are computed like it.
fn rows<'a>(
    grid: &Grid,
    expected: &'a Expected,
    tables: &'a [FilledTable],
    here: &dyn Fn(&str) -> bool,
    elsewhere: &Elsewhere,
    left_out: &LeftOut<'_>,
) -> Vec<CheckRow<'a>> {
    let row = |cell: &'a PrintedCell| {
        let twin = twin_of(grid, cell.address.collection()).map(|twin| twin.name.as_str());
        let row = compare(cell, tables, twin, here);
        let draws = expected.real_draws_of(&cell.address);
        let draws = draws.map(|of| RealDrawsBeside { of, place: real_draws::place(cell, of, elsewhere) });
        let has_place = draws.as_ref().is_some_and(|draws| draws.place.is_some());
        let outcome = match row.outcome {
            CheckOutcome::NotComputed | CheckOutcome::SkippedData if expected.not_in_data(&cell.address) => {
                CheckOutcome::NotInData
            }
            CheckOutcome::NotComputed | CheckOutcome::SkippedData if left_out.has_cell(cell) => {
                CheckOutcome::LeftOut
            }
            CheckOutcome::SkippedData if has_place => CheckOutcome::BesideDraws,
            outcome => outcome,
        };
        CheckRow { draws, outcome, ..row }
    };
    let mut rows: Vec<CheckRow<'a>> = expected.cells.iter().map(row).collect();
    find_uses(grid, expected, &mut rows);
    rows
}

/// Counts the outcomes.
fn tally(grid: &Grid, expected: &Expected, rows: &[CheckRow<'_>], official: &[CheckedOfficial<'_>]) -> Tally {
    let has_data = |name: &str| {
        let collection = grid.collections.iter().find(|collection| collection.name == name);
        collection.is_some_and(|collection| collection.entry.available())
    };
    let outcomes: Counts = rows.iter().map(|row| row.outcome).collect();
    let mut tally = Tally {
        departures: expected.known_errata.iter().filter(|erratum| !erratum.misprint).count(),
        errata: expected.known_errata.iter().filter(|erratum| erratum.misprint).count(),
        draws: [CheckOutcome::Inside, CheckOutcome::Outside].map(|outcome| outcomes.number(&[outcome])),
        ..Tally::default()
    };
    for (official, checked) in expected.official.iter().zip(official) {
        let sha256 = official.wire.sha256.value.clone();
        let name = official.collection.as_str();
        let mut count = tally.real_numbers.counter(
            sha256,
            CellKind::RealRuns,
            (name, official.is_here && has_data(name)),
        );
        count(CheckOutcome::SkippedData, if official.is_here { 0 } else { official.wire.numbers });
        let counted = checked.rows.iter().filter(|row| official.counts(row.cell));
        counted.for_each(|row| count(row.outcome, 1));
        checked.counts.iter().for_each(|(outcome, numbers)| count(outcome, numbers));
    }
    for CheckRow { cell, outcome, .. } in rows {
        let collection = cell.address.collection();
        let counts = match &cell.worked_out_from {
            // Numbers of real runs and labels are counted separately.
            _ if cell.kind.real_data().is_some() => {
                let kind = to_compact(&cell.kind);
                let source = format!("{}/{}/{collection}/{kind}", expected.experiment, cell.address.table);
                let named = (collection, has_data(collection));
                tally.real_numbers.counter(source, cell.kind, named)(*outcome, 1);
                continue;
            }
            Some(_) => &mut tally.worked_out,
            None if cell.in_text => &mut tally.text,
            None => &mut tally.cells,
        };
        counts.add(*outcome, 1);
        if let Some(from) = cell.worked_out_from.as_ref().filter(|from| !tally.worked_out_from.contains(from))
        {
            tally.worked_out_from.push(from.clone());
        }
    }
    tally
}

/// Returns the tables that are empty although their data are available, and the run was asked for them.
fn empty_tables(
    grid: &Grid,
    tables: &[FilledTable],
    here: &dyn Fn(&str) -> bool,
    left_out: &LeftOut<'_>,
) -> Vec<CheckFailure> {
    let empty = tables.iter().zip(&grid.tables).filter(|(filled, table)| {
        filled.is_empty() && !waits(grid, table, here) && !left_out.has_part_of(table)
    });
    let failure = |(table, _): (&FilledTable, &Table)| {
        let message = format!("{} is empty: {}", table.name, table.why_empty());
        CheckFailure::new(CheckOutcome::NotComputed, &table.name, None, &message)
    };
    empty.map(failure).collect()
}

/// Returns true if none of a table's collections is available.
fn waits(grid: &Grid, table: &Table, here: &dyn Fn(&str) -> bool) -> bool {
    let of_table = (0..grid.collections.len()).filter(|&at| grid.shows(table, at));
    let mut of_table = of_table.map(|at| here(&grid.collections[at].name)).peekable();
    of_table.peek().is_some() && !of_table.any(|is_here| is_here)
}

/// Returns the summary in one line: the counts, or that no data are available.
fn headline(expected: &Expected, tally: &Tally) -> String {
    let counts = if tally.is_empty() && tally.real_numbers.is_empty() {
        "no printed cells".to_owned()
    } else {
        tally.to_string()
    };
    format!("{}: {counts}", expected.experiment)
}

/// Says that no data are available, and how to get them.
fn without_data(grid: &Grid) -> String {
    let fetched = grid.collections.iter().filter(|collection| collection.entry.is_fetched);
    let fetched: Vec<&str> = fetched.map(|collection| collection.name.as_str()).collect();
    let get =
        if fetched.is_empty() { "data list".to_owned() } else { format!("data get {}", fetched.join(" ")) };
    format!("the data of its collections are not available (`rejudge {get}`)")
}

/// Returns the printed cells without a counterpart on the collection's simulation: a table that lost a row or a column.
fn without_counterpart(grid: &Grid, expected: &Expected, rows: &[CheckRow<'_>]) -> Vec<CheckFailure> {
    let is_wanted = |row: &&CheckRow<'_>| {
        let PrintedCell { kind, address, .. } = row.cell;
        *kind != CellKind::Transcribed && !expected.not_in_data(address) && !row.has_counterpart()
    };
    let failure = |CheckRow { cell, .. }: &CheckRow<'_>| {
        let twin = twin_of(grid, cell.address.collection())?;
        let message = format!("nothing is computed for {} on {}", cell.address, twin.name);
        Some(failure_at(cell, CheckOutcome::NotComputed, &message))
    };
    rows.iter().filter(is_wanted).filter_map(failure).collect()
}

/// Refuses records of claims that the experiment does not make, and of collections that it does not have.
fn unknown_records(expected: &Expected, grid: &Grid, tested: &[Claim]) -> Vec<YamlError> {
    let mut errors = Vec::new();
    for (claim, recorded) in &expected.recorded {
        let is_made = tested.iter().any(|made| made.name.value == *claim);
        for (collection, result) in recorded {
            if !is_made {
                let error = result.error(format!("the experiment makes no claim `{claim}`"));
                errors.push(error.suggesting(claim, tested.iter().map(|c| c.name.value.as_str())));
            } else if !grid.collections.iter().any(|c| c.name == *collection) {
                let error = result.error(format!("`{collection}` is not on the axis of collections"));
                errors.push(error.suggesting(collection, grid.collections.iter().map(|c| c.name.as_str())));
            }
        }
    }
    errors
}

/// Returns the claims whose outcome differs from the record, and records of available collections without an outcome;
/// for each claim real collections come before simulated ones.
fn changed_claims(grid: &Grid, claims: &[CheckedClaim], here: &dyn Fn(&str) -> bool) -> Vec<CheckFailure> {
    let mut failures = Vec::new();
    let mut by_name: Vec<&CheckedClaim> = claims.iter().collect();
    by_name.sort_by_key(|checked| &checked.claim.name.value);
    for CheckedClaim { claim, outcomes, recorded, .. } in by_name {
        let claim = &claim.name.value;
        let mut recorded: Vec<_> = recorded.iter().filter(|(collection, _)| here(collection)).collect();
        recorded.sort_by_key(|(collection, _)| grid.is_simulated(collection));
        for (collection, on) in recorded {
            let outcome = outcomes.iter().find(|outcome| outcome.collection == *collection);
            let result = outcome.map_or("not-evaluable".to_owned(), ClaimOutcome::result);
            if result != on.value {
                let message = format!("claim `{claim}` on {collection}: recorded {}, now {result}", on.value);
                let about = format!("{claim} on {collection}");
                failures.push(CheckFailure::new(
                    CheckOutcome::ClaimChanged,
                    &about,
                    on.at.as_ref(),
                    &message,
                ));
            }
        }
    }
    failures
}
