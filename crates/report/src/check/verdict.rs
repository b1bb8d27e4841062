//! All checks of an experiment together, and their verdict.

use super::check_row::{CheckRow, RealDrawsBeside, failure_at, find_uses};
use super::claims::{
    self, CheckedClaim, Claim, ClaimOutcome, Claims, ConditionOutcome, Ground, Recorded, Untested,
};
use super::compared;
use super::computed::{ambiguous, compare, twin_of, unknown_tables};
use super::golden::{GoldenNumbers, Moved, compare_golden_numbers, is_accepted};
use super::left_out::LeftOut;
use super::official::{CheckedOfficial, official};
use super::real_draws;
use super::{Computed, Elsewhere};
use crate::table::{COLLECTION_SEPARATOR, FilledTable};
use rayon::prelude::*;
use rejudge_experiment::grid::{Collection, Grid, Table};
use rejudge_experiment::printed::{
    CellKind, CheckFailure, CheckOutcome, Counts, Expected, PrintedCell, Tally,
};
use rejudge_experiment::spec::yaml::YamlError;
use rejudge_experiment::spec::yaml::to_compact;

/// The tables of other experiments if there are no results.
static NO_OTHER_TABLES: Elsewhere = Elsewhere::new();

/// Everything that was checked.
pub struct Verdict<'a> {
    pub expected: &'a Expected,
    /// One row for each printed cell, in the order of `expected.cells`.
    pub rows: Vec<CheckRow<'a>>,
    /// The published numbers of real runs, one entry for each section of `expected.official`.
    pub official: Vec<CheckedOfficial<'a>>,
    /// The number of cells with each outcome.
    pub tally: Tally,
    pub claims: Vec<CheckedClaim>,
    /// The collections with real runs that have results, sorted by group.
    pub grounds: Vec<Ground>,
    /// Inherited claims that cannot be evaluated here.
    pub untested: Vec<Untested>,
    /// The number of recorded outcomes of claims that were not compared, because `--only` left out cells that
    /// the claims need.
    pub claims_left_out: usize,
    pub golden: GoldenNumbers,
    /// The failures that the gate does not permit.
    pub failures: Vec<CheckFailure>,
    /// True if there are no results and no collection's data are available, so nothing could be checked.
    pub nothing_checked: bool,
    /// The outcome in one line.
    pub headline: String,
    /// A line that counts the compared cells by outcome; `None` if no cell was compared with draws.
    pub compared: Option<String>,
}

