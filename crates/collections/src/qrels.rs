//! Reads relevance judgments: TREC qrels (`topic iteration document grade`) and NTCIR relevance files
//! (`topic document label`, or, in early collections, `topic label document 0-or-1`).
//!
//! Topics are sorted by name ([`topic_order`]), and documents are in the order in which they first appear.
//! TREC's second column is ignored. A negative grade of TREC means that the document was pooled and its
//! judgment is withheld ([`Verdict::Pooled`]). If a document is judged twice, there is a warning if the
//! judgments agree, and an error if they differ. A grade that is a level is at most 127. If grades are gains,
//! the file's distinct gains above 0 are numbered in ascending order, and the number of a gain is its level.

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

use crate::docids::{DocIds, DocTable, MAX_WITHOUT_TABLE, Scratch};
use crate::error::{LoadError, Located};
use crate::fields::{HEADER, Span, TOPICS, are_topic_and_query, is_name};
use crate::file_text::{FileText, LineColumn};
use crate::gain_scale::GainScale;
use crate::grades::{Grades, NTCIR, TREC, hint_for};
use crate::read_runs::unscored_comments;
use crate::repeated_documents::RepeatedIds;
use crate::runs::Entry;
use crate::scan::{Columns, OtherForm, Stop, WrongWord, scan};
use crate::stray_level::StrayLevel;
use crate::topic_range::positions;
use crate::units::{Copies, TopicCopies};
use crate::unscored::Unscored;

/// The largest number of judgments for which we make all lookup tables when the file is read. Topics of at
/// most [`MAX_WITHOUT_TABLE`] documents have no table and do not count. With tables, a judgment takes some 60
/// bytes. With more judgments, each ranking is joined by means of a temporary table of its topic. A permanent
/// table is made when a single id of the topic is looked up.
const MAX_JUDGMENTS_WITH_TABLES: usize = 1 << 20;

/// Up to this number of judgments, all lookup tables are made on one thread.
const MAX_JUDGMENTS_OF_ONE_THREAD: usize = 1 << 14;

/// Judgments, packed into one text of all names and a few lists of numbers, because a file may have millions
/// of them.
#[derive(Clone, Debug, Default)]
pub struct Qrels {
    /// The name of each topic, followed by the ids of its documents, in the order of the file and without
    /// separators.
    text: Vec<u8>,
    /// The end of each name and id in `text`.
    ends: Vec<u32>,
    /// The verdict of each document. An entry has the same index as in `ends`; entries for names of topics
    /// are unused.
    verdicts: Vec<Verdict>,
    /// Sorted by name.
    topics: Vec<PackedTopic>,
    /// The number and the lookup table of each topic with more than [`MAX_WITHOUT_TABLE`] documents. With
    /// more than [`MAX_JUDGMENTS_WITH_TABLES`] judgments, the table is empty until the first lookup of an id.
    tables: Vec<(u32, OnceLock<Box<DocTable>>)>,
    /// The names of removed topics, sorted. There is no warning if a run has one of these topics.
    left_out: Vec<String>,
    /// The topics in comments that look like judgments.
    comments: BTreeSet<String>,
    /// Documents that are copies of each other: a ranking keeps the first one only.
    copies: Copies,
    /// The gains of the levels, if grades are gains.
    gains: Option<Gains>,
}

#[derive(Clone, Copy, Debug)]
struct PackedTopic {
    /// The index of the topic's name in `ends`. The documents follow it.
    name: u32,
    documents: u32,
}

/// The judgments of a topic.
#[derive(Clone, Copy, Debug)]
pub struct JudgedTopic<'a> {
    qrels: &'a Qrels,
    topic: TopicIx,
}

impl Qrels {
    /// Reads the judgments of a file (`-`: standard input). If `format` is TREC's, the file may also have
    /// another form, such as csv or JSON.
    pub fn read(path: &Path, format: &QrelsFormat) -> Result<Self, LoadError> {
        Self::from_file_or_bytes(format, path, None)
    }

