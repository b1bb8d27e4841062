//! results/index.html: the numbers of real data that were computed again, a card a paper, then what is known of
//! the cells that papers print, and all experiments.

use std::fmt::Write;

use super::glance::{all_shares, outcome, paper_link};
use rejudge_page::{Cell, Column, IndexCard, Link, MarkdownTable, Part, Section, Share, page_of, plain};

use crate::verdict::Verdict;
use rejudge_grid::Grid;
use rejudge_printed::{Counts, Evidence, Expected, RealNumbers, Standing, Tally};
use rejudge_spec::PaperWire;

/// An experiment in the index.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name, which is that of its folder.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The paper whose tables it works through, where it is of one.
    pub paper: Option<PaperWire>,
    /// Links that go with it.
    pub links: Vec<Link>,
    /// What the check says; `None` without results.
    pub checked: Option<Checked>,
}

impl Entry {
    /// The entry of `grid`.
    pub fn of(grid: &Grid, checked: Option<Checked>) -> Self {
        Self {
            id: grid.id.clone(),
            title: grid.title.clone(),
            paper: grid.paper.clone(),
            links: paper_link(grid).into_iter().collect(),
            checked,
        }
    }

    /// Its card, where it is of a paper.
    fn card(&self) -> Option<IndexCard> {
        let paper = self.paper.as_ref()?;
        let title = if paper.title.is_empty() { &self.title } else { &paper.title };
        let year =
            paper.year.map(|year| year.to_string()).filter(|year| !paper.venue.contains(year.as_str()));
        let venue = [Some(paper.venue.clone()), year].into_iter().flatten().collect::<Vec<_>>().join(", ");
        let without = || vec![format!("No results here: `rejudge run {}`.", self.id)];
        Some(IndexCard {
            title: title.clone(),
            page: self.checked.as_ref().map(|_| format!("{}/report.html", self.id)),
            by: format!("{}: {venue}.", paper.authors.join(", ")),
            sentences: self.checked.as_ref().map_or_else(without, |checked| checked.sentences.clone()),
            shares: self.checked.as_ref().map_or_else(Vec::new, |checked| checked.shares.clone()),
            links: self.links.clone(),
        })
    }
}

/// What the check says of an experiment.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The counts of its printed cells; `None` where nothing is expected of it.
    counts: Option<Counts>,
    /// Printed numbers of real data: equal when computed again, not equal, mistaken in print, waiting.
    real: [usize; 4],
    /// Claims that came out as recorded, and all of them.
    claims: (usize, usize),
    /// The one line.
    headline: String,
    /// What came of it, a sentence each.
    sentences: Vec<String>,
    /// What is known of its printed cells.
    shares: Vec<Share>,
}

