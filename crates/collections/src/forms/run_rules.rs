//! The rules by which records become rows of a run: ids and numbers are checked, and missing ranks, scores
//! and tags are filled in.

use std::collections::HashMap;
use std::path::Path;

use super::number::trimmed;
use super::trec_lines::{check_document, check_ids};
use super::{Number, Record, Records, Rows, wrong};
use crate::error::Located;
use crate::text::{same, uncompressed};

/// A row of a run, with all columns of a line in TREC format except `Q0`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunRow<'r> {
    pub topic: &'r str,
    pub document: &'r str,
    /// A whole number.
    pub rank: f64,
    /// A finite number.
    pub score: f64,
    pub tag: &'r str,
    /// The score as it is written.
    pub(super) written_score: Number<'r>,
    /// True if we know that topic and tag are the same as in the row before.
    pub repeats: bool,
}

impl RunRow<'_> {
    /// Returns an upper bound on the row's length as a line in TREC format.
    pub(crate) fn max_length(&self) -> usize {
        /// Room for Q0, blanks, and two numbers. A number has at most 309 digits and a sign, or 17 digits
        /// after 323 zeros.
        const MAX_OTHER_LENGTH: usize = 1024;
        let score_length = if let Number::Text(text) = self.written_score { text.len() } else { 0 };
        self.topic.len() + self.document.len() + self.tag.len() + score_length + MAX_OTHER_LENGTH
    }
}

/// Receives the rows of a run.
pub(crate) trait TakeRows {
    /// Receives the next row.
    fn row(&mut self, row: &RunRow<'_>);

    /// Receives the next row without topic, rank and tag. It is called if topic and tag are the same as in
    /// the row before, the score is finite and not a long text, and the rank does not matter.
    fn scored(&mut self, document: &str, score: f64);
}

/// Turns the records of a run into rows.
pub(super) struct RowsByRules<'t, T> {
    pub rules: RunRules,
    pub rows: &'t mut T,
}

impl<T> RowsByRules<'_, T> {
    /// Returns the score of a record that can be passed to [`TakeRows::scored`]: topic and tag are the same
    /// as in the record before, documents are not ordered by rank, the rank is missing or whole, and the score
    /// is short and finite. Returns `None` for any other record.
    fn score_of_usual_record(&self, record: &Record<'_>) -> Option<f64> {
        let is_usual = record.repeats && !self.rules.by_rank && record.rank.is_none_or(Number::is_whole);
        let score = record.number.filter(|number| is_usual && number.is_short())?;
        score.value().filter(|score| score.is_finite())
    }
}

impl<T: TakeRows> Records for RowsByRules<'_, T> {
    fn add(&mut self, record: Record<'_>) -> Result<(), Located> {
        if let Some(score) = self.score_of_usual_record(&record) {
            check_document(record.line, record.topic, record.document)?;
            self.rules.record_count += 1;
            self.rows.scored(record.document, score);
        } else {
            self.rows.row(&self.rules.row(&record)?);
        }
        Ok(())
    }

    fn needs_ranks(&self) -> bool {
        self.rules.by_rank
    }

    /// All rows have the same topic and tag. If [`Rows::scored`] returns the columns, and ranks do not
    /// matter, we check topic and tag only in the first row.
    fn add_rows(&mut self, rows: &Rows<'_>) -> Result<(), Located> {
        let Some((numbers, documents, scores)) = rows.scored().filter(|_| !self.rules.by_rank) else {
            return rows.each(|record| self.add(record));
        };
        rows.record(numbers.start, |record| self.add(record))?;
        for row in numbers.start + 1..numbers.end {
            let document = &documents[row];
            check_document(rows.line(row), &self.rules.topic, document)?;
            match scores[row].filter(|score| score.is_finite()) {
                Some(score) => self.rows.scored(document, score),
                None => return rows.record(row, |record| self.add(record)),
            }
        }
        self.rules.record_count += numbers.len() - 1;
        Ok(())
    }
}

/// The rules by which records become rows.
pub(super) struct RunRules {
    by_rank: bool,
    /// The name of the run if its records have no tag.
    file_name: String,
    /// The tag of the first record that has one, as it is written and as one word.
    tag: Option<(String, String)>,
    /// The topic of the last record.
    topic: String,
    /// The number of records of this topic so far.
    record_count: usize,
    /// The number of records of each other topic so far.
    record_counts: HashMap<String, usize>,
}

impl RunRules {
    pub fn new(by_rank: bool, path: &Path) -> Self {
        let (file_name, topic, record_counts) = (untagged_name(path), String::new(), HashMap::new());
        Self { by_rank, file_name, tag: None, topic, record_count: 0, record_counts }
    }

