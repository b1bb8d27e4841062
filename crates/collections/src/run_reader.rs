//! Run files: the usual ones on the fast way, all others on the one that knows everything.

use std::path::Path;

use rejudge_forms::Kind;

use crate::load_error::LoadError;
use crate::mixed_run::{PARTED_FROM, scan_mixed};
use crate::other_forms::as_lines;
use crate::ranking::{Ranking, Rankings};
use crate::reading::{Reading, Ties};
use crate::run_scan::{Scanner, UnusualFile};
use crate::runs::RunFile;
use crate::text::{DecodedStream, ReadError, Stamp, read_into};

#[cfg(test)]
mod tests;

/// Reads run files, one after the other; its room is kept.
#[derive(Default)]
pub(crate) struct RunReader {
    scanner: Scanner,
    /// A compressed file, or one that is not as usual.
    bytes: Vec<u8>,
}

impl RunReader {
    /// Hands the topics of a file on, ranked; gives its tag. They come in order of first appearance, but for
    /// long files in which they are mixed: of those the first comes first.
    pub fn read(
        &mut self,
        path: &Path,
        reading: &Reading,
        rankings: &mut impl Rankings,
    ) -> Result<String, LoadError> {
        // A pipe cannot be read twice.
        let is_file = path != Path::new("-") && path.metadata().is_ok_and(|about| about.is_file());
        if !is_file {
            read_into(path, &mut self.bytes)?;
        }
        let stamp = Stamp::of(path).ok();
        let mut scanned = self.scan(path, is_file, reading, rankings, Scanner::scan);
        if scanned == Err(UnusualFile::Disordered) {
            rankings.restart();
            scanned = self.scan(path, is_file, reading, rankings, Scanner::scan);
        }
        if scanned == Err(UnusualFile::Mixed) && is_file {
            let length = path.metadata().map_or(0, |about| about.len());
            rankings.restart();
            scanned = self.scan(path, is_file, reading, rankings, |scanner, pieces, reading, rankings| {
                // Runs are compressed by 3 to 30.
                let from = if pieces.is_compressed() { PARTED_FROM / 10 } else { PARTED_FROM };
                if length < from {
                    return Err(UnusualFile::Mixed);
                }
                scan_mixed(pieces, scanner, reading, rankings)
            });
        }
        match scanned {
            // It was read piece by piece.
            Ok(_) if is_file && Stamp::of(path).ok() != stamp => {
                Err(ReadError::Changed { path: path.to_owned() }.into())
            }
            Ok(tag) => Ok(tag),
            Err(_) => {
                if is_file {
                    read_into(path, &mut self.bytes)?;
                }
                as_lines(Kind::Run, reading.ties == Ties::Rank, path, &mut self.bytes)?;
                whole(path, &self.bytes, reading, rankings)
            }
        }
    }

    /// Reads a file piece by piece.
    fn scan<R: Rankings>(
        &mut self,
        path: &Path,
        is_file: bool,
        reading: &Reading,
        rankings: &mut R,
        by: impl FnOnce(&mut Scanner, DecodedStream<'_>, &Reading, &mut R) -> Result<String, UnusualFile>,
    ) -> Result<String, UnusualFile> {
        let pieces = if is_file {
            // What cannot be opened says why when it is read as a whole.
            DecodedStream::open(path, &mut self.bytes).map_err(|_| UnusualFile::Odd)?
        } else {
            DecodedStream::of(&self.bytes)
        };
        by(&mut self.scanner, pieces, reading, rankings)
    }
}

fn whole(
    path: &Path,
    bytes: &[u8],
    reading: &Reading,
    rankings: &mut impl Rankings,
) -> Result<String, LoadError> {
    rankings.restart();
    let run = RunFile::parse(path, bytes, reading)?;
    for topic in &run.topics {
        // No topic comes twice here, whatever hashes say, and none comes late after a restart.
        let _ = rankings.add(&Ranking { name: topic.name, text: run.text(), lines: &topic.lines, reading });
    }
    Ok(run.tag.to_owned())
}