    /// Reads judgments as [`read`](Self::read) does, but from the bytes of a file; `path` is for messages.
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
        Self::from_file_or_bytes(format, path, Some(bytes))
    }

    fn from_file_or_bytes(
        format: &QrelsFormat,
        path: &Path,
        bytes: Option<&[u8]>,
    ) -> Result<Self, LoadError> {
        let mut lines = JudgmentLines {
            grades: Grades::new(format),
            may_have_other_form: format.format == Format::Trec,
            qrels: Self::default(),
            repeated: RepeatedIds::default(),
            repeated_judgments: 0,
            comments: BTreeSet::new(),
            gains: IndexSet::new(),
            is_early_ntcir: false,
            highest_iteration: None,
        };
        match format.format {
            Format::Trec => scan::<4>(path, bytes, &mut lines)?,
            Format::Ntcir => scan::<3>(path, bytes, &mut lines)?,
        }
        let JudgmentLines {
            mut qrels,
            repeated_judgments,
            comments,
            is_early_ntcir,
            gains,
            highest_iteration,
            ..
        } = lines;
        if is_early_ntcir {
            let message = "the second column has NTCIR's labels S, A, B and C, and the fourth 0 or 1";
            let hint =
                "--qrels-format ntcir reads the labels; --by-intent takes the second column for intents";
            let error = LineColumn { line: 1, column: 1 }.error(path, message);
            return Err(Located { hint: Some(hint.to_owned()), ..error }.into());
        }
        qrels.comments = comments;
        qrels.rank_gains(&gains).map_err(|message| LineColumn { line: 1, column: 1 }.error(path, message))?;
        if repeated_judgments > 0 {
            tracing::warn!(path = %path.display(), count = repeated_judgments, "judgments that repeat an earlier one");
        }
        if let Some(highest @ 1..) = highest_iteration {
            tracing::warn!(path = %path.display(), "every grade in column 4 is 0, and column 2 has numbers up to {highest}: are these columns swapped? `awk '{{print $1, $4, $3, $2}}' FILE` swaps them");
        }
        let mut qrels = qrels.with_tables();
        if let Some(range) = &format.topics {
            let names: Vec<&str> = qrels.topics().map(JudgedTopic::name).collect();
            let range = positions(range, "files", &names, path)?;
            let is_kept: Vec<bool> = (0..names.len()).map(|topic| range.contains(&topic)).collect();
            qrels.keep(&is_kept);
        }
        Ok(qrels)
    }

    /// Renumbers the levels in ascending order of their gains. Until then, they are numbered in the order in
    /// which the gains first appear in the file, which is the order of `gains`.
    ///
    /// # Errors
    /// If [`GainScale`] refuses the gains.
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

    /// Sets the gains of the levels.
    #[must_use]
    pub fn with_gains(self, gains: Option<Gains>) -> Self {
        Self { gains, ..self }
    }

    /// Returns the gains of the levels, if grades are gains.
    pub fn gains(&self) -> Option<&Gains> {
        self.gains.as_ref()
    }

    /// Creates judgments from topics with their documents. Names of topics must be distinct, and so must the
    /// ids of a topic's documents.
    pub(crate) fn from_topics<'a, D: IntoIterator<Item = (&'a str, Verdict)>>(
        topics: impl IntoIterator<Item = (&'a str, D)>,
    ) -> Self {
        let mut qrels = Self::default();
        for (name, documents) in topics {
            qrels.begin_topic(name.as_bytes());
            for (id, verdict) in documents {
                qrels.push_document(id.as_bytes(), verdict);
            }
        }
        assert!(qrels.sort(), "the names of topics are distinct");
        qrels.with_tables()
    }

    /// Returns empty judgments with room for the lines of a file of this size, because growing lists fragment
    /// the memory, while reserved memory costs nothing until it is written to. If the memory cannot be
    /// reserved, the lists grow.
    fn with_room(bytes: usize) -> Self {
        /// The length of the shortest line: three words of one byte each, with separators.
        const SHORTEST_LINE: usize = 6;
        let mut qrels = Self::default();
        let lines = bytes / SHORTEST_LINE + 1;
        let _ = qrels.text.try_reserve_exact(bytes);
        let _ = qrels.ends.try_reserve_exact(2 * lines);
        let _ = qrels.verdicts.try_reserve_exact(2 * lines);
        let _ = qrels.topics.try_reserve_exact(lines);
        qrels
    }

    pub(crate) fn begin_topic(&mut self, name: &[u8]) {
        self.topics.push(PackedTopic { name: self.ends.len() as u32, documents: 0 });
        self.push_name(name, Verdict::Pooled);
    }

    /// Adds a document to the topic that was begun last.
    pub(crate) fn push_document(&mut self, id: &[u8], verdict: Verdict) {
        self.push_name(id, verdict);
        self.topics.last_mut().expect("a topic was begun").documents += 1;
    }

    fn push_name(&mut self, name: &[u8], verdict: Verdict) {
        self.text.extend_from_slice(name);
        self.ends.push(self.text.len() as u32);
        self.verdicts.push(verdict);
    }

    /// Sorts the topics by name. Returns false if a topic was begun twice.
    pub(crate) fn sort(&mut self) -> bool {
        let mut topics = std::mem::take(&mut self.topics);
        let name = |topic: &PackedTopic| self.name_at(topic.name);
        let mut are_distinct = true;
        if !topics.is_sorted_by(|a, b| topic_order(name(a), name(b)).is_lt()) {
            topics.sort_unstable_by(|a, b| topic_order(name(a), name(b)));
            are_distinct = topics.array_windows().all(|[a, b]| name(a) != name(b));
        }
        self.topics = topics;
        are_distinct
    }

    /// Makes the lookup tables, or leaves them empty if there are too many judgments, and releases unused
    /// memory.
    pub(crate) fn with_tables(mut self) -> Self {
        self.text.shrink_to_fit();
        self.ends.shrink_to_fit();
        self.verdicts.shrink_to_fit();
        self.topics.shrink_to_fit();
        let large_topics: Vec<(u32, &PackedTopic)> = (0..)
            .zip(&self.topics)
            .filter(|(_, topic)| topic.documents as usize > MAX_WITHOUT_TABLE)
            .collect();
        let documents: usize = large_topics.iter().map(|(_, topic)| topic.documents as usize).sum();
        let table = |(number, topic): (u32, &PackedTopic)| {
            if documents <= MAX_JUDGMENTS_WITH_TABLES {
                (number, OnceLock::from(Box::new(DocTable::new(self.ids(*topic)))))
            } else {
                (number, OnceLock::new())
            }
        };
        // A few tables are made before other threads would have woken up.
        self.tables = if documents <= MAX_JUDGMENTS_OF_ONE_THREAD {
            large_topics.into_iter().map(table).collect()
        } else {
            large_topics.into_par_iter().map(table).collect()
        };
        self
    }

    /// Adds documents to each topic, after its judged documents. The judgments of the added documents are
    /// withheld.
    pub(crate) fn with_more_documents(self, more: &[IndexSet<&str>]) -> Self {
        if more.iter().all(IndexSet::is_empty) {
            return self;
        }
        let topics = self.topics().zip(more).map(|(topic, more)| {
            let withheld = more.iter().map(|id| (*id, Verdict::Pooled));
            (topic.name(), topic.judgments().chain(withheld))
        });
        let extended = Self::from_topics(topics);
        self.with_judgments_of(extended)
    }

    /// Replaces each verdict with the one that `verdict` returns for it.
    pub(crate) fn with_verdicts(self, verdict: impl Fn(TopicIx, DocIx, Verdict) -> Verdict) -> Self {
        let topics = self.topics().map(|topic| {
            let verdicts: Vec<Verdict> =
                (0..).zip(topic.verdicts()).map(|(doc, &old)| verdict(topic.topic_ix(), doc, old)).collect();
            (topic.name(), topic.documents().zip(verdicts))
        });
        let changed = Self::from_topics(topics);
        self.with_judgments_of(changed)
    }

    /// Takes the topics and judgments from `others`, and keeps the removed topics, copies, gains and
    /// comments.
    fn with_judgments_of(self, others: Self) -> Self {
        let Self { left_out, copies, gains, comments, .. } = self;
        Self { left_out, copies, gains, comments, ..others }
    }

    /// Sets the documents that are copies of each other.
    pub(crate) fn with_copies(self, copies: Copies) -> Self {
        Self { copies, ..self }
    }

    /// Returns the copies among a topic's documents, if there are any.
    pub(crate) fn copies(&self, topic: &str) -> Option<&TopicCopies> {
        if self.copies.is_empty() { None } else { self.copies.topic(topic) }
    }

    /// Keeps only the topics for which `is_kept` is true. It has a value for each topic, in the order of the
    /// topics. If a run has a removed topic, there is no warning that the topic is not judged.
    ///
    /// # Panics
    /// If there is not one value for each topic.
    pub fn keep(&mut self, is_kept: &[bool]) {
        assert_eq!(self.topics.len(), is_kept.len(), "there is a value for each topic");
        let (mut topics, mut tables) = (Vec::new(), std::mem::take(&mut self.tables).into_iter().peekable());
        for (old_number, (topic, is_kept)) in (0..).zip(self.topics.iter().zip(is_kept)) {
            let table = tables.next_if(|(number, _)| *number == old_number);
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

    /// Records the names of removed topics, as [`keep`](Self::keep) does, if the topics were removed before
    /// these judgments were made.
    pub(crate) fn with_left_out(self, mut topics: Vec<String>) -> Self {
        topics.sort_unstable_by(|a, b| topic_order(a, b));
        Self { left_out: topics, ..self }
    }

    /// Returns the topics in comments that look like judgments, as parts that are not scored.
    pub fn topics_of_comments(&self) -> Option<Unscored> {
        unscored_comments(self.comments.iter())
    }

    /// Returns the topics in comments that look like judgments.
    pub(crate) fn comments(&self) -> &BTreeSet<String> {
        &self.comments
    }

    /// Returns the name of a topic that is the same text as `name` in another Unicode normal form, or `None`
    /// if there is no such topic.
    pub(crate) fn in_other_form(&self, name: &str) -> Option<&str> {
        let is_same_text = |judged: &&str| !judged.is_ascii() && judged.nfc().eq(name.nfc());
        if name.is_ascii() { None } else { self.topics().map(JudgedTopic::name).find(is_same_text) }
    }

    pub(crate) fn is_left_out(&self, name: &str) -> bool {
        self.left_out.binary_search_by(|removed| topic_order(removed, name)).is_ok()
    }

    fn ids(&self, topic: PackedTopic) -> DocIds<'_> {
        let name = topic.name as usize;
        DocIds::new(&self.text, &self.ends[name..=name + topic.documents as usize])
    }

    fn name_at(&self, place: u32) -> &str {
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        str_of(&self.text[start as usize..self.ends[place as usize] as usize])
    }

    /// Returns the topics, in the order of their names.
    pub fn topics(&self) -> impl ExactSizeIterator<Item = JudgedTopic<'_>> + Clone {
        (0..self.topics.len()).map(|topic| JudgedTopic { qrels: self, topic })
    }

    /// Returns a topic by its number.
    ///
    /// # Panics
    /// If the number is out of range.
    pub fn topic_at(&self, topic: TopicIx) -> JudgedTopic<'_> {
        assert!(topic < self.topics.len(), "the number belongs to a topic of the judgments");
        JudgedTopic { qrels: self, topic }
    }

    /// Returns the number of a topic. Tries `expected` first, because most runs have their topics in the
    /// order of the judgments. (A table of names would take as much memory as a few judgments per topic.)
    pub(crate) fn number(&self, name: &str, expected: TopicIx) -> Option<TopicIx> {
        match self.topics.get(expected) {
            Some(topic) if self.name_at(topic.name) == name => Some(expected),
            _ => self.topics.binary_search_by(|topic| topic_order(self.name_at(topic.name), name)).ok(),
        }
    }

    /// Returns the verdict of a document, or `None` if the judgments do not list it.
    pub fn verdict(&self, topic: &str, document: &str) -> Option<Verdict> {
        self.topic(topic)?.verdict(document)
    }

    /// Returns a topic by its name, or `None` if it has no judgments.
    pub fn topic(&self, name: &str) -> Option<JudgedTopic<'_>> {
        self.number(name, 0).map(|topic| self.topic_at(topic))
    }

    /// Returns true if a judgment is withheld.
    pub(crate) fn withholds(&self) -> bool {
        self.topics().any(|topic| topic.verdicts().contains(&Verdict::Pooled))
    }

    /// Returns the level of each judgment that is not withheld.
    fn levels(&self) -> impl Iterator<Item = u8> {
        self.topics().flat_map(JudgedTopic::verdicts).filter_map(|verdict| match verdict {
            Verdict::Level(level) => Some(*level),
            Verdict::Pooled => None,
        })
    }

    /// Returns the highest level of a judgment, or 0 if no document is relevant.
    pub fn highest(&self) -> u8 {
        self.levels().max().unwrap_or(0)
    }

    /// Returns the highest level if it is probably a typing error. Returns `None` if grades are gains, because
    /// the levels then only number the gains.
    pub fn stray_level(&self) -> Option<StrayLevel> {
        if self.gains.is_none() { StrayLevel::find(self.levels()) } else { None }
    }
}

