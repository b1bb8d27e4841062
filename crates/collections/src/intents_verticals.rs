//! Verticals (image, news, ..): how well each suits an intent (`topic intent vertical probability`), and
//! which one a document is of (`topic document vertical`).

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use rejudge_metrics::diversity::VerticalMatch;

use crate::error::Located;
use crate::file_text::FileText;
use crate::intents_table::{ByTopic, Once, parse_by_topic, share};

const PROBABILITIES: &str = "4 (topic, intent, vertical, probability)";
const DOCUMENTS: &str = "3 (topic, document, vertical)";

/// The vertical of a document that no file gives another one.
pub(crate) const WEB: &str = "Web";

/// Pr(v|i): how likely it is that a vertical is wanted, given the intent.
#[derive(Clone, Debug, PartialEq)]
pub struct VerticalProbabilities {
    path: PathBuf,
    /// By topic and intent: vertical -> probability.
    by_intent: BTreeMap<(String, String), BTreeMap<String, f64>>,
}

impl VerticalProbabilities {
    /// Reads probabilities; `path` is for messages. They are printed with few digits, and need not sum to 1.
    ///
    /// ```
    /// use std::path::Path;
    /// use rejudge_collections::VerticalProbabilities;
    /// let text = b"IMINE2-1 1 Web 0.4\nIMINE2-1 1 Image 0.5\nIMINE2-1 1 News 0.1\n";
    /// let verticals = VerticalProbabilities::parse(Path::new("vprob"), text)?;
    /// let found = verticals.vertical_match("IMINE2-1", "1", "Web").expect("an intent with verticals");
    /// assert_eq!((found.probability, found.highest), (0.4, 0.5));
    /// assert_eq!(verticals.vertical_match("IMINE2-1", "1", "QA").map(|found| found.probability), Some(0.0));
    /// assert_eq!(verticals.vertical_match("IMINE2-1", "2", "Web"), None);
    /// # Ok::<(), rejudge_collections::Located>(())
    /// ```
    ///
    /// # Errors
    /// If a line is not of the form, or a vertical is listed twice for an intent.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Self, Located> {
        let source = FileText::new(path, bytes)?;
        let mut by_intent = BTreeMap::<(String, String), BTreeMap<String, f64>>::new();
        let mut seen = HashMap::<&str, Once<'_>>::new();
        for row in source.rows(PROBABILITIES)? {
            let [topic, intent, vertical, probability] = row?;
            seen.entry(source.get(intent)).or_default().once(&source, "vertical", topic, vertical)?;
            let key = (source.get(topic).to_owned(), source.get(intent).to_owned());
            let value = share(&source, probability)?;
            by_intent.entry(key).or_default().insert(source.get(vertical).to_owned(), value);
        }
        Ok(Self { path: path.to_owned(), by_intent })
    }

    /// Returns Pr(v|i) of a vertical, 0 if it is not listed, with the highest probability of the intent.
    /// Returns `None` for an intent without verticals.
    pub fn vertical_match(&self, topic: &str, intent: &str, vertical: &str) -> Option<VerticalMatch> {
        let verticals = self.by_intent.get(&(topic.to_owned(), intent.to_owned()))?;
        let probability = verticals.get(vertical).copied().unwrap_or(0.0);
        Some(VerticalMatch { probability, highest: verticals.values().copied().fold(0.0, f64::max) })
    }

    /// Returns true if any intent of the topic has a probability for the vertical, 0 or not.
    pub(crate) fn knows(&self, topic: &str, vertical: &str) -> bool {
        let of_topic = self.by_intent.iter().filter(|((known, _), _)| known == topic);
        of_topic.into_iter().any(|(_, verticals)| verticals.contains_key(vertical))
    }

    /// Returns the path that they were read from, for messages.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Reads the verticals of documents; those that are not listed are of the Web. `path` is for messages.
///
/// # Errors
/// If a line is not of the form, or a document is listed twice for a topic.
pub fn parse_document_verticals(path: &Path, bytes: &[u8]) -> Result<ByTopic<String>, Located> {
    parse_by_topic(path, bytes, (DOCUMENTS, "document"), |source, vertical| {
        Ok(source.get(vertical).to_owned())
    })
}
