//! results/index.html: a card a paper, then all experiments with what is known of each.

use std::fmt::Write;

use super::glance::{all_shares, outcome, paper_link};
use rejudge_page::{Cell, Column, IndexCard, Link, MarkdownTable, Part, Section, Share, page_of, plain};

use crate::verdict::Verdict;
use rejudge_grid::Grid;
use rejudge_printed::{Counts, Expected, Total};
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
    /// Findings that came out as recorded, and all of them.
    findings: (usize, usize),
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
                findings: (0, 0),
                headline,
                sentences: Vec::new(),
                shares: Vec::new(),
            };
        };
        let recorded = verdict.findings.iter().filter(|f| f.before.is_some() && !f.changed()).count();
        Self {
            counts: Some(verdict.printed.tally.total),
            findings: (recorded, verdict.findings.len()),
            headline: verdict.headline.clone(),
            sentences: outcome(expected, verdict),
            shares: all_shares(expected, verdict),
        }
    }
}

/// The index of `entries`, whose pages stand in folders beside it; `total` is of those with results.
pub fn index(entries: &[Entry], total: &Total) -> String {
    let words = ["experiment", "what it is about"].map(Column::words);
    let numbers = [
        "printed cells",
        "recomputed",
        "recomputed otherwise",
        "consistent",
        "beside a known erratum",
        "transcribed",
        "contradicted",
        "unchecked",
        "findings as recorded",
    ];
    let mut table = MarkdownTable::new(words.into_iter().chain(numbers.map(Column::numbers)));
    for Entry { id, title, checked, .. } in entries {
        let counts = checked.as_ref().and_then(|checked| checked.counts);
        let counts = counts.filter(|counts| counts.printed > 0).map(|c| {
            [
                c.printed,
                c.recomputed,
                c.recomputed_otherwise,
                c.consistent,
                c.at_errata,
                c.transcribed,
                c.contradicted,
                c.unchecked,
            ]
        });
        let counts =
            counts.map_or_else(|| std::array::from_fn(|_| "-".into()), |counts| counts.map(Cell::from));
        let (name, about, findings) = match checked {
            Some(Checked { findings: (recorded, found), .. }) => (
                Cell::markdown(&format!("[{}]({id}/report.html)", plain(id))),
                Cell::text(title),
                format!("{recorded} of {found}").into(),
            ),
            None => (Cell::text(id), format!("{title} (no results here)").into(), "-".into()),
        };
        table.row([name, about].into_iter().chain(counts).chain([findings]));
    }
    let cards: Vec<IndexCard> = entries.iter().filter_map(Entry::card).collect();
    let mut text = format!("## All experiments\n\n{table}");
    let _ = writeln!(text, "\nAll papers: {}\n\n## In one line each\n", total.line());
    for checked in entries.iter().filter_map(|entry| entry.checked.as_ref()) {
        let _ = writeln!(text, "- {}", checked.headline);
    }
    let text = Section::Text(Part::whole(&text));
    let sections = if cards.is_empty() { vec![text] } else { vec![Section::Index(&cards), text] };
    page_of("rejudge: results", &sections, &|_| None)
}
