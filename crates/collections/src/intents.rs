//! Relevance judgments by intent: TREC diversity qrels (`topic subtopic document grade`) and NTCIR I-rel
//! files (`topic intent document label`).
//!
//! Topics are in the order of their names ([`topic_order`]), intents and documents in order of first
//! appearance. A negative grade withholds the judgment for that intent, which then counts as level 0; if all
//! judgments of a document are withheld, so is the document ([`Verdict::Pooled`]). Two judgments that agree
//! are a warning, two that differ an error.
//!
//! For a document that is relevant to no intent, the Dqrels files of NTCIR and TREC have level 0 for intent
//! `0`, `00` or any other form of 0. That is not an intent of the topic, unless a document of the topic is
//! relevant to it, because some files number intents from 0.

use std::collections::HashMap;
use std::path::Path;

use crate::descriptor::QrelsFormat;
use indexmap::IndexSet;
use rejudge_metrics::Verdict;
use rejudge_pools::topic_order;

use crate::error::Located;
use crate::fields::Span;
use crate::file_text::FileText;
use crate::grades::Grades;
use crate::qrels::shown;

const COLUMNS: &str = "4 (topic, intent, document, grade)";

/// The intent under which files list documents that are relevant to no intent.
pub(crate) const NO_INTENT: &str = "0";

/// Most intents of a topic. Campaigns have up to twenty; levels are kept for each document and intent, so
/// that a file of judgments without intents, whose second column is anything, would fill the memory.
pub const MOST_INTENTS: usize = 256;

/// The judgments of a file; ids are slices of it.
#[derive(Clone, Debug)]
pub struct IntentQrels<'a> {
    pub(crate) source: FileText<'a>,
    pub(crate) topics: Vec<JudgedIntents<'a>>,
}

/// The judgments of a topic.
#[derive(Clone, Debug)]
pub(crate) struct JudgedIntents<'a> {
    pub name: &'a str,
    /// The name of each intent, and its first position.
    pub intents: Vec<(&'a str, Span)>,
    pub documents: IndexSet<&'a str>,
    /// Document, intent and verdict of each judgment. No intent: the document is relevant to none.
    pub judgments: Vec<(u32, Option<usize>, Verdict)>,
}

impl<'a> IntentQrels<'a> {
    /// Reads judgments; `path` is for messages. Grades have the given `format`, but there are always four
    /// columns.
    ///
    /// ```
    /// use rejudge_collections::IntentQrels;
    /// use rejudge_collections::descriptor::QrelsFormat;
    /// use std::path::Path;
    /// let trec: &[u8] = b"1 1 d1 1\n1 2 d1 0\n1 2 d2 2\n2 1 d1 -2\n";
    /// let qrels = IntentQrels::parse(Path::new("qrels"), trec, &QrelsFormat::trec())?;
    /// assert_eq!(qrels.topics().collect::<Vec<_>>(), ["1", "2"]);
    /// assert_eq!(qrels.intents("1").map(Iterator::collect), Some(vec!["1", "2"]));
    ///
    /// let ntcir = QrelsFormat::ntcir();
    /// let qrels = IntentQrels::parse(Path::new("Dqrels"), b"0101 1 d1 L2\n0101 0 d2 L0\n", &ntcir)?;
    /// assert_eq!(qrels.intents("0101").map(Iterator::collect), Some(vec!["1"]));
    /// let error = IntentQrels::parse(Path::new("Irel"), b"0101 1 d1 L2\n0101 1 d1 L3\n", &ntcir)
    ///     .expect_err("two");
    /// assert_eq!(
    ///     error.to_string(),
    ///     "Irel:2:8: topic `0101`, intent `1`, document `d1`: judged level 3 here and level 2 on line 1"
    /// );
    /// # Ok::<(), rejudge_collections::Located>(())
    /// ```
    ///
    /// # Errors
    /// If a line is not of the form, or two judgments of a document for an intent differ.
    pub fn parse(path: &'a Path, bytes: &'a [u8], format: &QrelsFormat) -> Result<Self, Located> {
        let source = FileText::new(path, bytes)?;
        let grades = Grades::new(format);
        let mut topics: Vec<JudgedIntents<'a>> = Vec::new();
        let mut by_name = HashMap::<&str, usize>::new();
        let mut seen = HashMap::<(usize, u32, usize), (Verdict, Span)>::new();
        let mut repeated = 0;
        for row in source.rows(COLUMNS)? {
            let [topic, intent, document, grade] = row?;
            let verdict = grades.of_field(&source, grade)?;
            let name = source.get(topic);
            let at = *by_name.entry(name).or_insert(topics.len());
            if at == topics.len() {
                let (intents, documents, judgments) = (Vec::new(), IndexSet::new(), Vec::new());
                topics.push(JudgedIntents { name, intents, documents, judgments });
            }
            let judged = &mut topics[at];
            let number = judged.intent(source.get(intent), intent);
            too_many_intents(&source, judged.intents.len(), name, intent)?;
            let doc = judged.documents.insert_full(source.get(document)).0 as u32;
            let Some((first, span)) = seen.insert((at, doc, number), (verdict, document)) else {
                judged.judgments.push((doc, Some(number), verdict));
                continue;
            };
            if first != verdict {
                let [topic, intent, id] =
                    [topic, intent, document].map(|span| source.get(span).escape_debug());
                let (verdict, first) = (shown(verdict), shown(first));
                let line = source.line_of(span.start as usize);
                let what = format!(
                    "topic `{topic}`, intent `{intent}`, document `{id}`: judged {verdict} here and {first} on line {line}"
                );
                return Err(source.error(document.start as usize, what));
            }
            repeated += 1;
        }
        if repeated > 0 {
            tracing::warn!(path = %path.display(), count = repeated, "judgments that repeat an equal one");
        }
        topics.iter_mut().for_each(JudgedIntents::drop_no_intent);
        topics.sort_unstable_by(|a, b| topic_order(a.name, b.name));
        Ok(Self { source, topics })
    }

