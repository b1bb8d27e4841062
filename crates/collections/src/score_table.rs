//! The scores of a file that is a score matrix.

use std::collections::HashMap;
use std::path::Path;

use crate::error::Located;
use crate::file_text::FileText;
use crate::forms::{Form, Kind, Record, wrong as fault};

/// The largest score: squares of differences, summed over topics, are numbers still.
const MOST: f64 = 1e100;

/// The scores of one file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScoreTable {
    /// The topics, in the order of the lines.
    pub topics: Vec<String>,
    /// The runs, in the order of the columns.
    pub runs: Vec<String>,
    /// `scores[topic][run]`.
    pub scores: Vec<Vec<f64>>,
}

impl ScoreTable {
    /// Reads a file, CSV or parquet; `path` is for messages.
    ///
    /// ```
    /// use std::path::Path;
    /// use rejudge_collections::ScoreTable;
    /// let table = ScoreTable::parse(Path::new("ap.csv"), b"topic,run1,\"run 2\"\nt1,0.25,7e-04\nt2,0,1\n")?;
    /// assert_eq!(table.topics, ["t1", "t2"]);
    /// assert_eq!(table.runs, ["run1", "run 2"]);
    /// assert_eq!(table.scores, [[0.25, 0.0007], [0.0, 1.0]]);
    /// # Ok::<(), rejudge_collections::Located>(())
    /// ```
    ///
    /// # Errors
    /// If a score is missing or no number, or a topic or a run is there twice.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Self, Located> {
        let form = Form::recognised(Kind::Scores, bytes).expect("a file of no other form is a matrix");
        if form.has_lines {
            // The error of bytes that are no text has a kind of its own.
            FileText::new(path, bytes)?;
        }
        let (mut table, mut lines) = (Self::default(), HashMap::new());
        form.read(path, bytes, &mut |record| table.add(record, &mut lines))?;
        Ok(table)
    }

    /// Adds a score. A line has those of a topic, by all runs; `lines` has the lines of the topics so far.
    fn add(&mut self, record: Record<'_>, lines: &mut HashMap<String, usize>) -> Result<(), Located> {
        let Record { line, topic, document: run, number, .. } = record;
        let wrong = |what: String| Err(fault(line, what));
        for (name, of) in [(topic, "topic"), (run, "run")] {
            if name.trim().is_empty() {
                return wrong(format!("a {of} without a name"));
            }
        }
        let first = *lines.entry(topic.to_owned()).or_insert(line);
        if first != line {
            let topic = topic.escape_debug();
            return wrong(format!("topic `{topic}` has its scores already (line {first})"));
        }
        let text = number.unwrap_or_default();
        let shown = text.escape_debug();
        let score = match text.parse::<f64>() {
            Ok(score) if score.abs() <= MOST => score,
            Ok(score) if score.is_finite() => {
                return wrong(format!(
                    "score `{shown}` is too large: of differences of runs squares are summed, expected 1e100 at most"
                ));
            }
            Ok(_) => return wrong(format!("score `{shown}` is not finite")),
            Err(_) => return wrong(format!("score `{shown}` is not a number")),
        };
        if self.topics.last().is_none_or(|last| last != topic) {
            self.topics.push(topic.to_owned());
            self.scores.push(Vec::with_capacity(self.runs.len()));
        }
        if self.topics.len() == 1 {
            self.runs.push(run.to_owned());
        }
        self.scores.last_mut().expect("pushed above").push(score);
        Ok(())
    }
}
