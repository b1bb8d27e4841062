//! Files from a local host that drops connections, stalls, sends wrong files and redirects.

#![expect(clippy::unwrap_used, reason = "tests say what must be by unwrapping it")]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::server::{Deed, Server};
use rejudge::fetch::{Downloads, Event, FetchError, Item, Place, RetryPolicy, Web};
use sha2::{Digest, Sha256};

const PATH: &str = "raw files/one+1.txt";
const ENCODED: &str = "/raw%20files/one%2B1.txt";

fn content(length: usize) -> Vec<u8> {
    (0..length).map(|at| (at * at % 251) as u8).collect()
}

fn item(url: &str, path: &str, bytes: &[u8]) -> Item {
    let sha256 = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    let (repository, commit) = ("team/files".to_owned(), "c0ffee".to_owned());
    Item { repository, commit, path: path.into(), url: format!("{url}/"), sha256, bytes: bytes.len() as u64 }
}

fn retries() -> RetryPolicy {
    let milliseconds = Duration::from_millis;
    RetryPolicy {
        silence: milliseconds(300),
        least: 1,
        window: milliseconds(300),
        attempts: 3,
        pause: milliseconds(5),
        longest: milliseconds(40),
    }
}

/// Returns the result of downloading the items, and the events on the way.
fn brought(folder: &Path, items: &[Item], mirror: Option<&str>) -> (Result<(), FetchError>, Vec<String>) {
    brought_by(folder, items, mirror, retries())
}

fn brought_by(
    folder: &Path,
    items: &[Item],
    mirror: Option<&str>,
    retries: RetryPolicy,
) -> (Result<(), FetchError>, Vec<String>) {
    let place = Place::Web(Web::new(mirror, retries).unwrap());
    let on_event = Mutex::new(Vec::new());
    let tell = |event: Event<'_>| {
        on_event.lock().unwrap().push(match event {
            Event::Started(_) => "started".to_owned(),
            Event::Came(_) => return,
            Event::Lost(bytes) => format!("lost {bytes}"),
            Event::Again(_, why) => format!("again: {why}"),
            Event::Done(_) => "done".to_owned(),
        });
    };
    let ended = Downloads::new(folder.to_owned()).bring(items, &place, 4, &tell);
    (ended, on_event.into_inner().unwrap())
}

/// One file of 300,000 bytes from a host that does these deeds.
fn one(deeds: Vec<Deed>) -> (Result<Vec<u8>, FetchError>, Vec<String>, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let bytes = content(300_000);
    let server = Server::new(BTreeMap::from([(ENCODED.to_owned(), bytes.clone())]), deeds);
    let item = item(&server.url, PATH, &bytes);
    let (ended, on_event) = brought(folder.path(), std::slice::from_ref(&item), None);
    let read = ended.and_then(|()| Downloads::new(folder.path().to_owned()).read(&item));
    if let Ok(read) = &read {
        assert!(*read == bytes, "the bytes are the file's");
    }
    (read, on_event, server.seen().iter().map(|asked| asked.replace(ENCODED, "it")).collect())
}

#[test]
fn a_file_comes() {
    let (read, on_event, seen) = one(vec![]);
    assert!(read.is_ok());
    assert_eq!((on_event, seen), (vec!["started".to_owned(), "done".into()], vec!["it".to_owned()]));
}

#[test]
fn a_file_goes_on_where_it_stopped() {
    use Deed::{Answers, HangsUpAfter, IsSilentAfter};
    let (read, on_event, seen) = one(vec![
        HangsUpAfter(100_000),
        IsSilentAfter(50_000),
        Answers(503, "Retry-After: 0\r\n".into()),
        Answers(429, String::new()),
        HangsUpAfter(1),
    ]);
    read.unwrap();
    assert_eq!(
        seen,
        ["it", "it from 100000", "it from 150000", "it from 150000", "it from 150000", "it from 150001"]
    );
    let reasons: Vec<&str> = on_event.iter().filter_map(|said| said.split(ENCODED).nth(1)).collect();
    let expected = [
        "",
        "",
        ": the host answers 503 (trouble of the host's)",
        ": the host answers 429 (too many requests)",
    ];
    assert_eq!(reasons.len(), 5, "{on_event:?}");
    for (reason, expected) in reasons.iter().zip(expected) {
        assert!(reason.starts_with(expected), "{reason}");
    }
}