impl<'a> Verdict<'a> {
    /// Runs all checks. `computed` is `None` if there are no results. Accepted numbers are compared only if
    /// `with_golden` is true. A report does without this comparison: it does not show accepted numbers, and would
    /// have to read the scores of all runs.
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
        let has_results = |names: &str| names.split(COLLECTION_SEPARATOR).all(is_here);
        let elsewhere = computed.map(|computed| &*computed.elsewhere).unwrap_or(&NO_OTHER_TABLES);
        let left_out = LeftOut::new(grid, computed.map(|computed| &computed.cell_table), &expected.cells);
        let rows = rows(grid, expected, tables, &has_results, elsewhere, &left_out);
        failures.extend(real_draws::without_draws(&rows, elsewhere));
        // Without results, one sentence is enough. Do not report each cell.
        if computed.is_some() {
            failures.extend(rows.iter().filter_map(CheckRow::failure));
        }
        let without_position = |e: anyhow::Error| vec![YamlError::without_position(e.to_string())];
        let official = official(grid, expected, computed, &has_results, &left_out, &mut failures)
            .map_err(without_position)?;
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
        let claims: Vec<CheckedClaim> = computed.map_or(Vec::new(), |c| {
            let prints = claims::prints(grid, &c.cell_table, &rows);
            let too_few = claims::too_few(grid, &c.cell_table);
            tested
                .into_par_iter()
                .map(|claim| {
                    let recorded = compared_records(&claim, grid, expected, &left_out);
                    let real = (grounds.as_slice(), &c.real_verdicts);
                    claim.checked(grid, &c.cell_table, &prints, &too_few, real, recorded)
                })
                .collect()
        });
        // These checks apply only to the experiment as written: a changed one may leave tables empty, and its
        // claims may have other outcomes.
        if grid.overrides.is_empty() {
            failures.extend(changed_claims(grid, &claims, &has_results));
            failures.extend(
                computed.map_or(Vec::new(), |c| empty_tables(grid, &c.tables, &has_results, &left_out)),
            );
            if computed.is_some() && !left_out.is_any() {
                failures.extend(without_counterpart(grid, expected, &rows));
            }
        }
        let claims_left_out = claims.iter().map(|CheckedClaim { claim, recorded, .. }| {
            let all_records = expected.recorded.get(&claim.name.value);
            all_records.map_or(0, |all| all.len() - recorded.len())
        });
        let claims_left_out = claims_left_out.sum();
        // An experiment with official numbers, or one without expectations, does not need accepted numbers.
        let needs_golden = expected.official.is_empty() && !expected.is_empty();
        let compares_golden = with_golden && (needs_golden || is_accepted(grid).map_err(without_position)?);
        let golden = if compares_golden {
            compare_golden_numbers(grid, computed, &has_results).map_err(without_position)?
        } else {
            GoldenNumbers::default()
        };
        failures.extend(golden.moved.iter().map(Moved::failure));
        let nothing_checked =
            computed.is_none() && grid.collections.iter().all(|collection| !collection.entry.is_available());
        if computed.is_none() && !nothing_checked {
            let message = format!("there are no results for {}", grid.id);
            failures.push(CheckFailure {
                outcome: CheckOutcome::NotComputed,
                about: None,
                at: None,
                message,
            });
        }
        // If only a part was run, there are fewer cells than the gate expects.
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
    /// Returns all rows. The rows of official scores come last.
    pub fn all_rows(&self) -> impl Iterator<Item = &CheckRow<'_>> {
        self.rows.iter().chain(self.official.iter().flat_map(|official| &official.rows))
    }

    /// Returns how many printed numbers have each outcome. This includes numbers that have no row.
    pub fn outcomes(&self) -> Counts {
        let mut counts: Counts = self.all_rows().map(|row| row.outcome).collect();
        counts.extend(self.official.iter().flat_map(|official| official.counts.iter()));
        counts
    }

    /// Returns the outcome of each counted claim on each collection for which the printed numbers decide it.
    pub fn held_in_print(&self) -> Vec<ConditionOutcome> {
        let counted = self.claims.iter().filter(|claim| claim.claim.is_counted);
        counted.flat_map(|claim| &claim.in_print).filter_map(|print| print.outcome).collect()
    }
}

/// Refuses expected values for claims, collections or tables that the experiment does not have, and printed
/// cells that could belong to several worked examples.
fn refuse_mistakes(
    grid: &Grid,
    expected: &Expected,
    tested: &[Claim],
    tables: &[FilledTable],
) -> Result<(), Vec<YamlError>> {
    // If the experiment was changed on the command line, collections and tables may be missing.
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

/// Returns a row for each printed cell, with the computed cells that correspond to it.
fn rows<'a>(
    grid: &Grid,
    expected: &'a Expected,
    tables: &'a [FilledTable],
    has_results: &dyn Fn(&str) -> bool,
    elsewhere: &Elsewhere,
    left_out: &LeftOut<'_>,
) -> Vec<CheckRow<'a>> {
    let row = |cell: &'a PrintedCell| {
        let twin = twin_of(grid, cell.address.collection()).map(|twin| twin.name.as_str());
        let row = compare(cell, tables, twin, has_results);
        let draws = expected.real_draws_of(&cell.address);
        let draws = draws.map(|real_draws| RealDrawsBeside {
            real_draws,
            place: real_draws::place(cell, real_draws, elsewhere),
        });
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

