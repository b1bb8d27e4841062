//! Checks a run file before it is submitted.
//!
//! A program that scores a run stops at the first line that it cannot read, because it cannot trust the lines
//! after that. If you submit a run, you want to know all faults, and also faults that such programs accept, such
//! as ranks that contradict the scores. You also want to know about oddities that may be mistakes: gaps in the
//! ranks, equal scores, or topics without documents.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use indexmap::IndexMap;
use rejudge_names::plural::{counted, of_number};

use crate::error::{LoadError, wrong_count};
use crate::fields::Span;
use crate::file_text::FileText;
use crate::forms::{FileKind, read_lines};
use crate::qrels::Qrels;
use crate::runs::RUN;
use crate::text::parse_double;

/// The data with which a run is compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunCheckAgainst<'a> {
    /// Judgments with the topics that the run should have.
    pub qrels: Option<&'a Qrels>,
    /// The ids of the collection's documents.
    pub documents: Option<&'a HashSet<&'a str>>,
    /// The maximum number of documents that a topic may have.
    pub max_documents: Option<usize>,
}

/// The result of checking a run file.
#[derive(Clone, Debug, Default)]
pub struct RunCheck {
    /// The tag of the first line that has six columns.
    pub tag: String,
    /// Number of lines, without blank lines and comments.
    pub lines: usize,
    /// The smallest and the largest number of documents of a topic, on lines with a valid rank and score. A
    /// repeated document counts each time.
    pub documents: (usize, usize),
    /// Number of topics.
    pub topics: usize,
    /// Faults, which make the run invalid.
    pub faults: Vec<RunFault>,
    /// Oddities, which are allowed but may be mistakes.
    pub notes: Vec<RunFault>,
}

/// A kind of fault or oddity, described by its first case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunFault {
    /// The line of the first case. A missing topic has no line.
    pub line: Option<usize>,
    /// The first case in words.
    pub what: String,
    /// Number of cases after the first.
    pub more_cases: usize,
}

/// The kinds of faults and notes, in the order in which they are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum FaultKind {
    Columns,
    Score,
    Rank,
    RepeatedDocument,
    Order,
    Tag,
    TooManyDocuments,
    UnknownTopic,
    UnknownDocument,
    // The kinds from here on are notes.
    NothingJudged,
    SecondColumn,
    RankGap,
    Tie,
    SinglePrecisionTie,
    ScatteredTopic,
    MissingTopic,
}

impl FaultKind {
    fn is_note(self) -> bool {
        self >= Self::NothingJudged
    }
}

/// A line of a topic, with a valid rank and score.
struct Ranked<'a> {
    line: usize,
    document: &'a str,
    rank: i64,
    score: f64,
}

#[derive(Default)]
struct Faults(HashMap<FaultKind, RunFault>);

impl Faults {
    /// Adds a case. `what` describes the first case of a kind; later cases are only counted.
    fn add(&mut self, kind: FaultKind, line: impl Into<Option<usize>>, what: impl FnOnce() -> String) {
        match self.0.get_mut(&kind) {
            Some(fault) => fault.more_cases += 1,
            None => {
                self.0.insert(kind, RunFault { line: line.into(), what: what(), more_cases: 0 });
            }
        }
    }
}

