//! Precision at multiples of R.
//!
//! The score is the precision at rank k, which is a multiple of R rounded to an integer. A multiple below 1
//! favours precision, and one above 1 favours recall.
//!
//! RprecMult = C(k) / k;  k = ⌊multiple · R + 0.9⌋
//!
//! The multiple 1 gives R-precision. Documents of level `rel` or above are relevant. Unjudged documents count as
//! nonrelevant. The divisor is k even if the list is shorter; the score is 0 if k = 0. `None` if R = 0.
//!
//! trec_eval, `Rprec_mult`. This is a separate family because trec_eval prints both `Rprec` and `Rprec_mult_1.00`,
//! which need two names.
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = "10.2|1".parse()?;
//! assert_eq!(list.score("RprecMult(mult=0.4)")?, Some(0.5));
//! assert_eq!(list.score("RprecMult(mult=2)")?, Some(2.0 / 6.0));
//! assert_eq!(list.score("RprecMult(mult=0.03)")?, Some(0.0));
//! assert_eq!(list.score("RprecMult(mult=1, rel=3)")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

pub(crate) const RPREC_MULT: Entry = Entry {
    name: "RprecMult",
    title: "precision at a multiple of R",
    formula: "C(k) / k; k = ⌊mult R + 0.9⌋",
    parameters: &[Parameter::new("mult", "the multiple of R", Domain::Positive, None)],
    source: "trec_eval, Rprec_mult",
    kernel: Resolved(|metric, _| {
        let multiple = metric.number("mult");
        kernel(move |seen| {
            let cutoff = (multiple * f64::from(seen.relevant()?) + 0.9) as u32;
            Some(if cutoff == 0 { 0.0 } else { f64::from(seen.count(cutoff)) / f64::from(cutoff) })
        })
    }),
    ..Entry::BINARY
};
