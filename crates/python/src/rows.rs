//! Rows by topic, of frames and of Python's own objects.

use std::collections::HashMap;
use std::ops::Range;

use rejudge_collections::{RepeatedRow, Rows};

use crate::arrow_columns::Text;
use crate::exceptions::Wrong;

/// A piece of a frame, of the columns that are wanted.
#[derive(Debug)]
pub struct Batch {
    /// Topics.
    pub topics: Text,
    /// Documents.
    pub documents: Text,
    /// Levels, scores or ranks.
    pub numbers: Vec<f64>,
    /// Runs, if there is such a column.
    pub runs: Option<Text>,
}

/// Rows by topic.
#[derive(Clone, Debug, Default)]
pub struct TopicRows {
    /// Names, and the rows of each.
    topics: Vec<(String, Range<usize>)>,
    /// Documents, end to end.
    text: String,
    ends: Vec<usize>,
    numbers: Vec<f64>,
    /// Of each row its number in the frame, if they are of one.
    in_frame: Vec<usize>,
}

impl TopicRows {
    /// Returns the rows of each run, in order of first appearance, or all rows without a name if there is no column of
    /// runs.
    pub fn by_run(batches: &[Batch]) -> Vec<(Option<String>, Self)> {
        // Stretches of rows: the number of the first in the frame, the batch, and the rows of the batch.
        type RowsOfKey<'a> = Vec<(usize, &'a Batch, Range<usize>)>;
        let mut keys: Vec<(&str, &str, RowsOfKey<'_>)> = Vec::new();
        let mut places = HashMap::new();
        let (mut place, mut last) = (0, None);
        for (in_frame, (batch, row)) in
            batches.iter().flat_map(|batch| (0..batch.numbers.len()).map(move |row| (batch, row))).enumerate()
        {
            let key = (batch.runs.as_ref().map_or("", |runs| runs.at(row)), batch.topics.at(row));
            if last.replace(key) != Some(key) {
                place = *places.entry(key).or_insert(keys.len());
                if place == keys.len() {
                    keys.push((key.0, key.1, Vec::new()));
                }
            }
            match keys[place].2.last_mut() {
                Some((_, of, rows)) if std::ptr::eq(*of, batch) && rows.end == row => rows.end += 1,
                _ => keys[place].2.push((in_frame, batch, row..row + 1)),
            }
        }
        let mut runs: Vec<(Option<String>, Self)> = Vec::new();
        let mut of_run = HashMap::new();
        for (run, topic, rows) in keys {
            let at = *of_run.entry(run).or_insert(runs.len());
            if at == runs.len() {
                runs.push((batches[0].runs.is_some().then(|| run.to_owned()), Self::default()));
            }
            let copied = &mut runs[at].1;
            copied.begin(topic);
            for (first, batch, rows) in rows {
                copied.in_frame.extend(first..first + rows.len());
                rows.for_each(|row| copied.push(batch.documents.at(row), batch.numbers[row]));
            }
        }
        runs
    }

    /// Begins a topic, which has no rows yet. No two have one name.
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

    /// Returns the rows without topics that have none: of judgments, they would be topics without a document.
    #[must_use]
    pub fn without_empty(mut self) -> Self {
        self.topics.retain(|(_, rows)| !rows.is_empty());
        self
    }

    fn document(&self, row: usize) -> &str {
        let start = row.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[row]]
    }

    /// Returns the number of rows of a topic.
    pub fn count(&self, topic: usize) -> usize {
        self.topics[topic].1.len()
    }

    /// Returns the rows of some topics.
    #[must_use]
    pub fn of_topics(&self, is_kept: impl Fn(&str) -> bool) -> Self {
        let topics = self.topics.iter().filter(|(name, _)| is_kept(name)).cloned().collect();
        Self { topics, ..self.clone() }
    }

    /// Returns the error for a document that a topic has twice.
    pub fn repeated(&self, repeated: &RepeatedRow, of: &str) -> Wrong {
        let (topic, document) = (self.name(repeated.topic), repeated.document.as_str());
        let same = self.topics[repeated.topic].1.clone().filter(|&row| self.document(row) == document);
        let rows: Vec<String> =
            same.filter_map(|row| self.in_frame.get(row)).take(2).map(usize::to_string).collect();
        let rows = if rows.is_empty() { String::new() } else { format!(": rows {}", rows.join(" and ")) };
        Wrong::value(format!("{of}: duplicate document `{document}` in topic `{topic}`{rows}"))
    }

    /// Returns the lines of a run file; with ranks, they are ordered by them.
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

    /// Checks the numbers of `column`.
    ///
    /// # Errors
    /// The first number that is wrong.
    pub fn check(
        &self,
        of: &str,
        column: &str,
        is_wrong: impl Fn(f64) -> Option<String>,
    ) -> Result<(), Wrong> {
        for (name, rows) in &self.topics {
            for row in rows.clone() {
                let Some(said) = is_wrong(self.numbers[row]) else { continue };
                let document = self.document(row);
                return Err(Wrong::value(match self.in_frame.get(row) {
                    Some(row) => format!(
                        "{of}: column `{column}`, row {row} (topic `{name}`, document `{document}`): {said}"
                    ),
                    None => format!("{of}: topic `{name}`, document `{document}`: {said}"),
                }));
            }
        }
        Ok(())
    }
}

impl Rows for TopicRows {
    fn topics(&self) -> usize {
        self.topics.len()
    }

    fn name(&self, topic: usize) -> &str {
        &self.topics[topic].0
    }

    fn each<'a>(&'a self, topic: usize, mut row: impl FnMut(&'a str, f64)) {
        self.topics[topic].1.clone().for_each(|at| row(self.document(at), self.numbers[at]));
    }
}
