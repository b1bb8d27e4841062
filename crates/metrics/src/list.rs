//! The input of a measure: the judged documents of one ranking, and the totals of the judgments.
//!
//! Document ids end before this point (`rejudge-pools` makes these lists). A list holds only
//! *judged* documents: an unjudged one leaves no entry, only a gap in the ranks, which is all that
//! a measure on the raw list needs to know of it.

use crate::hits::Hit;
use crate::levels::Verdict;

/// A document of the ranking that has a verdict, at its rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Rank from 1. On the raw list the rank in the run; on the condensed list the rank among the
    /// judged documents.
    pub rank: u32,
    /// The verdict.
    pub verdict: Verdict,
}

/// One ranking of one topic as a measure sees it. The raw and the condensed form of a ranking are
/// two lists of this type: being condensed is a property of the list, not of the measure.
#[derive(Clone, Copy, Debug, Default)]
pub struct JudgedList<'a> {
    /// The documents with a verdict, by increasing rank. A condensed list holds no `Pooled` entry.
    pub ranking: &'a [Judged],
    /// The number of documents in the list, with or without a verdict (in a condensed list: the judged ones).
    pub retrieved: u32,
    /// Levels >= 1 of all judged documents of the topic, highest first: the ideal list.
    pub ideal: &'a [u8],
    /// Judged documents of level 0 in the whole judgment set of the topic.
    pub judged_nonrelevant: u32,
    /// If the entries of `ranking` are units that are relevant together (a document may complete several of
    /// them, or none): the documents themselves at their ranks, each with the highest level that it
    /// completes. `None` if every document is its own entry of `ranking`.
    pub documents: Option<&'a [Judged]>,
    /// The retrieved documents of level 1 or above, by rank, from callers that find them faster than by walking the
    /// ranking. The ranking may then be left out (be empty) for a scorer that does not
    /// [need it](crate::Scorer::needs_ranking). `None`: the scorer walks the ranking.
    pub hits: Option<&'a [Hit]>,
}

impl<'a> JudgedList<'a> {
    /// R: the judged documents of the topic, retrieved or not, of level `rel` or above.
    ///
    /// ```
    /// let list: rejudge_metrics::JudgedRanking = "3.00|221000".parse()?;
    /// let list = list.raw();
    /// assert_eq!((list.relevant(1), list.relevant(2), list.relevant(4)), (4, 3, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn relevant(&self, rel: u8) -> u32 {
        // Most measures count every level of the ideal list, which needs no search.
        let count = match self.ideal.last() {
            Some(&lowest) if lowest >= rel => self.ideal.len(),
            _ => self.ideal.partition_point(|&level| level >= rel),
        };
        count as u32
    }

    /// N: the judged documents of the topic, retrieved or not, below level `rel`.
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

    /// Returns the documents with a verdict, each once, at their ranks. Measures of documents, rather than of
    /// relevant units, use these.
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
