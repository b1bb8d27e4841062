//! Rows by topic, of frames and of Python's own objects.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use rejudge_collections::{RepeatedRow, Rows};

use crate::arrow_columns::Text;
use crate::exceptions::Wrong;

/// A piece of a frame, of the columns that are wanted.
#[derive(Debug)]
pub struct Batch {
    /// Topics.
    pub topics: Text,
    /// Documents, with levels, scores or ranks.
    pub piece: Piece,
    /// Runs, if there is such a column.
    pub runs: Option<Text>,
    /// The number of rows.
    pub rows: usize,
}

/// Documents with their numbers.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Documents.
    pub documents: Text,
    /// Levels, scores or ranks.
    pub numbers: Numbers,
}

/// Numbers, in half the memory if single precision holds them: memory takes more time than the work on it.
#[derive(Clone, Debug)]
pub enum Numbers {
    /// In double precision.
    Double(Vec<f64>),
    /// Those of an array that are exact in single precision, as labels and a model's scores are.
    Single(Vec<f32>),
}

impl Numbers {
    /// Returns a number.
    #[inline]
    pub fn at(&self, row: usize) -> f64 {
        match self {
            Self::Double(numbers) => numbers[row],
            Self::Single(numbers) => numbers[row].into(),
        }
    }

    /// Adds numbers.
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

/// Rows of a piece that follow one another.
#[derive(Clone, Debug)]
struct Stretch {
    piece: usize,
    rows: Range<usize>,
    /// The number of the first row in the frame, if they are of one.
    in_frame: Option<usize>,
}

/// Rows by topic. They stay in the pieces that they were given in, which copies share.
#[derive(Clone, Debug, Default)]
pub struct TopicRows {
    topics: Vec<(String, Vec<Stretch>)>,
    pieces: Arc<Vec<Piece>>,
    /// The number of columns if these are all rows of an array.
    columns: Option<usize>,
}

impl TopicRows {
    /// Returns the rows of each run, in order of first appearance, or all rows without a name if there is no column of
    /// runs.
    pub fn by_run(batches: Vec<Batch>) -> Vec<(Option<String>, Self)> {
        let mut keys: Vec<(Option<&str>, &str, Vec<Stretch>)> = Vec::new();
        let mut places = HashMap::new();
        let (mut in_frame, mut place, mut last) = (0, 0, None);
        for (piece, batch) in batches.iter().enumerate() {
            for row in 0..batch.rows {
                // No run is `None`: to compare empty texts takes 0.1 microseconds on some processors.
                let key = (batch.runs.as_ref().map(|runs| runs.at(row)), batch.topics.at(row));
                if last.replace(key) != Some(key) {
                    place = *places.entry(key).or_insert(keys.len());
                    if place == keys.len() {
                        keys.push((key.0, key.1, Vec::new()));
                    }
                }
                match keys[place].2.last_mut() {
                    Some(stretch) if stretch.piece == piece && stretch.rows.end == row => {
                        stretch.rows.end += 1;
                    }
                    _ => keys[place].2.push(Stretch { piece, rows: row..row + 1, in_frame: Some(in_frame) }),
                }
                in_frame += 1;
            }
        }
        let mut runs: Vec<(Option<String>, Self)> = Vec::new();
        let mut of_run = HashMap::new();
        for (run, topic, stretches) in keys {
            let at = *of_run.entry(run).or_insert(runs.len());
            if at == runs.len() {
                runs.push((run.map(str::to_owned), Self::default()));
            }
            runs[at].1.topics.push((topic.to_owned(), stretches));
        }
        let pieces = Arc::new(batches.into_iter().map(|batch| batch.piece).collect());
        runs.iter_mut().for_each(|(_, rows)| rows.pieces = Arc::clone(&pieces));
        runs
    }

    /// The values of an array of topics by documents, row by row. Topics and documents are named by their numbers; those of
    /// documents have zeros in front, so that the order of names is that of the columns.
    pub fn of_grid(topics: usize, documents: usize, numbers: Numbers) -> Self {
        let width = (documents - 1).to_string().len();
        let names = (0..documents).map(|document| format!("{document:0width$}")).collect();
        let of_topic = |topic: usize| {
            let rows = topic * documents..(topic + 1) * documents;
            (topic.to_string(), vec![Stretch { piece: 0, rows, in_frame: None }])
        };
        let piece = Piece { documents: Text::Repeated(names), numbers };
        let topics = (0..topics).map(of_topic).collect();
        Self { topics, pieces: Arc::new(vec![piece]), columns: Some(documents) }
    }

    /// Returns the number of topics and of documents if these are all rows of an array.
    pub fn shape(&self) -> Option<(usize, usize)> {
        self.columns.map(|columns| (self.topics.len(), columns))
    }

    /// Returns the numbers of an array, row by row.
    ///
    /// # Panics
    /// If there are no rows.
    pub fn numbers(&self) -> &Numbers {
        &self.pieces[0].numbers
    }

    /// Begins a topic, which has no rows yet. No two have one name.
    pub fn begin(&mut self, name: &str) {
        self.topics.push((name.to_owned(), Vec::new()));
    }

