//! Checks of a run file before others score it: every kind of fault, not only the first one.
//!
//! Readers stop at the first fault, because what follows it cannot be trusted. Whoever submits a run wants to know all of
//! them, and what a reader accepts but the author may not have meant: ranks that contradict the scores, equal scores,
//! topics without a document.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use indexmap::IndexMap;
use rejudge_names::plural::{counted, of_number};

use crate::error::{LoadError, wrong_count};
use crate::fields::Span;
use crate::file_text::FileText;
use crate::forms::{Kind, read_lines};
use crate::qrels::Qrels;
use crate::runs::RUN;
use crate::text::parse_double;

/// The things that a run is compared with.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunCheckAgainst<'a> {
    /// Judgments, whose topics the run should have.
    pub qrels: Option<&'a Qrels>,
    /// The ids of the collection's documents.
    pub documents: Option<&'a HashSet<&'a str>>,
    /// The most documents of a topic.
    pub most: Option<usize>,
}

/// A run file and what was found in it.
#[derive(Clone, Debug, Default)]
pub struct RunCheck {
    /// The tag of the first line.
    pub tag: String,
    /// Number of lines.
    pub lines: usize,
    /// The fewest and the most documents of a topic.
    pub documents: (usize, usize),
    /// Number of topics.
    pub topics: usize,
    /// Faults that make the run invalid.
    pub faults: Vec<Finding>,
    /// Oddities that are allowed, but may not be meant.
    pub notes: Vec<Finding>,
}

/// A kind of fault or note: its first case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The line of the first case; `None` if it is of no line.
    pub line: Option<usize>,
    /// The first case in words.
    pub what: String,
    /// Number of cases after the first.
    pub more: usize,
}

/// The kinds of findings, in the order in which they are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Of {
    Columns,
    Score,
    Rank,
    Repeated,
    Order,
    Tag,
    Length,
    Topic,
    Document,
    // Notes.
    Second,
    Gap,
    Tie,
    SingleTie,
    Block,
    Missing,
}

impl Of {
    fn is_note(self) -> bool {
        self >= Self::Second
    }
}

/// A line of a topic.
struct Ranked<'a> {
    line: usize,
    document: &'a str,
    rank: i64,
    score: f64,
}

#[derive(Default)]
struct Findings(HashMap<Of, Finding>);

impl Findings {
    /// Adds a case; `what` says the first one of its kind.
    fn add(&mut self, of: Of, line: impl Into<Option<usize>>, what: impl FnOnce() -> String) {
        match self.0.get_mut(&of) {
            Some(finding) => finding.more += 1,
            None => {
                self.0.insert(of, Finding { line: line.into(), what: what(), more: 0 });
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
    /// If the file cannot be read as lines, or is of another form and invalid.
    pub fn read(path: &Path, against: RunCheckAgainst<'_>) -> Result<Self, LoadError> {
        let bytes = read_lines(Kind::Run, path)?;
        let source = FileText::new(path, &bytes)?;
        let (mut check, mut found) = (Self::default(), Findings::default());
        let topics = check.lines_of(&source, &mut found)?;
        // No line is of a run: the file is of another kind, which the first line shows.
        if let (true, Some(line)) = (topics.is_empty(), source.lines().next()) {
            source.fields::<6>(line, RUN)?;
        }
        if check.lines == 0 {
            return Err(source.empty(RUN).into());
        }
        for (topic, lines) in &topics {
            check_topic(topic, lines, against, &mut found);
        }
        if let Some(qrels) = against.qrels {
            let missing = qrels.topics().filter(|judged| !topics.contains_key(judged.name()));
            for judged in missing {
                let name = judged.name().escape_debug();
                found.add(Of::Missing, None::<usize>, || {
                    format!("topic `{name}` of the judgments has no document")
                });
            }
        }
        let lengths = || topics.values().map(Vec::len);
        check.documents = (lengths().min().unwrap_or(0), lengths().max().unwrap_or(0));
        check.topics = topics.len();
        let mut found: Vec<(Of, Finding)> = found.0.into_iter().collect();
        found.sort_unstable_by_key(|(of, _)| *of);
        for (of, finding) in found {
            let list = if of.is_note() { &mut check.notes } else { &mut check.faults };
            list.push(finding);
        }
        Ok(check)
    }

    /// Reads the lines by topic, in the order of the file; lines that cannot be read are findings.
    fn lines_of<'a>(
        &mut self,
        source: &FileText<'a>,
        found: &mut Findings,
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
                found.add(Of::Columns, line, || wrong_count(columns, RUN));
                continue;
            }
            let [topic, second, document, rank, score, tag] = words.map(|word| source.get(word));
            if self.tag.is_empty() {
                tag.clone_into(&mut self.tag);
            } else if self.tag != tag {
                let (tag, first) = (tag.escape_debug(), self.tag.escape_debug());
                let what =
                    || format!("the tag is `{tag}`, but `{first}` in the first line: a file holds one run");
                found.add(Of::Tag, line, what);
            }
            if !second.eq_ignore_ascii_case("Q0") {
                let second = second.escape_debug();
                found.add(Of::Second, line, || format!("the second column is `{second}`, expected `Q0`"));
            }
            if topic != topic_before && topics.contains_key(topic) {
                let topic = topic.escape_debug();
                found.add(Of::Block, line, || format!("topic `{topic}` goes on after another topic"));
            }
            topic_before = topic;
            let number = parse_double(score.as_bytes()).filter(|score| score.is_finite());
            if number.is_none() {
                let score = score.escape_debug();
                found.add(Of::Score, line, || format!("score `{score}` is not a finite number"));
            }
            let whole = rank.parse::<i64>().ok();
            if whole.is_none() {
                let rank = rank.escape_debug();
                found.add(Of::Rank, line, || format!("rank `{rank}` is not a whole number"));
            }
            let lines = topics.entry(topic).or_default();
            if let (Some(score), Some(rank)) = (number, whole) {
                lines.push(Ranked { line, document, rank, score });
            }
        }
        Ok(topics)
    }
}

