//! Writes a collection as ordinary files: `qrels.txt`, `runs/<run>.gz` and `teams.tsv`. Unless all runs are
//! pooled, there is a file `pooled.tsv`, and unless all runs are eligible, a file `eligible.tsv`.
//!
//! In a `TestCollection`, documents have numbers, and judged documents have the lowest numbers. Names of
//! documents
//! come from a random permutation, so that a name does not reveal whether the document is judged. Scores fall by one
//! from rank to rank, so that the same rankings are read back under every rule for ties. The folder appears as a
//! whole or not at all: files are written to a temporary folder next to it, which is then renamed.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use crate::descriptor::QrelsFormat;
use flate2::Compression;
use flate2::write::GzEncoder;
use rayon::prelude::*;
use rejudge_metrics::Verdict;
use rejudge_pools::{Run, RunIx, TestCollection, UNINTERNED};
use rejudge_stats::Draw;
use rejudge_store::atomic::NewFolder;

/// The maximum length of a file name in file systems, in bytes.
pub const MAX_FILE_NAME_BYTES: usize = 255;

/// A byte order mark. Our readers drop it at the start of a file, and refuse it at the start of another line.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The reason why a collection could not be written.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct WriteError(String);

impl WriteError {
    /// Creates the error for a format of judgments that has no label for `verdict`.
    pub fn label(verdict: Verdict) -> Self {
        let verdict = match verdict {
            Verdict::Pooled => "documents in the pool that are not judged".to_owned(),
            Verdict::Level(level) => format!("level {level}"),
        };
        Self(format!("the format of the judgments has no label for {verdict}"))
    }
}

/// Writes a new folder with `pages`, which are file names with their texts. If there is a `collection`, its files are
/// added, with judgments in `format`. `seed` determines the documents' names.
///
/// # Errors
/// If the folder exists or cannot be written, if a name or a judgment cannot be expressed in a file, or if a
/// document of a run has no number.
pub fn write(
    collection: Option<&TestCollection>,
    pages: &[(String, String)],
    folder: &Path,
    format: &QrelsFormat,
    seed: u64,
) -> Result<(), WriteError> {
    collection.map_or(Ok(()), check_names)?;
    if folder.exists() {
        return Err(WriteError(format!("{} already exists", folder.display())));
    }
    let new = NewFolder::begin(folder).map_err(cannot_write(folder))?;
    for (name, text) in pages {
        write_file(&new.path().join(name), text.as_bytes())?;
    }
    collection.map_or(Ok(()), |collection| fill(collection, new.path(), format, seed))?;
    new.finish().map_err(cannot_write(folder))
}

fn fill(
    collection: &TestCollection,
    folder: &Path,
    format: &QrelsFormat,
    seed: u64,
) -> Result<(), WriteError> {
    let names: Vec<Vec<u32>> =
        collection.topics().map(|topic| shuffled_numbers(topic.name, topic.documents, seed)).collect();
    let mut qrels = String::new();
    for (topic, names) in collection.topics().zip(&names) {
        let mut judged: Vec<_> = names.iter().zip(topic.verdicts).collect();
        judged.sort_unstable_by_key(|&(name, _)| *name);
        for (document, verdict) in judged {
            let line = format.line(topic.name, &document_name(topic.name, *document), *verdict);
            qrels += &line.ok_or_else(|| WriteError::label(*verdict))?;
            qrels.push('\n');
        }
    }
    write_file(&folder.join("qrels.txt"), qrels.as_bytes())?;
    let row = |run: &Run| format!("{}\t{}\n", run.name, collection.teams()[run.team].name);
    write_file(&folder.join("teams.tsv"), collection.runs().iter().map(row).collect::<String>().as_bytes())?;
    for (column, marked) in
        [("pooled", (|run| run.pooled) as fn(&Run) -> bool), ("eligible", |run| run.eligible)]
    {
        if !collection.runs().iter().all(marked) {
            let row = |run: &Run| format!("{}\t{}\n", run.name, u8::from(marked(run)));
            let table: String = collection.runs().iter().map(row).collect();
            write_file(&folder.join(format!("{column}.tsv")), format!("run\t{column}\n{table}").as_bytes())?;
        }
    }
    let runs = folder.join("runs");
    fs::create_dir(&runs).map_err(cannot_write(&runs))?;
    (0..collection.runs().len())
        .into_par_iter()
        .try_for_each(|run| write_run(collection, run, &names, &runs))?;
    sync(&runs)
}

