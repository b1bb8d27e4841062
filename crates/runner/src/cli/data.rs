//! `rejudge data`: lists, fetches and verifies collections.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::{Args as ClapArgs, Subcommand};
use clap_complete::ArgValueCompleter;
use indicatif::HumanBytes;
use rejudge_collections::Reading;
use rejudge_collections::contents::verify;
use rejudge_collections::descriptor::origin::PublishedFile;
use rejudge_collections::descriptor::{Base, Descriptor, Kind, Origin, data_folder};
use rejudge_experiment::spec::yaml::Spanned;
use rejudge_experiment::spec::{Catalogue, Entry};
use rejudge_names::plural::{counted, of_number};
use rejudge_report::table::base::kept;
use rejudge_report::table::kind_word;
use rejudge_store::atomic::{make_folder, replace_within};
use rejudge_store::lock::Lock;

use super::args::Global;
use super::output::{Failure, check_folder, print, print_columns, remark};
use super::terminal::steps;
use super::{BAD_DATA, GOOD, NOTHING_CHECKED, completion};
use crate::fetch::{Downloads, Retries, Source, Web};
use crate::layout::lay_out;

/// `rejudge data`
#[derive(Debug, ClapArgs)]
pub struct Data {
    #[command(subcommand)]
    pub verb: DataVerb,
}

/// `rejudge data get`
#[derive(Debug, ClapArgs)]
pub struct DataGet {
    /// Collections to fetch
    // Named apart from the global `--collections`: clap tells arguments apart by field name.
    #[arg(value_name = "COLLECTION", required = true, add = ArgValueCompleter::new(completion::collections))]
    pub names: Vec<String>,
    /// Take files from this folder instead of downloading them: a clone of a repository, bare or not, or a folder
    /// of clones or of files (owner/name/commit/path). May be repeated
    #[arg(long, value_name = "DIR")]
    pub from: Vec<PathBuf>,
    /// Download from this mirror, laid out as owner/name/commit/path, instead of from the hosts that the
    /// descriptions name
    #[arg(long, value_name = "URL", conflicts_with = "from")]
    pub mirror: Option<String>,
    /// Number of simultaneous downloads
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=16))]
    pub at_once: u8,
}

/// The verbs of `rejudge data`.
#[derive(Debug, Subcommand)]
pub enum DataVerb {
    /// List the collections, their kinds, and whether their files are available
    List,
    /// Download collections from their publishers, unpack and verify them
    ///
    /// Collections are stored in the folder that REJUDGE_DATA names, or in rejudge's folder of the user's data
    /// directory. A collection appears only when it is complete; an interrupted download continues where it
    /// stopped.
    Get(DataGet),
    /// Check files against the recorded counts and checksums
    Verify {
        /// Collections to check [default: all whose files are available]
        // Named apart from the global `--collections`: clap tells arguments apart by field name.
        #[arg(value_name = "COLLECTION", add = ArgValueCompleter::new(completion::collections))]
        names: Vec<String>,
    },
}

pub fn main(global: &Global, args: &Data) -> Result<u8, Failure> {
    check_folder(&global.collections, "--collections")?;
    let catalogue = global.catalogue();
    match &args.verb {
        DataVerb::List => list(global, &catalogue),
        DataVerb::Get(get) => get_all(global, get, &catalogue),
        DataVerb::Verify { names } => check(global, &catalogue, names),
    }
}

pub fn entry(catalogue: &Catalogue, name: &str) -> Result<Entry, Failure> {
    Ok(catalogue.entry(&Spanned { value: name.to_owned(), at: None })?)
}

