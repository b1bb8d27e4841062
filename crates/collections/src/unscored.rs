//! Parts of a collection's files that do not affect any score, with the reasons.
//!
//! If a run file has disappeared, or an id has a different Unicode form in the runs than in the judgments,
//! scores change without an error. So the loader of a collection returns these parts, an experiment stores
//! them with its results, and commands and reports show them.

use std::fmt;

use serde::{Deserialize, Serialize};

use rejudge_names::plural::{counted, few};
use rejudge_names::visible::one_line;

/// The kind of an unscored part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// A topic of the judgments or the runs.
    Topic,
    /// A run.
    Run,
    /// A document of a topic.
    Document,
}

/// Topics, runs or documents that do not affect any score, all for the same reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Unscored {
    /// The kind of these parts.
    pub part: Part,
    /// The number of these parts.
    pub count: usize,
    /// The names of the first parts, at most five.
    pub names: Vec<String>,
    /// The reason, worded to follow the noun: `of teams.tsv without a file` follows `1 run`.
    pub why: String,
}

/// The maximum number of parts that are named.
const MAX_NAMES: usize = 5;

impl Unscored {
    /// Returns the parts with these names, or `None` if there are no names.
    pub(crate) fn new<'n>(
        part: Part,
        names: impl IntoIterator<Item = &'n str>,
        why: impl Into<String>,
    ) -> Option<Self> {
        let names: Vec<&str> = names.into_iter().collect();
        let first: Vec<String> = names.iter().take(MAX_NAMES).map(|&name| name.to_owned()).collect();
        (!names.is_empty()).then(|| Self { part, count: names.len(), names: first, why: why.into() })
    }

    /// Returns a line about all parts, or `None` if there are none.
    ///
    /// ```
    /// use rejudge_collections::{Part, Unscored};
    /// let (names, why) = (vec!["sys11".to_owned()], "of teams.tsv without a file".to_owned());
    /// let absent = Unscored { part: Part::Run, count: 1, names, why };
    /// let line = Unscored::line(&[absent]).unwrap();
    /// assert_eq!(line, "not scored: 1 run of teams.tsv without a file (sys11)");
    /// ```
    pub fn line(all: &[Self]) -> Option<String> {
        let parts: Vec<String> = all.iter().map(ToString::to_string).collect();
        (!parts.is_empty()).then(|| format!("not scored: {}", parts.join("; ")))
    }
}

impl fmt::Display for Unscored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { part, count, names, why } = self;
        let noun = match part {
            Part::Topic => "topic",
            Part::Run => "run",
            Part::Document => "document",
        };
        let mut all_names: Vec<String> = names.iter().map(|name| one_line(name)).collect();
        // The other names are unknown. `few` shows the first ones and counts the rest.
        all_names.resize(*count, String::new());
        write!(f, "{} {why} ({})", counted(*count, noun), few(&all_names, names.len(), ", "))
    }
}
