//! Downloads published files, or copies them from a folder or a clone on this machine.
//!
//! A file is identified by its SHA-256. When it is complete, it is stored under its hash in a folder of
//! downloads, so an interrupted download continues with the missing files. If the publisher gives no hash, we
//! record the hash of the first download ([`pins`]). A host may require a password ([`login`]).

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

use login::{LOGIN_VARIABLE, Login};
use pins::{Addressed, PINNED, Pins};

/// A file in a repository at a commit.
pub type Published<'a> = (&'a Repository, &'a PublishedFile);

/// The largest number of redirects that we follow.
const MAX_REDIRECTS: usize = 5;

/// The limits of a download: the longest waits, and the number of attempts.
#[derive(Clone, Copy, Debug)]
pub struct Retries {
    /// The longest wait for a connection, for an answer, and for the next part of a file.
    pub silence: Duration,
    /// The longest time for one request, until the whole file has arrived. Without this limit, a host that
    /// sends a byte now and then could go on forever.
    pub file: Duration,
    pub attempts: u32,
    /// The pause before the second attempt. Every further pause is twice as long as the one before.
    pub pause: Duration,
}

impl Default for Retries {
    fn default() -> Self {
        let [silence, file, pause] = [30, 600, 1].map(Duration::from_secs);
        Self { silence, file, attempts: 6, pause }
    }
}

/// The origin of files.
#[derive(Debug)]
pub enum Source {
    /// The hosts that publish the files, or a mirror of them.
    Web(Web),
    /// Folders on this machine. A folder may be a clone of a repository (bare or not), a folder of clones (`name` or
    /// `owner/name`, with or without `.git`), or a folder with files of a mirror (`owner/name/commit/path` or `host/path`).
    /// If several folders have a file, the first one is used.
    Local {
        folders: Vec<PathBuf>,
        /// Downloads files that are in no repository, if the folders do not have them. `None` forbids downloads.
        hosts: Option<Web>,
    },
}

impl Source {
    fn bytes(&self, published: Published<'_>) -> Result<Vec<u8>> {
        match self {
            Self::Web(web) => web.bytes(published),
            Self::Local { folders, .. } => local_bytes(folders, published),
        }
    }

    /// Returns true if an address is downloaded from its own host, and not from a folder or a mirror.
    pub fn asks_host(&self, address: &str) -> bool {
        match self {
            Self::Web(web) => web.mirror.is_none(),
            Self::Local { folders, hosts } => hosts.is_some() && mirrored(folders, address).is_none(),
        }
    }

    /// Returns the bytes at an address.
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
                    let folder = folders.first().map_or(Path::new(""), PathBuf::as_path).display();
                    bail!("{folder} has no file {}", without_scheme(address));
                }
            },
        };
        web.addressed(address, login, check)
    }
}

/// Returns the path of an address's file, as `wget -x` names it, if one of the folders has the file.
fn mirrored(folders: &[PathBuf], address: &str) -> Option<PathBuf> {
    let name = Path::new(without_scheme(address));
    let is_plain = name.components().all(|part| matches!(part, Component::Normal(_)));
    folders.iter().map(|folder| folder.join(name)).find(|path| is_plain && path.is_file())
}

/// Checks downloaded bytes. If the error is a [`Refused`], we do not download them again.
type Check<'a> = &'a dyn Fn(&[u8]) -> Result<()>;

/// The folder of downloads. The caller must lock it, so that no other process writes to it.
#[derive(Debug)]
pub struct Downloads(pub PathBuf);

impl Downloads {
    /// Returns the path of a file in the folder.
    pub fn path(&self, file: &PublishedFile) -> PathBuf {
        self.0.join(&file.sha256.0)
    }

    /// Gets the missing files from `source`, at most `at_once` files at the same time. Calls `on_file` for
    /// each file, including files that were not missing.
    ///
    /// # Errors
    /// If a file is unavailable. No further download then begins, and files that were already downloaded
    /// stay.
    pub fn fetch(
        &self,
        files: &[Published<'_>],
        source: &Source,
        at_once: usize,
        on_file: &(dyn Fn(&PublishedFile) + Sync),
    ) -> Result<()> {
        let fetch_file = |&(repository, file): &Published<'_>| -> Result<()> {
            if !self.path(file).is_file() {
                let bytes = source.bytes((repository, file));
                let bytes = bytes.with_context(|| format!("{}: {}", repository.name, file.path))?;
                write_whole(&self.path(file), &bytes)?;
            }
            on_file(file);
            Ok(())
        };
        let threads = rayon::ThreadPoolBuilder::new().num_threads(at_once).build()?;
        threads.install(|| files.par_iter().try_for_each(fetch_file))
    }

