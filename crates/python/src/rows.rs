//! Rows by topic: of frames, without a copy, and of Python's own objects, copied.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use rejudge_collections::{RepeatedRow, Rows};

use crate::arrow_columns::{Numbers, Text};
use crate::exceptions::Wrong;

/// A piece of a frame, of the columns that are wanted.
#[derive(Debug)]
pub struct Batch {
    /// The number of rows of the frame before its first.
    pub before: usize,
    /// The number of rows.
    pub rows: usize,
    /// Topics.
    pub topics: Text,
    /// Documents.
    pub documents: Text,
    /// Levels, scores or ranks.
    pub numbers: Numbers,
    /// Runs, if there is such a column.
    pub runs: Option<Text>,
}

/// Neighbouring rows of one topic.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    batch: u32,
    start: u32,
    end: u32,
}

/// Rows of a frame.
#[derive(Clone, Debug)]
pub struct FrameRows {
    batches: Arc<Vec<Batch>>,
    stretches: Vec<Stretch>,
    /// The end of the last stretch of each topic.
    ends: Vec<u32>,
}

/// Rows from Python's objects.
#[derive(Clone, Debug, Default)]
pub struct CopiedRows {
    /// Names, and the rows of each.
    topics: Vec<(String, Range<usize>)>,
    /// Documents, end to end.
    text: String,
    ends: Vec<usize>,
    numbers: Vec<f64>,
}

/// Rows by topic.
#[derive(Clone, Debug)]
pub enum TopicRows {
    /// Rows of a frame.
    Frame(FrameRows),
    /// Rows of other objects.
    Copied(CopiedRows),
}

impl FrameRows {
    /// Returns the rows of each run, in order of first appearance, or all rows without a name if there is no column of
    /// runs.
    pub fn by_run(batches: Vec<Batch>) -> Vec<(Option<String>, Self)> {
        let batches = Arc::new(batches);
        let (mut keys, mut numbers) = (Vec::new(), HashMap::new());
        let mut stretches: Vec<(u32, Stretch)> = Vec::new();
        for (number, batch) in batches.iter().enumerate() {
            let run = |row: usize| batch.runs.as_ref().map_or("", |runs| runs.at(row));
            let mut start = 0;
            for row in 1..=batch.rows {
                let is_same = row < batch.rows
                    && batch.topics.is_same(row - 1, row)
                    && batch.runs.as_ref().is_none_or(|runs| runs.is_same(row - 1, row));
                if is_same {
                    continue;
                }
                let key = (run(start), batch.topics.at(start));
                let key = *numbers.entry(key).or_insert_with(|| {
                    keys.push(key);
                    keys.len() as u32 - 1
                });
                let stretch = Stretch { batch: number as u32, start: start as u32, end: row as u32 };
                stretches.push((key, stretch));
                start = row;
            }
        }
        drop(numbers);
        stretches.sort_by_key(|(key, _)| *key);
        let mut runs: Vec<(Option<String>, Self)> = Vec::new();
        let mut places: HashMap<&str, usize> = HashMap::new();
        let mut rest = stretches.as_slice();
        for (key, &(run, _)) in keys.iter().enumerate() {
            let length = rest.partition_point(|(other, _)| *other as usize == key);
            let (own, others) = rest.split_at(length);
            rest = others;
            let place = *places.entry(run).or_insert_with(|| {
                let name = batches[0].runs.is_some().then(|| run.to_owned());
                let batches = Arc::clone(&batches);
                runs.push((name, Self { batches, stretches: Vec::new(), ends: Vec::new() }));
                runs.len() - 1
            });
            let rows = &mut runs[place].1;
            rows.stretches.extend(own.iter().map(|(_, stretch)| *stretch));
            rows.ends.push(rows.stretches.len() as u32);
        }
        runs
    }

    fn stretches(&self, topic: usize) -> &[Stretch] {
        let start = topic.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.stretches[start as usize..self.ends[topic] as usize]
    }

    /// The rows of a topic: number in the frame, document and number.
    fn rows(&self, topic: usize) -> impl Iterator<Item = (usize, &str, f64)> {
        self.stretches(topic).iter().flat_map(|stretch| {
            let batch = &self.batches[stretch.batch as usize];
            let rows = stretch.start as usize..stretch.end as usize;
            rows.map(|row| (batch.before + row, batch.documents.at(row), batch.numbers.at(row)))
        })
    }
}

impl CopiedRows {
    /// Begins a topic.
    pub fn begin(&mut self, name: &str) {
        let row = self.numbers.len();
        self.topics.push((name.to_owned(), row..row));
    }

    /// Adds a row to the last topic.
    #[inline]
    pub fn push(&mut self, document: &str, number: f64) {
        self.text.push_str(document);
        self.ends.push(self.text.len());
        self.numbers.push(number);
        if let Some((_, rows)) = self.topics.last_mut() {
            rows.end += 1;
        }
    }

