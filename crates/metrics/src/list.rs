//! The input of a measure: one ranking's documents that have a verdict, and a summary of the topic's
//! judgments.
//!
//! Measures see no document ids; `rejudge-pools` makes these lists. A document without a verdict has no
//! entry. On the raw list it only leaves a gap in the ranks, because measures need to know nothing else about
//! such a document.

use crate::hits::Hit;
use crate::levels::Verdict;

/// A retrieved document with a verdict, and its rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The rank, from 1. On the raw list this is the rank in the run; on the condensed list it is the rank among
    /// the judged documents.
    pub rank: u32,
    /// The verdict.
    pub verdict: Verdict,
}

/// One ranking for one topic, as a measure sees it. The raw and the condensed form of a ranking are two lists of
/// this type, so that a kernel need not know which of them it scores.
#[derive(Clone, Copy, Debug, Default)]
pub struct JudgedList<'a> {
    /// The documents, or units, with a verdict, in the order of their ranks; several units may share a rank.
    /// A condensed list holds no `Pooled` entry.
    pub ranking: &'a [Judged],
    /// The number of documents in the list, with or without a verdict. In a condensed list every document has a
    /// verdict.
    pub retrieved: u32,
    /// The ideal list: the levels of all documents, or units, of level 1 or above for the topic, highest
    /// first.
    pub ideal: &'a [u8],
    /// The number of documents judged at level 0 for the topic, retrieved or not.
    pub judged_nonrelevant: u32,
    /// The documents at their ranks, if the entries of `ranking` are units, such as groups of documents that
    /// are relevant only together. A document may complete several units; its level is then the highest level
    /// of these units. A judged document that completes no unit has level 0. `None` if every entry of
    /// `ranking` is a document.
    pub documents: Option<&'a [Judged]>,
    /// The retrieved documents of level 1 or above, by rank, if the caller can find them faster than by walking the
    /// ranking. The ranking may then be empty, unless the scorer [needs it](crate::Scorer::needs_ranking). If this is
    /// `None`, the scorer walks the ranking.
    pub hits: Option<&'a [Hit]>,
}

impl<'a> JudgedList<'a> {
    /// Returns R, the number of documents, retrieved or not, that are judged at level `rel` or above.
    ///
    /// ```
    /// let list: rejudge_metrics::JudgedRanking = "3.00|221000".parse()?;
    /// let list = list.raw();
    /// assert_eq!((list.relevant(1), list.relevant(2), list.relevant(4)), (4, 3, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn relevant(&self, rel: u8) -> u32 {
        // For most measures all documents in the ideal list are relevant, so no search is needed.
        let count = match self.ideal.last() {
            Some(&lowest) if lowest >= rel => self.ideal.len(),
            _ => self.ideal.partition_point(|&level| level >= rel),
        };
        count as u32
    }

    /// Returns N, the number of documents, retrieved or not, that are judged below level `rel`.
    ///
    /// ```
    /// let list: rejudge_metrics::JudgedRanking = "3.00|221000".parse()?;
    /// let list = list.raw();
    /// assert_eq!((list.nonrelevant(1), list.nonrelevant(2)), (5, 6));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn nonrelevant(&self, rel: u8) -> u32 {
        self.judged_nonrelevant + (self.ideal.len() as u32 - self.relevant(rel))
    }

    /// Returns the documents with a verdict at their ranks, each document once. Use it for measures that count
    /// documents rather than relevant units.
    ///
    /// ```
    /// use rejudge_metrics::{Judged, JudgedList, Verdict::Level};
    /// // The second document completes two units.
    /// let [first, second] =
    ///     [(1, 0), (2, 3)].map(|(rank, level)| Judged { rank, verdict: Level(level) });
    /// let units = [first, Judged { rank: 2, verdict: Level(1) }, second];
    /// let list = JudgedList {
    ///     ranking: &units,
    ///     retrieved: 2,
    ///     ideal: &[3, 1],
    ///     judged_nonrelevant: 2,
    ///     ..JudgedList::default()
    /// };
    /// assert_eq!(list.documents(), units);
    /// assert_eq!(
    ///     JudgedList { documents: Some(&[first, second]), ..list }.documents(),
    ///     [first, second]
    /// );
    /// ```
    #[inline]
    pub fn documents(&self) -> &'a [Judged] {
        self.documents.unwrap_or(self.ranking)
    }
}
