//! Reads runs, which are files of lines with six columns (`topic Q0 document rank score tag`), and makes
//! rankings from them.
//!
//! A file contains one run. Its lines may be in any order, with topics mixed. [`Reading`] has the rules that
//! order a ranking. Under every rule, scores must be finite numbers. If a topic has a document twice, this is
//! an error, unless the rule is to keep the document where it ranks first. If lines have several tags, this
//! is only a warning.
//!
//! Runs in other forms, such as csv or JSON, are read by the same rules.

use std::collections::{BTreeSet, HashSet};
use std::io::Read;
use std::path::Path;

use crate::descriptor::{ExtraColumns, RepeatedDocuments};
use crate::forms::{FileKind, RunRow, TakeRows, as_trec, each_row, tag_of_trec};
use rejudge_pools::Tied;

use crate::error::{LoadError, Located};
use crate::fields::{BLANK_IN_DOCID, HEADER, NOT_A_RUN, Span, is_name};
use crate::rank_comparison::RankComparison;
use crate::reading::{Reading, ScoreType, Ties};
use crate::repeated_documents::RepeatedIds;
use crate::scan::{Columns, OtherForm, Stop, WrongWord, scan};
use crate::text::{BOM, LINE_LIMIT, first_control, hash, open, parse_double, same};

/// The facts about a run that are not in its rankings.
#[derive(Debug)]
pub(crate) struct RunFacts {
    /// The tag of the first line.
    pub tag: String,
    /// The first other tag. In most runs all lines have the same tag.
    pub other_tag: Option<String>,
    /// The topics of comments that look like lines.
    pub comments: BTreeSet<String>,
}

impl RunFacts {
    /// Warns if lines have several tags. Returns the name of the run, and the topics of comments that look
    /// like lines.
    pub(crate) fn named_by_tag(self, path: &Path) -> (String, BTreeSet<String>) {
        let Self { tag, other_tag, comments } = self;
        if let Some(other) = other_tag {
            tracing::warn!(path = %path.display(), tag, other, "more than one run tag: the first names the run");
        }
        (tag, comments)
    }
}

/// Reads a run from `bytes`, or, if there are none, from the file at `path`. Adds the ranking of each topic
/// to `rankings`, in the order in which topics first appear.
pub(crate) fn read_run(
    path: &Path,
    bytes: Option<&[u8]>,
    reading: &Reading,
    rankings: &mut impl Rankings,
) -> Result<RunFacts, LoadError> {
    let mut lines = RunLines::new(reading, rankings);
    scan(path, bytes, &mut lines)?;
    let tag = String::from_utf8(lines.tag).expect("the words of a text are UTF-8");
    if let Some(warning) = lines.ranks.warning() {
        tracing::warn!(path = %path.display(), "{warning} (`rejudge validate` shows the lines)");
    }
    if lines.has_equal && !lines.has_unequal {
        tracing::warn!(path = %path.display(), "all scores of each topic are equal: the documents are ordered by id; `--ties rank` follows the rank column, if there is one");
    }
    if lines.has_counted && !lines.has_uncounted {
        tracing::warn!(path = %path.display(), "the scores of each topic count up in the order of the file, as in 1, 2, 3: are they ranks? Scores decide, so the last document comes first; `--ties file-order` follows the order of the file");
    }
    Ok(RunFacts { tag, other_tag: lines.other_tag, comments: lines.comments })
}

/// The number of bytes in which we look for the first line of a run.
const START: u64 = 64 << 10;

/// Returns the tag of the run in a file. Usually reads only the start of a file in TREC format. Returns
/// `None` if the file cannot be read as a run.
pub(crate) fn run_tag(path: &Path) -> Option<String> {
    if let Some(tag) = tag_of_first_line(path) {
        return Some(tag);
    }
    // The tag does not depend on the order of the documents, so we take the order that needs no sorting.
    let reading = Reading {
        ties: Ties::FileOrder,
        extra_columns: ExtraColumns::Ignored,
        repeated: RepeatedDocuments::First,
        ..Reading::default()
    };
    let mut no_rankings = NoRankings;
    let mut lines = RunLines::new(&reading, &mut no_rankings);
    scan(path, None, &mut lines).ok()?;
    String::from_utf8(lines.tag).ok()
}

