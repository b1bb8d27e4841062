//! Rows grouped by topic, from frames, arrays, dicts and files.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use rejudge_collections::{RepeatedRow, Rows};

use crate::arrow_columns::TextColumn;
use crate::exceptions::Exception;

/// The columns that we read from one batch of an Arrow frame.
#[derive(Debug)]
pub struct Batch {
    /// The column of topics.
    pub topics: TextColumn,
    /// The columns of documents and numbers, which stay in memory.
    pub chunk: Chunk,
    /// The column that the rows are split by (runs or intents), if the frame has one.
    pub split_by: Option<TextColumn>,
    /// The number of rows.
    pub rows: usize,
}

/// Documents and their numbers, without their topics.
#[derive(Clone, Debug)]
pub struct Chunk {
    /// For each row, its document.
    pub documents: TextColumn,
    /// For each row, its level, gain, score or rank.
    pub numbers: Numbers,
}

/// The levels, gains, scores or ranks of rows. The numbers of an array are in single precision if that is exact.
/// This halves the memory, and is faster, because reading the numbers takes longer than computing with them.
#[derive(Clone, Debug)]
pub enum Numbers {
    /// In double precision.
    Double(Vec<f64>),
    /// In single precision, which is exact for levels, and for scores that were computed in single precision.
    Single(Vec<f32>),
}

impl Numbers {
    /// Returns the level, gain, score or rank in a row.
    #[inline]
    pub fn at(&self, row: usize) -> f64 {
        match self {
            Self::Double(numbers) => numbers[row],
            Self::Single(numbers) => numbers[row].into(),
        }
    }

    /// Appends numbers. All numbers are converted to double precision as soon as one is not exact in single
    /// precision.
    pub fn extend(&mut self, more: &[f64]) {
        let is_exact = |number: &f64| f64::from(*number as f32) == *number;
        match self {
            Self::Single(numbers) if more.iter().all(is_exact) => {
                numbers.extend(more.iter().map(|&number| number as f32));
            }
            Self::Single(numbers) => {
                let doubles = numbers.iter().map(|&number| number.into()).chain(more.iter().copied());
                *self = Self::Double(doubles.collect());
            }
            Self::Double(numbers) => numbers.extend_from_slice(more),
        }
    }
}

/// Consecutive rows of a chunk.
#[derive(Clone, Debug)]
struct RowRange {
    chunk: usize,
    rows: Range<usize>,
    /// The position of the first row in its frame, for messages. `None` if the rows are not from a frame.
    first_frame_row: Option<usize>,
}

/// Rows grouped by topic.
///
/// The rows are not moved: a topic only records where they are in the chunks. Selecting topics copies these records, and the
/// chunks are shared.
#[derive(Clone, Debug, Default)]
pub struct TopicRows {
    topics: Vec<(String, Vec<RowRange>)>,
    chunks: Arc<Vec<Chunk>>,
    /// The number of columns of the array whose rows these are. `None` if the rows are not from an array, or topics
    /// were selected.
    columns: Option<usize>,
}

