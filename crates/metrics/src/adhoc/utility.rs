//! Utility: the worth of a retrieved set as a weighted count.
//!
//! Utility of the retrieved set: n documents retrieved, r of them relevant, N documents in the collection.
//!
//! Utility = a r + b (n - r) + c (R - r) + d (N + r - n - R)
//!
//! Documents of level `rel` or above are relevant, all others are not, judged or unjudged. Any number, not
//! one from 0 to 1; defined when R = 0 too. The score of a run is the mean over topics.
//!
//! trec_eval, `utility` (a = 1, b = -1, c = d = 0; N = 0 unless given).
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = "10..|11".parse()?;
//! assert_eq!(list.score("Utility")?, Some(1.0 - 3.0));
//! let utility = list.score("Utility(c=-0.5, d=0.01, N=100)")?;
//! assert_eq!(utility, Some(1.0 - 3.0 - 1.0 + 0.01 * (100.0 + 1.0 - 4.0 - 3.0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

#[derive(Clone, Debug)]
pub(crate) struct Utility {
    rel: u8,
    /// The worth of a relevant document retrieved, a nonrelevant one, a relevant one not retrieved, a nonrelevant
    /// one.
    worth: [f64; 4],
    /// Documents in the collection.
    documents: f64,
    last_rank: u32,
}

impl Measure for Utility {
    const ENTRY: Entry = Entry {
        name: "Utility",
        title: "utility of the retrieved set",
        formula: "a r + b (n - r) + c (R - r) + d (N + r - n - R); n retrieved, r of them relevant",
        parameters: &[
            Parameter::new("a", "worth of a relevant document retrieved", Domain::Number, Some("1")),
            Parameter::new("b", "worth of a nonrelevant document retrieved", Domain::Number, Some("-1")),
            Parameter::new("c", "worth of a relevant document not retrieved", Domain::Number, Some("0")),
            Parameter::new("d", "worth of a nonrelevant document not retrieved", Domain::Number, Some("0")),
            Parameter::new("N", "documents in the collection", Domain::Number, Some("0")),
        ],
        source: "trec_eval, utility",
        ..Entry::BINARY
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        let [a, b, c, d, documents] = ["a", "b", "c", "d", "N"].map(|name| metric.number(name));
        let (rel, last_rank) = (setting.rel(metric), setting.last_rank(metric));
        Ok(Self { rel, worth: [a, b, c, d], documents, last_rank })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let [a, b, c, d] = self.worth;
        let retrieved = list.retrieved_to(self.last_rank);
        let found = f64::from(hits::count(hits, self.rel, retrieved));
        let (relevant, retrieved) = (f64::from(list.relevant(self.rel)), f64::from(retrieved));
        let neither = self.documents + found - retrieved - relevant;
        Some(a * found + b * (retrieved - found) + c * (relevant - found) + d * neither)
    }
}
