//! Reads scores that another program computed, so that they can be compared like our own.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rejudge_collections::{
    ScoreMatrices, ScoreTable, TeamChoice, read_as, remarks_on_equal_scores, remarks_on_scores,
};
use rejudge_metrics::{Metric, Summary};
use rejudge_names::plural::{counted, few, of_number};
use rejudge_names::{meant, nearest};
use rejudge_pools::ScoreMatrix;

use crate::measure_names::{is_known, names_in};
use crate::scores::MAX_NAMED;
use crate::{EvalError, Preset, RequestedMeasures, Scores, TableMeasure};

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

/// A table of scores, with its measure and its file.
type FileTable = (String, ScoreTable, PathBuf);

impl Scores<String> {
    /// Reads score tables ([`ScoreTable`]). A file is either a matrix of topics by runs, or it has a line for
    /// each topic and run; such a line may also name a measure. If a measure is given with a file, only this
    /// measure of the file is read, and otherwise all its measures. A higher score is better, unless the
    /// measure has the name of a retrieval measure for which lower scores are better.
    ///
    /// `measures` chooses measures by name. A text may contain several names, as in
    /// [`RequestedMeasures::read`]. If `measures` is empty, all measures are kept. If there is only one file
    /// and it names no measure, its scores are by the measure that `measures` names. Also returns notes on names
    /// in another spelling, and on tables that probably have a mistake.
    ///
    /// # Errors
    /// If a file is not a score table or lacks the measure that is given with it, if two files have the same
    /// measure, if files differ in their topics or runs, or if `measures` contains no name, or a name that no
    /// file has. Also if the only file names no measure, but `measures` names several, or if
    /// all runs of a matrix have names of measures and the matrix is not given as `MEASURE=FILE`.
    pub fn read(
        files: &[(Option<String>, PathBuf)],
        measures: &[String],
    ) -> Result<(Self, Vec<String>), EvalError> {
        let (scores, mut tables) = Self::read_all(files, measures)?;
        let (scores, mut notes) =
            if measures.is_empty() { (scores, Vec::new()) } else { scores.chosen(measures)? };
        tables.retain(|(measure, ..)| scores.metrics.contains(measure));
        notes.extend(remarks_on_scores(&tables));
        // If a file names its measures, two of them can well have the same scores, as P@1 and RR@1 have.
        if files.iter().all(|(requested, _)| requested.is_some()) {
            notes.extend(remarks_on_equal_scores(&tables));
        }
        Ok((scores, notes))
    }

