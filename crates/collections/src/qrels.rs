//! Relevance judgments: TREC qrels (`topic iteration document grade`) and NTCIR relevance files
//! (`topic document label`, or as in early collections `topic label document 0-or-1`).
//!
//! Topics come in the order of their names ([`topic_order`]), documents in order of first appearance. The
//! second column of TREC is ignored. A negative grade means: in the pool, judgment withheld
//! ([`Verdict::Pooled`]). Two judgments of one document that agree are a warning, two that differ an error.
//! Grades go to 127. If grades are gains, a level is the place of a gain among those of the file.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;

use crate::descriptor::{Format, QrelsFormat};
use crate::forms::as_trec;
use indexmap::IndexSet;
use rayon::prelude::*;
use rejudge_metrics::{Gains, Verdict};
use rejudge_pools::{DocIx, TopicIx, topic_order};
use unicode_normalization::UnicodeNormalization;

use crate::docids::{DocIds, DocTable, FEW, Scratch};
use crate::error::{LoadError, Located};
use crate::fields::Span;
use crate::file_text::{FileText, LineColumn};
use crate::gain_scale::GainScale;
use crate::grades::{Grades, NTCIR, TREC, hint_for};
use crate::repeated_documents::RepeatedIds;
use crate::runs::Entry;
use crate::scan::{Columns, OtherForm, Stop, WrongWord, scan};
use crate::topic_range::positions;
use crate::units::{Copies, TopicCopies};

/// Up to this many judgments, each topic with more than [`FEW`] documents has a look-up table from the start, some
/// 60 bytes a judgment. Above it, a table is built for each ranking.
const TABLED: usize = 1 << 20;

/// Judgments, in as little memory as they need: numbers, and one text of all names.
#[derive(Clone, Debug, Default)]
pub struct Qrels {
    /// A topic's name and the ids of its documents, topic after topic as they came, end to end.
    text: Vec<u8>,
    /// The end of each of these.
    ends: Vec<u32>,
    /// By the same places the verdict; of no use for a name.
    verdicts: Vec<Verdict>,
    /// In the order of their names.
    topics: Vec<Packed>,
    /// The lookup table of each topic with more than a few documents, made at once, or at the first lookup by
    /// id.
    tables: Vec<(u32, OnceLock<Box<DocTable>>)>,
    /// Names of topics that were taken out, in their order: runs may have them.
    left_out: Vec<String>,
    /// The topics of comments that look like lines.
    comments: BTreeSet<String>,
    /// Documents that runs are to have once.
    copies: Copies,
    /// The gains of the levels, if grades are gains.
    gains: Option<Gains>,
}

#[derive(Clone, Copy, Debug)]
struct Packed {
    /// Place of the topic's name.
    name: u32,
    documents: u32,
}

/// The judgments of a topic.
#[derive(Clone, Copy, Debug)]
pub struct JudgedTopic<'a> {
    qrels: &'a Qrels,
    at: TopicIx,
}

impl Qrels {
    /// Reads the judgments of a file (`-`: standard input). TREC's may be in another form, such as csv.
    pub fn read(path: &Path, format: &QrelsFormat) -> Result<Self, LoadError> {
        Self::of_lines(format, path, None)
    }

