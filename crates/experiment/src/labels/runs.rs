//! Runs of NTCIR's subtopic tasks. Their fields are separated by semicolons, because subtopics contain
//! blanks.
//!
//! A line of subtopic mining (NTCIR-11 IMine) is `topic;0;subtopic;rank;score;0;subtopic;rank;score;run`: a
//! first-level subtopic, and a second-level subtopic under it. A line of query understanding (NTCIR-12
//! IMine-2) is `topic;0;subtopic;vertical;rank;score;run`. Subtopics are sorted by rank; if ranks are equal,
//! they keep the order of the lines. Scores are ignored.

use std::collections::HashMap;
use std::path::Path;

use rejudge_collections::{FileText, Located, SeenValues, Span, wrong_count};

const MINED_FIELDS: &str = "10 (topic;0;subtopic;rank;score;0;subtopic;rank;score;run)";
const UNDERSTOOD_FIELDS: &str = "7 (topic;0;subtopic;vertical;rank;score;run)";

/// A run of a subtopic task.
#[derive(Clone, Debug, PartialEq)]
pub struct SubtopicRun {
    /// The run's name, from the first line.
    pub tag: String,
    /// The topics, in order of first appearance.
    pub topics: Vec<RankedSubtopics>,
}

/// A run's subtopics of one topic.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedSubtopics {
    /// The topic's name.
    pub name: String,
    /// The first-level subtopics by rank. Query understanding has none.
    pub first: Vec<String>,
    /// The subtopics by rank. In mining they are the second-level subtopics, each with the first-level
    /// subtopic above it; in query understanding each subtopic has its vertical.
    pub subtopics: Vec<(String, String)>,
}

/// Values with their ranks, by topic in order of first appearance.
struct Ranked<'a, T> {
    indices: HashMap<&'a str, usize>,
    topics: Vec<(&'a str, Vec<(i32, T)>)>,
}

impl<'a, T> Ranked<'a, T> {
    fn new() -> Self {
        Self { indices: HashMap::new(), topics: Vec::new() }
    }

    fn push(&mut self, topic: &'a str, rank: i32, value: T) {
        let index = *self.indices.entry(topic).or_insert_with(|| {
            self.topics.push((topic, Vec::new()));
            self.topics.len() - 1
        });
        self.topics[index].1.push((rank, value));
    }

    /// Returns each topic with its values sorted by rank.
    fn sorted(self) -> impl Iterator<Item = (&'a str, Vec<T>)> {
        self.topics.into_iter().map(|(topic, mut ranked)| {
            ranked.sort_by_key(|&(rank, _)| rank);
            (topic, ranked.into_iter().map(|(_, value)| value).collect())
        })
    }
}