fn list(global: &Global, catalogue: &Catalogue) -> Result<u8, Failure> {
    let mut text = String::new();
    for name in catalogue.names() {
        let entry = entry(catalogue, name)?;
        let state = match (entry.descriptor.kind, entry.available()) {
            (Kind::Simulated, _) => "needs no data".to_owned(),
            (kind, true) if kind.is_bundled() => "is bundled".to_owned(),
            (_, true) => "here".to_owned(),
            (_, false) => match &entry.descriptor.origin {
                Some(origin) => format!("not available, {} to download", size(origin)),
                None => "not available".to_owned(),
            },
        };
        let base = match (kept(&entry, &Reading::default()), entry.descriptor.base) {
            (Ok(Some(kept)), _) => format!(" ({kept})"),
            (_, Base::Repooled { depth, .. }) => format!(" (repooled to depth {depth})"),
            (_, Base::AsJudged) => String::new(),
        };
        let (kind, title) = (kind_word(entry.descriptor.kind), &entry.descriptor.title);
        let licence =
            entry.descriptor.licence.as_ref().map_or(String::new(), |text| format!("; licence: {text}"));
        let _ = writeln!(text, "{name}\t{kind}\t{state}\t{title}{base}{licence}");
    }
    print_columns(&text, "\t")?;
    if catalogue.data.is_none() {
        global.remark(
            "REJUDGE_DATA is not set: set it to the folder of your \
             collections. `rejudge data get NAME` fetches one",
        );
    }
    Ok(GOOD)
}

/// Returns the reason why the files of a collection are not available.
pub fn why_not_here(entry: &Entry) -> String {
    let data = data_folder();
    let Some(folder) = &entry.folder else {
        return match data {
            Some((default, _)) => {
                format!(
                    "there is no folder {}, the default one, and REJUDGE_DATA is not set",
                    default.display()
                )
            }
            None => "neither REJUDGE_DATA nor HOME is set".to_owned(),
        };
    };
    let missing = format!("there is no folder {}", folder.display());
    match (folder.parent(), data) {
        _ if entry.descriptor.kind.lies_beside() => missing,
        (Some(above), _) if above.file_name() == folder.file_name() => {
            format!("{missing}: REJUDGE_DATA is that of the collection, expected the folder above it")
        }
        (_, Some((_, true))) => format!("{missing} in the folder that REJUDGE_DATA names"),
        _ => format!("{missing} in the default folder, and REJUDGE_DATA is not set"),
    }
}

fn check(global: &Global, catalogue: &Catalogue, names: &[String]) -> Result<u8, Failure> {
    let all: Vec<String> = catalogue.names().map(str::to_owned).collect();
    let chosen = if names.is_empty() { &all } else { names };
    let (mut text, mut checked, mut missing) = (String::new(), 0, 0);
    let (mut described, mut differ, mut unreadable) = (0, 0, 0);
    let mut lacking = Vec::new();
    for name in chosen {
        let entry = entry(catalogue, name)?;
        let needs_none = match entry.descriptor.kind {
            Kind::Simulated => Some("simulated: needs no data"),
            _ => entry.descriptor.is_without_files().then_some("has no files"),
        };
        if let Some(why) = needs_none.filter(|_| !names.is_empty()) {
            let _ = writeln!(text, "{name}\tgood\t{why}");
            checked += 1;
        }
        if needs_none.is_some() {
            continue;
        }
        let Some(root) = &entry.root else {
            if !names.is_empty() {
                let obtain = entry.descriptor.obtain.as_deref().unwrap_or("").trim();
                let why = why_not_here(&entry);
                return Err(Failure::data(format!(
                    "the files of `{name}` are not available: {why}\n{obtain}"
                )));
            }
            missing += 1;
            continue;
        };
        checked += 1;
        let findings = verify(&entry.descriptor, root);
        if findings.iter().any(|finding| finding.is_missing)
            && let Some(obtain) = &entry.descriptor.obtain
        {
            lacking.push(format!("files of `{name}` are missing:\n{}", obtain.trim()));
        }
        for finding in findings {
            match (finding.good, &finding.expected) {
                (true, expected) => described += usize::from(expected.is_some()),
                (false, Some(_)) => differ += 1,
                (false, None) => unreadable += 1,
            }
            let word = match (finding.is_remark, finding.good) {
                (true, _) => "note",
                (false, true) => "good",
                (false, false) => "BAD",
            };
            let expected = finding.expected.map_or(String::new(), |value| format!("\texpected {value}"));
            let _ = writeln!(text, "{name}\t{word}\t{}\t{}{expected}", finding.subject, finding.found);
        }
        // Files that cannot be read were reported above.
        if let Ok(Some(kept)) = kept(&entry, &Reading::default()) {
            let _ = writeln!(text, "{name}\tgood\tbase\t{kept}");
        }
    }
    if checked == 0 {
        print("no collection's files are available: set REJUDGE_DATA to the folder that contains them\n")?;
    }
    print_columns(&text, "\t")?;
    lacking.iter().for_each(remark);
    let compared = described + differ;
    if compared + unreadable > 0 {
        let (values, are) = (counted(compared, "value"), of_number(described, "is", "are"));
        let counts = [
            (compared, format!("{described} of {values} {are} as described")),
            (differ, format!("{differ} {}", of_number(differ, "differs", "differ"))),
            (unreadable, format!("{} cannot be read", counted(unreadable, "file"))),
            (missing, format!("the files of {} are missing", counted(missing, "collection"))),
        ];
        let counts = counts.into_iter().filter(|(count, _)| *count > 0).map(|(_, text)| text);
        global.remark(counts.collect::<Vec<_>>().join(", "));
    }
    Ok(match (checked, differ + unreadable) {
        (0, _) => NOTHING_CHECKED,
        (_, 0) => GOOD,
        _ => BAD_DATA,
    })
}

