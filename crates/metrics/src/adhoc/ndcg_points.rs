//! nDCG averaged over several ranks: the ranks of the relevant documents, or the ranks after which the ideal
//! list has a lower gain.
//!
//! # nDCGrel
//!
//! nDCG is averaged over the relevant documents, as average precision averages precision. dcg(r) and dcg_I(r)
//! sum the gains of the list and of the ideal list down to rank r, each gain at a rank i divided by
//! log2(1 + i). n documents are retrieved, and R documents have a gain:
//!
//! nDCGrel = (1/R) (Σ I(r) dcg(r) / dcg_I(r) + (R - C(n)) dcg(n) / dcg_I(R))
//!
//! A relevant document that is not retrieved counts with the nDCG of the whole list. Unjudged documents have
//! gain 0. `None` if no judged document has a gain.
//!
//! trec_eval, `ndcg_rel`.
//!
//! ```
//! // Level 2 at rank 1; a document of level 1 is not retrieved.
//! let list: rejudge_metrics::JudgedRanking = "2..|1".parse()?;
//! assert!((list.score("nDCGrel")?.unwrap() - (1.0 + 2.0 / (2.0 + 1.0 / 3.0_f64.log2())) / 2.0).abs() < 1e-15);
//! assert_eq!("00".parse::<rejudge_metrics::JudgedRanking>()?.score("nDCGrel")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # RnDCG
//!
//! nDCG is averaged over the ranks b after which the ideal list has a lower gain. The last b is R, where the
//! ideal list ends. dcg, dcg_I and n are as in nDCGrel:
//!
//! RnDCG = mean of dcg(b) / dcg_I(b) over all b, and of dcg(n) / dcg_I(R) if n > R + 1
//!
//! Unjudged documents gain 0. `None` if no judged document has a gain, or none has the level `min-rel` or
//! above.
//!
//! trec_eval, `Rndcg` (which requires n > R + 1 although n > R would do), where `-l` is `min-rel`.
//!
//! ```
//! // The ideal list changes its gain after ranks 1 and 2.
//! let list: rejudge_metrics::JudgedRanking = ".2|1".parse()?;
//! let log2_3 = 3.0_f64.log2();
//! let at_2 = (2.0 / log2_3) / (2.0 + 1.0 / log2_3);
//! assert!((list.score("RnDCG")?.unwrap() - (0.0 + at_2) / 2.0).abs() < 1e-15);
//! let longer: rejudge_metrics::JudgedRanking = ".2..|1".parse()?;
//! assert!((longer.score("RnDCG")?.unwrap() - (0.0 + at_2 + at_2) / 3.0).abs() < 1e-15);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

/// The ideal list, which we walk only as far down as we need.
struct IdealWalk<'a> {
    seen: &'a Seen<'a>,
    weights: &'a RankWeights,
    levels: &'a [u8],
    rank: u32,
    dcg: f64,
}

impl<'a> IdealWalk<'a> {
    fn new(seen: &'a Seen<'a>, weights: &'a RankWeights, relevant: u32) -> Self {
        Self { seen, weights, levels: &seen.list.ideal[..relevant as usize], rank: 0, dcg: 0.0 }
    }

    #[inline]
    fn discounted(&self, rank: u32, level: u8) -> f64 {
        self.seen.gain(level) * self.weights.at(rank)
    }

    /// Walks to `rank` and returns dcg_I(rank).
    #[inline]
    fn dcg_at(&mut self, rank: u32) -> f64 {
        while self.rank < rank
            && let Some(&level) = self.levels.get(self.rank as usize)
        {
            self.rank += 1;
            self.dcg += self.discounted(self.rank, level);
        }
        self.dcg
    }
}

pub(crate) const NDCG_REL: Entry = Entry {
    name: "nDCGrel",
    title: "nDCG averaged over the relevant documents",
    formula: "(1/R) (Σ I(r) dcg(r)/dcg_I(r) + (R - C(n)) dcg(n)/dcg_I(R)); n retrieved",
    source: "trec_eval, ndcg_rel",
    kernel: Resolved(|metric, setting| {
        let weights = RankWeights::new(Law::Log2, setting.last_rank(metric));
        kernel(move |seen| {
            let relevant = seen.relevant()?;
            let mut ideal = IdealWalk::new(seen, &weights, relevant);
            let relevant = f64::from(relevant);
            let (mut hits, mut dcg, mut sum) = (0.0, 0.0, 0.0);
            for hit in seen.relevant_hits() {
                dcg += ideal.discounted(hit.rank, hit.level);
                sum += dcg / ideal.dcg_at(hit.rank);
                hits += 1.0;
            }
            sum += (relevant - hits) * dcg / ideal.dcg_at(LAST_RANK);
            Some(sum / relevant)
        })
    }),
    ..Entry::GRADED
};

pub(crate) const RNDCG: Entry = Entry {
    name: "RnDCG",
    title: "nDCG averaged over the ranks after which the gain of the ideal list falls",
    formula: "mean of dcg(b)/dcg_I(b) over the ranks b after which the ideal list's gain falls, and of dcg(n)/dcg_I(R) if n > R + 1",
    source: "trec_eval, Rndcg",
    kernel: Resolved(|metric, setting| {
        let (rel, weights) = (setting.rel(metric), RankWeights::new(Law::Log2, setting.last_rank(metric)));
        kernel(move |seen| {
            if seen.list.relevant(rel) == 0 {
                return None;
            }
            let mut ideal = IdealWalk::new(seen, &weights, seen.relevant()?);
            let levels = ideal.levels;
            let mut hits = seen.relevant_hits().peekable();
            let (mut dcg, mut sum, mut ends) = (0.0, 0.0, 0.0);
            for (rank, (index, &level)) in (1..).zip(levels.iter().enumerate()) {
                if seen.gain(level) > levels.get(index + 1).map_or(0.0, |&next| seen.gain(next)) {
                    while let Some(hit) = hits.next_if(|hit| hit.rank <= rank) {
                        dcg += ideal.discounted(hit.rank, hit.level);
                    }
                    sum += dcg / ideal.dcg_at(rank);
                    ends += 1.0;
                }
            }
            if seen.retrieved() as usize > levels.len() + 1 {
                for hit in hits {
                    dcg += ideal.discounted(hit.rank, hit.level);
                }
                sum += dcg / ideal.dcg_at(LAST_RANK);
                ends += 1.0;
            }
            Some(sum / ends)
        })
    }),
    ..Entry::GRADED
};
