//! The rules that bound families of measures. Each rule has a file and an arm in [`rule`], except the rule
//! `()`.

use std::fmt;

use rejudge_metrics::registry::Relevance;
use rejudge_metrics::{Family, Gains, Hit, JudgedList, Metric, Scorer, ScorerError, Value};

use crate::bounds::interval::{Bounds, Kind};
use crate::bounds::open_list::{OpenList, OpenPair};
use crate::bounds::{
    BoundsError, additive, average_precision, bpref, expected_reciprocal_rank, first_relevant, ndcg,
    q_measure, r_precision, recall,
};

/// Bounds one measure with resolved parameters.
pub(crate) trait Rule: fmt::Debug + Send + Sync {
    /// Returns the kind of the bounds, which is exact by default.
    fn kind(&self) -> Kind {
        Kind::Exact
    }

    /// Returns the bounds of one list with holes. If the measure is undefined under a filling, its score
    /// counts as 0. `room` is scratch space, which may contain values from earlier calls.
    fn bounds(&self, list: &OpenList<'_>, room: &mut Vec<f64>) -> Bounds;

    /// Returns the bounds of the first list's score minus the second's, both under the same filling. Returns
    /// `None` if the rule only has the bounds that follow from each list's own bounds, or if the divisor may
    /// be 0.
    fn difference(&self, _: &OpenPair<'_>) -> Option<Bounds> {
        None
    }
}

/// The rule of a binary measure for which no level is relevant, so that every score is 0.
impl Rule for () {
    fn bounds(&self, _: &OpenList<'_>, _: &mut Vec<f64>) -> Bounds {
        Bounds::default()
    }
}

/// The rule for a metric, or `None` if no bounds are derived for its parameters.
pub(crate) type Resolved = Result<Option<Box<dyn Rule>>, ScorerError>;

/// Returns the rule for a measure. A filling leaves no retrieved document unjudged, so a measure of the
/// condensed list has the bounds of the same measure on the raw list. But the score of the condensed list
/// without a filling may be outside of these bounds.
///
/// # Errors
/// If no bounds are derived for the measure, or if the measure does not fit the gains.
pub(crate) fn rule(metric: &Metric, setting: &Setting<'_>) -> Result<Box<dyn Rule>, BoundsError> {
    let not_derived = || BoundsError(format!("no bounds are derived for {metric}"));
    let family = metric.family();
    let resolve: fn(&Metric, &Setting<'_>) -> Resolved = match family {
        Family::Precision
        | Family::RankBiasedPrecision
        | Family::GradedRankBiasedPrecision
        | Family::DiscountedCumulativeGain
        | Family::CumulativeGain => additive::resolve,
        Family::AveragePrecision | Family::GeometricMeanAp => average_precision::resolve,
        Family::Bpref | Family::GeometricMeanBpref => bpref::resolve,
        Family::ExpectedReciprocalRank | Family::NormalisedExpectedReciprocalRank => {
            expected_reciprocal_rank::resolve
        }
        Family::ReciprocalRank | Family::Success => first_relevant::resolve,
        Family::Ndcg | Family::NormalisedCumulativeGain => ndcg::resolve,
        Family::QMeasure | Family::NormalisedCumulativeUtility => q_measure::resolve,
        Family::RPrecision => r_precision::resolve,
        Family::Recall | Family::SetRecall => recall::resolve,
        _ => return Err(not_derived()),
    };
    let is_binary = family.entry().relevance == Relevance::Binary;
    if is_binary && setting.rel(metric) > setting.gains.top_level() {
        return Ok(Box::new(()));
    }
    resolve(metric, setting)?.ok_or_else(not_derived)
}

/// The settings that come from the evaluation, not from the measure's name.
pub(crate) struct Setting<'a> {
    pub gains: &'a Gains,
    pub min_rel: u8,
    pub max_rank: Option<u32>,
    /// The length of the longest list, or of the longest ideal list under any filling if that is longer.
    pub deepest: u32,
}

