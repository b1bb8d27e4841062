//! Tables of scores.

mod long_rows;
mod sheet_of_scores;
mod trec_eval;

use std::borrow::Cow;

use anyhow::{Result, bail};
use rejudge_tables::frame::{Format, Frame, Sheet, Tabled, no_trec_eval, plot};
use serde_json::Value;

use super::{PresetRules, Scores, Wanted};
pub use long_rows::{RunRows, ScoreRows};
pub use trec_eval::Zscores;

/// The extent of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// True if every topic is.
    pub per_topic: bool,
    /// True if the summary over topics is.
    pub summary: bool,
}

impl Shown {
    /// The summary alone.
    pub const SUMMARY: Self = Self { per_topic: false, summary: true };
}

/// Scores and the extent of their output.
#[derive(Clone, Copy, Debug)]
pub struct ScoreOutput<'a> {
    pub scores: &'a Scores,
    /// The requested measures, in order.
    pub wanted: &'a Wanted,
    /// The rules in force.
    pub rules: &'a PresetRules,
    /// The extent of the output.
    pub shown: Shown,
    /// Means and deviations that scores are measured against, in trec_eval's form only.
    pub zscores: Option<&'a Zscores>,
}

/// Returns true if topics and summary are rows of one table, distinguished by the name of the topic.
pub(crate) fn has_rows(format: Format) -> bool {
    format != Format::JSON
}

/// The topic name in the rows of a summary.
pub const SUMMARY: &str = "all";

/// The error for a topic of that name.
pub(crate) const IS_SUMMARY: &str = "the topic `all` has the name of the summary over topics, and their rows \
                              would look \
                              alike: give it another name, leave out -q, or ask for --format json";

impl Tabled for ScoreRows<'_> {
    fn name(&self) -> &str {
        "scores"
    }

    fn rows(&self) -> Cow<'_, Frame> {
        Cow::Owned(self.frame())
    }

    fn sheets(&self) -> Vec<Sheet> {
        vec![self.sheet()]
    }

    fn rules(&self) -> Vec<(String, String)> {
        self.rules.clone()
    }

    fn has_head(&self) -> bool {
        false
    }

    fn json(&self) -> Value {
        self.object()
    }

    fn trec_eval(&self) -> Result<String> {
        match &self.lines {
            Some(lines) => Ok(lines.clone()),
            None => bail!(no_trec_eval(&self.measures.join(", "))),
        }
    }

    fn svg(&self) -> Result<String> {
        match self.shown.per_topic {
            true => plot(self.name(), &self.columns(), Some("topic"), None, Some("run")),
            false => plot(self.name(), &self.columns(), Some("run"), None, None),
        }
    }
}