impl<'a> JudgedTopic<'a> {
    fn packed(self) -> PackedTopic {
        self.qrels.topics[self.topic]
    }

    fn table(self) -> Option<&'a OnceLock<Box<DocTable>>> {
        let tables = &self.qrels.tables;
        let place = tables.binary_search_by_key(&(self.topic as u32), |(topic, _)| *topic).ok()?;
        Some(&tables[place].1)
    }

    fn ids(self) -> DocIds<'a> {
        self.qrels.ids(self.packed())
    }

    /// Returns the topic's number, which is its place in the order of names.
    pub fn topic_ix(self) -> TopicIx {
        self.topic
    }

    /// Returns the topic's name.
    pub fn name(self) -> &'a str {
        self.qrels.name_at(self.packed().name)
    }

    fn places(self) -> Range<usize> {
        let PackedTopic { name, documents } = self.packed();
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
    /// If the number is out of range.
    pub fn document(self, number: DocIx) -> &'a str {
        str_of(self.ids().id(number))
    }

    /// Returns the documents with their verdicts, in order of first appearance.
    pub fn judgments(self) -> impl ExactSizeIterator<Item = (&'a str, Verdict)> {
        self.documents().zip(self.verdicts().iter().copied())
    }

    /// Returns the number of a document, or `None` if the judgments do not list it.
    pub(crate) fn number(self, document: &str) -> Option<DocIx> {
        let table = self.table().map(|table| &**table.get_or_init(|| Box::new(DocTable::new(self.ids()))));
        self.ids().number(table, document.as_bytes())
    }

    /// Returns the verdict of a document, or `None` if the judgments do not list it.
    pub fn verdict(self, document: &str) -> Option<Verdict> {
        self.number(document).map(|number| self.verdicts()[number as usize])
    }

    /// Returns each id that is not ASCII, converted to Unicode's normal form NFC. Most files have no such id.
    pub(crate) fn normal_ids(self) -> HashSet<String> {
        self.documents().filter(|id| !id.is_ascii()).map(|id| id.nfc().collect()).collect()
    }

    /// Returns true if all ids are ASCII.
    pub(crate) fn is_ascii(self) -> bool {
        let table = self.table().and_then(OnceLock::get);
        table.map_or_else(|| self.ids().is_ascii(), |table| table.is_ascii)
    }

    /// Calls `take` for each line with a document of this topic's judgments. The arguments of `take` are the
    /// index of the line and the number of the document.
    pub(crate) fn find(
        self,
        text: &[u8],
        lines: &[Entry],
        scratch: &mut Scratch,
        take: impl FnMut(u32, DocIx),
    ) {
        let table = self.table().and_then(|table| table.get().map(Box::as_ref));
        self.ids().find(table, text, lines, scratch, take);
    }
}