/// Returns the tag of the first line, or `None` if the start of the file cannot be read or is not in TREC
/// format.
fn tag_of_first_line(path: &Path) -> Option<String> {
    let (mut raw, mut start) = (Vec::new(), Vec::new());
    let (source, _) = open(path, &mut raw).ok()?;
    source.take(START).read_to_end(&mut start).ok()?;
    if start.len() as u64 == START {
        // The last line is probably cut.
        start.truncate(memchr::memrchr(b'\n', &start)?);
    }
    let text = String::from_utf8_lossy(start.strip_prefix(BOM).unwrap_or(&start));
    tag_of_trec(&text).map(str::to_owned)
}

/// Drops the rankings of a run.
struct NoRankings;

impl Rankings for NoRankings {
    fn restart(&mut self) {}

    fn add(&mut self, _: &Ranking<'_>) -> Result<(), Stop> {
        Ok(())
    }
}

/// A receiver of the rankings of a run.
pub(crate) trait Rankings {
    /// Drops all rankings, because the file is read again from its start.
    fn restart(&mut self);

    /// Adds the ranking of the next topic.
    fn add(&mut self, ranking: &Ranking<'_>) -> Result<(), Stop>;
}

/// The ranking of a topic. Documents are spans of `text`, which contains at least the ids of this topic's
/// documents, and is valid only until the next topic begins.
pub(crate) struct Ranking<'a> {
    /// The topic.
    pub name: &'a str,
    pub text: &'a [u8],
    /// The lines by rank, including the lines beyond the maximum rank, but without repeated documents.
    pub lines: &'a [Entry],
    pub reading: &'a Reading,
}

impl<'a> Ranking<'a> {
    /// Returns the documents down to the maximum rank.
    pub fn documents(&self) -> &'a [Entry] {
        &self.lines[..self.lines.len().min(self.reading.max_rank)]
    }

    pub fn id(&self, document: &Entry) -> &'a str {
        std::str::from_utf8(document.document.slice(self.text)).expect("the words of a text are UTF-8")
    }

    /// Returns the groups of two or more lines that have equal keys, and are therefore ordered by the rule
    /// for ties. A group begins within the maximum rank and may go beyond it. If documents are in the order
    /// of the file, there are no groups.
    pub fn tied(&self) -> Vec<Tied> {
        if self.reading.ties == Ties::FileOrder {
            return Vec::new();
        }
        let mut end = 0;
        let groups = self.lines.chunk_by(|a, b| a.key == b.key).map(|group| {
            let start = end;
            end += group.len() as u32;
            Tied { start, end }
        });
        let within = groups.take_while(|group| (group.start as usize) < self.reading.max_rank);
        within.filter(|group| group.end - group.start > 1).collect()
    }
}

/// A line of a topic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entry {
    pub document: Span,
    /// For a judgment, its level or gain, or -1 if it is withheld. For a line of a run, the key by which
    /// lines are ordered, with the highest key first; it is never -0.0. Keys are finite, except for rows in
    /// memory, and never NaN.
    pub key: f64,
    /// The hash of the document's id.
    pub hash: u64,
}

impl Entry {
    /// Creates the line of `document`, which is a span of `text`.
    #[inline]
    pub fn new(text: &[u8], document: Span, key: f64) -> Self {
        Self { document, key, hash: hash(document.slice(text)) }
    }
}

/// Returns the index of the first line whose key is lower than the key of the next line, or `None` if the lines are sorted.
pub(crate) fn first_ascent(lines: &[Entry]) -> Option<usize> {
    lines.array_windows().position(|[a, b]| a.key < b.key)
}

