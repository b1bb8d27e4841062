//! Relevance judgments by intent: TREC diversity qrels (`topic subtopic document grade`) and NTCIR I-rel
//! files (`topic intent document label`).
//!
//! Topics and their intents are in the order of their names ([`topic_order`]), documents in order of first
//! appearance. In TREC's format, a negative grade withholds the judgment for an intent, and the document then
//! has level 0 for this intent. If all judgments of a document are withheld, the verdict of the document is
//! [`Verdict::Pooled`]. A line that repeats an earlier judgment causes a warning, and a line that contradicts
//! another one is an error.
//!
//! For a document that is relevant to no intent, the Dqrels files of NTCIR and TREC have level 0 for intent
//! `0`, `00` or any other form of 0. So we do not count 0 as an intent. But some files number intents from 0,
//! so we do count it if a document of the topic is relevant to it.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use crate::descriptor::QrelsFormat;
use indexmap::IndexSet;
use rejudge_metrics::{Intent, Verdict};
use rejudge_pools::{TopicIntents, topic_order};

use crate::error::{LoadError, Located};
use crate::fields::Span;
use crate::file_text::{FileText, read_as};
use crate::forms::{FileKind, read_lines};
use crate::grades::Grades;
use crate::intents_table::{
    ByTopic, IntentTable, VerticalProbabilities, WEB, parse_document_verticals, parse_intent_types,
};
use crate::judgment_files::{JudgmentFiles, KeepTopics, only_kept};
use crate::qrels::{Qrels, verdict_in_words};
use crate::text::read;
use crate::topic_range::positions;

const COLUMNS: &str = "4 (topic, intent, document, grade)";

/// The maximum number of intents of a topic. Campaigns have up to twenty. A file of judgments without intents
/// may contain anything in the second column. Without a limit, it would fill the memory, because we keep a
/// level for each document and intent.
pub const MAX_INTENTS: usize = 256;

/// The judgments by intent in a file. Ids are slices of the file.
#[derive(Clone, Debug)]
pub struct IntentQrels<'a> {
    source: FileText<'a>,
    topics: Vec<JudgedIntents<'a>>,
}

/// The judgments for one topic.
#[derive(Clone, Debug)]
struct JudgedIntents<'a> {
    name: &'a str,
    /// The name of each intent, and the field where it first appears.
    intents: Vec<(&'a str, Span)>,
    documents: IndexSet<&'a str>,
    /// Document, intent and verdict of each judgment. The intent is `None` if the file has an intent called 0
    /// here, and no document of the topic is relevant to that intent.
    judgments: Vec<(u32, Option<usize>, Verdict)>,
}

impl<'a> IntentQrels<'a> {
    /// Reads judgments. `path` is for messages. `format` applies only to the grades: there are
    /// always the same four columns.
    pub fn parse(path: &'a Path, bytes: &'a [u8], format: &QrelsFormat) -> Result<Self, Located> {
        let source = FileText::new(path, bytes)?;
        let grades = Grades::new(format);
        let mut topics: Vec<JudgedIntents<'a>> = Vec::new();
        let mut by_name = HashMap::<&str, usize>::new();
        let mut seen = HashMap::<(usize, u32, usize), (Verdict, Span)>::new();
        let mut repeated = 0;
        for row in source.rows(COLUMNS)? {
            let [topic, intent, document, grade] = row?;
            let verdict = grades.verdict_at(&source, grade)?;
            let name = source.get(topic);
            let index = *by_name.entry(name).or_insert(topics.len());
            if index == topics.len() {
                let (intents, documents, judgments) = (Vec::new(), IndexSet::new(), Vec::new());
                topics.push(JudgedIntents { name, intents, documents, judgments });
            }
            let judged = &mut topics[index];
            let number = judged.intent(source.get(intent), intent);
            check_intent_count(&source, judged.intents.len(), name, intent)?;
            let doc = judged.documents.insert_full(source.get(document)).0 as u32;
            let Some((first, span)) = seen.insert((index, doc, number), (verdict, document)) else {
                judged.judgments.push((doc, Some(number), verdict));
                continue;
            };
            if first != verdict {
                let [topic, intent, id] =
                    [topic, intent, document].map(|span| source.get(span).escape_debug());
                let (verdict, first) = (verdict_in_words(verdict), verdict_in_words(first));
                let line = source.line_of(span);
                let what = format!(
                    "topic `{topic}`, intent `{intent}`, document `{id}`: judged {verdict} here and {first} on line {line}"
                );
                return Err(source.error(document, what));
            }
            repeated += 1;
        }
        if repeated > 0 {
            tracing::warn!(path = %path.display(), count = repeated, "judgments that repeat an earlier one");
        }
        topics.iter_mut().for_each(JudgedIntents::drop_unused_zeros);
        topics.sort_unstable_by(|a, b| topic_order(a.name, b.name));
        Ok(Self { source, topics })
    }
}

