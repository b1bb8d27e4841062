//! Reads files of lines topic by topic: runs and judgments.
//!
//! A file is read in blocks, because each call to the system is expensive, and a block is processed in pieces that fit
//! the L1 cache. If every line of a piece has the expected number of words, the piece is processed in passes: check
//! UTF-8, find the words, parse them. Otherwise each line is parsed by itself by [`FileText`], which has the error
//! messages. The lines of a topic are passed on when the next topic begins, and their text is dropped.
//!
//! If a topic returns later, the rest of the file is only checked. Then the whole file is read into memory, and its
//! lines are passed on grouped by topic.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashMap;
use std::io::Read;
use std::path::Path;

use rejudge_names::located::Excerpt;

use crate::error::{LoadError, Located, empty};
use crate::fields::{EXTRA_COLUMNS, Span};
use crate::file_text::{FileText, INNER_MARK, LineColumn};
use crate::runs::Entry;
use crate::text::{BOM, Edges, LIMIT, LINE_LIMIT, ReadError, Stamp, first_control, open, read, same};

/// The number of bytes that are processed at a time. Short in fuzz targets, so that pieces end at every kind of place.
const PIECE: usize = if cfg!(fuzzing) { 64 } else { 32 << 10 };

/// The number of bytes that are read at a time. On some virtual machines a call takes as long as it takes to scan 32 KiB,
/// so that calls for a piece each were half of the time. Files are read and not mapped into memory, because a mapped file
/// that another program cuts short ends the process.
const BLOCK: usize = 8 * PIECE;

/// Room for the text of an unfinished topic and a block, to begin with.
const ROOM: usize = BLOCK + 4 * PIECE;

/// The meaning of lines of `N` words. The first word is the topic.
pub(crate) trait Columns<const N: usize> {
    /// The words of a line, for messages.
    const EXPECTED: &'static str;
    /// The index of the word that is the document.
    const DOCUMENT: usize;

    /// Drops everything received so far: a file, with its size in bytes if that is known, is read from its start.
    fn begin(&mut self, bytes: usize);

    /// Returns true if words after the last column are ignored.
    fn ignores_more(&self) -> bool {
        false
    }

    /// Returns the key of a line for its document, or the wrong word.
    fn key(&mut self, text: &[u8], words: &[Span; N]) -> Result<f64, Box<WrongWord>>;

    /// Takes in the lines of a topic, in the order of the file.
    fn topic(&mut self, name: &str, text: &[u8], lines: &mut Vec<Entry>) -> Result<(), Stop>;

