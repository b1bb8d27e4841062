//! Every family of measures: one line each in [`Family`], described by the [`Entry`] in the family's file.
//!
//! A new family is a file with a free function and a kernel (`impl Measure`), a `mod` line, and a line
//! here. Names, parameters and their checks follow from the entry.

use crate::by_level::ByLevel;
use crate::decimal::Decimal;
use crate::diversity::{IntentMeasure, Placed, TopicGains};
use crate::hits::Hit;
use crate::list::JudgedList;
use crate::metric::Metric;
use crate::metric::Value;
use crate::scorer::{ScorerError, Setting};

/// What there is to know of a family of measures.
#[derive(Debug)]
pub struct Entry {
    /// Name, as in `nDCG@20`.
    pub name: &'static str,
    /// The name in words.
    pub title: &'static str,
    /// The formula in one line.
    pub formula: &'static str,
    /// Parameters in the order in which they are printed. `rel` and `judged_only`, which many families
    /// share, are not listed.
    pub parameters: &'static [Parameter],
    /// Whether a name carries a cutoff.
    pub cutoff: Cutoff,
    /// What makes a document relevant.
    pub relevance: Relevance,
    /// How the scores of the topics become the score of a run.
    pub summary: Summary,
    /// Paper and equation.
    pub source: &'static str,
}

/// Whether a name of the family carries a cutoff (`@20`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cutoff {
    /// It must.
    Required,
    /// It may; without one the whole list counts.
    Optional,
    /// It must not.
    Never,
    /// A recall level stands there, as in `IPrec@0.1`: the value of the parameter `recall`, which the
    /// family has first, and which is given in no other way.
    Recall,
}

/// How the scores of the topics become the score of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Summary {
    /// Their arithmetic mean.
    Mean,
    /// Their geometric mean, scores below 0.00001 counting as that (trec_eval's `gm_map`).
    GeometricMean,
    /// Their sum: counts of documents.
    Sum,
}

impl Summary {
    /// The score of a run from the scores of its topics, in their order, undefined ones filled in. 0 when
    /// there is none.
    ///
    /// ```
    /// use rejudge_metrics::Summary;
    /// assert_eq!(Summary::Mean.of([0.5, 0.25]), 0.375);
    /// assert_eq!(Summary::GeometricMean.of([0.5, 0.125]), 0.25);
    /// assert_eq!(Summary::Sum.of([3.0, 4.0]), 7.0);
    /// assert_eq!(Summary::Mean.of([]), 0.0);
    /// ```
    pub fn of(self, scores: impl IntoIterator<Item = f64>) -> f64 {
        let (mut count, mut sum) = (0.0, 0.0);
        for score in scores {
            count += 1.0;
            sum += match self {
                Self::Mean | Self::Sum => score,
                Self::GeometricMean => libm::log(score.max(1e-5)),
            };
        }
        match self {
            _ if count == 0.0 => 0.0,
            Self::Sum => sum,
            Self::Mean => sum / count,
            Self::GeometricMean => libm::exp(sum / count),
        }
    }
}

/// What makes a document relevant for a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relevance {
    /// A level of `rel` or above: of the parameter, else of the evaluation.
    Binary,
    /// A gain above 0.
    Graded,
    // TREC
    /// Nothing: it asks whether documents are judged, whatever their level.
    Any,
}

/// A parameter of a family.
#[derive(Debug)]
pub struct Parameter {
    /// Name, as in `p=0.95`.
    pub name: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// Values it may have.
    pub domain: Domain,
    /// Value when it is not given, in canonical text; `None` when it must be given.
    pub default: Option<&'static str>,
    /// The parameter belongs to this word of an earlier parameter: with another it must not be given.
    pub only_with: Option<(&'static str, &'static str)>,
}

