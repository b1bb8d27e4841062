//! Every family of measures: one line each in [`Family`], described by the [`Entry`] in the family's file.
//!
//! A new family is a file with a free function and a kernel (`impl Measure`), a `mod` line, and a line
//! here. Names, parameters and their checks follow from the entry.

use crate::decimal::Decimal;
use crate::hits::Hit;
use crate::list::JudgedList;
use crate::metric::Metric;
use crate::metric::Value;
use crate::scorer::Setting;

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
}

/// What makes a document relevant for a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relevance {
    /// A level of `rel` or above: of the parameter, else of the evaluation.
    Binary,
    /// A gain above 0.
    Graded,
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
    /// A number of at least 0, or `inf`.
    Weight,
    /// A number above 1.
    LogBase,
    /// One of some words.
    Words(&'static [&'static str]),
}

impl Domain {
    /// The value that `text` (without quotes) stands for; `None` when it is none of the domain.
    pub fn read(&self, text: &str) -> Option<Value> {
        let number = |accepted: fn(f64) -> bool| {
            Decimal::parse(text).filter(|decimal| accepted(decimal.value())).map(Value::Decimal)
        };
        match self {
            Self::Proportion => number(|p| 0.0 < p && p < 1.0),
            Self::Weight => number(|_| true),
            Self::LogBase => number(|base| 1.0 < base && base.is_finite()),
            Self::Words(words) => words.iter().find(|&&word| word == text).map(|&word| Value::Word(word)),
        }
    }

    /// The domain in words, for messages.
    pub fn expected(&self) -> String {
        match self {
            Self::Proportion => "a decimal above 0 and below 1".to_owned(),
            Self::Weight => "a decimal of at least 0, or inf".to_owned(),
            Self::LogBase => "a decimal above 1".to_owned(),
            Self::Words(words) => {
                words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" or ")
            }
        }
    }
}

/// A family, with its names resolved into numbers and tables: what the [`Scorer`](crate::Scorer) runs.
pub(crate) trait Measure: Sized {
    /// The description.
    const ENTRY: Entry;

    /// Resolves the parameters of `metric`, which is of this family.
    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Self;

    /// The score of a list, given its hits by rank; `None` when the topic has no relevant document.
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit>) -> Option<f64>;
}

/// Writes the closed set of families down as two enums: the names, and what computes them.
macro_rules! families {
    ($($(#[$doc:meta])* $family:ident => $kernel:path,)+) => {
        /// A family of measures. The set is closed; each has an [`Entry`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Family { $($(#[$doc])* $family,)+ }

        impl Family {
            /// Every family.
            pub const ALL: &[Self] = &[$(Self::$family),+];

            /// Its description.
            pub fn entry(self) -> &'static Entry {
                match self { $(Self::$family => const { &<$kernel as Measure>::ENTRY },)+ }
            }
        }

        /// A measure ready to score.
        #[derive(Clone, Debug)]
        pub(crate) enum Kernel { $($family($kernel),)+ }

        impl Kernel {
            /// Resolves a metric of any family.
            pub(crate) fn resolve(metric: &Metric, setting: &Setting<'_>) -> Self {
                match metric.family {
                    $(Family::$family => Self::$family(Measure::resolve(metric, setting)),)+
                }
            }

            /// Scores a list; see [`Measure::score`].
            #[inline]
            pub(crate) fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit>) -> Option<f64> {
                match self { $(Self::$family(kernel) => kernel.score(list, hits),)+ }
            }
        }
    };
}

families! {
    /// Average precision.
    AveragePrecision => crate::ap::AveragePrecision,
    /// Q-measure.
    QMeasure => crate::q::QMeasure,
    /// Normalised discounted cumulative gain.
    Ndcg => crate::ndcg::Ndcg,
    /// Rank-biased precision.
    RankBiasedPrecision => crate::rbp::RankBiasedPrecision,
    /// Graded rank-biased precision.
    GradedRankBiasedPrecision => crate::rbp::GradedRankBiasedPrecision,
    /// Binary preference.
    Bpref => crate::bpref::Bpref,
    /// Precision at a cutoff.
    Precision => crate::precision::Precision,
    /// Reciprocal rank.
    ReciprocalRank => crate::reciprocal_rank::ReciprocalRank,
    /// R-precision.
    RPrecision => crate::r_precision::RPrecision,
    /// Recall at a cutoff.
    Recall => crate::recall::Recall,
    /// Success at a cutoff.
    Success => crate::success::Success,
}
