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

pub(crate) const UTILITY: Entry = Entry {
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
    kernel: Resolved(|metric, _| {
        let [a, b, c, d, documents] = ["a", "b", "c", "d", "N"].map(|name| metric.number(name));
        kernel(move |seen| {
            let retrieved = seen.retrieved();
            let found = f64::from(seen.count(retrieved));
            let (relevant, retrieved) = (f64::from(seen.list.relevant(seen.rel)), f64::from(retrieved));
            let neither = documents + found - retrieved - relevant;
            Some(a * found + b * (retrieved - found) + c * (relevant - found) + d * neither)
        })
    }),
    ..Entry::BINARY
};