    /// Like [`read`](Self::read), from the bytes of a file; `path` is for messages.
    ///
    /// ```
    /// use std::path::Path;
    /// use rejudge_collections::Qrels;
    /// use rejudge_collections::descriptor::QrelsFormat;
    /// use rejudge_metrics::Verdict;
    /// let trec: &[u8] = b"301 0 FT911-3 1\n301 0 FT911-4 -1\r\n# a comment\n302 0 FT911-3 0";
    /// let qrels = Qrels::parse(Path::new("qrels.txt"), trec, &QrelsFormat::trec())?;
    /// assert_eq!(qrels.topics().map(|topic| topic.name()).collect::<Vec<_>>(), ["301", "302"]);
    /// assert_eq!(qrels.verdict("301", "FT911-3"), Some(Verdict::Level(1)));
    /// assert_eq!(qrels.verdict("301", "FT911-4"), Some(Verdict::Pooled));
    /// assert_eq!(qrels.verdict("302", "FT911-4"), None);
    ///
    /// let ntcir: &[u8] = b"0001 ja-1 S\n0001 ja-2 L0\n";
    /// let format = QrelsFormat::ntcir();
    /// let qrels = Qrels::parse(Path::new("j.rel"), ntcir, &format)?;
    /// assert_eq!(qrels.verdict("0001", "ja-1"), Some(Verdict::Level(3)));
    ///
    /// let error = Qrels::parse(Path::new("q"), b"1 0 d 1\n1 0 e 1.x\n", &QrelsFormat::trec());
    /// assert_eq!(error.expect_err("no level").to_string(), "q:2:7: grade `1.x` is not an integer");
    /// # Ok::<(), rejudge_collections::LoadError>(())
    /// ```
    pub fn parse(path: &Path, bytes: &[u8], format: &QrelsFormat) -> Result<Self, LoadError> {
        Self::of_lines(format, path, Some(bytes))
    }

    fn of_lines(format: &QrelsFormat, path: &Path, held: Option<&[u8]>) -> Result<Self, LoadError> {
        let (qrels, repeated) = (Self::default(), RepeatedIds::default());
        let may_be_other = format.format == Format::Trec;
        let (grades, is_early, comments) = (Grades::new(format), false, BTreeSet::new());
        let gains = IndexSet::new();
        let mut lines =
            JudgmentLines { grades, may_be_other, qrels, repeated, equal: 0, comments, is_early, gains };
        match format.format {
            Format::Trec => scan::<4>(path, held, &mut lines)?,
            Format::Ntcir => scan::<3>(path, held, &mut lines)?,
        }
        let JudgmentLines { mut qrels, equal, comments, is_early, gains, .. } = lines;
        if is_early {
            let message = "the second column has NTCIR's labels S, A, B and C, and the fourth 0 or 1";
            let hint =
                "--qrels-format ntcir reads the labels; --by-intent takes the second column for intents";
            let error = LineColumn { line: 1, column: 1 }.error(path, message);
            return Err(Located { hint: Some(hint.to_owned()), ..error }.into());
        }
        qrels.comments = comments;
        qrels.rank_gains(&gains).map_err(|message| LineColumn { line: 1, column: 1 }.error(path, message))?;
        if equal > 0 {
            tracing::warn!(path = %path.display(), count = equal, "judgments that repeat an equal one");
        }
        let mut qrels = qrels.tabled();
        if let Some(range) = &format.topics {
            let names: Vec<&str> = qrels.topics().map(JudgedTopic::name).collect();
            let within = positions(range, "files", &names, path)?;
            let is_kept: Vec<bool> = (0..names.len()).map(|at| within.contains(&at)).collect();
            qrels.keep(&is_kept);
        }
        Ok(qrels)
    }

    /// Makes the levels the order of these gains, in whose order of first appearance they were numbered from 1.
    ///
    /// # Errors
    /// If no measure can use the gains.
    fn rank_gains(&mut self, gains: &IndexSet<u64>) -> Result<(), String> {
        if gains.is_empty() {
            return Ok(());
        }
        let scale = GainScale::new(gains.iter().map(|&bits| f64::from_bits(bits)))?;
        let levels: Vec<u8> = gains.iter().map(|&bits| scale.level(f64::from_bits(bits))).collect();
        for verdict in &mut self.verdicts {
            if let Verdict::Level(number @ 1..) = verdict {
                *number = levels[usize::from(*number) - 1];
            }
        }
        self.gains = scale.gains()?;
        Ok(())
    }

    /// Sets the gains of the levels, which are only the order of grades that are gains.
    #[must_use]
    pub fn with_gains(self, gains: Option<Gains>) -> Self {
        Self { gains, ..self }
    }

    /// Returns the gains of the levels, if grades are gains.
    pub fn gains(&self) -> Option<&Gains> {
        self.gains.as_ref()
    }

