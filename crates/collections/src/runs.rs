//! Runs: lines of six columns (`topic Q0 document rank score tag`), one run a file, and the rankings made of
//! them.
//!
//! The order of a ranking depends on rules that change scores, so they are arguments ([`Reading`]). Lines may
//! come in any order, topics mixed. Scores must be finite numbers whatever the rule; a duplicate document in
//! a topic is an error, unless the rule is to keep the first.

use std::collections::{BTreeSet, HashSet};
use std::path::Path;

use crate::descriptor::{ExtraColumns, RepeatedDocuments};
use crate::forms::{Kind, RunRow, TakeRows, as_trec, each_row};
use rejudge_pools::Tied;

use crate::error::{LoadError, Located};
use crate::fields::Span;
use crate::reading::{Reading, ScoreType, Ties};
use crate::repeated_documents::RepeatedIds;
use crate::scan::{Columns, OtherForm, Stop, WrongWord, scan};
use crate::text::{BOM, LINE_LIMIT, first_control, hash, parse_double, same};

/// Hands the topics of a file on, ranked; gives its tag, and the topics of comments that look like lines. They come in
/// the order of first appearance.
pub(crate) fn read_run(
    path: &Path,
    reading: &Reading,
    rankings: &mut impl Rankings,
) -> Result<(String, BTreeSet<String>), LoadError> {
    let mut lines = RunLines::new(reading, rankings);
    scan(path, None, &mut lines)?;
    let tag = String::from_utf8(lines.tag).expect("a word of a text");
    if let Some(other) = lines.other_tag {
        tracing::warn!(path = %path.display(), tag, other, "more than one run tag: the first names the run");
    }
    if let Some(contradiction) = lines.contradiction {
        tracing::warn!(path = %path.display(), "{contradiction} (`rejudge validate` shows the lines)");
    }
    Ok((tag, lines.comments))
}

pub(crate) trait Rankings {
    /// Drops everything added so far, because the run is read again.
    fn restart(&mut self);

    /// Takes in the next topic of the run.
    fn add(&mut self, ranking: &Ranking<'_>) -> Result<(), Stop>;
}

/// The ranking of a topic, while the text is available.
pub(crate) struct Ranking<'a> {
    pub name: &'a str,
    /// The text that the lines are spans of.
    pub text: &'a [u8],
    /// All lines by rank, also those after the last rank.
    pub lines: &'a [Entry],
    pub reading: &'a Reading,
}

impl<'a> Ranking<'a> {
    /// Returns the documents down to the last rank.
    pub fn documents(&self) -> &'a [Entry] {
        &self.lines[..self.lines.len().min(self.reading.max_rank)]
    }

    pub fn id(&self, document: &Entry) -> &'a str {
        std::str::from_utf8(document.document.slice(self.text)).expect("a word of a text")
    }

    /// Returns the groups whose order comes from the rule for ties: groups of lines with equal keys that begin
    /// within the ranking. Empty for the order of the lines, which orders all.
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

/// A line of a topic: its document and key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entry {
    pub document: Span,
    /// The key by which a run is ordered, the highest first; finite, and never negative zero.
    pub key: f64,
    /// The hash of the document's id.
    pub hash: u64,
}

impl Entry {
    /// The line of `document`, which is a span of `text`.
    #[inline]
    pub fn new(text: &[u8], document: Span, key: f64) -> Self {
        Self { document, key, hash: hash(document.slice(text)) }
    }
}

/// Puts the lines of a topic in order, those that the rule does not order as they come. Most runs are in
/// order already, but for ties.
fn rank(text: &[u8], lines: &mut [Entry], ties: Ties) {
    if ties == Ties::FileOrder {
        return;
    }
    if !lines.is_sorted_by(|a, b| a.key >= b.key) {
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

/// The fewest documents of a topic whose ranks are compared with their scores.
const COMPARED: usize = 3;

/// Returns a sentence if the rank column contradicts all scores of a topic, as it does if scores are negated, or swapped
/// with ranks. The scores decide, so that such a run has its worst documents first.
#[cold]
fn contradiction(text: &[u8], lines: &[Entry]) -> Option<&'static str> {
    let number_after = |line: &Entry| {
        let after = &text[line.document.end as usize..];
        parse_double(after.split(u8::is_ascii_whitespace).find(|word| !word.is_empty())?)
    };
    let ranked = lines.iter().map(|line| Some((number_after(line)?, line.key)));
    let mut ranked: Vec<(f64, f64)> = ranked.collect::<Option<_>>()?;
    ranked.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    if !ranked.is_sorted_by(|(a, _), (b, _)| a < b) {
        return None;
    }
    let is_increasing = ranked.is_sorted_by(|(_, a), (_, b)| a <= b);
    if is_increasing && ranked.first().map(|first| first.1) < ranked.last().map(|last| last.1) {
        return Some("scores increase with the rank: scores decide, so the last document comes first");
    }
    let is_rank = |(at, (_, score)): (usize, &(f64, f64))| *score == (ranked.len() - at) as f64;
    let has_scores = ranked.iter().any(|(rank, _)| rank.fract() != 0.0);
    (has_scores && ranked.iter().enumerate().all(is_rank))
        .then_some("the score column has ranks, and the rank column scores: are columns 4 and 5 swapped?")
}

/// The columns of a run.
pub(crate) const RUN: &str = "6 (topic, Q0, document, rank, score, tag)";

/// Places of words of a line.
const RANK: usize = 3;
const SCORE: usize = 4;
const TAG: usize = 5;

/// The comparison of ranks with scores, in the first topic that is long enough.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RankColumn {
    /// No line was read: rows in memory have no rank column.
    Unread,
    ToCompare,
    Compared,
}