/// We report scores that count up only if at least one topic has this number of documents. Shorter rankings are mostly
/// examples, whose scores are small whole numbers.
const MIN_COUNTED: usize = 5;

/// Returns true if the keys are 1, 2, 3 and so on, or 0, 1, 2 and so on.
#[cold]
fn are_counted(lines: &[Entry]) -> bool {
    lines.first().is_some_and(|first| first.key == 0.0 || first.key == 1.0)
        && lines.array_windows().all(|[a, b]| b.key == a.key + 1.0)
}

/// Sorts the lines of a topic. Lines that the rule does not order keep the order of the file. Most runs are
/// sorted already, except for ties: `is_sorted` is true if the keys do not increase.
fn rank(text: &[u8], lines: &mut [Entry], ties: Ties, is_sorted: bool) {
    if ties == Ties::FileOrder {
        return;
    }
    if !is_sorted {
        lines.sort_by(|a, b| b.key.total_cmp(&a.key));
    }
    let mut next = 0;
    while let Some(tie) = lines[next..].array_windows().position(|[a, b]| a.key == b.key) {
        let group = &mut lines[next + tie..];
        let end = group.iter().position(|line| line.key != group[0].key).unwrap_or(group.len());
        let id = |line: &Entry| line.document.slice(text);
        match ties {
            Ties::DocnoDescending => group[..end].sort_by(|a, b| id(b).cmp(id(a))),
            Ties::DocnoAscending => group[..end].sort_by(|a, b| id(a).cmp(id(b))),
            Ties::FileOrder | Ties::Rank | Ties::ScoreThenFile => {}
        }
        next += tie + end;
    }
}

/// The columns of a run.
pub(crate) const RUN: &str = "6 (topic, Q0, document, rank, score, tag)";

/// The indices of rank, score and tag in a line.
const RANK: usize = 3;
const SCORE: usize = 4;
const TAG: usize = 5;

/// Turns the lines of a run into rankings.
pub(crate) struct RunLines<'a, R> {
    reading: &'a Reading,
    rankings: &'a mut R,
    repeated: RepeatedIds,
    tag: Vec<u8>,
    other_tag: Option<String>,
    /// The topics of comments that look like lines.
    comments: BTreeSet<String>,
    ranks: RankComparison,
    compares_ranks: bool,
    /// True if a topic has several documents, and all of them have the same score.
    has_equal: bool,
    /// True if documents of a topic have different scores, or if equal scores are not ordered by id.
    has_unequal: bool,
    /// True if we look for scores that count up as ranks do. We do so in other forms, such as JSON, which may have no ranks.
    looks_for_counted: bool,
    /// True if the scores of a topic with [`MIN_COUNTED`] or more documents count up in the order of the file.
    has_counted: bool,
    /// True if the scores of a topic with two or more documents do not count up.
    has_uncounted: bool,
    is_begun: bool,
}

