//! G: a document's gain is discounted by the gain that the list misses down to the document's rank; nDCG
//! discounts by rank.
//!
//! # G
//!
//! g(r) and g_I(r) are the gains at rank r of the list and of the ideal list, and cg(r) is the sum of the
//! gains of the list down to r:
//!
//! G = Σ g(r) / log2(2 + cost(r) - cg(r)) / Σ g_I(r);  cost(r) = Σ_{i ≤ r} max(1, g_I(i))
//!
//! If a list equals the ideal list down to a document, and the gains are at least 1, the document is not
//! discounted, however deep it is. Unjudged documents gain 0. `None` if no judged document has a gain.
//!
//! trec_eval, `G` (Buckley, 2008).
//!
//! ```
//! // The ideal list gains 3 and 1, so the costs are 3, 4, 5.
//! let list: rejudge_metrics::JudgedRanking = "1.3".parse()?;
//! assert!((list.score("G")?.unwrap() - (1.0 / 4.0_f64.log2() + 3.0 / 3.0_f64.log2()) / 4.0).abs() < 1e-15);
//! // With gains 0.1 and 0.3 each rank still costs 1.
//! let small = list.score("G(gains={1: 0.1, 2: 0.2, 3: 0.3})")?.unwrap();
//! assert!((small - (0.1 / 2.9_f64.log2() + 0.3 / 4.6_f64.log2()) / 0.4).abs() < 1e-15);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # binG
//!
//! binG is G with gains 0 and 1. n(r) counts the documents above rank r that are not relevant:
//!
//! binG = (1/R) Σ I(r) / log2(2 + n(r))
//!
//! Documents of level `rel` or above are relevant. Unjudged documents count as nonrelevant. `None` if R = 0.
//!
//! trec_eval, `binG` (Buckley, 2008).
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = "1..2|1".parse()?;
//! assert_eq!(list.score("binG")?, Some((1.0 / 1.0 + 1.0 / 2.0) / 3.0));
//! assert_eq!(list.score("binG(rel=3)")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

pub(crate) const G: Entry = Entry {
    name: "G",
    title: "gain discounted by the gain missed so far",
    formula: "Σ g(r) / log2(2 + cost(r) - cg(r)) / Σ g_I(r); cost(r) = Σ_{i ≤ r} max(1, g_I(i))",
    source: "trec_eval, G",
    kernel: Plain(|seen| {
        let ideal: f64 = seen.list.ideal.iter().map(|&level| seen.gain(level)).sum();
        if ideal <= 0.0 {
            return None;
        }
        let (mut gained, mut cost, mut last_rank, mut sum) = (0.0, 0.0, 0_u32, 0.0);
        let mut ideal_levels = seen.list.ideal.iter();
        for hit in seen.hits {
            while last_rank < hit.rank
                && let Some(&level) = ideal_levels.next()
            {
                cost += seen.gain(level).max(1.0);
                last_rank += 1;
            }
            // Ranks beyond the ideal list cost 1 each.
            cost += f64::from(hit.rank - last_rank);
            last_rank = hit.rank;
            let gain = seen.gain(hit.level);
            gained += gain;
            sum += gain / libm::log2(2.0 + cost - gained);
        }
        Some(sum / ideal)
    }),
    ..Entry::GRADED
};

pub(crate) const BIN_G: Entry = Entry {
    name: "binG",
    title: "binary G",
    formula: "(1/R) Σ I(r) / log2(2 + r - C(r))",
    source: "trec_eval, binG",
    kernel: Resolved(|metric, setting| {
        let weights = RankWeights::new(Law::Log2, setting.last_rank(metric));
        kernel(move |seen| {
            let relevant = seen.relevant()?;
            let mut sum = 0.0;
            for (relevant_above, hit) in (0..).zip(seen.relevant_hits()) {
                sum += weights.at(hit.rank - relevant_above);
            }
            Some(sum / f64::from(relevant))
        })
    }),
    ..Entry::BINARY
};
