//! Markdown for people: printed beside computed, kinds of collections never mixed.
//!
//! report.md holds what needs no data: the checks of the printed cells (`checks`), worked examples, made-up
//! data, the twins, the findings on them. What open or licensed data add stands in report-open.md and
//! report-licensed.md. Nothing in a report changes between equal runs. `page` makes one page of HTML of
//! them, with what answers at first sight on top (`glance`) and every printed cell (`cells`), and one over
//! all experiments (`index`).

mod as_printed;
mod bound;
mod cells;
mod checks;
mod compared;
mod drawn;
mod figures;
mod findings;
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
use rejudge_printed::Expected;
use rejudge_table::FilledTable;
use rejudge_table::base::all_told;
use rejudge_table::figures::PARTS;

pub use index::{Checked, Entry, index};
pub use page::{About, page, pictures_of_both_widths};

/// A report in Markdown: one part of what there is to say of an experiment.
#[derive(Clone, Debug)]
pub struct Report {
    /// Name of its file.
    pub file: String,
    /// The kinds of collections that it is of, as words.
    pub of: String,
    /// Its text.
    pub text: String,
}

/// The reports of an experiment. A kind without results has no report.
pub fn reports(
    grid: &Grid,
    expected: Option<&Expected>,
    computed: &Computed,
    verdict: Option<&Verdict<'_>>,
) -> Vec<Report> {
    let has = |kind: &Kind| {
        let of_kind = |c: &(usize, &rejudge_grid::Collection)| c.1.entry.descriptor.kind == *kind;
        let mut all = grid.collections.iter().enumerate();
        all.any(|c| of_kind(&c) && computed.book.has_collection(c.0 as u32))
    };
    let mut out = Vec::new();
    for (kinds, suffix) in PARTS {
        let kinds: Vec<Kind> = kinds.iter().copied().filter(has).collect();
        if !kinds.is_empty() {
            let text = report(grid, expected, computed, verdict, (&kinds, suffix));
            out.push(Report { file: format!("report{suffix}.md"), of: words(&kinds), text });
        }
    }
    out
}

fn report(
    grid: &Grid,
    expected: Option<&Expected>,
    computed: &Computed,
    verdict: Option<&Verdict<'_>>,
    (kinds, suffix): (&[Kind], &str),
) -> String {
    let mut out = String::new();
    let without_data = kinds.iter().all(|kind| kind.needs_no_data());
    head(&mut out, grid, computed, kinds);
    if let Some(status) = verdict.filter(|_| without_data).and_then(|v| status(grid, computed, v)) {
        let _ = writeln!(out, "**{status}**\n");
    }
    if let Some((verdict, expected)) =
        verdict.zip(expected).filter(|_| without_data || kinds.contains(&Kind::Licensed))
    {
        checks::write(&mut out, expected, verdict, !without_data);
    }
    if let Some((verdict, expected)) = verdict.zip(expected).filter(|_| kinds.contains(&Kind::Open)) {
        checks::real_numbers(&mut out, expected, verdict);
    }
    if let Some(verdict) = verdict {
        findings::write(&mut out, grid, verdict, kinds);
        if kinds.contains(&Kind::Simulated) {
            fit::write(&mut out, &verdict.fit);
        }
        placed::write(&mut out, grid, verdict, kinds);
        if kinds.contains(&Kind::Open) {
            real_draws::write(&mut out, verdict);
        }
    }
    if let Some(expected) = expected.filter(|e| without_data && !e.known_errata.is_empty()) {
        let _ = writeln!(out, "## Known errata of the paper\n");
        for erratum in &expected.known_errata {
            let none = if erratum.misprint { "" } else { " (no misprint, but another rule than the text's)" };
            let _ = writeln!(out, "- {}{none}: {}", erratum.name.value, erratum.reason);
        }
        out.push('\n');
    }
    let _ = writeln!(out, "## Tables\n");
    for kind in kinds {
        let _ = writeln!(out, "{}\n", drawn::explanation(grid, expected, *kind));
    }
    let (drawn, written): (Vec<&FilledTable>, Vec<_>) =
        computed.tables.iter().partition(|t| t.plot.is_some());
    let mut shown: Vec<&str> = Vec::new();
    for table in written {
        let before = out.len();
        for kind in kinds {
            tables::write(&mut out, grid, expected, &captioned(grid, table, &[*kind]), *kind);
        }
        if out.len() > before {
            shown.push(&table.name);
            if let Some((expected, verdict)) = expected.zip(verdict).filter(|_| without_data) {
                bound::write(&mut out, expected, verdict, &table.name);
            }
            if let Some(verdict) = verdict.filter(|_| kinds.contains(&Kind::Open)) {
                real_draws::below(&mut out, verdict, &table.name);
            }
        }
    }
    if let Some(expected) = expected.filter(|_| without_data) {
        shown.extend(drawn.iter().map(|figure| figure.name.as_str()));
        as_printed::write(&mut out, expected, verdict, &shown);
    }
    let mut pictures = String::new();
    for figure in drawn {
        // A worked example is there to be compared number by number.
        let figure = &captioned(grid, figure, kinds);
        if figures::write(&mut pictures, figure, kinds, suffix) && kinds.contains(&Kind::WorkedExample) {
            tables::write(&mut pictures, grid, expected, figure, Kind::WorkedExample);
        }
    }
    if !pictures.is_empty() {
        let _ = write!(out, "## Figures\n\n{pictures}");
    }
    out
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
    let total = &verdict.printed.tally.total;
    let real = of(Kind::Open).count();
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
    let drawn = match verdict.real_draws.len() {
        0 => String::new(),
        cells => format!(
            " {} {} real, drawn: shown beside draws of real runs of the same collection, and not reproduced.",
            counted(cells, "more cell"),
            of_number(cells, "is", "are"),
        ),
    };
    Some(format!(
        "We do not have the paper's runs: {} of its {} {} recomputed, from its own text.{drawn}{beside}",
        total.recomputed,
        counted(total.printed, "printed cell"),
        of_number(total.recomputed, "is", "are"),
    ))
}

/// A table whose caption names the collections of these kinds in it that are pooled again; the head of the
/// report says what is kept of them.
fn captioned<'t>(grid: &Grid, table: &'t FilledTable, kinds: &[Kind]) -> Cow<'t, FilledTable> {
    let is_repooled = |collection: &&Collection| {
        matches!(collection.entry.descriptor.base, Base::Repooled { .. })
            && kinds.contains(&collection.entry.descriptor.kind)
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
pub(crate) fn typed(grid: &Grid) -> &str {
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
    let drawn = match kinds.iter().find_map(|kind| drawn::how_often(grid, *kind)) {
        Some(drawn) => format!("seed {}, {drawn}", grid.seed),
        None => "nothing is drawn".to_owned(),
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
        let _ = writeln!(out, "Rules in force: `{}`.", evaluation.canonical);
    }
    let of_kinds = grid.collections.iter().filter(|c| kinds.contains(&c.entry.descriptor.kind));
    if let Some(told) = all_told(of_kinds, &computed.bases) {
        let _ = writeln!(
            out,
            "Judgments are cut down to a pool that was made again from the stored runs: {told}. Other \
             collections are as judged."
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
