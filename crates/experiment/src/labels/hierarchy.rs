//! The hierarchy of intents in the subtopic tasks. A line of the file is `topic second-level first-level`.

use std::path::{Path, PathBuf};

use rejudge_collections::{ByTopic, LineColumn, Located, parse_by_topic, unknown_intent};

use crate::labels::gold::SubtopicGold;
use crate::labels::runs::RankedSubtopics;

const HIERARCHY_FIELDS: [&str; 3] = ["topic", "second-level intent", "first-level intent"];

/// The first-level intent of each second-level intent.
#[derive(Clone, Debug, PartialEq)]
pub struct IntentHierarchy {
    path: PathBuf,
    /// The first-level intent and its position in the file, by topic and second-level intent.
    parents: ByTopic<(String, LineColumn)>,
}

impl IntentHierarchy {
    /// Reads a hierarchy. `path` is for messages.
    ///
    /// ```
    /// use std::path::Path;
    /// use rejudge_experiment::labels::{IntentHierarchy, SubtopicGold, SubtopicRun};
    /// use rejudge_metrics::diversity::h_score;
    /// let first = SubtopicGold::parse(Path::new("1st"), b"1;A;apple fruit\n1;B;apple inc\n", None)?;
    /// let second = SubtopicGold::parse(Path::new("2nd"), b"1;a;apple pie\n1;b;ipad\n1;c;imac\n", None)?;
    /// let hierarchy = IntentHierarchy::parse(Path::new("h"), b"1 a A\n1 b B\n1 c B\n")?;
    /// // `ipad` is under the wrong first-level intent, and `mac` is in neither gold file.
    /// let text = b"1;0;apple fruit;1;2;0;apple pie;1;9;me\n1;0;apple fruit;1;2;0;ipad;2;8;me\n\
    ///              1;0;apple inc;2;1;0;imac;3;7;me\n1;0;apple inc;2;1;0;mac;4;6;me\n";
    /// let run = SubtopicRun::parse_mined(Path::new("run"), text)?;
    /// let pairs = hierarchy.pairs(&run.topics[0], &first, &second);
    /// assert_eq!(pairs[1], (Some("A"), Some("B")));
    /// assert_eq!(h_score(&pairs), Some(0.5));
    /// # Ok::<(), rejudge_collections::Located>(())
    /// ```
    ///
    /// # Errors
    /// If the file is empty, a line does not have the format, or a topic has a second-level intent twice.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Self, Located> {
        let parents =
            parse_by_topic(path, bytes, (HIERARCHY_FIELDS, "second-level intent"), |source, first| {
                Ok((first.text.to_string(), source.place(first.place)))
            })?;
        Ok(Self { path: path.to_owned(), parents })
    }

    /// Returns a pair of first-level intents for each second-level subtopic of a topic, by rank: the intent
    /// under which the run puts the subtopic, and the intent to which the subtopic belongs. An intent is
    /// `None` if the files do not say what it is. The pairs are the input of
    /// [`h_score`](rejudge_metrics::diversity::h_score).
    pub fn pairs<'g>(
        &'g self,
        run: &RankedSubtopics,
        first: &'g SubtopicGold,
        second: &'g SubtopicGold,
    ) -> Vec<(Option<&'g str>, Option<&'g str>)> {
        let pairs = run.subtopics.iter().map(|(subtopic, parent)| {
            let in_run = first.topic(&run.name).and_then(|topic| topic.intent(parent));
            let correct = second
                .topic(&run.name)
                .and_then(|topic| topic.intent(subtopic))
                .and_then(|intent| self.parent(&run.name, intent).map(|(parent, _)| parent));
            (in_run, correct)
        });
        pairs.collect()
    }

    /// Returns the first-level intent of a second-level intent, and its position in the file.
    pub(crate) fn parent(&self, topic: &str, second: &str) -> Option<(&str, LineColumn)> {
        let (parent, position) = self.parents.get(&(topic.to_owned(), second.to_owned()))?;
        Some((parent, *position))
    }

    /// Checks that both levels have the same topics, and that every second-level intent with subtopics is in
    /// the hierarchy and has a parent in the first level. Otherwise correct subtopics would score 0.
    ///
    /// # Errors
    /// If one level lacks a topic of the other, or if an intent is missing from the hierarchy or from the
    /// first level. The error has the position of the topic or intent in the file that contains it.
    pub fn check(&self, first: &SubtopicGold, second: &SubtopicGold) -> Result<(), Located> {
        first.check_topics(second)?;
        second.check_topics(first)?;
        for name in second.topics() {
            let (Some(first_topic), Some(topic)) = (first.topic(name), second.topic(name)) else { continue };
            for (intent, place) in topic.intents_with_subtopics() {
                let Some((parent, parent_place)) = self.parent(name, intent) else {
                    return Err(place.error(&second.path, unknown_intent(intent, name, &self.path)));
                };
                if !first_topic.has_intent(parent) {
                    return Err(parent_place.error(&self.path, unknown_intent(parent, name, &first.path)));
                }
            }
        }
        Ok(())
    }
}
