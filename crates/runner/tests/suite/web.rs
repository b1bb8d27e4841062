//! Files from a local host that closes connections, stalls, sends wrong files, or redirects. Also: mirrors,
//! and passwords in addresses.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use rejudge::fetch::{Downloads, Retries, Source, Web};
use rejudge_collections::descriptor::Sum;
use rejudge_collections::descriptor::origin::{PublishedFile, Repository};

use crate::data_get::sum;
use crate::server::{Deed, Server};

const PATH: &str = "raw files/one+1.txt";
const ENCODED: &str = "/raw%20files/one%2B1.txt";

pub fn repository(url: &str, commit: &str) -> Repository {
    let [name, licence] = ["team/files", "none"].map(str::to_owned);
    Repository { name, commit: commit.into(), url: format!("{url}/"), licence }
}

pub fn file(path: &str, bytes: &[u8]) -> PublishedFile {
    PublishedFile { path: path.into(), sha256: Sum(sum(bytes)), bytes: bytes.len() as u64 }
}

fn content(length: usize) -> Vec<u8> {
    (0..length).map(|at| (at * at % 251) as u8).collect()
}

fn source(mirror: Option<&str>) -> Source {
    let [silence, file, pause] = [600, 1200, 5].map(Duration::from_millis);
    Source::Web(Web::new(mirror, Retries { silence, file, attempts: 3, pause }).unwrap())
}

/// Downloads a file of 300,000 bytes from a host with these deeds. Returns the file and the requests.
fn one(deeds: Vec<Deed>) -> (Result<Vec<u8>, String>, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let bytes = content(300_000);
    let server = Server::new(BTreeMap::from([(ENCODED.to_owned(), bytes.clone())]), deeds);
    let (repository, file) = (repository(&server.url, "c0ffee"), file(PATH, &bytes));
    let downloads = Downloads(folder.path().to_owned());
    let ended = downloads.fetch(&[(&repository, &file)], &source(None), 4, &|_| {});
    let read = ended.and_then(|()| downloads.read(&file)).map_err(|error| format!("{error:#}"));
    assert!(read.as_ref().is_ok_and(|read| *read == bytes) || !downloads.path(&file).exists());
    (read, server.seen().iter().map(|asked| asked.replace(ENCODED, "it")).collect())
}

#[test]
fn a_file_comes_at_another_attempt() {
    use Deed::{Answers, HangsUpAfter, IsSilentAfter, LeadsTo};
    for (deeds, asked) in [
        (vec![], 1),
        (vec![HangsUpAfter(100_000), IsSilentAfter(50_000)], 3),
        (vec![Answers(503, String::new()), Answers(429, String::new())], 3),
        (vec![LeadsTo(ENCODED.into())], 2),
    ] {
        let (read, seen) = one(deeds.clone());
        read.unwrap_or_else(|error| panic!("{deeds:?}: {error}"));
        assert_eq!(seen.len(), asked, "{deeds:?}");
    }
}