impl<R: Rankings> Columns<6> for RunLines<'_, R> {
    const EXPECTED: &'static str = RUN;
    const DOCUMENT: usize = 2;

    fn begin(&mut self, _: usize) {
        if std::mem::replace(&mut self.is_begun, true) {
            self.rankings.restart();
            self.tag.clear();
            self.other_tag = None;
            self.ranks = RankComparison::default();
            (self.has_counted, self.has_uncounted) = (false, false);
        }
    }

    fn ignores_more(&self) -> bool {
        self.reading.extra_columns == ExtraColumns::Ignored
    }

    /// Returns the key of a line. Refuses an invalid score even if scores do not affect the order.
    #[inline]
    fn key(&mut self, text: &[u8], words: &[Span; 6]) -> Result<f64, Box<WrongWord>> {
        let tag = words[TAG].slice(text);
        if !same(tag, &self.tag) {
            self.add_tag(tag);
        }
        let score_word = words[SCORE].slice(text);
        let Some(score) = parse_double(score_word) else {
            let is_decimal_comma = score_word.iter().filter(|byte| **byte == b',').count() == 1;
            let hint = if is_decimal_comma {
                Some("a score has a decimal point: `awk '{sub(/,/, \".\", $5)} 1' FILE` replaces the commas")
            } else if score_word.eq_ignore_ascii_case(b"score")
                || score_word.eq_ignore_ascii_case(b"sim")
                // The header may have other names.
                || (is_name(words[RANK].slice(text)) && is_name(score_word))
            {
                // A sentence may have six words too.
                let is_sentence = words.iter().any(|word| word.slice(text).ends_with(b"."));
                Some(if is_sentence { NOT_A_RUN } else { HEADER })
            } else {
                None
            };
            let wrong = wrong(SCORE, "score", score_word, "is not a number");
            return Err(Box::new(WrongWord { hint: hint.or(wrong.hint), ..*wrong }));
        };
        let score = self.reading.rounded(score);
        if !score.is_finite() {
            // `inf` and `nan` have no digit.
            let has_digits = score_word.iter().any(u8::is_ascii_digit);
            let problem = match self.reading.score_type {
                _ if !has_digits => "is not finite",
                ScoreType::F64 => "is too large for double precision",
                ScoreType::F32 => "is too large for single precision",
            };
            return Err(wrong(SCORE, "score", score_word, problem));
        }
        if self.reading.ties != Ties::Rank {
            return Ok(self.reading.order_key(score));
        }
        let rank_word = words[RANK].slice(text);
        let rank = std::str::from_utf8(rank_word).ok().and_then(|rank| rank.parse::<i32>().ok());
        rank.map(|rank| self.reading.order_key(rank.into()))
            .ok_or_else(|| wrong(RANK, "rank", rank_word, "is not a 32-bit integer"))
    }

    fn topic(&mut self, name: &str, text: &[u8], lines: &mut Vec<Entry>) -> Result<(), Stop> {
        let ascent = first_ascent(lines);
        // Rows in memory have no tag, and no rank column.
        if self.compares_ranks && !self.tag.is_empty() {
            self.ranks.add(name, text, lines, ascent);
        }
        if self.looks_for_counted && lines.len() > 1 {
            let is_counted = ascent == Some(0) && are_counted(lines);
            self.has_counted |= is_counted && lines.len() >= MIN_COUNTED;
            self.has_uncounted |= !is_counted;
        }
        rank(text, lines, self.reading.ties, ascent.is_none());
        if let [first, .., last] = lines.as_slice() {
            let is_equal = first.key == last.key;
            self.has_equal |= is_equal;
            self.has_unequal |= !is_equal;
        }
        if self.repeated.any(text, lines) {
            if self.reading.repeated == RepeatedDocuments::First {
                let mut seen = HashSet::new();
                lines.retain(|line| seen.insert(line.document.slice(text)));
            } else {
                // The error names the first repeated document of the file, not of the ranking.
                lines.sort_unstable_by_key(|line| line.document.start);
                let (first, second) = self.repeated.first(text, lines).expect("a document is repeated");
                return Err(Stop::Repeated(lines[first], lines[second]));
            }
        }
        self.rankings.add(&Ranking { name, text, lines, reading: self.reading })
    }

    fn duplicate_message(
        &self,
        topic: &str,
        document: &str,
        lines: [(&Entry, &str); 2],
        line: usize,
    ) -> (String, Option<&'static str>) {
        let [first, second] =
            lines.map(|(_, text)| text.split_ascii_whitespace().nth(TAG).unwrap_or_default());
        // Numbers in the place of different tags are ranks or scores, moved there by a blank in the docid.
        let may_have_blank = self.ignores_more()
            && first != second
            && [first, second].iter().all(|tag| tag.parse::<f64>().is_ok());
        let are_two_runs = first != second && !may_have_blank;
        let hint = if document.eq_ignore_ascii_case("Q0") {
            "`Q0` should come before the docid: are columns 2 and 3 swapped?"
        } else if may_have_blank {
            BLANK_IN_DOCID
        } else if are_two_runs {
            "a file holds one run: write the lines of each tag into a separate file"
        } else if is_rounded_number(document) {
            "a spreadsheet has rounded the docids: export the run again, with the docids as text"
        } else {
            "--repeated=first keeps it where it ranks first"
        };
        let (document, topic) = (document.escape_debug(), topic.escape_debug());
        let mut what =
            format!("document `{document}` is already in topic `{topic}` of this run (line {line})");
        if are_two_runs {
            let [first, second] = [first, second].map(str::escape_debug);
            what += &format!(", where the tag is `{first}` and not `{second}`: these are two runs");
        }
        (what, Some(hint))
    }

    fn comment(&mut self, text: &[u8], words: &[Span; 6]) {
        if parse_double(words[SCORE].slice(text)).is_some_and(f64::is_finite) {
            self.comments.insert(String::from_utf8_lossy(words[0].slice(text)).into_owned());
        }
    }

    fn read_other_form(&mut self, path: &Path, bytes: &[u8]) -> Result<Option<OtherForm>, Located> {
        let by_rank = self.reading.ties == Ties::Rank;
        self.begin(bytes.len());
        // Ranks are not compared with the scores, because a missing rank is filled in from the order of the
        // rows.
        self.looks_for_counted = std::mem::take(&mut self.compares_ranks);
        let mut rows = RunRows::new(self);
        if !each_row(by_rank, path, bytes, &mut rows)? {
            return Ok(None);
        }
        if rows.end() {
            return Ok(Some(OtherForm::Read));
        }
        Ok(as_trec(FileKind::Run, by_rank, path, bytes)?.map(OtherForm::Lines))
    }
}

