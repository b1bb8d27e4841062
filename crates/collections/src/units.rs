//! Reads units of relevance: classes of duplicates (`topic class document`) and groups of documents that are
//! relevant only together (`topic group document level`).
//!
//! Each line puts a document into a class or a group. Lines may come in any order. Names of classes and
//! groups are local to their topic. Every line of a group repeats the group's level, which is 1 or above and
//! written in the format of the judgments. The documentation of the module `units` of rejudge_pools describes
//! the effect on scores.
//!
//! If a class has unjudged documents, at most one of its documents may be judged. The documents of such a
//! class are copies of each other, like the near duplicates of MS MARCO v2: only the first of them stays in a
//! ranking, and gets the judgment if there is one ([`Copies`]).
//!
//! Every topic, and every document that is not such a copy, must be in the judgments. We suggest no similar
//! id for a missing document, because ids differ by a digit, so the nearest of thousands is rarely the
//! intended one. But if another topic has the document, probably because the topic column is wrong, the
//! message names the other topic. A document may occur only once among all classes of a topic, and only once
//! in a group. It is an error if a group contains two documents of a class, because one of the two would be
//! enough.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::path::Path;

use crate::descriptor::QrelsFormat;
use indexmap::IndexMap;
use rejudge_metrics::Verdict;
use rejudge_pools::{DocIx, Group, TopicIx, TopicUnits};

use crate::error::Located;
use crate::file_text::FileText;
use crate::grades::Grades;
use crate::qrels::Qrels;
use crate::runs::{Entry, Ranking};
use crate::text_table::{Split, TableCell, TextTable};

const CLASSES: [&str; 3] = ["topic", "class", "document"];
const GROUPS: [&str; 4] = ["topic", "group", "document", "level"];

/// The hint for an unjudged document in a class with several judged documents.
const SEVERAL_JUDGED: &str = "if several documents of a class are judged, all must be; if only one is judged, the others are its copies";

/// Reads classes, groups and copies. Topics and documents have the same numbers as in `qrels`, and as in a
/// collection that is loaded with `qrels`. Paths are for messages.
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
    let mut units = vec![TopicUnits::default(); qrels.topics().len()];
    let (mut class_of, mut copies) = (HashMap::new(), Copies::default());
    if let Some((path, bytes)) = duplicates {
        let table = TextTable::parse(path, bytes, Split::Fields)?;
        (class_of, copies) = parse_classes(qrels, &table, &mut units)?;
    }
    if let Some((path, bytes)) = groups {
        let table = TextTable::parse(path, bytes, Split::Fields)?;
        parse_groups(qrels, format, &table, &class_of, &mut units)?;
    }
    Ok((units, copies))
}

/// The class of each judged document that is in a class: the number of the class within the topic, and the
/// cells of class and document.
type ClassOf<'a> = HashMap<(TopicIx, DocIx), (usize, [TableCell<'a>; 2])>;

