//! What a user has: judgments and runs, or scores.

use std::path::{Path, PathBuf};

use rejudge_metrics::Metric;

use crate::eval::EvalError;

/// A collection as it was named on the command line.
#[derive(Clone, Debug)]
pub enum Given {
    /// Judgments and runs.
    Judged(JudgedFiles),
    /// Score matrices with their measures, as they were named.
    Scores(Vec<(String, PathBuf)>),
}

/// Files of judgments and runs.
#[derive(Clone, Debug)]
pub struct JudgedFiles {
    /// The qrels.
    pub qrels: PathBuf,
    /// The run files: a pattern, with `*` in its last part.
    pub runs: PathBuf,
    /// Table run -> team.
    pub teams: Option<PathBuf>,
    /// Table of the runs that were pooled.
    pub pooled: Option<PathBuf>,
}

impl Given {
    /// Score matrices as they are named: `MEASURE=FILE`, or a file whose name or one of `measures` says which.
    ///
    /// # Errors
    /// When it is not told what a matrix holds, or told twice.
    pub fn scores(texts: &[String], measures: Option<&[String]>) -> Result<Self, EvalError> {
        Ok(Self::Scores(matrices(texts, measures)?))
    }

    /// A name for it: that of the folder the judgments are in, or of the first score matrix.
    pub fn name(&self) -> String {
        let file = match self {
            Self::Judged(JudgedFiles { qrels, .. }) => {
                qrels.canonicalize().ok().and_then(|path| path.parent().map(PathBuf::from))
            }
            Self::Scores(files) => files.first().map(|(_, file)| file.with_extension("")),
        };
        let name = file.as_ref().and_then(|file| file.file_name()).unwrap_or_default().to_string_lossy();
        plain(&name)
    }
}

/// A name of the letters that names of collections are made of.
pub fn plain(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let mapped: String = name.chars().map(plain).collect();
    let words: Vec<&str> = mapped.split('-').filter(|word| !word.is_empty()).collect();
    if words.is_empty() { "collection".to_owned() } else { words.join("-") }
}

/// The score matrices that are named, by measure.
fn matrices(texts: &[String], measures: Option<&[String]>) -> Result<Vec<(String, PathBuf)>, EvalError> {
    let mut out: Vec<(String, PathBuf)> = Vec::new();
    for text in texts {
        // A path may hold `=` too, and a measure a `/` in its parameters hardly ever.
        let (name, file) = match text.split_once('=') {
            Some((name, file)) if name.parse::<Metric>().is_ok() => (Some(name), file),
            Some((name, file)) if !Path::new(text).is_file() && Path::new(file).is_file() => {
                let error = name.parse::<Metric>().err().map(|e| e.to_string()).unwrap_or_default();
                return Err(EvalError::Usage(format!("--scores {text}: {error}")));
            }
            _ => (None, text.as_str()),
        };
        let named = match (name, measures, texts.len()) {
            (Some(name), ..) => name.to_owned(),
            (None, Some([name]), 1) => name.clone(),
            (None, ..) => measure_of(file).ok_or_else(|| {
                EvalError::Usage(format!(
                    "--scores {file}: scores by which measure? Write --scores MEASURE={file}, such as AP={file}"
                ))
            })?,
        };
        let metric =
            named.parse::<Metric>().map_err(|error| EvalError::Usage(format!("--scores {text}: {error}")))?;
        if out.iter().any(|(known, _)| *known == metric.to_string()) {
            return Err(EvalError::Usage(format!("--scores {text}: scores by {metric} are named twice")));
        }
        out.push((metric.to_string(), PathBuf::from(file)));
    }
    Ok(out)
}

/// The measure that the name of a file ends in, as in `trec8_ap.csv`, `ndcg10.csv`.
fn measure_of(file: &str) -> Option<String> {
    let stem = Path::new(file).file_stem()?.to_str()?;
    let last = stem.rsplit(['_', '-', '.', ' ']).next()?.to_ascii_lowercase();
    let digits = last.trim_end_matches(|c: char| c.is_ascii_digit());
    let cutoff = &last[digits.len()..];
    let family = ["AP", "nDCG", "P", "RR", "Rprec", "Bpref", "ERR", "Q", "infAP", "GMAP"]
        .into_iter()
        .find(|family| family.eq_ignore_ascii_case(digits))?;
    let name = if cutoff.is_empty() { family.to_owned() } else { format!("{family}@{cutoff}") };
    name.parse::<Metric>().ok().map(|metric| metric.to_string())
}
