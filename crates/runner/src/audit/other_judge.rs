//! Judges besides the people who made the judgments, for `rejudge audit`, `rejudge agreement` and `rejudge pool`.

use std::ffi::OsStr;
use std::path::Path;

use rejudge_collections::descriptor::{JudgeFile, LabelKind};
use rejudge_eval::EvalError;

/// Another judge, such as a model or other people.
#[derive(Clone, Debug)]
pub struct OtherJudge {
    pub name: String,
    /// The file with the judge's labels, and how to read it. The labels of other people show how far people
    /// agree with each other. For any other judge, the audit asks whether it can replace people.
    pub file: JudgeFile,
}

impl OtherJudge {
    /// Parses a judge: `NAME=FILE`, or with options `NAME=FILE,repeated=last`. If there is no name, the judge is named after
    /// the file, without the extension.
    ///
    /// # Errors
    /// If the name is not valid, or the text after it cannot be parsed.
    pub fn parse(text: &str, is_people: bool) -> Result<Self, String> {
        // The text before the first `=` in `labels.txt,repeated=last` is not a name, because it contains a comma.
        let (name, file) = match text.split_once('=') {
            Some((name, file)) if !name.contains(',') => (name, file),
            _ => {
                let path = Path::new(text.split(',').next().expect("a split has at least one part"));
                (path.file_stem().and_then(OsStr::to_str).unwrap_or_default(), text)
            }
        };
        if !JudgeFile::is_name(name) {
            return Err(format!(
                "`{name}` is not a valid name of a judge: expected letters, digits, `.`, `_` and `-`, and not `all`"
            ));
        }
        let mut file: JudgeFile = file.parse()?;
        file.people |= is_people;
        Ok(Self { name: name.to_owned(), file })
    }

    /// Adds the judge to a list.
    ///
    /// # Errors
    /// If a judge in the list has the same name.
    pub fn add_to(self, judges: &mut Vec<Self>) -> Result<(), String> {
        if judges.iter().any(|earlier| earlier.name == self.name) {
            return Err(format!("duplicate judge `{}`", self.name));
        }
        judges.push(self);
        Ok(())
    }

    /// Returns true if the judge may label documents that people did not judge. It must be a judge other than
    /// people, and its labels must be levels, because gains cannot be combined with levels.
    pub fn may_fill(&self) -> bool {
        !self.file.people && self.file.labels == LabelKind::Levels
    }
}

/// Returns the judges that the options `--also` and `--also-people` name.
///
/// # Errors
/// If a text cannot be parsed, or two judges have the same name.
pub fn judges_named(also: &[String], people: &[String]) -> Result<Vec<OtherJudge>, EvalError> {
    let mut judges = Vec::new();
    for (option, is_people, texts) in [("--also", false, also), ("--also-people", true, people)] {
        for text in texts {
            OtherJudge::parse(text, is_people)
                .and_then(|judge| judge.add_to(&mut judges))
                .map_err(|why| EvalError::Usage(format!("{option} {text}: {why}")))?;
        }
    }
    Ok(judges)
}