fn parse_classes<'a>(
    qrels: &Qrels,
    table: &TextTable<'a>,
    units: &mut [TopicUnits],
) -> Result<(ClassOf<'a>, Copies), Located> {
    let source = table.source();
    let mut numbers: HashMap<(TopicIx, Cow<'_, str>), usize> = HashMap::new();
    let mut class_of = ClassOf::new();
    // The class of each unjudged document, with the cells of topic, class and document.
    let mut unjudged: IndexMap<(TopicIx, Cow<'_, str>), (usize, [TableCell<'_>; 3])> = IndexMap::new();
    for row in table.records(CLASSES)? {
        let [topic, class, document] = row?;
        let topic_ix = topic_number(qrels, source, &topic)?;
        let doc = qrels.topic_at(topic_ix).number(&document.text);
        let key = (topic_ix, document.text.clone());
        let first = match doc {
            Some(doc) => class_of.get(&(topic_ix, doc)).map(|(_, [class, first])| (class, first)),
            None => unjudged.get(&key).map(|(_, [_, class, first])| (class, first)),
        };
        if let Some((class, first)) = first {
            let [id, class, topic] = [&document, class, &topic].map(|cell| cell.text.escape_debug());
            let line = source.line_of(first.place);
            let what =
                format!("document `{id}` is already in class `{class}` of topic `{topic}` (line {line})");
            return Err(source.error(document.place, what));
        }
        let classes = &mut units[topic_ix].classes;
        let number = *numbers.entry((topic_ix, class.text.clone())).or_insert_with(|| {
            classes.push(Vec::new());
            classes.len() - 1
        });
        match doc {
            Some(doc) => {
                classes[number].push(doc);
                class_of.insert((topic_ix, doc), (number, [class, document]));
            }
            None => drop(unjudged.insert(key, (number, [topic, class, document]))),
        }
    }
    let mut members: HashMap<(TopicIx, usize), usize> = HashMap::new();
    for ((topic_ix, _), (number, _)) in &unjudged {
        *members.entry((*topic_ix, *number)).or_default() += 1;
    }
    let mut copies = Copies::default();
    for ((topic_ix, id), (number, [topic, _, document])) in unjudged {
        match units[topic_ix].classes[number].as_slice() {
            // The topic or the id is probably mistyped.
            [] if members[&(topic_ix, number)] == 1
                || qrels.topics().any(|judged| judged.number(&id).is_some()) =>
            {
                return Err(unjudged_document(qrels, source, &topic, &document, None));
            }
            [] => copies.add(qrels, topic_ix, number, &id, None),
            [doc] => copies.add(qrels, topic_ix, number, &id, Some(*doc)),
            _ => return Err(unjudged_document(qrels, source, &topic, &document, Some(SEVERAL_JUDGED))),
        }
    }
    // A class without a judged document is not a unit. Its documents are copies, and a ranking keeps only the
    // first of them.
    units.iter_mut().for_each(|topic| topic.classes.retain(|class| !class.is_empty()));
    Ok((class_of, copies))
}

/// Documents that are copies of each other, by topic.
#[derive(Clone, Debug, Default)]
pub struct Copies(HashMap<String, TopicCopies>);

/// The copies of a topic: the class of each id, and the judged document of each class that has one.
#[derive(Clone, Debug, Default)]
pub(crate) struct TopicCopies {
    class_of: HashMap<String, usize>,
    judged: HashMap<usize, DocIx>,
}

impl Copies {
    /// Returns true if no document has a copy.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn add(&mut self, qrels: &Qrels, topic_ix: TopicIx, class: usize, id: &str, judged: Option<DocIx>) {
        let topic = qrels.topic_at(topic_ix);
        let copies = self.0.entry(topic.name().to_owned()).or_default();
        copies.class_of.insert(id.to_owned(), class);
        if let Some(doc) = judged {
            copies.class_of.insert(topic.document(doc).to_owned(), class);
            copies.judged.insert(class, doc);
        }
    }

    /// Returns the copies of a topic, if it has any.
    pub(crate) fn topic(&self, name: &str) -> Option<&TopicCopies> {
        self.0.get(name)
    }
}

impl TopicCopies {
    /// Returns the ranking's lines without repeated copies. Also returns, for each remaining line whose document is in
    /// a class with a judged document, the line's new rank, from 1, and the number of the judged document.
    pub(crate) fn first_only(&self, ranking: &Ranking<'_>) -> (Vec<Entry>, Vec<(u32, DocIx)>) {
        let (mut lines, mut judged_ranks, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
        for line in ranking.lines {
            let class = self.class_of.get(ranking.id(line));
            if class.is_some_and(|class| !seen.insert(*class)) {
                continue;
            }
            lines.push(*line);
            if let Some(doc) = class.and_then(|class| self.judged.get(class)) {
                judged_ranks.push((lines.len() as u32, *doc));
            }
        }
        (lines, judged_ranks)
    }
}

/// The lines of a group, and its number within the topic.
struct GroupLines<'a> {
    number: usize,
    /// The document of each line, in the order of the members.
    documents: Vec<TableCell<'a>>,
}

