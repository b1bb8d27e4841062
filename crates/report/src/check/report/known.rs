//! The state of the printed cells: the bars of the index, and the sentence on top of a page.

use rejudge_collections::descriptor::Kind;
use rejudge_experiment::grid::Grid;
use rejudge_experiment::printed::{CellKind, Standing};
use rejudge_names::plural::{capitalised, counted, of_number};
use rejudge_tables::markdown;
use rejudge_tables::page::{Markdown, inert};
use serde::Serialize;

use crate::check::Computed;
use crate::check::checked_cell::CheckedCell;
use crate::check::verdict::Verdict;

/// A part of the printed cells, in the order of the colours: the best known first.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Share {
    colour: usize,
    word: &'static str,
    count: usize,
}

/// The words of the colours.
const KNOWN: [&str; 9] = [
    "recomputed from real data",
    "recomputed from the text",
    "real, drawn",
    "recomputed otherwise",
    "transcribed",
    "not recomputed (simulation shown)",
    "need data",
    "not equal",
    "left out of this run",
];

/// Returns the shares of printed cells by standing, leaving out empty ones.
pub(super) fn shares(verdict: &Verdict<'_>) -> Vec<Share> {
    let is_simulated = |checked: &CheckedCell<'_>| checked.numbers.iter().any(|number| number.used.is_some());
    let mut counts = [0; KNOWN.len()];
    let place = |standing: Standing, is_exact: bool, is_simulated: bool| match standing {
        Standing::Recomputed if !is_exact => 0,
        Standing::Recomputed => 1,
        Standing::RealDrawn => 2,
        Standing::RecomputedOtherwise => 3,
        Standing::Transcribed => 4,
        Standing::Waiting | Standing::NotComputed | Standing::LeftOut if is_simulated => 5,
        Standing::Waiting | Standing::NotComputed => 6,
        Standing::LeftOut => 8,
        Standing::Differs => 7,
    };
    for checked in verdict.all().filter(|checked| checked.cell.is_in_table()) {
        let is_exact = checked.cell.kind == CellKind::Exact;
        counts[place(checked.standing(), is_exact, is_simulated(checked))] += 1;
    }
    for (outcome, numbers) in verdict.counts() {
        counts[place(outcome.standing(false), false, false)] += numbers;
    }
    // The numbers of a missing file cannot be read, but the experiment gives their count.
    let absent = verdict.expected.official.iter().filter(|official| !official.is_here);
    counts[6] += absent.map(|official| official.wire.numbers).sum::<usize>();
    let shares = KNOWN.into_iter().zip(counts).enumerate();
    let shares = shares.map(|(colour, (word, count))| Share { colour, word, count });
    shares.filter(|share| share.count > 0).collect()
}

/// Returns a sentence on the numbers that are and are not reproduced, which is empty if nothing is printed.
pub(super) fn status(grid: &Grid, computed: &Computed, verdict: &Verdict<'_>) -> Markdown {
    let (cells, numbers) = (&verdict.tally.cells, &verdict.tally.real_numbers);
    let printed = (cells.total() > 0).then(|| of_cells(grid, computed, verdict));
    let numbers = (!numbers.is_empty()).then(|| markdown!("{}.", inert(&capitalised(&numbers.to_string()))));
    Markdown::joined(printed.into_iter().chain(numbers), "\n")
}

/// Returns ` (12 inside and 3 outside of the central 99% of the draws)` for the cells of tables that have draws beside
/// them; empty without any.
fn among_draws(verdict: &Verdict<'_>) -> Markdown {
    let drawn = verdict
        .cells
        .iter()
        .filter(|checked| checked.standing() == Standing::RealDrawn && checked.cell.is_in_table());
    let places: Vec<bool> = drawn.filter_map(CheckedCell::among_draws).collect();
    let inside = places.iter().filter(|is_inside| **is_inside).count();
    let outside = places.len() - inside;
    match places.is_empty() {
        true => Markdown::default(),
        false => markdown!(" ({} inside and {} outside of the central 99% of the draws)", inside, outside),
    }
}