impl<'a, R> RunLines<'a, R> {
    pub fn new(reading: &'a Reading, rankings: &'a mut R) -> Self {
        Self {
            reading,
            rankings,
            repeated: RepeatedIds::default(),
            tag: Vec::new(),
            other_tag: None,
            comments: BTreeSet::new(),
            ranks: RankComparison::default(),
            compares_ranks: match reading.ties {
                // Scores do not affect the order.
                Ties::FileOrder | Ties::Rank => false,
                Ties::DocnoDescending | Ties::DocnoAscending | Ties::ScoreThenFile => true,
            },
            has_equal: false,
            has_unequal: !matches!(reading.ties, Ties::DocnoDescending | Ties::DocnoAscending),
            looks_for_counted: false,
            has_counted: false,
            has_uncounted: false,
            is_begun: false,
        }
    }

    #[cold]
    fn add_tag(&mut self, tag: &[u8]) {
        if self.tag.is_empty() {
            self.tag.extend_from_slice(tag);
        } else {
            self.other_tag.get_or_insert_with(|| String::from_utf8_lossy(tag).into_owned());
        }
    }
}

/// Turns the rows of other forms, such as csv or JSON, into rankings without writing them as lines first. If
/// the reader of lines might refuse a row or read it differently, we call the row unusual and stop. Then all
/// rows are written as lines after all, so that the reader of lines reports the error with its place.
struct RunRows<'l, 'a, R> {
    lines: &'l mut RunLines<'a, R>,
    /// The current topic. `text` contains the ids of its documents without separators, and `entries` its
    /// rows.
    topic: String,
    text: Vec<u8>,
    entries: Vec<Entry>,
    /// An upper bound of the length of the current row as a line of TREC, without the document.
    length: usize,
    is_unusual: bool,
}

impl<R: Rankings> TakeRows for RunRows<'_, '_, R> {
    fn row(&mut self, row: &RunRow<'_>) {
        if !self.is_unusual {
            self.is_unusual = self.push_row(row).is_none();
        }
    }

    #[inline]
    fn scored(&mut self, document: &str, score: f64) {
        if !self.is_unusual {
            self.is_unusual = self.push_document(document, score).is_none();
        }
    }
}