    /// Returns the error for a document that a topic has twice, in two lines with their texts; `line` is the number of
    /// the first.
    fn twice(
        &self,
        topic: &str,
        document: &str,
        lines: [(&Entry, &str); 2],
        line: usize,
    ) -> (String, Option<&'static str>);

    /// Looks at a comment that has the words of a line: it may be a line whose topic begins with `#`.
    fn comment(&mut self, text: &[u8], words: &[Span; N]);

    /// Ends the file. Returns false if a topic came twice.
    fn end(&mut self) -> bool {
        true
    }

    /// Reads the bytes of a file of another form. Returns `None` if it has no other form.
    fn of_other_form(&mut self, path: &Path, bytes: &[u8]) -> Result<Option<OtherForm>, Located>;
}

/// A file of another form than that of the lines.
pub(crate) enum OtherForm {
    /// Its contents as lines.
    Lines(Vec<u8>),
    /// Its topics are taken in.
    TakenIn,
}

/// A word of a line that has no meaning.
#[derive(Debug)]
pub(crate) struct WrongWord {
    /// Its place in the line.
    pub word: usize,
    pub message: String,
    pub hint: Option<&'static str>,
}

/// Why a topic was not taken in.
#[derive(Debug)]
pub(crate) enum Stop {
    /// It came before.
    Returned,
    /// It has a document twice.
    Repeated(Entry, Entry),
}

/// Why a pass over a file gave nothing.
enum Failed {
    /// A topic returned.
    Returned,
    /// The file cannot be read piece by piece; reading it as a whole gives the error.
    Unread,
    Wrong(LoadError),
}

/// Reads `held`, or else the file (`-`: standard input); `path` is for messages.
pub(crate) fn scan<const N: usize>(
    path: &Path,
    held: Option<&[u8]>,
    columns: &mut impl Columns<N>,
) -> Result<(), LoadError> {
    if let Some(bytes) = held {
        return passes(path, Some(bytes.into()), columns);
    }
    // A pipe cannot be read twice.
    let is_file = path != Path::new("-") && path.metadata().is_ok_and(|about| about.is_file());
    if !is_file && crate::bundled::in_place(path).is_none() {
        return passes(path, Some(read(path)?.into()), columns);
    }
    let stamp = Stamp::read(path).ok();
    let read = passes(path, None, columns);
    // The file was read piece by piece, and a half-written file may look invalid.
    if Stamp::read(path).ok() == stamp { read } else { Err(ReadError::changed(path).into()) }
}

/// Reads `held`, or else the file, as often as needed.
fn passes<const N: usize>(
    path: &Path,
    mut held: Option<Cow<'_, [u8]>>,
    columns: &mut impl Columns<N>,
) -> Result<(), LoadError> {
    let (mut order, mut is_of_other_form) = (Vec::new(), false);
    loop {
        let failed = match pass(path, held.as_deref(), &order, columns) {
            Ok(()) => return Ok(()),
            Err(failed) => failed,
        };
        if held.is_none() {
            held = Some(read(path)?.into());
        }
        let bytes = held.as_mut().expect("read above");
        match failed {
            Failed::Returned => {
                let (lines, numbers) = by_topic(bytes);
                (*bytes, order) = (lines.into(), numbers);
            }
            // These are the converted lines, not those of the file.
            Failed::Wrong(LoadError::Format(error)) if is_of_other_form => {
                return Err(Located { excerpt: None, ..error }.into());
            }
            Failed::Wrong(error) => {
                match if is_of_other_form { None } else { columns.of_other_form(path, bytes)? } {
                    Some(OtherForm::TakenIn) => return Ok(()),
                    Some(OtherForm::Lines(lines)) => {
                        (*bytes, order, is_of_other_form) = (lines.into(), Vec::new(), true);
                    }
                    // If the file is not text, report that rather than the number of its columns.
                    None => return Err(FileText::new(path, bytes).err().map_or(error, LoadError::from)),
                }
            }
            Failed::Unread => {}
        }
        if bytes.len() > LIMIT {
            return Err(ReadError::too_large(path).into());
        }
    }
}

fn pass<const N: usize>(
    path: &Path,
    held: Option<&[u8]>,
    order: &[u32],
    columns: &mut impl Columns<N>,
) -> Result<(), Failed> {
    let Some(bytes) = held else {
        let mut raw = Vec::new();
        let (pieces, length) = open(path, &mut raw).map_err(|_| Failed::Unread)?;
        columns.begin(length);
        return Pass::new(path, order, columns).over(pieces);
    };
    columns.begin(bytes.len());
    Pass::new(path, order, columns).over(bytes)
}

thread_local! {
    /// The text and edges of this thread's last pass. Zeroing new ones takes as long as reading a short file.
    static BUFFERS: Cell<Option<(Vec<u8>, Edges)>> = const { Cell::new(None) };
}

/// A pass over the lines of a file.
struct Pass<'a, const N: usize, C> {
    path: &'a Path,
    /// The number in the file of each line; empty if lines are read in their own order.
    order: &'a [u32],
    columns: &'a mut C,
    text: Vec<u8>,
    edges: Edges,
    /// Bytes of the file before `text`.
    dropped: usize,
    /// The start of the piece in `text`, its end, and the number of its first line.
    piece: usize,
    end: usize,
    number: usize,
    /// The lines of the current topic, its name, and the start of its first line.
    lines: Vec<Entry>,
    topic: Span,
    begin: usize,
    has_text: bool,
    has_lines: bool,
    has_returned: bool,
}

impl<const N: usize, C> Drop for Pass<'_, N, C> {
    fn drop(&mut self) {
        // The text of a long topic would keep its memory.
        if self.text.len() == ROOM {
            BUFFERS.set(Some((std::mem::take(&mut self.text), std::mem::take(&mut self.edges))));
        }
    }
}