    /// Judgments that are in memory: topics with their documents, each once.
    pub(crate) fn of_topics<'a, D: IntoIterator<Item = (&'a str, Verdict)>>(
        topics: impl IntoIterator<Item = (&'a str, D)>,
    ) -> Self {
        let mut qrels = Self::default();
        for (name, documents) in topics {
            qrels.begin(name.as_bytes());
            documents.into_iter().for_each(|(id, verdict)| qrels.push(id.as_bytes(), verdict));
        }
        assert!(qrels.sort(), "each topic once");
        qrels.tabled()
    }

    /// Returns empty judgments with room for those of a file of this size. Reserved memory that is never written
    /// to costs nothing, while growing lists fragment the memory. If it cannot be reserved, the lists grow.
    fn with_room(bytes: usize) -> Self {
        /// The length of the shortest line: three words of a byte, with separators.
        const LINE: usize = 6;
        let mut qrels = Self::default();
        let lines = bytes / LINE + 1;
        let _ = qrels.text.try_reserve_exact(bytes);
        let _ = qrels.ends.try_reserve_exact(2 * lines);
        let _ = qrels.verdicts.try_reserve_exact(2 * lines);
        let _ = qrels.topics.try_reserve_exact(lines);
        qrels
    }

    pub(crate) fn begin(&mut self, name: &[u8]) {
        self.topics.push(Packed { name: self.ends.len() as u32, documents: 0 });
        self.add(name, Verdict::Pooled);
    }

    /// Adds a document to the topic that was begun last.
    pub(crate) fn push(&mut self, id: &[u8], verdict: Verdict) {
        self.add(id, verdict);
        self.topics.last_mut().expect("a topic was begun").documents += 1;
    }

    fn add(&mut self, name: &[u8], verdict: Verdict) {
        self.text.extend_from_slice(name);
        self.ends.push(self.text.len() as u32);
        self.verdicts.push(verdict);
    }

    /// Sorts the topics; returns false if one was begun twice.
    pub(crate) fn sort(&mut self) -> bool {
        let mut topics = std::mem::take(&mut self.topics);
        let name = |topic: &Packed| self.name_at(topic.name);
        let mut is_sound = true;
        if !topics.is_sorted_by(|a, b| topic_order(name(a), name(b)).is_lt()) {
            topics.sort_unstable_by(|a, b| topic_order(name(a), name(b)));
            is_sound = topics.array_windows().all(|[a, b]| name(a) != name(b));
        }
        self.topics = topics;
        is_sound
    }

    /// Releases unused memory, and makes the tables.
    pub(crate) fn tabled(mut self) -> Self {
        self.text.shrink_to_fit();
        self.ends.shrink_to_fit();
        self.verdicts.shrink_to_fit();
        self.topics.shrink_to_fit();
        let many = || (0..).zip(&self.topics).filter(|(_, topic)| topic.documents as usize > FEW);
        let at_once = many().map(|(_, topic)| topic.documents as usize).sum::<usize>() <= TABLED;
        let table = |topic: &Packed| match at_once {
            true => OnceLock::from(Box::new(DocTable::new(self.ids(*topic)))),
            false => OnceLock::new(),
        };
        let many: Vec<(u32, &Packed)> = many().collect();
        self.tables = many.into_par_iter().map(|(at, topic)| (at, table(topic))).collect();
        self
    }

    /// Adds documents outside of any pool after those of each topic.
    pub(crate) fn and_documents(self, more: &[IndexSet<&str>]) -> Self {
        if more.iter().all(IndexSet::is_empty) {
            return self;
        }
        let topics = self.topics().zip(more).map(|(topic, more)| {
            let unpooled = more.iter().map(|id| (*id, Verdict::Pooled));
            (topic.name(), topic.judgments().chain(unpooled))
        });
        let extended = Self::of_topics(topics);
        self.with_judgments_of(extended)
    }

    /// With another verdict for each document.
    pub(crate) fn with_verdicts(self, verdict: impl Fn(TopicIx, DocIx, Verdict) -> Verdict) -> Self {
        let topics = self.topics().enumerate().map(|(at, topic)| {
            let verdicts: Vec<Verdict> =
                (0..).zip(topic.verdicts()).map(|(doc, &old)| verdict(at, doc, old)).collect();
            (topic.name(), topic.documents().zip(verdicts))
        });
        let changed = Self::of_topics(topics);
        self.with_judgments_of(changed)
    }

    /// Takes the topics and judgments of others, and nothing else.
    fn with_judgments_of(self, others: Self) -> Self {
        let Self { left_out, copies, gains, .. } = self;
        Self { left_out, copies, gains, ..others }
    }

    /// With documents that runs are to have once.
    pub(crate) fn with_copies(self, copies: Copies) -> Self {
        Self { copies, ..self }
    }

    /// Returns the copies of a topic, if it has any.
    pub(crate) fn copies(&self, topic: &str) -> Option<&TopicCopies> {
        if self.copies.is_empty() { None } else { self.copies.topic(topic) }
    }

    /// Removes the topics for which `is_kept` is false, one value per topic in order. Runs may contain them, and
    /// no warning is given that they are not judged.
    ///
    /// # Panics
    /// If there is not one value for each topic.
    pub fn keep(&mut self, is_kept: &[bool]) {
        assert_eq!(self.topics.len(), is_kept.len(), "a value for each topic");
        let (mut topics, mut tables) = (Vec::new(), std::mem::take(&mut self.tables).into_iter().peekable());
        for (at, (topic, is_kept)) in self.topics.iter().zip(is_kept).enumerate() {
            let table = tables.next_if(|(of, _)| *of as usize == at);
            if *is_kept {
                self.tables.extend(table.map(|(_, table)| (topics.len() as u32, table)));
                topics.push(*topic);
            } else {
                self.left_out.push(self.name_at(topic.name).to_owned());
            }
        }
        self.topics = topics;
        self.left_out.sort_unstable_by(|a, b| topic_order(a, b));
    }

    /// Treats these topics as removed by [`keep`](Self::keep).
    pub(crate) fn without(self, mut topics: Vec<String>) -> Self {
        topics.sort_unstable_by(|a, b| topic_order(a, b));
        Self { left_out: topics, ..self }
    }

    /// Returns the topics of comments that look like lines.
    pub(crate) fn comments(&self) -> &BTreeSet<String> {
        &self.comments
    }

    /// Returns the topic that has another Unicode form of this name.
    pub(crate) fn in_other_form(&self, name: &str) -> Option<&str> {
        let is_other = |other: &&str| !other.is_ascii() && other.nfc().eq(name.nfc());
        if name.is_ascii() { None } else { self.topics().map(JudgedTopic::name).find(is_other) }
    }

    pub(crate) fn is_left_out(&self, name: &str) -> bool {
        self.left_out.binary_search_by(|left| topic_order(left, name)).is_ok()
    }

    fn ids(&self, topic: Packed) -> DocIds<'_> {
        let name = topic.name as usize;
        DocIds::new(&self.text, &self.ends[name..=name + topic.documents as usize])
    }

    fn name_at(&self, place: u32) -> &str {
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        str_of(&self.text[start as usize..self.ends[place as usize] as usize])
    }

    /// Returns the topics, in the order of their names.
    pub fn topics(&self) -> impl ExactSizeIterator<Item = JudgedTopic<'_>> + Clone {
        (0..self.topics.len()).map(|at| JudgedTopic { qrels: self, at })
    }

    /// Returns a topic by its number.
    ///
    /// # Panics
    /// If it is out of range.
    pub fn at(&self, at: TopicIx) -> JudgedTopic<'_> {
        assert!(at < self.topics.len(), "a topic of the judgments");
        JudgedTopic { qrels: self, at }
    }

    /// Returns the number of a topic. Tries `expected` first, because runs mostly have their topics in the
    /// same order. (A table of names would take as much memory as a few judgments per topic.)
    pub(crate) fn number(&self, name: &str, expected: TopicIx) -> Option<TopicIx> {
        match self.topics.get(expected) {
            Some(topic) if self.name_at(topic.name) == name => Some(expected),
            _ => self.topics.binary_search_by(|topic| topic_order(self.name_at(topic.name), name)).ok(),
        }
    }

    /// Returns the verdict of a document, or `None` if it is not in the pool.
    pub fn verdict(&self, topic: &str, document: &str) -> Option<Verdict> {
        self.topic(topic)?.verdict(document)
    }

    /// Returns a topic by its name, or `None` if it has no judgments.
    pub fn topic(&self, name: &str) -> Option<JudgedTopic<'_>> {
        self.number(name, 0).map(|at| self.at(at))
    }

    /// Returns true if a document is in a pool without a judgment.
    pub(crate) fn withholds(&self) -> bool {
        self.topics().any(|topic| topic.verdicts().contains(&Verdict::Pooled))
    }

    /// Returns the highest level of a judgment, or 0 if no document is relevant.
    pub fn highest(&self) -> u8 {
        let levels = self.topics().flat_map(JudgedTopic::verdicts).filter_map(|verdict| match verdict {
            Verdict::Level(level) => Some(*level),
            Verdict::Pooled => None,
        });
        levels.max().unwrap_or(0)
    }
}

