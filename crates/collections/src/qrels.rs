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
    pub(crate) topics: Vec<JudgedTopic<'a>>,
    pub(crate) by_name: HashMap<&'a str, usize>,
}

/// The judgments of a topic.
#[derive(Clone, Debug)]
pub struct JudgedTopic<'a> {
    pub(crate) name: &'a str,
    pub(crate) documents: DocTable<'a>,
    pub(crate) verdicts: Vec<Verdict>,
    /// Where each document stands in the file, for messages.
    spans: Vec<Span>,
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
        let mut builder = Builder {
            source,
            qrels: Self { topics: Vec::new(), by_name: HashMap::new() },
            last: 0,
            repeated: 0,
        };
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
        if builder.qrels.topics.is_empty() {
            return Err(source.empty(if matches!(format, QrelsFormat::Trec { .. }) { TREC } else { NTCIR }));
        }
        Ok(Self::sorted(builder.qrels.topics))
    }

    /// Judgments that were not read from lines of their own.
    pub(crate) fn of_topics(topics: impl Iterator<Item = (&'a str, DocTable<'a>, Vec<Verdict>)>) -> Self {
        let topic =
            |(name, documents, verdicts)| JudgedTopic { name, documents, verdicts, spans: Vec::new() };
        Self::sorted(topics.map(topic).collect())
    }

    /// The topics in their order.
    fn sorted(mut topics: Vec<JudgedTopic<'a>>) -> Self {
        topics.sort_unstable_by(|a, b| topic_order(a.name, b.name));
        let by_name = topics.iter().enumerate().map(|(number, topic)| (topic.name, number)).collect();
        Self { topics, by_name }
    }

    /// The number of a document of a topic; `Ok` where it was added, behind the judged ones and in no pool.
    pub(crate) fn add_unpooled(
        &mut self,
        topic: usize,
        document: DocId<'a>,
        at: Span,
    ) -> Result<DocIx, DocIx> {
        let topic = &mut self.topics[topic];
        let added = topic.documents.insert(document);
        if added.is_ok() {
            topic.verdicts.push(Verdict::Pooled);
            topic.spans.push(at);
        }
        added
    }

    /// The topics, in the order of their names.
    pub fn topics(&self) -> impl ExactSizeIterator<Item = &JudgedTopic<'a>> {
        self.topics.iter()
    }

    /// The verdict of a document; `None` where it is not in the pool.
    pub fn verdict(&self, topic: &str, document: &str) -> Option<Verdict> {
        self.topics[*self.by_name.get(topic)?].verdict(document)
    }

    /// The judgments of a topic; `None` where there are none.
    pub fn topic(&self, name: &str) -> Option<&JudgedTopic<'a>> {
        self.by_name.get(name).map(|&number| &self.topics[number])
    }
}

impl<'a> JudgedTopic<'a> {
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
    qrels: Qrels<'a>,
    /// The topic of the line before: most lines stay with it.
    last: usize,
    repeated: usize,
}

