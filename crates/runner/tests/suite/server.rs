//! A host on this machine that behaves as hosts do on their worse days.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// The response of the host to a request.
#[derive(Clone, Debug)]
pub enum Deed {
    /// Sends the requested file, whole.
    Gives,
    /// Sends this number of bytes of the requested file, and hangs up.
    HangsUpAfter(usize),
    /// Gives so many bytes, and is silent then.
    IsSilentAfter(usize),
    /// Gives a byte at a time, with so many milliseconds between two.
    Drips(u64),
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

    /// Returns the requests: paths.
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
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    on_event.lock().unwrap().push(path.clone());
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
