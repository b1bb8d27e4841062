//! results/index.html: all experiments, with what is known of each.

use std::fmt::Write;

use rejudge_page::Part;

use crate::verdict::Verdict;
use rejudge_printed::{Counts, Total};
use rejudge_table::plain;

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
    let mut text = String::new();
    let _ = writeln!(
        text,
        "| experiment | what it is about | printed cells | recomputed | recomputed otherwise | consistent | transcribed | \
         contradicted | unchecked | findings as recorded |\n|---|---|--:|--:|--:|--:|--:|--:|--:|--:|"
    );
    for Entry { id, title, checked } in entries {
        let title = plain(title);
        let Some(checked) = checked else {
            let _ = writeln!(text, "| {} | {title} (no results here) |{} - |", plain(id), " - |".repeat(7));
            continue;
        };
        let _ = write!(text, "| [{}]({id}/report.html) | {title} |", plain(id));
        let counts = checked.counts.filter(|counts| counts.printed > 0);
        match counts {
            Some(c) => {
                let recomputed = [c.printed, c.recomputed, c.recomputed_otherwise];
                let rest = [c.consistent, c.transcribed, c.contradicted, c.unchecked];
                recomputed.iter().chain(&rest).for_each(|n| text += &format!(" {n} |"));
            }
            None => text += &" - |".repeat(7),
        }
        let (recorded, found) = checked.findings;
        let _ = writeln!(text, " {recorded} of {found} |");
    }
    let _ = writeln!(text, "\nAll papers: {}\n\n## In one line each\n", total.line());
    for checked in entries.iter().filter_map(|entry| entry.checked.as_ref()) {
        let _ = writeln!(text, "- {}", checked.headline);
    }
    rejudge_page::page("rejudge: results", &[Part::whole(&text)], &|_| None)
}