impl<'a> JudgedTopic<'a> {
    fn packed(self) -> Packed {
        self.qrels.topics[self.at]
    }

    fn table(self) -> Option<&'a OnceLock<Box<DocTable>>> {
        let tables = &self.qrels.tables;
        let at = tables.binary_search_by_key(&(self.at as u32), |(of, _)| *of).ok()?;
        Some(&tables[at].1)
    }

    fn ids(self) -> DocIds<'a> {
        self.qrels.ids(self.packed())
    }

    /// Returns the topic's number, which is its place in the order of names.
    pub fn topic_ix(self) -> TopicIx {
        self.at
    }

    /// Returns the topic's name.
    pub fn name(self) -> &'a str {
        self.qrels.name_at(self.packed().name)
    }

    fn places(self) -> Range<usize> {
        let Packed { name, documents } = self.packed();
        name as usize + 1..name as usize + 1 + documents as usize
    }

    /// Returns the verdict of each document, by its number.
    pub fn verdicts(self) -> &'a [Verdict] {
        &self.qrels.verdicts[self.places()]
    }

    /// Returns the ids of the documents by number, which is their order of first appearance.
    pub fn documents(self) -> impl ExactSizeIterator<Item = &'a str> {
        self.ids().iter().map(str_of)
    }

    /// Returns the id of a document.
    ///
    /// # Panics
    /// If it is out of range.
    pub fn document(self, number: DocIx) -> &'a str {
        str_of(self.ids().id(number))
    }

    /// Documents with their verdicts, in order of first appearance.
    pub fn judgments(self) -> impl ExactSizeIterator<Item = (&'a str, Verdict)> {
        self.documents().zip(self.verdicts().iter().copied())
    }

    /// Returns the number of a document, or `None` if it is not in the pool.
    pub(crate) fn number(self, document: &str) -> Option<DocIx> {
        let table = self.table().map(|table| &**table.get_or_init(|| Box::new(DocTable::new(self.ids()))));
        self.ids().number(table, document.as_bytes())
    }

    /// Returns the verdict of a document, or `None` if it is not in the pool.
    pub fn verdict(self, document: &str) -> Option<Verdict> {
        self.number(document).map(|number| self.verdicts()[number as usize])
    }

    /// Returns the ids beyond ASCII in Unicode's normal form NFC; there are none in most files.
    pub(crate) fn normal_ids(self) -> HashSet<String> {
        let others = self.documents().filter(|id| !id.is_ascii());
        others.map(|id| id.nfc().collect()).collect()
    }

    /// Returns true if all ids are ASCII.
    pub(crate) fn is_ascii(self) -> bool {
        let table = self.table().and_then(OnceLock::get);
        table.map_or_else(|| self.ids().is_ascii(), |table| table.is_ascii)
    }

    /// The documents of `lines` that are in the pool: place among the lines and number.
    pub(crate) fn find(
        self,
        text: &[u8],
        lines: &[Entry],
        room: &mut Scratch,
        found: impl FnMut(u32, DocIx),
    ) {
        let table = self.table().and_then(|table| table.get().map(Box::as_ref));
        self.ids().find(table, text, lines, room, found);
    }
}

