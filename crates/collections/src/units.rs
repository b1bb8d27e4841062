//! Units of relevance: classes of duplicates (`topic class document`) and groups of documents that are
//! relevant only together (`topic group document level`).
//!
//! A line puts a document into a class or a group; lines may come in any order, and names of classes and
//! groups are local to their topic. The level of a group is on each of its lines, in the format of the
//! judgments, and the same on all; it is 1 or above. [`Units`](rejudge_pools::Units) documents their effect
//! on scores.
//!
//! A class with at most one judged document is of copies, as the near duplicates of MS MARCO v2: only the first of them stays in a
//! ranking, and gets the judgment of the judged one ([`Copies`]).
//!
//! Every topic and other document must be in the judgments. No similar name is suggested for a missing one, because
//! ids differ by a digit, and the nearest of thousands is seldom the intended one. But if another topic has
//! the document, which happens if the topic column is wrong, the message names that topic. A duplicate
//! document among the classes of a topic or in a group is an error, and so are two documents of one class in
//! a group, because either of them is enough.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use crate::descriptor::QrelsFormat;
use indexmap::IndexMap;
use rejudge_metrics::Verdict;
use rejudge_pools::{DocIx, Group, TopicIx, TopicUnits};

use crate::error::Located;
use crate::fields::Span;
use crate::file_text::FileText;
use crate::grades::Grades;
use crate::qrels::Qrels;
use crate::runs::{Entry, Ranking};

const CLASSES: &str = "3 (topic, class, document)";
const GROUPS: &str = "4 (topic, group, document, level)";

/// The hint for a document without a judgment in a class of several judged ones.
const OF_SEVERAL: &str = "a class of several judged documents has only judged ones; with one judged document, the others are its \
    copies";

/// Reads classes and groups, by topic of `qrels` and with its numbers of documents, which are those of a
/// collection loaded with it, and copies; paths are for messages.
///
/// ```
/// use std::path::Path;
/// use rejudge_collections::{Qrels, parse_units};
/// use rejudge_collections::descriptor::QrelsFormat;
/// let (format, path) = (QrelsFormat::trec(), Path::new("qrels"));
/// let qrels = Qrels::parse(path, b"1 0 a 2\n1 0 b 1\n1 0 c 0\n1 0 d 0\n", &format)?;
/// let duplicates: &[u8] = b"1 answer a\n1 answer b\n";
/// let groups: &[u8] = b"1\tpair\tc\t1\n1\tpair\td\t1\n";
/// let (units, copies) = parse_units(
///     &qrels, &format, Some((Path::new("dup"), duplicates)), Some((Path::new("groups"), groups)),
/// )?;
/// assert_eq!(units[0].classes, [[0, 1]]);
/// assert_eq!((&units[0].groups[0].members[..], units[0].groups[0].level), (&[2, 3][..], 1));
/// assert!(copies.is_empty());
/// # Ok::<(), rejudge_collections::LoadError>(())
/// ```
pub fn parse_units(
    qrels: &Qrels,
    format: &QrelsFormat,
    duplicates: Option<(&Path, &[u8])>,
    groups: Option<(&Path, &[u8])>,
) -> Result<(Vec<TopicUnits>, Copies), Located> {
    let mut stated = vec![TopicUnits::default(); qrels.topics().len()];
    let (mut class_of, mut copies) = (HashMap::new(), Copies::default());
    if let Some((path, bytes)) = duplicates {
        (class_of, copies) = parse_classes(qrels, FileText::new(path, bytes)?, &mut stated)?;
    }
    if let Some((path, bytes)) = groups {
        parse_groups(qrels, format, FileText::new(path, bytes)?, &class_of, &mut stated)?;
    }
    Ok((stated, copies))
}

/// Class of each document that has one: its number among the classes of the topic, and the fields of class and document.
type ClassOf = HashMap<(TopicIx, DocIx), (usize, [Span; 2])>;

