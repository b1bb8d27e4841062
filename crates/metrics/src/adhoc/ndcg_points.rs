//! nDCG averaged over ranks that the topic gives, rather than taken at one rank.
//!
//! # nDCGrel
//!
//! nDCG averaged over the relevant documents, as average precision is precision averaged over them. dcg(r)
//! and dcg_I(r) are the discounted gains of the list and of the ideal list down to rank r, each gain divided
//! by log2(1 + r); n is the number of documents retrieved, R that of documents with a gain:
//!
//! nDCGrel = (1/R) (Σ I(r) dcg(r) / dcg_I(r) + (R - C(n)) dcg(n) / dcg_I(R))
//!
//! A document that is not retrieved counts with the nDCG of the whole list. Unjudged documents gain 0. `None`
//! when no judged document has a gain.
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
//! nDCG averaged over the ranks b at which the ideal list goes from one gain to the next lower one, the last
//! of them R, where it ends; dcg and dcg_I as in nDCGrel, n documents retrieved:
//!
//! RnDCG = mean of dcg(b) / dcg_I(b) over the b, and of dcg(n) / dcg_I(R) if n > R + 1
//!
//! Unjudged documents gain 0. `None` if no judged document has a gain, or if none reaches the evaluation's
//! min-rel.
//!
//! trec_eval, `Rndcg` (which requires n > R + 1 although n > R would do), with `-l` as min-rel.
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

/// The discounted gains of the list and of the ideal list, which both measures use.
#[derive(Clone, Debug)]
struct Points {
    gains: Gains,
    weights: RankWeights,
    last_rank: u32,
}

impl Points {
    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        let last_rank = setting.last_rank(metric);
        let weights = RankWeights::new(Law::Log2, last_rank);
        Ok(Self { gains: setting.gains(metric)?, weights, last_rank })
    }

    /// Returns the levels of the ideal list that have a gain, or `None` if there are none.
    #[inline]
    fn ideal<'a>(&self, list: &JudgedList<'a>) -> Option<&'a [u8]> {
        let relevant = list.relevant(self.gains.relevant_from());
        (relevant > 0).then(|| &list.ideal[..relevant as usize])
    }

    /// Returns the retrieved documents that have a gain.
    #[inline]
    fn seen(&self, hits: impl Iterator<Item = Hit>) -> impl Iterator<Item = Hit> {
        let has_gain = |hit: &Hit| hit.level >= self.gains.relevant_from();
        hits.take_while(|hit| hit.rank <= self.last_rank).filter(has_gain)
    }

    #[inline]
    fn discounted(&self, rank: u32, level: u8) -> f64 {
        self.gains.gain(level) * self.weights.at(rank)
    }
}

/// The position reached in the ideal list.
struct IdealWalk<'a> {
    points: &'a Points,
    levels: &'a [u8],
    rank: u32,
    dcg: f64,
}

impl IdealWalk<'_> {
    /// dcg_I(rank), for ranks that do not fall.
    #[inline]
    fn to(&mut self, rank: u32) -> f64 {
        while self.rank < rank
            && let Some(&level) = self.levels.get(self.rank as usize)
        {
            self.rank += 1;
            self.dcg += self.points.discounted(self.rank, level);
        }
        self.dcg
    }
}

#[derive(Clone, Debug)]
pub(crate) struct NdcgAtRelevant(Points);

impl Measure for NdcgAtRelevant {
    const ENTRY: Entry = Entry {
        name: "nDCGrel",
        title: "nDCG averaged over the relevant documents",
        formula: "(1/R) (Σ I(r) dcg(r)/dcg_I(r) + (R - C(n)) dcg(n)/dcg_I(R)); n retrieved",
        source: "trec_eval, ndcg_rel",
        ..Entry::GRADED
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Points::resolve(metric, setting).map(Self)
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let Self(points) = self;
        let levels = points.ideal(list)?;
        let mut ideal = IdealWalk { points, levels, rank: 0, dcg: 0.0 };
        let relevant = levels.len() as f64;
        let (mut found, mut dcg, mut sum) = (0.0, 0.0, 0.0);
        for hit in points.seen(hits) {
            dcg += points.discounted(hit.rank, hit.level);
            sum += dcg / ideal.to(hit.rank);
            found += 1.0;
        }
        sum += (relevant - found) * dcg / ideal.to(LAST_RANK);
        Some(sum / relevant)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct NdcgAtLevels {
    points: Points,
    /// The level that a topic must have.
    rel: u8,
}

impl Measure for NdcgAtLevels {
    const ENTRY: Entry = Entry {
        name: "RnDCG",
        title: "nDCG averaged over the ends of the levels of the ideal list",
        formula: "mean of dcg(b)/dcg_I(b) over the ranks b where g_I ends a level, and of dcg(n)/dcg_I(R) if n > R + 1",
        source: "trec_eval, Rndcg",
        ..Entry::GRADED
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self { points: Points::resolve(metric, setting)?, rel: setting.rel(metric) })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let Self { points, rel } = self;
        if list.relevant(*rel) == 0 {
            return None;
        }
        let levels = points.ideal(list)?;
        let mut ideal = IdealWalk { points, levels, rank: 0, dcg: 0.0 };
        let gain = |level: &u8| points.gains.gain(*level);
        let mut hits = points.seen(hits).peekable();
        let (mut dcg, mut sum, mut ends) = (0.0, 0.0, 0.0);
        for (rank, (index, level)) in (1..).zip(levels.iter().enumerate()) {
            if gain(level) > levels.get(index + 1).map_or(0.0, gain) {
                while let Some(hit) = hits.next_if(|hit| hit.rank <= rank) {
                    dcg += points.discounted(hit.rank, hit.level);
                }
                sum += dcg / ideal.to(rank);
                ends += 1.0;
            }
        }
        if list.retrieved_to(points.last_rank) as usize > levels.len() + 1 {
            for hit in hits {
                dcg += points.discounted(hit.rank, hit.level);
            }
            sum += dcg / ideal.to(LAST_RANK);
            ends += 1.0;
        }
        Some(sum / ends)
    }
}
