//! Every family of measures: one line each in [`Family`], described by the [`Entry`] in the family's file.
//!
//! A new family is a file with a free function and a kernel (`impl Measure`), a `mod` line, and a line
//! here. Names, parameters and their checks follow from the entry.

use crate::diversity::{IntentMeasure, Placed, TopicGains};
pub use crate::entry::{Cutoff, Entry, Relevance, Summary};
use crate::hits::Hit;
use crate::list::JudgedList;
use crate::metric::Metric;
pub(crate) use crate::parameter::HIGHEST;
pub use crate::parameter::{Domain, Parameter};
use crate::scorer::{ScorerError, Setting};

/// A family, with its names resolved into numbers and tables: what the [`Scorer`](crate::Scorer) runs.
pub(crate) trait Measure: Sized {
    /// The description.
    const ENTRY: Entry;

    /// Whether the score looks at documents of level 0 or without a level, which are no hits.
    const WALKS_RANKING: bool = false;

    /// Resolves the parameters of `metric`, which is of this family.
    ///
    /// # Errors
    /// When the setting does not fit: a table that ends below the highest level, say.
    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError>;

    /// The score of a list, given its hits by rank; `None` when the topic has no relevant document.
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64>;
}

/// Writes the closed set of families down: the names, and what computes them from judgments by document
/// (the first list) or by intent (the second).
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

            /// Its description.
            pub fn entry(self) -> &'static Entry {
                match self {
                    $(Self::$family => const { &<$kernel as Measure>::ENTRY },)+
                    $(Self::$intent_family => const { &<$intent_kernel as IntentMeasure>::ENTRY },)+
                }
            }

            /// Whether it is a diversity measure, which needs judgments by intent and the
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

            /// Works out what depends on the topic alone; `None` where the measure is undefined.
            pub(crate) fn prepare(&self, topic: &mut TopicGains) -> Option<PreparedKernel> {
                Some(match self {
                    $(Self::$intent_family(kernel) => {
                        PreparedKernel::$intent_family(kernel.clone(), kernel.ideal(topic)?)
                    })+
                })
            }
        }

        /// A diversity measure and what it knows of one topic.
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
    /// Average precision.
    AveragePrecision => crate::adhoc::ap::AveragePrecision,
    /// Q-measure.
    QMeasure => crate::adhoc::q::QMeasure,
    /// Normalised discounted cumulative gain.
    Ndcg => crate::adhoc::ndcg::Ndcg,
    /// Rank-biased precision.
    RankBiasedPrecision => crate::adhoc::rbp::RankBiasedPrecision,
    /// Graded rank-biased precision.
    GradedRankBiasedPrecision => crate::adhoc::rbp::GradedRankBiasedPrecision,
    /// Binary preference.
    Bpref => crate::adhoc::bpref::Bpref,
    /// Binary preference before trec_eval 8.
    OldBpref => crate::adhoc::old_bpref::OldBpref,
    /// Precision at a cutoff.
    Precision => crate::adhoc::precision::Precision,
    /// Reciprocal rank.
    ReciprocalRank => crate::adhoc::reciprocal_rank::ReciprocalRank,
    /// R-precision.
    RPrecision => crate::adhoc::r_precision::RPrecision,
    /// Recall at a cutoff.
    Recall => crate::adhoc::recall::Recall,
    /// Success at a cutoff.
    Success => crate::adhoc::success::Success,
    /// Normalised cumulative utility.
    NormalisedCumulativeUtility => crate::adhoc::ncu::NormalisedCumulativeUtility,
    /// O-measure.
    OMeasure => crate::adhoc::one_document::OMeasure,
    /// P-measure.
    PMeasure => crate::adhoc::one_document::PMeasure,
    /// P-plus.
    PPlus => crate::adhoc::one_document::PPlus,
    /// Weighted reciprocal rank.
    WeightedReciprocalRank => crate::adhoc::wrr::WeightedReciprocalRank,
    /// Cumulative gain.
    CumulativeGain => crate::adhoc::cg::CumulativeGain,
    /// Normalised cumulative gain.
    NormalisedCumulativeGain => crate::adhoc::cg::NormalisedCumulativeGain,
    /// Discounted cumulative gain.
    DiscountedCumulativeGain => crate::adhoc::dcg::DiscountedCumulativeGain,
    /// Generalised average precision.
    GeneralisedAveragePrecision => crate::adhoc::gen_ap::GeneralisedAveragePrecision,
    /// Graded average precision.
    GradedAveragePrecision => crate::adhoc::gap::GradedAveragePrecision,
    /// Expected reciprocal rank.
    ExpectedReciprocalRank => crate::adhoc::err::ExpectedReciprocalRank,
    /// Normalised expected reciprocal rank.
    NormalisedExpectedReciprocalRank => crate::adhoc::nerr::NormalisedExpectedReciprocalRank,
    /// Graded relevance preference.
    Rpref => crate::adhoc::rpref::Rpref,
    /// Average precision, summarised by the geometric mean.
    GeometricMeanAp => crate::adhoc::geometric_mean::GeometricMeanAp,
    /// Binary preference, summarised by the geometric mean.
    GeometricMeanBpref => crate::adhoc::geometric_mean::GeometricMeanBpref,
    /// Interpolated precision at a recall level.
    InterpolatedPrecision => crate::adhoc::interpolated::InterpolatedPrecision,
    /// Interpolated precision, averaged over recall levels.
    InterpolatedAveragePrecision => crate::adhoc::interpolated::InterpolatedAveragePrecision,
    /// Inferred average precision.
    InferredAp => crate::adhoc::inferred_ap::InferredAp,
    /// Precision at a multiple of R.
    RPrecisionMultiple => crate::adhoc::r_precision_multiple::RPrecisionMultiple,
    /// Precision relative to the best possible one.
    RelativePrecision => crate::adhoc::relative_precision::RelativePrecision,
    /// Utility of the retrieved set.
    Utility => crate::adhoc::utility::Utility,
    /// Gain discounted by the gain missed so far.
    G => crate::adhoc::g::G,
    /// Gain discounted by the nonrelevant documents so far.
    BinaryG => crate::adhoc::g::BinaryG,
    /// nDCG averaged over the relevant documents.
    NdcgAtRelevant => crate::adhoc::ndcg_points::NdcgAtRelevant,
    /// nDCG averaged over the ends of the levels of the ideal list.
    NdcgAtLevels => crate::adhoc::ndcg_points::NdcgAtLevels,
    /// Graded rank-biased precision in units of the topic's highest gain.
    TopicRankBiasedPrecision => crate::adhoc::rbp_of_topic::TopicRankBiasedPrecision,
    /// What unjudged documents could add to rank-biased precision.
    RankBiasedResidual => crate::adhoc::rbp_residual::RankBiasedResidual,
    /// Precision of the retrieved set.
    SetPrecision => crate::adhoc::set::SetPrecision,
    /// Precision of the retrieved set relative to the best possible one.
    SetRelativePrecision => crate::adhoc::set::SetRelativePrecision,
    /// Recall of the retrieved set.
    SetRecall => crate::adhoc::set::SetRecall,
    /// Precision times recall of the retrieved set.
    SetAveragePrecision => crate::adhoc::set::SetAveragePrecision,
    /// F measure of the retrieved set.
    SetF => crate::adhoc::set::SetF,
    /// Number of retrieved documents.
    Retrieved => crate::adhoc::counts::Retrieved,
    /// Number of relevant documents.
    Relevant => crate::adhoc::counts::Relevant,
    /// Number of relevant documents retrieved.
    RelevantRetrieved => crate::adhoc::counts::RelevantRetrieved,
    /// Number of judged nonrelevant documents retrieved.
    NonrelevantRetrieved => crate::adhoc::counts::NonrelevantRetrieved,
    /// Share of judged documents.
    JudgedShare => crate::adhoc::judged::JudgedShare,
    /// Share of unjudged documents.
    UnjudgedShare => crate::adhoc::judged::UnjudgedShare,
    /// Probability that a relevant document is ranked above a nonrelevant one.
    Accuracy => crate::adhoc::accuracy::Accuracy,
    /// Compatibility with the ideal ranking.
    Compatibility => crate::adhoc::compatibility::Compatibility,
    /// INSQ.
    Insq => crate::adhoc::cwl::families::Insq,
    /// INST.
    Inst => crate::adhoc::cwl::families::Inst,
    /// Bejeweled player model.
    Bpm => crate::adhoc::cwl::families::Bpm,
    /// Scaled discounted cumulative gain.
    Sdcg => crate::adhoc::cwl::families::Sdcg,
    /// Nearly expected reciprocal rank, Eq. 8.
    Nerr8 => crate::adhoc::cwl::families::Nerr8,
    /// Nearly expected reciprocal rank, Eq. 9.
    Nerr9 => crate::adhoc::cwl::families::Nerr9,
    /// Nearly expected reciprocal rank, Eq. 10.
    Nerr10 => crate::adhoc::cwl::families::Nerr10,
    /// Nearly expected reciprocal rank, Eq. 11.
    Nerr11 => crate::adhoc::cwl::families::Nerr11,
    /// Combinational relevance score.
    CombinationalRelevanceScore => crate::adhoc::crs::CombinationalRelevanceScore,
    ;
    /// Intent recall.
    IntentRecall => crate::diversity::intent_recall::IntentRecall,
    /// Subtopic recall.
    SubtopicRecall => crate::diversity::intent_recall::SubtopicRecall,
    /// nDCG on global gains.
    DNdcg => crate::diversity::d_measure::DNdcg,
    /// Q-measure on global gains.
    DQ => crate::diversity::d_measure::DQ,
    /// D-nDCG blended with intent recall.
    DSharpNdcg => crate::diversity::d_sharp::Sharp<crate::diversity::d_measure::DNdcg>,
    /// D-Q blended with intent recall.
    DSharpQ => crate::diversity::d_sharp::Sharp<crate::diversity::d_measure::DQ>,
    /// D-nDCG with one reward for each navigational intent.
    DinNdcg => crate::diversity::din::DinNdcg,
    /// DIN-nDCG blended with intent recall.
    DinSharpNdcg => crate::diversity::d_sharp::Sharp<crate::diversity::din::DinNdcg>,
    /// P-plus for navigational intents, Q for informational ones.
    PPlusQ => crate::diversity::p_plus_q::PPlusQ,
    /// Novelty-biased DCG.
    AlphaDcg => crate::diversity::novelty::Novelty<crate::diversity::novelty_forms::AlphaDcg>,
    /// Novelty-biased nDCG.
    AlphaNdcg => crate::diversity::novelty::Novelty<crate::diversity::novelty_forms::AlphaNdcg>,
    /// Binary intent-aware expected reciprocal rank.
    ErrIa => crate::diversity::novelty::Novelty<crate::diversity::novelty_forms::ErrIa>,
    /// Binary intent-aware expected reciprocal rank over that of the ideal list.
    NerrIa => crate::diversity::novelty::Novelty<crate::diversity::novelty_forms::NerrIa>,
    /// Graded intent-aware expected reciprocal rank.
    GradedErrIa => crate::diversity::intent_aware::GradedErrIa,
    /// Novelty- and rank-biased precision.
    Nrbp => crate::diversity::novelty::Novelty<crate::diversity::novelty_forms::Nrbp>,
    /// Novelty- and rank-biased precision over that of the ideal list.
    Nnrbp => crate::diversity::novelty::Novelty<crate::diversity::novelty_forms::Nnrbp>,
    /// Intent-aware average precision.
    AveragePrecisionIa => crate::diversity::intent_aware::AveragePrecisionIa,
    /// Intent-aware precision at a cutoff.
    PrecisionIa => crate::diversity::intent_aware::PrecisionIa,
    /// Intent-aware nDCG.
    NdcgIa => crate::diversity::intent_aware::NdcgIa,
}
