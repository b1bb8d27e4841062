//! Markdown for people: printed beside computed, kinds of collections never mixed.
//!
//! report.md has what is not reproduced, the claims, the tables and the figures, real collections before
//! simulated ones; then what is known of the printed cells (`checks`) and how well the twins fit. Nothing in a
//! report changes between equal runs. `page` makes a page of HTML of it, with what answers at first sight on top
//! (`glance`) and every printed cell (`cells`), and one over all experiments (`index`).

mod as_printed;
mod cells;
mod checks;
mod claims;
mod claims_at_a_glance;
mod compared;
mod drawn;
mod figures;
mod fit;
mod glance;
mod index;
mod names;
mod page;
mod placed;
mod real_draws;
mod tables;

pub use figures::write as figure;
pub use tables::write as table;

use std::borrow::Cow;
use std::fmt::Write;
use std::path::Path;

use crate::Computed;
use crate::verdict::Verdict;
use rejudge_descriptor::{Base, Kind};
use rejudge_grid::{Collection, Grid, Measure};
use rejudge_names::plural::{counted, of_number};
use rejudge_page::inert;
use rejudge_printed::{Expected, Standing};
use rejudge_table::FilledTable;
use rejudge_table::base::{all_told, outside_told};
use rejudge_table::figures::PARTS;

pub use index::{Checked, Entry, index};
pub use page::{About, page, pictures_of_both_widths};

/// The report of an experiment, in Markdown.
pub fn report(
    grid: &Grid,
    expected: Option<&Expected>,
    computed: &Computed,
    verdict: Option<&Verdict<'_>>,
) -> String {
    let has = |kind: &Kind| {
        let of_kind = |c: &(usize, &Collection)| c.1.entry.descriptor.kind == *kind;
        let mut all = grid.collections.iter().enumerate();
        all.any(|c| of_kind(&c) && computed.book.has_collection(c.0 as u32))
    };
    // Real runs come before simulated ones.
    let kinds: Vec<Kind> = PARTS.iter().flat_map(|(kinds, _)| *kinds).copied().filter(has).collect();
    let mut out = String::new();
    head(&mut out, grid, computed, &kinds);
    if kinds.contains(&Kind::Licensed) {
        let _ = writeln!(
            out,
            "**This report has numbers of licensed collections: do not pass it on unless the licence allows it.**\n"
        );
    }
    if let Some(status) = verdict.and_then(|v| status(grid, computed, v)) {
        let _ = writeln!(out, "**{status}**\n");
    }
    if let Some((verdict, expected)) = verdict.zip(expected) {
        checks::real_numbers(&mut out, expected, verdict);
    }
    if let Some(verdict) = verdict {
        claims::write(&mut out, grid, verdict);
        placed::write(&mut out, verdict);
        real_draws::write(&mut out, verdict);
    }
    write_tables(&mut out, grid, expected, computed, verdict, &kinds);
    write_figures(&mut out, grid, expected, computed, &kinds);
    if let Some((verdict, expected)) = verdict.zip(expected) {
        checks::write(&mut out, expected, verdict);
        checks::known_differences(&mut out, expected, verdict);
    }
    if let Some(expected) = expected.filter(|expected| !expected.known_errata.is_empty()) {
        let _ = writeln!(out, "## Known errata of the paper\n");
        for erratum in &expected.known_errata {
            let none = if erratum.misprint { "" } else { " (no misprint, but another rule than the text's)" };
            let _ = writeln!(out, "- {}{none}: {}", erratum.name.value, erratum.reason);
        }
        out.push('\n');
    }
    if let Some(verdict) = verdict {
        fit::write(&mut out, &verdict.fit);
    }
    out
}

