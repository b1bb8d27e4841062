//! Normalised expected reciprocal rank.
//!
//! ERR is divided by the ERR of the ideal list at the same cutoff:
//!
//! nERR = ERR / ERR of the ideal list
//!
//! `None` if no judged document can satisfy a user. As with [`err`](super::err), `stop='exp'` is the default;
//! NTCIREVAL's nERR is `nERR(stop='gain')`.
//!
//! Sakai and Song, SIGIR 2011; NTCIREVAL, `nERR`.
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = "1.2".parse()?;
//! let err = 1.0 / 4.0 + 3.0 / 4.0 * (2.0 / 4.0) / 3.0;
//! let ideal = 2.0 / 4.0 + 2.0 / 4.0 * (1.0 / 4.0) / 2.0;
//! assert_eq!(list.score("nERR(stop='gain', gains={1: 1, 2: 2, 3: 3})")?, Some(err / ideal));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::err::Cascade;
use crate::adhoc::measure::*;

pub(crate) const NERR: Entry = Entry {
    name: "nERR",
    title: "normalised expected reciprocal rank",
    formula: "ERR / ERR of the ideal list",
    parameters: &Cascade::PARAMETERS,
    cutoff: Cutoff::Optional,
    source: "Sakai and Song, SIGIR 2011; NTCIREVAL, nERR",
    kernel: Resolved(|metric, setting| {
        let cascade = Cascade::resolve(metric, setting)?;
        kernel(move |seen| {
            let ideal = cascade.ideal_err(seen);
            (ideal > 0.0).then(|| cascade.run_err(seen) / ideal)
        })
    }),
    ..Entry::GRADED
};
