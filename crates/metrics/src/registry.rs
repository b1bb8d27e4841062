//! Every family of measures: a line in [`Family`], and an [`Entry`] in the family's file.
//!
//! To add a family, write a file with the formula, an example and an [`Entry`] with the kernel, then add a
//! `mod` line and a line here. Names, parameters and their checks follow from the entry.

pub use crate::entry::{Cutoff, Entry, Relevance};
pub use crate::parameter::{Domain, Parameter};
pub use crate::summary::Summary;
use crate::{adhoc, diversity};

/// Defines the closed set of families.
macro_rules! families {
    ($($(#[$doc:meta])* $family:ident => $entry:path,)+) => {
        /// A family of measures. The set is closed; each family has an [`Entry`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Family { $($(#[$doc])* $family,)+ }

        impl Family {
            /// Every family.
            pub const ALL: &[Self] = &[$(Self::$family,)+];

            /// Returns the family's entry.
            pub fn entry(self) -> &'static Entry {
                match self { $(Self::$family => const { &$entry },)+ }
            }
        }
    };
}

impl Family {
    /// Returns true if this is a family of diversity measures, which need judgments by intent and the
    /// [`IntentScorer`](crate::IntentScorer).
    pub fn is_by_intent(self) -> bool {
        matches!(self.entry().kernel, crate::entry::Measure::ByIntent(_))
    }

    /// Returns true if this is one of the usual families whose scores are never above 1 (if no units share a rank).
    /// Other families may have the same limit, so you can rely only on `true`.
    ///
    /// ```
    /// use rejudge_metrics::Family;
    /// assert!(Family::Ndcg.is_at_most_one());
    /// assert!(!Family::DiscountedCumulativeGain.is_at_most_one());
    /// ```
    pub fn is_at_most_one(self) -> bool {
        matches!(
            self,
            Self::AveragePrecision
                | Self::Bpref
                | Self::Ndcg
                | Self::Precision
                | Self::QMeasure
                | Self::RPrecision
                | Self::RankBiasedPrecision
                | Self::Recall
                | Self::ReciprocalRank
                | Self::Success
        )
    }
}

families! {
    /// Average precision: [`ap`](crate::adhoc::ap).
    AveragePrecision => adhoc::ap::AP,
    /// Q-measure: [`q`](crate::adhoc::q).
    QMeasure => adhoc::q::Q,
    /// Normalised discounted cumulative gain: [`ndcg`](crate::adhoc::ndcg).
    Ndcg => adhoc::ndcg::NDCG,
    /// Rank-biased precision: [`rbp`](crate::adhoc::rbp).
    RankBiasedPrecision => adhoc::rbp::RBP,
    /// Graded rank-biased precision: [`rbp`](crate::adhoc::rbp).
    GradedRankBiasedPrecision => adhoc::rbp::GRBP,
    /// Binary preference: [`bpref`](crate::adhoc::bpref).
    Bpref => adhoc::bpref::BPREF,
    /// Binary preference in trec_eval 6 to 7.3: [`old_bpref`](crate::adhoc::old_bpref).
    OldBpref => adhoc::old_bpref::OLD_BPREF,
    /// Precision at a cutoff: [`precision`](crate::adhoc::precision).
    Precision => adhoc::precision::PRECISION,
    /// Reciprocal rank: [`reciprocal_rank`](crate::adhoc::reciprocal_rank).
    ReciprocalRank => adhoc::reciprocal_rank::RR,
    /// R-precision: [`r_precision`](crate::adhoc::r_precision).
    RPrecision => adhoc::r_precision::RPREC,
    /// Recall at a cutoff: [`recall`](crate::adhoc::recall).
    Recall => adhoc::recall::RECALL,
    /// Success at a cutoff: [`success`](crate::adhoc::success).
    Success => adhoc::success::SUCCESS,
    /// Normalised cumulative utility: [`ncu`](crate::adhoc::ncu).
    NormalisedCumulativeUtility => adhoc::ncu::NCU,
    /// O-measure: [`one_document`](crate::adhoc::one_document).
    OMeasure => adhoc::one_document::O_MEASURE,
    /// P-measure: [`one_document`](crate::adhoc::one_document).
    PMeasure => adhoc::one_document::P_MEASURE,
    /// P-plus: [`one_document`](crate::adhoc::one_document).
    PPlus => adhoc::one_document::P_PLUS,
    /// Weighted reciprocal rank: [`wrr`](crate::adhoc::wrr).
    WeightedReciprocalRank => adhoc::wrr::WRR,
    /// Cumulative gain: [`cg`](crate::adhoc::cg).
    CumulativeGain => adhoc::cg::CG,
    /// Normalised cumulative gain: [`cg`](crate::adhoc::cg).
    NormalisedCumulativeGain => adhoc::cg::NCG,
    /// Discounted cumulative gain: [`dcg`](crate::adhoc::dcg).
    DiscountedCumulativeGain => adhoc::dcg::DCG,
    /// Generalised average precision: [`gen_ap`](crate::adhoc::gen_ap).
    GeneralisedAveragePrecision => adhoc::gen_ap::GEN_AP,
    /// Graded average precision: [`gap`](crate::adhoc::gap).
    GradedAveragePrecision => adhoc::gap::GAP,
    /// Expected reciprocal rank: [`err`](crate::adhoc::err).
    ExpectedReciprocalRank => adhoc::err::ERR,
    /// Normalised expected reciprocal rank: [`nerr`](crate::adhoc::nerr).
    NormalisedExpectedReciprocalRank => adhoc::nerr::NERR,
    /// Graded relevance preference: [`rpref`](crate::adhoc::rpref).
    Rpref => adhoc::rpref::RPREF,
    /// Average precision, summarised by the geometric mean: [`geometric_mean`](crate::adhoc::geometric_mean).
    GeometricMeanAp => adhoc::geometric_mean::GMAP,
    /// Binary preference, summarised by the geometric mean: [`geometric_mean`](crate::adhoc::geometric_mean).
    GeometricMeanBpref => adhoc::geometric_mean::GM_BPREF,
    /// Interpolated precision at a recall level: [`interpolated`](crate::adhoc::interpolated).
    InterpolatedPrecision => adhoc::interpolated::IPREC,
    /// Interpolated precision, averaged over recall levels: [`interpolated`](crate::adhoc::interpolated).
    InterpolatedAveragePrecision => adhoc::interpolated::IAP,
    /// Inferred average precision: [`inferred_ap`](crate::adhoc::inferred_ap).
    InferredAp => adhoc::inferred_ap::INF_AP,
    /// Precision at a multiple of R: [`r_precision_multiple`](crate::adhoc::r_precision_multiple).
    RPrecisionMultiple => adhoc::r_precision_multiple::RPREC_MULT,
    /// Precision relative to the best possible one: [`relative_precision`](crate::adhoc::relative_precision).
    RelativePrecision => adhoc::relative_precision::REL_P,
    /// Utility of the retrieved set: [`utility`](crate::adhoc::utility).
    Utility => adhoc::utility::UTILITY,
    /// Gain discounted by the gain missed so far: [`g`](crate::adhoc::g).
    G => adhoc::g::G,
    /// Gain discounted by the nonrelevant documents so far: [`g`](crate::adhoc::g).
    BinaryG => adhoc::g::BIN_G,
    /// nDCG averaged over the relevant documents: [`ndcg_points`](crate::adhoc::ndcg_points).
    NdcgAtRelevant => adhoc::ndcg_points::NDCG_REL,
    /// nDCG averaged over the ranks after which the gain of the ideal list falls:
    /// [`ndcg_points`](crate::adhoc::ndcg_points).
    NdcgAtLevels => adhoc::ndcg_points::RNDCG,
    /// Graded rank-biased precision in units of the topic's highest gain:
    /// [`rbp_of_topic`](crate::adhoc::rbp_of_topic).
    TopicRankBiasedPrecision => adhoc::rbp_of_topic::TOPIC_RBP,
    /// The most that unjudged documents could add to rank-biased precision:
    /// [`rbp_residual`](crate::adhoc::rbp_residual).
    RankBiasedResidual => adhoc::rbp_residual::RBP_RESIDUAL,
    /// Precision of the retrieved set: [`set`](crate::adhoc::set).
    SetPrecision => adhoc::set::SET_P,
    /// Precision of the retrieved set relative to the best possible one: [`set`](crate::adhoc::set).
    SetRelativePrecision => adhoc::set::SET_REL_P,
    /// Recall of the retrieved set: [`set`](crate::adhoc::set).
    SetRecall => adhoc::set::SET_R,
    /// Precision times recall of the retrieved set: [`set`](crate::adhoc::set).
    SetAveragePrecision => adhoc::set::SET_AP,
    /// F measure of the retrieved set: [`set`](crate::adhoc::set).
    SetF => adhoc::set::SET_F,
    /// Number of retrieved documents: [`counts`](crate::adhoc::counts).
    Retrieved => adhoc::counts::NUM_RET,
    /// Number of relevant documents: [`counts`](crate::adhoc::counts).
    Relevant => adhoc::counts::NUM_REL,
    /// Number of relevant documents retrieved: [`counts`](crate::adhoc::counts).
    RelevantRetrieved => adhoc::counts::NUM_REL_RET,
    /// Number of judged nonrelevant documents retrieved: [`counts`](crate::adhoc::counts).
    NonrelevantRetrieved => adhoc::counts::NUM_NONREL_RET,
    /// Share of judged documents: [`judged`](crate::adhoc::judged).
    JudgedShare => adhoc::judged::JUDGED,
    /// Share of unjudged documents: [`judged`](crate::adhoc::judged).
    UnjudgedShare => adhoc::judged::UNJUDGED,
    /// Share of pairs of a relevant and a nonrelevant document that are in the right order:
    /// [`accuracy`](crate::adhoc::accuracy).
    Accuracy => adhoc::accuracy::ACCURACY,
    /// Compatibility with the ideal ranking: [`compatibility`](crate::adhoc::compatibility).
    Compatibility => adhoc::compatibility::COMPAT,
    /// INSQ: [`cwl`](crate::adhoc::cwl).
    Insq => adhoc::cwl::INSQ,
    /// INST: [`cwl`](crate::adhoc::cwl).
    Inst => adhoc::cwl::INST,
    /// Bejeweled player model: [`cwl`](crate::adhoc::cwl).
    Bpm => adhoc::cwl::BPM,
    /// Scaled discounted cumulative gain: [`cwl`](crate::adhoc::cwl).
    Sdcg => adhoc::cwl::SDCG,
    /// Nearly expected reciprocal rank, Eq. 8: [`cwl`](crate::adhoc::cwl).
    Nerr8 => adhoc::cwl::NERR8,
    /// Nearly expected reciprocal rank, Eq. 9: [`cwl`](crate::adhoc::cwl).
    Nerr9 => adhoc::cwl::NERR9,
    /// Nearly expected reciprocal rank, Eq. 10: [`cwl`](crate::adhoc::cwl).
    Nerr10 => adhoc::cwl::NERR10,
    /// Nearly expected reciprocal rank, Eq. 11: [`cwl`](crate::adhoc::cwl).
    Nerr11 => adhoc::cwl::NERR11,
    /// Combinational relevance score: [`crs`](crate::adhoc::crs).
    CombinationalRelevanceScore => adhoc::crs::CRS,
    /// Intent recall: [`intent_recall`](crate::diversity::intent_recall).
    IntentRecall => diversity::intent_recall::I_REC,
    /// Subtopic recall: [`intent_recall`](crate::diversity::intent_recall).
    SubtopicRecall => diversity::intent_recall::ST_RECALL,
    /// nDCG on global gains: [`d_measure`](crate::diversity::d_measure).
    DNdcg => diversity::d_measure::D_NDCG,
    /// Q-measure on global gains: [`d_measure`](crate::diversity::d_measure).
    DQ => diversity::d_measure::D_Q,
    /// D-nDCG blended with intent recall: [`d_sharp`](crate::diversity::d_sharp).
    DSharpNdcg => diversity::d_sharp::D_SHARP_NDCG,
    /// D-Q blended with intent recall: [`d_sharp`](crate::diversity::d_sharp).
    DSharpQ => diversity::d_sharp::D_SHARP_Q,
    /// D-nDCG with one reward for each navigational intent: [`din`](crate::diversity::din).
    DinNdcg => diversity::din::DIN_NDCG,
    /// DIN-nDCG blended with intent recall: [`d_sharp`](crate::diversity::d_sharp).
    DinSharpNdcg => diversity::d_sharp::DIN_SHARP_NDCG,
    /// P-plus for navigational intents, Q for informational ones: [`p_plus_q`](crate::diversity::p_plus_q).
    PPlusQ => diversity::p_plus_q::P_PLUS_Q,
    /// Novelty-biased DCG: [`novelty`](crate::diversity::novelty).
    AlphaDcg => diversity::novelty::ALPHA_DCG,
    /// Novelty-biased nDCG: [`novelty`](crate::diversity::novelty).
    AlphaNdcg => diversity::novelty::ALPHA_NDCG,
    /// Binary intent-aware expected reciprocal rank: [`novelty`](crate::diversity::novelty).
    ErrIa => diversity::novelty::ERR_IA,
    /// Binary intent-aware expected reciprocal rank, divided by its value for the ideal list:
    /// [`novelty`](crate::diversity::novelty).
    NerrIa => diversity::novelty::NERR_IA,
    /// Graded intent-aware expected reciprocal rank: [`intent_aware`](crate::diversity::intent_aware).
    GradedErrIa => diversity::intent_aware::err::GERR_IA,
    /// Novelty- and rank-biased precision: [`novelty`](crate::diversity::novelty).
    Nrbp => diversity::novelty::NRBP,
    /// Novelty- and rank-biased precision, divided by its value for the ideal list:
    /// [`novelty`](crate::diversity::novelty).
    Nnrbp => diversity::novelty::NNRBP,
    /// Intent-aware average precision: [`intent_aware`](crate::diversity::intent_aware).
    AveragePrecisionIa => diversity::intent_aware::average_precision::AP_IA,
    /// Intent-aware precision at a cutoff: [`intent_aware`](crate::diversity::intent_aware).
    PrecisionIa => diversity::intent_aware::precision::P_IA,
    /// Intent-aware nDCG: [`intent_aware`](crate::diversity::intent_aware).
    NdcgIa => diversity::intent_aware::ndcg::NDCG_IA,
}
