//! Reads tables about the intents of topics: the probabilities of intents (`topic intent probability`, as in
//! NTCIR's Iprob files, optionally with the type in a fourth column), the types of intents
//! (`topic intent type`), the probabilities of verticals such as image or news, given an intent
//! (`topic intent vertical probability`), and the verticals of documents (`topic document vertical`).
//!
//! A type is `nav` or `navigational`, or `inf` or `informational`, in upper or lower case.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use rejudge_metrics::Intent;
use rejudge_metrics::diversity::VerticalMatch;

use crate::error::Located;
use crate::fields::Span;
use crate::file_text::FileText;
use crate::intents::check_intent_count;
use crate::text_table::{Split, TableCell, TextTable};

const PROBABILITIES: &str = "3 or 4 (topic, intent, probability, type)";
const TYPES: [&str; 3] = ["topic", "intent", "type"];
const VERTICALS: [&str; 4] = ["topic", "intent", "vertical", "probability"];
const DOCUMENTS: [&str; 3] = ["topic", "document", "vertical"];

/// The tolerance for the sum of a topic's probabilities, which are printed with few digits.
const TOLERANCE: f64 = 1e-6;

/// Each topic's intents with their probabilities, in the order of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct IntentTable {
    /// The file, for messages.
    pub path: PathBuf,
    topics: BTreeMap<String, Vec<(String, Intent)>>,
}

impl IntentTable {
    /// Reads probabilities; `path` is for messages. An intent without a type is informational.
    ///
    /// ```
    /// use rejudge_collections::IntentTable;
    /// use std::path::Path;
    /// let table = IntentTable::parse(Path::new("Iprob"), b"0101 1 0.75 nav\n0101 2 0.25 inf\n0102 1 1\n")?;
    /// let (name, intent) = &table.intents("0101").expect("a topic")[0];
    /// assert_eq!((name.as_str(), intent.probability, intent.navigational), ("1", 0.75, true));
    /// # Ok::<(), rejudge_collections::Located>(())
    /// ```
    ///
    /// # Errors
    /// If a line does not have three or four columns, a probability or a type is invalid, an intent is listed
    /// twice, a topic has more than [`MAX_INTENTS`](crate::MAX_INTENTS) intents, the probabilities of a topic
    /// do not sum to 1 (within 0.000001), or there are no lines.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Self, Located> {
        let table = TextTable::parse(path, bytes, Split::Fields)?;
        let source = table.source();
        let mut topics = BTreeMap::<String, Vec<(String, Intent)>>::new();
        let mut seen = SeenValues::default();
        let mut starts = Vec::new();
        let columns = ["topic", "intent", "probability"];
        for row in table.rows_without_header(&columns, PROBABILITIES)? {
            let row = row?;
            let (topic, intent, probability, kind) = match &row.cells[..] {
                [topic, intent, probability] => (topic, intent, probability, None),
                [topic, intent, probability, kind] => (topic, intent, probability, Some(kind)),
                cells => return Err(table.wrong_columns(row.line, cells.len(), PROBABILITIES)),
            };
            table.check_filled(columns.into_iter().zip(&row.cells))?;
            seen.insert(source, "intent", topic, intent)?;
            let name = &*topic.text;
            if !topics.contains_key(name) {
                starts.push(topic.clone());
            }
            let known_kind = kind.filter(|kind| !kind.text.is_empty());
            let navigational = known_kind.map_or(Ok(false), |kind| is_navigational(source, kind))?;
            let listed_intent = Intent { probability: parse_probability(&table, probability)?, navigational };
            let listed = topics.entry(name.to_owned()).or_default();
            listed.push((intent.text.to_string(), listed_intent));
            check_intent_count(source, listed.len(), name, intent.place)?;
        }
        for start in starts {
            let sum: f64 = topics[&*start.text].iter().map(|(_, intent)| intent.probability).sum();
            if (sum - 1.0).abs() > TOLERANCE {
                let name = start.text.escape_debug();
                let what = format!("topic `{name}`: the probabilities of the intents sum to {sum}, not to 1");
                return Err(source.error(start.place, what));
            }
        }
        Ok(Self { path: path.to_owned(), topics })
    }

    /// Returns the intents of a topic with their names, or `None` if the file does not contain the topic.
    pub fn intents(&self, topic: &str) -> Option<&[(String, Intent)]> {
        self.topics.get(topic).map(Vec::as_slice)
    }
}

/// Values by topic and name.
pub type ByTopic<T> = BTreeMap<(String, String), T>;

