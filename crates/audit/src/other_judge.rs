//! A judge beside the people: its file as the user named it, and what it holds.

use std::path::Path;

use rejudge_collections::{JudgeCounts, judge_counts};
use rejudge_descriptor::{JudgeFile, LabelKind, QrelsFormat};
use rejudge_eval::EvalError;

/// Another judge.
#[derive(Clone, Debug)]
pub struct OtherJudge {
    /// Its name.
    pub name: String,
    /// The file, and what is done to its labels.
    pub file: JudgeFile,
}

/// What was seen of it.
#[derive(Clone, Debug)]
pub struct SeenJudge {
    /// What its file holds.
    pub counts: JudgeCounts,
    /// Whether its labels are levels, which can stand beside people's.
    pub has_levels: bool,
}

impl OtherJudge {
    /// A judge as it is named: `NAME=FILE`, or `NAME=FILE,repeated=last`.
    ///
    /// # Errors
    /// When that is no such text.
    pub fn named(text: &str) -> Result<Self, EvalError> {
        let wrong = |why: &str| EvalError::Usage(format!("--also {text}: {why}"));
        let (name, file) =
            text.split_once('=').ok_or_else(|| wrong("expected NAME=FILE, such as gpt-4o=labels.txt"))?;
        if !JudgeFile::is_name(name) {
            return Err(wrong(&format!(
                "`{name}` is no name of a judge, expected letters, digits, `.`, `_` and `-`, and not `all`"
            )));
        }
        let file = file.parse().map_err(|error: String| wrong(&error))?;
        Ok(Self { name: name.to_owned(), file })
    }

    /// Reads its file beside the judgments.
    ///
    /// # Errors
    /// When a file cannot be read, or is not of its form.
    pub fn seen(&self, qrels: &Path, format: &QrelsFormat) -> Result<SeenJudge, EvalError> {
        let counts = judge_counts((qrels, format), (&self.name, &self.file), Path::new(""));
        let counts = counts.map_err(|error| EvalError::Data(error.to_string()))?;
        Ok(SeenJudge { counts, has_levels: self.file.labels == LabelKind::Levels })
    }
}
