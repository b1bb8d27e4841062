//! Files with judgments by intent to a `TestCollection` and its `IntentJudgments`.
//!
//! Longer than other files: levels by intent, by vertical and united are made of one walk.

use std::collections::BTreeSet;
use std::path::Path;

use crate::descriptor::QrelsFormat;
use indexmap::IndexSet;
use rejudge_metrics::{Intent, Verdict};
use rejudge_pools::{TopicIntents, topic_order};

use crate::error::{LoadError, Located};
use crate::file_text::read_as;
use crate::forms::{Kind, read_lines};
use crate::intents::{IntentQrels, JudgedIntents, NO_INTENT, unknown_intent};
use crate::intents_table::{ByTopic, IntentTable, parse_intent_types};
use crate::intents_verticals::{VerticalProbabilities, WEB, parse_document_verticals};
use crate::judgment_files::{JudgmentFiles, KeepTopics, only};
use crate::qrels::Qrels;
use crate::text::read;

/// Reads judgments by intent of the topics that `keep` selects: each document's highest level for any intent, and the
/// levels by intent.
///
/// With verticals, the gain of a document for an intent is multiplied by Pr(v|i) of its vertical (NTCIR-12
/// IMine-2 VI; Sakai, NTCIR survey, section 4.6).
pub(crate) fn read_by_intent(
    files: &JudgmentFiles,
    keep: Option<&KeepTopics<'_>>,
) -> Result<(Qrels, Vec<TopicIntents>), LoadError> {
    let bytes = match files.format == QrelsFormat::trec() {
        true => read_lines(Kind::Intents, &files.qrels)?,
        false => read(&files.qrels)?,
    };
    let mut by_intent = IntentQrels::parse(&files.qrels, &bytes, &files.format)?;
    let mut left_out = Vec::new();
    if let Some(keep) = keep {
        let names: Vec<&str> = by_intent.topics.iter().map(|topic| topic.name).collect();
        let is_kept = keep(&names)?;
        left_out = only(names, &is_kept.iter().map(|is_kept| !is_kept).collect::<Vec<_>>());
        by_intent.topics = only(by_intent.topics, &is_kept);
    }
    let table = files.probabilities.as_ref().map(|path| read_as(path, IntentTable::parse)).transpose()?;
    let types = files.intent_types.as_ref().map(|path| read_as(path, parse_intent_types)).transpose()?;
    let types = types.unwrap_or_default();
    let mut verticals = None;
    if let Some(of) = &files.verticals {
        let probabilities = read_as(&of.probabilities, VerticalProbabilities::parse)?;
        let documents = of.documents.as_ref().map(|path| read_as(path, parse_document_verticals));
        let documents = documents.transpose()?.unwrap_or_default();
        verticals = Some(Verticals { probabilities, documents, level: of.level });
    }
    if let Some(verticals @ Verticals { level: Some(_), .. }) = &verticals {
        for topic in &mut by_intent.topics {
            topic.documents.extend(verticals.beside_the_web(topic.name));
        }
    }
    let (union, topics) = united(by_intent, table.as_ref(), &types, verticals.as_ref())?;
    Ok((union.without(left_out.into_iter().map(str::to_owned).collect()), topics))
}

/// Judgments by intent that are in memory: each document's highest level, and the levels by intent, for the
/// collection that is made of the former.
///
/// # Errors
/// If an intent of the judgments has no probability in a table that has its topic.
///
/// ```
/// use std::path::Path;
/// use rejudge_collections::{IntentQrels, judged, judgments_by_intent};
/// use rejudge_collections::descriptor::QrelsFormat;
/// use rejudge_metrics::Verdict::Level;
/// use rejudge_pools::IntentJudgments;
/// let path = Path::new("qrels");
/// let lines = IntentQrels::parse(path, b"1 a d1 1\n1 b d1 2\n1 b d2 0\n", &QrelsFormat::trec())?;
/// let (union, intents) = judgments_by_intent(lines, None)?;
/// assert_eq!(union.verdict("1", "d1"), Some(Level(2)));
/// assert_eq!(intents[0].names, ["a", "b"]);
/// let by_intent = IntentJudgments::new(&judged(&union), intents);
/// # Ok::<(), rejudge_collections::LoadError>(())
/// ```
pub fn judgments_by_intent(
    lines: IntentQrels<'_>,
    probabilities: Option<&IntentTable>,
) -> Result<(Qrels, Vec<TopicIntents>), LoadError> {
    united(lines, probabilities, &ByTopic::new(), None)
}

