//! `rejudge data get`: collections from their publishers.

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
        let asked = entry(catalogue, name)?.descriptor;
        let source = catalogue.source_of(&asked);
        let source = source.and_then(|source| Some((source.origin.clone()?, source.folder(&data)?, source)));
        let Some((origin, folder, source)) = source else { return Err(not_to_be_had(&asked)) };
        wanted.push((asked, source, origin, folder));
    }
    let work = data.join(WORK);
    let waits = || remark(format!("waiting for another process, which fetches to {}", data.display()));
    let _lock = Lock::acquire(&work, waits)?;
    for (asked, descriptor, origin, folder) in &wanted {
        let getting = Getting { global, args, source: &source, data: &data, descriptor, origin };
        getting.get(folder)?;
        if asked.id != descriptor.id {
            there(asked, folder)?;
        }
    }
    if !is_named {
        remark(format!("REJUDGE_DATA is not set: collections are in {}", data.display()));
    }
    Ok(GOOD)
}

/// Returns the download size of a collection, formatted for people.
pub fn size(origin: &Origin) -> String {
    let published = HumanBytes(origin.published().iter().map(|(_, file)| file.bytes).sum());
    match &origin.runs {
        Some(runs) => format!("{published} and, with a password for {}, its runs to download", runs.host),
        None => format!("{published} to download"),
    }
}

/// Returns the source of the files.
fn source(args: &DataGet) -> Result<Source, Failure> {
    let is_offline = std::env::var_os(OFFLINE).is_some_and(|value| !value.is_empty() && value != "0");
    let web = || {
        let web = Web::new(args.mirror.as_deref(), Retries::default());
        web.map_err(|error| Failure::usage(format!("--mirror: {error}")))
    };
    if !args.from.is_empty() {
        let hosts = if is_offline { None } else { Some(web()?) };
        return Ok(Source::Local { folders: args.from.clone(), hosts });
    }
    if is_offline {
        let why = "nothing is fetched, since REJUDGE_OFFLINE is set; --from DIR takes files from a clone or a folder here";
        return Err(Failure::usage(why));
    }
    Ok(Source::Web(web()?))
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

/// A collection that is fetched.
struct Getting<'a> {
    global: &'a Global,
    args: &'a DataGet,
    source: &'a Source,
    /// The data folder.
    data: &'a Path,
    descriptor: &'a Descriptor,
    origin: &'a Origin,
}