/// The tables of all kinds, in the order of the experiment; printed ones that nothing is computed for stand before them if
/// they need no data, and behind them otherwise.
fn write_tables(
    out: &mut String,
    grid: &Grid,
    expected: Option<&Expected>,
    computed: &Computed,
    verdict: Option<&Verdict<'_>>,
    kinds: &[Kind],
) {
    let _ = writeln!(out, "## Tables\n");
    for kind in kinds {
        let _ = writeln!(out, "{}\n", drawn::explanation(grid, expected, *kind));
    }
    let (drawn, written): (Vec<&FilledTable>, Vec<_>) =
        computed.tables.iter().partition(|t| t.plot.is_some());
    let is_computed = |table: &&str| computed.tables.iter().any(|of| of.name == **table);
    let printed = expected.map(as_printed::tables).unwrap_or_default();
    let of_words = |table: &&str| {
        !is_computed(table) && expected.is_some_and(|expected| as_printed::needs_no_data(expected, table))
    };
    let (first, others): (Vec<&str>, Vec<&str>) = printed.into_iter().partition(of_words);
    if let Some(expected) = expected {
        as_printed::write(out, expected, &first);
    }
    let mut shown: Vec<&str> = drawn.iter().map(|figure| figure.name.as_str()).collect();
    for table in written {
        if tables::write(out, grid, expected, &captioned(grid, table), kinds) {
            shown.push(&table.name);
            if let Some(verdict) = verdict {
                real_draws::below(out, verdict, &table.name);
            }
        }
    }
    if let Some(expected) = expected {
        let others: Vec<&str> = others.into_iter().filter(|table| !shown.contains(table)).collect();
        as_printed::write(out, expected, &others);
    }
}

/// The figures, each with a picture of each kind.
fn write_figures(
    out: &mut String,
    grid: &Grid,
    expected: Option<&Expected>,
    computed: &Computed,
    kinds: &[Kind],
) {
    let mut pictures = String::new();
    for drawn in computed.tables.iter().filter(|table| table.plot.is_some()) {
        // A worked example is there to be compared number by number.
        let drawn = &captioned(grid, drawn);
        if figures::write(&mut pictures, drawn, kinds) && kinds.contains(&Kind::WorkedExample) {
            tables::panels(&mut pictures, grid, expected, drawn, Kind::WorkedExample);
        }
    }
    if !pictures.is_empty() {
        let _ = write!(out, "## Figures\n\n{pictures}");
    }
}

/// `worked examples, simulated twins`
fn words(kinds: &[Kind]) -> String {
    let word = |kind: &Kind| match kind {
        Kind::Simulated => "simulated twins",
        Kind::WorkedExample => "worked examples",
        Kind::MadeUp => "made-up data",
        Kind::Open => "open collections",
        Kind::Licensed => "licensed collections",
        Kind::Own => "own collections",
    };
    kinds.iter().map(word).collect::<Vec<_>>().join(", ")
}

/// What a paper's page does not reproduce, and what it shows instead; `None` without a paper's licensed collections, or
/// if the data of one of them are available.
fn status(grid: &Grid, computed: &Computed, verdict: &Verdict<'_>) -> Option<String> {
    let of = |kind: Kind| {
        grid.collections
            .iter()
            .enumerate()
            .filter(move |(_, c)| c.entry.descriptor.kind == kind)
            .map(|(at, _)| at)
    };
    let is_computed = |at: usize| computed.book.has_collection(at as u32);
    if of(Kind::Licensed).next().is_none() || of(Kind::Licensed).any(is_computed) {
        return None;
    }
    let cells = &verdict.tally.cells;
    let (real, absent) = (
        of(Kind::Open).filter(|&at| is_computed(at)).count(),
        of(Kind::Open).filter(|&at| !is_computed(at)).count(),
    );
    let mut beside: Vec<String> = Vec::new();
    if real > 0 {
        beside.push(format!("real runs of {}", counted(real, "other collection")));
    }
    if of(Kind::Simulated).next().is_some() {
        beside.push("simulated collections (\"twins\")".to_owned());
    }
    let beside = match beside.is_empty() {
        true => String::new(),
        false => format!(" Its numbers are shown beside {}.", beside.join(" and beside ")),
    };
    let absent = match absent {
        0 => String::new(),
        absent => {
            format!(" Real runs of {} are not here: `rejudge data get`.", counted(absent, "more collection"))
        }
    };
    let printed = counted(cells.total(), "printed cell");
    let recomputed = match cells.of(Standing::Recomputed) {
        0 => format!("none of its {printed} is recomputed"),
        of => format!("{of} of its {printed} {} recomputed, from its own text", of_number(of, "is", "are")),
    };
    let drawn = match cells.of(Standing::RealDrawn) {
        0 => String::new(),
        cells => format!(
            " {} {} real, drawn: shown beside draws of real runs of the same collection, and not reproduced.",
            counted(cells, "more cell"),
            of_number(cells, "is", "are"),
        ),
    };
    Some(format!("We do not have the paper's runs: {recomputed}.{drawn}{beside}{absent}"))
}