/// Counts the cells by outcome.
fn tally(grid: &Grid, expected: &Expected, rows: &[CheckRow<'_>], official: &[CheckedOfficial<'_>]) -> Tally {
    let has_data = |name: &str| {
        let collection = grid.collections.iter().find(|collection| collection.name == name);
        collection.is_some_and(|collection| collection.entry.is_available())
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
            (name, official.is_available && has_data(name)),
        );
        count(CheckOutcome::SkippedData, if official.is_available { 0 } else { official.wire.numbers });
        let counted = checked.rows.iter().filter(|row| official.is_counted(row.cell));
        counted.for_each(|row| count(row.outcome, 1));
        checked.counts.iter().for_each(|(outcome, numbers)| count(outcome, numbers));
    }
    for CheckRow { cell, outcome, .. } in rows {
        let collection = cell.address.collection();
        let counts = match &cell.worked_out_from {
            // Numbers of real runs, labels and collections have their own counts.
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

/// Returns the recorded outcomes of a claim. An outcome is about all cells of the claim, so it is compared only
/// if none of them was left out.
fn compared_records(claim: &Claim, grid: &Grid, expected: &Expected, left_out: &LeftOut<'_>) -> Recorded {
    let demands = claim.demands(grid);
    let recorded = expected.recorded.get(&claim.name.value).into_iter().flatten();
    let compared = recorded.filter(|(collection, _)| !left_out.has_demand(collection, &demands));
    compared.map(|(collection, result)| (collection.clone(), result.clone())).collect()
}

/// Returns a failure for each table that is empty although its data are available and the run should have
/// filled it.
fn empty_tables(
    grid: &Grid,
    tables: &[FilledTable],
    has_results: &dyn Fn(&str) -> bool,
    left_out: &LeftOut<'_>,
) -> Vec<CheckFailure> {
    let empty = tables.iter().zip(&grid.tables).filter(|(filled, table)| {
        filled.is_empty() && !waits_for_data(grid, table, has_results) && !left_out.has_part_of(table)
    });
    let failure = |(table, _): (&FilledTable, &Table)| {
        let message = format!("{} is empty: {}", table.name, table.why_empty());
        CheckFailure::new(CheckOutcome::NotComputed, &table.name, None, &message)
    };
    empty.map(failure).collect()
}

/// Returns true if the table shows collections, but none of them has results.
fn waits_for_data(grid: &Grid, table: &Table, has_results: &dyn Fn(&str) -> bool) -> bool {
    let shown = (0..grid.collections.len()).filter(|&index| grid.shows(table, index));
    let mut have_results = shown.map(|index| has_results(&grid.collections[index].name)).peekable();
    have_results.peek().is_some() && !have_results.any(|has_results| has_results)
}

/// Returns the outcome in one line: the counts, or `no printed cells`.
fn headline(expected: &Expected, tally: &Tally) -> String {
    let counts = if tally.is_empty() && tally.real_numbers.is_empty() {
        "no printed cells".to_owned()
    } else {
        tally.to_string()
    };
    format!("{}: {counts}", expected.experiment)
}

/// Returns a clause that says that no data are available, and how to get them.
fn without_data(grid: &Grid) -> String {
    let fetched = grid.collections.iter().filter(|collection| collection.entry.is_downloadable);
    let fetched: Vec<&str> = fetched.map(|collection| collection.name.as_str()).collect();
    let get =
        if fetched.is_empty() { "data list".to_owned() } else { format!("data get {}", fetched.join(" ")) };
    format!("the data of its collections are not available (`rejudge {get}`)")
}

/// Returns a failure for each printed cell without a corresponding cell on its collection's simulation, if
/// there is a simulation. This happens if a table loses a row or a column. Cells that are only transcribed,
/// or are not in the data, cause no failure.
fn without_counterpart(grid: &Grid, expected: &Expected, rows: &[CheckRow<'_>]) -> Vec<CheckFailure> {
    let mut failures = Vec::new();
    for row in rows {
        let PrintedCell { kind, address, .. } = row.cell;
        if *kind == CellKind::Transcribed || expected.not_in_data(address) || row.has_counterpart() {
            continue;
        }
        if let Some(twin) = twin_of(grid, address.collection()) {
            let message = format!("nothing is computed for {address} on {}", twin.name);
            failures.push(failure_at(row.cell, CheckOutcome::NotComputed, &message));
        }
    }
    failures
}

/// Returns an error for each recorded outcome whose claim or collection the experiment does not have.
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

/// Returns a failure for each recorded outcome that differs from the current outcome of its claim. If the
/// claim was not evaluated, its outcome is `not-evaluable`. Collections without results are skipped. For each
/// claim, real collections come before simulated ones.
fn changed_claims(
    grid: &Grid,
    claims: &[CheckedClaim],
    has_results: &dyn Fn(&str) -> bool,
) -> Vec<CheckFailure> {
    let mut failures = Vec::new();
    let mut by_name: Vec<&CheckedClaim> = claims.iter().collect();
    by_name.sort_by_key(|checked| &checked.claim.name.value);
    for CheckedClaim { claim, outcomes, recorded, .. } in by_name {
        let claim = &claim.name.value;
        let mut recorded: Vec<_> =
            recorded.iter().filter(|(collection, _)| has_results(collection)).collect();
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
