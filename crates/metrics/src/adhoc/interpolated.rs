//! Interpolated precision at recall levels: the points of a recall-precision curve, and their average.
//!
//! # IPrec
//!
//! Interpolated precision at recall level x, n being the relevant documents nearest to recall x:
//!
//! IPrec@x = max { C(r)/r : C(r) ≥ n };  n = x R rounded, halves up
//!
//! At recall 0 it is the highest precision at any rank. It is 0 if the list does not reach n. The values at
//! recall 0, 0.1, .. 1 are the points of a recall-precision curve.
//!
//! Documents of level `rel` or above are relevant. Unjudged documents count as nonrelevant. `None` if R =
//! 0.
//!
//! trec_eval 10, `iprec_at_recall` (earlier versions took n = ⌊x R + 0.9⌋, as `rounding='trec9'` does).
//!
//! ```
//! // Precision is 1/2 at rank 2 and 2/3 at rank 3, where it counts for the lower recall too.
//! let list: rejudge_metrics::JudgedRanking = "011|11".parse()?;
//! assert_eq!(list.score("IPrec@0.25")?, Some(2.0 / 3.0));
//! assert_eq!(list.score("IPrec@0.5")?, Some(2.0 / 3.0));
//! assert_eq!(list.score("IPrec@0.75")?, Some(0.0));
//! assert_eq!(list.score("IPrec(rel=2)@0")?, None);
//! assert_eq!(list.score("IAP(points='0.25,0.75')")?, Some((2.0 / 3.0 + 0.0) / 2.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # IAP
//!
//! Interpolated precision averaged over `points`, recall levels: 0, 0.1, .. 1 for the 11-point average, 0.2,
//! 0.5, 0.8 for the 3-point one.
//!
//! IAP = (1/m) Σ IPrec@x over the m points x
//!
//! The rest is as for IPrec.
//!
//! trec_eval 10, `11pt_avg`.

use crate::adhoc::measure::*;

/// Returns the highest precision from `wanted` relevant documents on.
#[inline]
fn highest(hits: impl Iterator<Item = Hit>, rel: u8, last_rank: u32, wanted: u32) -> f64 {
    let (mut found, mut highest) = (0, 0.0_f64);
    for hit in hits.take_while(|hit| hit.rank <= last_rank) {
        if hit.level >= rel {
            found += 1;
            if found >= wanted {
                highest = highest.max(f64::from(found) / f64::from(hit.rank));
            }
        }
    }
    highest
}

/// The rule that turns a recall level into a number of documents.
#[derive(Clone, Copy, Debug)]
enum Rounding {
    /// x R rounded, halves up.
    Nearest,
    /// ⌊x R + 0.9⌋.
    Trec9,
}

impl Rounding {
    /// Its parameter.
    const PARAMETER: Parameter = Parameter::new(
        "rounding",
        "xR becomes the nearest number of documents, or ⌊xR + 0.9⌋ as in trec_eval to version 9",
        Domain::Words(&["nearest", "trec9"]),
        Some("nearest"),
    );

    fn new(metric: &Metric) -> Self {
        if metric.word("rounding") == "trec9" { Self::Trec9 } else { Self::Nearest }
    }

    /// Returns the number of `relevant` documents that make up `recall`.
    fn wanted(self, relevant: u32, recall: f64) -> u32 {
        let documents = recall * f64::from(relevant);
        match self {
            Self::Nearest => documents.round() as u32,
            Self::Trec9 => (documents + 0.9) as u32,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct InterpolatedPrecision {
    rel: u8,
    recall: f64,
    rounding: Rounding,
    last_rank: u32,
}

impl Measure for InterpolatedPrecision {
    const ENTRY: Entry = Entry {
        name: "IPrec",
        title: "interpolated precision at a recall level",
        formula: "max C(r)/r over C(r) ≥ xR, rounded",
        parameters: &[
            Parameter::new("recall", "recall level, written after the @", Domain::Share, None),
            Rounding::PARAMETER,
        ],
        cutoff: Cutoff::Recall,
        source: "trec_eval 10, iprec_at_recall",
        ..Entry::BINARY
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        let (recall, last_rank) = (metric.number("recall"), setting.last_rank(metric));
        Ok(Self { rel: setting.rel(metric), recall, rounding: Rounding::new(metric), last_rank })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let relevant = list.relevant(self.rel);
        let wanted = self.rounding.wanted(relevant, self.recall);
        (relevant > 0).then(|| highest(hits, self.rel, self.last_rank, wanted))
    }
}

#[derive(Clone, Debug)]
pub(crate) struct InterpolatedAveragePrecision {
    rel: u8,
    points: Vec<f64>,
    rounding: Rounding,
    last_rank: u32,
}

impl Measure for InterpolatedAveragePrecision {
    const ENTRY: Entry = Entry {
        name: "IAP",
        title: "interpolated average precision",
        formula: "(1/m) Σ IPrec@x over m recall levels x",
        parameters: &[
            Parameter::new(
                "points",
                "the recall levels",
                Domain::Shares,
                Some("0,0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1"),
            ),
            Rounding::PARAMETER,
        ],
        source: "trec_eval 10, 11pt_avg",
        ..Entry::BINARY
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        let (points, last_rank) = (metric.numbers("points"), setting.last_rank(metric));
        Ok(Self { rel: setting.rel(metric), points, rounding: Rounding::new(metric), last_rank })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let relevant = list.relevant(self.rel);
        if relevant == 0 {
            return None;
        }
        let mut sum = 0.0;
        for &recall in &self.points {
            let wanted = self.rounding.wanted(relevant, recall);
            sum += highest(hits.clone(), self.rel, self.last_rank, wanted);
        }
        Some(sum / self.points.len() as f64)
    }
}