fn parse_groups(
    qrels: &Qrels,
    format: &QrelsFormat,
    table: &TextTable<'_>,
    class_of: &ClassOf<'_>,
    units: &mut [TopicUnits],
) -> Result<(), Located> {
    let (source, grades) = (table.source(), Grades::new(format));
    let mut lines_of: HashMap<(TopicIx, Cow<'_, str>), GroupLines<'_>> = HashMap::new();
    for row in table.records(GROUPS)? {
        let [topic, name, document, level] = row?;
        let topic_ix = topic_number(qrels, source, &topic)?;
        let Some(doc) = qrels.topic_at(topic_ix).number(&document.text) else {
            return Err(unjudged_document(qrels, source, &topic, &document, None));
        };
        let value = relevant_level(source, &level, &grades)?;
        let groups = &mut units[topic_ix].groups;
        let lines = lines_of.entry((topic_ix, name.text.clone())).or_insert_with(|| {
            groups.push(Group { members: Vec::new(), level: value });
            GroupLines { number: groups.len() - 1, documents: Vec::new() }
        });
        let group = &mut groups[lines.number];
        if group.level != value {
            let [name, topic] = [&name, &topic].map(|cell| cell.text.escape_debug());
            let (other, line) = (group.level, source.line_of(lines.documents[0].place));
            let what =
                format!("group `{name}` of topic `{topic}`: level {value} here and {other} on line {line}");
            return Err(source.error(level.place, what));
        }
        let class = |doc: DocIx| class_of.get(&(topic_ix, doc)).map(|(number, _)| number);
        let is_same = |&other: &DocIx| other == doc || (class(doc).is_some() && class(doc) == class(other));
        if let Some(member) = group.members.iter().position(is_same) {
            let first = &lines.documents[member];
            let [name, topic, id, other] =
                [&name, &topic, &document, first].map(|cell| cell.text.escape_debug());
            let line = source.line_of(first.place);
            let mut what =
                format!("group `{name}` of topic `{topic}` already has document `{other}` (line {line})");
            if first.text != document.text {
                what += &format!(", a duplicate of `{id}`");
            }
            return Err(source.error(document.place, what));
        }
        group.members.push(doc);
        lines.documents.push(document);
    }
    Ok(())
}

/// Returns the number of a topic.
fn topic_number(qrels: &Qrels, source: &FileText<'_>, topic: &TableCell<'_>) -> Result<TopicIx, Located> {
    let name = &*topic.text;
    qrels.number(name, 0).ok_or_else(|| {
        source.error(topic.place, format!("topic `{}` is not in the judgments", name.escape_debug()))
    })
}

/// Returns the error for an unjudged document. The `hint` is shown if no topic has the document.
fn unjudged_document(
    qrels: &Qrels,
    source: &FileText<'_>,
    topic: &TableCell<'_>,
    document: &TableCell<'_>,
    hint: Option<&str>,
) -> Located {
    let (name, id) = (&*topic.text, &*document.text);
    let elsewhere = qrels.topics().find(|judged| judged.number(id).is_some());
    let hint = hint.filter(|_| elsewhere.is_none()).map(str::to_owned);
    let elsewhere =
        elsewhere.map(|judged| format!(", but it is in those of topic `{}`", judged.name().escape_debug()));
    let (doc, topic, elsewhere) = (id.escape_debug(), name.escape_debug(), elsewhere.unwrap_or_default());
    let what = format!("document `{doc}` is not in the judgments of topic `{topic}`{elsewhere}");
    Located { hint, ..source.error(document.place, what) }
}

/// Returns the level of a group, which the file gives as a grade. Refuses a level below 1.
fn relevant_level(source: &FileText<'_>, level: &TableCell<'_>, grades: &Grades) -> Result<u8, Located> {
    let what = match grades.level(&level.text) {
        Ok(Verdict::Level(level @ 1..)) => return Ok(level),
        Ok(_) => format!(
            "a group has grade `{}`, expected level 1 or above, because its documents are relevant together",
            level.text.escape_debug()
        ),
        Err(what) => what,
    };
    Err(source.error(level.place, what))
}
