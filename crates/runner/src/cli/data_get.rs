//! `rejudge data get`

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::fetch::{Downloads, Event, Item, LocalSource, Place, RetryPolicy, Web};
use crate::layout::{LayoutError, lay_out};

use indicatif::HumanBytes;
use rejudge_collections::contents::verify;
use rejudge_collections::descriptor::origin::{PublishedFile, Repository};
use rejudge_collections::descriptor::{Descriptor, Kind, Origin, data_folder};
use rejudge_collections::{COMPRESSED, uncompressed};
use rejudge_experiment::spec::Catalogue;
use rejudge_store::atomic::make_folder;
use rejudge_store::lock::Lock;
use rejudge_store::staging::{Staging, space_left};

use super::GOOD;
use super::args::{DataGet, Global};
use super::data::entry;
use super::output::{Failure, print, remark};
use super::progress::bytes;

/// If this variable is set, the network is not used.
const OFFLINE: &str = "REJUDGE_OFFLINE";

/// The folder within the data folder in which collections are assembled.
const WORK: &str = ".rejudge-get";

pub fn main(global: &Global, args: &DataGet, catalogue: &Catalogue) -> Result<u8, Failure> {
    let (data, is_named) = data_folder().ok_or_else(|| {
        Failure::usage("there is no folder to fetch to: neither REJUDGE_DATA nor HOME is set".to_owned())
    })?;
    let place = place(args)?;
    let mut wanted = Vec::new();
    for name in &args.names {
        let descriptor = entry(catalogue, name)?.descriptor;
        let Some(origin) = descriptor.origin.clone() else { return Err(not_to_be_had(&descriptor)) };
        let folder = descriptor.folder(&data).ok_or_else(|| not_to_be_had(&descriptor))?;
        wanted.push((descriptor, origin, folder));
    }
    let work = data.join(WORK);
    let waits = || remark(format!("waiting for another process, which fetches to {}", data.display()));
    make_folder(&data).map_err(|error| Failure::data(format!("cannot make {}: {error}", data.display())))?;
    let _lock = Lock::acquire(&work, waits)?;
    for (descriptor, origin, folder) in &wanted {
        get(&CollectionDownload { global, args, place: &place, work: &work, descriptor, origin, folder })?;
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
fn place(args: &DataGet) -> Result<Place, Failure> {
    if !args.from.is_empty() {
        return Ok(Place::LocalSource(LocalSource::new(args.from.clone())));
    }
    if std::env::var_os(OFFLINE).is_some_and(|value| !value.is_empty() && value != "0") {
        let why = "nothing is fetched, since REJUDGE_OFFLINE is set; --from DIR takes files from a clone or a folder here";
        return Err(Failure::usage(why));
    }
    let web = Web::new(args.mirror.as_deref(), RetryPolicy::default());
    Ok(Place::Web(web.map_err(|error| Failure::usage(format!("--mirror: {error}")))?))
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

/// A collection on its way.
struct CollectionDownload<'a> {
    global: &'a Global,
    args: &'a DataGet,
    place: &'a Place,
    work: &'a Path,
    descriptor: &'a Descriptor,
    origin: &'a Origin,
    /// The destination of its files.
    folder: &'a Path,
}

fn get(job: &CollectionDownload<'_>) -> Result<(), Failure> {
    let id = &job.descriptor.id;
    if job.folder.exists() {
        return there(job);
    }
    let items: Vec<Item> = job.origin.published().into_iter().map(|(from, file)| item(from, file)).collect();
    let downloads_in = job.work.join("downloads");
    make_folder(&downloads_in)
        .map_err(|error| Failure::data(format!("{}: {error}", downloads_in.display())))?;
    let downloads = Downloads::new(downloads_in);
    let (all, come) = (sum(&items, |item| item.bytes), sum(&items, |item| downloads.come(item)));
    enough_space(job.work, all, come)?;
    bring(job, &downloads, &items, all, come)?;

    // The work folder takes the place of the data folder, so that the same names lead to the files.
    let laid = job.work.join("laid");
    let staging = Staging::new(job.descriptor.folder(&laid).unwrap_or_else(|| laid.join(id)))?;
    let published = |file: &PublishedFile| -> Result<Vec<u8>, Failure> {
        let item = items.iter().find(|item| item.sha256 == file.sha256.0);
        let item = item.ok_or_else(|| Failure::data(format!("{} was not fetched", file.path)))?;
        downloads.read(item).map_err(|error| Failure::data(error.to_string()))
    };
    lay_out(job.origin, &published, &|name, bytes| Ok(staging.put(name, bytes)?))?;
    let wrong: Vec<String> = verify(job.descriptor, &laid)
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
    staging.take_place(job.folder)?;
    items.iter().for_each(|item| downloads.remove(item));
    print(&format!("{id}\tis in {}\n", job.folder.display()))?;
    say_terms(job)
}

/// Checks a collection whose folder exists: its files are the expected ones, or belong to the user.
fn there(job: &CollectionDownload<'_>) -> Result<(), Failure> {
    let (id, folder) = (&job.descriptor.id, job.folder.display());
    let above: PathBuf = match job.descriptor.folder(Path::new("")) {
        Some(own) => job.folder.ancestors().nth(own.components().count()).unwrap_or(job.folder).to_owned(),
        None => job.folder.to_owned(),
    };
    let missing = job.origin.names().find(|name| !is_there(job.folder, name));
    let wrong = verify(job.descriptor, &above).into_iter().find(|finding| !finding.good);
    let why = match (wrong, missing) {
        (Some(finding), _) => format!("{} is {}", finding.subject, finding.found),
        (None, Some(name)) => format!("there is no {}", name.display()),
        (None, None) => return print(&format!("{id}\tis in {folder} already\n")),
    };
    Err(Failure::data(format!(
        "{folder} is not what `{id}` should be: {why}; move it away, then fetch again"
    )))
}

/// Returns true if a file exists, in any compressed form.
fn is_there(folder: &Path, name: &Path) -> bool {
    let name = name.to_string_lossy();
    let plain = uncompressed(&name);
    std::iter::once("").chain(COMPRESSED).any(|ending| folder.join(format!("{plain}{ending}")).is_file())
}

fn item(repository: &Repository, file: &PublishedFile) -> Item {
    Item {
        repository: repository.name.clone(),
        commit: repository.commit.clone(),
        path: file.path.clone(),
        url: repository.url.clone(),
        sha256: file.sha256.0.clone(),
        bytes: file.bytes,
    }
}

fn sum(items: &[Item], of: impl Fn(&Item) -> u64) -> u64 {
    items.iter().map(of).sum()
}

/// Returns an error if the disk has too little space. Downloads and the files made from them exist side by side for a
/// while; the latter are hardly ever larger.
fn enough_space(folder: &Path, all: u64, come: u64) -> Result<(), Failure> {
    let needed = all.saturating_mul(2).saturating_sub(come);
    match space_left(folder) {
        Ok(left) if left < needed => Err(Failure::data(format!(
            "{} has room for {}, and {} are needed while files are laid out",
            folder.display(),
            HumanBytes(left),
            HumanBytes(needed)
        ))),
        // If the free space is unknown, try.
        _ => Ok(()),
    }
}

/// Downloads missing files, with a progress bar.
fn bring(
    job: &CollectionDownload<'_>,
    downloads: &Downloads,
    items: &[Item],
    all: u64,
    come: u64,
) -> Result<(), Failure> {
    let bar = bytes(all, come, job.global.quiet);
    let done = AtomicUsize::new(0);
    let counted = |done| bar.set_prefix(format!("{done} of {} files", items.len()));
    counted(0);
    let on_event = |event: Event<'_>| match event {
        Event::Started(item) => bar.set_message(item.to_string()),
        Event::Came(bytes) => bar.inc(bytes),
        Event::Lost(bytes) => bar.dec(bytes),
        Event::Again(item, why) => bar.suspend(|| tracing::warn!("{item}: {why}; trying again")),
        Event::Done(_) => counted(done.fetch_add(1, Relaxed) + 1),
    };
    let brought = downloads.bring(items, job.place, job.args.at_once.into(), &on_event);
    bar.finish_and_clear();
    brought.map_err(|error| {
        let id = &job.descriptor.id;
        let mut text = format!("`{id}` is not available yet: {error}");
        if matches!(job.place, Place::Web(_)) {
            let _ = write!(text, "\nthe downloaded part is kept: run the same command again to continue");
        }
        Failure::data(text)
    })
}

/// Prints the owner of the files, and the citation.
fn say_terms(job: &CollectionDownload<'_>) -> Result<(), Failure> {
    let mut text = String::new();
    for repository in job.origin.repositories.values() {
        let _ = writeln!(text, "\tlicence of {}: {}", repository.name, repository.licence);
    }
    let _ = writeln!(text, "\tplease cite {}", job.origin.cite.trim());
    print(&text)
}

impl From<LayoutError> for Failure {
    fn from(error: LayoutError) -> Self {
        Self::data(error.to_string())
    }
}