fn str_of(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("a word of a text")
}

/// Returns the text of a word in a comment, which may be none.
fn str_or_nothing(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}

/// The lines of judgments on their way.
struct JudgmentLines {
    grades: Grades,
    /// True if the file may be of another form than TREC's.
    may_be_other: bool,
    qrels: Qrels,
    repeated: RepeatedIds,
    /// Judgments that repeat an equal one.
    equal: usize,
    comments: BTreeSet<String>,
    /// If grades are gains: those above 0, as bits, in the order of first appearance. Levels are numbered so until the file
    /// ends.
    gains: IndexSet<u64>,
    /// True if all lines so far are those of early NTCIR collections, which TREC's format reads as other grades.
    is_early: bool,
}

/// The key of a withheld judgment among lines.
const WITHHELD: f64 = -1.0;

impl JudgmentLines {
    fn verdict(&self, key: f64) -> Verdict {
        if key == WITHHELD {
            return Verdict::Pooled;
        }
        Verdict::Level(match self.grades.are_gains() {
            true => self.gains.get_index_of(&key.to_bits()).map_or(0, |place| place as u8 + 1),
            false => key as u8,
        })
    }

    /// Numbers a gain if it is new.
    fn number_gain(&mut self, gain: f64) -> Result<(), String> {
        if gain > 0.0 && self.gains.insert(gain.to_bits()) && self.gains.len() > GainScale::MOST {
            let most = GainScale::MOST;
            return Err(format!(
                "this is the first after {most} different gains above 0, which is the limit: round them"
            ));
        }
        Ok(())
    }
}