    /// Gets the missing files, at most `at_once` files at the same time. A pinned file that some collection
    /// already has is copied from there; all other files come from `source`. Calls `on_file` for each file,
    /// including files that were not missing. At the first download, the file's hash is pinned if `accept`
    /// accepts the file. Later downloads must have the pinned hash.
    ///
    /// # Errors
    /// If a file is unavailable, differs from its pin, or is not accepted, or if the pins cannot be written. No
    /// further download then begins, and files that were already downloaded stay.
    pub fn fetch_addressed(
        &self,
        files: &[Addressed],
        (source, login): (&Source, Option<&Login>),
        pins: &Pins,
        at_once: usize,
        accept: &(dyn Fn(&Addressed, &Path) -> Result<()> + Sync),
        on_file: &(dyn Fn(&Addressed) + Sync),
    ) -> Result<()> {
        let fetch_file = |file: &Addressed| -> Result<()> {
            let pinned = pins.with_address(&file.address);
            if !pinned.as_ref().is_some_and(|pinned| self.path(pinned).is_file()) {
                let check = |bytes: &[u8]| {
                    match &pinned {
                    Some(pinned) => check(pinned, bytes).map_err(|error| {
                        let advice = "as at the first download; to accept the new file, remove the line of the old one from";
                        Refused(format!("{error}, {advice} {PINNED}")).into()
                    }),
                    None => check_complete(&file.address, bytes),
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
                if pinned.is_some() {
                    write_whole(&path, &bytes)?;
                } else {
                    // Files with equal bytes have the same path, so another thread could replace the file while we read it.
                    let own_path = path.with_file_name(format!("{:x}", Sha256::digest(&file.address)));
                    write_whole(&own_path, &bytes)?;
                    let accepted = accept(file, &own_path);
                    if let Err(error) = accepted.and_then(|()| Ok(std::fs::rename(&own_path, &path)?)) {
                        let _ = std::fs::remove_file(&own_path);
                        return Err(error.context(without_password(&file.address)));
                    }
                }
                pins.pin(&file.name, published)?;
            } else if let Some(pinned) = pinned {
                pins.pin(&file.name, pinned)?;
            }
            on_file(file);
            Ok(())
        };
        let threads = rayon::ThreadPoolBuilder::new().num_threads(at_once).build()?;
        threads.install(|| files.par_iter().try_for_each(fetch_file))
    }

    /// Returns the bytes of a downloaded file.
    ///
    /// # Errors
    /// If the file cannot be read, or its bytes have changed. A changed file is removed.
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
    let (size, expected) = (bytes.len() as u64, file.bytes);
    // A download stops one byte after the expected size, so the real size of a larger file may be unknown.
    ensure!(size <= expected, "it has more than {expected} bytes, expected {expected}");
    ensure!(size == expected, "it has {size} bytes, expected {expected}");
    let sum = format!("{:x}", Sha256::digest(bytes));
    ensure!(sum == file.sha256.0, "the sha256 of its content is {sum}, expected {}", file.sha256.0);
    Ok(())
}

/// The largest number of bytes of a file that we download from an address. No size is published for such a
/// file.
const MAX_UNKNOWN_SIZE: u64 = 256 << 20;

/// Checks that a file without a published hash is complete. If the host sends a page instead of a gzip file, for example a
/// form that asks for a password, we do not try again, because we would get the same page.
fn check_complete(address: &str, bytes: &[u8]) -> Result<()> {
    ensure!(!bytes.is_empty(), "the host sent an empty file");
    let is_gzip = bytes.starts_with(&[0x1f, 0x8b]);
    if address.ends_with(".gz") && !is_gzip {
        return Err(Refused("expected a gzip file, the host sent another file".to_owned()).into());
    }
    decoded(Path::new(""), bytes.to_vec()).map(drop).map_err(|error| anyhow!("{}", error.why))
}

/// Downloads from the hosts that publish files, or from a mirror.
#[derive(Debug)]
pub struct Web {
    agent: Agent,
    /// The client for hosts on this machine. It uses no proxy.
    local_agent: Agent,
    /// The address of a mirror. It ends with `/`, and files follow as `owner/name/commit/path` or `host/path`.
    mirror: Option<String>,
    retries: Retries,
}

impl Web {
    /// Makes a client for the hosts that descriptions name, or for a mirror of their files.
    ///
    /// # Errors
    /// If the address of the mirror is invalid.
    pub fn new(mirror: Option<&str>, retries: Retries) -> Result<Self> {
        let mirror = mirror.map(|url| format!("{}/", url.trim_end_matches('/')));
        mirror.as_deref().map(parse_address).transpose()?;
        let config = || {
            Agent::config_builder()
                .user_agent(concat!("rejudge/", env!("CARGO_PKG_VERSION")))
                .http_status_as_error(false)
                // Do not let the client follow redirects, because we must check each address.
                .max_redirects(0)
                .max_redirects_will_error(false)
                .timeout_global(Some(retries.file))
                .timeout_connect(Some(retries.silence))
                .timeout_recv_response(Some(retries.silence))
                .timeout_per_read(Some(retries.silence))
        };
        let agent = config().build().new_agent();
        let local_agent = config().proxy(None).build().new_agent();
        Ok(Self { agent, local_agent, mirror, retries })
    }

    fn bytes(&self, (repository, file): Published<'_>) -> Result<Vec<u8>> {
        let url = match &self.mirror {
            Some(mirror) => format!("{mirror}{}/{}/", encoded(&repository.name), repository.commit),
            None => repository.url.clone(),
        };
        let url = url + &encoded(&file.path);
        self.attempts(&url, file.bytes, None, &|bytes| match check(file, bytes) {
            // A file that is too short may have been cut off on the way. Other wrong content would be the same
            // at the next attempt.
            Err(error) if bytes.len() as u64 >= file.bytes => Err(Refused(error.to_string()).into()),
            checked => checked,
        })
    }

    /// Returns the bytes at an address. The password is not sent to a mirror.
    fn addressed(&self, address: &str, login: Option<&Login>, check: Check<'_>) -> Result<Vec<u8>> {
        match &self.mirror {
            Some(mirror) => {
                self.attempts(&format!("{mirror}{}", without_scheme(address)), MAX_UNKNOWN_SIZE, None, check)
            }
            None => self.attempts(address, MAX_UNKNOWN_SIZE, login, check),
        }
    }

    /// Tries until the bytes pass the check, all attempts are used up, or an error is final.
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
                result => return result,
            }
        }
    }

    /// Makes one request. Follows redirects that stay on the same host, port and scheme.
    fn attempt(&self, url: &str, largest: u64, login: Option<&Login>, check: Check<'_>) -> Result<Vec<u8>> {
        let first = parse_address(url)?;
        let mut uri = first.clone();
        for _ in 0..=MAX_REDIRECTS {
            let agent = if uri.host().is_some_and(is_this_machine) { &self.local_agent } else { &self.agent };
            let mut request = agent.get(&uri);
            if let Some(login) = login.filter(|login| login.is_for(&uri)) {
                request = request.header(AUTHORIZATION, login.header());
            }
            let (head, body) = request.call()?.into_parts();
            if head.status == StatusCode::OK {
                let mut bytes = Vec::new();
                body.into_reader().take(largest + 1).read_to_end(&mut bytes)?;
                if bytes.len() as u64 > largest && largest == MAX_UNKNOWN_SIZE {
                    return Err(Refused(format!("it has more than {largest} bytes")).into());
                }
                return check(&bytes).map(|()| bytes);
            }
            if [StatusCode::UNAUTHORIZED, StatusCode::FORBIDDEN].contains(&head.status) {
                return Err(Denied(head.status).into());
            }
            let Some(location) = head.headers.get(LOCATION).filter(|_| head.status.is_redirection()) else {
                let status = head.status;
                let is_temporary = status.is_server_error()
                    || [StatusCode::TOO_MANY_REQUESTS, StatusCode::REQUEST_TIMEOUT].contains(&status);
                let message = format!("the host answers {status}");
                return Err(if is_temporary { anyhow!(message) } else { Refused(message).into() });
            };
            let location = location.to_str().unwrap_or_default();
            uri = match (location.strip_prefix('/'), uri.scheme_str(), uri.authority()) {
                (Some(rest), Some(scheme), Some(authority)) if !rest.starts_with('/') => {
                    parse_address(&format!("{scheme}://{authority}{location}"))?
                }
                _ => parse_address(location)?,
            };
            // Another port may belong to another program, which must not get the password.
            if (uri.host(), uri.port_u16(), uri.scheme()) != (first.host(), first.port_u16(), first.scheme())
            {
                let host = uri.host().unwrap_or_default();
                let port = uri.port_u16().map_or_else(String::new, |port| format!(":{port}"));
                let reason = format!("redirects to {host}{port}, which the description does not name");
                return Err(Refused(reason).into());
            }
        }
        Err(Refused(format!("redirects more than {MAX_REDIRECTS} times")).into())
    }
}

