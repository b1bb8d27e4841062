//! Counts of documents: the score of a run is their sum over topics, and they are defined without any
//! relevant document.
//!
//! NumRet counts the retrieved documents, with `rel` in the name the relevant ones among them (ir_measures);
//! NumRel is R, NumRelRet C(n), and NumNonrelRet counts the retrieved documents that are judged below level
//! `rel`.
//!
//! trec_eval, `num_ret`, `num_rel`, `num_rel_ret` and `num_nonrel_judged_ret`.
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = "20.1|00".parse()?;
//! assert_eq!(list.score("NumRelRet")?, Some(2.0));
//! assert_eq!(list.score("NumRelRet(rel=2)")?, Some(1.0));
//! assert_eq!(list.score("NumNonrelRet")?, Some(1.0));
//! assert_eq!(list.score("NumNonrelRet(rel=2)")?, Some(2.0));
//! assert_eq!(list.score("NumRet")?, Some(4.0));
//! assert_eq!(list.score("NumRel")?, Some(2.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

#[derive(Clone, Debug)]
pub(crate) struct Retrieved {
    rel: Option<u8>,
    last_rank: u32,
}

impl Measure for Retrieved {
    const ENTRY: Entry = Entry {
        name: "NumRet",
        title: "number of documents retrieved",
        formula: "n retrieved; with rel those of that level or above",
        summary: Summary::Sum,
        higher_is_better: false,
        source: "trec_eval, num_ret",
        ..Entry::BINARY
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { rel: metric.rel(), last_rank: setting.last_rank(metric) })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let count = match self.rel {
            None => list.retrieved_to(self.last_rank),
            Some(rel) => hits::count(hits, rel, list.retrieved_to(self.last_rank)),
        };
        Some(f64::from(count))
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Relevant {
    rel: u8,
}

impl Measure for Relevant {
    const ENTRY: Entry = Entry {
        name: "NumRel",
        title: "number of relevant documents",
        formula: "R",
        summary: Summary::Sum,
        higher_is_better: false,
        source: "trec_eval, num_rel",
        ..Entry::BINARY
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { rel: setting.rel(metric) })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, _: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        Some(f64::from(list.relevant(self.rel)))
    }
}

#[derive(Clone, Debug)]
pub(crate) struct RelevantRetrieved {
    rel: u8,
    last_rank: u32,
}

impl Measure for RelevantRetrieved {
    const ENTRY: Entry = Entry {
        name: "NumRelRet",
        title: "number of relevant documents retrieved",
        formula: "C(n)",
        summary: Summary::Sum,
        higher_is_better: false,
        source: "trec_eval, num_rel_ret",
        ..Entry::BINARY
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { rel: setting.rel(metric), last_rank: setting.last_rank(metric) })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        Some(f64::from(hits::count(hits, self.rel, list.retrieved_to(self.last_rank))))
    }
}

#[derive(Clone, Debug)]
pub(crate) struct NonrelevantRetrieved {
    rel: u8,
    last_rank: u32,
}

impl Measure for NonrelevantRetrieved {
    const ENTRY: Entry = Entry {
        name: "NumNonrelRet",
        title: "number of judged nonrelevant documents retrieved",
        formula: "judged documents retrieved that are not relevant",
        summary: Summary::Sum,
        higher_is_better: false,
        source: "trec_eval, num_nonrel_judged_ret",
        ..Entry::BINARY
    };
    const WALKS_RANKING: bool = true;

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { rel: setting.rel(metric), last_rank: setting.last_rank(metric) })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, _: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let seen = list.documents().iter().take_while(|entry| entry.rank <= self.last_rank);
        let is_nonrelevant = |verdict| matches!(verdict, Verdict::Level(level) if level < self.rel);
        Some(f64::from(seen.map(|entry| u32::from(is_nonrelevant(entry.verdict))).sum::<u32>()))
    }
}
