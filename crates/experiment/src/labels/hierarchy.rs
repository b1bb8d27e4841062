//! The first-level intent of each second-level one in the subtopic tasks (`topic second-level first-level`).

use std::path::{Path, PathBuf};

use rejudge_collections::{ByTopic, LineColumn, Located, parse_by_topic, unknown_intent};

use crate::labels::gold::SubtopicGold;
use crate::labels::runs::RankedSubtopics;

const HIERARCHY: &str = "3 (topic, second-level intent, first-level intent)";

/// The first-level intent of each second-level one.
#[derive(Clone, Debug, PartialEq)]
pub struct IntentHierarchy {
    path: PathBuf,
    /// By topic and second-level intent: the first-level intent, and its position.
    above: ByTopic<(String, LineColumn)>,
}

impl IntentHierarchy {
    /// Reads the hierarchy; `path` is for messages.
    ///
    /// ```
    /// use std::path::Path;
    /// use rejudge_experiment::labels::{IntentHierarchy, SubtopicGold, SubtopicRun};
    /// use rejudge_metrics::diversity::h_score;
    /// let first = SubtopicGold::parse(Path::new("1st"), b"1;A;apple fruit\n1;B;apple inc\n", None)?;
    /// let second = SubtopicGold::parse(Path::new("2nd"), b"1;a;apple pie\n1;b;ipad\n1;c;imac\n", None)?;
    /// let hierarchy = IntentHierarchy::parse(Path::new("h"), b"1 a A\n1 b B\n1 c B\n")?;
    /// // The iPad is no fruit, and nobody knows `mac`.
    /// let text = b"1;0;apple fruit;1;2;0;apple pie;1;9;me\n1;0;apple fruit;1;2;0;ipad;2;8;me\n\
    ///              1;0;apple inc;2;1;0;imac;3;7;me\n1;0;apple inc;2;1;0;mac;4;6;me\n";
    /// let run = SubtopicRun::mined(Path::new("run"), text)?;
    /// let pairs = hierarchy.pairs(&run.topics[0], &first, &second);
    /// assert_eq!(pairs[1], (Some("A"), Some("B")));
    /// assert_eq!(h_score(&pairs), Some(0.5));
    /// # Ok::<(), rejudge_collections::Located>(())
    /// ```
    ///
    /// # Errors
    /// If a line does not have the format, or a second-level intent is a duplicate.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Self, Located> {
        let above = parse_by_topic(path, bytes, (HIERARCHY, "second-level intent"), |source, first| {
            Ok((source.get(first).to_owned(), source.place(first)))
        })?;
        Ok(Self { path: path.to_owned(), above })
    }

    /// Returns, for each second-level subtopic of a topic, by rank, the first-level intent that the run puts
    /// it under and the one to which it belongs, as input for
    /// [`h_score`](rejudge_metrics::diversity::h_score).
    pub fn pairs<'g>(
        &'g self,
        run: &RankedSubtopics,
        first: &'g SubtopicGold,
        second: &'g SubtopicGold,
    ) -> Vec<(Option<&'g str>, Option<&'g str>)> {
        let pair = |(own, above): &(String, String)| {
            let put = first.topic(&run.name).and_then(|topic| topic.intent(above));
            let right = second
                .topic(&run.name)
                .and_then(|topic| topic.intent(own))
                .and_then(|intent| self.above(&run.name, intent).map(|(above, _)| above));
            (put, right)
        };
        run.subtopics.iter().map(pair).collect()
    }

    /// Returns the first-level intent of a second-level one, and its position.
    pub(crate) fn above(&self, topic: &str, second: &str) -> Option<(&str, LineColumn)> {
        let (above, place) = self.above.get(&(topic.to_owned(), second.to_owned()))?;
        Some((above, *place))
    }

    /// Checks that the two levels have the same topics, every second-level intent with subtopics is in the
    /// hierarchy, and its parent is an intent of the first level.
    ///
    /// # Errors
    /// With the place of the first topic or intent that another file lacks: by topic, then by intent. It would
    /// make scores of 0 that no run deserves.
    pub fn check(&self, first: &SubtopicGold, second: &SubtopicGold) -> Result<(), Located> {
        first.check_topics(second)?;
        second.check_topics(first)?;
        for name in second.topics() {
            let (Some(above), Some(topic)) = (first.topic(name), second.topic(name)) else { continue };
            for (intent, place) in topic.found() {
                let Some((belongs, line)) = self.above(name, intent) else {
                    return Err(place.error(&second.path, unknown_intent(intent, name, &self.path)));
                };
                if !above.has_intent(belongs) {
                    return Err(line.error(&self.path, unknown_intent(belongs, name, &first.path)));
                }
            }
        }
        Ok(())
    }
}