/// Lines of TREC have four words, of NTCIR three; the last two are document and grade.
impl<const N: usize> Columns<N> for JudgmentLines {
    const EXPECTED: &'static str = if N == 4 { TREC } else { NTCIR };
    const DOCUMENT: usize = N - 2;

    fn begin(&mut self, bytes: usize) {
        (self.qrels, self.equal, self.is_early) =
            (Qrels::with_room(bytes), 0, N == 4 && self.grades.are_levels());
        self.gains.clear();
    }

    #[inline]
    fn key(&mut self, text: &[u8], words: &[Span; N]) -> Result<f64, Box<WrongWord>> {
        if self.is_early {
            let [label, flag] = [1, N - 1].map(|word| words[word].slice(text));
            self.is_early = matches!((label, flag), ([b'S' | b'A' | b'B' | b'C'], [b'0' | b'1']));
        }
        match words[N - 1].slice(text) {
            [digit @ b'0'..=b'9'] if self.grades.are_levels() => Ok(f64::from(digit - b'0')),
            grade => {
                let number = self.grades.number(str_of(grade)).and_then(|number| {
                    if self.grades.are_gains() {
                        self.number_gain(number.unwrap_or_default())?;
                    }
                    Ok(number.unwrap_or(WITHHELD))
                });
                number.map_err(|message| {
                    let hint = if self.grades.are_levels() { hint_for(str_of(grade)) } else { None };
                    Box::new(WrongWord { word: N - 1, message, hint })
                })
            }
        }
    }

    fn topic(&mut self, name: &str, text: &[u8], lines: &mut Vec<Entry>) -> Result<(), Stop> {
        if self.repeated.any(text, lines) {
            let (mut first, mut differing, count) = (HashMap::new(), None, lines.len());
            lines.retain(|line| {
                let before = *first.entry(line.document.slice(text)).or_insert(*line);
                if before.key != line.key {
                    differing.get_or_insert((before, *line));
                }
                before.document == line.document
            });
            if let Some((one, other)) = differing {
                return Err(Stop::Repeated(one, other));
            }
            self.equal += count - lines.len();
        }
        self.qrels.begin(name.as_bytes());
        for line in &*lines {
            let verdict = self.verdict(line.key);
            self.qrels.push(line.document.slice(text), verdict);
        }
        Ok(())
    }

