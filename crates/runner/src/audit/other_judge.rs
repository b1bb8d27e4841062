//! A judge in addition to the people, as the user named it.

use std::ffi::OsStr;
use std::path::Path;

use rejudge_collections::descriptor::{JudgeFile, LabelKind};
use rejudge_eval::EvalError;

/// Another judge.
#[derive(Clone, Debug)]
pub struct OtherJudge {
    pub name: String,
    /// The file, and the treatment of its labels.
    pub file: JudgeFile,
    /// True if it consists of other people, whose labels show the agreement among people; any other judge, such as a model,
    /// may stand in for people.
    pub is_people: bool,
}

impl OtherJudge {
    /// A judge as it is named: `NAME=FILE`, `NAME=FILE,repeated=last`, or one of these without a name, which is then that
    /// of the file up to its extension.
    ///
    /// # Errors
    /// If that is no such text.
    fn named(text: &str, is_people: bool) -> Result<Self, String> {
        // The text before the first `=` of `labels.txt,repeated=last` names no judge.
        let (name, file) = match text.split_once('=') {
            Some((name, file)) if !name.contains(',') => (name, file),
            _ => {
                let path = Path::new(text.split(',').next().expect("a split has a part"));
                (path.file_stem().and_then(OsStr::to_str).unwrap_or_default(), text)
            }
        };
        if !JudgeFile::is_name(name) {
            return Err(format!(
                "`{name}` is not a valid name of a judge: expected letters, digits, `.`, `_` and `-`, and not `all`"
            ));
        }
        Ok(Self { name: name.to_owned(), file: file.parse()?, is_people })
    }

    /// Returns true if it may label documents that people left out: it does not consist of people, and its labels can
    /// be combined with theirs.
    pub fn may_fill(&self) -> bool {
        !self.is_people && self.file.labels == LabelKind::Levels
    }
}

/// The judges that `also` and `people` name.
///
/// # Errors
/// If one is not named as it should be, or two have one name.
pub fn judges_named(also: &[String], people: &[String]) -> Result<Vec<OtherJudge>, EvalError> {
    let mut judges: Vec<OtherJudge> = Vec::new();
    for (option, is_people, texts) in [("--also", false, also), ("--also-people", true, people)] {
        for text in texts {
            let wrong = |why: String| EvalError::Usage(format!("{option} {text}: {why}"));
            let judge = OtherJudge::named(text, is_people).map_err(wrong)?;
            if judges.iter().any(|other| other.name == judge.name) {
                return Err(wrong(format!("there is a judge `{}` already", judge.name)));
            }
            judges.push(judge);
        }
    }
    Ok(judges)
}
