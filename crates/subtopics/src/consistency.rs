//! Whether the files of a subtopic task agree with one another. A topic or an intent that one of them lacks
//! would make scores of 0 that no run deserves.

use crate::gold::SubtopicGold;
use crate::hierarchy::IntentHierarchy;
use rejudge_collections::VerticalProbabilities;
use rejudge_collections::{FormatError, IntentFault};

impl IntentHierarchy {
    /// Whether the two levels have the same topics, every second-level intent with subtopics stands in the
    /// hierarchy, and what it stands under is an intent of the first level.
    ///
    /// ```
    /// use rejudge_subtopics::{IntentHierarchy, SubtopicGold};
    /// use std::path::Path;
    /// let first = SubtopicGold::parse(Path::new("1st"), b"1;A;apple fruit\n1;B;apple inc\n", None)?;
    /// let second = SubtopicGold::parse(Path::new("2nd"), b"1;a;apple pie\n1;b;ipad\n", None)?;
    /// let said = |text: &[u8]| IntentHierarchy::parse(Path::new("h"), text)?.check(&first, &second);
    /// assert_eq!(said(b"1 a A\n1 b B\n"), Ok(()));
    /// assert_eq!(
    ///     said(b"1 a A\n").unwrap_err().to_string(),
    ///     "2nd:2:3: intent `b` of topic `1` is not in h"
    /// );
    /// assert_eq!(
    ///     said(b"1 a A\n1 b C\n").unwrap_err().to_string(),
    ///     "h:2:5: intent `C` of topic `1` is not in 1st"
    /// );
    /// # Ok::<(), rejudge_collections::FormatError>(())
    /// ```
    ///
    /// # Errors
    /// With the place of the first topic or intent that another file lacks: by topic, then by intent.
    pub fn check(&self, first: &SubtopicGold, second: &SubtopicGold) -> Result<(), FormatError> {
        same_topics(first, second)?;
        same_topics(second, first)?;
        for name in second.topics() {
            let (Some(above), Some(topic)) = (first.topic(name), second.topic(name)) else { continue };
            for (intent, place) in topic.found() {
                let unknown = |intent: &str, table: &std::path::Path| IntentFault::UnknownIntent {
                    intent: intent.to_owned(),
                    topic: name.to_owned(),
                    table: table.to_owned(),
                };
                let Some((belongs, line)) = self.above(name, intent) else {
                    return Err(place.error(second.path(), unknown(intent, self.path())));
                };
                if !above.has_intent(belongs) {
                    return Err(line.error(self.path(), unknown(belongs, first.path())));
                }
            }
        }
        Ok(())
    }
}

fn same_topics(of: &SubtopicGold, other: &SubtopicGold) -> Result<(), FormatError> {
    for name in of.topics() {
        if let (Some(topic), None) = (of.topic(name), other.topic(name)) {
            let kind = IntentFault::MissingTopic { topic: name.to_owned(), table: other.path().to_owned() };
            return Err(topic.start().error(of.path(), kind));
        }
    }
    Ok(())
}

impl SubtopicGold {
    /// Whether every intent with subtopics has verticals.
    ///
    /// ```
    /// use std::path::Path;
    /// use rejudge_collections::VerticalProbabilities;
    /// use rejudge_subtopics::SubtopicGold;
    /// let gold = SubtopicGold::parse(Path::new("gold"), b"1;a;iPhone photo\n1;b;iPhone review\n", None)?;
    /// let said = |text: &[u8]| gold.check(&VerticalProbabilities::parse(Path::new("vprob"), text)?);
    /// assert_eq!(said(b"1 a Image 1\n1 b Web 1\n"), Ok(()));
    /// let error = said(b"1 a Image 1\n").expect_err("b has none");
    /// assert_eq!(error.to_string(), "gold:2:3: intent `b` of topic `1` is not in vprob");
    /// # Ok::<(), rejudge_collections::FormatError>(())
    /// ```
    ///
    /// # Errors
    /// With the place of the first intent that has none: by topic, then by intent.
    pub fn check(&self, verticals: &VerticalProbabilities) -> Result<(), FormatError> {
        for name in self.topics() {
            for (intent, place) in self.topic(name).into_iter().flat_map(|topic| topic.found()) {
                if verticals.of(name, intent, "").is_none() {
                    let (intent, topic) = (intent.to_owned(), name.to_owned());
                    let table = verticals.path().to_owned();
                    let kind = IntentFault::UnknownIntent { intent, topic, table };
                    return Err(place.error(self.path(), kind));
                }
            }
        }
        Ok(())
    }
}