    fn twice(
        &self,
        topic: &str,
        document: &str,
        lines: [(&Entry, &str); 2],
        line: usize,
    ) -> (String, Option<&'static str>) {
        let [first, second] = lines.map(|(_, text)| text.split_ascii_whitespace().nth(1));
        let hint = match N {
            4 if document == "0" || document.eq_ignore_ascii_case("Q0") => {
                Some("the docid is the third column: are columns 2 and 3 swapped?")
            }
            4 if first != second => {
                Some("the second column differs, as in judgments by intent, which --by-intent reads")
            }
            _ => None,
        };
        let grade = |key: f64| match self.grades.are_gains() && key != WITHHELD {
            true => format!("gain {key}"),
            false => shown(self.verdict(key)),
        };
        (conflict(topic, document, lines.map(|(entry, _)| grade(entry.key)), line), hint)
    }

    fn comment(&mut self, text: &[u8], words: &[Span; N]) {
        if self.grades.number(str_or_nothing(words[N - 1].slice(text))).is_ok() {
            self.comments.insert(str_or_nothing(words[0].slice(text)).to_owned());
        }
    }

    fn end(&mut self) -> bool {
        self.qrels.sort()
    }

    fn of_other_form(&mut self, path: &Path, bytes: &[u8]) -> Result<Option<OtherForm>, Located> {
        let lines = match N {
            3 => early_ntcir(&self.grades, path, bytes)?,
            _ if self.may_be_other => as_trec(self.grades.kind(), false, path, bytes)?,
            _ => None,
        };
        Ok(lines.map(OtherForm::Lines))
    }
}

/// The columns of early NTCIR collections. The last one says if the document is relevant at all, as the label does.
const EARLY: &str = "4 (topic, relevance label, document, 0 or 1)";

/// Returns the lines of early NTCIR collections (`001 S docA 1`) as those of later ones, each at its line number, or
/// `None` if the first line has another form.
pub(crate) fn early_ntcir(grades: &Grades, path: &Path, bytes: &[u8]) -> Result<Option<Vec<u8>>, Located> {
    let source = FileText::new(path, bytes)?;
    let Some(first) = source.lines().next() else { return Ok(None) };
    let is_early = |[_, label, _, flag]: [Span; 4]| {
        grades.verdict(source.get(label)).is_ok() && matches!(source.get(flag), "0" | "1")
    };
    if !source.fields(first, EARLY).is_ok_and(is_early) {
        return Ok(None);
    }
    let (mut lines, mut counted) = (Vec::with_capacity(bytes.len()), 0);
    for line in source.lines() {
        let [topic, label, document, flag] = source.fields(line, EARLY)?;
        grades.of_field(&source, label)?;
        if !matches!(source.get(flag), "0" | "1") {
            let what = format!("`{}`, expected 0 or 1", source.get(flag).escape_debug());
            return Err(source.error(flag, what));
        }
        // The flag of a partially relevant document, B, depends on the file: 1 in relaxed judgments, 0 in rigid ones.
        if let contradiction @ (("S" | "A", "0") | ("C", "1")) = (source.get(label), source.get(flag)) {
            let (label, relevant) =
                (contradiction.0, if contradiction.0 == "C" { "not relevant" } else { "relevant" });
            let what =
                format!("the flag {} contradicts the label {label}, which is {relevant}", contradiction.1);
            return Err(source.error(flag, what));
        }
        let start = line.start as usize;
        lines.extend(source.bytes()[counted..start].iter().filter(|byte| **byte == b'\n'));
        counted = start;
        let [topic, label, document] = [topic, label, document].map(|word| source.get(word));
        lines.extend_from_slice(format!("{topic} {document} {label}").as_bytes());
    }
    Ok(Some(lines))
}

/// Returns the error for two judgments of one document that differ.
pub(crate) fn conflict(topic: &str, document: &str, [first, second]: [String; 2], line: usize) -> String {
    let (topic, document) = (topic.escape_debug(), document.escape_debug());
    format!("topic `{topic}`, document `{document}`: judged {second} here and {first} on line {line}")
}

pub(crate) fn shown(verdict: Verdict) -> String {
    match verdict {
        Verdict::Pooled => "withheld (negative)".to_owned(),
        Verdict::Level(level) => format!("level {level}"),
    }
}
