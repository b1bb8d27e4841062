//! A host on this machine that can behave badly in the ways that real hosts do.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// The host's response to a request.
#[derive(Clone, Debug)]
pub enum Deed {
    /// Sends the complete file.
    Gives,
    /// Sends this number of bytes of the file, and closes the connection.
    HangsUpAfter(usize),
    /// Sends this number of bytes, and then sends nothing more.
    IsSilentAfter(usize),
    /// Sends one byte at a time, with this number of milliseconds between two bytes.
    Drips(u64),
    /// Sends as many bytes as the file has, but with other values.
    Lies,
    /// Sends more bytes than the file has.
    Adds(usize),
    /// Sends another file of the host.
    Swaps(String),
    /// Redirects to another address.
    LeadsTo(String),
    /// Responds with this status, and with more lines in the header.
    Answers(u16, String),
}

/// A host. It ends with the process.
pub struct Server {
    /// The host's address, without `/` at the end.
    pub url: String,
    seen: Arc<Mutex<Vec<String>>>,
    /// All lines of all requests.
    log: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Starts a host with these files (by path, which begins with `/`). It responds to each request with the
    /// next of these deeds. When no deeds are left, it sends the requested file.
    pub fn new(files: BTreeMap<String, Vec<u8>>, deeds: Vec<Deed>) -> Self {
        Self::start(files, deeds, None)
    }

    /// Starts a host that requires a password for addresses below `/results/`. `login` is the expected `Authorization`.
    pub fn with_login(files: BTreeMap<String, Vec<u8>>, deeds: Vec<Deed>, login: &str) -> Self {
        Self::start(files, deeds, Some(login.to_owned()))
    }

    fn start(files: BTreeMap<String, Vec<u8>>, deeds: Vec<Deed>, login: Option<String>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (seen, log) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Mutex::new(Vec::new())));
        let host = Arc::new(Host { files, login, seen: Arc::clone(&seen), log: Arc::clone(&log) });
        let deeds = Arc::new(Mutex::new(deeds.into_iter()));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (host, deeds) = (Arc::clone(&host), Arc::clone(&deeds));
                thread::spawn(move || {
                    let _ = host.answer(stream, || deeds.lock().unwrap().next());
                });
            }
        });
        Self { url, seen, log }
    }

    /// Returns all lines of all requests.
    pub fn log(&self) -> Vec<String> {
        self.log.lock().unwrap().clone()
    }

    /// Returns the path of each request.
    pub fn seen(&self) -> Vec<String> {
        self.seen.lock().unwrap().clone()
    }
}

struct Host {
    files: BTreeMap<String, Vec<u8>>,
    login: Option<String>,
    seen: Arc<Mutex<Vec<String>>>,
    log: Arc<Mutex<Vec<String>>>,
}

impl Host {
    fn answer(&self, stream: TcpStream, deed: impl FnOnce() -> Option<Deed>) -> std::io::Result<()> {
        let mut lines = BufReader::new(stream.try_clone()?).lines();
        let first = lines.next().unwrap_or(Ok(String::new()))?;
        let path = first.split(' ').nth(1).unwrap_or("").to_owned();
        let mut request = vec![first];
        for line in lines {
            let line = line?;
            if line.is_empty() {
                break;
            }
            request.push(line);
        }
        self.seen.lock().unwrap().push(path.clone());
        let is_denied = path.starts_with("/results/")
            && self.login.as_ref().is_some_and(|login| {
                let expected = format!("authorization: {login}");
                !request.iter().any(|line| {
                    line.len() == expected.len()
                        && line[..14].eq_ignore_ascii_case(&expected[..14])
                        && line[14..] == expected[14..]
                })
            });
        self.log.lock().unwrap().extend(request);
        let deed = if is_denied { Some(Deed::Answers(401, String::new())) } else { deed() };
        give(stream, &self.files, &path, deed.unwrap_or(Deed::Gives))
    }
}

fn give(stream: TcpStream, files: &BTreeMap<String, Vec<u8>>, path: &str, deed: Deed) -> std::io::Result<()> {
    let mut out = stream;
    if let Deed::Answers(status, lines) = &deed {
        return write!(out, "HTTP/1.1 {status} x\r\n{lines}Content-Length: 0\r\nConnection: close\r\n\r\n");
    }
    if let Deed::LeadsTo(to) = &deed {
        return write!(
            out,
            "HTTP/1.1 302 x\r\nLocation: {to}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        );
    }
    let path = if let Deed::Swaps(other) = &deed { other } else { path };
    let Some(whole) = files.get(path) else {
        return write!(out, "HTTP/1.1 404 x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    };
    let mut bytes = whole.clone();
    match deed {
        Deed::Lies => bytes.iter_mut().for_each(|byte| *byte ^= 1),
        Deed::Adds(count) => bytes.extend(std::iter::repeat_n(b'+', count)),
        _ => {}
    }
    write!(out, "HTTP/1.1 200 x\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", bytes.len())?;
    let given = match deed {
        Deed::HangsUpAfter(count) | Deed::IsSilentAfter(count) => count,
        _ => bytes.len(),
    };
    if let Deed::Drips(pause) = deed {
        for byte in &bytes {
            out.write_all(&[*byte])?;
            out.flush()?;
            thread::sleep(Duration::from_millis(pause));
        }
        return Ok(());
    }
    out.write_all(&bytes[..given.min(bytes.len())])?;
    out.flush()?;
    if matches!(deed, Deed::IsSilentAfter(_)) {
        thread::sleep(Duration::from_secs(20));
    }
    Ok(())
}