impl<'l, 'a, R: Rankings> RunRows<'l, 'a, R> {
    fn new(lines: &'l mut RunLines<'a, R>) -> Self {
        let (topic, text, entries) = (String::new(), Vec::new(), Vec::new());
        Self { lines, topic, text, entries, length: 0, is_unusual: false }
    }

    /// Adds a row. Returns `None` if it is unusual.
    fn push_row(&mut self, row: &RunRow<'_>) -> Option<()> {
        if !row.repeats {
            self.begin(row)?;
        }
        self.length = row.max_length() - row.document.len();
        // A score must be valid even if scores do not affect the order.
        if !self.lines.reading.rounded(row.score).is_finite() {
            return None;
        }
        if self.lines.reading.ties != Ties::Rank {
            return self.push_document(row.document, row.score);
        }
        let is_integer = f64::from(row.rank as i32) == row.rank;
        if is_integer { self.push_document(row.document, row.rank) } else { None }
    }

    /// Adds a document of the current topic with its score, or with its rank if ranks order the run. Returns
    /// `None` if the row is unusual.
    #[inline]
    fn push_document(&mut self, document: &str, number: f64) -> Option<()> {
        let reading = self.lines.reading;
        let key = reading.order_key(number);
        // A score may be too large for single precision.
        if self.length + document.len() > LINE_LIMIT || !reading.rounded(number).is_finite() {
            return None;
        }
        let start = self.text.len() as u32;
        self.text.extend_from_slice(document.as_bytes());
        // We hash the original, because hashing the copy would have to wait until the copy is in the
        // processor's cache.
        let hash = hash(document.as_bytes());
        let document = Span { start, end: u32::try_from(self.text.len()).ok()? };
        self.entries.push(Entry { document, key, hash });
        Some(())
    }

    /// Begins the topic of a row if it is not the current topic, and checks the tag. Returns `None` if the
    /// topic or the tag is unusual, or if the ranking of the topic before cannot be added.
    #[inline]
    fn begin(&mut self, row: &RunRow<'_>) -> Option<()> {
        let (tag, topic) = (row.tag.as_bytes(), row.topic.as_bytes());
        if !same(tag, &self.lines.tag) {
            let is_first = self.lines.tag.is_empty() && first_control(tag).is_none();
            is_first.then(|| self.lines.tag.extend_from_slice(tag))?;
        }
        if self.entries.is_empty() || !same(self.topic.as_bytes(), topic) {
            self.end_topic()?;
            self.topic.push_str(row.topic);
        }
        (!tag.is_empty() && !topic.starts_with(BOM)).then_some(())
    }

    /// Ends the current topic and adds its ranking. Returns `None` if that fails.
    fn end_topic(&mut self) -> Option<()> {
        if !self.entries.is_empty() {
            self.lines.topic(&self.topic, &self.text, &mut self.entries).ok()?;
            self.entries.clear();
        }
        self.topic.clear();
        self.text.clear();
        Some(())
    }

    /// Ends the run. Returns true if there are rows, none was unusual, and the last ranking was added.
    fn end(mut self) -> bool {
        !self.is_unusual && !self.entries.is_empty() && self.end_topic().is_some()
    }
}

/// Returns true if a docid is a number as spreadsheets write a large one: `4.01E+17`.
fn is_rounded_number(document: &str) -> bool {
    let is_digits =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let is_exponent = |text: &str| text.strip_prefix('+').is_some_and(is_digits);
    document
        .split_once(['E', 'e'])
        .is_some_and(|(number, exponent)| is_digits(number) && is_exponent(exponent))
}

/// Returns the error for a wrong word: `score `x` is not a number`.
#[cold]
fn wrong(word: usize, noun: &str, text: &[u8], problem: &str) -> Box<WrongWord> {
    let text = String::from_utf8_lossy(text);
    Box::new(WrongWord { word, message: format!("{noun} `{}` {problem}", text.escape_debug()), hint: None })
}
