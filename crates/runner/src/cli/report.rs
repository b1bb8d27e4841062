//! `rejudge report`

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;
use rejudge_collections::{LoadError, read};
use rejudge_report::check::report::{Entry, index};
use rejudge_session::{ExperimentResults, PAGE, RESULTS, UsualFolder, WrittenReport, verdict, write_report};
use rejudge_store::atomic::write_whole;

use super::args::Global;
use super::check::all_names;
use super::output::{Failure, check_target, remark, write_target};
use super::subject::open_results;
use super::{GOOD, completion};
use crate::audit::VERDICTS;

/// `rejudge report`
#[derive(Debug, ClapArgs)]
pub struct Report {
    /// Name of an experiment, or the path of a YAML file
    #[arg(required_unless_present_any = ["all", "index"], add = ArgValueCompleter::new(completion::experiments))]
    pub experiment: Option<String>,
    /// Write the reports of all experiments that have results, and results/index.html
    #[arg(long, conflicts_with_all = ["experiment", "results", "index"])]
    pub all: bool,
    /// Write only results/index.html, with a row for each of your own experiments, and for the built-in ones
    /// that have results
    #[arg(long, conflicts_with_all = ["experiment", "results"])]
    pub index: bool,
    /// Folder of the results [default: results/<id>]
    #[arg(long, value_name = "DIR")]
    pub results: Option<PathBuf>,
    /// Also write the page to this file
    #[arg(short, long, aliases = ["out", "outfile"], value_name = "FILE", conflicts_with_all = ["all", "index"])]
    pub output: Option<PathBuf>,
}

pub fn main(global: &Global, args: &Report) -> Result<u8, Failure> {
    let Some(experiment) = &args.experiment else { return write_index(global, args) };
    check_target(args.output.as_deref(), [])?;
    let is_page =
        |path: &&PathBuf| path.extension().is_some_and(|ending| ending == "html" || ending == "htm");
    if let Some(output) = args.output.as_ref().filter(|output| !is_page(output)) {
        let output = output.display();
        return Err(Failure::usage(format!(
            "-o {output}: the report is an HTML page; name a file such as report.html"
        )));
    }
    // `rejudge audit` has already written a page into the folder of the audit.
    let audit = Path::new(experiment);
    if audit.join(VERDICTS).is_file() && audit.join(PAGE).is_file() {
        global.remark(audit.join(PAGE).display());
        return copy_page(args, audit);
    }
    let subject = open(global, experiment, args.results.as_ref())?;
    let Some(computed) = subject.computed()? else {
        return Err(Failure::data(subject.without_results(experiment)));
    };
    remark_files(global, &write_report(&subject, &computed)?);
    copy_page(args, &subject.results.folder)
}

/// Writes the page in `folder` to the file that `-o` names.
fn copy_page(args: &Report, folder: &Path) -> Result<u8, Failure> {
    if let Some(output) = &args.output {
        let page = folder.join(PAGE);
        check_target(Some(output), [&page])?;
        write_target(output, &read(&page).map_err(LoadError::from)?)?;
        remark(output.display());
    }
    Ok(GOOD)
}

/// Writes the report on the results in a folder.
pub fn one(global: &Global, experiment: &str, results: &Path) -> Result<u8, Failure> {
    let (experiment, results) = (Some(experiment.to_owned()), Some(results.to_owned()));
    main(global, &Report { experiment, all: false, index: false, results, output: None })
}

/// Opens the results that the report is about. If results/ID has numbers of a collection that is not
/// available on this machine, a new report would lose them, so we open the folder to which `run` writes
/// instead.
fn open(global: &Global, experiment: &str, results: Option<&PathBuf>) -> Result<ExperimentResults, Failure> {
    let folder = match results {
        Some(folder) => folder.clone(),
        None => {
            let places = global.places();
            UsualFolder::of_experiment(&places, &places.grid(experiment, None, &[])?)?.folder
        }
    };
    open_results(global, experiment, Some(&folder))
}

/// Prints the paths of the files of a report.
fn remark_files(global: &Global, reported: &WrittenReport<'_>) {
    global.remarks(reported.files.iter().map(|file| file.display()));
}

/// Writes the page that lists the experiments, with links to the reports of experiments that have results. With `--all`,
/// also writes these reports.
fn write_index(global: &Global, args: &Report) -> Result<u8, Failure> {
    let experiments = all_names(global)?;
    let mut entries = Vec::new();
    for experiment in &experiments {
        let subject = open(global, experiment, None)?;
        let computed = subject.computed()?;
        let verdict = match &computed {
            Some(computed) if args.all => {
                let reported = write_report(&subject, computed)?;
                remark_files(global, &reported);
                reported.verdict
            }
            Some(computed) => {
                computed.current(&subject.grid.id)?;
                verdict(&subject, computed)?
            }
            None => {
                if args.all {
                    remark(format_args!("{experiment}: no results (`rejudge run {experiment}` writes them)"));
                }
                None
            }
        };
        let page = computed.is_some().then(|| link_from_index(&subject.results.folder.join(PAGE)));
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

/// Returns the link from the index to the page at `path`. The page is outside of the index's folder if data were missing.
fn link_from_index(path: &Path) -> String {
    let link = path.strip_prefix(RESULTS).map_or_else(|_| Path::new("..").join(path), Path::to_owned);
    link.to_string_lossy().into_owned()
}
