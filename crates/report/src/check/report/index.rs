//! results/index.html, which has a row for each experiment.

use minijinja::value::Serde;
use rejudge_experiment::grid::Grid;
use rejudge_tables::page::page_from_template;
use serde::Serialize;

use super::claims;
use super::known::{Share, shares};
use crate::check::claims::Group;
use crate::check::verdict::Verdict;

/// An experiment in the index.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    id: String,
    title: String,
    /// The experiment's id and, if there is a paper, the paper's authors and where it was published.
    by: String,
    /// The link to the experiment's page, if it has results.
    pub page: Option<String>,
    shares: Vec<Share>,
    /// The number of cases (each a claim on one collection) that hold by the printed tables: `41 of 42`.
    claims: String,
    /// The verdicts on real runs for each group of collections: `the paper's own: ✓ 20, ✗ 3`.
    on_real_runs: Vec<String>,
}

impl Entry {
    /// Returns the row of `grid`. `page` is the link to its page, if it has results.
    pub fn new(grid: &Grid, page: Option<String>, verdict: Option<&Verdict<'_>>) -> Self {
        let paper = grid.paper.as_ref();
        let title = paper.map(|paper| &paper.title).filter(|title| !title.is_empty()).unwrap_or(&grid.title);
        let by = paper.map(|paper| format!(", {}: {}", paper.authors.join(", "), paper.venue));
        let holds = |verdict: &Verdict<'_>| {
            let outcomes = verdict.held_in_print();
            let hold = outcomes.iter().filter(|outcome| outcome.holds).count();
            if outcomes.is_empty() { String::new() } else { format!("{hold} of {}", outcomes.len()) }
        };
        let on_real_runs = verdict
            .into_iter()
            .flat_map(|verdict| Group::ALL.into_iter().filter_map(move |group| group_line(verdict, group)));
        Self {
            id: grid.id.clone(),
            title: title.clone(),
            by: format!("{}{}", grid.id, by.unwrap_or_default()),
            page,
            shares: verdict.map_or_else(Vec::new, shares),
            claims: verdict.map_or_else(String::new, holds),
            on_real_runs: on_real_runs.collect(),
        }
    }
}

/// Returns a text such as `the paper's own: ✓ 20, ✗ 3`, or `None` if there are no verdicts on the group.
fn group_line(verdict: &Verdict<'_>, group: Group) -> Option<String> {
    let signs = claims::counts_on_group(&verdict.claims, group).signs();
    (!signs.is_empty()).then(|| format!("{}: {signs}", group.heading()))
}

/// Returns the page that lists `entries`.
pub fn index(entries: &[Entry]) -> String {
    page_from_template(
        "rejudge: results",
        "index.html",
        minijinja::context! { entries => Serde(entries) },
        [].into(),
    )
}
