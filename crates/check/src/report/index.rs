//! results/index.html: all experiments, with what is known of each.

use std::fmt::Write;

use rejudge_page::{Cell, Column, MarkdownTable, Part, plain};

use crate::verdict::Verdict;
use rejudge_printed::{Counts, Total};

/// An experiment in the index.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name, which is that of its folder.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What the check says; `None` without results.
    pub checked: Option<Checked>,
}

/// What the check says of an experiment.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The counts of its printed cells; `None` where nothing is expected of it.
    pub counts: Option<Counts>,
    /// Findings that came out as recorded, and all of them.
    pub findings: (usize, usize),
    /// The one line.
    pub headline: String,
}

impl Checked {
    /// What `verdict` says of the experiment; `None` where nothing is expected of it.
    pub fn of(experiment: &str, verdict: Option<&Verdict<'_>>) -> Self {
        let Some(verdict) = verdict else {
            let headline = format!("{experiment}: no expected values");
            return Self { counts: None, findings: (0, 0), headline };
        };
        let recorded = verdict.findings.iter().filter(|f| f.before.is_some() && !f.changed()).count();
        Self {
            counts: Some(verdict.printed.tally.total),
            findings: (recorded, verdict.findings.len()),
            headline: verdict.headline.clone(),
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
        "transcribed",
        "contradicted",
        "unchecked",
        "findings as recorded",
    ];
    let mut table = MarkdownTable::new(words.into_iter().chain(numbers.map(Column::numbers)));
    for Entry { id, title, checked } in entries {
        let counts = checked.as_ref().and_then(|checked| checked.counts);
        let counts = counts.filter(|counts| counts.printed > 0).map(|c| {
            [
                c.printed,
                c.recomputed,
                c.recomputed_otherwise,
                c.consistent,
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
    let mut text = table.to_string();
    let _ = writeln!(text, "\nAll papers: {}\n\n## In one line each\n", total.line());
    for checked in entries.iter().filter_map(|entry| entry.checked.as_ref()) {
        let _ = writeln!(text, "- {}", checked.headline);
    }
    rejudge_page::page("rejudge: results", &[Part::whole(&text)], &|_| None)
}
