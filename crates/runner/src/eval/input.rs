//! What is scored: judgments and runs, and whether they hold what the measures need.

use std::path::PathBuf;

use rejudge_collections::{QrelsFormat, Reading, load_runs_with};
use rejudge_metrics::{Family, Gains, Metric, Scorer, Verdict};
use rejudge_pools::TestCollection;

use super::{EvalError, GainRule, Rules, Wanted};

/// The files.
#[derive(Clone, Debug)]
pub struct Files {
    /// The judgments.
    pub qrels: PathBuf,
    /// How they are written.
    pub format: QrelsFormat,
    /// The runs.
    pub runs: Vec<PathBuf>,
}

/// Judgments and runs in memory.
#[derive(Debug)]
pub struct Input {
    /// Where the judgments came from.
    pub qrels: PathBuf,
    /// Judgments and runs.
    pub collection: TestCollection,
    /// The highest level of a judgment.
    highest_level: u8,
    /// Whether a document is in the pool without a judgment.
    has_pooled: bool,
}

impl Input {
    /// Reads the files.
    pub fn load(files: &Files, rules: &Rules) -> Result<Self, EvalError> {
        let stdin = files.runs.iter().chain([&files.qrels]).filter(|path| path.as_os_str() == "-").count();
        if stdin > 1 {
            return Err(EvalError::Usage("standard input (`-`) can be read once only".to_owned()));
        }
        let reading = Reading {
            ties: rules.ties.into(),
            score_type: rules.score_type.into(),
            max_rank: rules.max_rank.map_or(usize::MAX, |rank| rank as usize),
        };
        let collection = load_runs_with(&files.qrels, &files.format, &files.runs, &reading)
            .map_err(|error| EvalError::Data(error.to_string()))?;
        let verdicts = || collection.topics().iter().flat_map(|topic| &topic.verdicts);
        let level = |verdict: &Verdict| match verdict {
            Verdict::Level(level) => *level,
            Verdict::Pooled => 0,
        };
        let highest_level = verdicts().map(level).max().unwrap_or(0);
        let has_pooled = verdicts().any(|&verdict| verdict == Verdict::Pooled);
        Ok(Self { qrels: files.qrels.clone(), collection, highest_level, has_pooled })
    }

    /// Whether the judgments hold what the measures that were named need.
    pub fn check(&self, wanted: &Wanted, rules: &Rules) -> Result<(), EvalError> {
        let (path, highest) = (self.qrels.display(), self.highest_level);
        let lacks = |what: String| Err(EvalError::Data(format!("{path}: {what}")));
        if rules.min_rel > highest.max(1) {
            let level = rules.min_rel;
            return lacks(format!(
                "no document is of level {level} or above, which min-rel asks for; the highest level is {highest}"
            ));
        }
        for metric in wanted.named() {
            if let Some(level) = metric.rel().filter(|&level| level > highest.max(1)) {
                return lacks(format!(
                    "no document is of level {level} or above, which {metric} asks for; the highest level is {highest}"
                ));
            }
            if metric.family() == Family::InferredAp && !self.has_pooled {
                return lacks(format!(
                    "{metric} needs documents that are in the pool without a judgment (grade -1), and there \
                     is none: on complete judgments it is AP, but for an epsilon of 0.00001"
                ));
            }
        }
        Ok(())
    }

    /// What computes the measures.
    pub(super) fn scorer(&self, metrics: &[Metric], rules: &Rules) -> Result<Scorer, EvalError> {
        let gains = match &rules.gains {
            GainRule::Linear => Gains::linear(self.highest_level),
            GainRule::Exponential => Gains::exponential(self.highest_level),
            GainRule::Map(gains, text) => {
                let (highest, last) = (self.highest_level, gains.top_level());
                if highest > last {
                    let path = self.qrels.display();
                    return Err(EvalError::Data(format!(
                        "{path}: a document is of level {highest}, but --gains {text} ends at level {last}"
                    )));
                }
                gains.clone()
            }
        };
        let scorer = Scorer::new(metrics, &gains, rules.min_rel, rules.last_rank());
        scorer.map_err(|error| EvalError::Usage(error.to_string()))
    }
}
