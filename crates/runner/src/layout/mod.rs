//! Converts the published files of a collection to its own files, by its description.
//!
//! [`lay_out`] executes the `layout` of an [`Origin`]: its caller provides the published bytes and stores the
//! files.

mod browser;
mod lines;
mod printed_of_run;
mod tables;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use rayon::prelude::*;
use rejudge_collections::decoded;
use rejudge_collections::descriptor::Origin;
use rejudge_collections::descriptor::origin::{Make, PublishedFile};

pub(crate) use browser::addresses;
pub(crate) use printed_of_run::PrintedOfRuns;

/// Makes all files of a collection: `published` gives the bytes of a published file, `put` takes a file by
/// its name in the collection's folder.
///
/// # Errors
/// The first error of either callback, or of a published file that lacks something that the description requires.
pub fn lay_out(
    origin: &Origin,
    published: &(dyn Fn(&PublishedFile) -> Result<Vec<u8>> + Sync),
    put: &(dyn Fn(&Path, &[u8]) -> Result<()> + Sync),
) -> Result<()> {
    // The files from which later files are made.
    let mut kept: BTreeMap<&Path, Vec<u8>> = BTreeMap::new();
    let needed: Vec<&Path> = origin.layout.iter().flat_map(|share| share.make.needs()).collect();
    for share in &origin.layout {
        let files: Vec<(&PathBuf, &PublishedFile)> = share.files.iter().collect();
        let made = files.into_par_iter().map(|(name, file)| -> Result<_> {
            let source =
                decoded(Path::new(&file.path), published(file)?).with_context(|| file.path.clone())?;
            let bytes = made(&share.make, name, source, &kept).with_context(|| file.path.clone())?;
            let kept = needed.contains(&name.as_path()).then(|| bytes.clone());
            put(name, &compressed_as_named(name, bytes)?)?;
            Ok(kept.map(|bytes| (name.as_path(), bytes)))
        });
        kept.extend(made.collect::<Result<Vec<_>>>()?.into_iter().flatten());
    }
    for (name, text) in &origin.texts {
        put(name, &compressed_as_named(name, text.clone().into_bytes())?)?;
    }
    Ok(())
}

/// An error about a line, from 1; the caller adds the file.
fn at_line(line: usize, reason: impl Display) -> anyhow::Error {
    anyhow!("line {line}: {reason}")
}

/// Makes the file from a published one; `before` are the files that others are made from.
fn made(make: &Make, name: &Path, source: Vec<u8>, before: &BTreeMap<&Path, Vec<u8>>) -> Result<Vec<u8>> {
    let before = |name: &PathBuf| before.get(name.as_path()).map(Vec::as_slice);
    Ok(match make {
        Make::Verbatim => source,
        Make::OneBlank => lines::one_blank(&source),
        Make::Lines(chosen) => {
            let judged = chosen.topics_of.as_ref().and_then(before);
            let documents = chosen.documents_of.as_ref().and_then(before);
            lines::chosen(chosen, name, source, [judged, documents])?
        }
        Make::Columns(columns) => tables::columns(columns, &source)?,
        Make::Values(values) => tables::values(values, &source)?,
        Make::Matrix(matrix) => tables::matrix(matrix, &source)?,
        Make::TrecEvalOutput => lines::trec_eval_output(&source)?,
        Make::TrecBrowserTeams(wanted) => browser::teams(wanted, &source)?,
        Make::TrecBrowserScores(scores) => {
            browser::scores(scores, &source, before(&scores.runs_of).unwrap_or_default())?
        }
    })
}

/// Level of zstd: runs come to an eighth of their size, at some 200 MB a second.
const ZSTD_LEVEL: i32 = 6;

/// Level of xz, that of its own tool.
const XZ_LEVEL: u32 = 6;

/// Returns the bytes of a file of this name, compressed if its extension says so.
fn compressed_as_named(name: &Path, bytes: Vec<u8>) -> Result<Vec<u8>> {
    let compressed = match name.extension().and_then(|ending| ending.to_str()) {
        Some("gz") => gzip(&bytes),
        Some("xz") => xz(&bytes),
        Some("zst") => zstd::bulk::compress(&bytes, ZSTD_LEVEL),
        _ => return Ok(bytes),
    };
    compressed.with_context(|| name.display().to_string())
}

fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}

fn xz(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = liblzma::write::XzEncoder::new(Vec::new(), XZ_LEVEL);
    encoder.write_all(bytes)?;
    encoder.finish()
}
