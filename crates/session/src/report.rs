//! Writes the report on an experiment next to its results.

use std::path::{Component, Path, PathBuf};

use rejudge_collections::bundled::bundled_file;
use rejudge_collections::descriptor::{Kind, plain};
use rejudge_experiment::grid::Grid;
use rejudge_report::check::Computed;
use rejudge_report::check::paper_tables::{self, PAPER};
use rejudge_report::check::report::{About, relinked, report};
use rejudge_report::check::verdict::Verdict;
use rejudge_store::atomic::replace_within;
use rejudge_tables::page::is_local;

use crate::{ExperimentResults, Failure, REPORT, RESULTS};

/// The name of the Markdown report if it has numbers of licensed data. git ignores this file in `results`.
const LICENSED_REPORT: &str = "report-licensed.md";

/// The name of the report as an HTML page.
pub const PAGE: &str = "report.html";

/// Returns the verdict of the check, if the experiment has expected values or claims.
pub fn verdict<'s>(
    subject: &'s ExperimentResults,
    computed: &'s Computed,
) -> Result<Option<Verdict<'s>>, Failure> {
    if !subject.has_expectations() {
        return Ok(None);
    }
    Ok(Some(Verdict::new(&subject.grid, &subject.expected, Some(computed), false)?))
}

/// Returns the README of the experiment, and links from a page in `folder` to the experiment's files and the glossary.
fn about(subject: &ExperimentResults, folder: &Path) -> About {
    let Grid { folder: experiment, resolved, expected, .. } = &subject.grid;
    // A link from one relative folder to another goes up to the working folder.
    let is_below = |path: &Path| path.components().all(|part| matches!(part, Component::Normal(_)));
    let page = plain(folder);
    let up = is_below(&page).then(|| "../".repeat(page.components().count()));
    // For a bundled experiment, the links in its README and to the glossary are kept even if their files do
    // not exist here. Links to the experiment's files (`files` below) need the files.
    let is_bundled = bundled_file(&experiment.join("experiment.yaml")).is_some();
    let address = |path: &Path| {
        let path = plain(path);
        let up = up.as_ref().filter(|_| is_below(&path) && (is_bundled || path.exists()))?;
        Some(format!("{up}{}", path.display()))
    };
    let readme = experiment.join("README.md");
    let bundled = || Some(String::from_utf8_lossy(bundled_file(&readme)?).into_owned());
    let text = std::fs::read_to_string(&readme).ok().or_else(bundled);
    let file = PathBuf::from(&resolved.at.source.name);
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let expected = expected.as_ref().filter(|_| subject.has_expected);
    let files =
        [Some((&*name, &file)), expected.map(|file| ("printed cells", file)), Some(("README", &readme))];
    let mut links: Vec<(String, String)> = Vec::new();
    for (title, file) in files.into_iter().flatten() {
        if let Some(address) = address(file).filter(|address| file.is_file() && is_local(address)) {
            links.push((title.to_owned(), address));
        }
    }
    links.push(("all numbers (cells.parquet)".to_owned(), "cells.parquet".to_owned()));
    About {
        readme: text.map(|text| relinked(&text, &|link| link_of_readme(link, experiment, address))),
        links,
        glossary: address(Path::new("docs/glossary.md")),
    }
}

/// Returns the address of a link in the README. The section of the link is kept.
fn link_of_readme(
    link: &str,
    experiment: &Path,
    address: impl Fn(&Path) -> Option<String>,
) -> Option<String> {
    let (path, section) = link.split_at(link.find('#').unwrap_or(link.len()));
    let slash = if path.ends_with('/') { "/" } else { "" };
    Some(format!("{}{slash}{section}", address(&experiment.join(path))?))
}

/// Refuses to replace a report with a report that lacks draws of another experiment, if these draws can be computed
/// here.
fn check_draws(subject: &ExperimentResults) -> Result<(), Failure> {
    let path = subject.results.folder.join(REPORT);
    // If data are missing, results and reports are written to another folder, where they replace no report with draws.
    let is_replaced = path.starts_with(RESULTS) && path.exists();
    match subject.without_draws.first().filter(|_| is_replaced) {
        Some(name) => Err(Failure::data(format!(
            "{} shows printed cells next to draws of {name}, which has no current results: run `rejudge run {name}` first",
            path.display()
        ))),
        None => Ok(()),
    }
}

/// A report that was written.
pub struct WrittenReport<'s> {
    /// The verdict of the check, if the experiment has expected values or claims.
    pub verdict: Option<Verdict<'s>>,
    /// The files of the report. The files of the paper's tables are represented by their folder.
    pub files: Vec<PathBuf>,
}

/// Writes the report on an experiment: Markdown, the page, and the paper's tables as files.
///
/// # Errors
/// If the results are not current, the new report would lack draws that the earlier report may show, or the report
/// cannot be written.
pub fn write_report<'s>(
    subject: &'s ExperimentResults,
    computed: &'s Computed,
) -> Result<WrittenReport<'s>, Failure> {
    let (grid, folder) = (&subject.grid, &subject.results.folder);
    computed.current(&grid.id)?;
    let verdict = verdict(subject, computed)?;
    let (report, page) = report(grid, computed, verdict.as_ref(), &about(subject, folder))?;
    let has_licensed = (0..).zip(&grid.collections).any(|(index, collection)| {
        collection.entry.descriptor.kind == Kind::Licensed && computed.cell_table.has_collection(index)
    });
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
    Ok(WrittenReport { verdict, files })
}
