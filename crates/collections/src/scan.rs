//! Reads runs and judgments, which are files of lines, topic by topic.
//!
//! A file is read in blocks, because each system call is expensive. A block is processed in pieces that fit
//! in the L1 cache. If every line of a piece has the expected number of words, the piece is processed in
//! three steps: find the words, check UTF-8, parse the words. Otherwise [`FileText`] parses each line
//! separately, and creates the error messages. When a topic ends, its lines are passed on, and their text may
//! be dropped.
//!
//! If a topic returns after another one, the rest of the file is only checked. Then the whole file is read into memory, and
//! its lines are passed on grouped by topic.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashMap;
use std::io::Read;
use std::path::Path;

use rejudge_names::located::Excerpt;

use crate::error::{LoadError, Located, no_rows};
use crate::fields::{BLANK_IN_DOCID, EXTRA_COLUMNS, Span};
use crate::file_text::{FileText, INNER_MARK, LineColumn};
use crate::runs::Entry;
use crate::text::{BOM, Edges, FILE_LIMIT, LINE_LIMIT, ReadError, Stamp, first_control, open, read, same};

/// The number of bytes that are processed at a time. Fuzz targets use short pieces, so that pieces end at all kinds
/// of positions.
const PIECE: usize = if cfg!(fuzzing) { 64 } else { 32 << 10 };

/// The number of bytes that are read at a time. On some virtual machines, a system call takes as long as scanning 32
/// KiB, so a call for each piece doubled the time. We do not map files into memory, because the process would
/// die if another program cuts a mapped file short.
const BLOCK: usize = 8 * PIECE;

/// The initial size of the buffer for the text of an unfinished topic and a block.
const INITIAL_BUFFER: usize = BLOCK + 4 * PIECE;

/// Receives the lines of a file, and reads them as judgments or as a run. A line has `N` words, and the first is the
/// topic.
pub(crate) trait Columns<const N: usize> {
    /// The words of a line, for messages.
    const EXPECTED: &'static str;
    /// The index of the word that is the document.
    const DOCUMENT: usize;

    /// Drops all lines that were received, because the file is read from its start. `bytes` is the size of
    /// the file, or 0 if it is unknown.
    fn begin(&mut self, bytes: usize);

    /// Returns true if words after the last column are ignored.
    fn ignores_more(&self) -> bool {
        false
    }

    /// Returns the key of a line: the grade, or the number that orders the run. The error is about a wrong word.
    fn key(&mut self, text: &[u8], words: &[Span; N]) -> Result<f64, Box<WrongWord>>;

    /// Receives all lines of a topic, in the order of the file.
    fn topic(&mut self, name: &str, text: &[u8], lines: &mut Vec<Entry>) -> Result<(), Stop>;

    /// Returns the message and the hint for a document that a topic has twice. `lines` contains the two lines with
    /// their texts, and `line` is the number of the first line.
    fn duplicate_message(
        &self,
        topic: &str,
        document: &str,
        lines: [(&Entry, &str); 2],
        line: usize,
    ) -> (String, Option<&'static str>);

    /// Receives a comment of `N` words, because it may be a line with a topic that begins with `#`. If
    /// [`ignores_more`](Self::ignores_more) returns true, the comment may have more than `N` words.
    fn comment(&mut self, text: &[u8], words: &[Span; N]);

    /// Ends the file. Returns false if a topic came twice.
    fn end(&mut self) -> bool {
        true
    }

    /// Reads a file that does not have these lines, such as csv. Returns `None` if it has no form that we know.
    fn read_other_form(&mut self, path: &Path, bytes: &[u8]) -> Result<Option<OtherForm>, Located>;
}

/// The result of reading a file that does not have the expected lines.
pub(crate) enum OtherForm {
    /// The contents, rewritten as lines.
    Lines(Vec<u8>),
    /// The file was read, and its topics were received.
    Read,
}

/// A wrong word in a line.
#[derive(Debug)]
pub(crate) struct WrongWord {
    /// The index of the word in the line.
    pub word: usize,
    pub message: String,
    pub hint: Option<&'static str>,
}

/// The reason why a topic was not received.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The topic returned: its lines were received before, and another topic followed them.
    TopicAgain,
    /// These two lines of the topic have the same document.
    Repeated(Entry, Entry),
}