fn str_of(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the words of a text are UTF-8")
}

/// Receives the lines of a file as judgments.
struct JudgmentLines {
    grades: Grades,
    /// True if the file may have a form other than TREC's lines.
    may_have_other_form: bool,
    qrels: Qrels,
    repeated: RepeatedIds,
    /// The number of judgments that repeat an earlier one.
    repeated_judgments: usize,
    comments: BTreeSet<String>,
    /// The bits of the gains above 0, in the order of first appearance. Until the end of the file, the level
    /// of a gain is its index here + 1.
    gains: IndexSet<u64>,
    /// True if all lines so far look like lines of early NTCIR collections. TREC's format would read their
    /// last column, 0 or 1, as the grade.
    is_early_ntcir: bool,
    /// The highest number in the second column so far, if all grades so far are 0 and all second columns have one digit.
    highest_iteration: Option<u8>,
}

/// Returns the second column of a TREC line as a number, or `None` if it is not a single digit.
fn iteration(text: &[u8], line: &Entry) -> Option<u8> {
    match text[..line.document.start as usize].trim_ascii_end() {
        [.., b' ' | b'\t', digit @ b'0'..=b'9'] => Some(digit - b'0'),
        _ => None,
    }
}

/// The key of a line with a withheld judgment.
const WITHHELD: f64 = -1.0;