impl<'a, const N: usize, C: Columns<N>> Pass<'a, N, C> {
    fn new(path: &'a Path, order: &'a [u32], columns: &'a mut C) -> Self {
        let (text, edges) = BUFFERS.take().unwrap_or_else(|| (vec![0; ROOM], Edges::default()));
        Self {
            path,
            order,
            columns,
            text,
            edges,
            dropped: 0,
            piece: 0,
            end: 0,
            number: 1,
            lines: Vec::new(),
            topic: Span::default(),
            begin: 0,
            has_text: false,
            has_lines: false,
            has_returned: false,
        }
    }

    fn over(mut self, mut blocks: impl Read) -> Result<(), Failed> {
        // The first block is a piece, because it shows whether the file is of this form.
        let (mut filled, mut block, mut may_begin_with_mark) = (0, PIECE, true);
        loop {
            if self.text.len() - filled < block {
                filled = self.forget(filled);
            }
            let got = blocks.read(&mut self.text[filled..][..block]).map_err(|_| Failed::Unread)?;
            filled += got;
            if self.dropped + filled > LIMIT {
                return Err(Failed::Unread);
            }
            if may_begin_with_mark {
                if got > 0 && filled < BOM.len() {
                    continue;
                }
                may_begin_with_mark = false;
                if self.text[..filled].starts_with(BOM) {
                    self.text.copy_within(BOM.len()..filled, 0);
                    (self.dropped, filled) = (BOM.len(), filled - BOM.len());
                }
            }
            while let Some(end) = self.piece_end(filled, got == 0) {
                self.lines_until(end)?;
            }
            if got == 0 {
                break;
            }
            // A line that does not end would be kept whole.
            if filled - self.piece > LINE_LIMIT + 1 {
                let line = self.in_file(self.number);
                return Err(wrong(ReadError::long_line(self.path, line)));
            }
            block = BLOCK;
        }
        self.hand_on()?;
        if !self.has_lines {
            let (has_text, expected) = (self.has_text, C::EXPECTED);
            return Err(wrong(self.error(1, 1, empty(has_text, expected))));
        }
        if self.has_returned || !self.columns.end() { Err(Failed::Returned) } else { Ok(()) }
    }

    /// Returns the end of the next piece of the `filled` part: that of the last line which ends within [`PIECE`], or of
    /// the first line if that is longer. Returns `None` if no line ends there, unless the file does (`is_last`).
    fn piece_end(&self, filled: usize, is_last: bool) -> Option<usize> {
        let text = &self.text[self.piece..filled];
        let (first, rest) = text.split_at(text.len().min(PIECE));
        let feed = memchr::memrchr(b'\n', first)
            .or_else(|| memchr::memchr(b'\n', rest).map(|feed| first.len() + feed));
        match feed {
            Some(feed) => Some(self.piece + feed + 1),
            None => (is_last && !text.is_empty()).then_some(filled),
        }
    }

    /// Drops text that is no longer needed, makes room for a block after the `filled` part, and returns its new
    /// length.
    fn forget(&mut self, filled: usize) -> usize {
        let keep = if self.lines.is_empty() { self.piece } else { self.begin };
        self.text.copy_within(keep..filled, 0);
        let moved = keep as u32;
        for line in &mut self.lines {
            line.document = line.document.back(moved);
        }
        if !self.lines.is_empty() {
            (self.topic, self.begin) = (self.topic.back(moved), 0);
        }
        self.dropped += keep;
        self.piece -= keep;
        // This ensures that the next call drops at least as much as it moves.
        let kept = filled - keep;
        if self.text.len() - kept < kept.max(BLOCK) {
            self.text.resize(self.text.len() * 2, 0);
        }
        kept
    }

    /// Works on the lines of a piece, which ends at `end`.
    fn lines_until(&mut self, end: usize) -> Result<(), Failed> {
        let start = self.piece;
        self.end = end;
        let piece = &self.text[start..end];
        let mut edges = std::mem::take(&mut self.edges);
        let found = edges.find(piece);
        let lines = found.feeds + usize::from(piece.last().is_some_and(|&last| last != b'\n'));
        let is_text = found.is_plain || std::str::from_utf8(piece).is_ok() && first_control(piece).is_none();
        let (words, feeds) = (if is_text { found.edges } else { &[] }, found.feeds);
        // If there are as many lines as line feeds, each at the end of its words, no line has more or fewer words.
        let ends_line =
            |words: &[u32]| piece.get(words[2 * N - 1] as usize).is_none_or(|&byte| byte == b'\n');
        let done = if words.len() == 2 * N * lines && words.chunks_exact(2 * N).all(ends_line) {
            self.usual(start, end, words)
        } else {
            self.unusual(start, end)
        };
        self.edges = edges;
        (self.piece, self.number) = (end, self.number + feeds);
        done
    }