/// An error that would be the same at another attempt.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Refused(String);

/// The error if a host requires a password, or does not accept the password that we sent.
#[derive(Debug, thiserror::Error)]
#[error("the host answers {0}")]
pub struct Denied(StatusCode);

fn is_final(error: &anyhow::Error) -> bool {
    error.is::<Refused>() || error.is::<Denied>()
}

/// Parses an address. Only `https` is accepted, and `http` on this machine.
fn parse_address(url: &str) -> Result<Uri, Refused> {
    let wrong = || {
        Refused(format!(
            "`{}`: expected an address that begins with https:// (http:// only on this machine)",
            without_password(url)
        ))
    };
    let uri: Uri = url.parse().map_err(|_| wrong())?;
    match (uri.scheme_str(), uri.host()) {
        (Some("https"), Some(_)) => Ok(uri),
        (Some("http"), Some(host)) if is_this_machine(host) => Ok(uri),
        _ => Err(wrong()),
    }
}

/// Hides the user name and the password in an address, because messages show addresses. Everything before the last `@` is
/// hidden, because a password that is not encoded may contain any character.
fn without_password(url: &str) -> String {
    let scheme = url.find("://").map_or(0, |colon| colon + 3);
    match url[scheme..].rfind('@') {
        Some(length) => format!("{}***{}", &url[..scheme], &url[scheme + length..]),
        None => url.to_owned(),
    }
}