/// The lines of a run on their way to its rankings.
pub(crate) struct RunLines<'a, R> {
    reading: &'a Reading,
    rankings: &'a mut R,
    repeated: RepeatedIds,
    tag: Vec<u8>,
    other_tag: Option<String>,
    /// The topics of comments that look like lines.
    comments: BTreeSet<String>,
    ranks: RankColumn,
    contradiction: Option<&'static str>,
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
        }
    }

    fn ignores_more(&self) -> bool {
        self.reading.extra_columns == ExtraColumns::Ignored
    }

    /// Scores must be valid even if they do not affect the order.
    #[inline]
    fn key(&mut self, text: &[u8], words: &[Span; 6]) -> Result<f64, Box<WrongWord>> {
        let tag = words[TAG].slice(text);
        if !same(tag, &self.tag) {
            self.tagged(tag);
        }
        let written = words[SCORE].slice(text);
        let Some(score) = parse_double(written) else {
            return Err(wrong(SCORE, "score", written, "is not a number"));
        };
        let score = self.reading.rounded(score);
        if !score.is_finite() {
            // `inf` and `nan` have no digit.
            let is_number = written.iter().any(u8::is_ascii_digit);
            let is = match self.reading.score_type {
                _ if !is_number => "is not finite",
                ScoreType::F64 => "is too large for double precision",
                ScoreType::F32 => "is too large for single precision",
            };
            return Err(wrong(SCORE, "score", written, is));
        }
        if self.reading.ties != Ties::Rank {
            return Ok(self.reading.order_key(score));
        }
        let written = words[RANK].slice(text);
        let rank = std::str::from_utf8(written).ok().and_then(|rank| rank.parse::<i32>().ok());
        rank.map(|rank| self.reading.order_key(rank.into()))
            .ok_or_else(|| wrong(RANK, "rank", written, "is not an integer of 32 bits"))
    }

    fn topic(&mut self, name: &str, text: &[u8], lines: &mut Vec<Entry>) -> Result<(), Stop> {
        if self.ranks == RankColumn::ToCompare && lines.len() >= COMPARED {
            self.ranks = RankColumn::Compared;
            self.contradiction = contradiction(text, lines);
        }
        rank(text, lines, self.reading.ties);
        if self.repeated.any(text, lines) {
            if self.reading.repeated == RepeatedDocuments::First {
                let mut seen = HashSet::new();
                lines.retain(|line| seen.insert(line.document.slice(text)));
            } else {
                // The first in the file is named.
                lines.sort_unstable_by_key(|line| line.document.start);
                let (one, other) = self.repeated.first(text, lines).expect("there are some");
                return Err(Stop::Repeated(lines[one], lines[other]));
            }
        }
        self.rankings.add(&Ranking { name, text, lines, reading: self.reading })
    }

    fn twice(
        &self,
        topic: &str,
        document: &str,
        lines: [(&Entry, &str); 2],
        line: usize,
    ) -> (String, Option<&'static str>) {
        let [first, second] =
            lines.map(|(_, text)| text.split_ascii_whitespace().nth(TAG).unwrap_or_default());
        let is_of_another = first != second;
        let hint = match document.eq_ignore_ascii_case("Q0") {
            true => "`Q0` should come before the docid: are columns 2 and 3 swapped?",
            false if is_of_another => {
                "a file holds one run: write the lines of each tag into a file of its own"
            }
            false => "--repeated=first (of eval, audit and pool) keeps it where it ranks first",
        };
        let (document, topic) = (document.escape_debug(), topic.escape_debug());
        let mut what =
            format!("document `{document}` is already in topic `{topic}` of this run (line {line})");
        if is_of_another {
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

    fn of_other_form(&mut self, path: &Path, bytes: &[u8]) -> Result<Option<OtherForm>, Located> {
        let by_rank = self.reading.ties == Ties::Rank;
        self.begin(bytes.len());
        // Its rows have no rank after the docid, or one that was made up.
        self.ranks = RankColumn::Compared;
        let mut rows = RunRows::new(self);
        if !each_row(by_rank, path, bytes, &mut rows)? {
            return Ok(None);
        }
        if rows.end() {
            return Ok(Some(OtherForm::TakenIn));
        }
        Ok(as_trec(Kind::Run, by_rank, path, bytes)?.map(OtherForm::Lines))
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
            ranks: match reading.ties {
                // Scores do not decide.
                Ties::FileOrder | Ties::Rank => RankColumn::Compared,
                Ties::DocnoDescending | Ties::DocnoAscending | Ties::ScoreThenFile => RankColumn::Unread,
            },
            contradiction: None,
            is_begun: false,
        }
    }

    #[cold]
    fn tagged(&mut self, tag: &[u8]) {
        if self.ranks == RankColumn::Unread {
            self.ranks = RankColumn::ToCompare;
        }
        if self.tag.is_empty() {
            self.tag.extend_from_slice(tag);
        } else {
            self.other_tag.get_or_insert_with(|| String::from_utf8_lossy(tag).into_owned());
        }
    }
}

