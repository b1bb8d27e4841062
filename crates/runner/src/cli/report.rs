//! `rejudge report`

use std::path::{Component, Path, PathBuf};

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;
use rejudge_collections::bundled::in_place;
use rejudge_collections::descriptor::{Kind, plain};
use rejudge_experiment::grid::Grid;
use rejudge_report::check::Computed;
use rejudge_report::check::paper_tables::{self, PAPER};
use rejudge_report::check::report::{About, Entry, index, relinked, report};
use rejudge_report::check::verdict::Verdict;
use rejudge_store::atomic::{replace_within, write_whole};
use rejudge_tables::page::is_here;

use super::args::Global;
use super::check::all_names;
use super::output::{Failure, remark};
use super::subject::Subject;
use super::{GOOD, completion};
use crate::audit::VERDICTS;
use crate::session::{REPORT, RESULTS, UsualFolder};

/// `rejudge report`
#[derive(Debug, ClapArgs)]
pub struct Report {
    /// Name of an experiment, or the path of a YAML file
    #[arg(required_unless_present_any = ["all", "index"], add = ArgValueCompleter::new(completion::experiments))]
    pub experiment: Option<String>,
    /// All experiments that have results, and results/index.html
    #[arg(long, conflicts_with_all = ["experiment", "results", "index"])]
    pub all: bool,
    /// Write only results/index.html, with a row for each report that exists
    #[arg(long, conflicts_with_all = ["experiment", "results"])]
    pub index: bool,
    /// Folder of the results [default: results/<id>]
    #[arg(long, value_name = "DIR")]
    pub results: Option<PathBuf>,
}

/// The name of the report, in Markdown, if it has numbers of licensed data: git ignores it.
const LICENSED_REPORT: &str = "report-licensed.md";

/// The page of a report, next to its Markdown.
pub const PAGE: &str = "report.html";

pub fn main(global: &Global, args: &Report) -> Result<u8, Failure> {
    let Some(experiment) = &args.experiment else { return all(global, args) };
    // An audit has written its page itself.
    let audit = Path::new(experiment);
    if audit.join(VERDICTS).is_file() && audit.join(PAGE).is_file() {
        global.remark(audit.join(PAGE).display());
        return Ok(GOOD);
    }
    let subject = opened(global, experiment, args.results.as_ref())?;
    let Some(computed) = subject.computed()? else {
        return Err(Failure::data(subject.without_results(experiment)));
    };
    write_report(global, &subject, &computed)?;
    Ok(GOOD)
}

/// Opens the results that a report is written beside: never those with numbers whose data are missing, which it would lack.
fn opened(global: &Global, experiment: &str, results: Option<&PathBuf>) -> Result<Subject, Failure> {
    let folder = match results {
        Some(folder) => folder.clone(),
        None => UsualFolder::of_experiment(global, &global.grid(experiment, None, &[])?)?.folder,
    };
    Subject::open(global, experiment, Some(&folder))
}

/// The page over all experiments that have results; with `--all` their reports too.
fn all(global: &Global, args: &Report) -> Result<u8, Failure> {
    let experiments = all_names(global)?;
    let mut entries = Vec::new();
    for experiment in &experiments {
        let subject = opened(global, experiment, None)?;
        let computed = subject.computed()?;
        let verdict = match &computed {
            Some(computed) if args.all => write_report(global, &subject, computed)?,
            Some(computed) => {
                computed.current(&subject.grid.id)?;
                verdict(&subject, computed)?
            }
            None => {
                if args.all {
                    remark(format_args!("{experiment}: no results here (`rejudge run {experiment}`)"));
                }
                None
            }
        };
        let page = computed.is_some().then(|| from_index(&subject.results.folder.join(PAGE)));
        entries.push(Entry::new(&subject.grid, page, verdict.as_ref()));
    }
    if entries.iter().all(|entry| entry.page.is_none()) {
        return Err(Failure::data("no experiment has results: run one first"));
    }
    let path = Path::new(RESULTS).join("index.html");
    write_whole(&path, index(&entries).as_bytes())?;
    global.remark(path.display());
    Ok(GOOD)
}

/// Returns the link from the index to the page at `path`. Results that lack data are in another folder.
fn from_index(path: &Path) -> String {
    let link = path.strip_prefix(RESULTS).map_or_else(|_| Path::new("..").join(path), Path::to_owned);
    link.to_string_lossy().into_owned()
}

/// Returns the verdict of the check, if the experiment has expected values.
fn verdict<'s>(subject: &'s Subject, computed: &'s Computed) -> Result<Option<Verdict<'s>>, Failure> {
    let checked = || Verdict::new(&subject.grid, &subject.expected, Some(computed), false);
    Ok(subject.has_expectations().then(checked).transpose()?)
}

/// Returns the text next to the experiment, and its files as links from a page in `folder`.
fn about(subject: &Subject, folder: &Path) -> About {
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
fn check_draws(subject: &Subject) -> Result<(), Failure> {
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

/// Writes the report on an experiment: Markdown, the page, and its tables as files.
fn write_report<'s>(
    global: &Global,
    subject: &'s Subject,
    computed: &'s Computed,
) -> Result<Option<Verdict<'s>>, Failure> {
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
    // The tables are named once, by their folder.
    let mut names: Vec<&str> =
        files.iter().map(|(name, _)| if name.starts_with(PAPER) { PAPER } else { name.as_str() }).collect();
    names.dedup();
    global.remarks(names.into_iter().map(|name| folder.join(name).display().to_string()));
    Ok(verdict)
}
