//! `rejudge data get`: downloads collections from their publishers.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use indicatif::HumanBytes;
use rejudge_collections::contents::{Finding, verify};
use rejudge_collections::descriptor::origin::{ListedRuns, PublishedFile};
use rejudge_collections::descriptor::{Descriptor, Kind, Origin, data_folder};
use rejudge_experiment::spec::Catalogue;
use rejudge_names::plural::counted;
use rejudge_store::atomic::{make_folder, replace_within};
use rejudge_store::lock::Lock;

use super::{DataGet, ask, entry};
use crate::cli::GOOD;
use crate::cli::args::Global;
use crate::cli::output::{Failure, print, remark};
use crate::cli::terminal::steps;
use crate::fetch::pins::{Addressed, Pins};
use crate::fetch::{Denied, Downloads, Retries, Source, Web};
use crate::layout::{PrintedOfRuns, addresses, lay_out};

/// If this variable is set, and neither empty nor `0`, nothing is downloaded.
const OFFLINE_VARIABLE: &str = "REJUDGE_OFFLINE";

/// A folder within the data folder. New collections are assembled in it.
const WORK_FOLDER: &str = ".rejudge-get";

pub fn main(global: &Global, args: &DataGet, catalogue: &Catalogue) -> Result<u8, Failure> {
    let (data, is_named) = data_folder().ok_or_else(|| {
        Failure::usage("there is no folder for collections: set REJUDGE_DATA or HOME".to_owned())
    })?;
    let source = source(args)?;
    let mut requested = Vec::new();
    for name in &args.names {
        let collection = entry(catalogue, name)?.descriptor;
        // Some collections are made from the files of another collection, so we download the other one.
        let published = catalogue
            .source_of(&collection)
            .and_then(|descriptor| Some((descriptor.origin.clone()?, descriptor.folder(&data)?, descriptor)));
        let Some((origin, folder, descriptor)) = published else { return Err(why_not_fetched(&collection)) };
        requested.push((collection, descriptor, origin, folder));
    }
    let work = data.join(WORK_FOLDER);
    let _lock = Lock::acquire(&work, || {
        remark(format!("waiting for another process that downloads to {}", data.display()));
    })?;
    for (collection, descriptor, origin, folder) in &requested {
        let download = Download { global, args, source: &source, data: &data, descriptor, origin };
        download.get(folder)?;
        if collection.id != descriptor.id {
            check_existing(collection, folder)?;
        }
    }
    if !is_named {
        remark(format!("REJUDGE_DATA is not set: collections are in {}", data.display()));
    }
    Ok(GOOD)
}

/// Returns the size of a collection's download, as a phrase.
pub fn size(origin: &Origin) -> String {
    let published = HumanBytes(origin.published().iter().map(|(_, file)| file.bytes).sum());
    match &origin.runs {
        Some(runs) => format!("{published} and, with a password for {}, its runs to download", runs.host),
        None => format!("{published} to download"),
    }
}

/// Returns the source of files: the web, or the folders in the arguments.
fn source(args: &DataGet) -> Result<Source, Failure> {
    let is_offline =
        std::env::var_os(OFFLINE_VARIABLE).is_some_and(|value| !value.is_empty() && value != "0");
    let web = || {
        let web = Web::new(args.mirror.as_deref(), Retries::default());
        web.map_err(|error| Failure::usage(format!("--mirror: {error}")))
    };
    if !args.from.is_empty() {
        let hosts = if is_offline { None } else { Some(web()?) };
        return Ok(Source::Local { folders: args.from.clone(), hosts });
    }
    if is_offline {
        return Err(Failure::usage(
            "nothing was downloaded, because REJUDGE_OFFLINE is set; --from DIR takes files from a folder or a clone",
        ));
    }
    Ok(Source::Web(web()?))
}

/// Returns the error for a collection that cannot be downloaded. It says why, and how to obtain the collection.
fn why_not_fetched(descriptor: &Descriptor) -> Failure {
    let id = &descriptor.id;
    let obtain = descriptor.obtain.as_deref().unwrap_or("").trim();
    Failure::usage(match descriptor.kind {
        Kind::Simulated => format!("`{id}` is simulated and needs no data"),
        Kind::WorkedExample | Kind::MadeUp => format!("`{id}` is bundled and needs no data"),
        Kind::Licensed => format!("`{id}` is licensed and cannot be downloaded:\n{obtain}"),
        Kind::Open | Kind::Own => format!("the description of `{id}` names no source:\n{obtain}"),
    })
}

/// The download of one collection.
struct Download<'a> {
    global: &'a Global,
    args: &'a DataGet,
    source: &'a Source,
    /// The data folder.
    data: &'a Path,
    descriptor: &'a Descriptor,
    origin: &'a Origin,
}