/// Returns each document's highest level, and the levels by intent.
fn united(
    by_intent: IntentQrels<'_>,
    table: Option<&IntentTable>,
    types: &ByTopic<bool>,
    verticals: Option<&Verticals>,
) -> Result<(Qrels, Vec<TopicIntents>), LoadError> {
    let source = by_intent.source;
    let mut union = Vec::with_capacity(by_intent.topics.len());
    let mut topics = Vec::with_capacity(by_intent.topics.len());
    for topic in by_intent.topics {
        let missing = |intent: usize, path: &Path| -> Located {
            let (name, span) = topic.intents[intent];
            source.error(span.start as usize, unknown_intent(name, topic.name, path))
        };
        let IntentColumns { intents, columns, assumed } = intents_of(&topic, table, types, missing)?;
        let mut levels = levels(&topic, intents.len(), &columns);
        let mut withheld = withheld(&topic);
        let mut factors = Vec::new();
        if let Some(verticals) = verticals {
            factors = verticals.factors(&topic, &intents, missing)?;
            verticals.raise(&topic, intents.len(), &mut levels, &mut withheld);
        }
        let highest = |(row, withheld): (&[u8], &bool)| match row.iter().copied().max() {
            Some(level) if level > 0 || !withheld => Verdict::Level(level),
            _ => Verdict::Pooled,
        };
        let verdicts: Vec<Verdict> = levels.chunks_exact(intents.len()).zip(&withheld).map(highest).collect();
        let id_order = id_order(&topic.documents);
        let (names, intents) = intents.into_iter().unzip();
        topics.push(TopicIntents { names, intents, assumed, levels, factors, id_order });
        union.push((topic.name, topic.documents.into_iter().zip(verdicts)));
    }
    Ok((Qrels::of_topics(union), topics))
}

/// The intents of a topic.
struct IntentColumns {
    /// Name and intent, in the order of the levels, which is that of the names.
    intents: Vec<(String, Intent)>,
    /// The place of each judged intent among them.
    columns: Vec<usize>,
    /// True if the probabilities are not given.
    assumed: bool,
}

fn intents_of(
    topic: &JudgedIntents<'_>,
    table: Option<&IntentTable>,
    types: &ByTopic<bool>,
    missing: impl Fn(usize, &Path) -> Located,
) -> Result<IntentColumns, Located> {
    let listed = table.and_then(|table| Some((table, table.intents(topic.name)?)));
    if table.is_some() && listed.is_none() {
        tracing::warn!(topic = topic.name, "no probabilities of intents: they are taken as equal");
    }
    let assumed = listed.is_none();
    let (mut intents, columns) = match listed {
        Some((table, listed)) => {
            let column = |(at, (name, _)): (usize, &(&str, _))| {
                listed.iter().position(|(known, _)| known == name).ok_or_else(|| missing(at, table.path()))
            };
            let columns: Vec<usize> =
                topic.intents.iter().enumerate().map(column).collect::<Result<_, _>>()?;
            (listed.to_vec(), columns)
        }
        None => {
            let mut names: Vec<&str> = topic.intents.iter().map(|(name, _)| *name).collect();
            if names.is_empty() {
                // No document is relevant to any intent, so every measure is undefined.
                names.push(NO_INTENT);
            }
            let intent = Intent { probability: 1.0 / names.len() as f64, navigational: false };
            let intents = names.iter().map(|name| ((*name).to_owned(), intent));
            (intents.collect(), (0..topic.intents.len()).collect())
        }
    };
    for (name, intent) in &mut intents {
        let kind = types.get(&(topic.name.to_owned(), name.clone()));
        intent.navigational = kind.copied().unwrap_or(intent.navigational);
    }
    // Sums over intents go by their names, and not by the lines of any file.
    let mut order: Vec<usize> = (0..intents.len()).collect();
    order.sort_unstable_by(|&a, &b| topic_order(&intents[a].0, &intents[b].0));
    let mut places = vec![0; order.len()];
    order.iter().zip(0..).for_each(|(&at, place)| places[at] = place);
    let columns = columns.into_iter().map(|column: usize| places[column]).collect();
    let intents = order.into_iter().map(|at| intents[at].clone()).collect();
    Ok(IntentColumns { intents, columns, assumed })
}