/// The values a parameter may have.
#[derive(Debug)]
pub enum Domain {
    /// A number above 0 and below 1.
    Proportion,
    /// A number from 0 to 1.
    Share,
    /// A number above 0, not `inf`.
    Positive,
    /// Any number, negative ones too, not `inf`.
    Number,
    /// A relevance level, from 1 to 255.
    Level,
    /// A number of at least 0 for each level from 1 up, in braces: `{1: 1, 2: 3}`.
    ByLevel,
    /// A number for each level, or one of some words that stand for such numbers.
    ByLevelOr(&'static [&'static str]),
    /// A number of at least 0, or `inf`.
    Weight,
    /// A number above 1.
    LogBase,
    /// One of some words.
    Words(&'static [&'static str]),
    // TREC
    /// Numbers from 0 to 1 with commas between them, in quotes: `'0.2,0.5,0.8'`.
    Shares,
    /// A relevance level, from 1 to 255, or the word `highest`.
    LevelOrHighest,
}

/// The word of [`Domain::LevelOrHighest`].
pub(crate) const HIGHEST: &str = "highest";

impl Domain {
    /// The value that `text` (without quotes) stands for; `None` when it is none of the domain.
    pub fn read(&self, text: &str) -> Option<Value> {
        let number = |accepted: fn(f64) -> bool| {
            Decimal::parse(text).filter(|decimal| accepted(decimal.value())).map(Value::Decimal)
        };
        match self {
            Self::Proportion => number(|p| 0.0 < p && p < 1.0),
            Self::Share => number(|share| (0.0..=1.0).contains(&share)),
            Self::Positive => number(|x| 0.0 < x && x.is_finite()),
            Self::Number => number(f64::is_finite),
            Self::Level => number(|level| level.fract() == 0.0 && (1.0..=255.0).contains(&level)),
            Self::ByLevel => ByLevel::read(text).map(Value::ByLevel),
            Self::ByLevelOr(words) => {
                Self::Words(words).read(text).or_else(|| ByLevel::read(text).map(Value::ByLevel))
            }
            Self::Weight => number(|weight| weight >= 0.0),
            Self::LogBase => number(|base| 1.0 < base && base.is_finite()),
            Self::Words(words) => words.iter().find(|&&word| word == text).map(|&word| Value::Word(word)),
            // TREC
            Self::Shares => {
                let share = |text| match Self::Share.read(text) {
                    Some(Value::Decimal(decimal)) => Some(decimal),
                    _ => None,
                };
                text.split(',').map(share).collect::<Option<_>>().map(Value::Decimals)
            }
            Self::LevelOrHighest if text == HIGHEST => Some(Value::Word(HIGHEST)),
            Self::LevelOrHighest => Self::Level.read(text),
        }
    }

    /// The domain in words, for messages.
    pub fn expected(&self) -> String {
        match self {
            Self::Proportion => "a decimal above 0 and below 1".to_owned(),
            Self::Share => "a decimal from 0 to 1".to_owned(),
            Self::Positive => "a decimal above 0".to_owned(),
            Self::Number => "a decimal".to_owned(),
            Self::Level => "a level from 1 to 255".to_owned(),
            Self::ByLevel => "a number for each level, as in {1: 1, 2: 3}".to_owned(),
            Self::ByLevelOr(words) => {
                format!("{} or {}", Self::Words(words).expected(), Self::ByLevel.expected())
            }
            Self::Weight => "a decimal of at least 0, or inf".to_owned(),
            Self::LogBase => "a decimal above 1".to_owned(),
            Self::Words(words) => {
                words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" or ")
            }
            // TREC
            Self::Shares => "decimals from 0 to 1, as in '0.2,0.5,0.8'".to_owned(),
            Self::LevelOrHighest => format!("a level from 1 to 255 or '{HIGHEST}'"),
        }
    }
}

/// A family, with its names resolved into numbers and tables: what the [`Scorer`](crate::Scorer) runs.
pub(crate) trait Measure: Sized {
    /// The description.
    const ENTRY: Entry;

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
    // NTCIR
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
    NormalisedExpectedReciprocalRank => crate::adhoc::err::NormalisedExpectedReciprocalRank,
    /// Graded relevance preference.
    Rpref => crate::adhoc::rpref::Rpref,
    // TREC
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
    /// Intent-aware expected reciprocal rank.
    ErrIa => crate::diversity::novelty::Novelty<crate::diversity::novelty_forms::ErrIa>,
    /// Intent-aware expected reciprocal rank over that of the ideal list.
    NerrIa => crate::diversity::novelty::Novelty<crate::diversity::novelty_forms::NerrIa>,
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
