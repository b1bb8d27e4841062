//! Tables of assessors' labels with the header `topic<TAB>docid<TAB>assessor<TAB>label`. Instead of `label`, a scheme with
//! criteria has a column for each criterion.
//!
//! The columns may be in any order, but none may be missing. Ids of topics and documents have no spaces, and the ids of
//! topics do not begin with `#`, so that they can be written to qrels. Topics and documents are returned in order of
//! first appearance. An assessor may label a document only once. The number of assessors of a document is checked
//! later, when labels are consolidated.

use std::collections::HashMap;
use std::path::Path;

use rejudge_collections::{FileText, Located, Span, wrong_count};
use rejudge_names::Mistyped;

use crate::labels::scheme::{Scheme, Vote, WrongCount};

const EXPECTED_LINES: &str = "a header (topic, docid, assessor, label) and rows";

/// The columns that every scheme has.
const COMMON_COLUMNS: [&str; 3] = ["topic", "docid", "assessor"];

/// The labels of a topic. Ids are slices of the file.
#[derive(Clone, Debug)]
pub struct LabelledTopic<'a> {
    /// The topic's name.
    pub name: &'a str,
    /// The documents, in order of first appearance. The items of `votes` are indices into them.
    pub documents: Vec<&'a str>,
    /// The labels of the assessors.
    pub votes: Vec<Vote>,
    /// The documents that the asker marked as best (see [`Asker`](super::Asker)).
    pub best: Vec<u32>,
}

impl LabelledTopic<'_> {
    /// Returns the level of each document.
    pub fn levels(&self, scheme: &Scheme) -> Vec<Result<u8, WrongCount>> {
        scheme.consolidate(self.documents.len(), &self.votes, &self.best)
    }
}

/// Reads a table of labels. Topics are in order of first appearance. `path` is for messages.
///
/// ```
/// use std::path::Path;
/// use rejudge_experiment::labels::{Scheme, read_labels};
/// let scheme = "schema: labels/v1\nid: sum\nassessors: 2\nlabels: {good: 2, fair: 1, bad: 0}\ncombine: sum";
/// let scheme = Scheme::parse("sum.yaml", scheme)?;
/// let table = "topic\tdocid\tassessor\tlabel\n1\td\tann\tfair\n1\td\tbob\tgood\n";
/// let topics = read_labels(Path::new("l.tsv"), table.as_bytes(), &scheme)?;
/// assert_eq!((topics[0].name, &topics[0].documents[..]), ("1", &["d"][..]));
/// assert_eq!(topics[0].levels(&scheme), [Ok(3)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a line does not have the format, a label is not in the scheme, or an assessor labels a document twice. The error
/// has the position in the file.
pub fn read_labels<'a>(
    path: &'a Path,
    bytes: &'a [u8],
    scheme: &Scheme,
) -> Result<Vec<LabelledTopic<'a>>, Located> {
    let source = FileText::new(path, bytes)?;
    let (mut lines, mut cells) = (source.lines(), Vec::new());
    let header = lines.next().ok_or_else(|| source.empty(EXPECTED_LINES))?;
    source.cells(header, &mut cells)?;
    let (places, header) = columns(&source, &cells, scheme)?;
    let width = cells.len();
    let mut topics: Vec<LabelledTopic<'a>> = Vec::new();
    let (mut topic_numbers, mut items) = (HashMap::new(), HashMap::new());
    let mut assessors: HashMap<&str, u32> = HashMap::new();
    // The position of the assessor in each earlier row, by topic, item and assessor.
    let mut seen: HashMap<(usize, u32, u32), Span> = HashMap::new();
    for line in lines {
        source.cells(line, &mut cells)?;
        if cells.len() != width {
            let kind = wrong_count(cells.len(), format_args!("{width} ({header})"));
            return Err(source.error(line, kind));
        }
        let spans: Vec<Span> = places.iter().map(|&place| cells[place]).collect();
        let texts: Vec<&str> = spans.iter().map(|&span| source.get(span)).collect();
        let ([name, document, assessor], answer) =
            ([texts[0], texts[1], texts[2]], &texts[COMMON_COLUMNS.len()..]);
        for (column, (id, span)) in COMMON_COLUMNS.iter().zip(texts.iter().zip(&spans)).take(2) {
            if id.contains(' ') || (*column == "topic" && id.starts_with('#')) {
                let reason = "cannot be written to qrels: it contains a space or begins with `#`";
                return Err(source.error(*span, format!("the {column} `{}` {reason}", id.escape_debug())));
            }
        }
        let asker = scheme.asker().filter(|asker| asker.assessor == assessor);
        if let Some(asker) = asker.filter(|asker| asker.best != answer[0]) {
            let [name, best, label] =
                [&asker.assessor, &asker.best, answer[0]].map(|text: &str| text.escape_debug());
            let message = format!("the asker `{name}` gives only the label `{best}`, found `{label}`");
            return Err(source.error(spans[COMMON_COLUMNS.len()], message));
        }
        let answer = match asker {
            Some(_) => None,
            None => {
                let place = |column: usize| spans[COMMON_COLUMNS.len() + column];
                let answer = scheme.answer(answer);
                Some(answer.map_err(|(column, unknown)| source.error(place(column), unknown.to_string()))?)
            }
        };
        let topic = *topic_numbers.entry(name).or_insert_with(|| {
            topics.push(LabelledTopic { name, documents: Vec::new(), votes: Vec::new(), best: Vec::new() });
            topics.len() - 1
        });
        let documents = &mut topics[topic].documents;
        let item = *items.entry((topic, document)).or_insert_with(|| {
            documents.push(document);
            documents.len() as u32 - 1
        });
        let next_number = assessors.len() as u32;
        let number = *assessors.entry(assessor).or_insert(next_number);
        if let Some(first) = seen.insert((topic, item, number), spans[2]) {
            let [name, document, assessor] = [name, document, assessor].map(|text| text.escape_debug());
            let again = format!("labelled the document already (line {})", source.line_of(first));
            let message = format!("topic `{name}`, document `{document}`: assessor `{assessor}` {again}");
            return Err(source.error(spans[2], message));
        }
        match answer {
            Some(answer) => topics[topic].votes.push(Vote { item, assessor: number, answer }),
            None => topics[topic].best.push(item),
        }
    }
    if topics.is_empty() { Err(source.empty(EXPECTED_LINES)) } else { Ok(topics) }
}

/// Returns the place of each column in the header, first the fixed columns and then the scheme's, and the header for
/// messages.
fn columns(source: &FileText<'_>, header: &[Span], scheme: &Scheme) -> Result<(Vec<usize>, String), Located> {
    let answers = scheme.columns().iter().map(|column| column.name.as_str());
    let names: Vec<&str> = COMMON_COLUMNS.into_iter().chain(answers).collect();
    let mut places = vec![None; names.len()];
    for (place, &cell) in header.iter().enumerate() {
        let text = source.get(cell);
        let Some(column) = names.iter().position(|&name| name == text) else {
            return Err(source.error(cell, Mistyped::unknown("column", text, &names).to_string()));
        };
        if places[column].replace(place).is_some() {
            return Err(source.duplicate_column(cell, text));
        }
    }
    if let Some(missing) = places.iter().position(Option::is_none) {
        let name = names[missing].escape_debug();
        let quoted_names = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        let message = format!("there is no column `{name}`, expected the columns {quoted_names}");
        return Err(source.error(header.first().copied().unwrap_or_default(), message));
    }
    let texts: Vec<&str> = header.iter().map(|&cell| source.get(cell)).collect();
    Ok((places.into_iter().flatten().collect(), texts.join(", ")))
}
