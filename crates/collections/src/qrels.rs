//! Relevance judgments: TREC qrels (`topic iteration document grade`) and NTCIR relevance files
//! (`topic document label`).
//!
//! Topics come in the order of their names ([`topic_order`]), documents in order of first appearance. The
//! second column of TREC is ignored. A negative grade means: in the pool, judgment withheld
//! ([`Verdict::Pooled`]). Two judgments of one document that agree are a warning, two that differ an error.
//! Grades go to 127.

use std::collections::HashMap;
use std::path::Path;

use rejudge_descriptor::{QrelsFormat, ntcir_labels};
use rejudge_metrics::Verdict;
use rejudge_pools::{DocIx, topic_order};

use crate::docids::{DocId, DocTable};
use crate::error::{FormatError, FormatKind};
use crate::fields::Span;
use crate::file_text::FileText;
use crate::grades::{NTCIR, TREC, verdict};

/// The judgments of a file; ids are slices of it.
#[derive(Clone, Debug)]
pub struct Qrels<'a> {
    /// In the order of their names.
    pub(crate) topics: Vec<JudgedTopic<'a>>,
    /// Names of topics that were taken out, in their order: runs may have them.
    pub(crate) left_out: Vec<&'a str>,
}

/// The judgments of a topic.
#[derive(Clone, Debug)]
pub struct JudgedTopic<'a> {
    pub(crate) name: &'a str,
    pub(crate) documents: DocTable<'a>,
    pub(crate) verdicts: Vec<Verdict>,
}

impl<'a> Qrels<'a> {
    /// Reads judgments; `path` is for messages.
    ///
    /// ```
    /// use std::path::Path;
    /// use rejudge_collections::Qrels;
    /// use rejudge_descriptor::QrelsFormat;
    /// use rejudge_metrics::Verdict;
    /// let trec: &[u8] = b"301 0 FT911-3 1\n301 0 FT911-4 -1\r\n# a comment\n302 0 FT911-3 0";
    /// let qrels = Qrels::parse(Path::new("qrels.txt"), trec, &QrelsFormat::trec())?;
    /// assert_eq!(qrels.topics().map(|topic| topic.name()).collect::<Vec<_>>(), ["301", "302"]);
    /// assert_eq!(qrels.verdict("301", "FT911-3"), Some(Verdict::Level(1)));
    /// assert_eq!(qrels.verdict("301", "FT911-4"), Some(Verdict::Pooled));
    /// assert_eq!(qrels.verdict("302", "FT911-4"), None);
    ///
    /// let ntcir: &[u8] = b"0001 ja-1 S\n0001 ja-2 L0\n";
    /// let format = QrelsFormat::Ntcir { grades: Default::default() };
    /// let qrels = Qrels::parse(Path::new("j.rel"), ntcir, &format)?;
    /// assert_eq!(qrels.verdict("0001", "ja-1"), Some(Verdict::Level(3)));
    ///
    /// let error = Qrels::parse(Path::new("q"), b"1 0 d 1\n1 0 e high\n", &QrelsFormat::trec());
    /// assert_eq!(error.expect_err("a word").to_string(), "q:2:7: grade `high` is not an integer");
    /// # Ok::<(), rejudge_collections::FormatError>(())
    /// ```
    pub fn parse(path: &'a Path, bytes: &'a [u8], format: &QrelsFormat) -> Result<Self, FormatError> {
        let source = FileText::new(path, bytes)?;
        let defaults = ntcir_labels();
        let mut builder =
            Builder { source, topics: Vec::new(), by_name: HashMap::new(), last: 0, repeated: 0 };
        for line in source.lines() {
            let [topic, document, grade] = match format {
                QrelsFormat::Trec { .. } => {
                    let [topic, _, document, grade] = source.fields(line, TREC)?;
                    [topic, document, grade]
                }
                QrelsFormat::Ntcir { .. } => source.fields(line, NTCIR)?,
            };
            builder.add(topic, document, verdict(format, &source, grade, &defaults)?)?;
        }
        if builder.repeated > 0 {
            tracing::warn!(path = %path.display(), count = builder.repeated, "judgments that repeat an equal one");
        }
        if builder.topics.is_empty() {
            return Err(source.empty(if matches!(format, QrelsFormat::Trec { .. }) { TREC } else { NTCIR }));
        }
        let mut topics = builder.topics;
        topics.shrink_to_fit();
        topics.iter_mut().for_each(JudgedTopic::shrink);
        Ok(Self::sorted(topics))
    }

    /// Judgments that were not read from lines of their own.
    pub(crate) fn of_topics(topics: impl Iterator<Item = (&'a str, DocTable<'a>, Vec<Verdict>)>) -> Self {
        let topic = |(name, documents, verdicts)| JudgedTopic { name, documents, verdicts };
        Self::sorted(topics.map(topic).collect())
    }

