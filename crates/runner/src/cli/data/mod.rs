//! `rejudge data`: lists, downloads and verifies collections.

mod ask;
mod get;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, Subcommand};
use clap_complete::ArgValueCompleter;
use rejudge_collections::Reading;
use rejudge_collections::contents::verify;
use rejudge_collections::descriptor::{Base, Kind, data_folder};
use rejudge_experiment::spec::yaml::Spanned;
use rejudge_experiment::spec::{Catalogue, CatalogueEntry};
use rejudge_names::plural::{counted, of_number, of_share};
use rejudge_report::table::base::count_base;
use rejudge_report::table::kind_word;
use serde_json::json;

use super::args::Global;
use super::output::{Failure, check_folder, print, print_columns, remark};
use super::{BAD_DATA, GOOD, NOTHING_CHECKED, completion};
use crate::fetch::pins::Pins;

/// `rejudge data`
#[derive(Debug, ClapArgs)]
pub struct Data {
    #[command(subcommand)]
    pub verb: DataVerb,
}

/// `rejudge data get`
#[derive(Debug, ClapArgs)]
pub struct DataGet {
    /// Collections to download
    // Not called `collections`, because clap identifies arguments by field name and `--collections` already has this name.
    #[arg(value_name = "COLLECTION", required = true, add = ArgValueCompleter::new(completion::collections))]
    pub names: Vec<String>,
    /// Take files from this folder instead of downloading them: a clone of a repository, bare or not, or a
    /// folder of clones or of files (owner/name/commit/path, or host/path for files that are in no
    /// repository, such as runs that need a password). If it lacks files that are in no repository, they are
    /// downloaded. May be repeated
    #[arg(long, value_name = "DIR")]
    pub from: Vec<PathBuf>,
    /// Download from this mirror, laid out as owner/name/commit/path and host/path, instead of from the hosts
    /// that the descriptions name
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
    List {
        /// Only collections that need no download
        #[arg(long, aliases = ["downloaded", "installed", "cached", "local", "available", "present"])]
        here: bool,
        /// Print one JSON object: `collections`, a list with `name`, `kind`, `available` and `title`
        #[arg(long)]
        json: bool,
    },
    /// Download collections from their publishers, unpack and verify them
    ///
    /// Collections are stored in the folder that REJUDGE_DATA names, or in rejudge's folder of the user's
    /// data directory. A collection appears only when it is complete; after an interruption, the same command
    /// downloads the missing files.
    ///
    /// NIST gives runs of past TRECs (trec03, trec04, trec10, trec12, trec14) to people who have a password.
    /// The password is read from REJUDGE_NIST (name:password) or ~/.netrc (machine trec.nist.gov), or asked
    /// for on a terminal, and is sent only to that host. Each run must have the scores that NIST prints
    /// for it. This has not been tested with NIST itself.
    Get(DataGet),
    /// Check files against the recorded counts and checksums
    Verify {
        /// Collections to check [default: all whose files are available]
        // Not called `collections`, because clap identifies arguments by field name and `--collections` already has this
        // name.
        #[arg(value_name = "COLLECTION", add = ArgValueCompleter::new(completion::collections))]
        names: Vec<String>,
    },
}

pub fn main(global: &Global, args: &Data) -> Result<u8, Failure> {
    check_folder(&global.collections, "--collections")?;
    let catalogue = global.places().catalogue();
    match &args.verb {
        DataVerb::List { here, json } => list(global, &catalogue, *here, *json),
        DataVerb::Get(arguments) => get::main(global, arguments, &catalogue),
        DataVerb::Verify { names } => verify_collections(global, &catalogue, names),
    }
}

pub fn entry(catalogue: &Catalogue, name: &str) -> Result<CatalogueEntry, Failure> {
    Ok(catalogue.entry(&Spanned { value: name_of(catalogue, name), at: None })?)
}

/// Returns `name` if a collection has this name. Otherwise returns the name of the collection whose files are
/// in the folder `name`, or `name` itself if there is no such collection.
pub fn name_of(catalogue: &Catalogue, name: &str) -> String {
    let is_name = catalogue.names().any(|existing| existing == name);
    let descriptor = (!is_name).then(|| catalogue.downloaded_to(Path::new(name))).flatten();
    descriptor.map_or_else(|| name.to_owned(), |descriptor| descriptor.id)
}

fn list(global: &Global, catalogue: &Catalogue, only_here: bool, as_json: bool) -> Result<u8, Failure> {
    let (mut text, mut objects) = (String::new(), Vec::new());
    for name in catalogue.names() {
        let entry = entry(catalogue, name)?;
        let available = entry.is_available();
        if only_here && !available {
            continue;
        }
        let (kind, title) = (kind_word(entry.descriptor.kind), &entry.descriptor.title);
        objects.push(json!({"name": name, "kind": kind, "available": available, "title": title}));
        let state = match (entry.descriptor.kind, available) {
            (Kind::Simulated, _) => "needs no data".to_owned(),
            (kind, true) if kind.is_bundled() => "is bundled".to_owned(),
            (_, true) => "here".to_owned(),
            (_, false) => match catalogue.source_of(&entry.descriptor).and_then(|source| source.origin) {
                Some(origin) => format!("not available, {}", get::size(&origin)),
                None => "not available".to_owned(),
            },
        };
        let base = match (count_base(&entry, &Reading::default()), entry.descriptor.base) {
            (Ok(Some(kept)), _) => format!(" ({kept})"),
            (_, Base::Repooled { depth, .. }) => format!(" (repooled to depth {depth})"),
            (_, Base::AsJudged) => String::new(),
        };
        let licence =
            entry.descriptor.licence.as_ref().map_or(String::new(), |text| format!("; licence: {text}"));
        let _ = writeln!(text, "{name}\t{kind}\t{state}\t{title}{base}{licence}");
    }
    if as_json {
        print(&format!("{:#}\n", json!({"collections": objects})))?;
    } else {
        print_columns(&text, "\t")?;
    }
    if catalogue.data.is_none() {
        global.remark(
            "REJUDGE_DATA is not set: set it to the folder of your collections. `rejudge data get NAME` downloads one",
        );
    }
    Ok(GOOD)
}