impl<'a> Builder<'a> {
    fn add(&mut self, topic: Span, document: Span, verdict: Verdict) -> Result<(), FormatError> {
        let name = self.source.get(topic);
        if self.qrels.topics.get(self.last).is_none_or(|last| last.name != name) {
            self.last = *self.qrels.by_name.entry(name).or_insert_with(|| {
                let (documents, verdicts, spans) = (DocTable::default(), Vec::new(), Vec::new());
                self.qrels.topics.push(JudgedTopic { name, documents, verdicts, spans });
                self.qrels.topics.len() - 1
            });
        }
        let topic = &mut self.qrels.topics[self.last];
        match topic.documents.insert(DocId::new(self.source.get(document))) {
            Ok(_) => {
                topic.verdicts.push(verdict);
                topic.spans.push(document);
            }
            Err(number) => {
                let first = topic.verdicts[number as usize];
                if first != verdict {
                    let kind = FormatKind::Conflict {
                        topic: name.to_owned(),
                        doc: self.source.get(document).to_owned(),
                        first: shown(first),
                        second: shown(verdict),
                        line: self.source.line_of(topic.spans[number as usize].start as usize),
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use rejudge_descriptor::Labels;

    fn parse(text: &str) -> Result<Vec<(String, String, Verdict)>, FormatError> {
        let qrels = Qrels::parse(Path::new("q"), text.as_bytes(), &QrelsFormat::trec())?;
        let rows = qrels.topics().flat_map(|topic| {
            topic
                .judgments()
                .map(|(document, verdict)| (topic.name().to_owned(), document.to_owned(), verdict))
        });
        Ok(rows.collect())
    }

    fn message(text: &str) -> String {
        parse(text).expect_err(text).to_string()
    }

    #[test]
    fn each_bad_line_is_named() {
        assert_eq!(
            message("1 0 d 1\n1 0 e\n"),
            "q:2:1: 3 columns, expected 4 (topic, iteration, document, grade)"
        );
        assert_eq!(
            message("1 0 d 1 x\n"),
            "q:1:1: 5 columns, expected 4 (topic, iteration, document, grade)"
        );
        assert_eq!(message("1 0 d 1.5"), "q:1:7: grade `1.5` is not an integer");
        assert_eq!(message("1 0 d \u{ff11}"), "q:1:7: grade `\u{ff11}` is not an integer");
        assert_eq!(message("1 0 d 128"), "q:1:7: grade 128 is above 127, the highest relevance level");
        assert_eq!(
            message("1 0 d 99999999999"),
            "q:1:7: grade 99999999999 is above 127, the highest relevance level"
        );
        assert_eq!(
            message("1 0 d 1\n2 0 d 1\n1 0 d 0\n"),
            "q:3:5: topic `1`, document `d`: judged level 0 here and level 1 on line 1"
        );
        assert!(message("").starts_with("q:1:1: the file is empty"), "{}", message(""));
        assert!(message("\n# nothing\n").contains("empty"));
        assert_eq!(message("1 0 d a\u{85}"), "q:1:7: grade `a\\u{85}` is not an integer");
    }

    #[test]
    fn equal_judgments_and_mixed_topics_are_fine() {
        let rows = parse("2 0 d 1\n1 0 d 2\n2 0 e 0\n2 0 d 1\n").expect("fine");
        let names: Vec<_> = rows.iter().map(|(topic, document, _)| format!("{topic}/{document}")).collect();
        assert_eq!(names, ["1/d", "2/d", "2/e"]);
    }

    #[test]
    fn labels_are_looked_up() {
        let grades = Labels::from([("2".into(), 3), ("1".into(), 1), ("0".into(), 0)]);
        let format = QrelsFormat::Trec { grades };
        let qrels = Qrels::parse(Path::new("q"), b"1 0 d 2\n", &format).expect("a label");
        assert_eq!(qrels.verdict("1", "d"), Some(Verdict::Level(3)));
        let qrels = Qrels::parse(Path::new("q"), b"1 0 d -1\n", &format).expect("withheld");
        assert_eq!(qrels.verdict("1", "d"), Some(Verdict::Pooled));
        let error = Qrels::parse(Path::new("q"), b"1 0 d 3\n", &format).expect_err("no label");
        assert_eq!(error.to_string(), "q:1:7: relevance label `3` is none of `0`, `1`, `2`");
        let format = QrelsFormat::Ntcir { grades: Labels::new() };
        for (label, level) in [("S", 3), ("A", 2), ("B", 1), ("C", 0), ("L4", 4)] {
            let text = format!("1 d {label}");
            let qrels = Qrels::parse(Path::new("q"), text.as_bytes(), &format).expect(label);
            assert_eq!(qrels.verdict("1", "d"), Some(Verdict::Level(level)));
        }
        let error = Qrels::parse(Path::new("q"), b"1 0 d 1\n", &format).expect_err("TREC columns");
        assert_eq!(error.to_string(), "q:1:1: 4 columns, expected 3 (topic, document, relevance label)");
    }

    proptest! {
        /// What is written is read back, in order, whatever the blanks and line ends.
        #[test]
        fn round_trip(
            rows in prop::collection::vec(("[1-3]", "[!-~\u{3042}]{1,20}", -2_i32..=127), 1..60),
            blank in prop::sample::select(vec![" ", "\t", "  \t "]),
            end in prop::sample::select(vec!["\n", "\r\n", "\r\n \n"]),
        ) {
            let mut unique: Vec<(String, String, i32)> = Vec::new();
            for row in rows {
                if unique.iter().all(|(topic, document, _)| (topic, document) != (&row.0, &row.1)) {
                    unique.push(row);
                }
            }
            let text: String = unique.iter()
                .map(|(topic, document, grade)| format!("{topic}{blank}0{blank}{document}{blank}{grade}{end}"))
                .collect();
            let qrels = Qrels::parse(Path::new("q"), text.as_bytes(), &QrelsFormat::trec()).expect("valid");
            prop_assert_eq!(qrels.topics().map(|topic| topic.judgments().len()).sum::<usize>(), unique.len());
            for (topic, document, grade) in &unique {
                let expected = u8::try_from(*grade).map_or(Verdict::Pooled, Verdict::Level);
                prop_assert_eq!(qrels.verdict(topic, document), Some(expected));
            }
        }

        /// No bytes at all make the reader panic.
        #[test]
        fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = Qrels::parse(Path::new("q"), &bytes, &QrelsFormat::trec());
        }
    }
}