#[test]
fn endless_downloads_end() {
    use Deed::{Adds, Answers, Drips, HangsUpAfter, IsSilentAfter, LeadsTo, Lies};
    let begun = Instant::now();
    for (deed, expected, asked) in [
        (HangsUpAfter(0), "", 3),
        (IsSilentAfter(0), "", 3),
        (Drips(20), "", 3),
        (Answers(500, String::new()), "the host answers 500", 3),
        (Lies, "the sha256 of its content is ", 1),
        (Adds(10), "it has more than 300000 bytes", 1),
        (Answers(403, String::new()), "the host answers 403", 1),
        (Answers(404, String::new()), "the host answers 404", 1),
        (LeadsTo("https://example.org/x".into()), "redirects to example.org, which the description", 1),
        (LeadsTo("http://example.org/x".into()), "expected an address that begins with https://", 1),
        (LeadsTo("ftp://127.0.0.1/x".into()), "expected an address that begins with https://", 1),
        (LeadsTo("//example.org/x".into()), "expected an address that begins with https://", 1),
        (LeadsTo("http://localhost:1/x".into()), "redirects to localhost:1, which", 1),
        (LeadsTo(ENCODED.into()), "redirects more than 5 times", 6),
    ] {
        let (read, seen) = one(vec![deed.clone(); 20]);
        let error = read.unwrap_err();
        assert!(error.contains("http://127.0.0.1:") && error.contains(expected), "{deed:?}: {error}");
        assert_eq!(seen.len(), asked, "{deed:?}");
    }
    assert!(begun.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_mirror_is_asked_instead() {
    let bytes = content(1000);
    let path = format!("/mirror/team/files/c0ffee{ENCODED}");
    let server = Server::new(BTreeMap::from([(path, bytes.clone())]), vec![]);
    let folder = tempfile::tempdir().unwrap();
    let (repository, file) = (repository("https://example.org", "c0ffee"), file(PATH, &bytes));
    let source = source(Some(&format!("{}/mirror/", server.url)));
    let downloads = Downloads(folder.path().to_owned());
    downloads.fetch(&[(&repository, &file)], &source, 1, &|_| {}).unwrap();
    assert!(downloads.read(&file).unwrap() == bytes);
    for wrong in
        ["http://example.org", "ftp://a.org/", "file:///etc/passwd", "a.org", "http://localhost.a.org"]
    {
        assert!(Web::new(Some(wrong), Retries::default()).is_err(), "{wrong}");
    }
}

#[test]
fn no_message_has_the_password_of_an_address() {
    for (wrong, shown) in [
        ("ftp://me:pass@a.org/x", "`ftp://***@a.org/x/`"),
        ("http://me:pass@a.org", "`http://***@a.org/`"),
        ("me:pass@a.org", "`***@a.org/`"),
        ("http://me:p/pass@a.org/x", "`http://***@a.org/x/`"),
        ("https://me:pass@", "`https://***@/`"),
    ] {
        let error = format!("{:#}", Web::new(Some(wrong), Retries::default()).unwrap_err());
        assert!(error.contains(shown) && !error.contains("pass"), "{wrong}: {error}");
    }
    let server = Server::new(BTreeMap::new(), vec![]);
    let mirror = server.url.replace("http://", "http://me:pass@");
    let (repository, file) = (repository("https://example.org", "c0ffee"), file(PATH, b"x"));
    let folder = tempfile::tempdir().unwrap();
    let ended = Downloads(folder.path().to_owned()).fetch(
        &[(&repository, &file)],
        &source(Some(&mirror)),
        1,
        &|_| {},
    );
    let error = format!("{:#}", ended.unwrap_err());
    assert!(error.contains("http://***@127.0.0.1:") && !error.contains("pass"), "{error}");
}

#[test]
fn many_files_come_at_once_and_the_first_that_fails_ends_all() {
    let contents: BTreeMap<String, Vec<u8>> =
        (0..40).map(|number| (format!("/{number}"), content(10_000 + number))).collect();
    let server = Server::new(contents.clone(), vec![Deed::HangsUpAfter(77); 2]);
    let repository = repository(&server.url, "c0ffee");
    let mut files: Vec<_> = contents.iter().map(|(path, bytes)| file(&path[1..], bytes)).collect();
    let folder = tempfile::tempdir().unwrap();
    let downloads = Downloads(folder.path().to_owned());
    let fetch = |files: &[_]| {
        let files: Vec<_> = files.iter().map(|file| (&repository, file)).collect();
        downloads.fetch(&files, &source(None), 4, &|_| {})
    };
    fetch(&files).unwrap();
    for (file, bytes) in files.iter().zip(contents.values()) {
        assert!(downloads.read(file).unwrap() == *bytes);
    }
    // Only a damaged file is downloaded again.
    let asked = server.seen().len();
    std::fs::write(downloads.path(&files[0]), b"damaged").unwrap();
    assert!(downloads.read(&files[0]).is_err());
    fetch(&files).unwrap();
    assert_eq!(server.seen().len(), asked + 1);
    files.push(file("none", b"none"));
    let error = format!("{:#}", fetch(&files).unwrap_err());
    assert!(error.contains("/none: the host answers 404"), "{error}");
}