/// Removes the scheme of an address, so that the rest can be used as a path.
fn without_scheme(address: &str) -> &str {
    address.split_once("://").map_or(address, |(_, rest)| rest)
}

/// Returns true if the host is this machine.
fn is_this_machine(host: &str) -> bool {
    ["localhost", "127.0.0.1", "[::1]"].contains(&host)
}

/// Percent-encodes a path for an address.
fn encoded(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            out.push(byte.into());
        } else {
            out += &format!("%{byte:02X}");
        }
    }
    out
}

/// Returns the content of a file from folders and clones on this machine.
fn local_bytes(folders: &[PathBuf], (repository, file): Published<'_>) -> Result<Vec<u8>> {
    let Repository { name, commit, .. } = repository;
    let mut git_errors = String::new();
    for folder in folders {
        let mirrored = folder.join(name).join(commit).join(&file.path);
        if mirrored.is_file() {
            let bytes = std::fs::read(&mirrored).with_context(|| mirrored.display().to_string())?;
            return check(file, &bytes).map(|()| bytes);
        }
        let short = name.rsplit_once('/').map_or(name.as_str(), |(_, short)| short);
        for place in ["", short, name] {
            for clone in [folder.join(place), folder.join(format!("{place}.git"))] {
                if let Some(bytes) = blob(&clone, commit, &file.path, &mut git_errors)? {
                    return check(file, &bytes).map(|()| bytes);
                }
            }
        }
    }
    let folder = folders.first().map_or(Path::new(""), PathBuf::as_path).display();
    let mirrored = format!("{name}/{commit}/{}", file.path);
    bail!("{folder} has no clone of {name} with commit {commit} and no file {mirrored}{git_errors}");
}

/// Returns the content of a file at a commit of a clone. git must not prompt or download anything. If git fails, its
/// message is added to `errors`, and the result is `None`. It is also `None` if the folder does not exist.
fn blob(clone: &Path, commit: &str, path: &str, errors: &mut String) -> Result<Option<Vec<u8>>> {
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
    git.env_remove(LOGIN_VARIABLE)
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("LC_ALL", "C")
        .stdin(Stdio::null());
    let output = git.output().context("cannot run `git`, which reads clones")?;
    if output.status.success() {
        return Ok(Some(output.stdout));
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("no message");
    write!(errors, "; git in {}: {}", clone.display(), line.trim())?;
    Ok(None)
}
