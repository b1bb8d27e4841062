//! Tests of the crate through its public face: folders, clones and a web server.

mod local_source;
mod server;
mod web;

use rejudge_collections::descriptor::Sum;
use rejudge_collections::descriptor::origin::{PublishedFile, Repository};
use sha2::{Digest, Sha256};

fn repository(url: &str, commit: &str) -> Repository {
    let [name, licence] = ["team/files", "none"].map(str::to_owned);
    Repository { name, commit: commit.into(), url: format!("{url}/"), licence }
}

fn file(path: &str, bytes: &[u8]) -> PublishedFile {
    let sha256 = format!("{:x}", Sha256::digest(bytes));
    PublishedFile { path: path.into(), sha256: Sum(sha256), bytes: bytes.len() as u64 }
}