impl JudgmentLines {
    fn verdict(&self, key: f64) -> Verdict {
        if key == WITHHELD {
            return Verdict::Pooled;
        }
        Verdict::Level(if self.grades.are_gains() {
            self.gains.get_index_of(&key.to_bits()).map_or(0, |place| place as u8 + 1)
        } else {
            key as u8
        })
    }

    /// Adds a gain to the known gains if it is above 0 and new.
    ///
    /// # Errors
    /// If there are more gains than levels.
    fn number_gain(&mut self, gain: f64) -> Result<(), String> {
        if gain > 0.0 && self.gains.insert(gain.to_bits()) && self.gains.len() > GainScale::MAX_LEVELS {
            let max = GainScale::MAX_LEVELS;
            return Err(format!(
                "there are more than {max} different gains above 0, which is the limit: round them"
            ));
        }
        Ok(())
    }
}

/// A line of TREC has four words, a line of NTCIR three. The last two are the document and the grade.
impl<const N: usize> Columns<N> for JudgmentLines {
    const EXPECTED: &'static str = if N == 4 { TREC } else { NTCIR };
    const DOCUMENT: usize = N - 2;

    fn begin(&mut self, bytes: usize) {
        self.qrels = Qrels::with_room(bytes);
        self.repeated_judgments = 0;
        self.gains.clear();
        self.is_early_ntcir = N == 4 && self.grades.are_levels();
        self.highest_iteration = self.is_early_ntcir.then_some(0);
    }