/// If this variable is set, the network is not used.
const OFFLINE: &str = "REJUDGE_OFFLINE";

/// The folder within the data folder in which collections are assembled.
const WORK: &str = ".rejudge-get";

fn get_all(global: &Global, args: &DataGet, catalogue: &Catalogue) -> Result<u8, Failure> {
    let (data, is_named) = data_folder().ok_or_else(|| {
        Failure::usage("there is no folder to fetch to: neither REJUDGE_DATA nor HOME is set".to_owned())
    })?;
    let source = source(args)?;
    let mut wanted = Vec::new();
    for name in &args.names {
        let asked = entry(catalogue, name)?.descriptor;
        let source = source_of(catalogue, &asked)?;
        let Some((origin, folder)) = source.origin.clone().zip(source.folder(&data)) else {
            return Err(not_to_be_had(&asked));
        };
        wanted.push((asked, source, origin, folder));
    }
    let work = data.join(WORK);
    let waits = || remark(format!("waiting for another process, which fetches to {}", data.display()));
    let _lock = Lock::acquire(&work, waits)?;
    for (asked, descriptor, origin, folder) in &wanted {
        get(global, args, &source, &work, (descriptor, origin), folder)?;
        if asked.id != descriptor.id {
            there(asked, folder)?;
        }
    }
    if !is_named {
        remark(format!("REJUDGE_DATA is not set: collections are in {}", data.display()));
    }
    Ok(GOOD)
}

/// Returns the collection whose `origin` gives the files of `asked`: itself, or another one with the same folder.
fn source_of(catalogue: &Catalogue, asked: &Descriptor) -> Result<Descriptor, Failure> {
    let folder = asked.files.as_ref().map(|files| &files.folder);
    if asked.origin.is_none() && folder.is_some() {
        for name in catalogue.names() {
            let other = entry(catalogue, name)?.descriptor;
            if other.origin.is_some() && other.files.as_ref().map(|files| &files.folder) == folder {
                return Ok(other);
            }
        }
    }
    Ok(asked.clone())
}

/// Returns the download size of a collection, formatted for people.
fn size(origin: &Origin) -> String {
    HumanBytes(origin.published().iter().map(|(_, file)| file.bytes).sum()).to_string()
}

/// Returns the source of the files.
fn source(args: &DataGet) -> Result<Source, Failure> {
    if !args.from.is_empty() {
        return Ok(Source::Local(args.from.clone()));
    }
    if std::env::var_os(OFFLINE).is_some_and(|value| !value.is_empty() && value != "0") {
        let why = "nothing is fetched, since REJUDGE_OFFLINE is set; --from DIR takes files from a clone or a folder here";
        return Err(Failure::usage(why));
    }
    let web = Web::new(args.mirror.as_deref(), Retries::default());
    Ok(Source::Web(web.map_err(|error| Failure::usage(format!("--mirror: {error}")))?))
}