    /// Lines of `N` words each, whose edges are given.
    fn usual(&mut self, start: usize, end: usize, edges: &[u32]) -> Result<(), Failed> {
        let (base, mut line) = (start as u32, start);
        for edges in edges.chunks_exact(2 * N) {
            let mut words: [Span; N] = std::array::from_fn(|word| Span {
                start: base + edges[2 * word],
                end: base + edges[2 * word + 1],
            });
            let line_end = words[N - 1].end as usize;
            if self.text[line_end - 1] == b'\r' {
                words[N - 1].end -= 1;
            }
            let first = self.text[words[0].start as usize];
            let is_odd = first == b'#' || first == BOM[0] || words[N - 1].length() == 0;
            if is_odd || line_end - line > LINE_LIMIT {
                self.unusual(line, (line_end + 1).min(end))?;
            } else {
                self.line(line, &words)?;
            }
            line = line_end + 1;
        }
        Ok(())
    }

    /// Lines of any kind, one by one.
    fn unusual(&mut self, mut start: usize, end: usize) -> Result<(), Failed> {
        while start < end {
            let length = memchr::memchr(b'\n', &self.text[start..end]).unwrap_or(end - start);
            let words = self.words(start, &self.text[start..start + length])?;
            match words {
                Some(words) => self.line(start, &words)?,
                None => {
                    self.has_text |= !self.text[start..start + length].trim_ascii().is_empty();
                    self.comment(start, length);
                }
            }
            start += length + 1;
        }
        Ok(())
    }

    /// Returns the words of a line, or `None` if it is empty.
    fn words(&self, start: usize, line: &[u8]) -> Result<Option<[Span; N]>, Failed> {
        let here = |error: Located| {
            // Later lines of a good file are wrong lines, not those of another kind of file.
            let hint = error.hint.filter(|hint| !self.has_lines || hint == EXTRA_COLUMNS);
            wrong(Located { line: self.in_file(self.number_of(start)), hint, ..error })
        };
        if line.starts_with(BOM) {
            return Err(here(self.error(1, 1, INNER_MARK)));
        }
        let source = FileText::after(self.dropped + start, self.path, line).map_err(here)?;
        let Some(line) = source.lines().next() else { return Ok(None) };
        let words = if self.columns.ignores_more() {
            source.first_fields(line, C::EXPECTED)
        } else {
            source.fields(line, C::EXPECTED)
        };
        Ok(Some(words.map_err(here)?.map(|word| word.on(start as u32))))
    }

    /// Passes on a comment of as many words as a line has, unless its first word is only `#`.
    #[cold]
    fn comment(&mut self, start: usize, length: usize) {
        let line = &self.text[start..start + length];
        if !line.starts_with(b"#") {
            return;
        }
        let (mut words, mut count) = ([Span::default(); N], 0);
        let ends = (0..=length).filter(|&at| line.get(at).is_none_or(u8::is_ascii_whitespace));
        let mut begin = 0;
        for end in ends {
            if end > begin {
                if let Some(word) = words.get_mut(count) {
                    *word = Span { start: (start + begin) as u32, end: (start + end) as u32 };
                }
                count += 1;
            }
            begin = end + 1;
        }
        if (count == N || count > N && self.columns.ignores_more()) && words[0].length() > 1 {
            self.columns.comment(&self.text, &words);
        }
    }

    /// Takes in a line that begins at `start`.
    #[inline]
    fn line(&mut self, start: usize, words: &[Span; N]) -> Result<(), Failed> {
        let topic = words[0];
        if self.lines.is_empty() || !same(topic.slice(&self.text), self.topic.slice(&self.text)) {
            self.hand_on()?;
            (self.topic, self.begin, self.has_lines) = (topic, start, true);
        }
        let key = match self.columns.key(&self.text, words) {
            Ok(key) => key,
            Err(error) => return Err(self.wrong_at(words[error.word], error.message, error.hint)),
        };
        self.lines.push(Entry::new(&self.text, words[C::DOCUMENT], key));
        Ok(())
    }