impl Setting<'_> {
    /// Returns the level from which a binary measure counts a document as relevant.
    pub fn rel(&self, metric: &Metric) -> u8 {
        metric.rel().unwrap_or(self.min_rel).max(1)
    }

    /// Returns the last rank that the measure sees.
    pub fn last_rank(&self, metric: &Metric) -> u32 {
        metric.cutoff().unwrap_or(u32::MAX).min(self.max_rank.unwrap_or(u32::MAX))
    }

    /// Returns a probe that scores one document with the measure itself; the ideal list contains one document of
    /// the highest level. Rules read weights and gains from these scores, so that no formula is written twice.
    pub fn probe(&self, metric: &Metric) -> Result<Probe, ScorerError> {
        // The probe has no `max_rank`, because `max_rank` does not shorten the ideal list: the weights of
        // ranks below `max_rank` are needed too.
        let scorer = Scorer::new(&[metric.on_raw_list()], self.gains, self.min_rel, None)?;
        Ok(Probe { scorer, top_level: self.gains.top_level() })
    }
}

/// Scores lists of one document, from which rules read a measure's weights and gains.
pub(crate) struct Probe {
    scorer: Scorer,
    top_level: u8,
}

impl Probe {
    /// Returns the score of one document of `level` at `rank`, or 0 if the measure ignores the document.
    pub fn score(&self, rank: u32, level: u8) -> f64 {
        let hit = Hit { rank, judged_above: rank - 1, pooled_above: rank - 1, level };
        let hits = if level > 0 { &[hit][..] } else { &[] };
        let ideal = [self.top_level];
        let list = JudgedList {
            hits: Some(hits),
            retrieved: rank,
            ideal: &ideal,
            judged_nonrelevant: rank - 1,
            ..JudgedList::default()
        };
        let mut score = [None];
        self.scorer.score(&list, &list, &mut score);
        score[0].unwrap_or(0.0)
    }

    /// Returns the score at rank 1 for each level from 0 to the highest.
    pub fn by_level(&self) -> Vec<f64> {
        (0..=self.top_level).map(|level| self.score(1, level)).collect()
    }
}

/// Returns the word that is a parameter's value, or an empty string if the value is not a word.
pub(crate) fn word(metric: &Metric, parameter: &str) -> &'static str {
    match metric.value(parameter) {
        Some(Value::Word(word)) => word,
        _ => "",
    }
}

/// Returns the number that is a parameter's value, or `None` if the value is not a number.
pub(crate) fn number(metric: &Metric, parameter: &str) -> Option<f64> {
    match metric.value(parameter) {
        Some(Value::Decimal(decimal)) => Some(decimal.value()),
        _ => None,
    }
}

/// The weight of each rank and the sum of the weights down to each rank. With these sums, the sum of the
/// weights from one rank to another takes only one subtraction.
#[derive(Clone, Debug)]
pub(crate) struct CumulativeWeights {
    /// The weights. Entry 0 is unused, so that the index is the rank.
    weights: Box<[f64]>,
    /// The sum of the weights down to each rank.
    sums: Box<[f64]>,
}

impl CumulativeWeights {
    pub fn new(deepest: u32, weight: impl Fn(u32) -> f64) -> Self {
        let weights: Box<[f64]> = std::iter::once(0.0).chain((1..=deepest).map(weight)).collect();
        let mut sum = 0.0;
        let sums = weights.iter().map(|weight| {
            sum += weight;
            sum
        });
        let sums = sums.collect();
        Self { weights, sums }
    }

    /// Returns the weight of a rank, or 0 below the deepest rank.
    #[inline]
    pub fn at(&self, rank: u32) -> f64 {
        self.weights.get(rank as usize).copied().unwrap_or(0.0)
    }

    /// Returns the sum of the weights of ranks 1 to `rank`.
    #[inline]
    pub(crate) fn sum_to(&self, rank: u32) -> f64 {
        self.sums[(rank as usize).min(self.sums.len() - 1)]
    }

    /// Returns the sum of the weights of ranks `first` to `last`, or 0 if there are none.
    #[inline]
    pub fn between(&self, first: u32, last: u32) -> f64 {
        self.sum_to(last) - self.sum_to(first - 1)
    }
}