fn parse_classes(
    qrels: &Qrels,
    source: FileText<'_>,
    stated: &mut [TopicUnits],
) -> Result<(ClassOf, Copies), Located> {
    let mut numbers: HashMap<(TopicIx, &str), usize> = HashMap::new();
    let mut class_of = ClassOf::new();
    // Documents without a judgment: class and document, by topic and id.
    let mut unjudged: IndexMap<(TopicIx, &str), (usize, [Span; 3])> = IndexMap::new();
    for row in source.rows(CLASSES)? {
        let [topic, class, document] = row?;
        let id = source.get(document);
        let at = topic_number(qrels, &source, topic)?;
        let doc = qrels.at(at).number(id);
        let first = match doc {
            Some(doc) => class_of.get(&(at, doc)).copied(),
            None => {
                unjudged.get(&(at, id)).map(|(number, [_, class, document])| (*number, [*class, *document]))
            }
        };
        if let Some((_, [class, first])) = first {
            let [id, class, topic] = [document, class, topic].map(|span| source.get(span).escape_debug());
            let line = source.line_of(first);
            let what =
                format!("document `{id}` is already in class `{class}` of topic `{topic}` (line {line})");
            return Err(source.error(document, what));
        }
        let classes = &mut stated[at].classes;
        let number = *numbers.entry((at, source.get(class))).or_insert_with(|| {
            classes.push(Vec::new());
            classes.len() - 1
        });
        match doc {
            Some(doc) => {
                classes[number].push(doc);
                class_of.insert((at, doc), (number, [class, document]));
            }
            None => drop(unjudged.insert((at, id), (number, [topic, class, document]))),
        }
    }
    let mut members: HashMap<(TopicIx, usize), usize> = HashMap::new();
    for ((at, _), (number, _)) in &unjudged {
        *members.entry((*at, *number)).or_default() += 1;
    }
    let mut copies = Copies::default();
    for ((at, id), (number, [topic, _, document])) in unjudged {
        match stated[at].classes[number].as_slice() {
            // The topic or the id is probably wrong.
            [] if members[&(at, number)] == 1 || qrels.topics().any(|other| other.number(id).is_some()) => {
                return Err(unjudged_document(qrels, &source, topic, document, None));
            }
            [] => copies.add(qrels, at, number, id, None),
            [doc] => copies.add(qrels, at, number, id, Some(*doc)),
            _ => return Err(unjudged_document(qrels, &source, topic, document, Some(OF_SEVERAL))),
        }
    }
    // A class without a judged document is of no consequence for scores.
    stated.iter_mut().for_each(|topic| topic.classes.retain(|class| !class.is_empty()));
    Ok((class_of, copies))
}

/// Documents that are copies of each other, by topic.
#[derive(Clone, Debug, Default)]
pub struct Copies(HashMap<String, TopicCopies>);

/// The copies of a topic: the class of each id, and the judged document of each class.
#[derive(Clone, Debug, Default)]
pub(crate) struct TopicCopies {
    class_of: HashMap<String, usize>,
    judged: HashMap<usize, DocIx>,
}

impl Copies {
    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn add(&mut self, qrels: &Qrels, at: TopicIx, class: usize, id: &str, judged: Option<DocIx>) {
        let topic = qrels.at(at);
        let of_topic = self.0.entry(topic.name().to_owned()).or_default();
        of_topic.class_of.insert(id.to_owned(), class);
        if let Some(doc) = judged {
            of_topic.class_of.insert(topic.document(doc).to_owned(), class);
            of_topic.judged.insert(class, doc);
        }
    }

    /// Returns the copies of a topic, if it has any.
    pub(crate) fn topic(&self, name: &str) -> Option<&TopicCopies> {
        self.0.get(name)
    }
}

