//! Utility: a weighted sum of the numbers of relevant and nonrelevant documents, retrieved and not retrieved.
//!
//! If n documents are retrieved, r of them relevant, and the collection has N documents:
//!
//! Utility = a r + b (n - r) + c (R - r) + d (N + r - n - R)
//!
//! Documents of level `rel` or above are relevant; all others, judged or not, are nonrelevant. The score may be any
//! number, and is defined even if R = 0. A run's score is the mean over topics.
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
        Parameter::new("N", "number of documents in the collection", Domain::Number, Some("0")),
    ],
    source: "trec_eval, utility",
    kernel: Resolved(|metric, _| {
        let [a, b, c, d, documents] = ["a", "b", "c", "d", "N"].map(|name| metric.number(name));
        kernel(move |seen| {
            let retrieved = seen.retrieved();
            let hits = f64::from(seen.count(retrieved));
            let (relevant, retrieved) = (f64::from(seen.list.relevant(seen.rel)), f64::from(retrieved));
            let neither = documents + hits - retrieved - relevant;
            Some(a * hits + b * (retrieved - hits) + c * (relevant - hits) + d * neither)
        })
    }),
    ..Entry::BINARY
};
