//! Tables of assessors' labels with the header `topic<TAB>docid<TAB>assessor<TAB>label`, or as csv
//! ([`TextTable`]). Instead of `label`, a scheme with criteria has a column for each criterion.
//!
//! The columns may be in any order, but none may be missing, and there are no others. Ids of topics and
//! documents have no spaces, and the ids of topics do not begin with `#`, so that they can be written to qrels.
//! Topics and documents are returned in order of first appearance. An assessor may label a document only once.
//! The number of assessors of a document is checked later, when labels are consolidated.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;

use rejudge_collections::{Located, Span, Split, TableCell, TableRow, TextTable};
use rejudge_names::Mistyped;

use crate::labels::scheme::{Scheme, Vote, WrongCount};

const EXPECTED_LINES: &str = "a header (topic, docid, assessor, label) and rows";

/// The columns that a table of labels has for every scheme.
const COMMON_COLUMNS: [&str; 3] = ["topic", "docid", "assessor"];

/// The labels of a topic.
#[derive(Clone, Debug)]
pub struct LabelledTopic<'a> {
    /// The topic's name.
    pub name: Cow<'a, str>,
    /// The documents, in order of first appearance. The items of `votes` are indices into them.
    pub documents: Vec<Cow<'a, str>>,
    /// The labels of the assessors, except the asker.
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
/// assert_eq!((&*topics[0].name, &*topics[0].documents[0]), ("1", "d"));
/// assert_eq!(topics[0].levels(&scheme), [Ok(3)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If there are no labels, a column is missing or unknown, a line does not have the format, an id cannot be
/// written to qrels, a label is not in the scheme, the asker gives a label other than the best one, or an assessor
/// labels a document twice. The error has the position in the file.
pub fn read_labels<'a>(
    path: &'a Path,
    bytes: &'a [u8],
    scheme: &Scheme,
) -> Result<Vec<LabelledTopic<'a>>, Located> {
    let table = TextTable::parse(path, bytes, Split::TabsOrBlanks)?;
    let source = table.source();
    let first = table.first_row(EXPECTED_LINES)?;
    let places = columns(&table, &first, scheme)?;
    let (width, header) = (first.cells.len(), first.texts().collect::<Vec<_>>().join(", "));
    let mut topics: Vec<LabelledTopic<'a>> = Vec::new();
    let (mut topic_numbers, mut items) = (HashMap::new(), HashMap::new());
    let mut assessors: HashMap<Cow<'a, str>, u32> = HashMap::new();
    // For each topic, item and assessor that occurred: the place of the assessor's name in that row, for messages.
    let mut seen: HashMap<(usize, u32, u32), Span> = HashMap::new();
    for row in table.rows().skip(1) {
        let row = row?;
        if row.cells.len() != width {
            return Err(table.wrong_columns(row.line, row.cells.len(), &format!("{width} ({header})")));
        }
        let cells: Vec<&TableCell<'a>> = places.iter().map(|&place| &row.cells[place]).collect();
        let texts: Vec<&str> = cells.iter().map(|cell| &*cell.text).collect();
        let ([name, document, assessor], answer) =
            ([cells[0], cells[1], cells[2]], &texts[COMMON_COLUMNS.len()..]);
        table.check_filled(COMMON_COLUMNS.into_iter().zip([name, document, assessor]))?;
        for (column, id) in COMMON_COLUMNS.into_iter().zip([name, document]) {
            if id.text.contains([' ', '\t', '\r', '\n']) || (column == "topic" && id.text.starts_with('#')) {
                let reason = "cannot be written to qrels: it contains white space or begins with `#`";
                let message = format!("the {column} `{}` {reason}", id.text.escape_debug());
                return Err(source.error(id.place, message));
            }
        }
        let asker = scheme.asker().filter(|asker| asker.assessor == assessor.text);
        if let Some(asker) = asker.filter(|asker| asker.best != answer[0]) {
            let [name, best, label] =
                [&asker.assessor, &asker.best, answer[0]].map(|text: &str| text.escape_debug());
            let message = format!("the asker `{name}` gives only the label `{best}`, found `{label}`");
            return Err(source.error(cells[COMMON_COLUMNS.len()].place, message));
        }
        let answer = match asker {
            Some(_) => None,
            None => {
                let place = |column: usize| cells[COMMON_COLUMNS.len() + column].place;
                let answer = scheme.answer(answer);
                Some(answer.map_err(|(column, unknown)| source.error(place(column), unknown.to_string()))?)
            }
        };
        let topic = *topic_numbers.entry(name.text.clone()).or_insert_with(|| {
            let name = name.text.clone();
            topics.push(LabelledTopic { name, documents: Vec::new(), votes: Vec::new(), best: Vec::new() });
            topics.len() - 1
        });
        let documents = &mut topics[topic].documents;
        let item = *items.entry((topic, document.text.clone())).or_insert_with(|| {
            documents.push(document.text.clone());
            documents.len() as u32 - 1
        });
        let next_number = assessors.len() as u32;
        let number = *assessors.entry(assessor.text.clone()).or_insert(next_number);
        if let Some(first) = seen.insert((topic, item, number), assessor.place) {
            let [name, document, id] = [name, document, assessor].map(|cell| cell.text.escape_debug());
            let again = format!("labelled the document already (line {})", source.line_of(first));
            let message = format!("topic `{name}`, document `{document}`: assessor `{id}` {again}");
            return Err(source.error(assessor.place, message));
        }
        match answer {
            Some(answer) => topics[topic].votes.push(Vote { item, assessor: number, answer }),
            None => topics[topic].best.push(item),
        }
    }
    if topics.is_empty() { Err(source.empty(EXPECTED_LINES)) } else { Ok(topics) }
}

/// Returns the place of each column in the header, first the common columns and then the scheme's.
fn columns(table: &TextTable<'_>, header: &TableRow<'_>, scheme: &Scheme) -> Result<Vec<usize>, Located> {
    let source = table.source();
    let answers = scheme.columns().iter().map(|column| column.name.as_str());
    let names: Vec<&str> = COMMON_COLUMNS.into_iter().chain(answers).collect();
    let mut places = vec![None; names.len()];
    for (place, cell) in header.cells.iter().enumerate() {
        let Some(column) = names.iter().position(|&name| name == cell.text) else {
            let unknown = Mistyped::unknown("column", &cell.text, &names);
            return Err(source.error(cell.place, unknown.to_string()));
        };
        if places[column].replace(place).is_some() {
            return Err(source.duplicate_column(cell.place, &cell.text));
        }
    }
    if let Some(missing) = places.iter().position(Option::is_none) {
        let name = names[missing].escape_debug();
        let quoted_names = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        let message = format!("there is no column `{name}`, expected the columns {quoted_names}");
        return Err(source.error(header.cells[0].place, message));
    }
    Ok(places.into_iter().flatten().collect())
}