    /// Makes room for rows of the last topic, so that they are not moved again and again.
    pub fn reserve(&mut self, rows: usize) {
        let (_, ends, numbers) = self.own();
        ends.reserve(rows);
        numbers.reserve(rows);
    }

    /// Returns the rows of no frame: documents, the end of each, and numbers.
    #[inline]
    fn own(&mut self) -> (&mut String, &mut Vec<usize>, &mut Vec<f64>) {
        let pieces = Arc::make_mut(&mut self.pieces);
        if pieces.is_empty() {
            let documents = Text::Own { text: String::new(), ends: Vec::new() };
            pieces.push(Piece { documents, numbers: Numbers::Double(Vec::new()) });
        }
        match &mut pieces[0] {
            Piece { documents: Text::Own { text, ends }, numbers: Numbers::Double(numbers) } => {
                (text, ends, numbers)
            }
            _ => unreachable!("rows of a frame are complete"),
        }
    }

    /// Adds a row to the last topic, of rows that are of no frame.
    #[inline]
    pub fn push(&mut self, document: &str, number: f64) {
        let (text, ends, numbers) = self.own();
        let row = numbers.len();
        text.push_str(document);
        ends.push(text.len());
        numbers.push(number);
        if let Some((_, stretches)) = self.topics.last_mut() {
            match stretches.last_mut() {
                Some(stretch) => stretch.rows.end += 1,
                None => stretches.push(Stretch { piece: 0, rows: row..row + 1, in_frame: None }),
            }
        }
    }

    /// Returns the number of rows.
    pub fn count(&self) -> usize {
        self.topics.iter().flat_map(|(_, stretches)| stretches).map(|stretch| stretch.rows.len()).sum()
    }

    /// Returns the rows without topics that have none: of judgments, they would be topics without a document.
    #[must_use]
    pub fn without_empty(mut self) -> Self {
        self.topics.retain(|(_, stretches)| !stretches.is_empty());
        self
    }

    /// Returns the rows of some topics.
    #[must_use]
    pub fn of_topics(&self, is_kept: impl Fn(&str) -> bool) -> Self {
        let topics = self.topics.iter().filter(|(name, _)| is_kept(name)).cloned().collect();
        Self { topics, pieces: Arc::clone(&self.pieces), columns: None }
    }

    /// Returns document, number, and number in the frame of each row of a topic.
    fn placed(&self, topic: usize) -> impl Iterator<Item = (&str, f64, Option<usize>)> {
        self.topics[topic].1.iter().flat_map(move |stretch| {
            let (piece, start) = (&self.pieces[stretch.piece], stretch.rows.start);
            stretch.rows.clone().map(move |row| {
                let in_frame = stretch.in_frame.map(|first| first + row - start);
                (piece.documents.at(row), piece.numbers.at(row), in_frame)
            })
        })
    }

    /// Returns the error for a document that a topic has twice.
    pub fn repeated(&self, repeated: &RepeatedRow, label: &str) -> Wrong {
        let (topic, document) = (self.name(repeated.topic), repeated.document.as_str());
        let same = self.placed(repeated.topic).filter(|(other, ..)| *other == document);
        let rows: Vec<String> =
            same.filter_map(|(.., in_frame)| in_frame).take(2).map(|row| row.to_string()).collect();
        let rows = if rows.is_empty() { String::new() } else { format!(": rows {}", rows.join(" and ")) };
        Wrong::value(format!("{label}: duplicate document `{document}` in topic `{topic}`{rows}"))
    }

    /// Returns document and number of each row of a topic.
    pub fn of_topic(&self, topic: usize) -> impl Iterator<Item = (&str, f64)> {
        self.placed(topic).map(|(document, number, _)| (document, number))
    }

    /// Returns topic, document and number of each row.
    pub fn all(&self) -> impl Iterator<Item = (&str, &str, f64)> {
        (0..self.topics.len()).flat_map(move |topic| {
            self.of_topic(topic).map(move |(document, number)| (self.name(topic), document, number))
        })
    }

    /// Checks the numbers of a frame's column or of an array, which messages call `place`.
    ///
    /// # Errors
    /// The first number that is wrong.
    pub fn check(&self, place: &str, wrong: fn(f64) -> Option<String>) -> Result<(), Wrong> {
        for (topic, (name, stretches)) in self.topics.iter().enumerate() {
            let numbers = |stretch: &Stretch| {
                let numbers = &self.pieces[stretch.piece].numbers;
                stretch.rows.clone().map(move |row| numbers.at(row))
            };
            // Numbers alone are looked at first, because the rest of a row costs more.
            if stretches.iter().flat_map(numbers).all(|number| wrong(number).is_none()) {
                continue;
            }
            for (document, number, row) in self.placed(topic) {
                if let Some(why) = wrong(number) {
                    return Err(Wrong::value(match row {
                        Some(row) => {
                            format!("{place}, row {row} (topic `{name}`, document `{document}`): {why}")
                        }
                        None => format!("{place}: topic `{name}`, document `{document}`: {why}"),
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
        self.placed(topic).for_each(|(document, number, _)| row(document, number));
    }
}