#[test]
fn a_host_that_knows_no_pieces_begins_anew() {
    let (read, on_event, seen) = one(vec![Deed::HangsUpAfter(70_000), Deed::KnowsNoPieces]);
    read.unwrap();
    assert_eq!(seen, ["it", "it from 70000"]);
    assert!(on_event.contains(&"lost 70000".to_owned()), "{on_event:?}");
    // One that goes on elsewhere is not believed.
    let (read, _, seen) = one(vec![Deed::HangsUpAfter(70_000), Deed::GoesOnAt(60_000)]);
    read.unwrap();
    assert_eq!(seen, ["it", "it from 70000", "it"]);
}

#[test]
fn what_comes_no_further_ends() {
    let begun = Instant::now();
    for deed in
        [Deed::HangsUpAfter(0), Deed::KnowsNoPiecesAndHangsUpAfter(9), Deed::Answers(500, String::new())]
    {
        let (read, on_event, seen) = one(vec![deed; 20]);
        let error = read.unwrap_err().to_string();
        assert!(error.starts_with("http://127.0.0.1:"), "{error}");
        assert!((3..=4).contains(&seen.len()), "{seen:?}: {on_event:?}");
    }
    let (read, _, seen) = one(vec![Deed::IsSilentAfter(0); 20]);
    assert_eq!((read.is_err(), seen.len()), (true, 3));
    assert!(begun.elapsed() < Duration::from_secs(8));
}

#[test]
fn a_host_that_drips_is_given_up() {
    let bytes = content(5000);
    let server = Server::new(BTreeMap::from([("/x".to_owned(), bytes.clone())]), vec![Deed::Drips(20); 20]);
    let folder = tempfile::tempdir().unwrap();
    let begun = Instant::now();
    let retries = RetryPolicy { least: 1000, ..retries() };
    let (ended, _) = brought_by(folder.path(), &[item(&server.url, "x", &bytes)], None, retries);
    let error = ended.unwrap_err().to_string();
    assert!(error.contains("bytes in 0.3 seconds, expected 1000 at least"), "{error}");
    assert_eq!(server.seen().len(), 3, "attempts that came hardly further");
    assert!(begun.elapsed() < Duration::from_secs(8));
}