impl TopicRows {
    /// Groups the rows of a frame by run (or intent) and topic, in order of first appearance. Without a
    /// column of runs or intents, all rows are one run without a name.
    pub fn by_run(batches: Vec<Batch>) -> Vec<(Option<String>, Self)> {
        let mut groups: Vec<(Option<&str>, &str, Vec<RowRange>)> = Vec::new();
        let mut group_of_key = HashMap::new();
        let (mut frame_row, mut group, mut last_key) = (0, 0, None);
        for (chunk, batch) in batches.iter().enumerate() {
            for row in 0..batch.rows {
                // A missing run is `None` and not "", because comparing empty texts takes 0.1 microseconds on some processors.
                let key = (batch.split_by.as_ref().map(|runs| runs.at(row)), batch.topics.at(row));
                if last_key.replace(key) != Some(key) {
                    group = *group_of_key.entry(key).or_insert(groups.len());
                    if group == groups.len() {
                        groups.push((key.0, key.1, Vec::new()));
                    }
                }
                match groups[group].2.last_mut() {
                    Some(range) if range.chunk == chunk && range.rows.end == row => {
                        range.rows.end += 1;
                    }
                    _ => groups[group].2.push(RowRange {
                        chunk,
                        rows: row..row + 1,
                        first_frame_row: Some(frame_row),
                    }),
                }
                frame_row += 1;
            }
        }
        let mut runs: Vec<(Option<String>, Self)> = Vec::new();
        let mut run_positions = HashMap::new();
        for (run, topic, ranges) in groups {
            let position = *run_positions.entry(run).or_insert(runs.len());
            if position == runs.len() {
                runs.push((run.map(str::to_owned), Self::default()));
            }
            runs[position].1.topics.push((topic.to_owned(), ranges));
        }
        let chunks = Arc::new(batches.into_iter().map(|batch| batch.chunk).collect());
        runs.iter_mut().for_each(|(_, rows)| rows.chunks = Arc::clone(&chunks));
        runs
    }

    /// Creates rows from the values of an array, topics by documents, row by row. Topics and documents are named by
    /// their numbers. A document's number has leading zeros, because ties are ordered by name, and `9` would come
    /// after `10`.
    pub fn from_array(topics: usize, documents: usize, numbers: Numbers) -> Self {
        let width = (documents - 1).to_string().len();
        let names = (0..documents).map(|document| format!("{document:0width$}")).collect();
        let chunk = Chunk { documents: TextColumn::Repeated(names), numbers };
        let topics = (0..topics)
            .map(|topic| {
                let rows = topic * documents..(topic + 1) * documents;
                (topic.to_string(), vec![RowRange { chunk: 0, rows, first_frame_row: None }])
            })
            .collect();
        Self { topics, chunks: Arc::new(vec![chunk]), columns: Some(documents) }
    }

    /// Returns the number of topics and of documents of the array whose rows these are. Returns `None` if the rows
    /// are not from an array, or topics were selected.
    pub fn shape(&self) -> Option<(usize, usize)> {
        self.columns.map(|columns| (self.topics.len(), columns))
    }

    /// Returns the numbers of an array, row by row.
    ///
    /// # Panics
    /// If there are no rows.
    pub fn numbers(&self) -> &Numbers {
        &self.chunks[0].numbers
    }

    /// Begins a topic, to which [`push`](Self::push) adds rows. The names of topics must be distinct.
    pub fn begin(&mut self, name: &str) {
        self.topics.push((name.to_owned(), Vec::new()));
    }

    /// Reserves memory for rows that will be pushed.
    pub fn reserve(&mut self, rows: usize) {
        let (_, ends, numbers) = self.pushed_chunk();
        ends.reserve(rows);
        numbers.reserve(rows);
    }

    /// Returns the chunk of pushed rows: their documents, the end of each document, and their numbers.
    #[inline]
    fn pushed_chunk(&mut self) -> (&mut String, &mut Vec<usize>, &mut Vec<f64>) {
        let chunks = Arc::make_mut(&mut self.chunks);
        if chunks.is_empty() {
            let documents = TextColumn::Joined { text: String::new(), ends: Vec::new() };
            chunks.push(Chunk { documents, numbers: Numbers::Double(Vec::new()) });
        }
        match &mut chunks[0] {
            Chunk { documents: TextColumn::Joined { text, ends }, numbers: Numbers::Double(numbers) } => {
                (text, ends, numbers)
            }
            _ => unreachable!("rows are never pushed to those of a frame or an array"),
        }
    }

    /// Adds a row to the last topic. The rows must not be from a frame or an array.
    #[inline]
    pub fn push(&mut self, document: &str, number: f64) {
        let (text, ends, numbers) = self.pushed_chunk();
        let row = numbers.len();
        text.push_str(document);
        ends.push(text.len());
        numbers.push(number);
        if let Some((_, ranges)) = self.topics.last_mut() {
            match ranges.last_mut() {
                Some(range) => range.rows.end += 1,
                None => ranges.push(RowRange { chunk: 0, rows: row..row + 1, first_frame_row: None }),
            }
        }
    }

