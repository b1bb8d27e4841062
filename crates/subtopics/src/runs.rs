//! Runs of NTCIR's subtopic tasks, whose fields are parted by semicolons, as subtopics hold blanks.
//!
//! Subtopic mining (NTCIR-11 IMine): `topic;0;subtopic;rank;score;0;subtopic;rank;score;run`, the first-level
//! subtopic and a second-level one under it. Query understanding (NTCIR-12 IMine-2):
//! `topic;0;subtopic;vertical;rank;score;run`. Rankings go by rank, equal ranks by line; scores are not read.

use std::collections::HashMap;
use std::path::Path;

use rejudge_collections::FileText;
use rejudge_collections::Line;
use rejudge_collections::Once;
use rejudge_collections::{FormatError, FormatKind, IntentFault};
use rejudge_collections::{Span, is_blank};

const MINED: &str = "10 (topic;0;subtopic;rank;score;0;subtopic;rank;score;run)";
const UNDERSTOOD: &str = "7 (topic;0;subtopic;vertical;rank;score;run)";

/// A run of subtopic mining.
#[derive(Clone, Debug, PartialEq)]
pub struct SubtopicRun {
    /// The run's name: that of its first line.
    pub tag: String,
    /// The topics, in order of first appearance.
    pub topics: Vec<MinedTopic>,
}

/// The two levels of subtopics of a topic.
#[derive(Clone, Debug, PartialEq)]
pub struct MinedTopic {
    /// The topic.
    pub name: String,
    /// First-level subtopics by rank.
    pub first: Vec<String>,
    /// Second-level subtopics by rank, each with the first-level subtopic that it is under.
    pub second: Vec<(String, String)>,
}

impl SubtopicRun {
    /// Reads a run; `path` is for messages.
    ///
    /// ```
    /// use std::path::Path;
    /// use rejudge_subtopics::SubtopicRun;
    /// let text = b"0033;0;prophet muhammad;2;0.6;0;life of muhammad;1;0.9;me\n\
    ///              0033;0;prophet names;1;0.8;0;list of prophets;2;0.7;me\n";
    /// let run = SubtopicRun::parse(Path::new("run"), text)?;
    /// assert_eq!(run.topics[0].first, ["prophet names", "prophet muhammad"]);
    /// assert_eq!(run.topics[0].second[0], ("life of muhammad".to_owned(), "prophet muhammad".to_owned()));
    ///
    /// let error = SubtopicRun::parse(Path::new("run"), b"0033;0;a;1;1;0;b;first;1;me").expect_err("a word");
    /// assert_eq!(error.to_string(), "run:1:18: rank `first` is not an integer");
    /// # Ok::<(), rejudge_collections::FormatError>(())
    /// ```
    ///
    /// # Errors
    /// When a line is not of the form, a first-level subtopic has two ranks, or a second-level one stands
    /// twice.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Self, FormatError> {
        let source = FileText::new(path, bytes)?;
        let mut tag = None;
        let mut topics: Vec<RankedLevels<'_>> = Vec::new();
        let mut numbers = HashMap::<&str, usize>::new();
        let (mut seen, mut ranks) = (Once::default(), HashMap::<(&str, &str), (i32, Span)>::new());
        for line in source.lines() {
            let [topic, _, first, first_rank, _, _, second, second_rank, _, run] =
                semicolons(&source, line, MINED)?;
            let (name, above) = (source.get(topic), source.get(first));
            tag.get_or_insert_with(|| source.get(run).to_owned());
            seen.once(&source, "second-level subtopic", topic, second)?;
            let rank = integer(&source, first_rank)?;
            let number = *numbers.entry(name).or_insert_with(|| {
                topics.push(RankedLevels { name, first: Vec::new(), second: Vec::new() });
                topics.len() - 1
            });
            let topic = &mut topics[number];
            match ranks.insert((name, above), (rank, first_rank)) {
                None => topic.first.push((rank, above)),
                Some((first, span)) if first != rank => {
                    let kind = IntentFault::SubtopicRank {
                        subtopic: above.to_owned(),
                        topic: name.to_owned(),
                        first,
                        second: rank,
                        line: source.line_of(span.start as usize),
                    };
                    return Err(source.error(first_rank.start as usize, kind));
                }
                Some(_) => {}
            }
            topic.second.push((integer(&source, second_rank)?, (source.get(second), above)));
        }
        let Some(tag) = tag else { return Err(source.empty(MINED)) };
        let topic = |topic: RankedLevels<'_>| MinedTopic {
            name: topic.name.to_owned(),
            first: by_rank(topic.first).map(str::to_owned).collect(),
            second: by_rank(topic.second).map(|(own, above)| (own.to_owned(), above.to_owned())).collect(),
        };
        Ok(Self { tag, topics: topics.into_iter().map(topic).collect() })
    }
}