/// Returns the reason why a collection is not fetched, and an alternative.
fn not_to_be_had(descriptor: &Descriptor) -> Failure {
    let id = &descriptor.id;
    let obtain = descriptor.obtain.as_deref().unwrap_or("").trim();
    Failure::usage(match descriptor.kind {
        Kind::Simulated => format!("`{id}` is simulated and needs no data"),
        Kind::WorkedExample | Kind::MadeUp => format!("`{id}` is bundled and needs no data"),
        Kind::Licensed => format!("`{id}` is under licence and cannot be fetched:\n{obtain}"),
        Kind::Open | Kind::Own => format!("no source is described for `{id}`:\n{obtain}"),
    })
}

/// Fetches a collection to `folder`, by way of the folder `work`.
fn get(
    global: &Global,
    args: &DataGet,
    source: &Source,
    work: &Path,
    (descriptor, origin): (&Descriptor, &Origin),
    folder: &Path,
) -> Result<(), Failure> {
    let id = &descriptor.id;
    if folder.exists() {
        return there(descriptor, folder);
    }
    let downloads = Downloads(work.join("downloads"));
    let files = origin.published();
    let bar = steps(files.len() as u32, global.quiet);
    let fetched = downloads.fetch(&files, source, args.at_once.into(), &|file| {
        bar.set_message(file.path.clone());
        bar.inc(1);
    });
    bar.finish_and_clear();
    fetched.map_err(|error| {
        let elsewhere = origin.elsewhere.as_ref().map_or_else(String::new, |elsewhere| {
            format!(
                "\nIf the repository no longer has them, other sources are known.\n{}",
                elsewhere.trim_end()
            )
        });
        anyhow!(
            "`{id}` is not available yet; files that came are kept: run the same command again to continue: \
             {error:#}{elsewhere}"
        )
    })?;
    // The work folder takes the place of the data folder, so that the same names lead to the files.
    let laid = work.join("laid");
    let _ = std::fs::remove_dir_all(&laid);
    let staged = descriptor.folder(&laid).unwrap_or_else(|| laid.join(id));
    let published = |file: &PublishedFile| downloads.read(file);
    lay_out(origin, &published, &|name, bytes| replace_within(&staged, &[(name, bytes)], &[]))?;
    let wrong: Vec<String> = verify(descriptor, &laid)
        .into_iter()
        .filter(|finding| !finding.good)
        .map(|finding| {
            let expected = finding.expected.map_or(String::new(), |value| format!(", expected {value}"));
            format!("{id}: {} is {}{expected}", finding.subject, finding.found)
        })
        .collect();
    if !wrong.is_empty() {
        return Err(Failure::all(wrong));
    }
    make_folder(folder.parent().unwrap_or(Path::new("."))).context("cannot make the folder above")?;
    std::fs::rename(&staged, folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for (_, file) in files {
        let _ = std::fs::remove_file(downloads.path(file));
    }
    let mut text = format!("{id}\tis in {}\n", folder.display());
    for repository in origin.repositories.values() {
        text += &format!("\tlicence of {}: {}\n", repository.name, repository.licence);
    }
    print(&(text + &format!("\tplease cite {}\n", origin.cite.trim())))
}

/// Checks a collection whose folder exists: its files are the expected ones, or belong to the user.
fn there(descriptor: &Descriptor, folder: &Path) -> Result<(), Failure> {
    let (id, shown) = (&descriptor.id, folder.display());
    let own = descriptor.folder(Path::new("")).unwrap_or_default();
    let above = folder.ancestors().nth(own.components().count()).unwrap_or(folder);
    match verify(descriptor, above).into_iter().find(|finding| !finding.good) {
        None => print(&format!("{id}\tis in {shown} already\n")),
        Some(finding) => Err(Failure::data(format!(
            "{shown} is not what `{id}` should be: {} is {}; move it away, then fetch again",
            finding.subject, finding.found
        ))),
    }
}
