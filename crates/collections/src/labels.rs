//! Tables of assessors' labels: `topic<TAB>docid<TAB>assessor<TAB>label`, or a column for each
//! criterion in place of `label`, with that header.
//!
//! The columns may stand in any order, and all must be there. Topics and documents have ids as in
//! qrels, without blanks, and come in order of first appearance. An assessor labels a document once.
//! Labels are those of a [`Scheme`]; how many assessors a document should have is asked when it is
//! consolidated.

use std::collections::HashMap;
use std::path::Path;

use rejudge_labels::{Scheme, Vote};
use rejudge_names::nearest;

use crate::docids::{DocId, DocTable};
use crate::error::{FormatError, FormatKind, LabelFault};
use crate::fields::Span;
use crate::file_text::FileText;

const HEADER: &str = "a header (topic, docid, assessor, label) and rows";

/// Columns that do not depend on the scheme.
const FIXED: [&str; 3] = ["topic", "docid", "assessor"];

/// The labels of a file; ids are slices of it.
#[derive(Clone, Debug)]
pub struct AssessorLabels<'a> {
    topics: Vec<LabelledTopic<'a>>,
}

/// The labels of a topic.
#[derive(Clone, Debug)]
pub struct LabelledTopic<'a> {
    name: &'a str,
    documents: DocTable<'a>,
    votes: Vec<Vote>,
    best: Vec<u32>,
}

impl<'a> AssessorLabels<'a> {
    /// Reads labels; `path` is for messages.
    ///
    /// ```
    /// use std::path::Path;
    /// use rejudge_collections::AssessorLabels;
    /// use rejudge_labels::{Assessors, Combination, Definition, Ratio, Scheme, Scoring};
    /// let labels = [("highly relevant", 2), ("relevant", 1), ("nonrelevant", 0)];
    /// let scheme = Scheme::new(&Definition {
    ///     assessors: Assessors { at_least: 2, at_most: Some(2) },
    ///     scoring: Scoring::Labels(labels.map(|(l, s)| (l.to_owned(), Ratio::from_integer(s))).into()),
    ///     combination: Combination::Sum,
    ///     levels: Vec::new(),
    /// })?;
    /// let table = "topic\tdocid\tassessor\tlabel\n1\td\tann\trelevant\n1\td\tbob\thighly relevant\n";
    /// let labels = AssessorLabels::parse(Path::new("l.tsv"), table.as_bytes(), &scheme)?;
    /// let topic = labels.topics().next().expect("one topic");
    /// assert_eq!((topic.name(), topic.documents()), ("1", &["d"][..]));
    /// assert_eq!(scheme.consolidate(1, topic.votes(), topic.best()), [Ok(3)]);
    ///
    /// let table = table.replace("\trelevant", "\trelevent");
    /// let error = AssessorLabels::parse(Path::new("l.tsv"), table.as_bytes(), &scheme).expect_err("a slip");
    /// assert_eq!(
    ///     error.to_string(),
    ///     "l.tsv:2:9: label `relevent` is none of `highly relevant`, `relevant`, `nonrelevant` \
    ///      (did you mean `relevant`?)"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(path: &'a Path, bytes: &'a [u8], scheme: &Scheme) -> Result<Self, FormatError> {
        let source = FileText::new(path, bytes)?;
        let (mut lines, mut cells) = (source.lines(), Vec::new());
        let header = lines.next().ok_or_else(|| source.empty(HEADER))?;
        source.cells(header, &mut cells)?;
        let columns = Columns::new(&source, &cells, scheme)?;
        let mut builder = Builder {
            source,
            topics: Vec::new(),
            by_name: HashMap::new(),
            assessors: HashMap::new(),
            seen: HashMap::new(),
        };
        let mut texts = Vec::new();
        for line in lines {
            source.cells(line, &mut cells)?;
            if cells.len() != columns.width {
                let kind = FormatKind::Cells { found: cells.len(), expected: columns.expected.clone() };
                return Err(source.error(line.start, kind));
            }
            let [topic, document, assessor] = columns.fixed.map(|at| cells[at]);
            for (column, id) in [("topic", topic), ("docid", document)] {
                let text = source.get(id);
                if text.contains(' ') || (column == "topic" && text.starts_with('#')) {
                    let kind = LabelFault::NoId { column, id: text.to_owned() };
                    return Err(source.error(id.start as usize, kind));
                }
            }
            texts.clear();
            texts.extend(columns.answer.iter().map(|&at| source.get(cells[at])));
            if let Some(asker) = scheme.asker().filter(|asker| asker.assessor == source.get(assessor)) {
                if texts[0] != asker.best {
                    let kind = LabelFault::AskerLabel { asker: asker.clone(), found: texts[0].to_owned() };
                    return Err(source.error(cells[columns.answer[0]].start as usize, kind));
                }
                let (topic, item, _) = builder.add(topic, document, assessor)?;
                topic.best.push(item);
            } else {
                let answer = scheme.answer(&texts).map_err(|(column, unknown)| {
                    let at = cells[columns.answer[column]].start as usize;
                    let known = unknown.known.iter().map(String::as_str);
                    let nearest = nearest(&unknown.found, known).map(str::to_owned);
                    source.error(at, LabelFault::UnknownLabel { unknown, nearest })
                })?;
                let (topic, item, assessor) = builder.add(topic, document, assessor)?;
                topic.votes.push(Vote { item, assessor, answer });
            }
        }
        if builder.topics.is_empty() {
            return Err(source.empty(HEADER));
        }
        Ok(Self { topics: builder.topics })
    }

    /// The topics, in order of first appearance.
    pub fn topics(&self) -> impl ExactSizeIterator<Item = &LabelledTopic<'a>> {
        self.topics.iter()
    }
}

