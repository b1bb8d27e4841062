//! Files over HTTPS: one attempt at a time, which resumes at the end of the last one.

use std::collections::BTreeSet;
use std::io::{self, Read, Write};
use std::time::{Duration, Instant};

use ureq::Agent;
use ureq::http::header::{CONTENT_RANGE, LOCATION, RANGE, RETRY_AFTER};
use ureq::http::{HeaderMap, StatusCode, Uri};

use crate::fetch::downloads::Part;
use crate::fetch::error::FetchError;
use crate::fetch::event::Event;
use crate::fetch::item::Item;
use crate::fetch::retry_policy::RetryPolicy;
use crate::fetch::url::{checked, encoded, followed, is_here};

/// The largest number of redirects.
const LEADS: usize = 5;

/// The number of bytes per read.
const PIECE: usize = 1 << 16;

/// The hosts that publish files, and how they are asked.
#[derive(Debug)]
pub struct Web {
    agent: Agent,
    /// Asks hosts on this machine, past any proxy.
    near: Agent,
    /// Address of a mirror, ending in `/`; it has `owner/name/commit/path`.
    mirror: Option<String>,
    pub(crate) retries: RetryPolicy,
}

/// An attempt that failed.
pub(crate) struct Failed {
    pub error: FetchError,
    /// True if another attempt may do better.
    pub again: bool,
    /// The time that the host asks us to wait.
    pub asked: Option<Duration>,
}

impl From<FetchError> for Failed {
    fn from(error: FetchError) -> Self {
        Self { error, again: false, asked: None }
    }
}

impl Web {
    /// The hosts that items name, or the mirror at this address.
    ///
    /// # Errors
    /// If the address of the mirror is invalid.
    pub fn new(mirror: Option<&str>, retries: RetryPolicy) -> Result<Self, FetchError> {
        let mirror = mirror.map(|url| format!("{}/", url.trim_end_matches('/')));
        mirror.as_deref().map(checked).transpose()?;
        let configured = || {
            Agent::config_builder()
                .user_agent(concat!("rejudge/", env!("CARGO_PKG_VERSION")))
                .http_status_as_error(false)
                // Redirects are checked here.
                .max_redirects(0)
                .max_redirects_will_error(false)
                .timeout_connect(Some(retries.silence))
                .timeout_recv_response(Some(retries.silence))
                .timeout_per_read(Some(retries.silence))
        };
        let (agent, near) = (configured().build().new_agent(), configured().proxy(None).build().new_agent());
        Ok(Self { agent, near, mirror, retries })
    }

    /// Returns the address of a file.
    pub(crate) fn url(&self, item: &Item) -> String {
        match &self.mirror {
            Some(mirror) => {
                format!("{mirror}{}/{}/{}", encoded(&item.repository), item.commit, encoded(&item.path))
            }
            None => format!("{}{}", item.url, encoded(&item.path)),
        }
    }