    /// Returns the topics, in the order of their names.
    pub fn topics(&self) -> impl ExactSizeIterator<Item = &'a str> {
        self.topics.iter().map(|topic| topic.name)
    }

    /// Returns the intents of a topic that have judgments, in order of first appearance.
    pub fn intents(&self, topic: &str) -> Option<impl ExactSizeIterator<Item = &'a str>> {
        let topic = self.topics.iter().find(|judged| judged.name == topic)?;
        Some(topic.intents.iter().map(|(name, _)| *name))
    }
}

/// Returns true if an intent is called 0, with any number of zeros: some write all numbers with as many digits.
fn is_zero(name: &str) -> bool {
    name.bytes().all(|byte| byte == b'0')
}

/// Refuses the intent by which a topic has more than [`MOST_INTENTS`].
///
/// # Errors
/// If `count` is above the limit.
pub fn too_many_intents(
    source: &FileText<'_>,
    count: usize,
    topic: &str,
    intent: Span,
) -> Result<(), Located> {
    if count <= MOST_INTENTS {
        return Ok(());
    }
    let kind = format!("topic `{}` has more than {} intents, the limit", topic.escape_debug(), MOST_INTENTS);
    Err(source.error(intent.start as usize, kind))
}

/// Returns the error for an intent that the file at `table` lacks.
pub fn unknown_intent(intent: &str, topic: &str, table: &Path) -> String {
    let (intent, topic) = (intent.escape_debug(), topic.escape_debug());
    format!("intent `{intent}` of topic `{topic}` is not in {}", table.display())
}

impl<'a> JudgedIntents<'a> {
    /// The number of an intent, a new one if need be. Topics have a handful of them.
    fn intent(&mut self, name: &'a str, span: Span) -> usize {
        self.intents.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
            self.intents.push((name, span));
            self.intents.len() - 1
        })
    }

    /// Removes intents called 0 if no document is relevant to them.
    fn drop_no_intent(&mut self) {
        let is_relevant = |verdict: &Verdict| matches!(verdict, Verdict::Level(level) if *level > 0);
        let zeros: Vec<usize> = (0..self.intents.len()).filter(|&at| is_zero(self.intents[at].0)).collect();
        for place in zeros.into_iter().rev() {
            let of_it = |intent: &Option<usize>| *intent == Some(place);
            if self.judgments.iter().any(|(_, intent, verdict)| of_it(intent) && is_relevant(verdict)) {
                continue;
            }
            self.intents.remove(place);
            for (_, intent, _) in &mut self.judgments {
                *intent = intent.filter(|&at| at != place).map(|at| at - usize::from(at > place));
            }
        }
    }
}
