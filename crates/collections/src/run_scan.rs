//! Runs as they usually are, fast: plain lines of six columns, the lines of a topic in one stretch.
//!
//! A file is read in pieces, and a piece is worked on in passes: whether it is UTF-8, where its words begin
//! and end, then what they say; a topic's lines are ranked and handed on when the next topic begins, and
//! their text is dropped. Whatever is odd, right or wrong, is left to the reader of whole files
//! ([`RunFile`](crate::RunFile)), which knows all of the grammar and has the messages.

use crate::text::{BOM, DecodedStream, Edges, LINE_LIMIT, first_control, same};

use crate::fields::Span;
use crate::ranking::{Ranking, Rankings};
use crate::reading::Reading;
use crate::repeated_ids::RepeatedIds;
use crate::run_key::key;
use crate::run_order::{Entry, rank};

/// How much is read and worked on at a time: it should stay in the cache nearest to the processor.
/// In tests and fuzz targets it is short, so that all that happens between pieces happens there.
pub(crate) const PIECE: usize = if cfg!(any(test, fuzzing)) { 64 } else { 32 << 10 };

/// Room for the text of an unfinished topic and a piece, to begin with.
const ROOM: usize = 8 * PIECE;

/// The file is not as usual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnusualFile {
    /// A topic comes twice.
    Mixed,
    /// A topic comes late for who takes topics in: the file is to be read again from its start.
    Disordered,
    /// Something else is odd, or wrong.
    Odd,
}

/// Reads usual runs; its room is kept from file to file.
#[derive(Default)]
pub(crate) struct Scanner {
    text: Vec<u8>,
    edges: Edges,
    /// The lines of the topic that goes on.
    lines: Vec<Entry>,
    /// Its name, in `text`.
    topic: Span,
    tag: Vec<u8>,
    repeated: RepeatedIds,
}

impl Scanner {
    /// Hands the topics of a file on, and gives its tag.
    pub fn scan(
        &mut self,
        mut pieces: DecodedStream<'_>,
        reading: &Reading,
        rankings: &mut impl Rankings,
    ) -> Result<String, UnusualFile> {
        self.lines.clear();
        self.tag.clear();
        self.text.resize(self.text.len().max(ROOM), 0);
        // Of the text, `..filled` is read and `..scanned` is worked on.
        let (mut filled, mut scanned) = (0, 0);
        loop {
            if self.text.len() - filled < PIECE {
                let keep = if self.lines.is_empty() { scanned } else { self.topic.start as usize };
                self.forget(keep, filled);
                (filled, scanned) = (filled - keep, scanned - keep);
            }
            let got = pieces.read(&mut self.text[filled..][..PIECE]).map_err(|_| UnusualFile::Odd)?;
            let is_first = filled == 0 && self.tag.is_empty();
            filled += got;
            // A byte order mark, or the start of one.
            if is_first && self.text[0] == 0xef {
                return Err(UnusualFile::Odd);
            }
            let end = if got == 0 {
                filled
            } else {
                let new = filled - got;
                memchr::memrchr(b'\n', &self.text[new..filled]).map_or(scanned, |feed| new + feed + 1)
            };
            self.piece(scanned, end, reading, rankings)?;
            scanned = end;
            if got == 0 {
                break;
            }
            // A line that does not end would be kept whole.
            if filled - scanned > LINE_LIMIT + 1 {
                return Err(UnusualFile::Odd);
            }
        }
        self.hand_on(reading, rankings)?;
        String::from_utf8(std::mem::take(&mut self.tag))
            .ok()
            .filter(|tag| !tag.is_empty())
            .ok_or(UnusualFile::Odd)
    }

    /// Drops the text before `keep`, and makes room for a piece after `filled`.
    fn forget(&mut self, keep: usize, filled: usize) {
        self.text.copy_within(keep..filled, 0);
        let moved = keep as u32;
        for line in &mut self.lines {
            line.document = line.document.back(moved);
        }
        if !self.lines.is_empty() {
            self.topic = self.topic.back(moved);
        }
        // What is dropped next time is then at least as much as is moved.
        if self.text.len() / 2 < filled - keep {
            self.text.resize(self.text.len() * 2, 0);
        }
    }

    /// Works on the lines `start..end` of the text.
    fn piece(
        &mut self,
        start: usize,
        end: usize,
        reading: &Reading,
        rankings: &mut impl Rankings,
    ) -> Result<(), UnusualFile> {
        let piece = &self.text[start..end];
        if std::str::from_utf8(piece).is_err() || first_control(piece).is_some() {
            return Err(UnusualFile::Odd);
        }
        let mut edges = std::mem::take(&mut self.edges);
        let done = self.lines_of(start, end, edges.of(piece), reading, rankings);
        self.edges = edges;
        done
    }

    fn lines_of(
        &mut self,
        start: usize,
        end: usize,
        edges: &[u32],
        reading: &Reading,
        rankings: &mut impl Rankings,
    ) -> Result<(), UnusualFile> {
        let (lines, rest) = edges.as_chunks::<12>();
        let feeds = memchr::memchr_iter(b'\n', &self.text[start..end]).count();
        // As many lines as line feeds, each after six words: then no line has more or less.
        let is_cut = end > start && self.text[end - 1] != b'\n';
        if !rest.is_empty() || feeds + usize::from(is_cut) != lines.len() {
            return Err(UnusualFile::Odd);
        }
        let mut line_start = start;
        let base = start as u32;
        for edges in lines {
            let word = |at: usize| Span { start: base + edges[2 * at], end: base + edges[2 * at + 1] };
            let [topic, document, rank, score, mut tag] = [word(0), word(2), word(3), word(4), word(5)];
            let line_end = tag.end as usize;
            if self.text[..end].get(line_end).is_some_and(|&byte| byte != b'\n') {
                return Err(UnusualFile::Odd);
            }
            if self.text[line_end - 1] == b'\r' {
                tag.end -= 1;
            }
            let text = &self.text[..end];
            if text[topic.start as usize] == b'#'
                || tag.start == tag.end
                || line_end - line_start > LINE_LIMIT
            {
                return Err(UnusualFile::Odd);
            }
            line_start = line_end + 1;
            if self.lines.is_empty() || !same(topic.of(text), self.topic.of(text)) {
                self.hand_on(reading, rankings)?;
                self.topic = topic;
                let name = topic.of(&self.text);
                if name.starts_with(BOM) {
                    return Err(UnusualFile::Odd);
                }
            }
            let text = &self.text[..end];
            if !same(tag.of(text), &self.tag) {
                if !self.tag.is_empty() {
                    return Err(UnusualFile::Odd);
                }
                self.tag.extend_from_slice(tag.of(text));
            }
            let key = key(score.of(text), rank.of(text), reading).map_err(|_| UnusualFile::Odd)?;
            self.lines.push(Entry::new(text, document, key));
        }
        Ok(())
    }

    /// Ranks the topic that went on, and hands it on.
    fn hand_on(&mut self, reading: &Reading, rankings: &mut impl Rankings) -> Result<(), UnusualFile> {
        if self.lines.is_empty() {
            return Ok(());
        }
        rank(&self.text, &mut self.lines, reading.ties);
        if self.repeated.any(&self.text, &self.lines) {
            return Err(UnusualFile::Odd);
        }
        let name = std::str::from_utf8(self.topic.of(&self.text)).map_err(|_| UnusualFile::Odd)?;
        rankings.add(&Ranking { name, text: &self.text, lines: &self.lines, reading })?;
        self.lines.clear();
        Ok(())
    }
}