/// Returns the reason why the files of a collection are not available.
pub fn why_unavailable(entry: &CatalogueEntry) -> String {
    let data = data_folder();
    let Some(folder) = &entry.folder else {
        return match data {
            Some((default, _)) => {
                format!(
                    "there is no folder {}, which is the default, and REJUDGE_DATA is not set",
                    default.display()
                )
            }
            None => "neither REJUDGE_DATA nor HOME is set".to_owned(),
        };
    };
    let missing = format!("there is no folder {}", folder.display());
    match (folder.parent(), data) {
        _ if entry.descriptor.kind.is_beside_description() => missing,
        (Some(above), _) if above.file_name() == folder.file_name() => {
            format!("{missing}: REJUDGE_DATA names the collection's folder, expected the folder above it")
        }
        (_, Some((_, true))) => format!("{missing} in the folder that REJUDGE_DATA names"),
        _ => format!("{missing} in the default folder, and REJUDGE_DATA is not set"),
    }
}

fn verify_collections(global: &Global, catalogue: &Catalogue, names: &[String]) -> Result<u8, Failure> {
    let all_names: Vec<String> = catalogue.names().map(str::to_owned).collect();
    let names_to_check = if names.is_empty() { &all_names } else { names };
    let (mut text, mut checked, mut without_files) = (String::new(), 0, 0);
    let (mut as_described, mut differing, mut unreadable) = (0, 0, 0);
    let mut hints = Vec::new();
    for name in names_to_check {
        let entry = entry(catalogue, name)?;
        let why_no_files = match entry.descriptor.kind {
            Kind::Simulated => Some("simulated: needs no data"),
            _ => entry.descriptor.is_without_files().then_some("has no files"),
        };
        if let Some(why) = why_no_files {
            // If you check all collections, collections without files are not listed.
            if !names.is_empty() {
                let _ = writeln!(text, "{name}\tgood\t{why}");
                checked += 1;
            }
            continue;
        }
        let Some(root) = &entry.root else {
            if !names.is_empty() {
                let obtain = entry.descriptor.obtain.as_deref().unwrap_or("").trim();
                let why = why_unavailable(&entry);
                return Err(Failure::data(format!(
                    "the files of `{name}` are not available: {why}\n{obtain}"
                )));
            }
            without_files += 1;
            continue;
        };
        checked += 1;
        let findings = verify(&entry.descriptor, root);
        if findings.iter().any(|finding| finding.is_missing)
            && let Some(obtain) = &entry.descriptor.obtain
        {
            hints.push(format!("files of `{name}` are missing:\n{}", obtain.trim()));
        }
        for finding in findings {
            match (finding.is_good, &finding.expected) {
                (true, expected) => as_described += usize::from(expected.is_some()),
                (false, Some(_)) => differing += 1,
                (false, None) => unreadable += 1,
            }
            let word = match (finding.is_remark, finding.is_good) {
                (true, _) => "note",
                (false, true) => "good",
                (false, false) => "BAD",
            };
            let expected = finding.expected.map_or(String::new(), |value| format!("\texpected {value}"));
            let _ = writeln!(text, "{name}\t{word}\t{}\t{}{expected}", finding.subject, finding.found);
        }
        if let Some(folder) = entry.descriptor.folder(Path::new("")) {
            let (pinned, mistakes) = Pins::read(root)?.compare(&folder);
            let unchanged = pinned - mistakes.len();
            differing += mistakes.len();
            as_described += unchanged;
            if unchanged > 0 {
                let files = counted(unchanged, "file");
                let _ = writeln!(text, "{name}\tgood\tas first downloaded\t{files}");
            }
            for sentence in mistakes {
                let _ = writeln!(text, "{name}\tBAD\t{sentence}");
            }
        }
        // If files cannot be read, the findings above have already said so.
        if let Ok(Some(kept)) = count_base(&entry, &Reading::default()) {
            let _ = writeln!(text, "{name}\tgood\tbase\t{kept}");
        }
    }
    if checked == 0 {
        print("no collection's files are available: set REJUDGE_DATA to the folder that contains them\n")?;
    }
    print_columns(&text, "\t")?;
    hints.iter().for_each(remark);
    let compared = as_described + differing;
    if compared + unreadable > 0 {
        let (values, are) = (counted(compared, "value"), of_share(as_described, compared, "is", "are"));
        let counts = [
            (compared, format!("{as_described} of {values} {are} as described")),
            (differing, format!("{differing} {}", of_number(differing, "differs", "differ"))),
            (unreadable, format!("{} cannot be read", counted(unreadable, "file"))),
            (without_files, format!("the files of {} are missing", counted(without_files, "collection"))),
        ];
        let counts = counts.into_iter().filter(|(count, _)| *count > 0).map(|(_, text)| text);
        global.remark(counts.collect::<Vec<_>>().join(", "));
    }
    Ok(match (checked, differing + unreadable) {
        (0, _) => NOTHING_CHECKED,
        (_, 0) => GOOD,
        _ => BAD_DATA,
    })
}
