//! The request for an audit: judgments and runs (or scores), and options.

use std::path::{Path, PathBuf};

use rejudge_collections::{Ties, run_files, run_pattern};
use rejudge_experiment::spec::RuleChoices;
use rejudge_metrics::Metric;

use crate::audit::other_judge::OtherJudge;
use rejudge_eval::EvalError;
use rejudge_eval::own_files::{OwnFiles, name_from};

/// The source in [`AuditRequest::depth`] if the collection's description gives the pool depth.
pub const DEPTH_FROM_DESCRIPTION: &str = "the collection's description";

/// A request for an audit.
#[derive(Clone, Debug)]
pub struct AuditRequest {
    /// Judgments and runs, or scores.
    pub inputs: Inputs,
    /// The name of the collection. `None` means a name made from the inputs ([`Inputs::name`]).
    pub id: Option<String>,
    /// The output folder. `None` means `audit/<id>`.
    pub folder: Option<PathBuf>,
    /// The measures. Verdicts are about the first one. `None` means measures that suit the judgments.
    pub measures: Option<Vec<String>>,
    /// The pool depth and its source. The source is [`DEPTH_FROM_DESCRIPTION`] if the collection's description gives the
    /// depth. `None` means the depth that the judgments imply.
    pub depth: Option<(u32, String)>,
    /// The order of documents with equal scores when the pool was formed, if the collection's description gives it.
    pub pool_order: Option<Ties>,
    /// The rules that the user chose, or that the collection's description gives. The audit's experiment sets
    /// the other rules.
    pub rules: RuleChoices,
    /// The root seed of all random draws.
    pub seed: u64,
    /// The number of random draws of samples and bootstraps.
    pub draws: u32,
    /// Changes to the experiment, as `path=value` or `path+=value`, in the order in which they are applied.
    pub set: Vec<String>,
    /// The folder of the cache with finished cells.
    pub cache: PathBuf,
}

/// The files of the audited collection.
#[derive(Clone, Debug)]
pub enum Inputs {
    /// Judgments and runs, then other judges, then runs that did not contribute to the pool.
    Judged(Box<OwnFiles>, Vec<OtherJudge>, Vec<PathBuf>),
    /// Score matrices with their measures.
    Scores(Vec<(String, PathBuf)>),
}

impl Inputs {
    /// Parses the arguments of `--scores`, such as `AP=scores.csv`. If `measures` is given, it must contain
    /// one measure, and `texts` one file name.
    ///
    /// # Errors
    /// If the measure of a matrix is missing or unknown, two matrices have the same measure, or `measures` is
    /// given but there are several measures or several matrices.
    pub fn scores(texts: &[String], measures: Option<&[String]>) -> Result<Self, EvalError> {
        let mut matrices: Vec<(String, PathBuf)> = Vec::new();
        for text in texts {
            let usage_error = |reason: &str| EvalError::Usage(format!("--scores {text}: {reason}"));
            let (name, file) = match (measures, text.split_once('=')) {
                (None, Some((name, file))) => (name, file),
                (Some([name]), _) if texts.len() == 1 => (name.as_str(), text.as_str()),
                _ => {
                    return Err(usage_error(
                        "expected MEASURE=FILE, such as AP=scores.csv, or one FILE with -m MEASURE",
                    ));
                }
            };
            let metric: Metric = name.parse().map_err(|error| usage_error(&format!("{error}")))?;
            let metric = metric.to_string();
            if matrices.iter().any(|(earlier, _)| *earlier == metric) {
                return Err(usage_error(&format!("duplicate scores by {metric}")));
            }
            matrices.push((metric, PathBuf::from(file)));
        }
        Ok(Self::Scores(matrices))
    }

    /// Returns a name for the collection, made from the name of the folder with the judgments, or from the file name of the
    /// first score matrix. Returns `collection` if that name has no letter or digit.
    pub fn name(&self) -> String {
        let subject = self.subject();
        let file = match self {
            Self::Judged(..) => subject.canonicalize().ok().and_then(|path| path.parent().map(PathBuf::from)),
            Self::Scores(_) => Some(subject.with_extension("")),
        };
        let name = file.as_ref().and_then(|file| file.file_name()).unwrap_or_default().to_string_lossy();
        name_from(&name).unwrap_or_else(|| "collection".to_owned())
    }

    /// Returns the file that identifies the audited collection: the judgments or the first score matrix.
    pub fn subject(&self) -> &Path {
        match self {
            Self::Judged(files, ..) => &files.qrels,
            Self::Scores(files) => files.first().map_or(Path::new(""), |(_, file)| file),
        }
    }

    /// Returns the path or pattern of the runs, or `None` if there are only scores.
    pub fn runs(&self) -> Option<PathBuf> {
        match self {
            Self::Judged(files, ..) => Some(run_pattern(&files.runs)),
            Self::Scores(_) => None,
        }
    }

    /// Returns all files that the audit reads. If a folder of runs cannot be read, its runs are not included.
    pub fn files(&self) -> Vec<PathBuf> {
        match self {
            Self::Judged(files, judges, new_runs) => {
                let runs = run_files(std::slice::from_ref(&files.runs)).unwrap_or_default();
                let judges = judges.iter().map(|judge| judge.file.file.clone());
                files
                    .judgments_and_tables()
                    .map(Path::to_owned)
                    .chain(judges)
                    .chain(runs)
                    .chain(new_runs.iter().cloned())
                    .collect()
            }
            Self::Scores(files) => files.iter().map(|(_, file)| file.clone()).collect(),
        }
    }
}
