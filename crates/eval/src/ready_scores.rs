//! Reads scores that another program computed, so that they can be compared like our own.

use std::path::PathBuf;
use std::sync::Arc;

use rejudge_collections::{ScoreMatrices, ScoreTable, TeamChoice, read_as};
use rejudge_metrics::{Metric, Summary};
use rejudge_pools::ScoreMatrix;

use crate::{EvalError, Scores, TableMeasure};

impl TableMeasure for String {
    fn higher_is_better(&self) -> bool {
        self.parse::<Metric>().map_or(true, |metric| metric.higher_is_better())
    }

    fn summary(&self) -> Summary {
        self.parse::<Metric>().map_or(Summary::Mean, |metric| TableMeasure::summary(&metric))
    }
}

/// The name of the measure if a table does not name one.
const UNNAMED: &str = "score";

impl Scores<String> {
    /// Reads score tables. A file is either a matrix of topics by runs, or it has a line for each topic and
    /// run, which may name a measure. If a measure is given with its file, only this measure is read, and
    /// otherwise all measures of the file. A higher score is better, unless the measure has the name of a
    /// retrieval measure for which it is not.
    ///
    /// # Errors
    /// If a file is not a score table or lacks the requested measure, if two files have the same measure, or if files differ
    /// in their topics or runs.
    pub fn read(files: &[(Option<String>, PathBuf)]) -> Result<Self, EvalError> {
        let mut tables: Vec<(String, ScoreTable, PathBuf)> = Vec::new();
        for (requested, file) in files {
            let file_tables = match requested {
                Some(requested) => {
                    let table = read_as(file, |path, bytes| ScoreTable::of_measure(path, bytes, requested))?;
                    vec![(Some(requested.clone()), table)]
                }
                None => read_as(file, ScoreTable::by_measure)?,
            };
            for (measure, table) in file_tables {
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
        let score_matrices = ScoreMatrices::new(&tables, topics, TeamChoice::OneEach)?;
        let count = score_matrices.topics.len();
        let mut by_run = Vec::with_capacity(score_matrices.runs.len());
        for run in 0..score_matrices.runs.len() {
            let run_scores = score_matrices.matrices.iter().map(|(_, matrix)| matrix.of_run(run));
            by_run.push(
                run_scores.map(|scores| ScoreMatrix::new(count, scores.iter().copied().map(Some))).collect(),
            );
        }
        Ok(Self {
            counted: vec![(0..count).collect(); score_matrices.runs.len()],
            by_run,
            runs: score_matrices.runs.iter().map(|run| run.name.clone()).collect(),
            topics: Arc::new(score_matrices.topics.iter().map(String::as_str).collect()),
            metrics: tables.iter().map(|(measure, ..)| measure.clone()).collect(),
        })
    }
}
