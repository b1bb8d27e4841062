//! What answers at first sight: what is known of the cells of each printed table, how near its twin comes,
//! where to read on. On top of a page, and on the cards of the index.

use std::collections::BTreeSet;

use super::cells::cells_heading;
use super::names::title;
use crate::Computed;
use crate::beside::{Beside, Use};
use crate::claims::in_print_sentence;
use crate::fit::TwinFit;
use crate::paper_tables::PAPER;
use crate::real_draws::sentence;
use crate::verdict::{CheckedCell, Verdict};
use rejudge_eval::plural::counted;
use rejudge_figures::{Pair, Scatter, scatter};
use rejudge_grid::Grid;
use rejudge_page::{Bar, Glance, Link, Share, Sketch};
use rejudge_printed::{Address, CellKind, Expected, PrintedCell, Standing};
use rejudge_table::FilledTable;

/// What is known of a printed cell at best, in the order of the bars and of their colours.
const KNOWN: [&str; 8] = [
    "recomputed from real data",
    "recomputed from the text",
    "real, drawn",
    "recomputed otherwise",
    "transcribed",
    "simulated only",
    "need data",
    "not equal",
];

/// Where those stand among them whose data are not here.
const NEED_DATA: usize = 6;

/// Fewest numbers of a table that are drawn.
const FEWEST: usize = 4;

fn known(cell: &PrintedCell, checked: &CheckedCell, has_twin: bool) -> usize {
    match checked.standing {
        Standing::Recomputed | Standing::RecomputedOtherwise if cell.kind != CellKind::Exact => 0,
        Standing::Recomputed => 1,
        Standing::RealDrawn => 2,
        Standing::RecomputedOtherwise => 3,
        Standing::Transcribed => 4,
        Standing::Waiting | Standing::NotComputed if has_twin => 5,
        Standing::Waiting | Standing::NotComputed => NEED_DATA,
        Standing::Differs => 7,
    }
}

/// The printed cells of each table, in the paper's order, by what is known of them.
fn tables<'e>(expected: &'e Expected, verdict: &'e Verdict<'_>) -> Vec<(&'e str, [usize; 8])> {
    let twins: BTreeSet<&Address> = verdict.fit.numbers.iter().map(|of| &of.cell).collect();
    let mut out: Vec<(&str, [usize; 8])> = Vec::new();
    for (cell, checked) in verdict.all(expected) {
        if !cell.is_in_table() {
            continue;
        }
        let table = cell.address.table.as_str();
        let at = out.iter().position(|(known, _)| *known == table).unwrap_or_else(|| {
            out.push((table, [0; 8]));
            out.len() - 1
        });
        out[at].1[known(cell, checked, twins.contains(&cell.address))] += 1;
    }
    // Of a file that is not here no number is read, but the experiment says how many it prints.
    for official in expected.official.iter().filter(|official| !official.is_here) {
        if let Some((_, counts)) = out.iter_mut().find(|(known, _)| *known == official.table) {
            counts[NEED_DATA] += official.counted();
        }
    }
    out
}

fn shares(counts: &[usize; 8]) -> Vec<Share> {
    let share = |(colour, (word, count)): (usize, (&&str, &usize))| Share {
        colour,
        word: (*word).to_owned(),
        count: *count,
    };
    KNOWN.iter().zip(counts).enumerate().map(share).collect()
}

/// What is known of all printed cells; empty where none are printed.
pub(super) fn all_shares(expected: &Expected, verdict: &Verdict<'_>) -> Vec<Share> {
    let mut all = [0; 8];
    for (_, counts) in tables(expected, verdict) {
        all.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }
    if all.iter().sum::<usize>() == 0 { Vec::new() } else { shares(&all) }
}

/// What came of it, a sentence each.
pub(super) fn outcome(expected: &Expected, verdict: &Verdict<'_>) -> Vec<String> {
    let tables = tables(expected, verdict);
    let cells: usize = tables.iter().flat_map(|(_, counts)| counts).sum();
    let cells = (cells > 0)
        .then(|| format!("{} in {}.", counted(cells, "printed cell"), counted(tables.len(), "table")));
    let errata = match verdict.tally.errata {
        0 => None,
        1 => Some("One known erratum.".to_owned()),
        errata => Some(format!("{errata} known errata.")),
    };
    let drawn = sentence(&verdict.real_draws);
    let sentences = [drawn, verdict.fit.sentence(), in_print_sentence(&verdict.in_print)];
    let sentences = sentences.into_iter().flatten().map(|text| format!("{}.", super::capitalised(&text)));
    cells.into_iter().chain(sentences).chain(errata).collect()
}

