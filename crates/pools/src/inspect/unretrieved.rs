//! Judged documents that no stored run holds: what is judged of them no stored run can show.

use rejudge_metrics::Verdict;

use crate::{Mask, TestCollection};

/// Judged documents that no run has at any rank, all topics together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unretrieved {
    /// How many there are.
    pub judged: usize,
    /// How many of them are relevant.
    pub relevant: usize,
}

/// The judged documents that no run has at any rank, relevant ones being those of the level `min_rel` or
/// above (0 means 1).
///
/// ```
/// use rejudge_metrics::Verdict::{Level, Pooled};
/// use rejudge_pools::{Run, Team, TestCollection, Topic, inspect::{Unretrieved, unretrieved}};
///
/// let verdicts = vec![Level(1), Level(0), Level(2), Pooled, Level(1)];
/// let collection = TestCollection::new(
///     vec![Topic { name: "1".into(), verdicts, documents: 6 }],
///     vec![Run { name: "a1".into(), team: 0, pooled: false, eligible: true }],
///     vec![Team { name: "a".into(), analysed: true }],
///     vec![vec![vec![5, 0]]],
/// )?;
/// // Documents 1, 2 and 4; the judgment of document 3 is withheld.
/// assert_eq!(unretrieved(&collection, 1), Unretrieved { judged: 3, relevant: 2 });
/// assert_eq!(unretrieved(&collection, 2), Unretrieved { judged: 3, relevant: 1 });
/// # Ok::<(), rejudge_pools::CollectionError>(())
/// ```
pub fn unretrieved(collection: &TestCollection, min_rel: u8) -> Unretrieved {
    let mut found = Unretrieved::default();
    for (at, topic) in collection.topics().iter().enumerate() {
        let mut retrieved = Mask::none(topic.verdicts.len());
        for run in 0..collection.runs().len() {
            retrieved.extend(collection.ranking(run, at).iter().copied());
        }
        for (doc, verdict) in (0..).zip(&topic.verdicts) {
            if let Verdict::Level(level) = verdict
                && !retrieved.contains(doc)
            {
                found.judged += 1;
                found.relevant += usize::from(*level >= min_rel.max(1));
            }
        }
    }
    found
}