/// A table whose caption names the collections in it that are pooled again; the head of the report says what is
/// kept of them.
fn captioned<'t>(grid: &Grid, table: &'t FilledTable) -> Cow<'t, FilledTable> {
    let is_repooled = |collection: &&Collection| {
        matches!(collection.entry.descriptor.base, Base::Repooled { .. })
            && table.cells.iter().any(|cell| cell.collection == collection.name)
    };
    let names: Vec<&str> =
        grid.collections.iter().filter(is_repooled).map(|collection| collection.name.as_str()).collect();
    if names.is_empty() {
        return Cow::Borrowed(table);
    }
    let caption = format!("{} (repooled: {})", table.caption, names.join(", "));
    Cow::Owned(FilledTable { caption, ..table.clone() })
}

/// How an experiment is named on a command line: by its folder, or by its file where that is no
/// `experiment.yaml` in a folder of its name.
pub fn typed(grid: &Grid) -> &str {
    let file = grid.resolved.at.source.name.as_str();
    let is_in_folder = Path::new(file).ends_with(Path::new(&grid.id).join("experiment.yaml"));
    if is_in_folder || !file.ends_with(".yaml") { &grid.id } else { file }
}

fn head(out: &mut String, grid: &Grid, computed: &Computed, kinds: &[Kind]) {
    let _ = writeln!(out, "# {}: {} ({})\n", grid.id, inert(&grid.title), words(kinds));
    if let Some(paper) = &grid.paper {
        let _ = writeln!(
            out,
            "{}: {}. {}.\n",
            inert(&paper.authors.join(", ")),
            inert(&paper.title),
            inert(&paper.venue)
        );
    }
    let drawn: Vec<String> = kinds.iter().filter_map(|kind| drawn::how_often(grid, *kind)).collect();
    let drawn = match drawn.is_empty() {
        false => format!("seed {}, {}", grid.seed, drawn.join("; ")),
        true => "nothing is drawn".to_owned(),
    };
    let _ = writeln!(out, "Made by `rejudge run {}` and `rejudge report {0}`; {drawn}.", typed(grid));
    let changes: Vec<String> = grid
        .overrides
        .iter()
        .map(|change| format!("`-s {change}`"))
        .chain(computed.only.iter().map(|selector| format!("`--only {selector}`")))
        .collect();
    if !changes.is_empty() {
        let _ = writeln!(out, "**A changed run, not the experiment itself**: {}.", changes.join(", "));
    }
    for evaluation in &grid.evaluations {
        let _ = writeln!(out, "Rules in force: {}.", evaluation.rules);
    }
    let of_kinds = grid.collections.iter().filter(|c| kinds.contains(&c.entry.descriptor.kind));
    if let Some(told) = all_told(of_kinds, &computed.bases) {
        let _ = writeln!(
            out,
            "Judgments are cut down to a pool that was made again from the stored runs: {told}. Other \
             collections are as judged."
        );
    }
    if let Some(told) = outside_told(&grid.collections, &computed.bases) {
        let _ = writeln!(
            out,
            "Much of what was judged is outside of the pool: {told} of the judgments. Leaving a team out removes what it \
             alone brought into the pool, and keeps what it alone found further down: changes are smaller than those of a \
             team that nobody judged."
        );
    }
    // Where labels are the names themselves, once is enough.
    let labelled = grid.measures.iter().any(|m| m.label != m.name);
    let measure = |m: &Measure| {
        if labelled { format!("{} = `{}`", m.label, m.name) } else { format!("`{}`", m.name) }
    };
    let measures: Vec<String> = grid.measures.iter().map(measure).collect();
    if !measures.is_empty() {
        let _ = writeln!(out, "Measures: {}.\n", measures.join(", "));
    }
    for (_, remark) in
        grid.remarks().iter().filter(|(at, _)| kinds.contains(&grid.collections[*at].entry.descriptor.kind))
    {
        let _ = writeln!(out, "Remark: {remark}.\n");
    }
}

/// A sentence that begins as sentences do.
fn capitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