/// What stands on top of the page; `None` where nothing is printed.
pub(super) fn glance(
    grid: &Grid,
    expected: &Expected,
    verdict: &Verdict<'_>,
    computed: &Computed,
    links: &[Link],
) -> Option<Glance> {
    let tables = tables(expected, verdict);
    if tables.is_empty() {
        return None;
    }
    let by = grid
        .paper
        .as_ref()
        .map(|paper| format!("{}: {}. {}.", paper.authors.join(", "), paper.title, paper.venue));
    let status = super::status(grid, computed, verdict);
    let all = Bar { name: "all".to_owned(), shares: all_shares(expected, verdict), ..Bar::default() };
    let all = (tables.len() > 1).then_some(all);
    let bars = tables.iter().map(|(table, counts)| Bar {
        name: title(table),
        heading: Some(format!("{}: ", title(table))),
        cells: Some(cells_heading(table)),
        shares: shares(counts),
        said: fit_of(&verdict.fit, table),
        links: files(expected, &verdict.fit, &computed.tables, table),
    });
    let sketches: Vec<Sketch> = tables.iter().filter_map(|(table, _)| sketch(&verdict.fit, table)).collect();
    let fits = !verdict.fit.numbers.is_empty();
    Some(Glance {
        name: "At a glance".to_owned(),
        sentences: by
            .into_iter()
            .chain(status)
            .chain(super::claims::on_real_collections(grid, verdict))
            .chain(outcome(expected, verdict))
            .collect(),
        links: paper_link(grid).into_iter().chain(links.iter().cloned()).collect(),
        heads: [
            "table",
            "what is known of its printed cells",
            if fits { "in the twin's 95%" } else { "twin" },
            "files",
        ]
        .map(str::to_owned),
        bars: all.into_iter().chain(bars).collect(),
        explained: "Across: a printed number. Upwards: the mean of its twin's draws. On the dashed line \
                    both are equal. The printed number of a circle lies in the 95% prediction interval of the draws, \
                    that of a cross does not. If a table has several quantities, each number is divided \
                    by the largest printed number of its quantity. Numbers that were given to the twin \
                    are not drawn."
            .to_owned(),
        sketches,
    })
}

/// The paper, by its identifier.
pub(super) fn paper_link(grid: &Grid) -> Option<Link> {
    let doi = grid.paper.as_ref()?.doi.as_ref()?;
    Some(Link::new("the paper", &format!("https://doi.org/{doi}")))
}

/// How many numbers of a table lie in the twin's 95%.
fn fit_of(fit: &TwinFit, table: &str) -> String {
    let of = |used: Use| {
        let numbers = fit.numbers.iter().filter(|of| of.cell.table == table && of.used == used);
        let (all, inside) =
            numbers.fold((0, 0), |(all, inside), of| (all + 1, inside + usize::from(of.is_inside())));
        match (used, all) {
            (_, 0) => None,
            (Use::Given, all) => Some(format!("{all} given")),
            (used, all) => Some(format!("{inside} of {all} {}", used.word())),
        }
    };
    let parts: Vec<String> = [Use::HeldOut, Use::Fitted, Use::Given].into_iter().filter_map(of).collect();
    if parts.is_empty() { "-".to_owned() } else { parts.join(", ") }
}

/// The files of a table, beside the page, each called by what it holds.
fn files(expected: &Expected, fit: &TwinFit, filled: &[FilledTable], table: &str) -> Vec<Link> {
    let mut out = Vec::new();
    let mut cells = expected.cells.iter().filter(|cell| cell.address.table == table).peekable();
    if cells.peek().is_some() {
        let is_real = cells.any(|cell| matches!(cell.kind, CellKind::Real(_)));
        let has_twin = fit.numbers.iter().any(|of| of.cell.table == table);
        let what = match (is_real, has_twin) {
            (true, _) => "print and recomputed",
            (false, true) => "print and twin",
            (false, false) => "print",
        };
        out.push(Link::new(&format!("{what} (parquet)"), &format!("{PAPER}/{table}.parquet")));
        out.push(Link::new("the same (csv)", &format!("{PAPER}/{table}.csv")));
    }
    if filled.iter().any(|of| of.name == table && of.plot.is_none()) {
        out.push(Link::new("all draws (parquet)", &format!("tables/{table}.parquet")));
    }
    out
}

/// Print against twin of a table.
fn sketch(fit: &TwinFit, table: &str) -> Option<Sketch> {
    let numbers: Vec<&Beside> =
        fit.numbers.iter().filter(|of| of.cell.table == table && of.used != Use::Given).collect();
    if numbers.len() < FEWEST {
        return None;
    }
    let inside = numbers.iter().filter(|of| of.is_inside()).count();
    let several = numbers.iter().any(|of| of.quantity != numbers[0].quantity);
    let largest = |quantity: &str| {
        let same = numbers.iter().filter(|of| of.quantity == quantity);
        same.map(|of| of.printed.abs()).fold(0.0, f64::max)
    };
    let pair = |of: &&Beside| {
        // What is 0 in print has no share of anything.
        let unit =
            if several { Some(largest(&of.quantity)).filter(|unit| *unit > 0.0).unwrap_or(1.0) } else { 1.0 };
        let (low, high) = of.ends;
        let place = of.cell.to_string();
        let label = format!(
            "{}{}: print {}, twin {:.4} ({:.4} to {:.4})",
            place.strip_prefix(table).unwrap_or(&place).trim_start_matches('/'),
            if several { format!(" {}", of.quantity) } else { String::new() },
            of.printed,
            of.mean,
            low,
            high
        );
        Pair { x: of.printed / unit, y: of.mean / unit, agrees: of.is_inside(), label }
    };
    let caption = format!("{}: {inside} of {} in the twin's 95%", title(table), numbers.len());
    let axes = if several { ["print, share of the largest", "twin"] } else { ["print", "twin"] };
    let pairs = numbers.iter().map(pair).collect();
    let svg = scatter(&Scatter { caption: caption.clone(), axes: axes.map(str::to_owned), pairs });
    Some(Sketch { caption, svg })
}