/// Levels by document and intent.
fn levels(topic: &JudgedIntents<'_>, intents: usize, columns: &[usize]) -> Vec<u8> {
    let mut levels = vec![0; topic.documents.len() * intents];
    for &(doc, intent, verdict) in &topic.judgments {
        if let (Some(intent), Verdict::Level(level)) = (intent, verdict) {
            levels[doc as usize * intents + columns[intent]] = level;
        }
    }
    levels
}

/// By document: true if all its judgments are withheld.
fn withheld(topic: &JudgedIntents<'_>) -> Vec<bool> {
    let mut withheld = vec![true; topic.documents.len()];
    for &(doc, _, verdict) in &topic.judgments {
        withheld[doc as usize] &= verdict == Verdict::Pooled;
    }
    withheld
}

/// Returns the place of each document in the ascending order of the ids.
fn id_order(names: &IndexSet<&str>) -> Vec<u32> {
    let mut order: Vec<u32> = (0..names.len() as u32).collect();
    order.sort_unstable_by_key(|&doc| names[doc as usize]);
    let mut places = vec![0; names.len()];
    for (place, &doc) in (0..).zip(&order) {
        places[doc as usize] = place;
    }
    places
}

/// The contents of the files on verticals.
struct Verticals {
    probabilities: VerticalProbabilities,
    /// The vertical of each document; one that is not listed is of the `WEB`.
    documents: ByTopic<String>,
    level: Option<u8>,
}

impl Verticals {
    /// Returns the vertical of a document.
    fn of_document(&self, topic: &str, document: &str) -> &str {
        self.documents.get(&(topic.to_owned(), document.to_owned())).map_or(WEB, String::as_str)
    }

    /// Returns the documents of a topic that are not of the Web, sorted.
    fn beside_the_web(&self, topic: &str) -> impl Iterator<Item = &str> {
        let documents = self.documents.range((topic.to_owned(), String::new())..);
        let of_topic = documents.take_while(move |((of, _), _)| of == topic);
        of_topic.filter(|(_, vertical)| *vertical != WEB).map(|((_, document), _)| document.as_str())
    }

    /// Pr(v|i) of each document's vertical, for each intent.
    fn factors(
        &self,
        topic: &JudgedIntents<'_>,
        intents: &[(String, Intent)],
        missing: impl Fn(usize, &Path) -> Located,
    ) -> Result<Vec<f64>, Located> {
        let verticals = topic.documents.iter().map(|document| self.of_document(topic.name, document));
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
            let vertical = self.of_document(topic.name, document);
            for (name, _) in intents {
                let found = self.probabilities.vertical_match(topic.name, name, vertical);
                // An intent that no document is judged for needs no verticals.
                let judged = topic.intents.iter().position(|(known, _)| known == name);
                match (found, judged) {
                    (Some(found), _) => factors.push(found.probability),
                    (None, None) => factors.push(0.0),
                    (None, Some(intent)) => return Err(missing(intent, self.probabilities.path())),
                }
            }
        }
        Ok(factors)
    }

    /// Sets the level of documents that are not from the Web.
    fn raise(&self, topic: &JudgedIntents<'_>, intents: usize, levels: &mut [u8], withheld: &mut [bool]) {
        let Some(level) = self.level else { return };
        for document in self.beside_the_web(topic.name) {
            let doc = topic.documents.get_index_of(document).expect("added before");
            levels[doc * intents..][..intents].fill(level);
            withheld[doc] = false;
        }
    }
}
