//! Scores that were computed elsewhere: a table of topic, run and score is compared as judged runs are.

use std::path::PathBuf;
use std::sync::Arc;

use rejudge_collections::{ScoreMatrices, ScoreTable, TeamChoice, read_as};
use rejudge_pools::ScoreMatrix;

use crate::{EvalError, Scores};

impl Scores<String> {
    /// Reads score tables, each with the name of its measure: matrices of topics by runs, or tables with a line for each topic and
    /// run. A higher score is better.
    ///
    /// # Errors
    /// If a file is not a score table, or the files have other topics or runs than each other.
    pub fn read(files: &[(String, PathBuf)]) -> Result<Self, EvalError> {
        let mut tables = Vec::new();
        for (measure, file) in files {
            tables.push((measure.clone(), read_as(file, ScoreTable::parse)?, file.clone()));
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
            metrics: files.iter().map(|(measure, _)| measure.clone()).collect(),
        })
    }
}
