//! Normalised discounted cumulative gain in two forms: Microsoft's form, which trec_eval has too, and the
//! original form.
//!
//! g(r) and g_I(r) are the gains at rank r of the list and of the ideal list. By default, the discount d(r) is
//! 1/log2(1 + r). With `dcg='jk'`, d(r) is 1 for r ≤ b and 1/log_b(r) for r > b, where b is the parameter `log`.
//!
//! nDCG@k = Σ_{r ≤ k} g(r) d(r) / Σ_{r ≤ k} g_I(r) d(r)
//!
//! Without a cutoff the sums run over the whole lists (trec_eval's `ndcg`). The ideal list holds all judged
//! documents with a gain. Unjudged documents gain 0. `None` if no judged document has a gain.
//!
//! Sakai, IPSJ 2009, Eq. 3 (`nDCG(dcg='jk', log=2)@1000`); Microsoft's form, the default: Sakai, survey of
//! NTCIR, section 4.3.
//!
//! ```
//! // Level 1 at rank 3, level 2 at rank 4.
//! let list: rejudge_metrics::JudgedRanking = "..12".parse()?;
//! let (log2_3, log2_5) = (3.0_f64.log2(), 5.0_f64.log2());
//! assert!((list.score("nDCG")?.unwrap() - (1.0 / 2.0 + 2.0 / log2_5) / (2.0 + 1.0 / log2_3)).abs() < 1e-15);
//! assert!((list.score("nDCG@3")?.unwrap() - (1.0 / 2.0) / (2.0 + 1.0 / log2_3)).abs() < 1e-15);
//! assert!((list.score("nDCG(dcg='jk', log=2)")?.unwrap() - (1.0 / log2_3 + 2.0 / 2.0) / (2.0 + 1.0)).abs() < 1e-15);
//! // Base 10 discounts nothing before rank 11.
//! assert_eq!(list.score("nDCG(dcg='jk', log=10)")?, Some(1.0));
//! assert_eq!("00".parse::<rejudge_metrics::JudgedRanking>()?.score("nDCG")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::dcg::{PARAMETERS, discounted, weighted_gains, weights};
use crate::adhoc::measure::*;

pub(crate) const NDCG: Entry = Entry {
    name: "nDCG",
    title: "normalised discounted cumulative gain",
    formula: "Σ g(r) d(r) / Σ g_I(r) d(r); log2: d(r) = 1/log2(1+r); jk: d(r) = 1 for r ≤ b, else 1/log_b(r), where b is the parameter log",
    parameters: &PARAMETERS,
    cutoff: Cutoff::Optional,
    source: "jk: Järvelin and Kekäläinen, TOIS 2002 (Sakai, IPSJ 2009, Eq. 3); log2: Burges et al., ICML 2005 (Sakai, survey of NTCIR, section 4.3)",
    kernel: Resolved(|metric, setting| {
        let weights = weights(metric, setting);
        kernel(move |seen| {
            let best = seen.list.ideal.iter().take(seen.cutoff as usize).map(|&level| seen.gain(level));
            let ideal = discounted((1..).zip(best), &weights);
            (ideal > 0.0).then(|| weighted_gains(seen, &weights) / ideal)
        })
    }),
    ..Entry::GRADED
};