    /// Reads the measure that is given with a file, or all measures of the file. If there is only one file
    /// and it names no measure, its scores are by the measure that `measures` names. Also returns the tables, with their
    /// measures and files.
    fn read_all(
        files: &[(Option<String>, PathBuf)],
        measures: &[String],
    ) -> Result<(Self, Vec<FileTable>), EvalError> {
        let mut tables: Vec<FileTable> = Vec::new();
        for (requested, file) in files {
            let file_tables = match requested {
                Some(requested) => {
                    let table = read_as(file, |path, bytes| ScoreTable::of_measure(path, bytes, requested))?;
                    vec![(Some(requested.clone()), table)]
                }
                None => read_as(file, ScoreTable::by_measure)?,
            };
            for (measure, table) in file_tables {
                if measure.is_none() {
                    refuse_measures_as_runs(&table.runs, file)?;
                }
                let measure = match (measure, files, measures) {
                    (Some(measure), ..) => measure,
                    (None, [_], [_, ..]) => only_name(measures, file)?,
                    (None, ..) => UNNAMED.to_owned(),
                };
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
        let scores = Self {
            counted: vec![(0..count).collect(); score_matrices.runs.len()],
            by_run,
            runs: score_matrices.runs.iter().map(|run| run.name.clone()).collect(),
            topics: Arc::new(score_matrices.topics.iter().map(String::as_str).collect()),
            metrics: tables.iter().map(|(measure, ..)| measure.clone()).collect(),
        };
        Ok((scores, tables))
    }

    /// Returns the scores by the requested measures, in the order of the request, and notes on names in
    /// another spelling.
    fn chosen(mut self, requested: &[String]) -> Result<(Self, Vec<String>), EvalError> {
        let (mut positions, mut notes) = (Vec::new(), Vec::new());
        for text in requested {
            let is_name = |text: &str| self.metrics.iter().any(|measure| measure == text) || is_known(text);
            for name in names_in(text, is_name) {
                let (named, spelling_notes) = self.positions(name, text)?;
                notes.extend(spelling_notes);
                positions.extend(named);
            }
        }
        let mut seen = vec![false; self.metrics.len()];
        positions.retain(|&position| !std::mem::replace(&mut seen[position], true));
        if positions.is_empty() {
            return Err(EvalError::Usage("no measure is named".to_owned()));
        }
        self.metrics = positions.iter().map(|&position| self.metrics[position].clone()).collect();
        for matrices in &mut self.by_run {
            *matrices = positions.iter().map(|&position| matrices[position].clone()).collect();
        }
        Ok((self, notes))
    }

    /// Returns the positions of the measures that `name`, a part of `typed`, means, and notes on its
    /// spelling. A name may be written as in the tables, or in any way that `eval` recognises: `map` finds
    /// `AP`, and `ndcg_cut.5,10` finds `nDCG@5` and `nDCG@10`.
    fn positions(&self, name: &str, typed: &str) -> Result<(Vec<usize>, Vec<String>), EvalError> {
        if let Some(position) = self.metrics.iter().position(|measure| measure == name) {
            return Ok((vec![position], Vec::new()));
        }
        let unknown = |name: &str| {
            let similar = meant(nearest(name, self.metrics.iter().map(String::as_str)));
            let measures = few(&self.metrics, MAX_NAMED, ", ");
            let name = name.escape_debug();
            EvalError::argument(
                "-m",
                typed,
                format!("no scores by `{name}`{similar}; the measures of --scores are {measures}"),
            )
        };
        // `runid` and `num_q` are known names, but not measures.
        let requested = RequestedMeasures::read(&[name.to_owned()], Preset::default());
        let requested = requested.ok().filter(|requested| !requested.metrics.is_empty());
        let requested = requested.ok_or_else(|| unknown(name))?;
        let position = |metric: &Metric| {
            let is_metric = |measure: &String| metric_named(measure).as_ref() == Some(metric);
            let found = self.metrics.iter().position(is_metric);
            found.ok_or_else(|| match requested.metrics.as_slice() {
                [_] => unknown(name),
                _ => unknown(&metric.to_string()),
            })
        };
        let positions = requested.metrics.iter().map(position).collect::<Result<_, _>>()?;
        Ok((positions, requested.notes))
    }
}

/// Refuses a matrix of topics by runs if all of its runs have names of measures, because it probably has the
/// scores of one run by these measures, and lacks the column `run`.
fn refuse_measures_as_runs(runs: &[String], file: &Path) -> Result<(), EvalError> {
    if !runs.iter().all(|run| metric_named(run).is_some()) {
        return Ok(());
    }
    let (file, columns) = (file.display(), few(runs, MAX_NAMED, ", "));
    let [column, have, these] = [
        ("column", "columns"),
        ("has the name of a measure", "have names of measures"),
        ("this is a run", "these are runs"),
    ]
    .map(|(one, many)| of_number(runs.len(), one, many));
    Err(EvalError::Data(format!(
        "{file}: the {column} {columns} {have}, and no column is called `run`: add it; or if {these}, name the measure of the scores, as \
         in --scores AP={file}"
    )))
}

/// Returns the retrieval measure that a name means, or `None` if it means none or several.
fn metric_named(name: &str) -> Option<Metric> {
    let requested = RequestedMeasures::read(&[name.to_owned()], Preset::default()).ok()?;
    <[Metric; 1]>::try_from(requested.metrics).ok().map(|[metric]| metric)
}

/// Returns the only name in `measures`, for the scores of `file`, which names no measure.
fn only_name(measures: &[String], file: &Path) -> Result<String, EvalError> {
    let names: Vec<&str> = measures.iter().flat_map(|text| names_in(text, is_known)).collect();
    let metrics = |name: &str| {
        RequestedMeasures::read(&[name.to_owned()], Preset::default()).map_or(1, |read| read.metrics.len())
    };
    match names.as_slice() {
        [name] if metrics(name) < 2 => Ok((*name).to_owned()),
        names => {
            let count = if let [name] = names { metrics(name) } else { names.len() };
            let (file, count) = (file.display(), counted(count, "measure"));
            let message = format!(
                "{count} named, but {file} does not name its measure, so it has the scores of a single measure: name \
                 only that measure"
            );
            Err(EvalError::argument("-m", &measures.join(" "), message))
        }
    }
}