/// The reason why a pass over a file failed.
enum Failed {
    /// A topic returned after another topic.
    TopicAgain,
    /// The file cannot be read piece by piece. We read it as a whole, because this returns a better error.
    Unread,
    /// The file is wrong.
    Wrong(LoadError),
}

/// Reads `bytes`, or, if there are none, the file at `path` (`-`: standard input).
pub(crate) fn scan<const N: usize>(
    path: &Path,
    bytes: Option<&[u8]>,
    columns: &mut impl Columns<N>,
) -> Result<(), LoadError> {
    if let Some(bytes) = bytes {
        return scan_until_read(path, Some(bytes.into()), columns);
    }
    // A pipe cannot be read twice.
    let is_file = path != Path::new("-") && path.metadata().is_ok_and(|metadata| metadata.is_file());
    if !is_file && crate::bundled::bundled_file(path).is_none() {
        return scan_until_read(path, Some(read(path)?.into()), columns);
    }
    let stamp = Stamp::read(path).ok();
    let result = scan_until_read(path, None, columns);
    // A file that changed while we read it piece by piece may look invalid.
    if Stamp::read(path).ok() == stamp { result } else { Err(ReadError::changed(path).into()) }
}

/// Reads `bytes`, or the file if there are none, as often as needed: again if a topic returns, if the file
/// has another form than lines, or if it cannot be read piece by piece.
fn scan_until_read<const N: usize>(
    path: &Path,
    mut bytes: Option<Cow<'_, [u8]>>,
    columns: &mut impl Columns<N>,
) -> Result<(), LoadError> {
    let (mut order, mut are_rewritten) = (Vec::new(), false);
    loop {
        let failed = match scan_once(path, bytes.as_deref(), &order, columns) {
            Ok(()) => return Ok(()),
            Err(failed) => failed,
        };
        if bytes.is_none() {
            bytes = Some(read(path)?.into());
        }
        let bytes = bytes.as_mut().expect("the bytes were read above");
        match failed {
            Failed::TopicAgain => {
                let (lines, numbers) = grouped_by_topic(bytes);
                (*bytes, order) = (lines.into(), numbers);
            }
            // An excerpt would show the rewritten line, which is not in the file.
            Failed::Wrong(LoadError::Format(error)) if are_rewritten => {
                return Err(Located { excerpt: None, ..error }.into());
            }
            Failed::Wrong(error) => {
                match if are_rewritten { None } else { columns.read_other_form(path, bytes)? } {
                    Some(OtherForm::Read) => return Ok(()),
                    Some(OtherForm::Lines(lines)) => {
                        (*bytes, order, are_rewritten) = (lines.into(), Vec::new(), true);
                    }
                    // If the file is not text, we say so, rather than that it has a wrong number of columns.
                    None => return Err(FileText::new(path, bytes).err().map_or(error, LoadError::from)),
                }
            }
            Failed::Unread => {}
        }
        if bytes.len() > FILE_LIMIT {
            return Err(ReadError::too_large(path).into());
        }
    }
}

/// Reads `bytes`, or the file if there are none, once. `order` contains the number of each line in the file. It is
/// empty if lines are in the order of the file.
fn scan_once<const N: usize>(
    path: &Path,
    bytes: Option<&[u8]>,
    order: &[u32],
    columns: &mut impl Columns<N>,
) -> Result<(), Failed> {
    let Some(bytes) = bytes else {
        let mut raw = Vec::new();
        let (source, length) = open(path, &mut raw).map_err(|_| Failed::Unread)?;
        columns.begin(length);
        return Pass::new(path, order, columns).read(source);
    };
    columns.begin(bytes.len());
    Pass::new(path, order, columns).read(bytes)
}

thread_local! {
    /// The text and edges of this thread's last pass. Zeroing new ones takes as long as reading a short file.
    static BUFFERS: Cell<Option<(Vec<u8>, Edges)>> = const { Cell::new(None) };
}