/// Returns `; `rejudge data verify trec03` checks the files` for the collections of the cells that differ, whose files
/// may be other than those of the paper; empty if they have none.
fn verified_by(grid: &Grid, verdict: &Verdict<'_>) -> Markdown {
    let is_off = |name: &str| {
        let mut cells = verdict.cells.iter().filter(|checked| checked.standing() == Standing::Differs);
        cells.any(|checked| checked.cell.is_in_table() && checked.cell.address.collection() == name)
    };
    let of_files = grid.collections.iter().filter(|collection| {
        matches!(collection.entry.descriptor.kind, Kind::Licensed | Kind::Open) && is_off(&collection.name)
    });
    let names: Vec<&str> = of_files.map(|collection| collection.name.as_str()).collect();
    match names.is_empty() {
        true => Markdown::default(),
        false => {
            let command = format!("rejudge data verify {}", names.join(" "));
            markdown!("; {} checks the files", Markdown::code(&command))
        }
    }
}

fn of_cells(grid: &Grid, computed: &Computed, verdict: &Verdict<'_>) -> Markdown {
    let cells = &verdict.tally.cells;
    let of = |kind: Kind| {
        let all = grid.collections.iter().enumerate();
        all.filter(move |(_, c)| c.entry.descriptor.kind == kind).map(|(at, _)| at)
    };
    let is_computed = |at: &usize| computed.cell_table.has_collection(*at as u32);
    let recomputed = cells.number(Standing::Recomputed);
    let whence = match of(Kind::Licensed).any(|at| is_computed(&at)) {
        true => "",
        false => ", from the paper's own text",
    };
    let mut parts = vec![match recomputed {
        0 => Markdown::from("**none is recomputed, so none is reproduced**"),
        _ => markdown!("{} {} recomputed{}", recomputed, of_number(recomputed, "is", "are"), whence),
    }];
    for (standing, says) in [
        (Standing::RecomputedOtherwise, "recomputed with the value that a known erratum gives"),
        (
            Standing::RealDrawn,
            "shown beside random draws of real runs of the same collection, which is not a reproduction",
        ),
        (
            Standing::Transcribed,
            "only transcribed: words, or numbers that runs and judgments do not determine",
        ),
        (Standing::Differs, "recomputed, but with a different value"),
        (Standing::NotComputed, "not computed yet"),
        (Standing::LeftOut, "left out of this run by `--only`"),
    ] {
        let count = cells.number(standing);
        if count > 0 {
            let more = match standing {
                Standing::RealDrawn => among_draws(verdict),
                Standing::Differs => verified_by(grid, verdict),
                _ => Markdown::default(),
            };
            parts.push(markdown!("{} {} {}{}", count, of_number(count, "is", "are"), says, more));
        }
    }
    let waiting = cells.number(Standing::Waiting);
    if waiting > 0 {
        let need = of_number(waiting, "needs", "need");
        parts.push(markdown!("**{} {} licensed runs that are not available here**", waiting, need));
    }
    let mut beside: Vec<Markdown> = Vec::new();
    let real = of(Kind::Open).filter(is_computed).count();
    if real > 0 {
        beside.push(markdown!("runs of {}", inert(&counted(real, "real collection"))));
    }
    if of(Kind::Simulated).any(|at| is_computed(&at)) {
        beside.push(
            "simulated collections (\"twins\"), which were fitted to printed statistics and reproduce nothing"
                .into(),
        );
    }
    let parts: Markdown = parts.iter().map(|part| markdown!("- {}\n", part)).collect();
    let beside = match waiting > 0 && !beside.is_empty() {
        true => {
            let beside = Markdown::joined(beside, ", and ");
            markdown!("\nBeside the printed numbers, the tables show results on {}.\n", beside)
        }
        false => Markdown::default(),
    };
    let mut numbers = verdict.cells.iter().flat_map(|checked| &checked.numbers);
    let several = match numbers.any(|number| number.used.is_some() && !number.part.is_empty()) {
        true => " (some hold several numbers)",
        false => "",
    };
    let cells = inert(&counted(cells.total(), "printed cell"));
    markdown!("Of the {}{}:\n\n{}{}", cells, several, parts, beside)
}