impl<'a> LabelledTopic<'a> {
    /// The topic's name.
    pub fn name(&self) -> &'a str {
        self.name
    }

    /// The documents, in order of first appearance; votes go by their places here.
    pub fn documents(&self) -> &[&'a str] {
        self.documents.names()
    }

    /// What the assessors said.
    pub fn votes(&self) -> &[Vote] {
        &self.votes
    }

    /// The documents that the asker marked.
    pub fn best(&self) -> &[u32] {
        &self.best
    }
}

/// Where the columns stand.
struct Columns {
    fixed: [usize; 3],
    /// In the order of the scheme.
    answer: Vec<usize>,
    width: usize,
    expected: String,
}

impl Columns {
    fn new(source: &FileText<'_>, cells: &[Span], scheme: &Scheme) -> Result<Self, FormatError> {
        let answer = || scheme.columns().iter().map(|column| column.name.as_str());
        let names: Vec<&str> = FIXED.into_iter().chain(answer()).collect();
        let known = || names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        let mut places = vec![None; names.len()];
        for (place, &cell) in cells.iter().enumerate() {
            let (found, at) = (source.get(cell), cell.start as usize);
            let Some(column) = names.iter().position(|&name| name == found) else {
                let nearest = nearest(found, names.iter().copied()).map(str::to_owned);
                let kind = LabelFault::UnknownColumn { found: found.to_owned(), known: known(), nearest };
                return Err(source.error(at, kind));
            };
            if places[column].replace(place).is_some() {
                return Err(source.error(at, FormatKind::RepeatedColumn { name: found.to_owned() }));
            }
        }
        let header = cells.first().map_or(0, |cell| cell.start as usize);
        let mut found = Vec::with_capacity(names.len());
        for (place, name) in places.into_iter().zip(&names) {
            found.push(place.ok_or_else(|| {
                source.error(header, LabelFault::MissingColumn { name: (*name).to_owned(), known: known() })
            })?);
        }
        let shown: Vec<&str> = cells.iter().map(|&cell| source.get(cell)).collect();
        Ok(Self {
            fixed: [found[0], found[1], found[2]],
            answer: found.split_off(FIXED.len()),
            width: cells.len(),
            expected: format!("{} ({})", cells.len(), shown.join(", ")),
        })
    }
}

struct Builder<'a> {
    source: FileText<'a>,
    topics: Vec<LabelledTopic<'a>>,
    by_name: HashMap<&'a str, usize>,
    assessors: HashMap<&'a str, u32>,
    /// Topic, item and assessor of each row so far, for messages.
    seen: HashMap<(usize, u32, u32), Span>,
}

impl<'a> Builder<'a> {
    /// The topic of a row, and the numbers of its item and its assessor, who must be new to the item.
    fn add(
        &mut self,
        topic: Span,
        document: Span,
        assessor: Span,
    ) -> Result<(&mut LabelledTopic<'a>, u32, u32), FormatError> {
        let [name, docid, who] = [topic, document, assessor].map(|span| self.source.get(span));
        let topic = *self.by_name.entry(name).or_insert_with(|| {
            let (documents, votes, best) = (DocTable::default(), Vec::new(), Vec::new());
            self.topics.push(LabelledTopic { name, documents, votes, best });
            self.topics.len() - 1
        });
        let next = self.assessors.len() as u32;
        let number = *self.assessors.entry(who).or_insert(next);
        let (Ok(item) | Err(item)) = self.topics[topic].documents.insert(DocId::new(docid));
        if let Some(first) = self.seen.insert((topic, item, number), assessor) {
            let kind = LabelFault::RepeatedVote {
                topic: name.to_owned(),
                doc: docid.to_owned(),
                assessor: who.to_owned(),
                first: self.source.line_of(first.start as usize),
            };
            return Err(self.source.error(assessor.start as usize, kind));
        }
        Ok((&mut self.topics[topic], item, number))
    }
}
