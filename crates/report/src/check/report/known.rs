//! The number of printed cells with each outcome, for the bars of the index and the status at the top of a
//! page.

use rejudge_collections::descriptor::Kind;
use rejudge_experiment::grid::Grid;
use rejudge_experiment::printed::{CellKind, CheckOutcome};
use rejudge_names::plural::{capitalised, counted, of_number};
use rejudge_tables::markdown;
use rejudge_tables::page::{Markdown, inert};
use serde::Serialize;

use crate::check::Computed;
use crate::check::check_row::CheckRow;
use crate::check::verdict::Verdict;

/// A part of a bar: the printed cells and published scores of one colour. `colour` is an index into
/// [`COLOUR_LABELS`].
#[derive(Clone, Debug, Serialize)]
pub(super) struct Share {
    colour: usize,
    word: &'static str,
    count: usize,
}

/// The label of each colour.
const COLOUR_LABELS: [&str; 9] = [
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

/// Returns the parts of a bar, without empty ones.
pub(super) fn shares(verdict: &Verdict<'_>) -> Vec<Share> {
    let is_simulated = |row: &CheckRow<'_>| row.numbers.iter().any(|number| number.used.is_some());
    let mut counts = [0; COLOUR_LABELS.len()];
    let colour = |outcome: CheckOutcome, is_exact: bool, is_simulated: bool| match outcome {
        CheckOutcome::Match if !is_exact => 0,
        CheckOutcome::Match => 1,
        CheckOutcome::Inside | CheckOutcome::Outside | CheckOutcome::BesideDraws => 2,
        CheckOutcome::KnownDifference => 3,
        CheckOutcome::Transcribed | CheckOutcome::NotInData => 4,
        CheckOutcome::SkippedData | CheckOutcome::NotComputed | CheckOutcome::LeftOut if is_simulated => 5,
        CheckOutcome::SkippedData | CheckOutcome::NotComputed => 6,
        CheckOutcome::LeftOut => 8,
        CheckOutcome::Mismatch
        | CheckOutcome::UnexpectedMatch
        | CheckOutcome::ClaimChanged
        | CheckOutcome::StaleExpectation
        | CheckOutcome::TranscriptionDiffers => 7,
    };
    for row in verdict.all_rows().filter(|row| row.cell.is_in_table()) {
        let is_exact = row.cell.kind == CellKind::Exact;
        counts[colour(row.outcome, is_exact, is_simulated(row))] += 1;
    }
    for (outcome, numbers) in verdict.official.iter().flat_map(|official| official.counts.iter()) {
        counts[colour(outcome, false, false)] += numbers;
    }
    // If a file is missing, we cannot read its numbers, but the experiment says how many there are.
    let missing_files = verdict.expected.official.iter().filter(|official| !official.is_available);
    counts[6] += missing_files.map(|official| official.wire.numbers).sum::<usize>();
    let shares = COLOUR_LABELS.into_iter().zip(counts).enumerate();
    let shares = shares.map(|(colour, (word, count))| Share { colour, word, count });
    shares.filter(|share| share.count > 0).collect()
}

/// Returns the status: a list of the printed cells by outcome, and a sentence about the numbers that are
/// printed for real data. The text is empty if there are neither.
pub(super) fn status(grid: &Grid, computed: &Computed, verdict: &Verdict<'_>) -> Markdown {
    let (cells, numbers) = (&verdict.tally.cells, &verdict.tally.real_numbers);
    let printed = (cells.total() > 0).then(|| sentence_on_cells(grid, computed, verdict));
    let numbers = (!numbers.is_empty()).then(|| markdown!("{}.", inert(&capitalised(&numbers.to_string()))));
    Markdown::joined(printed.into_iter().chain(numbers), "\n")
}

/// Returns ` (12 inside and 3 outside of the central 99% of the draws)` for cells of tables that are compared with draws.
/// The text is empty if there are none.
fn among_draws(verdict: &Verdict<'_>) -> Markdown {
    let is_drawn = |row: &&CheckRow<'_>| CheckOutcome::DRAWN.contains(&row.outcome) && row.cell.is_in_table();
    let drawn = verdict.rows.iter().filter(is_drawn);
    let places: Vec<bool> = drawn.filter_map(CheckRow::among_draws).collect();
    let inside = places.iter().filter(|is_inside| **is_inside).count();
    let outside = places.len() - inside;
    if places.is_empty() {
        return Markdown::default();
    }
    markdown!(" ({} inside and {} outside of the central 99% of the draws)", inside, outside)
}

/// Returns ``; `rejudge data verify trec03` checks the files`` if cells of licensed or open collections
/// differ, because your files of these collections may differ from the paper's. Otherwise the text is empty.
fn verified_by(grid: &Grid, verdict: &Verdict<'_>) -> Markdown {
    let differing = grid.collections.iter().filter(|collection| {
        matches!(collection.entry.descriptor.kind, Kind::Licensed | Kind::Open)
            && has_differing_cell(verdict, &collection.name)
    });
    let names: Vec<&str> = differing.map(|collection| collection.name.as_str()).collect();
    if names.is_empty() {
        return Markdown::default();
    }
    let command = format!("rejudge data verify {}", names.join(" "));
    markdown!("; {} checks the files", Markdown::code(&command))
}

fn has_differing_cell(verdict: &Verdict<'_>, collection: &str) -> bool {
    let mut rows = verdict.rows.iter().filter(|row| CheckOutcome::DIFFERS.contains(&row.outcome));
    rows.any(|row| row.cell.is_in_table() && row.cell.address.collection() == collection)
}

fn sentence_on_cells(grid: &Grid, computed: &Computed, verdict: &Verdict<'_>) -> Markdown {
    let cells = &verdict.tally.cells;
    let indices_of_kind = |kind: Kind| {
        let collections = grid.collections.iter().enumerate();
        collections.filter(move |(_, c)| c.entry.descriptor.kind == kind).map(|(index, _)| index)
    };
    let is_computed = |index: &usize| computed.cell_table.has_collection(*index as u32);
    let recomputed = cells.number(&[CheckOutcome::Match]);
    let has_licensed = indices_of_kind(Kind::Licensed).any(|index| is_computed(&index));
    let source = if has_licensed { "" } else { ", from the paper's own text" };
    let recomputed_in_text = verdict.tally.text.number(&[CheckOutcome::Match]);
    let mut parts = vec![match (recomputed, recomputed_in_text) {
        (0, 0) => Markdown::from("**none is recomputed, so none is reproduced**"),
        (0, _) => markdown!(
            "**none is recomputed, so none is reproduced**; of the numbers in the running text, {} {} recomputed",
            recomputed_in_text,
            of_number(recomputed_in_text, "is", "are")
        ),
        _ => markdown!("{} {} recomputed{}", recomputed, of_number(recomputed, "is", "are"), source),
    }];
    let others = [
        (&[CheckOutcome::KnownDifference][..], "recomputed with the value that a known erratum gives"),
        (
            CheckOutcome::DRAWN,
            "shown beside random draws of real runs of the same collection, which is not a reproduction",
        ),
        (
            CheckOutcome::TRANSCRIBED,
            "only transcribed: words, or numbers that runs and judgments do not determine",
        ),
        (CheckOutcome::DIFFERS, "recomputed, but with a different value"),
        (&[CheckOutcome::NotComputed], "not computed yet"),
        (&[CheckOutcome::LeftOut], "left out of this run by `--only`"),
    ];
    for (outcomes, words) in others {
        let count = cells.number(outcomes);
        if count > 0 {
            let more = match outcomes {
                CheckOutcome::DRAWN => among_draws(verdict),
                CheckOutcome::DIFFERS => verified_by(grid, verdict),
                _ => Markdown::default(),
            };
            parts.push(markdown!("{} {} {}{}", count, of_number(count, "is", "are"), words, more));
        }
    }
    let waiting = cells.number(&[CheckOutcome::SkippedData]);
    if waiting > 0 {
        let need = of_number(waiting, "needs", "need");
        parts.push(markdown!("**{} {} licensed runs that are not available here**", waiting, need));
    }
    let mut other_results: Vec<Markdown> = Vec::new();
    let real = indices_of_kind(Kind::Open).filter(is_computed).count();
    if real > 0 {
        other_results.push(markdown!("runs of {}", inert(&counted(real, "real collection"))));
    }
    if indices_of_kind(Kind::Simulated).any(|index| is_computed(&index)) {
        other_results.push(
            "simulated collections (\"twins\"), which were fitted to printed statistics and reproduce nothing"
                .into(),
        );
    }
    let parts: Markdown = parts.iter().map(|part| markdown!("- {}\n", part)).collect();
    let other_results = if waiting > 0 && !other_results.is_empty() {
        let other_results = Markdown::joined(other_results, ", and ");
        markdown!("\nBeside the printed numbers, the tables show results on {}.\n", other_results)
    } else {
        Markdown::default()
    };
    let mut numbers = verdict.rows.iter().flat_map(|row| &row.numbers);
    let several = if numbers.any(|number| number.used.is_some() && !number.part.is_empty()) {
        " (some hold several numbers)"
    } else {
        ""
    };
    let cells = inert(&counted(cells.total(), "printed cell"));
    markdown!("Of the {}{}:\n\n{}{}", cells, several, parts, other_results)
}
