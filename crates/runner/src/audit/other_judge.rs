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
    /// The kind of judge.
    pub is: JudgeKind,
}

/// The kinds of judges that labelled the documents again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JudgeKind {
    /// A judge that may stand in for people, such as a model.
    StandIn,
    /// Other people, whose labels show the agreement among people.
    People,
}

impl JudgeKind {
    /// The option that names such a judge.
    fn option(self) -> &'static str {
        match self {
            Self::StandIn => "--also",
            Self::People => "--also-people",
        }
    }
}

impl OtherJudge {
    /// A judge as it is named: `NAME=FILE`, `NAME=FILE,repeated=last`, or one of these without a name, which is then that
    /// of the file up to its extension.
    ///
    /// # Errors
    /// If that is no such text.
    fn named(text: &str, is: JudgeKind) -> Result<Self, EvalError> {
        let wrong = |why: &str| EvalError::Usage(format!("{} {text}: {why}", is.option()));
        // The text before the first `=` of `labels.txt,repeated=last` names no judge.
        let (name, file) = match text.split_once('=') {
            Some((name, file)) if !name.contains(',') => (name, file),
            _ => {
                let path = Path::new(text.split(',').next().expect("a split has a part"));
                (path.file_stem().and_then(OsStr::to_str).unwrap_or_default(), text)
            }
        };
        if !JudgeFile::is_name(name) {
            return Err(wrong(&format!(
                "`{name}` is not a valid name of a judge: expected letters, digits, `.`, `_` and `-`, and not `all`"
            )));
        }
        let file = file.parse().map_err(|error: String| wrong(&error))?;
        Ok(Self { name: name.to_owned(), file, is })
    }

    /// Returns true if it may label documents that people left out: it does not consist of people, and its labels can
    /// be combined with theirs.
    pub fn may_fill(&self) -> bool {
        self.is == JudgeKind::StandIn && self.file.labels == LabelKind::Levels
    }
}

/// The judges that `also` and `people` name.
///
/// # Errors
/// If one is not named as it should be, or two have one name.
pub fn judges_named(also: &[String], people: &[String]) -> Result<Vec<OtherJudge>, EvalError> {
    let all = also.iter().map(|text| (text, JudgeKind::StandIn));
    let mut judges: Vec<OtherJudge> = Vec::new();
    for (text, is) in all.chain(people.iter().map(|text| (text, JudgeKind::People))) {
        let judge = OtherJudge::named(text, is)?;
        if judges.iter().any(|other| other.name == judge.name) {
            let (option, name) = (is.option(), &judge.name);
            return Err(EvalError::Usage(format!("{option} {text}: there is a judge `{name}` already")));
        }
        judges.push(judge);
    }
    Ok(judges)
}