/// A pass over the lines of a file.
struct Pass<'a, const N: usize, C> {
    path: &'a Path,
    /// The number of each line in the file; empty if lines are in the order of the file.
    order: &'a [u32],
    columns: &'a mut C,
    text: Vec<u8>,
    edges: Edges,
    /// The number of the file's bytes before `text`.
    dropped: usize,
    /// The start and the end of the current piece in `text`, and the number of its first line.
    piece_start: usize,
    piece_end: usize,
    piece_line: usize,
    /// The lines of the current topic, its name, and the start of its first line.
    lines: Vec<Entry>,
    topic: Span,
    topic_start: usize,
    /// True if a line was a comment.
    has_text: bool,
    has_lines: bool,
    /// True if a topic returned, so that the rest of the file is only checked.
    has_returned: bool,
}

impl<const N: usize, C> Drop for Pass<'_, N, C> {
    fn drop(&mut self) {
        // A long topic makes `text` grow. Then we free it, instead of keeping it for the next pass.
        if self.text.len() == INITIAL_BUFFER {
            BUFFERS.set(Some((std::mem::take(&mut self.text), std::mem::take(&mut self.edges))));
        }
    }
}

impl<'a, const N: usize, C: Columns<N>> Pass<'a, N, C> {
    fn new(path: &'a Path, order: &'a [u32], columns: &'a mut C) -> Self {
        let (text, edges) = BUFFERS.take().unwrap_or_else(|| (vec![0; INITIAL_BUFFER], Edges::default()));
        Self {
            path,
            order,
            columns,
            text,
            edges,
            dropped: 0,
            piece_start: 0,
            piece_end: 0,
            piece_line: 1,
            lines: Vec::new(),
            topic: Span::default(),
            topic_start: 0,
            has_text: false,
            has_lines: false,
            has_returned: false,
        }
    }

    fn read(mut self, mut source: impl Read) -> Result<(), Failed> {
        // The first block is only a piece, because it may already show that the file has another form.
        let (mut filled, mut block, mut may_begin_with_mark) = (0, PIECE, true);
        loop {
            if self.text.len() - filled < block {
                filled = self.make_room(filled);
            }
            let count = source.read(&mut self.text[filled..][..block]).map_err(|_| Failed::Unread)?;
            filled += count;
            if self.dropped + filled > FILE_LIMIT {
                return Err(Failed::Unread);
            }
            if may_begin_with_mark {
                if count > 0 && filled < BOM.len() {
                    continue;
                }
                may_begin_with_mark = false;
                if self.text[..filled].starts_with(BOM) {
                    self.text.copy_within(BOM.len()..filled, 0);
                    (self.dropped, filled) = (BOM.len(), filled - BOM.len());
                }
            }
            while let Some(end) = self.next_piece_end(filled, count == 0) {
                self.read_piece(end)?;
            }
            if count == 0 {
                break;
            }
            // A line without an end would fill the memory.
            if filled - self.piece_start > LINE_LIMIT + 1 {
                let line = self.number_in_file(self.piece_line);
                return Err(wrong(ReadError::long_line(self.path, line)));
            }
            block = BLOCK;
        }
        self.end_topic()?;
        if !self.has_lines {
            let (has_text, expected) = (self.has_text, C::EXPECTED);
            return Err(wrong(self.error(1, 1, no_rows(has_text, expected))));
        }
        if self.has_returned || !self.columns.end() { Err(Failed::TopicAgain) } else { Ok(()) }
    }

    /// Returns the end of the next piece of the `filled` part. A piece ends with the last line that ends within [`PIECE`]
    /// bytes, or with its first line if that is longer. Returns `None` if no line ends yet. If the file ends there
    /// (`is_last`), the last line needs no line feed.
    fn next_piece_end(&self, filled: usize, is_last: bool) -> Option<usize> {
        let text = &self.text[self.piece_start..filled];
        let (first, rest) = text.split_at(text.len().min(PIECE));
        let feed = memchr::memrchr(b'\n', first)
            .or_else(|| memchr::memchr(b'\n', rest).map(|feed| first.len() + feed));
        match feed {
            Some(feed) => Some(self.piece_start + feed + 1),
            None => (is_last && !text.is_empty()).then_some(filled),
        }
    }

