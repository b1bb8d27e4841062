//! Expected reciprocal rank.
//!
//! The document at rank r satisfies the user with probability s(r) = (2^level - 1) / 2^max_rel. With
//! `stop='gain'`, as in NTCIREVAL, s(r) is gain / (gain(H) + 1), where gain(H) is the highest gain in the
//! table of gains. ERR is the expected reciprocal rank of the document that satisfies the user:
//!
//! ERR = Σ (1/r) s(r) Π_{i < r} (1 - s(i))
//!
//! Unjudged documents never satisfy a user. A cutoff ends the sum. The ideal list scores below 1. `None` if no
//! judged document can satisfy a user, because the value would be 0 for every run.
//!
//! Chapelle et al., CIKM 2009, Eq. 2 to 4. Without parameters this is gdeval's `ERR@k`, with max_rel = 4 for
//! every collection. With `stop='exp'`, a level above `max_rel` is an error.
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = "1.2".parse()?;
//! assert_eq!(list.score("ERR")?, Some(1.0 / 16.0 + 15.0 / 16.0 * (3.0 / 16.0) / 3.0));
//! assert_eq!(list.score("ERR@2")?, Some(1.0 / 16.0));
//! let by_gain = list.score("ERR(stop='gain', gains={1: 1, 2: 2, 3: 3})")?;
//! assert_eq!(by_gain, Some(1.0 / 4.0 + 3.0 / 4.0 * (2.0 / 4.0) / 3.0));
//! assert_eq!("00".parse::<rejudge_metrics::JudgedRanking>()?.score("ERR")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

/// The probability, for each level, that a document satisfies the user.
#[derive(Clone, Debug)]
pub(crate) struct Cascade(LevelTable);

impl Cascade {
    pub(crate) const PARAMETERS: [Parameter; 2] = [
        Parameter::new(
            "stop",
            "probability of being satisfied: (2^level - 1) / 2^max_rel, or gain / (gain(H) + 1)",
            Domain::Words(&["exp", "gain"]),
            Some("exp"),
        ),
        Parameter {
            name: "max_rel",
            meaning: "highest level of the scale of judgments",
            domain: Domain::Level,
            default: Some("4"),
            only_with: Some(("stop", "exp")),
        },
    ];

    pub fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        if metric.word("stop") == "gain" {
            let gains = setting.gains(metric)?;
            let satisfied = |level| gains.gain(level) / (gains.highest() + 1.0);
            return Ok(Self(LevelTable::new((1..=gains.top_level()).map(satisfied))));
        }
        let max_rel = metric.number("max_rel") as u8;
        let highest = setting.gains.top_level();
        if metric.gains().is_some() {
            return Err(ScorerError::unused_gains(metric, "stop='exp' uses levels"));
        }
        if highest > max_rel {
            return Err(ScorerError::level_above(metric, "max_rel", highest, max_rel));
        }
        let power = |level: u8| libm::exp2(f64::from(level));
        Ok(Self(LevelTable::new((1..=max_rel).map(|level| (power(level) - 1.0) / power(max_rel)))))
    }

    #[inline]
    fn expected_reciprocal_rank(&self, documents: impl Iterator<Item = (u32, u8)>) -> f64 {
        let (mut looking, mut sum) = (1.0, 0.0);
        for (rank, level) in documents {
            let satisfied = self.0.at(level);
            sum += looking * satisfied / f64::from(rank);
            looking *= 1.0 - satisfied;
        }
        sum
    }

    pub(crate) fn run_err(&self, seen: &Seen<'_>) -> f64 {
        self.expected_reciprocal_rank(seen.hits.iter().map(|hit| (hit.rank, hit.level)))
    }

    /// Returns the ERR of the ideal list down to the cutoff.
    pub(crate) fn ideal_err(&self, seen: &Seen<'_>) -> f64 {
        self.expected_reciprocal_rank((1..).zip(seen.list.ideal.iter().copied()).take(seen.cutoff as usize))
    }
}

pub(crate) const ERR: Entry = Entry {
    name: "ERR",
    title: "expected reciprocal rank",
    formula: "Σ (1/r) s(r) Π_{i < r} (1 - s(i)); exp: s = (2^level - 1) / 2^max_rel; gain: s = g / (gain(H) + 1)",
    parameters: &Cascade::PARAMETERS,
    cutoff: Cutoff::Optional,
    source: "Chapelle et al., CIKM 2009, Eqs. 2 to 4",
    kernel: Resolved(|metric, setting| {
        let cascade = Cascade::resolve(metric, setting)?;
        kernel(move |seen| {
            let satisfiable = seen.list.ideal.first().is_some_and(|&level| cascade.0.at(level) > 0.0);
            satisfiable.then(|| cascade.run_err(seen))
        })
    }),
    ..Entry::GRADED
};