    /// The topics in their order.
    fn sorted(mut topics: Vec<JudgedTopic<'a>>) -> Self {
        topics.sort_unstable_by(|a, b| topic_order(a.name, b.name));
        Self { topics, left_out: Vec::new() }
    }

    /// Takes out the topics that `is_kept` is false of, a value for each topic in order. Runs may have them, and
    /// no warning says that they are not judged.
    ///
    /// # Panics
    /// When there is not one value for each topic.
    pub fn keep(&mut self, is_kept: &[bool]) {
        assert_eq!(self.topics.len(), is_kept.len(), "a value for each topic");
        let topics = std::mem::take(&mut self.topics);
        for (topic, is_kept) in topics.into_iter().zip(is_kept) {
            if *is_kept { self.topics.push(topic) } else { self.left_out.push(topic.name) }
        }
        self.left_out.sort_unstable_by(|a, b| topic_order(a, b));
    }

    /// The place of a topic; `expected` is looked at first, since runs have their topics in the same order
    /// most often. (A table of names would take as much memory as a few judgments a topic.)
    pub(crate) fn place(&self, name: &str, expected: usize) -> Option<usize> {
        match self.topics.get(expected) {
            Some(topic) if topic.name == name => Some(expected),
            _ => self.topics.binary_search_by(|topic| topic_order(topic.name, name)).ok(),
        }
    }

    /// The number of a document of a topic; `Ok` where it was added, behind the judged ones and in no pool.
    pub(crate) fn add_unpooled(&mut self, topic: usize, document: DocId<'a>) -> Result<DocIx, DocIx> {
        let topic = &mut self.topics[topic];
        let added = topic.documents.insert(document);
        if added.is_ok() {
            topic.verdicts.push(Verdict::Pooled);
        }
        added
    }

    /// The topics, in the order of their names.
    pub fn topics(&self) -> impl ExactSizeIterator<Item = &JudgedTopic<'a>> {
        self.topics.iter()
    }

    /// The verdict of a document; `None` where it is not in the pool.
    pub fn verdict(&self, topic: &str, document: &str) -> Option<Verdict> {
        self.topic(topic)?.verdict(document)
    }

    /// The judgments of a topic; `None` where there are none.
    pub fn topic(&self, name: &str) -> Option<&JudgedTopic<'a>> {
        self.place(name, 0).map(|number| &self.topics[number])
    }
}

impl<'a> JudgedTopic<'a> {
    /// Gives back the room for documents that did not come.
    fn shrink(&mut self) {
        self.documents.shrink();
        self.verdicts.shrink_to_fit();
    }

    /// The topic's name.
    pub fn name(&self) -> &'a str {
        self.name
    }

    /// The verdict of a document; `None` where it is not in the pool.
    pub fn verdict(&self, document: &str) -> Option<Verdict> {
        self.documents.get(DocId::new(document)).map(|number| self.verdicts[number as usize])
    }

    /// Documents with their verdicts, in order of first appearance.
    pub fn judgments(&self) -> impl ExactSizeIterator<Item = (&'a str, Verdict)> {
        self.documents.names().iter().copied().zip(self.verdicts.iter().copied())
    }
}

struct Builder<'a> {
    source: FileText<'a>,
    topics: Vec<JudgedTopic<'a>>,
    by_name: HashMap<&'a str, usize>,
    /// The topic of the line before: most lines stay with it.
    last: usize,
    repeated: usize,
}

impl<'a> Builder<'a> {
    fn add(&mut self, topic: Span, document: Span, verdict: Verdict) -> Result<(), FormatError> {
        let name = self.source.get(topic);
        if self.topics.get(self.last).is_none_or(|last| last.name != name) {
            self.last = *self.by_name.entry(name).or_insert_with(|| {
                let (documents, verdicts) = (DocTable::default(), Vec::new());
                self.topics.push(JudgedTopic { name, documents, verdicts });
                self.topics.len() - 1
            });
        }
        let topic = &mut self.topics[self.last];
        match topic.documents.insert(DocId::new(self.source.get(document))) {
            Ok(_) => topic.verdicts.push(verdict),
            Err(number) => {
                let first = topic.verdicts[number as usize];
                if first != verdict {
                    let kind = FormatKind::Conflict {
                        topic: name.to_owned(),
                        doc: self.source.get(document).to_owned(),
                        first: shown(first),
                        second: shown(verdict),
                        line: self
                            .source
                            .line_of(self.source.offset_of(topic.documents.names()[number as usize])),
                    };
                    return Err(self.source.error(document.start as usize, kind));
                }
                self.repeated += 1;
            }
        }
        Ok(())
    }
}

pub(crate) fn shown(verdict: Verdict) -> String {
    match verdict {
        Verdict::Pooled => "unjudged (negative)".to_owned(),
        Verdict::Level(level) => format!("level {level}"),
    }
}
