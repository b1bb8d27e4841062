//! Markdown for people: printed beside computed, kinds of collections never mixed.
//!
//! report.md holds what needs no data: the checks of the printed cells (`checks`), worked examples, made-up data, the
//! twins, the findings on them. What open or licensed data add stands in report-open.md and report-licensed.md. Nothing in a
//! report changes between equal runs.

mod checks;
mod figures;
mod placed;

use std::fmt::Write;

use crate::check::verdict::{Computed, Verdict};
use crate::check::{Expected, Kind as CellKind, PrintedCell};
use crate::figures::PARTS;
use crate::grid::{Grid, Measure, Runs};
use crate::table::{FilledCell, FilledTable, markdown, number};
use rejudge_collections::Kind;

/// The reports of an experiment: file name and text. A kind without results has no file.
pub fn reports(
    grid: &Grid,
    expected: Option<&Expected>,
    computed: &Computed,
    verdict: Option<&Verdict<'_>>,
) -> Vec<(String, String)> {
    let has = |kind: &Kind| {
        let of_kind = |c: &(usize, &crate::grid::Collection)| c.1.entry.descriptor.kind == *kind;
        let mut all = grid.collections.iter().enumerate();
        all.any(|c| of_kind(&c) && computed.book.has_collection(c.0 as u32))
    };
    let mut out = Vec::new();
    for (kinds, suffix) in PARTS {
        let kinds: Vec<Kind> = kinds.iter().copied().filter(has).collect();
        if !kinds.is_empty() {
            let text = report(grid, expected, computed, verdict, (&kinds, suffix));
            out.push((format!("report{suffix}.md"), text));
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
    let without_data = !kinds.contains(&Kind::Open) && !kinds.contains(&Kind::Licensed);
    head(&mut out, grid, &computed.only, kinds);
    if let Some(verdict) = verdict.filter(|_| !kinds.contains(&Kind::Open)) {
        checks::write(&mut out, verdict, !without_data);
    }
    if let Some(verdict) = verdict {
        findings(&mut out, grid, verdict, kinds);
        placed::write(&mut out, grid, verdict, kinds);
    }
    if let Some(expected) = expected.filter(|e| without_data && !e.known_errata.is_empty()) {
        let _ = writeln!(out, "## Known errata of the paper\n");
        for erratum in &expected.known_errata {
            let _ = writeln!(out, "- {}: {}", erratum.name.value, erratum.reason);
        }
        out.push('\n');
    }
    let _ = writeln!(out, "## Tables\n");
    for kind in kinds {
        let _ = writeln!(out, "{}\n", explanation(grid, *kind));
    }
    let (drawn, written): (Vec<&FilledTable>, Vec<_>) =
        computed.tables.iter().partition(|t| t.plot.is_some());
    for table in written {
        for kind in kinds {
            tables(&mut out, grid, expected, table, *kind);
        }
    }
    let mut pictures = String::new();
    for figure in drawn {
        // A worked example is there to be compared number by number.
        if figures::write(&mut pictures, figure, kinds, suffix) && kinds.contains(&Kind::WorkedExample) {
            tables(&mut pictures, grid, expected, figure, Kind::WorkedExample);
        }
    }
    if !pictures.is_empty() {
        let _ = write!(out, "## Figures\n\n{pictures}");
    }
    out
}

fn head(out: &mut String, grid: &Grid, only: &[String], kinds: &[Kind]) {
    let data = kinds.iter().map(|kind| match kind {
        Kind::Simulated => "simulated twins",
        Kind::WorkedExample => "worked examples",
        Kind::MadeUp => "made-up data",
        Kind::Open => "open collections",
        Kind::Licensed => "licensed collections",
    });
    let data: Vec<&str> = data.collect();
    let _ = writeln!(out, "# {}: {} ({})\n", grid.id, grid.title, data.join(", "));
    if let Some(paper) = &grid.paper {
        let _ = writeln!(out, "{}: {}. {}.\n", paper.authors.join(", "), paper.title, paper.venue);
    }
    let drawn = kinds.iter().find_map(|kind| match kind {
        Kind::Simulated => Some(format!("{} draws of each twin", grid.draws.simulated)),
        Kind::WorkedExample | Kind::MadeUp => None,
        Kind::Open => Some(choices(grid, grid.draws.open)),
        Kind::Licensed => Some(choices(grid, grid.draws.licensed)),
    });
    let drawn = match drawn {
        Some(drawn) => format!("seed {}, {drawn}", grid.seed),
        None => "nothing is drawn".to_owned(),
    };
    let _ = writeln!(out, "Made by `rejudge run {}` and `rejudge report {0}`; {drawn}.", grid.id);
    let changes: Vec<String> = grid
        .overrides
        .iter()
        .map(|change| format!("`-s {change}`"))
        .chain(only.iter().map(|selector| format!("`--only {selector}`")))
        .collect();
    if !changes.is_empty() {
        let _ = writeln!(out, "**A changed run, not the experiment itself**: {}.", changes.join(", "));
    }
    for evaluation in &grid.evaluations {
        let _ = writeln!(out, "Rules in force: `{}`.", evaluation.rules.canonical);
    }
    // Where labels are the names themselves, once is enough.
    let labelled = grid.measures.iter().any(|m| m.label != m.name);
    let measure = |m: &Measure| {
        if labelled { format!("{} = `{}`", m.label, m.name) } else { format!("`{}`", m.name) }
    };
    let measures: Vec<String> = grid.measures.iter().map(measure).collect();
    let _ = writeln!(out, "Measures: {}.\n", measures.join(", "));
}

/// How often the choices of runs of files are drawn, where not otherwise as often as `draws` says.
fn choices(grid: &Grid, draws: u32) -> String {
    let own = grid.runs.iter().filter_map(|runs| match runs {
        Runs::Random { draws: Some(draws), .. } => Some(format!("{draws} of {}", runs.of_one_draw())),
        _ => None,
    });
    let general = match grid.runs.contains(&Runs::OnePerTeam) {
        true => format!("{draws} draws of one run a team"),
        false if draws == 1 => "1 draw".to_owned(),
        false => format!("{draws} draws"),
    };
    std::iter::once(general).chain(own).collect::<Vec<_>>().join(", ")
}

fn explanation(grid: &Grid, kind: Kind) -> &'static str {
    match kind {
        Kind::Open if !grid.runs.contains(&Runs::OnePerTeam) => {
            "Means over the draws ± their standard deviation, where anything is drawn."
        }
        Kind::Simulated => {
            "Means over the draws of the twin ± their standard deviation, with the printed value of the real \
             collection below in italics. A twin imitates published statistics of the collection; it is not the \
             collection, and no twin's number reproduces a printed one."
        }
        Kind::WorkedExample => {
            "Worked examples: the printed value stands below the computed one in italics, where there is one."
        }
        Kind::MadeUp => {
            "Made-up data: topics, documents, judgments and runs were invented to show what is computed. Nothing is \
             printed of them, and their numbers say nothing of any real system or task."
        }
        Kind::Open => {
            "Means over the draws of one run a team ± their standard deviation. These collections are not the \
             paper's: nothing is printed beside them."
        }
        Kind::Licensed => {
            "Means over the draws of one run a team ± their standard deviation, with the printed value below in italics."
        }
    }
}

fn findings(out: &mut String, grid: &Grid, verdict: &Verdict<'_>, kinds: &[Kind]) {
    let of_kind = |name: &str| {
        grid.collections.iter().any(|c| c.name == name && kinds.contains(&c.entry.descriptor.kind))
    };
    let collections: Vec<&str> =
        grid.collections.iter().map(|c| c.name.as_str()).filter(|name| of_kind(name)).collect();
    let here: Vec<&str> = collections
        .into_iter()
        .filter(|name| verdict.findings.iter().any(|f| f.collection == *name))
        .collect();
    if here.is_empty() {
        return;
    }
    let _ = writeln!(out, "## Findings\n");
    let _ = writeln!(
        out,
        "In how many draws the claim holds, and the mean margin (how far from not holding; negative: how far from holding).\n"
    );
    let _ = writeln!(out, "| finding | {} |", here.join(" | "));
    let _ = writeln!(out, "|---|{}", "---|".repeat(here.len()));
    let mut names: Vec<&str> = Vec::new();
    for outcome in &verdict.findings {
        if !names.contains(&outcome.finding.as_str()) {
            names.push(&outcome.finding);
        }
    }
    for name in names {
        let of_name: Vec<_> = verdict.findings.iter().filter(|f| f.finding == name).collect();
        let Some(first) = of_name.first() else { continue };
        let section = first.section.as_ref().map_or(String::new(), |s| format!(" (section {s})"));
        let _ = write!(out, "| **{name}**: {}{section} |", first.claim);
        for collection in &here {
            let cell = of_name.iter().find(|f| f.collection == *collection);
            let text = cell.map_or("-".to_owned(), |f| {
                let word = match (f.draws, f.holds) {
                    (0, _) => "not evaluable".to_owned(),
                    (draws, holds) if holds == draws => format!("holds {holds}/{draws}"),
                    (draws, 0) => format!("does not hold 0/{draws}"),
                    (draws, holds) => format!("{holds}/{draws}"),
                };
                f.margin.map_or(word.clone(), |margin| format!("{word}, {}", number(margin, 4, true)))
            });
            let _ = write!(out, " {text} |");
        }
        out.push('\n');
    }
    out.push('\n');
}

fn tables(out: &mut String, grid: &Grid, expected: Option<&Expected>, table: &FilledTable, kind: Kind) {
    let word = crate::table::kind_word(kind);
    let panels = table.panels(&[word]);
    if panels.is_empty() {
        return;
    }
    // The other kinds name themselves in every panel.
    let of_kind = match kind {
        Kind::WorkedExample => " (worked example)",
        Kind::MadeUp => " (made-up data)",
        Kind::Simulated | Kind::Open | Kind::Licensed => "",
    };
    if table.plot.is_none() {
        let _ = writeln!(out, "### {}: {}{of_kind}\n", table.name, table.caption);
    }
    let worked_out = expected.filter(|_| kind == Kind::WorkedExample).into_iter().flat_map(|e| &e.cells);
    let from = worked_out.filter(|c| c.address.table == table.name).find_map(|c| c.worked_out_from.as_ref());
    if let Some(from) = from {
        let _ = writeln!(
            out,
            "In parentheses: worked out from {from}; the paper does not print these numbers.\n"
        );
    }
    for panel in panels {
        if !panel.is_empty() {
            let _ = writeln!(out, "**{panel}** ({word})\n");
        }
        let keep = |cell: &FilledCell| cell.kind == word;
        let beside = |row: &str, quantity: &str, column: &str| {
            let name = if panel.is_empty() { column } else { panel };
            let original = original(grid, name);
            let found =
                expected?.cells.iter().filter(|c| c.address.table == table.name && c.address.row == row);
            let mut here = found.filter(|c| match (c.kind, &c.address.panel) {
                // What a worked example gives has the labels of the print.
                (CellKind::Exact, of) => {
                    let of_row = c.address.quantity.as_deref().is_none_or(|of| of == quantity);
                    kind == Kind::WorkedExample
                        && of_row
                        && of.as_deref().unwrap_or("") == panel
                        && c.address.column == column
                }
                (_, Some(of)) => original.as_ref() == Some(of) && c.address.column == column,
                (_, None) => original.as_ref() == Some(&c.address.column),
            });
            let shown: Vec<&PrintedCell> = if quantity.is_empty() {
                here.by_ref().collect()
            } else {
                here.filter(|c| shown_beside(c, quantity)).collect()
            };
            let texts = shown.iter().map(|c| c.text.as_str()).collect::<Vec<_>>().join(" ");
            let printed = shown.first()?.worked_out_from.is_none();
            Some(if printed { format!("*{texts}*") } else { format!("({texts})") })
        };
        let _ = writeln!(out, "{}", markdown(table, panel, &keep, &beside));
    }
}

/// Whether a printed cell belongs beside a row of this quantity.
fn shown_beside(cell: &PrintedCell, quantity: &str) -> bool {
    match cell.address.quantity.as_deref() {
        Some(printed) => printed == quantity,
        // A range or `10(12)` is printed once, beside the first of its rows; a mean over teams beside
        // the mean over all of them.
        None => matches!(quantity, "low" | "all teams"),
    }
}

/// The collection whose printed cells stand beside those of `name`: a twin's original, a licensed
/// collection itself.
fn original(grid: &Grid, name: &str) -> Option<String> {
    let collection = grid.collections.iter().find(|c| c.name == name)?;
    match collection.entry.descriptor.kind {
        Kind::Simulated => name.strip_suffix("-twin").map(str::to_owned),
        Kind::Licensed => Some(name.to_owned()),
        Kind::WorkedExample | Kind::MadeUp | Kind::Open => None,
    }
}