    #[inline]
    fn key(&mut self, text: &[u8], words: &[Span; N]) -> Result<f64, Box<WrongWord>> {
        if self.is_early_ntcir {
            let [label, flag] = [1, N - 1].map(|word| words[word].slice(text));
            self.is_early_ntcir = matches!((label, flag), ([b'S' | b'A' | b'B' | b'C'], [b'0' | b'1']));
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
                    let ends = [words[0], words[N - 2], words[N - 1]];
                    let hint = if ends.iter().all(|word| is_name(word.slice(text))) {
                        Some(HEADER)
                    } else if N == 4 && are_topic_and_query(&words.map(|word| str_of(word.slice(text)))) {
                        Some(TOPICS)
                    } else if self.grades.are_levels() {
                        hint_for(str_of(grade))
                    } else {
                        None
                    };
                    Box::new(WrongWord { word: N - 1, message, hint })
                })
            }
        }
    }

    fn topic(&mut self, name: &str, text: &[u8], lines: &mut Vec<Entry>) -> Result<(), Stop> {
        // Usually this ends at the first relevant document of the file.
        if let Some(highest) = self.highest_iteration {
            self.highest_iteration = lines.iter().try_fold(highest, |highest, line| {
                if line.key == 0.0 { iteration(text, line).map(|number| number.max(highest)) } else { None }
            });
        }
        if self.repeated.any(text, lines) {
            let (mut first_lines, mut differing, count) = (HashMap::new(), None, lines.len());
            lines.retain(|line| {
                let first = *first_lines.entry(line.document.slice(text)).or_insert(*line);
                if first.key != line.key {
                    differing.get_or_insert((first, *line));
                }
                first.document == line.document
            });
            if let Some((first, second)) = differing {
                return Err(Stop::Repeated(first, second));
            }
            self.repeated_judgments += count - lines.len();
        }
        self.qrels.begin_topic(name.as_bytes());
        for line in &*lines {
            let verdict = self.verdict(line.key);
            self.qrels.push_document(line.document.slice(text), verdict);
        }
        Ok(())
    }

    fn duplicate_message(
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
            4 => Some(
                "a document has one level for each topic: remove one of the lines (in TREC's format `awk '!seen[$1, $3]++' FILE` \
                 keeps the first)",
            ),
            _ => None,
        };
        let grades = lines.map(|(entry, _)| {
            if self.grades.are_gains() && entry.key != WITHHELD {
                format!("gain {}", entry.key)
            } else {
                verdict_in_words(self.verdict(entry.key))
            }
        });
        (conflict_message(topic, document, grades, line), hint)
    }

    fn comment(&mut self, text: &[u8], words: &[Span; N]) {
        if self.grades.number(str_of(words[N - 1].slice(text))).is_ok() {
            self.comments.insert(str_of(words[0].slice(text)).to_owned());
        }
    }

    fn end(&mut self) -> bool {
        self.qrels.sort()
    }

    fn read_other_form(&mut self, path: &Path, bytes: &[u8]) -> Result<Option<OtherForm>, Located> {
        let lines = match N {
            3 => later_ntcir_lines(&self.grades, path, bytes)?,
            _ if self.may_have_other_form => as_trec(self.grades.kind(), false, path, bytes)?,
            _ => None,
        };
        Ok(lines.map(OtherForm::Lines))
    }
}