impl SubtopicRun {
    /// Reads a run of subtopic mining. `path` is for messages.
    ///
    /// ```
    /// use std::path::Path;
    /// use rejudge_experiment::labels::SubtopicRun;
    /// let text = b"0033;0;prophet muhammad;2;0.6;0;life of muhammad;1;0.9;me\n\
    ///              0033;0;prophet names;1;0.8;0;list of prophets;2;0.7;me\n";
    /// let run = SubtopicRun::parse_mined(Path::new("run"), text)?;
    /// assert_eq!(run.topics[0].first, ["prophet names", "prophet muhammad"]);
    /// assert_eq!(run.topics[0].subtopics[0], ("life of muhammad".to_owned(), "prophet muhammad".to_owned()));
    /// # Ok::<(), rejudge_collections::Located>(())
    /// ```
    ///
    /// # Errors
    /// If the file is empty, a line does not have the format, a first-level subtopic of a topic has two
    /// different ranks, or a topic has a second-level subtopic twice.
    pub fn parse_mined(path: &Path, bytes: &[u8]) -> Result<Self, Located> {
        let source = FileText::new(path, bytes)?;
        let (mut tag, mut seen, mut ranks) = (None, SeenValues::default(), HashMap::new());
        let (mut firsts, mut seconds) = (Ranked::new(), Ranked::new());
        for line in source.lines() {
            let [topic, _, first, first_rank, _, _, second, second_rank, _, run] =
                semicolons(&source, line, MINED_FIELDS)?;
            let (name, above) = (source.get(topic), source.get(first));
            tag.get_or_insert_with(|| source.get(run).to_owned());
            seen.insert(&source, "second-level subtopic", &source.cell(topic), &source.cell(second))?;
            let rank = integer(&source, first_rank)?;
            match ranks.insert((name, above), (rank, first_rank)) {
                None => firsts.push(name, rank, above.to_owned()),
                Some((earlier_rank, span)) if earlier_rank != rank => {
                    let kind = format!(
                        "subtopic `{}` of topic `{}` has rank {rank} here and rank {earlier_rank} on line {}",
                        above.escape_debug(),
                        name.escape_debug(),
                        source.line_of(span)
                    );
                    return Err(source.error(first_rank, kind));
                }
                Some(_) => {}
            }
            let pair = (source.get(second).to_owned(), above.to_owned());
            seconds.push(name, integer(&source, second_rank)?, pair);
        }
        let Some(tag) = tag else { return Err(source.empty(MINED_FIELDS)) };
        let topics = firsts.sorted().zip(seconds.sorted()).map(|((name, first), (_, subtopics))| {
            RankedSubtopics { name: name.to_owned(), first, subtopics }
        });
        Ok(Self { tag, topics: topics.collect() })
    }

    /// Reads a run of query understanding. `path` is for messages.
    ///
    /// ```
    /// use std::path::Path;
    /// use rejudge_experiment::labels::SubtopicRun;
    /// let text = b"IMINE2-1;0;iPhone 6 review;Web;2;0.5;me\nIMINE2-1;0;iPhone 6 photo;Image;1;0.9;me\n";
    /// let run = SubtopicRun::parse_understood(Path::new("run"), text)?;
    /// assert_eq!(run.topics[0].subtopics[0], ("iPhone 6 photo".to_owned(), "Image".to_owned()));
    /// # Ok::<(), rejudge_collections::Located>(())
    /// ```
    ///
    /// # Errors
    /// If the file is empty, a line does not have the format, or a topic has a subtopic twice.
    pub fn parse_understood(path: &Path, bytes: &[u8]) -> Result<Self, Located> {
        let source = FileText::new(path, bytes)?;
        let (mut tag, mut seen, mut ranked) = (None, SeenValues::default(), Ranked::new());
        for line in source.lines() {
            let [topic, _, subtopic, vertical, rank, _, run] = semicolons(&source, line, UNDERSTOOD_FIELDS)?;
            tag.get_or_insert_with(|| source.get(run).to_owned());
            seen.insert(&source, "subtopic", &source.cell(topic), &source.cell(subtopic))?;
            let pair = (source.get(subtopic).to_owned(), source.get(vertical).to_owned());
            ranked.push(source.get(topic), integer(&source, rank)?, pair);
        }
        let Some(tag) = tag else { return Err(source.empty(UNDERSTOOD_FIELDS)) };
        let topics = ranked.sorted().map(|(name, subtopics)| RankedSubtopics {
            name: name.to_owned(),
            first: Vec::new(),
            subtopics,
        });
        Ok(Self { tag, topics: topics.collect() })
    }
}

fn integer(source: &FileText<'_>, span: Span) -> Result<i32, Located> {
    let text = source.get(span);
    text.parse().map_err(|_| source.error(span, format!("rank `{}` is not an integer", text.escape_debug())))
}

/// Returns the `N` fields of a line, without surrounding blanks. Empty fields are returned too. We do not use
/// the crate csv, because it does not report the position of a field in its line, and these files have no
/// quotes.
pub(crate) fn semicolons<const N: usize>(
    source: &FileText<'_>,
    line: Span,
    expected: &'static str,
) -> Result<[Span; N], Located> {
    let spans: Vec<Span> = source.parts(line, |byte| byte == b';')?.collect();
    let count = spans.len();
    spans.try_into().map_err(|_| source.error(line, wrong_count(count, expected)))
}