impl Download<'_> {
    /// Downloads the collection to `folder`, or verifies the files there if `folder` exists. A new collection is assembled
    /// and verified in the work folder, and moved only when it is complete.
    fn get(&self, folder: &Path) -> Result<(), Failure> {
        let Self { descriptor, origin, .. } = *self;
        let id = &descriptor.id;
        if folder.exists() {
            return check_existing(descriptor, folder);
        }
        let work = self.data.join(WORK_FOLDER);
        let downloads = Downloads(work.join("downloads"));
        // This folder has the same structure as the data folder, so paths in descriptions are valid in it too.
        let staging = work.join("laid");
        let _ = std::fs::remove_dir_all(&staging);
        let staged = descriptor.folder(&staging).unwrap_or_else(|| staging.join(id));
        let files = origin.published();
        let other_sources = origin.elsewhere.as_ref().map_or_else(String::new, |elsewhere| {
            format!("If the repository no longer has the files, there are other sources.\n{elsewhere}")
        });
        self.download_published(&downloads).map_err(|error| self.unavailable(&error, &other_sources))?;
        let pins = Pins::read(self.data)?;
        let addressed = self.download_addressed(&downloads, &pins, &staged);
        let mut pinned = addressed.map_err(|error| self.unavailable(&error, ""))?;
        let published = |file: &PublishedFile| downloads.read(file);
        lay_out(origin, &published, &|name, bytes| replace_within(&staged, &[(name, bytes)], &[]))?;
        if let Some(runs) = &origin.runs {
            pinned.extend(self.download_runs(runs, &downloads, &pins, &staged)?);
        }
        let mut mistakes = Vec::new();
        for finding in verify(descriptor, &staging).into_iter().filter(|finding| !finding.is_good) {
            let Finding { subject, found, expected, is_printed, .. } = finding;
            match (is_printed, expected) {
                (true, Some(printed)) => {
                    self.global.remark(format!("{id}: {subject} is {found}, but {printed} is printed"));
                }
                (_, expected) => {
                    let expected = expected.map_or(String::new(), |value| format!(", expected {value}"));
                    mistakes.push(format!("{id}: {subject} is {found}{expected}"));
                }
            }
        }
        if !mistakes.is_empty() {
            return Err(Failure::from_messages(mistakes));
        }
        let parent = folder.parent().unwrap_or(Path::new("."));
        make_folder(parent).with_context(|| format!("cannot create {}", parent.display()))?;
        std::fs::rename(&staged, folder).with_context(|| format!("cannot create {}", folder.display()))?;
        for file in files.iter().map(|(_, file)| *file).chain(&pinned) {
            let _ = std::fs::remove_file(downloads.path(file));
        }
        let mut text = format!("{id}\tis in {}\n", folder.display());
        for repository in origin.repositories.values() {
            text += &format!("\tlicence of {}: {}\n", repository.name, repository.licence);
        }
        if let Some(runs) = &origin.runs {
            let licence = descriptor.licence.as_deref().unwrap_or("").trim();
            text += &format!("\tlicence of the files of {}: {licence}\n", runs.host);
        }
        print(&(text + &format!("\tplease cite {}\n", origin.cite.trim())))
    }

    /// Returns the error of a failed download. `hint` says what else you can do.
    fn unavailable(&self, error: &anyhow::Error, hint: &str) -> Failure {
        let id = &self.descriptor.id;
        let text = format!(
            "`{id}` is incomplete; downloaded files are kept, and the same command continues with the missing ones: \
             {error:#}\n{hint}"
        );
        Failure::data(text.trim_end())
    }

    /// Downloads the files that are published in repositories.
    fn download_published(&self, downloads: &Downloads) -> Result<()> {
        let files = self.origin.published();
        let bar = steps(files.len() as u32, self.global.quiet);
        let result = downloads.fetch(&files, self.source, self.args.at_once.into(), &|file| {
            bar.set_message(file.path.clone());
            bar.inc(1);
        });
        bar.finish_and_clear();
        result
    }

    /// Downloads the files that the description lists by their addresses and that need no password. Copies
    /// them into `staged`.
    fn download_addressed(
        &self,
        downloads: &Downloads,
        pins: &Pins,
        staged: &Path,
    ) -> Result<Vec<PublishedFile>> {
        let names = self.origin.addresses.iter();
        let files = names.map(|(name, address)| self.addressed(name, address)).collect::<Result<Vec<_>>>()?;
        downloads.fetch_addressed(
            &files,
            (self.source, None),
            pins,
            self.args.at_once.into(),
            &|_, _| Ok(()),
            &|_| {},
        )?;
        self.place(&files, downloads, pins, staged)
    }

    /// Downloads the runs that need a password. Checks each new run against its printed scores, and copies the runs into
    /// `staged`.
    fn download_runs(
        &self,
        runs: &ListedRuns,
        downloads: &Downloads,
        pins: &Pins,
        staged: &Path,
    ) -> Result<Vec<PublishedFile>, Failure> {
        let id = &self.descriptor.id;
        let (page, teams) = self.origin.page().context("a description with runs has a page")?;
        let addresses = addresses(teams, &downloads.read(page)?).with_context(|| page.path.clone())?;
        let mut run_of_file: BTreeMap<PathBuf, &str> = BTreeMap::new();
        let mut files = Vec::new();
        for (run, address) in &addresses {
            let (_, rest) = address.split_once("://").unwrap_or_default();
            let (host, _) = rest.split_once('/').unwrap_or_default();
            if host != runs.host {
                let page = &page.path;
                return Err(Failure::data(format!(
                    "{page}: the address of `{run}` is not on {}: {address}",
                    runs.host
                )));
            }
            let name = self.descriptor.run_file(run).context("a description with runs says where they go")?;
            let file = self.addressed(&name, address)?;
            run_of_file.insert(file.name.clone(), run);
            files.push(file);
        }
        let is_missing = |file: &&Addressed| match pins.with_address(&file.address) {
            Some(pinned) => !downloads.path(&pinned).is_file() && pins.stored(&pinned).is_none(),
            None => true,
        };
        let from_host = files.iter().filter(is_missing).filter(|file| self.source.asks_host(&file.address));
        let login = match from_host.count() {
            0 => None,
            count => {
                self.global.remark(format!(
                    "{id}: {} to download from {}. This has not been tested with the host itself: please report how it went",
                    counted(count, "run"),
                    runs.host
                ));
                Some(ask::login(runs)?)
            }
        };
        let printed = PrintedOfRuns::read(&staged.join(&runs.scores), &staged.join(&runs.judgments))?;
        let bar = steps(files.len() as u32, self.global.quiet);
        let result = downloads.fetch_addressed(
            &files,
            (self.source, login.as_ref()),
            pins,
            self.args.at_once.into(),
            &|file, path| printed.check(run_of_file[&file.name], path),
            &|file| {
                bar.set_message(run_of_file[&file.name].to_owned());
                bar.inc(1);
            },
        );
        bar.finish_and_clear();
        result.map_err(|error| {
            let is_denied = error.downcast_ref::<Denied>().is_some();
            self.unavailable(&error, if is_denied { &runs.access } else { "" })
        })?;
        Ok(self.place(&files, downloads, pins, staged)?)
    }

    /// Returns a file of the collection with its address. The file's name becomes a path in the data folder.
    fn addressed(&self, name: &Path, address: &str) -> Result<Addressed> {
        let folder =
            self.descriptor.folder(Path::new("")).context("a description with an origin has a folder")?;
        Ok(Addressed { name: folder.join(name), address: address.to_owned() })
    }

    /// Copies the downloaded files into the staged collection. Returns their addresses, hashes and sizes.
    fn place(
        &self,
        files: &[Addressed],
        downloads: &Downloads,
        pins: &Pins,
        staged: &Path,
    ) -> Result<Vec<PublishedFile>> {
        let folder = self.descriptor.folder(Path::new("")).unwrap_or_default();
        let mut placed = Vec::new();
        for file in files {
            let pinned =
                pins.with_address(&file.address).ok_or_else(|| anyhow!("{} is not pinned", file.address))?;
            let name = file.name.strip_prefix(&folder)?;
            replace_within(staged, &[(name, downloads.read(&pinned)?)], &[])?;
            placed.push(pinned);
        }
        Ok(placed)
    }
}

/// Verifies a collection whose folder already exists. A file that is not as the description says is an
/// error: it may belong to the user, so we do not replace it.
fn check_existing(descriptor: &Descriptor, folder: &Path) -> Result<(), Failure> {
    let (id, path) = (&descriptor.id, folder.display());
    let in_data = descriptor.folder(Path::new("")).unwrap_or_default();
    let data = folder.ancestors().nth(in_data.components().count()).unwrap_or(folder);
    match verify(descriptor, data).into_iter().find(|finding| !finding.is_good && !finding.is_printed) {
        None => print(&format!("{id}\tis already in {path}\n")),
        Some(finding) => Err(Failure::data(format!(
            "{path} has other files than `{id}`: {} is {}; move the folder away, then run the command again",
            finding.subject, finding.found
        ))),
    }
}