    /// Drops text that is no longer needed, makes room for a block after the `filled` part, and returns the new length of
    /// this part.
    fn make_room(&mut self, filled: usize) -> usize {
        let start = if self.lines.is_empty() { self.piece_start } else { self.topic_start };
        self.text.copy_within(start..filled, 0);
        let moved = start as u32;
        for line in &mut self.lines {
            line.document = line.document.moved_back(moved);
        }
        if !self.lines.is_empty() {
            (self.topic, self.topic_start) = (self.topic.moved_back(moved), 0);
        }
        self.dropped += start;
        self.piece_start -= start;
        // We leave at least as much room as the moved text occupies. So we read at least that much before the next
        // move, and moving takes linear time in total.
        let filled = filled - start;
        if self.text.len() - filled < filled.max(BLOCK) {
            self.text.resize(self.text.len() * 2, 0);
        }
        filled
    }

    /// Reads the lines of a piece, which ends at `end`.
    fn read_piece(&mut self, end: usize) -> Result<(), Failed> {
        let start = self.piece_start;
        self.piece_end = end;
        let piece = &self.text[start..end];
        let mut edges = std::mem::take(&mut self.edges);
        let words = edges.find(piece);
        let lines = words.feeds + usize::from(piece.last().is_some_and(|&last| last != b'\n'));
        let is_text = words.is_plain || std::str::from_utf8(piece).is_ok() && first_control(piece).is_none();
        let (words, feeds) = (if is_text { words.edges } else { &[] }, words.feeds);
        // Every line has N words if there are N words per line on average, and a line feed follows every Nth word.
        let ends_line =
            |words: &[u32]| piece.get(words[2 * N - 1] as usize).is_none_or(|&byte| byte == b'\n');
        let result = if words.len() == 2 * N * lines && words.chunks_exact(2 * N).all(ends_line) {
            self.read_usual_lines(start, end, words)
        } else {
            self.read_unusual_lines(start, end)
        };
        self.edges = edges;
        (self.piece_start, self.piece_line) = (end, self.piece_line + feeds);
        result
    }