#[test]
fn nothing_is_written_behind_the_name_of_a_part() {
    let bytes = content(5000);
    let server = Server::new(BTreeMap::from([("/x".to_owned(), bytes.clone())]), vec![]);
    let item = item(&server.url, "x", &bytes);
    let home = tempfile::tempdir().unwrap();
    let precious = home.path().join("precious");
    type Plant<'a> = &'a dyn Fn(&Path);
    let plants: [(&str, Plant<'_>); 4] = [
        ("a link", &|part| std::os::unix::fs::symlink(&precious, part).unwrap()),
        ("a link to nowhere", &|part| std::os::unix::fs::symlink(home.path().join("none"), part).unwrap()),
        ("a second name", &|part| std::fs::hard_link(&precious, part).unwrap()),
        ("a pipe", &|part| assert!(Command::new("mkfifo").arg(part).status().unwrap().success())),
    ];
    for (name, plant) in plants {
        std::fs::write(&precious, "precious, and longer than what comes".repeat(1000)).unwrap();
        let before = std::fs::read(&precious).unwrap();
        let folder = home.path().join(name);
        std::fs::create_dir(&folder).unwrap();
        plant(&folder.join(format!("{}.part", item.sha256)));
        // A pipe is waited for without end.
        let (send, receive) = std::sync::mpsc::channel();
        let (of, items) = (folder.clone(), vec![item.clone()]);
        std::thread::spawn(move || send.send(brought(&of, &items, None).0.is_ok()));
        assert_eq!(receive.recv_timeout(Duration::from_secs(20)), Ok(true), "{name}");
        assert!(Downloads::new(folder).read(&item).unwrap() == bytes, "{name}");
        assert!(std::fs::read(&precious).unwrap() == before, "{name}");
        assert!(!home.path().join("none").exists(), "{name}");
    }
}

#[test]
fn wrong_bytes_are_asked_for_once_more() {
    let (read, _, seen) = one(vec![Deed::Lies]);
    assert_eq!((read.is_ok(), seen.len()), (true, 2));
    let (read, _, seen) = one(vec![Deed::Lies; 9]);
    let error = read.unwrap_err().to_string();
    assert!(error.contains("the sha256 of its content is "), "{error}");
    assert_eq!(seen, ["it", "it"]);
    let (read, _, seen) = one(vec![Deed::Adds(10); 9]);
    let error = read.unwrap_err().to_string();
    assert!(error.contains("expected 300000"), "{error}");
    assert_eq!(seen, ["it", "it"]);
}

#[test]
fn what_is_not_there_is_not_asked_for_again() {
    for status in [403, 404, 410] {
        let (read, _, seen) = one(vec![Deed::Answers(status, String::new()); 9]);
        let error = read.unwrap_err().to_string();
        assert!(error.contains(&format!("the host answers {status} (")), "{error}");
        assert_eq!(seen.len(), 1);
    }
}

#[test]
fn answers_lead_to_hosts_that_are_named() {
    let (read, _, seen) = one(vec![Deed::LeadsTo(ENCODED.into())]);
    assert_eq!((read.is_ok(), seen), (true, vec!["it".to_owned(), "it".into()]));
    for (to, expected) in [
        ("https://example.org/x", "leads to example.org, which the description does not name"),
        ("http://example.org/x", "expected an address that begins with https://"),
        ("ftp://127.0.0.1/x", "expected an address that begins with https://"),
        ("http://localhost:1/x", "leads to localhost, which"),
    ] {
        let (read, _, seen) = one(vec![Deed::LeadsTo(to.into())]);
        let error = read.unwrap_err().to_string();
        assert!(error.contains(expected), "{to}: {error}");
        assert_eq!(seen.len(), 1);
    }
    let (read, _, seen) = one(vec![Deed::LeadsTo(ENCODED.into()); 20]);
    assert!(read.unwrap_err().to_string().contains("leads elsewhere more than 5 times"));
    assert_eq!(seen.len(), 6);
}

#[test]
fn a_mirror_is_asked_instead() {
    let bytes = content(1000);
    let path = format!("/mirror/team/files/c0ffee{ENCODED}");
    let server = Server::new(BTreeMap::from([(path, bytes.clone())]), vec![]);
    let folder = tempfile::tempdir().unwrap();
    let item = item("https://example.org", PATH, &bytes);
    let mirror = format!("{}/mirror/", server.url);
    brought(folder.path(), std::slice::from_ref(&item), Some(&mirror)).0.unwrap();
    assert!(Downloads::new(folder.path().to_owned()).read(&item).unwrap() == bytes);
    assert!(Web::new(Some("http://example.org"), retries()).is_err());
}

#[test]
fn many_files_come_at_once_and_the_first_that_fails_ends_all() {
    let files: BTreeMap<String, Vec<u8>> =
        (0..40).map(|number| (format!("/{number}"), content(10_000 + number))).collect();
    let server = Server::new(files.clone(), vec![Deed::HangsUpAfter(77); 11]);
    let items: Vec<Item> = files.iter().map(|(path, bytes)| item(&server.url, &path[1..], bytes)).collect();
    let folder = tempfile::tempdir().unwrap();
    brought(folder.path(), &items, None).0.unwrap();
    let downloads = Downloads::new(folder.path().to_owned());
    for (item, bytes) in items.iter().zip(files.values()) {
        assert!(downloads.read(item).unwrap() == *bytes);
        assert_eq!(downloads.come(item), item.bytes);
        downloads.remove(item);
        assert_eq!(downloads.come(item), 0);
    }
    let mut missing = items.clone();
    missing.insert(3, item(&server.url, "none", b"none"));
    let error = brought(folder.path(), &missing, None).0.unwrap_err();
    assert!(error.to_string().contains("/none: the host answers 404"), "{error}");
    assert!(missing.iter().any(|item| downloads.come(item) == 0), "the others are not waited for");
}

#[test]
fn what_came_before_is_not_asked_for_again() {
    let bytes = content(5000);
    let server = Server::new(BTreeMap::from([("/x".to_owned(), bytes.clone())]), vec![]);
    let folder = tempfile::tempdir().unwrap();
    let item = item(&server.url, "x", &bytes);
    let part = folder.path().join(format!("{}.part", item.sha256));
    std::fs::write(&part, &bytes[..3000]).unwrap();
    let downloads = Downloads::new(folder.path().to_owned());
    assert_eq!(downloads.come(&item), 3000);
    for _ in 0..2 {
        brought(folder.path(), std::slice::from_ref(&item), None).0.unwrap();
    }
    assert_eq!(server.seen(), ["/x from 3000"]);
    assert!(!part.exists());
    // Damage on the disk is noticed, and mended by asking again.
    for damaged in [[b"x".repeat(3000)].concat(), [b"x".repeat(9000)].concat()] {
        downloads.remove(&item);
        std::fs::write(&part, &damaged).unwrap();
        brought(folder.path(), std::slice::from_ref(&item), None).0.unwrap();
        assert!(downloads.read(&item).unwrap() == bytes);
    }
    std::fs::write(folder.path().join(&item.sha256), b"damaged").unwrap();
    assert!(downloads.read(&item).unwrap_err().to_string().contains("the sha256 of its content is"));
    brought(folder.path(), std::slice::from_ref(&item), None).0.unwrap();
    assert!(downloads.read(&item).unwrap() == bytes);
}