/// The columns of early NTCIR collections. The last column is 1 if the document counts as relevant. This
/// follows from the label, except for the label B.
const EARLY_NTCIR: &str = "4 (topic, relevance label, document, 0 or 1)";

/// Rewrites a file of an early NTCIR collection (`001 S docA 1`) in the format of later collections
/// (`001 docA S`). Each line keeps its number. Returns `None` if the first line has another form, or there
/// are no lines.
pub(crate) fn later_ntcir_lines(
    grades: &Grades,
    path: &Path,
    bytes: &[u8],
) -> Result<Option<Vec<u8>>, Located> {
    let source = FileText::new(path, bytes)?;
    let Some(first) = source.lines().next() else { return Ok(None) };
    let is_early = |[_, label, _, flag]: [Span; 4]| {
        grades.verdict(source.get(label)).is_ok() && matches!(source.get(flag), "0" | "1")
    };
    if !source.fields(first, EARLY_NTCIR).is_ok_and(is_early) {
        return Ok(None);
    }
    let (mut lines, mut counted) = (Vec::with_capacity(bytes.len()), 0);
    for line in source.lines() {
        let [topic, label, document, flag] = source.fields(line, EARLY_NTCIR)?;
        grades.verdict_at(&source, label)?;
        if !matches!(source.get(flag), "0" | "1") {
            let what = format!("`{}`, expected 0 or 1", source.get(flag).escape_debug());
            return Err(source.error(flag, what));
        }
        // The flag of a partially relevant document, B, depends on the file: 1 in relaxed judgments, 0 in
        // rigid ones.
        if let (label @ ("S" | "A"), "0") | (label @ "C", "1") = (source.get(label), source.get(flag)) {
            let (value, relevant) =
                (source.get(flag), if label == "C" { "not relevant" } else { "relevant" });
            let what = format!("the flag {value} contradicts the label {label}, which means {relevant}");
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

/// Returns the message for two different judgments or labels of the same document.
pub(crate) fn conflict_message(
    topic: &str,
    document: &str,
    [first, second]: [String; 2],
    line: usize,
) -> String {
    let (topic, document) = (topic.escape_debug(), document.escape_debug());
    format!("topic `{topic}`, document `{document}`: judged {second} here and {first} on line {line}")
}

/// Returns a verdict in the words of messages.
pub(crate) fn verdict_in_words(verdict: Verdict) -> String {
    match verdict {
        Verdict::Pooled => "withheld (negative)".to_owned(),
        Verdict::Level(level) => format!("level {level}"),
    }
}

#[cfg(test)]
mod tests {
    use super::Qrels;
    use crate::descriptor::QrelsFormat;

    /// A topic in a comment is reported even if documents are added.
    #[test]
    fn added_documents_keep_the_comments() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("qrels.txt");
        std::fs::write(&path, "#1 0 a 1\n2 0 a 1\n").expect("written");
        let qrels = Qrels::read(&path, &QrelsFormat::trec()).expect("sound");
        assert_eq!(qrels.comments().len(), 1);
        let extended = qrels.with_more_documents(&[["b"].into_iter().collect()]);
        assert_eq!(extended.topics().map(|topic| topic.documents().len()).sum::<usize>(), 2);
        assert_eq!(extended.comments().len(), 1);
    }
}