/// Checks the documents of a topic.
fn check_topic(topic: &str, lines: &[Ranked<'_>], against: RunCheckAgainst<'_>, found: &mut Findings) {
    let name = topic.escape_debug();
    if let Some(qrels) = against.qrels
        && qrels.topic(topic).is_none()
        && let Some(first) = lines.first()
    {
        found.add(Of::Topic, first.line, || format!("topic `{name}` is not in the judgments"));
    }
    if let Some(most) = against.most
        && let Some(beyond) = lines.get(most)
    {
        let count = lines.len();
        found.add(Of::Length, beyond.line, || {
            format!("topic `{name}` has {count} documents, at most {most} are allowed")
        });
    }
    let mut first_lines: HashMap<&str, usize> = HashMap::with_capacity(lines.len());
    for &Ranked { line, document, .. } in lines {
        let id = document.escape_debug();
        if let Some(first) = first_lines.get(document) {
            let what = || format!("document `{id}` is already in topic `{name}` (line {first})");
            found.add(Of::Repeated, line, what);
            continue;
        }
        first_lines.insert(document, line);
        if against.documents.is_some_and(|documents| !documents.contains(document)) {
            found.add(Of::Document, line, || format!("document `{id}` is not in the collection"));
        }
    }
    let mut by_rank: Vec<&Ranked<'_>> = lines.iter().collect();
    by_rank.sort_by_key(|line| line.rank);
    let first_rank = by_rank.first().map_or(1, |line| line.rank.clamp(0, 1));
    let mut expected = first_rank;
    for (at, line) in by_rank.iter().enumerate() {
        if line.rank != expected {
            let (rank, line) = (line.rank, line.line);
            let what = || {
                format!(
                    "topic `{name}`: rank {rank}, where ranks that count from {first_rank} have {expected}"
                )
            };
            found.add(Of::Gap, line, what);
            expected = rank;
        }
        expected = expected.saturating_add(1);
        let Some(above) = at.checked_sub(1).map(|above| by_rank[above]) else { continue };
        // Of lines of one rank none is above the other.
        if line.score > above.score && line.rank > above.rank {
            let what = || {
                format!(
                    "topic `{name}`: rank {} has the score {}, above the score {} of rank {}; scores decide, not ranks",
                    line.rank, line.score, above.score, above.rank
                )
            };
            found.add(Of::Order, line.line, what);
        } else if line.score == above.score {
            let what = || {
                format!(
                    "topic `{name}`: the score {} twice; trec_eval puts the greater docno first",
                    line.score
                )
            };
            found.add(Of::Tie, line.line, what);
        } else if line.score as f32 == above.score as f32 {
            let what = || {
                format!(
                    "topic `{name}`: the scores {} and {} are equal in single precision, which trec_eval 9 uses",
                    above.score, line.score
                )
            };
            found.add(Of::SingleTie, line.line, what);
        }
    }
}

impl Finding {
    /// Returns the finding in a line: `run.txt:3: document ..., and 2 more`.
    pub fn shown(&self, path: &Path) -> String {
        let place = self.line.map_or_else(String::new, |line| format!(":{line}"));
        let more = match self.more {
            0 => String::new(),
            more => format!(" (and {more} more {})", of_number(more, "case", "cases")),
        };
        format!("{}{place}: {}{more}", path.display(), self.what)
    }
}

impl RunCheck {
    /// Returns the verdict in a line: the run, its topics and documents, and the kinds of faults.
    pub fn verdict(&self, path: &Path) -> String {
        let (fewest, most) = self.documents;
        let documents =
            if fewest == most { counted(most, "document") } else { format!("{fewest} to {most} documents") };
        let (tag, topics) = (self.tag.escape_debug(), counted(self.topics, "topic"));
        let verdict = match self.faults.len() {
            0 => "valid".to_owned(),
            faults => format!("not valid, {}", counted(faults, "kind") + " of faults"),
        };
        format!("{}: {verdict}: run {tag}, {topics}, {documents} a topic", path.display())
    }
}