impl Checked {
    /// What `verdict` says of the experiment, with what is expected of it; `None` where nothing is.
    pub fn of(experiment: &str, verdict: Option<(&Expected, &Verdict<'_>)>) -> Self {
        let Some((expected, verdict)) = verdict else {
            let headline = format!("{experiment}: no expected values");
            return Self {
                counts: None,
                real: [0; 4],
                claims: (0, 0),
                headline,
                sentences: Vec::new(),
                shares: Vec::new(),
            };
        };
        let recorded = verdict.claims.iter().filter(|f| f.before.is_some() && !f.changed()).count();
        let of = &verdict.tally.real_numbers;
        let of_all = |count: fn(&RealNumbers, Evidence) -> usize| {
            Evidence::ALL.iter().map(|&evidence| count(of, evidence)).sum()
        };
        let numbers = [RealNumbers::equal, RealNumbers::off, RealNumbers::mistaken, RealNumbers::waiting];
        Self {
            counts: Some(verdict.tally.cells),
            real: numbers.map(of_all),
            claims: (recorded, verdict.claims.len()),
            headline: verdict.headline.clone(),
            sentences: outcome(expected, verdict),
            shares: all_shares(expected, verdict),
        }
    }
}

/// What stands above the numbers of real data.
const REAL: &str = "## Numbers of real data, computed again

Each of these numbers was printed of runs, judgments or labels that anybody can fetch. It is computed from \
them, and is equal to the print only where every printed digit is. Those that wait need `rejudge data get`. A \
number that two experiments compute stands in both rows. All else on this page is simulated, or said of print alone.
";

/// What stands above the numbers of papers whose data nobody may pass on.
const PRINT: &str = "## What papers print of data under licence

The runs of these papers are not here, so that most of their numbers cannot be computed again: they wait for data. \
A **simulated twin** is computed beside them: a collection drawn from a model that was fitted to what the paper \
prints. Its numbers reproduce nothing. The bars call *simulated only* and *need data* what waits in the table below.
";

/// The experiments of `entries` for which `numbers` has some, with these numbers.
fn table<const N: usize>(
    entries: &[Entry],
    heads: [&str; N],
    numbers: impl Fn(&Checked) -> Option<[Cell; N]>,
) -> Option<MarkdownTable> {
    let words = ["experiment", "what it is about"].map(Column::words);
    let mut table = MarkdownTable::new(words.into_iter().chain(heads.map(Column::numbers)));
    let mut is_empty = true;
    for Entry { id, title, checked, .. } in entries {
        let Some(numbers) = checked.as_ref().and_then(&numbers) else { continue };
        let name = Cell::markdown(&format!("[{}]({id}/report.html)", plain(id)));
        table.row([name, Cell::text(title)].into_iter().chain(numbers));
        is_empty = false;
    }
    (!is_empty).then_some(table)
}

/// The index of `entries`, whose pages stand in folders beside it; `total` is of those with results.
pub fn index(entries: &[Entry], total: &Tally) -> String {
    let of_real = |checked: &Checked| {
        let is_there = checked.real.iter().any(|&count| count > 0);
        is_there.then(|| checked.real.map(Cell::from))
    };
    let real = ["equal to the print", "not equal", "mistaken in print", "waiting for data"];
    let real = table(entries, real, of_real).map(|table| format!("{REAL}\n{table}"));
    let mut print = ["printed cells"; 1 + Standing::ALL.len()];
    print[1..].copy_from_slice(&Standing::ALL.map(Standing::says));
    let of_print = |checked: &Checked| {
        let counts = checked.counts.filter(|counts| counts.total() > 0)?;
        let mut numbers = [counts.total(); 1 + Standing::ALL.len()];
        numbers[1..].copy_from_slice(&Standing::ALL.map(|standing| counts.of(standing)));
        Some(numbers.map(Cell::from))
    };
    let print = table(entries, print, of_print).map(|table| format!("### Printed cells, counted\n\n{table}"));
    let mut all = MarkdownTable::new(
        ["experiment", "what it is about"]
            .map(Column::words)
            .into_iter()
            .chain([Column::numbers("claims as recorded")]),
    );
    for Entry { id, title, checked, .. } in entries {
        let (name, about, claims) = match checked {
            Some(Checked { claims: (recorded, found), .. }) => (
                Cell::markdown(&format!("[{}]({id}/report.html)", plain(id))),
                Cell::text(title),
                if *found == 0 { "-".into() } else { format!("{recorded} of {found}").into() },
            ),
            None => (Cell::text(id), format!("{title} (no results here)").into(), "-".into()),
        };
        all.row([name, about, claims]);
    }
    let mut whole = print.map_or_else(String::new, |print| format!("{print}\n"));
    let _ = write!(whole, "## All experiments\n\n{all}");
    let _ = writeln!(whole, "\nAll papers: {}\n\n## In one line each\n", total);
    for checked in entries.iter().filter_map(|entry| entry.checked.as_ref()) {
        let _ = writeln!(whole, "- {}", checked.headline);
    }
    let cards: Vec<IndexCard> = entries.iter().filter_map(Entry::card).collect();
    let first = real.as_deref().map(|real| Section::Text(Part::whole(real)));
    let papers = [Section::Text(Part::whole(PRINT)), Section::Index(&cards)];
    let papers = papers.into_iter().filter(|_| !cards.is_empty());
    let rest = Section::Text(Part::whole(&whole));
    let sections: Vec<Section<'_>> = first.into_iter().chain(papers).chain([rest]).collect();
    page_of("rejudge: results", &sections, &|_| None)
}
