//! The judgments of one topic, as lists are scored by them: of a view, or of a file that is read.

use rejudge_metrics::Verdict;

use crate::contents::Contents;
use crate::{DocIx, Mask};

/// The judgments of a topic. [`View::judgments`](crate::View::judgments) returns those that a judgment set keeps.
#[derive(Clone, Copy, Debug)]
pub struct TopicJudgments<'a> {
    /// The verdict of each document that has one.
    pub verdicts: &'a [Verdict],
    /// Levels >= 1 of the judged documents (or units), highest first.
    pub ideal: &'a [u8],
    /// The number of documents judged to be of level 0.
    pub nonrelevant: u32,
    pub(crate) kept: JudgedDocuments<'a>,
    /// The units of relevance; `None` if every document is its own unit.
    pub(crate) units: Option<&'a Contents>,
    /// True if the levels are not those by which runs are joined.
    pub(crate) is_by_judge: bool,
}

/// The documents with a verdict that are judged, and those that are in the pool.
#[derive(Clone, Copy, Debug)]
pub(crate) enum JudgedDocuments<'a> {
    /// All are judged.
    Levels,
    Masks {
        judged: &'a Mask,
        pool: &'a Mask,
    },
}

impl<'a> TopicJudgments<'a> {
    /// Judged documents of the level `min_rel` or above. Level 0 is never relevant: 0 means 1.
    pub fn relevant(&self, min_rel: u8) -> usize {
        self.ideal.partition_point(|&level| level >= min_rel)
    }

    /// Returns true if a document with a verdict is judged.
    #[inline]
    pub(crate) fn is_judged(&self, doc: DocIx) -> bool {
        match self.kept {
            JudgedDocuments::Levels => true,
            JudgedDocuments::Masks { judged, .. } => judged.contains(doc),
        }
    }

    /// Returns true if a document with a verdict is in the pool.
    #[inline]
    pub(crate) fn is_pooled(&self, doc: DocIx) -> bool {
        match self.kept {
            JudgedDocuments::Levels => true,
            JudgedDocuments::Masks { pool, .. } => pool.contains(doc),
        }
    }
}