impl Getting<'_> {
    /// Fetches the collection to `folder`, by way of the work folder.
    fn get(&self, folder: &Path) -> Result<(), Failure> {
        let Self { descriptor, origin, .. } = *self;
        let id = &descriptor.id;
        if folder.exists() {
            return there(descriptor, folder);
        }
        let work = self.data.join(WORK);
        let downloads = Downloads(work.join("downloads"));
        // The work folder takes the place of the data folder, so that the same names lead to the files.
        let laid = work.join("laid");
        let _ = std::fs::remove_dir_all(&laid);
        let staged = descriptor.folder(&laid).unwrap_or_else(|| laid.join(id));
        let files = origin.published();
        let elsewhere = origin.elsewhere.as_ref().map_or_else(String::new, |elsewhere| {
            format!("If the repository no longer has them, other sources are known.\n{elsewhere}")
        });
        self.published(&downloads).map_err(|error| self.unavailable(&error, &elsewhere))?;
        let pins = Pins::read(self.data)?;
        let by_address = self.by_address(&downloads, &pins, &staged);
        let mut pinned = by_address.map_err(|error| self.unavailable(&error, ""))?;
        let published = |file: &PublishedFile| downloads.read(file);
        lay_out(origin, &published, &|name, bytes| replace_within(&staged, &[(name, bytes)], &[]))?;
        if let Some(runs) = &origin.runs {
            pinned.extend(self.runs(runs, &downloads, &pins, &staged)?);
        }
        let mut wrong = Vec::new();
        for finding in verify(descriptor, &laid).into_iter().filter(|finding| !finding.good) {
            let Finding { subject, found, expected, is_printed, .. } = finding;
            match (is_printed, expected) {
                (true, Some(printed)) => {
                    self.global.remark(format!("{id}: {subject} is {found}, and {printed} is printed"));
                }
                (_, expected) => {
                    let expected = expected.map_or(String::new(), |value| format!(", expected {value}"));
                    wrong.push(format!("{id}: {subject} is {found}{expected}"));
                }
            }
        }
        if !wrong.is_empty() {
            return Err(Failure::all(wrong));
        }
        make_folder(folder.parent().unwrap_or(Path::new("."))).context("cannot make the folder above")?;
        std::fs::rename(&staged, folder).with_context(|| format!("cannot make {}", folder.display()))?;
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

    /// Returns the failure of a download; `hint` says what else the reader can do.
    fn unavailable(&self, error: &anyhow::Error, hint: &str) -> Failure {
        let id = &self.descriptor.id;
        let text = format!(
            "`{id}` is not available yet; files that came are kept: run the same command again to continue: {error:#}\n{hint}"
        );
        Failure::data(text.trim_end())
    }

    /// Downloads the files of repositories.
    fn published(&self, downloads: &Downloads) -> Result<()> {
        let files = self.origin.published();
        let bar = steps(files.len() as u32, self.global.quiet);
        let fetched = downloads.fetch(&files, self.source, self.args.at_once.into(), &|file| {
            bar.set_message(file.path.clone());
            bar.inc(1);
        });
        bar.finish_and_clear();
        fetched
    }

    /// Downloads the files of addresses that need no password.
    fn by_address(&self, downloads: &Downloads, pins: &Pins, staged: &Path) -> Result<Vec<PublishedFile>> {
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

    /// Downloads the runs behind a password.
    fn runs(
        &self,
        runs: &ListedRuns,
        downloads: &Downloads,
        pins: &Pins,
        staged: &Path,
    ) -> Result<Vec<PublishedFile>, Failure> {
        let id = &self.descriptor.id;
        let (page, teams) = self.origin.page().context("a description with runs has a page")?;
        let listed = addresses(teams, &downloads.read(page)?).with_context(|| page.path.clone())?;
        let mut run_of_file: BTreeMap<PathBuf, &str> = BTreeMap::new();
        let mut files = Vec::new();
        for (run, address) in &listed {
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
        let is_missing = |file: &&Addressed| match pins.of_address(&file.address) {
            Some(pinned) => !downloads.path(&pinned).is_file() && pins.stored(&pinned).is_none(),
            None => true,
        };
        let from_host = files.iter().filter(is_missing).filter(|file| self.source.asks_host(&file.address));
        let login = match from_host.count() {
            0 => None,
            count => {
                self.global.remark(format!(
                    "{id}: {} to download from {}. Nobody has tried this with {} yet: please report how it went",
                    counted(count, "run"),
                    runs.host,
                    runs.host
                ));
                Some(ask::login(runs)?)
            }
        };
        let printed = PrintedOfRuns::read(&staged.join(&runs.scores), &staged.join(&runs.judgments))?;
        let bar = steps(files.len() as u32, self.global.quiet);
        let fetched = downloads.fetch_addressed(
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
        fetched.map_err(|error| {
            let is_denied = error.downcast_ref::<Denied>().is_some();
            self.unavailable(&error, if is_denied { &runs.access } else { "" })
        })?;
        Ok(self.place(&files, downloads, pins, staged)?)
    }

    /// Returns a file of the collection at an address.
    fn addressed(&self, name: &Path, address: &str) -> Result<Addressed> {
        let folder =
            self.descriptor.folder(Path::new("")).context("a description with an origin has a folder")?;
        Ok(Addressed { name: folder.join(name), address: address.to_owned() })
    }

    /// Puts downloaded files of addresses into the collection.
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
                pins.of_address(&file.address).ok_or_else(|| anyhow!("{} is not pinned", file.address))?;
            let name = file.name.strip_prefix(&folder)?;
            replace_within(staged, &[(name, downloads.read(&pinned)?)], &[])?;
            placed.push(pinned);
        }
        Ok(placed)
    }
}

/// Checks a collection whose folder exists: its files are the expected ones, or belong to the user.
fn there(descriptor: &Descriptor, folder: &Path) -> Result<(), Failure> {
    let (id, shown) = (&descriptor.id, folder.display());
    let own = descriptor.folder(Path::new("")).unwrap_or_default();
    let above = folder.ancestors().nth(own.components().count()).unwrap_or(folder);
    match verify(descriptor, above).into_iter().find(|finding| !finding.good && !finding.is_printed) {
        None => print(&format!("{id}\tis in {shown} already\n")),
        Some(finding) => Err(Failure::data(format!(
            "{shown} is not what `{id}` should be: {} is {}; move it away, then fetch again",
            finding.subject, finding.found
        ))),
    }
}
