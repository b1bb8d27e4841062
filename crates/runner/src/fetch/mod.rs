//! Published files, identified by their SHA-256: over HTTPS, or from a folder or a clone on this machine.
//!
//! A file is stored whole under its hash in a folder of downloads, so that an interrupted download continues with the
//! missing files. A file whose hash is not published is pinned at its first download ([`pins`]); its host may ask for a
//! password ([`login`]). The module does not depend on the contents of the files.

pub mod login;
pub mod pins;

use std::fmt::Write;
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail, ensure};
use rayon::prelude::*;
use rejudge_collections::decoded;
use rejudge_collections::descriptor::Sum;
use rejudge_collections::descriptor::origin::{PublishedFile, Repository};
use rejudge_store::atomic::write_whole;
use sha2::{Digest, Sha256};
use ureq::Agent;
use ureq::http::header::{AUTHORIZATION, LOCATION};
use ureq::http::{StatusCode, Uri};

use login::{Login, VARIABLE};
use pins::{Addressed, PINNED, Pins};

/// A file of a repository at a commit.
pub type Published<'a> = (&'a Repository, &'a PublishedFile);

/// The largest number of redirects.
const LEADS: usize = 5;

/// The time to wait for a host, and the number of attempts.
#[derive(Clone, Copy, Debug)]
pub struct Retries {
    /// For a connection, an answer, and for each piece of a file.
    pub silence: Duration,
    /// For a whole file: a host that sends a byte now and then is never silent.
    pub file: Duration,
    pub attempts: u32,
    /// The pause before the second attempt; each further one is twice as long.
    pub pause: Duration,
}

impl Default for Retries {
    fn default() -> Self {
        let [silence, file, pause] = [30, 600, 1].map(Duration::from_secs);
        Self { silence, file, attempts: 6, pause }
    }
}

/// The source of files.
#[derive(Debug)]
pub enum Source {
    /// The hosts that publish them, or a mirror of these.
    Web(Web),
    /// Folders, each a clone (bare or not) of a repository or a folder of clones (`name`, `owner/name`, with or
    /// without `.git`) or of mirrored files (`owner/name/commit/path`, `host/path`). The first one with a file is used.
    Local {
        folders: Vec<PathBuf>,
        /// The hosts of files that belong to no repository, and are in no folder; `None`: the network is not used.
        hosts: Option<Web>,
    },
}

impl Source {
    fn bytes(&self, of: Published<'_>) -> Result<Vec<u8>> {
        match self {
            Self::Web(web) => web.bytes(of),
            Self::Local { folders, .. } => local(folders, of),
        }
    }

    /// Returns true if the host of an address is asked for it itself: neither a folder has the file nor a mirror.
    pub fn asks_host(&self, address: &str) -> bool {
        match self {
            Self::Web(web) => web.mirror.is_none(),
            Self::Local { folders, hosts } => hosts.is_some() && mirrored(folders, address).is_none(),
        }
    }

    /// Returns the bytes of an address.
    fn addressed(&self, address: &str, login: Option<&Login>, check: Check<'_>) -> Result<Vec<u8>> {
        let web = match self {
            Self::Web(web) => web,
            Self::Local { folders, hosts } => match (mirrored(folders, address), hosts) {
                (Some(path), _) => {
                    let bytes = std::fs::read(&path).with_context(|| path.display().to_string())?;
                    return check(&bytes).with_context(|| path.display().to_string()).map(|()| bytes);
                }
                (None, Some(web)) => web,
                (None, None) => {
                    let shown = folders.first().map_or(Path::new(""), PathBuf::as_path).display();
                    bail!("{shown} has no file {}", without_scheme(address));
                }
            },
        };
        web.addressed(address, login, check)
    }
}

/// Returns the file of an address, as `wget -x` stores it below one of the folders.
fn mirrored(folders: &[PathBuf], address: &str) -> Option<PathBuf> {
    let name = Path::new(without_scheme(address));
    let is_plain = name.components().all(|part| matches!(part, Component::Normal(_)));
    folders.iter().map(|folder| folder.join(name)).find(|path| is_plain && path.is_file())
}

/// A test of the bytes that a host sends. An error that is [`Refused`] ends all attempts.
type Check<'a> = &'a dyn Fn(&[u8]) -> Result<()>;

/// A folder of downloads to which no other program writes.
#[derive(Debug)]
pub struct Downloads(pub PathBuf);

impl Downloads {
    /// The place of a downloaded file.
    pub fn path(&self, file: &PublishedFile) -> PathBuf {
        self.0.join(&file.sha256.0)
    }