    /// Makes one attempt to download the missing bytes of `part`.
    pub(crate) fn attempt(
        &self,
        item: &Item,
        part: &mut Part,
        goes_on: impl Fn() -> bool,
        on_event: &(dyn Fn(Event<'_>) + Sync),
    ) -> Result<(), Failed> {
        let url = self.url(item);
        if part.length() > item.bytes {
            part.restart(on_event)?;
        }
        if part.length() == item.bytes {
            return Ok(());
        }
        let (status, headers, mut body) = self.answer(&url, part.length())?;
        let way = |reason: &str| again(FetchError::Way { url: url.clone(), reason: reason.to_owned() });
        match status {
            StatusCode::PARTIAL_CONTENT if continues(&headers, part.length()) => {}
            StatusCode::OK if part.length() == 0 => {}
            // It knows of no pieces: the file comes from its beginning.
            StatusCode::OK => part.restart(on_event)?,
            StatusCode::PARTIAL_CONTENT | StatusCode::RANGE_NOT_SATISFIABLE => {
                part.restart(on_event)?;
                return Err(way("the host does not go on where we stopped"));
            }
            _ => {
                let error = FetchError::Status { url: url.clone(), status: status.as_u16() };
                let passes = status == StatusCode::TOO_MANY_REQUESTS
                    || status == StatusCode::REQUEST_TIMEOUT
                    || status.is_server_error();
                return Err(Failed { error, again: passes, asked: asked(&headers) });
            }
        }
        let length = |found| FetchError::Length { from: url.clone(), found, expected: item.bytes };
        let mut piece = vec![0; PIECE];
        let RetryPolicy { least, window, .. } = self.retries;
        let mut mark = (Instant::now(), part.length());
        while goes_on() {
            if mark.0.elapsed() >= window {
                let came = part.length() - mark.1;
                if came < least {
                    let seconds = window.as_secs_f64();
                    return Err(way(&format!(
                        "{came} bytes in {seconds} seconds, expected {least} at least"
                    )));
                }
                mark = (Instant::now(), part.length());
            }
            let read = match body.read(&mut piece) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                read => read.map_err(|error| way(&error.to_string()))?,
            };
            if read == 0 {
                return match part.length() == item.bytes {
                    true => Ok(()),
                    false => Err(way(&format!("broke off after {} of {} bytes", part.length(), item.bytes))),
                };
            }
            if part.length() + read as u64 > item.bytes {
                let found = part.length() + read as u64;
                part.restart(on_event)?;
                return Err(again(length(found)));
            }
            part.write_all(&piece[..read]).map_err(|cause| part.failed(cause))?;
            on_event(Event::Came(read as u64));
        }
        Err(FetchError::Stopped.into())
    }

    /// Returns the answer to a request for the bytes from `from` on, wherever it leads among the hosts that
    /// are named.
    fn answer(&self, url: &str, from: u64) -> Result<(StatusCode, HeaderMap, impl Read), Failed> {
        let mut uri = checked(url)?;
        let named: BTreeSet<String> = uri.host().into_iter().map(str::to_owned).collect();
        for _ in 0..=LEADS {
            let agent = if uri.host().is_some_and(is_here) { &self.near } else { &self.agent };
            let mut request = agent.get(&uri);
            if from > 0 {
                request = request.header(RANGE, format!("bytes={from}-"));
            }
            let answer = request
                .call()
                .map_err(|error| again(FetchError::Way { url: uri.to_string(), reason: reason(&error) }))?;
            let (head, body) = answer.into_parts();
            let leads = head.status.is_redirection().then(|| head.headers.get(LOCATION)).flatten();
            let Some(location) = leads else { return Ok((head.status, head.headers, body.into_reader())) };
            let next: Uri = followed(&uri, location.to_str().unwrap_or_default())?;
            let host = next.host().unwrap_or_default();
            if !named.contains(host) {
                let (url, host) = (uri.to_string(), host.to_owned());
                return Err(FetchError::OtherHost { url, host }.into());
            }
            uri = next;
        }
        let reason = format!("leads elsewhere more than {LEADS} times");
        Err(FetchError::Way { url: url.to_owned(), reason }.into())
    }
}

fn again(error: FetchError) -> Failed {
    Failed { error, again: true, asked: None }
}

/// Returns the cause of an error, in words that tell users what to check.
fn reason(error: &ureq::Error) -> String {
    match error {
        ureq::Error::HostNotFound => "the host is not found: is there a network?".to_owned(),
        ureq::Error::Timeout(_) => "the host is silent".to_owned(),
        ureq::Error::Io(error) => error.to_string(),
        error => error.to_string(),
    }
}

/// Returns true if an answer goes on at `from`: `Content-Range: bytes 100-199/200`.
fn continues(headers: &HeaderMap, from: u64) -> bool {
    let range = headers.get(CONTENT_RANGE).and_then(|range| range.to_str().ok());
    let first = range.and_then(|range| range.trim().strip_prefix("bytes ")?.split_once('-'));
    first.is_some_and(|(first, _)| first.trim().parse() == Ok(from))
}

/// Returns the seconds that a host asks us to wait.
fn asked(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds))
}
