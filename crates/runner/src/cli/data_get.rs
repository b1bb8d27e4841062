//! `rejudge data get`

use std::path::Path;

use anyhow::Context;
use indicatif::HumanBytes;
use rejudge_collections::contents::verify;
use rejudge_collections::descriptor::origin::PublishedFile;
use rejudge_collections::descriptor::{Descriptor, Kind, Origin, data_folder};
use rejudge_experiment::spec::Catalogue;
use rejudge_store::atomic::{make_folder, replace_within};
use rejudge_store::lock::Lock;

use super::GOOD;
use super::args::Global;
use super::data::{DataGet, entry};
use super::output::{Failure, print, remark};
use super::progress::steps;
use crate::fetch::{Downloads, Retries, Source, Web};
use crate::layout::lay_out;

/// If this variable is set, the network is not used.
const OFFLINE: &str = "REJUDGE_OFFLINE";

/// The folder within the data folder in which collections are assembled.
const WORK: &str = ".rejudge-get";

pub fn main(global: &Global, args: &DataGet, catalogue: &Catalogue) -> Result<u8, Failure> {
    let (data, is_named) = data_folder().ok_or_else(|| {
        Failure::usage("there is no folder to fetch to: neither REJUDGE_DATA nor HOME is set".to_owned())
    })?;
    let source = source(args)?;
    let mut wanted = Vec::new();
    for name in &args.names {
        let descriptor = entry(catalogue, name)?.descriptor;
        let folder = descriptor.folder(&data);
        let Some((origin, folder)) = descriptor.origin.clone().zip(folder) else {
            return Err(not_to_be_had(&descriptor));
        };
        wanted.push((descriptor, origin, folder));
    }
    let work = data.join(WORK);
    let waits = || remark(format!("waiting for another process, which fetches to {}", data.display()));
    let _lock = Lock::acquire(&work, waits)?;
    for (descriptor, origin, folder) in &wanted {
        get(global, args, &source, &work, (descriptor, origin), folder)?;
    }
    if !is_named {
        remark(format!("REJUDGE_DATA is not set: collections are in {}", data.display()));
    }
    Ok(GOOD)
}

/// Returns the download size of a collection, formatted for people.
pub fn size(origin: &Origin) -> String {
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
    fetched.with_context(|| {
        format!(
            "`{id}` is not available yet; files that came are kept: run the same command again to continue"
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