/// Returns true if an intent is called `0`, `00` and so on. Some files write all numbers with the same number of
/// digits.
fn is_zero(name: &str) -> bool {
    name.bytes().all(|byte| byte == b'0')
}

/// Checks that a topic has at most [`MAX_INTENTS`] intents. `intent` is the field of the last one, for the error.
///
/// # Errors
/// If `count` is above the limit.
pub fn check_intent_count(
    source: &FileText<'_>,
    count: usize,
    topic: &str,
    intent: Span,
) -> Result<(), Located> {
    if count <= MAX_INTENTS {
        return Ok(());
    }
    let message =
        format!("topic `{}` has more than {} intents, the limit", topic.escape_debug(), MAX_INTENTS);
    Err(source.error(intent, message))
}

/// Returns the message for an intent that the file at `table` lacks.
pub fn unknown_intent(intent: &str, topic: &str, table: &Path) -> String {
    let (intent, topic) = (intent.escape_debug(), topic.escape_debug());
    format!("intent `{intent}` of topic `{topic}` is not in {}", table.display())
}

impl<'a> JudgedIntents<'a> {
    /// Returns the number of an intent, and adds the intent if it is new. A scan is fast enough for a few intents.
    fn intent(&mut self, name: &'a str, span: Span) -> usize {
        self.intents.iter().position(|(intent_name, _)| *intent_name == name).unwrap_or_else(|| {
            self.intents.push((name, span));
            self.intents.len() - 1
        })
    }

    /// Returns the intents with their names. All intents have the same probability. If the topic has no
    /// intent, because no document is relevant, this returns one intent, called 0 as in the files, for which
    /// every measure is undefined.
    fn equal_intents(&self) -> Vec<(String, Intent)> {
        let mut names: Vec<&str> = self.intents.iter().map(|(name, _)| *name).collect();
        if names.is_empty() {
            names.push("0");
        }
        let intent = Intent { probability: 1.0 / names.len() as f64, navigational: false };
        names.into_iter().map(|name| (name.to_owned(), intent)).collect()
    }

    /// Removes each intent called `0`, `00` and so on if no document is relevant to it.
    fn drop_unused_zeros(&mut self) {
        let is_relevant = |verdict: &Verdict| matches!(verdict, Verdict::Level(level) if *level > 0);
        let zeros: Vec<usize> =
            (0..self.intents.len()).filter(|&index| is_zero(self.intents[index].0)).collect();
        for zero in zeros.into_iter().rev() {
            if self.judgments.iter().any(|(_, intent, verdict)| *intent == Some(zero) && is_relevant(verdict))
            {
                continue;
            }
            self.intents.remove(zero);
            for (_, intent, _) in &mut self.judgments {
                *intent =
                    intent.filter(|&index| index != zero).map(|index| index - usize::from(index > zero));
            }
        }
    }
}