    /// Returns true if there is no row.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Removes topics that have no rows.
    #[must_use]
    pub fn without_empty(mut self) -> Self {
        self.topics.retain(|(_, rows)| !rows.is_empty());
        self
    }

    fn document(&self, row: usize) -> &str {
        let start = row.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[row]]
    }
}

impl TopicRows {
    /// Returns the number of rows of a topic.
    pub fn count(&self, topic: usize) -> usize {
        match self {
            Self::Frame(frame) => {
                frame.stretches(topic).iter().map(|stretch| (stretch.end - stretch.start) as usize).sum()
            }
            Self::Copied(copied) => copied.topics[topic].1.len(),
        }
    }

    /// The rows of the topics that `is_kept`.
    #[must_use]
    pub fn of_topics(&self, is_kept: impl Fn(&str) -> bool) -> Self {
        let topics = (0..self.topics()).filter(|&topic| is_kept(self.name(topic)));
        match self {
            Self::Frame(frame) => {
                let (mut stretches, mut ends) = (Vec::new(), Vec::new());
                for topic in topics {
                    stretches.extend_from_slice(frame.stretches(topic));
                    ends.push(stretches.len() as u32);
                }
                Self::Frame(FrameRows { batches: Arc::clone(&frame.batches), stretches, ends })
            }
            Self::Copied(_) => {
                let mut kept = CopiedRows::default();
                for topic in topics {
                    kept.begin(self.name(topic));
                    self.each(topic, |document, number| kept.push(document, number));
                }
                Self::Copied(kept)
            }
        }
    }

    /// The message on a document that a topic has twice; `of` is `qrels` or the run.
    pub fn repeated(&self, repeated: &RepeatedRow, of: &str) -> Wrong {
        let (topic, document) = (self.name(repeated.topic), repeated.document.as_str());
        let rows = match self {
            Self::Frame(frame) => {
                let same = frame.rows(repeated.topic).filter(|(_, other, _)| *other == document);
                let rows: Vec<String> = same.take(2).map(|(row, ..)| row.to_string()).collect();
                format!(": rows {}", rows.join(" and "))
            }
            Self::Copied(_) => String::new(),
        };
        Wrong::value(format!("{of}: duplicate document `{document}` in topic `{topic}`{rows}"))
    }

    /// The lines of a run file; numbers are scores, or ranks.
    pub fn lines(&self, tag: &str, by_rank: bool) -> String {
        let mut lines = String::new();
        for topic in 0..self.topics() {
            let name = self.name(topic);
            self.each(topic, |document, number| {
                let (rank, score) = if by_rank { (number, 0.0 - number) } else { (0.0, number) };
                lines += &format!("{name} Q0 {document} {rank} {score} {tag}\n");
            });
        }
        lines
    }

    /// Returns an error for the first row whose number `is_wrong` rejects, with its message.
    pub fn check(
        &self,
        of: &str,
        column: &str,
        is_wrong: impl Fn(f64) -> Option<String>,
    ) -> Result<(), Wrong> {
        let is_any_wrong = match self {
            Self::Frame(frame) => frame
                .batches
                .iter()
                .any(|batch| (0..batch.rows).any(|row| is_wrong(batch.numbers.at(row)).is_some())),
            Self::Copied(copied) => copied.numbers.iter().any(|&number| is_wrong(number).is_some()),
        };
        if !is_any_wrong {
            return Ok(());
        }
        // Runs of one frame share its rows, so that the wrong number may be in another run.
        let found = (0..self.topics()).find_map(|topic| {
            let name = self.name(topic);
            match self {
                Self::Frame(frame) => frame.rows(topic).find_map(|(row, document, number)| {
                    let said = is_wrong(number)?;
                    Some(format!(
                        "column `{column}`, row {row} (topic `{name}`, document `{document}`): {said}"
                    ))
                }),
                Self::Copied(copied) => copied.topics[topic].1.clone().find_map(|row| {
                    let said = is_wrong(copied.numbers[row])?;
                    Some(format!("topic `{name}`, document `{}`: {said}", copied.document(row)))
                }),
            }
        });
        found.map_or(Ok(()), |found| Err(Wrong::value(format!("{of}: {found}"))))
    }
}

impl Rows for TopicRows {
    fn topics(&self) -> usize {
        match self {
            Self::Frame(frame) => frame.ends.len(),
            Self::Copied(copied) => copied.topics.len(),
        }
    }

    fn name(&self, topic: usize) -> &str {
        match self {
            Self::Frame(frame) => frame.stretches(topic).first().map_or("", |stretch| {
                frame.batches[stretch.batch as usize].topics.at(stretch.start as usize)
            }),
            Self::Copied(copied) => &copied.topics[topic].0,
        }
    }

    fn each<'a>(&'a self, topic: usize, mut row: impl FnMut(&'a str, f64)) {
        match self {
            Self::Frame(frame) => frame.rows(topic).for_each(|(_, document, number)| row(document, number)),
            Self::Copied(copied) => {
                copied.topics[topic].1.clone().for_each(|at| row(copied.document(at), copied.numbers[at]));
            }
        }
    }
}
