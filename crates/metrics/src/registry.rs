//! Every family of measures: one line each in [`Family`], described by the [`Entry`] in the family's file.
//!
//! A new family is a file with its formula, an example and a kernel (`impl Measure`), a `mod` line, and a
//! line here. Names, parameters and their checks follow from the entry.

use crate::diversity::{IntentMeasure, Placed, TopicGains};
pub use crate::entry::{Cutoff, Entry, Relevance, Summary};
use crate::hits::Hit;
use crate::list::JudgedList;
use crate::metric::Metric;
pub(crate) use crate::parameter::HIGHEST;
pub use crate::parameter::{Domain, Parameter};
use crate::scorer::{ScorerError, Setting};

/// A family with its names resolved into numbers and tables, as the [`Scorer`](crate::Scorer) runs it.
pub(crate) trait Measure: Sized {
    /// The description.
    const ENTRY: Entry;

    /// True if the score also depends on documents that are not hits: those of level 0 or without a level.
    const WALKS_RANKING: bool = false;

    /// Resolves the parameters of `metric`, which is of this family.
    ///
    /// # Errors
    /// If the setting does not fit, for example if a table ends below the highest level.
    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError>;

    /// Returns the score of a list, given its hits by rank; `None` if the topic has no relevant document.
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64>;
}

/// Defines the closed set of families: their names, and the types that compute them from judgments by
/// document (the first list) or by intent (the second).
macro_rules! families {
    (
        $($(#[$doc:meta])* $family:ident => $kernel:path,)+
        ;
        $($(#[$intent_doc:meta])* $intent_family:ident => $intent_kernel:path,)+
    ) => {
        /// A family of measures. The set is closed; each has an [`Entry`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Family { $($(#[$doc])* $family,)+ $($(#[$intent_doc])* $intent_family,)+ }

        impl Family {
            /// Every family.
            pub const ALL: &[Self] = &[$(Self::$family,)+ $(Self::$intent_family,)+];

            /// Returns its description.
            pub fn entry(self) -> &'static Entry {
                match self {
                    $(Self::$family => const { &<$kernel as Measure>::ENTRY },)+
                    $(Self::$intent_family => const { &<$intent_kernel as IntentMeasure>::ENTRY },)+
                }
            }

            /// Returns true if it is a diversity measure, which needs judgments by intent and the
            /// [`IntentScorer`](crate::IntentScorer).
            pub fn is_by_intent(self) -> bool {
                matches!(self, $(Self::$intent_family)|+)
            }
        }

        /// A measure ready to score.
        #[derive(Clone, Debug)]
        pub(crate) enum Kernel { $($family($kernel),)+ }

        impl Kernel {
            /// Resolves a metric of any family of the first list.
            pub(crate) fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
                Ok(match metric.family {
                    $(Family::$family => Self::$family(Measure::resolve(metric, setting)?),)+
                    $(Family::$intent_family)|+ => {
                        return Err(ScorerError::NeedsIntents { metric: metric.to_string() });
                    }
                })
            }

            /// See [`Measure::WALKS_RANKING`].
            pub(crate) fn walks_ranking(&self) -> bool {
                match self { $(Self::$family(_) => <$kernel as Measure>::WALKS_RANKING,)+ }
            }

            /// Scores a list; see [`Measure::score`].
            #[inline]
            pub(crate) fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
                match self { $(Self::$family(kernel) => kernel.score(list, hits),)+ }
            }
        }

        /// A diversity measure, not yet of any topic.
        #[derive(Clone, Debug)]
        pub(crate) enum IntentKernel { $($intent_family($intent_kernel),)+ }

        impl IntentKernel {
            /// Resolves a metric of any family of the second list.
            pub(crate) fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
                Ok(match metric.family {
                    $(Family::$intent_family => Self::$intent_family(IntentMeasure::resolve(metric, setting)?),)+
                    $(Family::$family)|+ => {
                        return Err(ScorerError::NotByIntent { metric: metric.to_string() });
                    }
                })
            }

            /// Computes the values that depend only on the topic. Returns `None` if the measure is undefined.
            pub(crate) fn prepare(&self, topic: &mut TopicGains) -> Option<PreparedKernel> {
                Some(match self {
                    $(Self::$intent_family(kernel) => {
                        PreparedKernel::$intent_family(kernel.clone(), kernel.ideal(topic)?)
                    })+
                })
            }
        }

        /// A diversity measure with its values for one topic.
        #[derive(Clone, Debug)]
        pub(crate) enum PreparedKernel {
            $($intent_family($intent_kernel, <$intent_kernel as IntentMeasure>::Ideal),)+
        }

        impl PreparedKernel {
            /// Scores a ranking; see [`IntentMeasure::score`].
            pub(crate) fn score(&self, topic: &TopicGains, ranking: &[Placed], scratch: &mut [f64]) -> f64 {
                match self {
                    $(Self::$intent_family(kernel, ideal) => kernel.score(ideal, topic, ranking, scratch),)+
                }
            }
        }
    };
}

