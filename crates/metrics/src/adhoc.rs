//! The measures of one ranking and one set of judgments: a family a file, in the form of [`ap`].

pub(crate) mod ap;
pub(crate) mod bpref;
pub(crate) mod ndcg;
pub(crate) mod precision;
pub(crate) mod q;
pub(crate) mod r_precision;
pub(crate) mod rbp;
pub(crate) mod recall;
pub(crate) mod reciprocal_rank;
pub(crate) mod success;
// NTCIR
pub(crate) mod blended;
pub(crate) mod cg;
pub(crate) mod dcg;
pub(crate) mod err;
pub(crate) mod gap;
pub(crate) mod gen_ap;
pub(crate) mod ncu;
pub(crate) mod one_document;
pub(crate) mod rpref;
pub(crate) mod stopping;
pub(crate) mod wrr;

pub use ap::average_precision;
pub use bpref::{BprefForm, bpref};
pub use ndcg::ndcg;
pub use precision::precision;
pub use q::q_measure;
pub use r_precision::r_precision;
pub use rbp::{graded_rank_biased_precision, rank_biased_precision};
pub use recall::recall;
pub use reciprocal_rank::reciprocal_rank;
pub use success::success;
// NTCIR
pub use ap::Norm;
pub use blended::{Blended, blended_ratios};
pub use cg::{cumulative_gain, normalised_cumulative_gain};
pub use dcg::{Discount, discounted_cumulative_gain};
pub use err::{StopBy, expected_reciprocal_rank, normalised_expected_reciprocal_rank};
pub use gap::graded_average_precision;
pub use gen_ap::generalised_average_precision;
pub use ncu::normalised_cumulative_utility;
pub use one_document::{o_measure, p_measure, p_plus};
pub use rpref::{RprefForm, rpref};
pub use stopping::{Stopping, stopping_probabilities};
pub use wrr::weighted_reciprocal_rank;