/// Reads rows with three `columns`: a topic, a name, and a value for the name. The function `value` parses
/// the value. A name may occur only once in a topic. `what` (the noun for the name) and `path` are for
/// messages.
pub fn parse_by_topic<T>(
    path: &Path,
    bytes: &[u8],
    (columns, what): ([&'static str; 3], &'static str),
    value: impl Fn(&FileText<'_>, &TableCell<'_>) -> Result<T, Located>,
) -> Result<ByTopic<T>, Located> {
    let table = TextTable::parse(path, bytes, Split::Fields)?;
    let (mut values, mut seen) = (BTreeMap::new(), SeenValues::default());
    for row in table.records(columns)? {
        let [topic, name, value_cell] = row?;
        seen.insert(table.source(), what, &topic, &name)?;
        values.insert((topic.text.into_owned(), name.text.into_owned()), value(table.source(), &value_cell)?);
    }
    Ok(values)
}

/// Reads the types of intents: true if an intent is navigational. `path` is for messages.
pub fn parse_intent_types(path: &Path, bytes: &[u8]) -> Result<ByTopic<bool>, Located> {
    parse_by_topic(path, bytes, (TYPES, "intent"), is_navigational)
}

/// The vertical of a document that is not in the file of documents' verticals.
pub(crate) const WEB: &str = "Web";

/// Pr(v|i), the probability that a user with the intent i wants the vertical v.
#[derive(Clone, Debug, PartialEq)]
pub struct VerticalProbabilities {
    /// The file, for messages.
    pub path: PathBuf,
    /// By topic and intent: vertical -> probability.
    by_intent: BTreeMap<(String, String), BTreeMap<String, f64>>,
}

impl VerticalProbabilities {
    /// Reads probabilities; `path` is for messages. The probabilities of an intent need not sum to 1, because
    /// they are printed with few digits.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Self, Located> {
        let table = TextTable::parse(path, bytes, Split::Fields)?;
        let source = table.source();
        let mut by_intent = BTreeMap::<(String, String), BTreeMap<String, f64>>::new();
        let mut seen = HashMap::<Cow<'_, str>, SeenValues<'_>>::new();
        for row in table.records(VERTICALS)? {
            let [topic, intent, vertical, probability] = row?;
            seen.entry(intent.text.clone()).or_default().insert(source, "vertical", &topic, &vertical)?;
            let key = (topic.text.into_owned(), intent.text.into_owned());
            let value = parse_probability(&table, &probability)?;
            by_intent.entry(key).or_default().insert(vertical.text.into_owned(), value);
        }
        Ok(Self { path: path.to_owned(), by_intent })
    }

    /// Returns Pr(v|i) of a vertical, or 0 if it is not listed for the intent, together with the highest
    /// Pr(v|i) of the intent. Returns `None` if no vertical is listed for the intent.
    pub fn vertical_match(&self, topic: &str, intent: &str, vertical: &str) -> Option<VerticalMatch> {
        let verticals = self.by_intent.get(&(topic.to_owned(), intent.to_owned()))?;
        let probability = verticals.get(vertical).copied().unwrap_or(0.0);
        Some(VerticalMatch { probability, highest: verticals.values().copied().fold(0.0, f64::max) })
    }

    /// Returns true if any intent of the topic has a probability for the vertical, even if it is 0.
    pub(crate) fn knows(&self, topic: &str, vertical: &str) -> bool {
        let topic_intents = self.by_intent.iter().filter(|((listed_topic, _), _)| listed_topic == topic);
        topic_intents.into_iter().any(|(_, verticals)| verticals.contains_key(vertical))
    }
}

/// Reads the verticals of documents. Documents that are not listed belong to the vertical `Web`. `path` is
/// for messages.
pub fn parse_document_verticals(path: &Path, bytes: &[u8]) -> Result<ByTopic<String>, Located> {
    parse_by_topic(path, bytes, (DOCUMENTS, "document"), |_, vertical| Ok(vertical.text.to_string()))
}

/// Remembers the values of each topic, to find duplicates.
#[derive(Debug, Default)]
pub struct SeenValues<'a> {
    first: HashMap<(Cow<'a, str>, Cow<'a, str>), Span>,
}

impl<'a> SeenValues<'a> {
    /// Records that `topic` has `value`. The noun `what` names the value in the error.
    ///
    /// # Errors
    /// If `topic` already has `value`.
    pub fn insert(
        &mut self,
        source: &FileText<'a>,
        what: &'static str,
        topic: &TableCell<'a>,
        value: &TableCell<'a>,
    ) -> Result<(), Located> {
        let key = (topic.text.clone(), value.text.clone());
        let Some(first) = self.first.insert(key, value.place) else { return Ok(()) };
        let first = source.line_of(first);
        let [topic, text] = [topic, value].map(|cell| cell.text.escape_debug());
        let what = format!("{what} `{text}` is already in topic `{topic}` (line {first})");
        Err(source.error(value.place, what))
    }
}

/// Reads a probability: a number from 0 to 1.
fn parse_probability(table: &TextTable<'_>, cell: &TableCell<'_>) -> Result<f64, Located> {
    let number = table.number(cell).filter(|number| (0.0..=1.0).contains(number));
    // Adding 0.0 turns -0.0 into 0.0.
    number.map(|number| number + 0.0).ok_or_else(|| {
        let what = format!("probability `{}` is not a number from 0 to 1", cell.text.escape_debug());
        table.source().error(cell.place, what)
    })
}

fn is_navigational(source: &FileText<'_>, cell: &TableCell<'_>) -> Result<bool, Located> {
    let text = &*cell.text;
    match text.to_ascii_lowercase().as_str() {
        "nav" | "navigational" => Ok(true),
        "inf" | "informational" => Ok(false),
        _ => {
            let what = format!("intent type `{}` is neither `nav` nor `inf`", text.escape_debug());
            Err(source.error(cell.place, what))
        }
    }
}