    /// Downloads the missing files, `at_once` at a time, and calls `done` for each.
    ///
    /// # Errors
    /// The first file that is unavailable ends all downloads; the files already downloaded stay.
    pub fn fetch(
        &self,
        files: &[Published<'_>],
        source: &Source,
        at_once: usize,
        done: &(dyn Fn(&PublishedFile) + Sync),
    ) -> Result<()> {
        let one = |&(repository, file): &Published<'_>| -> Result<()> {
            if !self.path(file).is_file() {
                let bytes = source.bytes((repository, file));
                let bytes = bytes.with_context(|| format!("{}: {}", repository.name, file.path))?;
                write_whole(&self.path(file), &bytes)?;
            }
            done(file);
            Ok(())
        };
        let threads = rayon::ThreadPoolBuilder::new().num_threads(at_once).build()?;
        threads.install(|| files.par_iter().try_for_each(one))
    }

    /// Downloads the files of addresses, `at_once` at a time, and calls `done` for each. A file that was never downloaded
    /// is pinned if `accept` accepts it; one that was must have the pinned hash.
    ///
    /// # Errors
    /// The first file that is unavailable or refused ends all downloads; the files already downloaded stay.
    pub fn fetch_addressed(
        &self,
        files: &[Addressed],
        (source, login): (&Source, Option<&Login>),
        pins: &Pins,
        at_once: usize,
        accept: &(dyn Fn(&Addressed, &Path) -> Result<()> + Sync),
        done: &(dyn Fn(&Addressed) + Sync),
    ) -> Result<()> {
        let one = |file: &Addressed| -> Result<()> {
            let pinned = pins.of_address(&file.address);
            if !pinned.as_ref().is_some_and(|pinned| self.path(pinned).is_file()) {
                let check = |bytes: &[u8]| {
                    match &pinned {
                    Some(pinned) => check(pinned, bytes).map_err(|error| {
                        let then = "as at the first download; to take the new file, remove the line of the old one from";
                        Refused(format!("{error}, {then} {PINNED}")).into()
                    }),
                    None => check_whole(&file.address, bytes),
                }
                };
                let stored = pinned.as_ref().and_then(|pinned| pins.stored(pinned));
                let bytes = match stored {
                    Some(bytes) => bytes,
                    None => source.addressed(&file.address, login, &check)?,
                };
                let published = PublishedFile {
                    path: file.address.clone(),
                    sha256: Sum(format!("{:x}", Sha256::digest(&bytes))),
                    bytes: bytes.len() as u64,
                };
                let path = self.path(&published);
                write_whole(&path, &bytes)?;
                if pinned.is_none()
                    && let Err(error) = accept(file, &path)
                {
                    let _ = std::fs::remove_file(&path);
                    return Err(error.context(without_password(&file.address)));
                }
                pins.pin(&file.name, published)?;
            } else if let Some(pinned) = pinned {
                pins.pin(&file.name, pinned)?;
            }
            done(file);
            Ok(())
        };
        let threads = rayon::ThreadPoolBuilder::new().num_threads(at_once).build()?;
        threads.install(|| files.par_iter().try_for_each(one))
    }

    /// Returns the bytes of a downloaded file.
    ///
    /// # Errors
    /// If the file cannot be read or its bytes have changed; in the latter case it is removed.
    pub fn read(&self, file: &PublishedFile) -> Result<Vec<u8>> {
        let path = self.path(file);
        let bytes = std::fs::read(&path).with_context(|| path.display().to_string())?;
        let checked = check(file, &bytes).with_context(|| path.display().to_string());
        if checked.is_err() {
            let _ = std::fs::remove_file(&path);
        }
        checked.map(|()| bytes)
    }
}

fn check(file: &PublishedFile, bytes: &[u8]) -> Result<()> {
    let (found, expected) = (bytes.len() as u64, file.bytes);
    // No more than one byte too many is read.
    ensure!(found <= expected, "it has more than {expected} bytes, the published size");
    ensure!(found == expected, "it has {found} bytes, expected {expected}");
    let found = format!("{:x}", Sha256::digest(bytes));
    ensure!(found == file.sha256.0, "the sha256 of its content is {found}, expected {}", file.sha256.0);
    Ok(())
}

/// The largest file of an unknown size: several times the largest run.
const LARGEST: u64 = 256 << 20;

/// Checks that a file of an unknown hash came whole. A page in its place, such as a form that asks for a password, comes
/// again.
fn check_whole(address: &str, bytes: &[u8]) -> Result<()> {
    ensure!(!bytes.is_empty(), "the host sends nothing");
    let is_gzip = bytes.starts_with(&[0x1f, 0x8b]);
    if address.ends_with(".gz") && !is_gzip {
        return Err(Refused("the host sends something else than a gzip file".to_owned()).into());
    }
    decoded(Path::new(""), bytes.to_vec()).map(drop).map_err(|error| anyhow!("{}", error.why))
}

