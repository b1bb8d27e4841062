//! The judgments of one topic of a view, in the form that scoring a list needs.

use rejudge_metrics::Verdict;

use crate::DocIx;
use crate::contents::Contents;
use crate::view::TopicMasks;

/// The judgments of a topic. [`View::judgments`](crate::View::judgments) returns the judgments that a judgment set
/// keeps.
#[derive(Clone, Copy, Debug)]
pub struct TopicJudgments<'a> {
    /// The verdict of each document that has one.
    pub verdicts: &'a [Verdict],
    /// The levels >= 1 of the judged documents (or units), highest first.
    pub ideal: &'a [u8],
    /// N, as [`View::judged_nonrelevant`](crate::View::judged_nonrelevant) returns it.
    pub nonrelevant: u32,
    /// The documents that are judged or in the pool; `None` if every document with a verdict is judged.
    pub(crate) masks: Option<&'a TopicMasks>,
    /// The units of relevance; `None` if every document is its own unit.
    pub(crate) units: Option<&'a Contents>,
    /// True if another judge gives the levels. The relevant documents that a [`JoinedRun`](crate::JoinedRun)
    /// stores are then not used, because they have the collection's own levels.
    pub(crate) is_by_judge: bool,
}

impl<'a> TopicJudgments<'a> {
    /// Returns how many documents (or units) are judged `min_rel` or above. Level 0 is never relevant, so a
    /// `min_rel` of 0 means 1.
    pub fn relevant(&self, min_rel: u8) -> usize {
        self.ideal.partition_point(|&level| level >= min_rel)
    }

    /// Returns true if `doc`, which must have a verdict, is judged.
    #[inline]
    pub(crate) fn is_judged(&self, doc: DocIx) -> bool {
        self.masks.is_none_or(|masks| masks.judged.contains(doc))
    }

    /// Returns true if `doc`, which must have a verdict, is in the pool.
    #[inline]
    pub(crate) fn is_pooled(&self, doc: DocIx) -> bool {
        self.masks.is_none_or(|masks| masks.pool.contains(doc))
    }
}