impl RunCheck {
    /// Checks the run in a file (`-`: standard input).
    ///
    /// ```
    /// use rejudge_collections::{RunCheck, RunCheckAgainst};
    /// let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("run.txt");
    /// std::fs::write(&path, "1 Q0 a 1 0.5 me\n1 Q0 b 2 0.75 me\n1 Q0 a 3 0.25 me\n")?;
    /// let check = RunCheck::read(&path, RunCheckAgainst::default())?;
    /// let faults: Vec<(Option<usize>, &str)> =
    ///     check.faults.iter().map(|fault| (fault.line, fault.what.as_str())).collect();
    /// assert_eq!(faults, [
    ///     (Some(3), "document `a` is already in topic `1` (line 1)"),
    ///     (Some(2), "topic `1`: rank 2 has the score 0.75, above the score 0.5 of rank 1; scores decide, not ranks"),
    /// ]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the file cannot be read as text, is empty, or has no line with six columns; if a line is too long,
    /// begins with blanks and `#`, or has a byte order mark before its first word; or if the file has another
    /// form, such as csv or JSON, and is invalid.
    pub fn read(path: &Path, against: RunCheckAgainst<'_>) -> Result<Self, LoadError> {
        let bytes = read_lines(FileKind::Run, path)?;
        let source = FileText::new(path, &bytes)?;
        let (mut check, mut faults) = (Self::default(), Faults::default());
        let topics = check.lines_by_topic(&source, &mut faults)?;
        // If no line has six columns, the file is not a run. The error about its first line says so, with hints.
        if let (true, Some(line)) = (topics.is_empty(), source.lines().next()) {
            source.fields::<6>(line, RUN)?;
        }
        if check.lines == 0 {
            return Err(source.empty(RUN).into());
        }
        for (topic, lines) in &topics {
            check_topic(topic, lines, against, &mut faults);
        }
        if let Some(qrels) = against.qrels {
            check_judged(&topics, qrels, &mut faults);
            let missing_topics = qrels.topics().filter(|judged| !topics.contains_key(judged.name()));
            for judged in missing_topics {
                let name = judged.name().escape_debug();
                faults.add(FaultKind::MissingTopic, None::<usize>, || {
                    format!("topic `{name}` of the judgments has no document")
                });
            }
        }
        let lengths = || topics.values().map(Vec::len);
        check.documents = (lengths().min().unwrap_or(0), lengths().max().unwrap_or(0));
        check.topics = topics.len();
        let mut faults: Vec<(FaultKind, RunFault)> = faults.0.into_iter().collect();
        faults.sort_unstable_by_key(|(kind, _)| *kind);
        for (kind, fault) in faults {
            let list = if kind.is_note() { &mut check.notes } else { &mut check.faults };
            list.push(fault);
        }
        Ok(check)
    }

    /// Reads the lines by topic, in the order of the file. Lines with wrong columns, ranks or scores become
    /// faults.
    fn lines_by_topic<'a>(
        &mut self,
        source: &FileText<'a>,
        faults: &mut Faults,
    ) -> Result<IndexMap<&'a str, Vec<Ranked<'a>>>, LoadError> {
        let mut topics: IndexMap<&str, Vec<Ranked<'_>>> = IndexMap::new();
        let (mut line, mut counted, mut topic_before) = (1, 0, "");
        for span in source.lines() {
            let skipped = &source.bytes()[counted..span.start as usize];
            line += memchr::memchr_iter(b'\n', skipped).count();
            counted = span.start as usize;
            self.lines += 1;
            let (words, columns): ([Span; 6], usize) = source.split(span)?;
            if columns != 6 {
                faults.add(FaultKind::Columns, line, || wrong_count(columns, RUN));
                continue;
            }
            let [topic, second, document, rank, score, tag] = words.map(|word| source.get(word));
            if self.tag.is_empty() {
                tag.clone_into(&mut self.tag);
            } else if self.tag != tag {
                let (tag, first) = (tag.escape_debug(), self.tag.escape_debug());
                faults.add(FaultKind::Tag, line, || {
                    format!("the tag is `{tag}`, but `{first}` in the lines before: a file holds one run")
                });
            }
            if !second.eq_ignore_ascii_case("Q0") {
                let second = second.escape_debug();
                faults.add(FaultKind::SecondColumn, line, || {
                    format!("the second column is `{second}`, expected `Q0`")
                });
            }
            if topic != topic_before && topics.contains_key(topic) {
                let topic = topic.escape_debug();
                faults.add(FaultKind::ScatteredTopic, line, || {
                    format!("topic `{topic}` goes on after another topic")
                });
            }
            topic_before = topic;
            let score_value = parse_double(score.as_bytes()).filter(|score| score.is_finite());
            if score_value.is_none() {
                let score = score.escape_debug();
                faults.add(FaultKind::Score, line, || format!("score `{score}` is not a finite number"));
            }
            let rank_value = rank.parse::<i64>().ok();
            if rank_value.is_none() {
                let rank = rank.escape_debug();
                faults.add(FaultKind::Rank, line, || format!("rank `{rank}` is not a whole number"));
            }
            let lines = topics.entry(topic).or_default();
            if let (Some(score), Some(rank)) = (score_value, rank_value) {
                lines.push(Ranked { line, document, rank, score });
            }
        }
        Ok(topics)
    }
}

/// Adds a note if the run has documents for topics of the judgments, but none of these documents is in the judgments.
fn check_judged(topics: &IndexMap<&str, Vec<Ranked<'_>>>, qrels: &Qrels, faults: &mut Faults) {
    let mut first_unjudged = None;
    for (topic, lines) in topics {
        let Some(judged) = qrels.topic(topic) else { continue };
        if lines.iter().any(|line| judged.verdict(line.document).is_some()) {
            return;
        }
        first_unjudged = first_unjudged.or_else(|| Some((lines.first()?, judged.documents().next()?)));
    }
    if let Some((line, judged)) = first_unjudged {
        faults.add(FaultKind::NothingJudged, line.line, || {
            format!(
                "document `{}` is not in the judgments, and neither is any other document of the run: the ids may belong to \
                 another collection, or be written in another way (the judgments have ids such as `{}`)",
                line.document.escape_debug(),
                judged.escape_debug()
            )
        });
    }
}