/// A rank with a subtopic and what goes with it.
type Ranked<'a> = (i32, (&'a str, &'a str));

/// Subtopics of a topic with their ranks.
struct RankedLevels<'a> {
    name: &'a str,
    first: Vec<(i32, &'a str)>,
    second: Vec<Ranked<'a>>,
}

/// A run of query understanding.
#[derive(Clone, Debug, PartialEq)]
pub struct UnderstandingRun {
    /// The run's name: that of its first line.
    pub tag: String,
    /// The topics, in order of first appearance.
    pub topics: Vec<UnderstoodTopic>,
}

/// The subtopics of a topic.
#[derive(Clone, Debug, PartialEq)]
pub struct UnderstoodTopic {
    /// The topic.
    pub name: String,
    /// Subtopics by rank, each with its vertical.
    pub subtopics: Vec<(String, String)>,
}

impl UnderstandingRun {
    /// Reads a run; `path` is for messages.
    ///
    /// ```
    /// use std::path::Path;
    /// use rejudge_subtopics::UnderstandingRun;
    /// let text = b"IMINE2-1;0;iPhone 6 review;Web;2;0.5;me\nIMINE2-1;0;iPhone 6 photo;Image;1;0.9;me\n";
    /// let run = UnderstandingRun::parse(Path::new("run"), text)?;
    /// assert_eq!(run.topics[0].subtopics[0], ("iPhone 6 photo".to_owned(), "Image".to_owned()));
    /// let error = UnderstandingRun::parse(Path::new("run"), b"IMINE2-1;0;a;Web;1;me\n").expect_err("short");
    /// assert_eq!(
    ///     error.to_string(),
    ///     "run:1:1: 6 columns, expected 7 (topic;0;subtopic;vertical;rank;score;run)"
    /// );
    /// # Ok::<(), rejudge_collections::FormatError>(())
    /// ```
    ///
    /// # Errors
    /// When a line is not of the form, or a topic has a subtopic twice.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Self, FormatError> {
        let source = FileText::new(path, bytes)?;
        let (mut tag, mut seen) = (None, Once::default());
        let mut topics: Vec<(&str, Vec<Ranked<'_>>)> = Vec::new();
        let mut numbers = HashMap::<&str, usize>::new();
        for line in source.lines() {
            let [topic, _, subtopic, vertical, rank, _, run] = semicolons(&source, line, UNDERSTOOD)?;
            tag.get_or_insert_with(|| source.get(run).to_owned());
            seen.once(&source, "subtopic", topic, subtopic)?;
            let name = source.get(topic);
            let at = *numbers.entry(name).or_insert_with(|| {
                topics.push((name, Vec::new()));
                topics.len() - 1
            });
            topics[at].1.push((integer(&source, rank)?, (source.get(subtopic), source.get(vertical))));
        }
        let Some(tag) = tag else { return Err(source.empty(UNDERSTOOD)) };
        let own = |(subtopic, vertical): (&str, &str)| (subtopic.to_owned(), vertical.to_owned());
        let topics = topics.into_iter().map(|(name, ranked)| UnderstoodTopic {
            name: name.to_owned(),
            subtopics: by_rank(ranked).map(own).collect(),
        });
        Ok(Self { tag, topics: topics.collect() })
    }
}

fn by_rank<T>(mut ranked: Vec<(i32, T)>) -> impl Iterator<Item = T> {
    ranked.sort_by_key(|&(rank, _)| rank);
    ranked.into_iter().map(|(_, subtopic)| subtopic)
}

fn integer(source: &FileText<'_>, span: Span) -> Result<i32, FormatError> {
    let text = source.get(span);
    text.parse().map_err(|_| source.error(span.start as usize, FormatKind::Rank { value: text.to_owned() }))
}

/// The `N` fields of a line, without the blanks around them; an empty one is a field, too. Nothing is quoted,
/// and messages tell columns, which the crate csv does not.
pub(crate) fn semicolons<const N: usize>(
    source: &FileText<'_>,
    line: Line<'_>,
    expected: &'static str,
) -> Result<[Span; N], FormatError> {
    source.check_line(line)?;
    let mut start = line.start;
    let spans: Vec<Span> = line
        .text
        .split(|&byte| byte == b';')
        .map(|field| {
            let lead = field.iter().take_while(|&&byte| is_blank(byte)).count();
            let tail = field[lead..].iter().rev().take_while(|&&byte| is_blank(byte)).count();
            let span = Span { start: (start + lead) as u32, end: (start + field.len() - tail) as u32 };
            start += field.len() + 1;
            span
        })
        .collect();
    let found = spans.len();
    <[Span; N]>::try_from(spans)
        .map_err(|_| source.error(line.start, FormatKind::Columns { found, expected }))
}