    pub fn row<'s>(&'s mut self, record: &Record<'s>) -> Result<RunRow<'s>, Located> {
        let &Record { line, topic, document, repeats, .. } = record;
        if repeats {
            check_document(line, topic, document)?;
            self.record_count += 1;
        } else {
            check_ids(record)?;
            self.record_count = self.begin_topic(topic) + 1;
        }
        let (rank, score, written_score) = self.rank_and_score(record, self.record_count)?;
        let tag = self.tag(record)?;
        Ok(RunRow { topic, document, rank, score, tag, written_score, repeats })
    }

    /// Makes `topic` the current one, and returns the number of its records so far.
    fn begin_topic(&mut self, topic: &str) -> usize {
        if same(self.topic.as_bytes(), topic.as_bytes()) {
            return self.record_count;
        }
        let last_topic = std::mem::replace(&mut self.topic, topic.to_owned());
        self.record_counts.insert(last_topic, self.record_count);
        self.record_counts.remove(topic).unwrap_or_default()
    }

    /// Returns rank, score, and the score as it is written. A missing rank is an error if documents are
    /// ordered by rank, and otherwise becomes the place among the topic's records. A missing score becomes the
    /// negative rank. It is an error if both are missing.
    fn rank_and_score<'r>(
        &self,
        record: &Record<'r>,
        place: usize,
    ) -> Result<(f64, f64, Number<'r>), Located> {
        let line = record.line;
        let rank = match record.rank {
            None if self.by_rank => {
                let message = "no rank, but documents are ordered by rank: expected a column `rank`";
                return Err(wrong(line, message));
            }
            None => None,
            Some(number) => {
                // Nearly all ranks meet the first condition, which is faster, because it calls no function.
                let is_whole = |rank: &f64| f64::from(*rank as i32) == *rank || rank.fract() == 0.0;
                let rank = number.value().filter(is_whole);
                Some(rank.ok_or_else(|| {
                    wrong(line, format!("rank `{}` is not a whole number", number.text().escape_debug()))
                })?)
            }
        };
        let (score, written_score) = match (record.number, rank) {
            (Some(number), _) => {
                let score = number.value().filter(|score| score.is_finite()).ok_or_else(|| {
                    wrong(line, format!("score `{}` is not a finite number", number.text().escape_debug()))
                })?;
                (score, number)
            }
            (None, Some(rank)) => (-rank, Number::Float(-rank)),
            (None, None) => return Err(wrong(line, "neither score nor rank")),
        };
        Ok((rank.unwrap_or(place as f64), score, written_score))
    }

    /// Returns the tag of the run, or the name of the file if the record has no tag. Refuses a tag that differs from
    /// the first tag, unless both become the same word, as `a b` and `a-b` do.
    fn tag(&mut self, record: &Record<'_>) -> Result<&str, Located> {
        let Some(tag) = record.tag.map(trimmed).filter(|tag| !tag.is_empty()) else {
            return Ok(&self.file_name);
        };
        let (first_tag, first_tag_word) = self.tag.get_or_insert_with(|| (tag.to_owned(), one_word(tag)));
        if !record.repeats && !same(first_tag.as_bytes(), tag.as_bytes()) && *first_tag_word != one_word(tag)
        {
            let message = format!(
                "found the runs `{}` and `{}`, but a file may contain only one run; split the file by its run column",
                first_tag_word.escape_debug(),
                one_word(tag).escape_debug()
            );
            let hint = "pandas splits a frame: `for name, rows in frame.groupby(COLUMN): rows.to_csv(f\"{name}.csv\", index=False)`";
            return Err(Located { hint: Some(hint.to_owned()), ..wrong(record.line, message) });
        }
        Ok(first_tag_word)
    }
}

/// Returns the name of a run without a tag: the name of its file, without the format and compression
/// extensions, such as `.csv.gz`. Blanks become hyphens. Standard input is called `run`.
pub fn untagged_name(path: &Path) -> String {
    const EXTENSIONS: [&str; 9] =
        [".jsonl", ".json", ".parquet", ".csv", ".tsv", ".txt", ".run", ".res", ".trec"];
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let mut name = uncompressed(&file);
    for extension in EXTENSIONS {
        name = name.strip_suffix(extension).unwrap_or(name);
    }
    one_word(if matches!(name, "" | "-") { "run" } else { name })
}

/// Replaces each stretch of blanks inside a name by a hyphen, and removes blanks at its ends.
fn one_word(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join("-")
}