/// Checks the documents of a topic.
fn check_topic(topic: &str, lines: &[Ranked<'_>], against: RunCheckAgainst<'_>, faults: &mut Faults) {
    let name = topic.escape_debug();
    if let Some(qrels) = against.qrels
        && qrels.topic(topic).is_none()
        && let Some(first) = lines.first()
    {
        faults.add(FaultKind::UnknownTopic, first.line, || format!("topic `{name}` is not in the judgments"));
    }
    if let Some(max) = against.max_documents
        && let Some(beyond) = lines.get(max)
    {
        let count = lines.len();
        faults.add(FaultKind::TooManyDocuments, beyond.line, || {
            format!("topic `{name}` has {count} documents, at most {max} are allowed")
        });
    }
    let mut first_lines: HashMap<&str, usize> = HashMap::with_capacity(lines.len());
    for &Ranked { line, document, .. } in lines {
        let id = document.escape_debug();
        if let Some(first) = first_lines.get(document) {
            faults.add(FaultKind::RepeatedDocument, line, || {
                format!("document `{id}` is already in topic `{name}` (line {first})")
            });
            continue;
        }
        first_lines.insert(document, line);
        if against.documents.is_some_and(|documents| !documents.contains(document)) {
            faults.add(FaultKind::UnknownDocument, line, || {
                format!("document `{id}` is not in the collection")
            });
        }
    }
    let mut by_rank: Vec<&Ranked<'_>> = lines.iter().collect();
    by_rank.sort_by_key(|line| line.rank);
    let first_rank = by_rank.first().map_or(1, |line| line.rank.clamp(0, 1));
    let mut expected = first_rank;
    let mut previous: Option<&Ranked<'_>> = None;
    for &line in &by_rank {
        if line.rank != expected {
            let rank = line.rank;
            faults.add(FaultKind::RankGap, line.line, || {
                format!(
                    "topic `{name}`: rank {rank}, expected {expected}, because ranks count from {first_rank}"
                )
            });
            expected = rank;
        }
        expected = expected.saturating_add(1);
        let Some(above) = previous.replace(line) else { continue };
        // Two lines with the same rank cannot be in the wrong order.
        if line.score > above.score && line.rank > above.rank {
            faults.add(FaultKind::Order, line.line, || {
                format!(
                    "topic `{name}`: rank {} has the score {}, above the score {} of rank {}; scores decide, not ranks",
                    line.rank, line.score, above.score, above.rank
                )
            });
        } else if line.score == above.score {
            faults.add(FaultKind::Tie, line.line, || {
                format!(
                    "topic `{name}`: two documents have the score {}; trec_eval puts the greater docno first",
                    line.score
                )
            });
        } else if line.score as f32 == above.score as f32 {
            faults.add(FaultKind::SinglePrecisionTie, line.line, || {
                format!(
                    "topic `{name}`: the scores {} and {} are equal in single precision, which trec_eval 9 uses",
                    above.score, line.score
                )
            });
        }
    }
}

impl RunFault {
    /// Returns the fault as a line: `run.txt:3: document `a` is already in topic `1` (line 1) (and 2 more cases)`.
    pub fn in_words(&self, path: &Path) -> String {
        let place = self.line.map_or_else(String::new, |line| format!(":{line}"));
        let more = match self.more_cases {
            0 => String::new(),
            more => format!(" (and {more} more {})", of_number(more, "case", "cases")),
        };
        format!("{}{place}: {}{more}", path.display(), self.what)
    }
}

impl RunCheck {
    /// Returns a line that says if the run is valid, with its tag, the numbers of topics and documents, and the
    /// number of kinds of faults.
    pub fn verdict(&self, path: &Path) -> String {
        let (min, max) = self.documents;
        let documents =
            if min == max { counted(max, "document") } else { format!("{min} to {max} documents") };
        let (tag, topics) = (self.tag.escape_debug(), counted(self.topics, "topic"));
        let verdict = match self.faults.len() {
            0 => "valid".to_owned(),
            faults => format!("not valid, {}", counted(faults, "kind") + " of faults"),
        };
        format!("{}: {verdict}: run {tag}, {topics}, {documents} a topic", path.display())
    }
}
