//! Scores that were computed elsewhere: a table of topic, run and score is compared as judged runs are.

use std::path::PathBuf;
use std::sync::Arc;

use rejudge_collections::{ScoreMatrices, ScoreTable, TeamChoice, read_as};
use rejudge_metrics::{Metric, Summary};
use rejudge_pools::ScoreMatrix;

use crate::{EvalError, Measure, Scores};

impl Measure for String {
    fn higher_is_better(&self) -> bool {
        self.parse::<Metric>().map_or(true, |metric| metric.higher_is_better())
    }

    fn summary(&self) -> Summary {
        self.parse::<Metric>().map_or(Summary::Mean, |metric| Measure::summary(&metric))
    }
}

/// The measure of a table that names none.
const UNNAMED: &str = "score";

impl Scores<String> {
    /// Reads score tables: matrices of topics by runs, or tables with a line for each topic and run, which may name measures. Of
    /// these the one that is named with the file is read, or all. A higher score is better, unless the name is of a measure that
    /// says otherwise.
    ///
    /// # Errors
    /// If a file is not a score table or lacks its measure, two have one measure, or the files have other topics or runs than
    /// each other.
    pub fn read(files: &[(Option<String>, PathBuf)]) -> Result<Self, EvalError> {
        let mut tables: Vec<(String, ScoreTable, PathBuf)> = Vec::new();
        for (wanted, file) in files {
            let all = match wanted {
                Some(wanted) => {
                    let table = read_as(file, |path, bytes| ScoreTable::of_measure(path, bytes, wanted))?;
                    vec![(Some(wanted.clone()), table)]
                }
                None => read_as(file, ScoreTable::by_measure)?,
            };
            for (measure, table) in all {
                let measure = measure.unwrap_or_else(|| UNNAMED.to_owned());
                if tables.iter().any(|(earlier, ..)| *earlier == measure) {
                    return Err(EvalError::Usage(format!(
                        "--scores: two files have scores by `{measure}`: name the measure of each, as in AP=ap.csv"
                    )));
                }
                tables.push((measure, table, file.clone()));
            }
        }
        let topics = tables.first().map_or(&[][..], |(_, table, _)| &table.topics);
        let read = ScoreMatrices::new(&tables, topics, TeamChoice::OneEach)?;
        let count = read.topics.len();
        let of_run = |run: usize| {
            let of_measure = |matrix: &ScoreMatrix| {
                ScoreMatrix::new(count, matrix.of_run(run).iter().map(|&score| Some(score)))
            };
            read.matrices.iter().map(|(_, matrix)| of_measure(matrix)).collect()
        };
        Ok(Self {
            counted: vec![(0..count).collect(); read.runs.len()],
            by_run: (0..read.runs.len()).map(of_run).collect(),
            runs: read.runs.iter().map(|run| run.name.clone()).collect(),
            topics: Arc::new(read.topics.iter().map(String::as_str).collect()),
            metrics: tables.iter().map(|(measure, ..)| measure.clone()).collect(),
        })
    }
}