/// The hosts that publish files, and how they are asked.
#[derive(Debug)]
pub struct Web {
    agent: Agent,
    /// Asks hosts on this machine, past any proxy.
    near: Agent,
    /// Address of a mirror, ending in `/`; it has `owner/name/commit/path`.
    mirror: Option<String>,
    retries: Retries,
}

impl Web {
    /// The hosts that descriptions name, or the mirror at this address.
    ///
    /// # Errors
    /// If the address of the mirror is invalid.
    pub fn new(mirror: Option<&str>, retries: Retries) -> Result<Self> {
        let mirror = mirror.map(|url| format!("{}/", url.trim_end_matches('/')));
        mirror.as_deref().map(checked).transpose()?;
        let configured = || {
            Agent::config_builder()
                .user_agent(concat!("rejudge/", env!("CARGO_PKG_VERSION")))
                .http_status_as_error(false)
                // Redirects are checked here.
                .max_redirects(0)
                .max_redirects_will_error(false)
                .timeout_global(Some(retries.file))
                .timeout_connect(Some(retries.silence))
                .timeout_recv_response(Some(retries.silence))
                .timeout_per_read(Some(retries.silence))
        };
        let (agent, near) = (configured().build().new_agent(), configured().proxy(None).build().new_agent());
        Ok(Self { agent, near, mirror, retries })
    }

    fn bytes(&self, (repository, file): Published<'_>) -> Result<Vec<u8>> {
        let url = match &self.mirror {
            Some(mirror) => format!("{mirror}{}/{}/", encoded(&repository.name), repository.commit),
            None => repository.url.clone(),
        };
        let url = url + &encoded(&file.path);
        self.attempts(&url, file.bytes, None, &|bytes| match check(file, bytes) {
            // A file that is too short may have been cut off on its way; other content comes again.
            Err(error) if bytes.len() as u64 >= file.bytes => Err(Refused(error.to_string()).into()),
            checked => checked,
        })
    }

    /// Returns the bytes of an address. A mirror gets no password.
    fn addressed(&self, address: &str, login: Option<&Login>, check: Check<'_>) -> Result<Vec<u8>> {
        match &self.mirror {
            Some(mirror) => {
                self.attempts(&format!("{mirror}{}", without_scheme(address)), LARGEST, None, check)
            }
            None => self.attempts(address, LARGEST, login, check),
        }
    }

    /// Asks until bytes come that pass the check, or another attempt would not change the answer.
    fn attempts(&self, url: &str, largest: u64, login: Option<&Login>, check: Check<'_>) -> Result<Vec<u8>> {
        let mut pause = self.retries.pause;
        let mut attempt = 1;
        loop {
            match self.attempt(url, largest, login, check).with_context(|| without_password(url)) {
                Err(error) if attempt < self.retries.attempts && !is_final(&error) => {
                    tracing::warn!("{error:#}; trying again");
                    std::thread::sleep(pause);
                    (pause, attempt) = (2 * pause, attempt + 1);
                }
                ended => return ended,
            }
        }
    }

    /// Asks once, and goes where the answer leads on the same host.
    fn attempt(&self, url: &str, largest: u64, login: Option<&Login>, check: Check<'_>) -> Result<Vec<u8>> {
        let first = checked(url)?;
        let mut uri = first.clone();
        for _ in 0..=LEADS {
            let agent = if uri.host().is_some_and(is_here) { &self.near } else { &self.agent };
            let mut request = agent.get(&uri);
            if let Some(login) = login.filter(|login| login.is_for(&uri)) {
                request = request.header(AUTHORIZATION, login.header());
            }
            let (head, body) = request.call()?.into_parts();
            if head.status == StatusCode::OK {
                let mut bytes = Vec::new();
                body.into_reader().take(largest + 1).read_to_end(&mut bytes)?;
                if bytes.len() as u64 > largest && largest == LARGEST {
                    return Err(Refused(format!("it has more than {largest} bytes")).into());
                }
                return check(&bytes).map(|()| bytes);
            }
            if [StatusCode::UNAUTHORIZED, StatusCode::FORBIDDEN].contains(&head.status) {
                return Err(Denied(head.status).into());
            }
            let Some(location) = head.headers.get(LOCATION).filter(|_| head.status.is_redirection()) else {
                let status = head.status;
                let passes = [StatusCode::TOO_MANY_REQUESTS, StatusCode::REQUEST_TIMEOUT].contains(&status);
                return Err(match passes || status.is_server_error() {
                    true => anyhow!("the host answers {status}"),
                    false => Refused(format!("the host answers {status}")).into(),
                });
            };
            let location = location.to_str().unwrap_or_default();
            uri = match (location.strip_prefix('/'), uri.scheme_str(), uri.authority()) {
                (Some(rest), Some(scheme), Some(authority)) if !rest.starts_with('/') => {
                    checked(&format!("{scheme}://{authority}{location}"))?
                }
                _ => checked(location)?,
            };
            // Another port is another program, which must not get the password.
            if (uri.host(), uri.port_u16(), uri.scheme()) != (first.host(), first.port_u16(), first.scheme())
            {
                let host = uri.host().unwrap_or_default();
                let port = uri.port_u16().map_or_else(String::new, |port| format!(":{port}"));
                let reason = format!("leads to {host}{port}, which the description does not name");
                return Err(Refused(reason).into());
            }
        }
        Err(Refused(format!("leads elsewhere more than {LEADS} times")).into())
    }
}