    /// Reads lines of `N` words each. `edges` has the starts and ends of the words.
    fn read_usual_lines(&mut self, start: usize, end: usize, edges: &[u32]) -> Result<(), Failed> {
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
            let is_unusual = first == b'#' || first == BOM[0] || words[N - 1].length() == 0;
            if is_unusual || line_end - line > LINE_LIMIT {
                self.read_unusual_lines(line, (line_end + 1).min(end))?;
            } else {
                self.line(line, &words)?;
            }
            line = line_end + 1;
        }
        Ok(())
    }

    /// Reads lines of any kind, one by one.
    fn read_unusual_lines(&mut self, mut start: usize, end: usize) -> Result<(), Failed> {
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

    /// Returns the words of a line, or `None` if it is blank or a comment.
    fn words(&self, start: usize, line: &[u8]) -> Result<Option<[Span; N]>, Failed> {
        let wrong_line = |error: Located| {
            // If we could read lines before this one, a hint that this is another kind of file is wrong.
            let is_first = !self.has_lines;
            let hint = error.hint.filter(|hint| is_first || hint == EXTRA_COLUMNS || hint == BLANK_IN_DOCID);
            let is_cut = self.has_lines && self.text.get(start + line.len()) != Some(&b'\n');
            let hint = hint.or_else(|| {
                is_cut.then(|| "the file ends within this line: it may have been cut off".to_owned())
            });
            wrong(Located { line: self.number_in_file(self.line_number(start)), hint, ..error })
        };
        if line.starts_with(BOM) {
            return Err(wrong_line(self.error(1, 1, INNER_MARK)));
        }
        let source = FileText::after(self.dropped + start, self.path, line).map_err(wrong_line)?;
        let Some(line) = source.lines().next() else { return Ok(None) };
        let words = if self.columns.ignores_more() {
            source.first_fields(line, C::EXPECTED)
        } else {
            source.fields(line, C::EXPECTED)
        };
        Ok(Some(words.map_err(wrong_line)?.map(|word| word.moved_forward(start as u32))))
    }

    /// Passes on a comment of `N` words, or of more words if these are ignored, unless the first word is only
    /// `#`.
    #[cold]
    fn comment(&mut self, start: usize, length: usize) {
        let line = &self.text[start..start + length];
        if !line.starts_with(b"#") {
            return;
        }
        let (mut words, mut count) = ([Span::default(); N], 0);
        let ends = (0..=length).filter(|&place| line.get(place).is_none_or(u8::is_ascii_whitespace));
        let mut word_start = 0;
        for end in ends {
            if end > word_start {
                if let Some(word) = words.get_mut(count) {
                    *word = Span { start: (start + word_start) as u32, end: (start + end) as u32 };
                }
                count += 1;
            }
            word_start = end + 1;
        }
        if (count == N || count > N && self.columns.ignores_more()) && words[0].length() > 1 {
            self.columns.comment(&self.text, &words);
        }
    }

    /// Adds a line, which begins at `start`, to its topic.
    #[inline]
    fn line(&mut self, start: usize, words: &[Span; N]) -> Result<(), Failed> {
        let topic = words[0];
        if self.lines.is_empty() || !same(topic.slice(&self.text), self.topic.slice(&self.text)) {
            self.end_topic()?;
            (self.topic, self.topic_start, self.has_lines) = (topic, start, true);
        }
        let key = match self.columns.key(&self.text, words) {
            Ok(key) => key,
            Err(error) => return Err(self.wrong_at(words[error.word], error.message, error.hint)),
        };
        self.lines.push(Entry::new(&self.text, words[C::DOCUMENT], key));
        Ok(())
    }

    /// Passes on the lines of the current topic.
    fn end_topic(&mut self) -> Result<(), Failed> {
        if self.lines.is_empty() {
            return Ok(());
        }
        let mut lines = std::mem::take(&mut self.lines);
        let name = str_of(self.topic.slice(&self.text));
        let received =
            if self.has_returned { Ok(()) } else { self.columns.topic(name, &self.text, &mut lines) };
        let result = match received {
            Ok(()) => Ok(()),
            // If lines are grouped by topic, no topic can return. If one seems to return, it only happens to have
            // the same hash as another topic, so we go on.
            Err(Stop::TopicAgain) => {
                self.has_returned = self.order.is_empty();
                Ok(())
            }
            Err(Stop::Repeated(mut first, mut second)) => {
                if first.document.start > second.document.start {
                    (first, second) = (second, first);
                }
                let line = self.number_in_file(self.line_number(first.document.start as usize));
                let document = str_of(second.document.slice(&self.text));
                let lines = [&first, &second].map(|entry| (entry, self.line_with(entry.document).1));
                let (what, hint) = self.columns.duplicate_message(name, document, lines, line);
                Err(self.wrong_at(second.document, what, hint))
            }
        };
        lines.clear();
        self.lines = lines;
        result
    }

    #[cold]
    fn wrong_at(&self, word: Span, what: String, hint: Option<&str>) -> Failed {
        let place = word.start as usize;
        let (line, text) = self.line_with(word);
        let column = str_of(&self.text[line..place]).chars().count() + 1;
        let excerpt = Some(Excerpt::at(text, place - line));
        let error = self.error(self.number_in_file(self.line_number(place)), column, what);
        wrong(Located { excerpt, hint: hint.map(str::to_owned), ..error })
    }

    /// Returns the start and the text of the line that contains a word.
    fn line_with(&self, word: Span) -> (usize, &str) {
        let place = word.start as usize;
        let start = memchr::memrchr(b'\n', &self.text[..place]).map_or(0, |feed| feed + 1);
        let end = memchr::memchr(b'\n', &self.text[place..self.piece_end])
            .map_or(self.piece_end, |feed| place + feed);
        (start, str_of(&self.text[start..end]))
    }

    /// Returns the number of the line that contains the byte at `place`.
    fn line_number(&self, place: usize) -> usize {
        let feeds = |text: &[u8]| memchr::memchr_iter(b'\n', text).count();
        if place >= self.piece_start {
            self.piece_line + feeds(&self.text[self.piece_start..place])
        } else {
            self.piece_line - feeds(&self.text[place..self.piece_start])
        }
    }

    /// Returns the number that a line of this pass has in the file. The two numbers differ if lines were
    /// grouped by topic.
    fn number_in_file(&self, number: usize) -> usize {
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
    std::str::from_utf8(bytes).expect("the line was checked to be UTF-8")
}

/// Returns the lines of a file grouped by topic, without blank lines and comments, and the number of each in the
/// file. An earlier pass has checked the lines.
fn grouped_by_topic(bytes: &[u8]) -> (Vec<u8>, Vec<u32>) {
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
