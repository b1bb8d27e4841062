//! A host on this machine that behaves as hosts do on their worse days.

#![allow(dead_code, clippy::unwrap_used, reason = "each test uses a part of it, and says what must be")]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// The response of the host to a request.
#[derive(Clone, Debug)]
pub enum Deed {
    /// Sends the requested file, from the requested offset.
    Gives,
    /// Sends this number of bytes of the requested file, and hangs up.
    HangsUpAfter(usize),
    /// Gives so many bytes, and is silent then.
    IsSilentAfter(usize),
    /// Gives a byte at a time, with so many milliseconds between two.
    Drips(u64),
    /// Gives the whole file whatever piece is asked for.
    KnowsNoPieces,
    /// The same, and hangs up after this number of bytes.
    KnowsNoPiecesAndHangsUpAfter(usize),
    /// Goes on elsewhere than asked.
    GoesOnAt(usize),
    /// Gives other bytes, as many.
    Lies,
    /// Gives more bytes than there are.
    Adds(usize),
    /// Sends to another address.
    LeadsTo(String),
    /// Answers with this status, and with further lines of the head.
    Answers(u16, String),
}

/// A host; it ends with the process.
pub struct Server {
    /// Its address, without `/` at the end.
    pub url: String,
    seen: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Starts a host of these files (by path, with `/` in front) that responds with these deeds, one per
    /// request, and sends the requested file once they are used up.
    pub fn new(files: BTreeMap<String, Vec<u8>>, deeds: Vec<Deed>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (files, on_event) = (Arc::new(files), Arc::clone(&seen));
        let deeds = Arc::new(Mutex::new(deeds.into_iter()));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (files, deeds, on_event) =
                    (Arc::clone(&files), Arc::clone(&deeds), Arc::clone(&on_event));
                thread::spawn(move || {
                    let _ = answer(stream, &files, &on_event, || deeds.lock().unwrap().next());
                });
            }
        });
        Self { url, seen }
    }

    /// Returns the requests: `path` or `path from N`.
    pub fn seen(&self) -> Vec<String> {
        self.seen.lock().unwrap().clone()
    }
}

fn answer(
    stream: TcpStream,
    files: &BTreeMap<String, Vec<u8>>,
    on_event: &Mutex<Vec<String>>,
    deed: impl FnOnce() -> Option<Deed>,
) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let first = lines.next().unwrap_or(Ok(String::new()))?;
    let path = first.split(' ').nth(1).unwrap_or("").to_owned();
    let mut from = None;
    for line in lines {
        let line = line?;
        if line.is_empty() {
            break;
        }
        let range = line.to_ascii_lowercase();
        from = range.strip_prefix("range: bytes=").and_then(|r| r.strip_suffix('-')?.parse().ok()).or(from);
    }
    let asked = from.map_or_else(|| path.clone(), |from: usize| format!("{path} from {from}"));
    on_event.lock().unwrap().push(asked);
    let mut out = stream;
    let deed = deed().unwrap_or(Deed::Gives);
    if let Deed::Answers(status, lines) = &deed {
        return write!(out, "HTTP/1.1 {status} x\r\n{lines}Content-Length: 0\r\nConnection: close\r\n\r\n");
    }
    if let Deed::LeadsTo(to) = &deed {
        return write!(
            out,
            "HTTP/1.1 302 x\r\nLocation: {to}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        );
    }
    let Some(whole) = files.get(&path) else {
        return write!(out, "HTTP/1.1 404 x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    };
    let from = match deed {
        Deed::KnowsNoPieces | Deed::KnowsNoPiecesAndHangsUpAfter(_) => None,
        Deed::GoesOnAt(at) => Some(at),
        _ => from,
    };
    let mut bytes = whole[from.unwrap_or(0)..].to_vec();
    match deed {
        Deed::Lies => bytes.iter_mut().for_each(|byte| *byte ^= 1),
        Deed::Adds(count) => bytes.extend(std::iter::repeat_n(b'+', count)),
        _ => {}
    }
    let range = from.map_or(String::new(), |from| {
        format!("Content-Range: bytes {from}-{}/{}\r\n", whole.len() - 1, whole.len())
    });
    let status = if from.is_some() { 206 } else { 200 };
    write!(
        out,
        "HTTP/1.1 {status} x\r\n{range}Content-Length: {}\r\nConnection: close\r\n\r\n",
        bytes.len()
    )?;
    let given = match deed {
        Deed::HangsUpAfter(count) | Deed::IsSilentAfter(count) => count,
        Deed::KnowsNoPiecesAndHangsUpAfter(count) => count,
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
