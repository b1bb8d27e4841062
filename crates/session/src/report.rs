//! The report on an experiment, next to its results.

use std::path::{Component, Path, PathBuf};

use rejudge_collections::bundled::in_place;
use rejudge_collections::descriptor::{Kind, plain};
use rejudge_experiment::grid::Grid;
use rejudge_report::check::Computed;
use rejudge_report::check::paper_tables::{self, PAPER};
use rejudge_report::check::report::{About, relinked, report};
use rejudge_report::check::verdict::Verdict;
use rejudge_store::atomic::replace_within;
use rejudge_tables::page::is_here;

use crate::{ExperimentResults, Failure, REPORT, RESULTS};

/// The name of the report, in Markdown, if it has numbers of licensed data: git ignores it.
const LICENSED_REPORT: &str = "report-licensed.md";

/// The page of a report, next to its Markdown.
pub const PAGE: &str = "report.html";

/// Returns the verdict of the check, if the experiment has expected values.
pub fn verdict<'s>(
    subject: &'s ExperimentResults,
    computed: &'s Computed,
) -> Result<Option<Verdict<'s>>, Failure> {
    let checked = || Verdict::new(&subject.grid, &subject.expected, Some(computed), false);
    Ok(subject.has_expectations().then(checked).transpose()?)
}

/// Returns the text next to the experiment, and its files as links from a page in `folder`.
fn about(subject: &ExperimentResults, folder: &Path) -> About {
    let Grid { folder: experiment, resolved, expected, .. } = &subject.grid;
    // The link from one relative folder to another leads through the working folder.
    let is_below = |path: &Path| path.components().all(|part| matches!(part, Component::Normal(_)));
    let page = plain(folder);
    let up = is_below(&page).then(|| "../".repeat(page.components().count()));
    // A page of a bundled experiment is the same everywhere: its links lead to the files of the project.
    let is_bundled = in_place(&experiment.join("experiment.yaml")).is_some();
    let address = |path: &Path| {
        let path = plain(path);
        let up = up.as_ref().filter(|_| is_below(&path) && (is_bundled || path.exists()))?;
        Some(format!("{up}{}", path.display()))
    };
    let of_readme = |written: &str| {
        let (path, section) = written.split_at(written.find('#').unwrap_or(written.len()));
        let slash = if path.ends_with('/') { "/" } else { "" };
        Some(format!("{}{slash}{section}", address(&experiment.join(path))?))
    };
    let readme = experiment.join("README.md");
    let bundled = || Some(String::from_utf8_lossy(in_place(&readme)?).into_owned());
    let text = std::fs::read_to_string(&readme).ok().or_else(bundled);
    let file = PathBuf::from(&resolved.at.source.name);
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let expected = expected.as_ref().filter(|_| subject.has_expected);
    let files =
        [Some((&*name, &file)), expected.map(|file| ("printed cells", file)), Some(("README", &readme))];
    let of_file = |(says, file): (&str, &PathBuf)| {
        let address = address(file).filter(|_| file.is_file())?;
        is_here(&address).then(|| (says.to_owned(), address))
    };
    let mut links: Vec<(String, String)> = files.into_iter().flatten().filter_map(of_file).collect();
    links.push(("all numbers (cells.parquet)".to_owned(), "cells.parquet".to_owned()));
    About {
        readme: text.map(|text| relinked(&text, &of_readme)),
        links,
        glossary: address(Path::new("docs/glossary.md")),
    }
}

/// Refuses to replace a report by one that lacks draws of another experiment which can be computed here.
fn check_draws(subject: &ExperimentResults) -> Result<(), Failure> {
    let path = subject.results.folder.join(REPORT);
    // Without data, results go elsewhere, and so do reports without draws.
    let is_replaced = path.starts_with(RESULTS) && path.exists();
    match subject.without_draws.first().filter(|_| is_replaced) {
        Some(name) => Err(Failure::data(format!(
            "{} shows printed cells beside draws of {name}, which has no current results: run `rejudge run {name}` first",
            path.display()
        ))),
        None => Ok(()),
    }
}

/// A report that was written.
pub struct Reported<'s> {
    /// The verdict of the check, if the experiment has expected values.
    pub verdict: Option<Verdict<'s>>,
    /// The files; the tables are one, by their folder.
    pub files: Vec<PathBuf>,
}

/// Writes the report on an experiment: Markdown, the page, and its tables as files.
///
/// # Errors
/// If the results are not current, or the report would lack draws that an earlier one shows, or it cannot be written.
pub fn write_report<'s>(
    subject: &'s ExperimentResults,
    computed: &'s Computed,
) -> Result<Reported<'s>, Failure> {
    let (grid, folder) = (&subject.grid, &subject.results.folder);
    computed.current(&grid.id)?;
    let verdict = verdict(subject, computed)?;
    let (report, page) = report(grid, computed, verdict.as_ref(), &about(subject, folder))?;
    let is_licensed = |at: &usize| grid.collections[*at].entry.descriptor.kind == Kind::Licensed;
    let has_licensed = (0..grid.collections.len())
        .filter(is_licensed)
        .any(|at| computed.cell_table.has_collection(at as u32));
    let name = if has_licensed { LICENSED_REPORT } else { REPORT };
    let mut files = vec![(name.to_owned(), report.into_bytes()), (PAGE.to_owned(), page.into_bytes())];
    if let Some(verdict) = &verdict {
        files.extend(paper_tables::files(grid, verdict)?);
    }
    check_draws(subject)?;
    replace_within(folder, &files, &[])?;
    let mut names: Vec<&str> =
        files.iter().map(|(name, _)| if name.starts_with(PAPER) { PAPER } else { name.as_str() }).collect();
    names.dedup();
    let files = names.into_iter().map(|name| folder.join(name)).collect();
    Ok(Reported { verdict, files })
}