    /// Returns the number of rows.
    pub fn count(&self) -> usize {
        self.topics.iter().flat_map(|(_, ranges)| ranges).map(|range| range.rows.len()).sum()
    }

    /// Removes topics without rows, because judgments have no topics without judged documents.
    #[must_use]
    pub fn without_empty(mut self) -> Self {
        self.topics.retain(|(_, ranges)| !ranges.is_empty());
        self
    }

    /// Returns the rows of the topics for which `is_kept` returns true.
    #[must_use]
    pub fn select_topics(&self, is_kept: impl Fn(&str) -> bool) -> Self {
        let topics = self.topics.iter().filter(|(name, _)| is_kept(name)).cloned().collect();
        Self { topics, chunks: Arc::clone(&self.chunks), columns: None }
    }

    /// Returns the rows of a topic: the document, its level, gain, score or rank, and the position of the row in
    /// its frame.
    fn numbered_rows(&self, topic: usize) -> impl Iterator<Item = (&str, f64, Option<usize>)> {
        self.topics[topic].1.iter().flat_map(move |range| {
            let (chunk, start) = (&self.chunks[range.chunk], range.rows.start);
            range.rows.clone().map(move |row| {
                let frame_row = range.first_frame_row.map(|first| first + row - start);
                (chunk.documents.at(row), chunk.numbers.at(row), frame_row)
            })
        })
    }

    /// Returns the error for a document that a topic contains twice.
    pub fn duplicate_error(&self, repeated: &RepeatedRow, label: &str) -> Exception {
        let (topic, document) = (self.name(repeated.topic), repeated.document.as_str());
        let duplicates = self.numbered_rows(repeated.topic).filter(|(other, ..)| *other == document);
        let rows: Vec<String> =
            duplicates.filter_map(|(.., frame_row)| frame_row).take(2).map(|row| row.to_string()).collect();
        let rows = if rows.is_empty() { String::new() } else { format!(": rows {}", rows.join(" and ")) };
        Exception::value(format!("{label}: duplicate document `{document}` in topic `{topic}`{rows}"))
    }

    /// Returns the document and the number of each row of a topic.
    pub fn topic_rows(&self, topic: usize) -> impl Iterator<Item = (&str, f64)> {
        self.numbered_rows(topic).map(|(document, number, _)| (document, number))
    }

    /// Returns the topic, the document and the number of each row.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str, f64)> {
        (0..self.topics.len()).flat_map(move |topic| {
            self.topic_rows(topic).map(move |(document, number)| (self.name(topic), document, number))
        })
    }

    /// Checks the numbers of a column or an array, which messages call `place`. `fault` describes the fault of a number.
    ///
    /// # Errors
    /// If a number has a fault. The error is about the first such number.
    pub fn check(&self, place: &str, fault: fn(f64) -> Option<String>) -> Result<(), Exception> {
        for (topic, (name, ranges)) in self.topics.iter().enumerate() {
            let numbers = |range: &RowRange| {
                let numbers = &self.chunks[range.chunk].numbers;
                range.rows.clone().map(move |row| numbers.at(row))
            };
            // A first pass reads only the numbers, because looking up documents costs more, and faults are rare.
            if ranges.iter().flat_map(numbers).all(|number| fault(number).is_none()) {
                continue;
            }
            for (document, number, row) in self.numbered_rows(topic) {
                if let Some(fault) = fault(number) {
                    return Err(Exception::value(match row {
                        Some(row) => {
                            format!("{place}, row {row} (topic `{name}`, document `{document}`): {fault}")
                        }
                        None => format!("{place}: topic `{name}`, document `{document}`: {fault}"),
                    }));
                }
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
        self.numbered_rows(topic).for_each(|(document, number, _)| row(document, number));
    }
}