families! {
    /// Average precision: [`ap`](crate::adhoc::ap).
    AveragePrecision => crate::adhoc::ap::AveragePrecision,
    /// Q-measure: [`q`](crate::adhoc::q).
    QMeasure => crate::adhoc::q::QMeasure,
    /// Normalised discounted cumulative gain: [`ndcg`](crate::adhoc::ndcg).
    Ndcg => crate::adhoc::ndcg::Ndcg,
    /// Rank-biased precision: [`rbp`](crate::adhoc::rbp).
    RankBiasedPrecision => crate::adhoc::rbp::RankBiasedPrecision,
    /// Graded rank-biased precision: [`rbp`](crate::adhoc::rbp).
    GradedRankBiasedPrecision => crate::adhoc::rbp::GradedRankBiasedPrecision,
    /// Binary preference: [`bpref`](crate::adhoc::bpref).
    Bpref => crate::adhoc::bpref::Bpref,
    /// Binary preference before trec_eval 8: [`old_bpref`](crate::adhoc::old_bpref).
    OldBpref => crate::adhoc::old_bpref::OldBpref,
    /// Precision at a cutoff: [`precision`](crate::adhoc::precision).
    Precision => crate::adhoc::precision::Precision,
    /// Reciprocal rank: [`reciprocal_rank`](crate::adhoc::reciprocal_rank).
    ReciprocalRank => crate::adhoc::reciprocal_rank::ReciprocalRank,
    /// R-precision: [`r_precision`](crate::adhoc::r_precision).
    RPrecision => crate::adhoc::r_precision::RPrecision,
    /// Recall at a cutoff: [`recall`](crate::adhoc::recall).
    Recall => crate::adhoc::recall::Recall,
    /// Success at a cutoff: [`success`](crate::adhoc::success).
    Success => crate::adhoc::success::Success,
    /// Normalised cumulative utility: [`ncu`](crate::adhoc::ncu).
    NormalisedCumulativeUtility => crate::adhoc::ncu::NormalisedCumulativeUtility,
    /// O-measure: [`one_document`](crate::adhoc::one_document).
    OMeasure => crate::adhoc::one_document::OMeasure,
    /// P-measure: [`one_document`](crate::adhoc::one_document).
    PMeasure => crate::adhoc::one_document::PMeasure,
    /// P-plus: [`one_document`](crate::adhoc::one_document).
    PPlus => crate::adhoc::one_document::PPlus,
    /// Weighted reciprocal rank: [`wrr`](crate::adhoc::wrr).
    WeightedReciprocalRank => crate::adhoc::wrr::WeightedReciprocalRank,
    /// Cumulative gain: [`cg`](crate::adhoc::cg).
    CumulativeGain => crate::adhoc::cg::CumulativeGain,
    /// Normalised cumulative gain: [`cg`](crate::adhoc::cg).
    NormalisedCumulativeGain => crate::adhoc::cg::NormalisedCumulativeGain,
    /// Discounted cumulative gain: [`dcg`](crate::adhoc::dcg).
    DiscountedCumulativeGain => crate::adhoc::dcg::DiscountedCumulativeGain,
    /// Generalised average precision: [`gen_ap`](crate::adhoc::gen_ap).
    GeneralisedAveragePrecision => crate::adhoc::gen_ap::GeneralisedAveragePrecision,
    /// Graded average precision: [`gap`](crate::adhoc::gap).
    GradedAveragePrecision => crate::adhoc::gap::GradedAveragePrecision,
    /// Expected reciprocal rank: [`err`](crate::adhoc::err).
    ExpectedReciprocalRank => crate::adhoc::err::ExpectedReciprocalRank,
    /// Normalised expected reciprocal rank: [`nerr`](crate::adhoc::nerr).
    NormalisedExpectedReciprocalRank => crate::adhoc::nerr::NormalisedExpectedReciprocalRank,
    /// Graded relevance preference: [`rpref`](crate::adhoc::rpref).
    Rpref => crate::adhoc::rpref::Rpref,
    /// Average precision, summarised by the geometric mean: [`geometric_mean`](crate::adhoc::geometric_mean).
    GeometricMeanAp => crate::adhoc::geometric_mean::GeometricMeanAp,
    /// Binary preference, summarised by the geometric mean: [`geometric_mean`](crate::adhoc::geometric_mean).
    GeometricMeanBpref => crate::adhoc::geometric_mean::GeometricMeanBpref,
    /// Interpolated precision at a recall level: [`interpolated`](crate::adhoc::interpolated).
    InterpolatedPrecision => crate::adhoc::interpolated::InterpolatedPrecision,
    /// Interpolated precision, averaged over recall levels: [`interpolated`](crate::adhoc::interpolated).
    InterpolatedAveragePrecision => crate::adhoc::interpolated::InterpolatedAveragePrecision,
    /// Inferred average precision: [`inferred_ap`](crate::adhoc::inferred_ap).
    InferredAp => crate::adhoc::inferred_ap::InferredAp,
    /// Precision at a multiple of R: [`r_precision_multiple`](crate::adhoc::r_precision_multiple).
    RPrecisionMultiple => crate::adhoc::r_precision_multiple::RPrecisionMultiple,
    /// Precision relative to the best possible one: [`relative_precision`](crate::adhoc::relative_precision).
    RelativePrecision => crate::adhoc::relative_precision::RelativePrecision,
    /// Utility of the retrieved set: [`utility`](crate::adhoc::utility).
    Utility => crate::adhoc::utility::Utility,
    /// Gain discounted by the gain missed so far: [`g`](crate::adhoc::g).
    G => crate::adhoc::g::G,
    /// Gain discounted by the nonrelevant documents so far: [`g`](crate::adhoc::g).
    BinaryG => crate::adhoc::g::BinaryG,
    /// nDCG averaged over the relevant documents: [`ndcg_points`](crate::adhoc::ndcg_points).
    NdcgAtRelevant => crate::adhoc::ndcg_points::NdcgAtRelevant,
    /// nDCG averaged over the ends of the levels of the ideal list: [`ndcg_points`](crate::adhoc::ndcg_points).
    NdcgAtLevels => crate::adhoc::ndcg_points::NdcgAtLevels,
    /// Graded rank-biased precision in units of the topic's highest gain: [`rbp_of_topic`](crate::adhoc::rbp_of_topic).
    TopicRankBiasedPrecision => crate::adhoc::rbp_of_topic::TopicRankBiasedPrecision,
    /// The most that unjudged documents could add to rank-biased precision:
    /// [`rbp_residual`](crate::adhoc::rbp_residual).
    RankBiasedResidual => crate::adhoc::rbp_residual::RankBiasedResidual,
    /// Precision of the retrieved set: [`set`](crate::adhoc::set).
    SetPrecision => crate::adhoc::set::SetPrecision,
    /// Precision of the retrieved set relative to the best possible one: [`set`](crate::adhoc::set).
    SetRelativePrecision => crate::adhoc::set::SetRelativePrecision,
    /// Recall of the retrieved set: [`set`](crate::adhoc::set).
    SetRecall => crate::adhoc::set::SetRecall,
    /// Precision times recall of the retrieved set: [`set`](crate::adhoc::set).
    SetAveragePrecision => crate::adhoc::set::SetAveragePrecision,
    /// F measure of the retrieved set: [`set`](crate::adhoc::set).
    SetF => crate::adhoc::set::SetF,
    /// Number of retrieved documents: [`counts`](crate::adhoc::counts).
    Retrieved => crate::adhoc::counts::Retrieved,
    /// Number of relevant documents: [`counts`](crate::adhoc::counts).
    Relevant => crate::adhoc::counts::Relevant,
    /// Number of relevant documents retrieved: [`counts`](crate::adhoc::counts).
    RelevantRetrieved => crate::adhoc::counts::RelevantRetrieved,
    /// Number of judged nonrelevant documents retrieved: [`counts`](crate::adhoc::counts).
    NonrelevantRetrieved => crate::adhoc::counts::NonrelevantRetrieved,
    /// Share of judged documents: [`judged`](crate::adhoc::judged).
    JudgedShare => crate::adhoc::judged::JudgedShare,
    /// Share of unjudged documents: [`judged`](crate::adhoc::judged).
    UnjudgedShare => crate::adhoc::judged::UnjudgedShare,
    /// Probability that a relevant document is ranked above a nonrelevant one: [`accuracy`](crate::adhoc::accuracy).
    Accuracy => crate::adhoc::accuracy::Accuracy,
    /// Compatibility with the ideal ranking: [`compatibility`](crate::adhoc::compatibility).
    Compatibility => crate::adhoc::compatibility::Compatibility,
    /// INSQ: [`cwl`](crate::adhoc::cwl).
    Insq => crate::adhoc::cwl::families::Insq,
    /// INST: [`cwl`](crate::adhoc::cwl).
    Inst => crate::adhoc::cwl::families::Inst,
    /// Bejeweled player model: [`cwl`](crate::adhoc::cwl).
    Bpm => crate::adhoc::cwl::families::Bpm,
    /// Scaled discounted cumulative gain: [`cwl`](crate::adhoc::cwl).
    Sdcg => crate::adhoc::cwl::families::Sdcg,
    /// Nearly expected reciprocal rank, Eq. 8: [`cwl`](crate::adhoc::cwl).
    Nerr8 => crate::adhoc::cwl::families::Nerr8,
    /// Nearly expected reciprocal rank, Eq. 9: [`cwl`](crate::adhoc::cwl).
    Nerr9 => crate::adhoc::cwl::families::Nerr9,
    /// Nearly expected reciprocal rank, Eq. 10: [`cwl`](crate::adhoc::cwl).
    Nerr10 => crate::adhoc::cwl::families::Nerr10,
    /// Nearly expected reciprocal rank, Eq. 11: [`cwl`](crate::adhoc::cwl).
    Nerr11 => crate::adhoc::cwl::families::Nerr11,
    /// Combinational relevance score: [`crs`](crate::adhoc::crs).
    CombinationalRelevanceScore => crate::adhoc::crs::CombinationalRelevanceScore,
    ;
    /// Intent recall: [`intent_recall`](crate::diversity::intent_recall).
    IntentRecall => crate::diversity::intent_recall::IntentRecall,
    /// Subtopic recall: [`intent_recall`](crate::diversity::intent_recall).
    SubtopicRecall => crate::diversity::intent_recall::SubtopicRecall,
    /// nDCG on global gains: [`d_measure`](crate::diversity::d_measure).
    DNdcg => crate::diversity::d_measure::DNdcg,
    /// Q-measure on global gains: [`d_measure`](crate::diversity::d_measure).
    DQ => crate::diversity::d_measure::DQ,
    /// D-nDCG blended with intent recall: [`d_sharp`](crate::diversity::d_sharp).
    DSharpNdcg => crate::diversity::d_sharp::Sharp<crate::diversity::d_measure::DNdcg>,
    /// D-Q blended with intent recall: [`d_sharp`](crate::diversity::d_sharp).
    DSharpQ => crate::diversity::d_sharp::Sharp<crate::diversity::d_measure::DQ>,
    /// D-nDCG with one reward for each navigational intent: [`din`](crate::diversity::din).
    DinNdcg => crate::diversity::din::DinNdcg,
    /// DIN-nDCG blended with intent recall: [`d_sharp`](crate::diversity::d_sharp).
    DinSharpNdcg => crate::diversity::d_sharp::Sharp<crate::diversity::din::DinNdcg>,
    /// P-plus for navigational intents, Q for informational ones: [`p_plus_q`](crate::diversity::p_plus_q).
    PPlusQ => crate::diversity::p_plus_q::PPlusQ,
    /// Novelty-biased DCG: [`novelty`](crate::diversity::novelty).
    AlphaDcg => crate::diversity::novelty::Novelty<crate::diversity::novelty_forms::AlphaDcg>,
    /// Novelty-biased nDCG: [`novelty`](crate::diversity::novelty).
    AlphaNdcg => crate::diversity::novelty::Novelty<crate::diversity::novelty_forms::AlphaNdcg>,
    /// Binary intent-aware expected reciprocal rank: [`novelty`](crate::diversity::novelty).
    ErrIa => crate::diversity::novelty::Novelty<crate::diversity::novelty_forms::ErrIa>,
    /// Binary intent-aware expected reciprocal rank over that of the ideal list: [`novelty`](crate::diversity::novelty).
    NerrIa => crate::diversity::novelty::Novelty<crate::diversity::novelty_forms::NerrIa>,
    /// Graded intent-aware expected reciprocal rank: [`intent_aware`](crate::diversity::intent_aware).
    GradedErrIa => crate::diversity::intent_aware::GradedErrIa,
    /// Novelty- and rank-biased precision: [`novelty`](crate::diversity::novelty).
    Nrbp => crate::diversity::novelty::Novelty<crate::diversity::novelty_forms::Nrbp>,
    /// Novelty- and rank-biased precision over that of the ideal list: [`novelty`](crate::diversity::novelty).
    Nnrbp => crate::diversity::novelty::Novelty<crate::diversity::novelty_forms::Nnrbp>,
    /// Intent-aware average precision: [`intent_aware`](crate::diversity::intent_aware).
    AveragePrecisionIa => crate::diversity::intent_aware::AveragePrecisionIa,
    /// Intent-aware precision at a cutoff: [`intent_aware`](crate::diversity::intent_aware).
    PrecisionIa => crate::diversity::intent_aware::PrecisionIa,
    /// Intent-aware nDCG: [`intent_aware`](crate::diversity::intent_aware).
    NdcgIa => crate::diversity::intent_aware::NdcgIa,
}
