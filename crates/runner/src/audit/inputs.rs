//! The inputs of a user: judgments and runs, or scores.

use std::path::{Path, PathBuf};

use rejudge_collections::{run_files, whole_folder};
use rejudge_metrics::Metric;

use crate::audit::other_judge::OtherJudge;
use rejudge_eval::EvalError;
use rejudge_eval::own::{OwnFiles, name_of};

/// A collection, as named on the command line.
#[derive(Clone, Debug)]
pub enum Inputs {
    /// Judgments and runs, other judges, and runs that did not contribute to the pool.
    Judged(OwnFiles, Vec<OtherJudge>, Vec<PathBuf>),
    /// Score matrices with their measures, as named by the user.
    Scores(Vec<(String, PathBuf)>),
}

impl Inputs {
    /// Parses score matrices: `MEASURE=FILE`, or a file whose measure is given by its name or by one of `measures`.
    ///
    /// # Errors
    /// If the measure of a matrix is not given, or given twice.
    pub fn scores(texts: &[String], measures: Option<&[String]>) -> Result<Self, EvalError> {
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
            let metric_of = |named: &str| {
                named.parse::<Metric>().map_err(|error| EvalError::Usage(format!("--scores {text}: {error}")))
            };
            let named = match (name, measure_of(file)) {
                (Some(name), _) => Some((metric_of(name)?, "as --scores says")),
                (None, Some(name)) => Some((metric_of(&name)?, "as its name says")),
                (None, None) => None,
            };
            let metric = match (named, measures) {
                (Some((metric, _)), None) => metric,
                (None, Some([name])) if texts.len() == 1 => metric_of(name)?,
                (Some((metric, how)), Some(wanted)) => {
                    if texts.len() > 1 {
                        return Err(EvalError::Usage(format!(
                            "-m {}: with several score matrices each says its measure: --scores MEASURE=FILE ..",
                            wanted.join(" ")
                        )));
                    }
                    if wanted.len() != 1 || metric_of(&wanted[0])? != metric {
                        return Err(EvalError::Usage(format!(
                            "-m {}: {file} holds scores by {metric}, {how}; if it does not, write --scores MEASURE={file} \
                             without -m",
                            wanted.join(" ")
                        )));
                    }
                    metric
                }
                (None, _) => {
                    return Err(EvalError::Usage(format!(
                        "--scores {file}: scores by which measure? Write --scores MEASURE={file}, such as AP={file}"
                    )));
                }
            };
            if out.iter().any(|(known, _)| *known == metric.to_string()) {
                return Err(EvalError::Usage(format!("--scores {text}: duplicate scores by {metric}")));
            }
            out.push((metric.to_string(), PathBuf::from(file)));
        }
        Ok(Self::Scores(out))
    }

    /// A name for it: that of the folder the judgments are in, or of the first score matrix.
    pub fn name(&self) -> String {
        let subject = self.subject();
        let file = match self {
            Self::Judged(..) => subject.canonicalize().ok().and_then(|path| path.parent().map(PathBuf::from)),
            Self::Scores(_) => Some(subject.with_extension("")),
        };
        let name = file.as_ref().and_then(|file| file.file_name()).unwrap_or_default().to_string_lossy();
        name_of(&name).unwrap_or_else(|| "collection".to_owned())
    }

    /// The file that an audit goes by: the judgments, or the first score matrix.
    pub fn subject(&self) -> &Path {
        match self {
            Self::Judged(files, ..) => &files.qrels,
            Self::Scores(files) => files.first().map_or(Path::new(""), |(_, file)| file),
        }
    }

    /// Returns all input files, as far as they exist.
    pub fn inputs(&self) -> Vec<PathBuf> {
        match self {
            Self::Judged(files, judges, new_runs) => {
                let runs = run_files(std::slice::from_ref(&files.runs)).unwrap_or_default();
                let judges = judges.iter().map(|judge| judge.file.file.clone());
                files
                    .named()
                    .map(Path::to_owned)
                    .chain(judges)
                    .chain(runs)
                    .chain(new_runs.iter().cloned())
                    .collect()
            }
            Self::Scores(files) => files.iter().map(|(_, file)| file.clone()).collect(),
        }
    }

    /// The folder all whose files are runs.
    pub fn folder_of_runs(&self) -> Option<&Path> {
        match self {
            Self::Judged(files, ..) => whole_folder(&files.runs),
            Self::Scores(_) => None,
        }
    }
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