/// The rows of a run in another form on their way to its rankings. A row that the reader of lines would refuse, or would
/// see in another way, ends this: then the rows become lines, and that reader finds the error with its place.
struct RunRows<'l, 'a, R> {
    lines: &'l mut RunLines<'a, R>,
    /// The current topic, the ids of its documents end to end, and its rows.
    topic: String,
    text: Vec<u8>,
    entries: Vec<Entry>,
    /// The most bytes that the line of a row with topic and tag of the last one needs besides those of its document.
    length: usize,
    is_unusual: bool,
}

impl<R: Rankings> TakeRows for RunRows<'_, '_, R> {
    fn row(&mut self, row: &RunRow<'_>) {
        if !self.is_unusual {
            self.is_unusual = self.taken(row).is_none();
        }
    }

    #[inline]
    fn scored(&mut self, document: &str, score: f64) {
        if !self.is_unusual {
            self.is_unusual = self.push(document, score).is_none();
        }
    }
}

impl<'l, 'a, R: Rankings> RunRows<'l, 'a, R> {
    fn new(lines: &'l mut RunLines<'a, R>) -> Self {
        let (topic, text, entries) = (String::new(), Vec::new(), Vec::new());
        Self { lines, topic, text, entries, length: 0, is_unusual: false }
    }

    /// Takes a row in; returns `None` if it is unusual.
    fn taken(&mut self, row: &RunRow<'_>) -> Option<()> {
        if !row.repeats {
            self.begin(row)?;
        }
        self.length = row.length() - row.document.len();
        let is_integer = |rank: &f64| f64::from(*rank as i32) == *rank;
        let by_rank = self.lines.reading.ties == Ties::Rank;
        let is_sound = !by_rank || is_integer(&row.rank);
        let number = is_sound.then_some(if by_rank { row.rank } else { row.score })?;
        // Scores must be valid even if they do not affect the order.
        self.lines.reading.rounded(row.score).is_finite().then_some(())?;
        self.push(row.document, number)
    }

    /// Takes in a document of the current topic, with its score or, if ranks order the run, its rank; returns `None` if it is
    /// unusual.
    #[inline]
    fn push(&mut self, document: &str, number: f64) -> Option<()> {
        let reading = self.lines.reading;
        let key = reading.order_key(number);
        // Single precision may not have room for a score.
        let is_sound = self.length + document.len() <= LINE_LIMIT && reading.rounded(number).is_finite();
        is_sound.then_some(())?;
        let start = self.text.len() as u32;
        self.text.extend_from_slice(document.as_bytes());
        // Hashing the copy would wait until it is stored.
        let hash = hash(document.as_bytes());
        let document = Span { start, end: u32::try_from(self.text.len()).ok()? };
        self.entries.push(Entry { document, key, hash });
        Some(())
    }

    /// Takes in the topic and the tag of a row; returns `None` if they are unusual.
    #[inline]
    fn begin(&mut self, row: &RunRow<'_>) -> Option<()> {
        let (tag, topic) = (row.tag.as_bytes(), row.topic.as_bytes());
        if !same(tag, &self.lines.tag) {
            let is_first = self.lines.tag.is_empty() && first_control(tag).is_none();
            is_first.then(|| self.lines.tag.extend_from_slice(tag))?;
        }
        if self.entries.is_empty() || !same(self.topic.as_bytes(), topic) {
            self.hand_on()?;
            self.topic.push_str(row.topic);
        }
        (!tag.is_empty() && !topic.starts_with(BOM)).then_some(())
    }

    /// Hands on the topic that went on; returns `None` if it is not taken in.
    fn hand_on(&mut self) -> Option<()> {
        if !self.entries.is_empty() {
            self.lines.topic(&self.topic, &self.text, &mut self.entries).ok()?;
            self.entries.clear();
        }
        self.topic.clear();
        self.text.clear();
        Some(())
    }

    /// Returns true if there are rows, and all are taken in.
    fn end(mut self) -> bool {
        !self.is_unusual && !self.entries.is_empty() && self.hand_on().is_some()
    }
}

/// Returns the wrong word of a line, with a message.
#[cold]
fn wrong(word: usize, what: &str, written: &[u8], is: &str) -> Box<WrongWord> {
    let written = String::from_utf8_lossy(written);
    Box::new(WrongWord { word, message: format!("{what} `{}` {is}", written.escape_debug()), hint: None })
}