impl TopicCopies {
    /// Returns the lines of a ranking without those that repeat a copy, and the rank and number of each judged document
    /// whose copy is in its place.
    pub(crate) fn first_only(&self, ranking: &Ranking<'_>) -> (Vec<Entry>, Vec<(u32, DocIx)>) {
        let (mut lines, mut in_place, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
        for line in ranking.lines {
            let class = self.class_of.get(ranking.id(line));
            if class.is_some_and(|class| !seen.insert(*class)) {
                continue;
            }
            lines.push(*line);
            if let Some(doc) = class.and_then(|class| self.judged.get(class)) {
                in_place.push((lines.len() as u32, *doc));
            }
        }
        (lines, in_place)
    }
}

/// The position of a group in the file: its number among those of its topic, and its lines.
struct Lines {
    number: usize,
    /// Document of each line, in the order of the members.
    documents: Vec<Span>,
}

fn parse_groups(
    qrels: &Qrels,
    format: &QrelsFormat,
    source: FileText<'_>,
    class_of: &ClassOf,
    stated: &mut [TopicUnits],
) -> Result<(), Located> {
    let grades = Grades::new(format);
    let mut known: HashMap<(TopicIx, &str), Lines> = HashMap::new();
    for row in source.rows(GROUPS)? {
        let [topic, name, document, level] = row?;
        let at = topic_number(qrels, &source, topic)?;
        let Some(doc) = qrels.at(at).number(source.get(document)) else {
            return Err(unjudged_document(qrels, &source, topic, document, None));
        };
        let value = relevant_level(&source, level, &grades)?;
        let groups = &mut stated[at].groups;
        let lines = known.entry((at, source.get(name))).or_insert_with(|| {
            groups.push(Group { members: Vec::new(), level: value });
            Lines { number: groups.len() - 1, documents: Vec::new() }
        });
        let group = &mut groups[lines.number];
        let shown = |span: Span| source.get(span).escape_debug();
        if group.level != value {
            let (name, topic, other) = (shown(name), shown(topic), group.level);
            let line = source.line_of(lines.documents[0]);
            let what =
                format!("group `{name}` of topic `{topic}`: level {value} here and {other} on line {line}");
            return Err(source.error(level, what));
        }
        let class = |doc: DocIx| class_of.get(&(at, doc)).map(|(number, _)| number);
        let same = |&other: &DocIx| other == doc || (class(doc).is_some() && class(doc) == class(other));
        if let Some(member) = group.members.iter().position(same) {
            let first = lines.documents[member];
            let [name, topic, id, other] = [name, topic, document, first].map(shown);
            let line = source.line_of(first);
            let what = format!(
                "group `{name}` of topic `{topic}` has document `{id}` already as `{other}` (line {line})"
            );
            return Err(source.error(document, what));
        }
        group.members.push(doc);
        lines.documents.push(document);
    }
    Ok(())
}

/// Returns the number of a topic.
fn topic_number(qrels: &Qrels, source: &FileText<'_>, topic: Span) -> Result<TopicIx, Located> {
    let name = source.get(topic);
    qrels.number(name, 0).ok_or_else(|| {
        source.error(topic, format!("topic `{}` is not in the judgments", name.escape_debug()))
    })
}

/// Returns the error for a document without a judgment. `hint` is for a document that no topic has.
fn unjudged_document(
    qrels: &Qrels,
    source: &FileText<'_>,
    topic: Span,
    document: Span,
    hint: Option<&str>,
) -> Located {
    let (name, id) = (source.get(topic), source.get(document));
    let elsewhere = qrels.topics().find(|other| other.number(id).is_some());
    let hint = hint.filter(|_| elsewhere.is_none()).map(str::to_owned);
    let elsewhere =
        elsewhere.map(|other| format!(", but in those of topic `{}`", other.name().escape_debug()));
    let (doc, topic, elsewhere) = (id.escape_debug(), name.escape_debug(), elsewhere.unwrap_or_default());
    let what = format!("document `{doc}` is not in the judgments of topic `{topic}`{elsewhere}");
    Located { hint, ..source.error(document, what) }
}

/// Returns the level of a group, written as `format` writes grades.
fn relevant_level(source: &FileText<'_>, span: Span, grades: &Grades) -> Result<u8, Located> {
    let what = match grades.level(source.get(span)) {
        Ok(Verdict::Level(level @ 1..)) => return Ok(level),
        Ok(_) => format!(
            "a group of grade `{}`: what is relevant together has level 1 or above",
            source.get(span).escape_debug()
        ),
        Err(what) => what,
    };
    Err(source.error(span, what))
}