fn write_run(
    collection: &TestCollection,
    run: RunIx,
    names: &[Vec<u32>],
    folder: &Path,
) -> Result<(), WriteError> {
    let run_name = &collection.runs()[run].name;
    let mut text = String::new();
    for (index, (topic, names)) in collection.topics().zip(names).enumerate() {
        let ranking = collection.ranking(run, index);
        for (above, &document) in ranking.iter().enumerate() {
            if document == UNINTERNED {
                let topic = topic.name;
                let what = format!(
                    "run `{run_name}`, topic `{topic}`: a document without a number cannot be written"
                );
                return Err(WriteError(what));
            }
            let document = document_name(topic.name, names[document as usize]);
            let (rank, score) = (above + 1, ranking.len() - above);
            text += &format!("{} Q0 {document} {rank} {score} {run_name}\n", topic.name);
        }
    }
    let path = folder.join(format!("{}.gz", run_file_name(run_name)));
    let packed = GzEncoder::new(Vec::new(), Compression::new(6));
    let pack =
        |mut packed: GzEncoder<Vec<u8>>| packed.write_all(text.as_bytes()).and_then(|()| packed.finish());
    write_file(&path, &pack(packed).map_err(cannot_write(&path))?)
}

/// Returns a random permutation of the documents' numbers, which depends only on the seed and the topic.
fn shuffled_numbers(topic: &str, documents: u32, seed: u64) -> Vec<u32> {
    let mut numbers: Vec<u32> = (0..documents).collect();
    Draw::new(seed, &["document names", topic]).shuffle(&mut numbers);
    numbers
}

/// Returns the names that [`write()`] gives a topic's documents, in the order of the documents' numbers.
/// Judged documents have the lowest numbers, so a name with the document's own number would reveal that the
/// document is judged. Names therefore contain the numbers in a random order, which depends on `seed` and the
/// topic.
pub fn document_names(topic: &str, documents: u32, seed: u64) -> Vec<String> {
    shuffled_numbers(topic, documents, seed).into_iter().map(|number| document_name(topic, number)).collect()
}

fn document_name(topic: &str, number: u32) -> String {
    format!("{topic}-{number:06}")
}

/// Returns a file name for a run or a team. A leading dot, and each byte that is not an ASCII letter, a
/// digit, `.`, `_` or `-`, becomes `%XX`, where XX is the byte in hexadecimal.
pub fn run_file_name(run: &str) -> String {
    let mut name = String::new();
    for (index, byte) in run.bytes().enumerate() {
        let is_plain = byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
        // A leading dot would hide the file, and `.` is not a file at all.
        if is_plain && (index, byte) != (0, b'.') {
            name.push(char::from(byte));
        } else {
            name += &format!("%{byte:02X}");
        }
    }
    name
}

fn check_names(collection: &TestCollection) -> Result<(), WriteError> {
    let text = |name: &str| {
        !name.is_empty()
            && !name.contains(|c: char| c.is_ascii_control())
            && !name.starts_with(BYTE_ORDER_MARK)
    };
    let field = |name: &str| text(name) && !name.starts_with('#') && !name.contains(' ');
    let cell = |name: &str| text(name) && name.trim_matches(' ') == name;
    let file = |name: &str| field(name) && run_file_name(name).len() <= MAX_FILE_NAME_BYTES - ".gz".len();
    let topics = collection.topics().map(|topic| ("topic", topic.name, field(topic.name)));
    let runs = collection.runs().iter().map(|run| ("run", run.name.as_str(), file(&run.name)));
    let teams = collection.teams().iter().map(|team| ("team", team.name.as_str(), cell(&team.name)));
    match topics.chain(runs).chain(teams).find(|(_, _, is_writable)| !is_writable) {
        Some((what, name, _)) => {
            let name = name.escape_debug();
            Err(WriteError(format!("the {what} name `{name}` cannot be written to a file")))
        }
        None => Ok(()),
    }
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let write = || {
        let mut file = File::create_new(path)?;
        file.write_all(bytes)?;
        file.sync_all()
    };
    write().map_err(cannot_write(path))
}

fn sync(folder: &Path) -> Result<(), WriteError> {
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(cannot_write(folder))
}

fn cannot_write(path: &Path) -> impl Fn(io::Error) -> WriteError + use<> {
    let path = path.display().to_string();
    move |cause| WriteError(format!("{path}: cannot be written: {cause}"))
}