    /// Hands on the topic that went on.
    fn hand_on(&mut self) -> Result<(), Failed> {
        if self.lines.is_empty() {
            return Ok(());
        }
        let mut lines = std::mem::take(&mut self.lines);
        let name = str_of(self.topic.slice(&self.text));
        let taken = if self.has_returned { Ok(()) } else { self.columns.topic(name, &self.text, &mut lines) };
        let done = match taken {
            Ok(()) => Ok(()),
            // In order, no topic returns, even if hashes of names collide.
            Err(Stop::Returned) => {
                self.has_returned = self.order.is_empty();
                Ok(())
            }
            Err(Stop::Repeated(one, other)) => {
                let (first, second) =
                    if one.document.start < other.document.start { (one, other) } else { (other, one) };
                let line = self.in_file(self.number_of(first.document.start as usize));
                let document = str_of(second.document.slice(&self.text));
                let lines = [&first, &second].map(|entry| (entry, self.line_with(entry.document).1));
                let (what, hint) = self.columns.twice(name, document, lines, line);
                Err(self.wrong_at(second.document, what, hint))
            }
        };
        lines.clear();
        self.lines = lines;
        done
    }

    #[cold]
    fn wrong_at(&self, word: Span, what: String, hint: Option<&str>) -> Failed {
        let place = word.start as usize;
        let (line, text) = self.line_with(word);
        let column = str_of(&self.text[line..place]).chars().count() + 1;
        let excerpt = Some(Excerpt::at(text, place - line));
        let error = self.error(self.in_file(self.number_of(place)), column, what);
        wrong(Located { excerpt, hint: hint.map(str::to_owned), ..error })
    }

    /// Returns the start and the text of the line that holds a word.
    fn line_with(&self, word: Span) -> (usize, &str) {
        let place = word.start as usize;
        let start = memchr::memrchr(b'\n', &self.text[..place]).map_or(0, |feed| feed + 1);
        let end = memchr::memchr(b'\n', &self.text[place..self.end]).map_or(self.end, |feed| place + feed);
        (start, str_of(&self.text[start..end]))
    }

    /// Returns the number of the line that holds a place of the text.
    fn number_of(&self, place: usize) -> usize {
        let feeds = |text: &[u8]| memchr::memchr_iter(b'\n', text).count();
        match place.checked_sub(self.piece) {
            Some(_) => self.number + feeds(&self.text[self.piece..place]),
            None => self.number - feeds(&self.text[place..self.piece]),
        }
    }

    /// Returns the number in the file of the line that was read as this one.
    fn in_file(&self, number: usize) -> usize {
        self.order.get(number - 1).map_or(number, |&number| number as usize)
    }

    fn error(&self, line: usize, column: usize, what: impl Into<String>) -> Located {
        LineColumn { line, column }.error(self.path, what)
    }
}

fn wrong(error: impl Into<LoadError>) -> Failed {
    Failed::Wrong(error.into())
}

fn str_of(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("checked with its line")
}

/// Returns the lines that hold something, topic by topic, and the number of each in the file. They are known to be
/// good.
fn by_topic(bytes: &[u8]) -> (Vec<u8>, Vec<u32>) {
    let (mut topics, mut lines) = (HashMap::new(), Vec::new());
    let text = bytes.strip_prefix(BOM).unwrap_or(bytes);
    for (line, number) in text.split(|&byte| byte == b'\n').zip(1_u32..) {
        let mut words = line.split(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
        if let Some(topic) = words.find(|word| !word.is_empty()).filter(|_| line[0] != b'#') {
            let next = topics.len();
            lines.push((*topics.entry(topic).or_insert(next), number, line));
        }
    }
    lines.sort_unstable_by_key(|&(topic, number, _)| (topic, number));
    let text = lines.iter().flat_map(|(_, _, line)| [line, &b"\n"[..]]).collect::<Vec<_>>().concat();
    (text, lines.into_iter().map(|(_, number, _)| number).collect())
}