/// An answer that another attempt would not change.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Refused(String);

/// A host that wants a password, or does not take this one.
#[derive(Debug, thiserror::Error)]
#[error("the host answers {0}")]
pub struct Denied(StatusCode);

fn is_final(error: &anyhow::Error) -> bool {
    error.is::<Refused>() || error.is::<Denied>()
}

/// An address that files may be taken from: `https`, or `http` on this machine.
fn checked(url: &str) -> Result<Uri, Refused> {
    let wrong = || {
        Refused(format!(
            "`{}`: expected an address that begins with https:// (http:// on this machine only)",
            without_password(url)
        ))
    };
    let uri: Uri = url.parse().map_err(|_| wrong())?;
    match (uri.scheme_str(), uri.host()) {
        (Some("https"), Some(_)) => Ok(uri),
        (Some("http"), Some(host)) if is_here(host) => Ok(uri),
        _ => Err(wrong()),
    }
}

/// Returns an address as messages show it: without the name and the password before its host. A password may contain any
/// character if it is not encoded, so that everything before the last `@` is left out.
fn without_password(url: &str) -> String {
    let scheme = url.find("://").map_or(0, |colon| colon + 3);
    match url[scheme..].rfind('@') {
        Some(at) => format!("{}***{}", &url[..scheme], &url[scheme + at..]),
        None => url.to_owned(),
    }
}

/// Returns an address without its scheme, as a path.
fn without_scheme(address: &str) -> &str {
    address.split_once("://").map_or(address, |(_, rest)| rest)
}

/// Returns true if a host is this machine.
fn is_here(host: &str) -> bool {
    ["localhost", "127.0.0.1", "[::1]"].contains(&host)
}

/// Returns a path encoded for an address.
fn encoded(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let encode = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    path.bytes().map(encode).collect()
}

/// Returns the bytes of a file from folders and clones on this machine.
fn local(folders: &[PathBuf], (repository, file): Published<'_>) -> Result<Vec<u8>> {
    let Repository { name, commit, .. } = repository;
    let mut found = None;
    let mut also = String::new();
    for folder in folders {
        let mirrored = folder.join(name).join(commit).join(&file.path);
        let short = name.rsplit_once('/').map_or(name.as_str(), |(_, short)| short);
        let clones = ["", short, name].into_iter();
        let mut clones = clones.flat_map(|place| [folder.join(place), folder.join(format!("{place}.git"))]);
        found = match mirrored.is_file() {
            true => Some(std::fs::read(&mirrored).with_context(|| mirrored.display().to_string())?),
            false => clones
                .find_map(|clone| blob(&clone, commit, &file.path, &mut also).transpose())
                .transpose()?,
        };
        if found.is_some() {
            break;
        }
    }
    let Some(bytes) = found else {
        let shown = folders.first().map_or(Path::new(""), PathBuf::as_path).display();
        bail!("{shown} has no clone of {name} with commit {commit} and no folder {name}/{commit}{also}");
    };
    check(file, &bytes).map(|()| bytes)
}

/// Returns a file of a commit in a clone. git never prompts and never fetches here; what it says is added to `also`.
fn blob(clone: &Path, commit: &str, path: &str, also: &mut String) -> Result<Option<Vec<u8>>> {
    if !clone.is_dir() {
        return Ok(None);
    }
    let mut git = Command::new("git");
    git.arg("-C").arg(clone).args([
        "-c",
        "safe.directory=*",
        "cat-file",
        "blob",
        &format!("{commit}:{path}"),
    ]);
    git.env_remove(VARIABLE)
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("LC_ALL", "C")
        .stdin(Stdio::null());
    let said = git.output().context("cannot run `git`, which reads clones")?;
    if said.status.success() {
        return Ok(Some(said.stdout));
    }
    let text = String::from_utf8_lossy(&said.stderr);
    let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("nothing");
    write!(also, "; of {} git says: {}", clone.display(), line.trim())?;
    Ok(None)
}