/// Reads judgments by intent for the topics that `keep` selects. Returns each document's highest level over all
/// intents, and the levels by intent.
///
/// With verticals, the gain of a document for an intent is multiplied by Pr(v|i) of its vertical (NTCIR-12
/// IMine-2 VI; Sakai, NTCIR survey, section 4.6).
pub(crate) fn read_by_intent(
    files: &JudgmentFiles,
    keep: Option<&KeepTopics<'_>>,
) -> Result<(Qrels, Vec<TopicIntents>), LoadError> {
    let bytes = if files.format.is_plain_trec() {
        read_lines(FileKind::Intents, &files.qrels)?
    } else {
        read(&files.qrels)?
    };
    let mut by_intent = IntentQrels::parse(&files.qrels, &bytes, &files.format)?;
    let mut left_out = Vec::new();
    let within = files.format.topics.as_ref().map(|range| {
        move |names: &[&str]| {
            let within = positions(range, "files", names, &files.qrels)?;
            Ok((0..names.len()).map(|index| within.contains(&index)).collect())
        }
    });
    let within = within.as_ref().map(|within| within as &KeepTopics<'_>);
    for keep in within.into_iter().chain(keep) {
        let names: Vec<&str> = by_intent.topics.iter().map(|topic| topic.name).collect();
        let is_kept = keep(&names)?;
        left_out.extend(only_kept(names, &is_kept.iter().map(|is_kept| !is_kept).collect::<Vec<_>>()));
        by_intent.topics = only_kept(by_intent.topics, &is_kept);
    }
    let table = files.probabilities.as_ref().map(|path| read_as(path, IntentTable::parse)).transpose()?;
    let types = files.intent_types.as_ref().map(|path| read_as(path, parse_intent_types)).transpose()?;
    let types = types.unwrap_or_default();
    let mut verticals = None;
    if let Some(files) = &files.verticals {
        let probabilities = read_as(&files.probabilities, VerticalProbabilities::parse)?;
        let documents = files.documents.as_ref().map(|path| read_as(path, parse_document_verticals));
        let documents = documents.transpose()?.unwrap_or_default();
        verticals = Some(Verticals { probabilities, documents, level_outside_the_web: files.level });
    }
    if let Some(verticals @ Verticals { level_outside_the_web: Some(_), .. }) = &verticals {
        for topic in &mut by_intent.topics {
            topic.documents.extend(verticals.outside_the_web(topic.name));
        }
    }
    let (union, topics) = unite(by_intent, table.as_ref(), &types, verticals.as_ref())?;
    Ok((union.with_left_out(left_out.into_iter().map(str::to_owned).collect()), topics))
}

/// Returns each document's highest level over all intents, and the levels by intent, from judgments in memory.
/// To make a collection, use the highest levels as its judgments.
///
/// # Errors
/// If an intent of the judgments has no probability in a table that has its topic.
pub fn judgments_by_intent(
    lines: IntentQrels<'_>,
    probabilities: Option<&IntentTable>,
) -> Result<(Qrels, Vec<TopicIntents>), LoadError> {
    unite(lines, probabilities, &ByTopic::new(), None)
}

/// Returns each document's highest level over all intents, and the levels by intent.
fn unite(
    by_intent: IntentQrels<'_>,
    table: Option<&IntentTable>,
    types: &ByTopic<bool>,
    verticals: Option<&Verticals>,
) -> Result<(Qrels, Vec<TopicIntents>), LoadError> {
    let source = by_intent.source;
    let (mut union, mut topics) = (Vec::new(), Vec::new());
    for topic in by_intent.topics {
        let missing = |&(name, span): &(&str, Span), path: &Path| {
            source.error(span, unknown_intent(name, topic.name, path))
        };
        let listed = table.and_then(|table| Some((table, table.intents(topic.name)?)));
        if table.is_some() && listed.is_none() {
            tracing::warn!(topic = topic.name, "the intents have no probabilities: equal ones are assumed");
        }
        let mut intents = match listed {
            Some((table, listed)) => {
                let is_listed = |name: &str| listed.iter().any(|(intent_name, _)| intent_name == name);
                if let Some(intent) = topic.intents.iter().find(|(name, _)| !is_listed(name)) {
                    return Err(missing(intent, &table.path).into());
                }
                listed.to_vec()
            }
            None => topic.equal_intents(),
        };
        for (name, intent) in &mut intents {
            let kind = types.get(&(topic.name.to_owned(), name.clone()));
            intent.navigational = kind.copied().unwrap_or(intent.navigational);
        }
        // Sums over intents must not depend on the order of lines in a file.
        intents.sort_unstable_by(|(a, _), (b, _)| topic_order(a, b));
        let columns: Vec<usize> = topic
            .intents
            .iter()
            .map(|(name, _)| {
                intents
                    .iter()
                    .position(|(intent_name, _)| intent_name == name)
                    .expect("each judged intent is listed")
            })
            .collect();
        let mut levels = vec![0; topic.documents.len() * intents.len()];
        let mut withheld = vec![true; topic.documents.len()];
        for &(doc, intent, verdict) in &topic.judgments {
            withheld[doc as usize] &= verdict == Verdict::Pooled;
            if let (Some(intent), Verdict::Level(level)) = (intent, verdict) {
                levels[doc as usize * intents.len() + columns[intent]] = level;
            }
        }
        let mut factors = Vec::new();
        if let Some(verticals) = verticals {
            factors = verticals.factors(&topic, &intents, missing)?;
            if let Some(level) = verticals.level_outside_the_web {
                for document in verticals.outside_the_web(topic.name) {
                    let doc = topic.documents.get_index_of(document).expect("the document was added before");
                    levels[doc * intents.len()..][..intents.len()].fill(level);
                    withheld[doc] = false;
                }
            }
        }
        let verdicts: Vec<Verdict> = levels
            .chunks_exact(intents.len())
            .zip(&withheld)
            .map(|(row, &withheld)| highest_verdict(row, withheld))
            .collect();
        let id_order = id_order(&topic.documents);
        let (names, intents) = intents.into_iter().unzip();
        topics.push(TopicIntents { names, intents, assumed: listed.is_none(), levels, factors, id_order });
        union.push((topic.name, topic.documents.into_iter().zip(verdicts)));
    }
    Ok((Qrels::from_topics(union), topics))
}

/// Returns a document's highest level over all intents. If it is 0 and all judgments of the document are `withheld`,
/// returns [`Verdict::Pooled`].
fn highest_verdict(levels: &[u8], withheld: bool) -> Verdict {
    match levels.iter().copied().max() {
        Some(level) if level > 0 || !withheld => Verdict::Level(level),
        _ => Verdict::Pooled,
    }
}

/// Returns each document's position in the ascending order of ids.
fn id_order(names: &IndexSet<&str>) -> Vec<u32> {
    let mut order: Vec<u32> = (0..names.len() as u32).collect();
    order.sort_unstable_by_key(|&doc| names[doc as usize]);
    let mut positions = vec![0; names.len()];
    for (position, &doc) in (0..).zip(&order) {
        positions[doc as usize] = position;
    }
    positions
}

/// The contents of the files of verticals.
struct Verticals {
    probabilities: VerticalProbabilities,
    /// The vertical of each document. Documents that are not listed are from the `WEB`.
    documents: ByTopic<String>,
    /// The level that all documents from other verticals than the Web get for every intent.
    level_outside_the_web: Option<u8>,
}

impl Verticals {
    fn vertical(&self, topic: &str, document: &str) -> &str {
        self.documents.get(&(topic.to_owned(), document.to_owned())).map_or(WEB, String::as_str)
    }

    /// Returns the topic's documents from other verticals than the Web, sorted.
    fn outside_the_web(&self, topic: &str) -> impl Iterator<Item = &str> {
        let documents = self.documents.range((topic.to_owned(), String::new())..);
        let on_topic = documents.take_while(move |((name, _), _)| name == topic);
        on_topic.filter(|(_, vertical)| *vertical != WEB).map(|((_, document), _)| document.as_str())
    }

    /// Returns Pr(v|i) for each document's vertical v and each intent i.
    fn factors(
        &self,
        topic: &JudgedIntents<'_>,
        intents: &[(String, Intent)],
        missing: impl Fn(&(&str, Span), &Path) -> Located,
    ) -> Result<Vec<f64>, Located> {
        let verticals = topic.documents.iter().map(|document| self.vertical(topic.name, document));
        for vertical in verticals.collect::<BTreeSet<_>>() {
            if !self.probabilities.knows(topic.name, vertical) {
                let topic = topic.name;
                tracing::warn!(
                    topic,
                    vertical,
                    "no intent has a probability for this vertical: its documents gain nothing"
                );
            }
        }
        let mut factors = Vec::with_capacity(topic.documents.len() * intents.len());
        for document in &topic.documents {
            let vertical = self.vertical(topic.name, document);
            for (name, _) in intents {
                let vertical_match = self.probabilities.vertical_match(topic.name, name, vertical);
                // An intent for which no document is judged may lack verticals.
                match (vertical_match, topic.intents.iter().find(|(judged, _)| judged == name)) {
                    (Some(vertical_match), _) => factors.push(vertical_match.probability),
                    (None, None) => factors.push(0.0),
                    (None, Some(intent)) => return Err(missing(intent, &self.probabilities.path)),
                }
            }
        }
        Ok(factors)
    }
}
