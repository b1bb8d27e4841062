//! A long run whose topics are mixed, in bounded memory: its lines are parted by topic into files that nobody
//! sees, each of which has a part of the topics and is put in order in memory.
//!
//! Lines of a topic keep their order, and the first topic of the run comes first; others come in any order.
//! What is odd besides is left to who reads whole files.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, Write};

use crate::text::{DecodedStream, Edges, LINE_LIMIT, hash};

use crate::ranking::Rankings;
use crate::reading::Reading;
use crate::run_scan::{PIECE, Scanner, UnusualFile};

/// Below this size (64 MiB) a file may as well be read as a whole.
pub(crate) const PARTED_FROM: u64 = if cfg!(any(test, fuzzing)) { 1 } else { 64 << 20 };

/// So many files hold the lines: a part of the longest run that is read is some 32 MiB.
const PARTS: usize = 128;

/// Hands the topics of a run on, and gives its tag.
pub(crate) fn scan_mixed(
    pieces: DecodedStream<'_>,
    scanner: &mut Scanner,
    reading: &Reading,
    rankings: &mut impl Rankings,
) -> Result<String, UnusualFile> {
    let mut parts = Parts::new();
    parts.take_in(pieces)?;
    let (mut lines, mut grouped, mut tag) = (Vec::new(), Vec::new(), None);
    let first = parts.first.ok_or(UnusualFile::Odd)?;
    for at in (first..PARTS).chain(0..first) {
        let Some(part) = parts.files[at].take() else { continue };
        read_back(part, &mut lines).map_err(|_| UnusualFile::Odd)?;
        group(&lines, &mut grouped);
        let of_part = scanner.scan(DecodedStream::of(&grouped), reading, rankings)?;
        if *tag.get_or_insert_with(|| of_part.clone()) != of_part {
            return Err(UnusualFile::Odd);
        }
    }
    tag.ok_or(UnusualFile::Odd)
}

/// The parts of a run.
struct Parts {
    files: Vec<Option<BufWriter<File>>>,
    /// Which holds the first line.
    first: Option<usize>,
}

impl Parts {
    fn new() -> Self {
        Self { files: (0..PARTS).map(|_| None).collect(), first: None }
    }

    /// Parts the lines of a file.
    fn take_in(&mut self, mut pieces: DecodedStream<'_>) -> Result<(), UnusualFile> {
        let (mut text, mut filled, mut edges) = (vec![0; 2 * PIECE], 0, Edges::default());
        loop {
            if text.len() - filled < PIECE {
                text.resize(text.len() * 2, 0);
            }
            let got = pieces.read(&mut text[filled..][..PIECE]).map_err(|_| UnusualFile::Odd)?;
            filled += got;
            let read = &text[..filled];
            let end = if got == 0 { filled } else { memchr::memrchr(b'\n', read).map_or(0, |feed| feed + 1) };
            self.piece(&text[..end], &mut edges)?;
            if got == 0 {
                return Ok(());
            }
            text.copy_within(end..filled, 0);
            filled -= end;
            if filled > LINE_LIMIT + 1 {
                return Err(UnusualFile::Odd);
            }
        }
    }

    fn piece(&mut self, piece: &[u8], edges: &mut Edges) -> Result<(), UnusualFile> {
        let (words, rest) = edges.of(piece).as_chunks::<12>();
        let mut start = 0;
        for words in words {
            let (topic, end) = (&piece[words[0] as usize..words[1] as usize], words[11] as usize);
            // Each line has its six words, else somebody must have a look at the file.
            if piece.get(end).is_some_and(|&byte| byte != b'\n') || piece[start..end].contains(&b'\n') {
                return Err(UnusualFile::Odd);
            }
            self.write(topic, &piece[start..end]).map_err(|_| UnusualFile::Odd)?;
            start = end + 1;
        }
        if rest.is_empty() && start >= piece.len() { Ok(()) } else { Err(UnusualFile::Odd) }
    }

    fn write(&mut self, topic: &[u8], line: &[u8]) -> io::Result<()> {
        let at = hash(topic) as usize % PARTS;
        self.first.get_or_insert(at);
        let file = match &mut self.files[at] {
            Some(file) => file,
            none => none.insert(BufWriter::with_capacity(PIECE, tempfile::tempfile()?)),
        };
        file.write_all(line)?;
        file.write_all(b"\n")
    }
}

fn read_back(part: BufWriter<File>, lines: &mut Vec<u8>) -> io::Result<()> {
    let mut file = part.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.rewind()?;
    lines.clear();
    file.read_to_end(lines)?;
    Ok(())
}

/// Puts the lines of a topic in one stretch, topics in order of first appearance.
fn group(lines: &[u8], grouped: &mut Vec<u8>) {
    let mut numbers = HashMap::new();
    let mut order: Vec<(u32, u32, u32)> = Vec::new();
    let mut start = 0;
    for feed in memchr::memchr_iter(b'\n', lines) {
        let mut words = lines[start..feed].split(|byte| matches!(byte, b' ' | b'\t'));
        let topic = words.find(|word| !word.is_empty()).unwrap_or_default();
        let next = numbers.len() as u32;
        order.push((*numbers.entry(topic).or_insert(next), start as u32, feed as u32 + 1));
        start = feed + 1;
    }
    // By topic, then as they came.
    order.sort_unstable();
    grouped.clear();
    grouped.reserve(lines.len());
    for (_, start, end) in order {
        grouped.extend_from_slice(&lines[start as usize..end as usize]);
    }
}
