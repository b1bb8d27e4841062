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
// TREC
pub(crate) mod accuracy;
pub(crate) mod compatibility;
pub(crate) mod counts;
pub(crate) mod cwl;
pub(crate) mod g;
pub(crate) mod geometric_mean;
pub(crate) mod inferred_ap;
pub(crate) mod interpolated;
pub(crate) mod judged;
pub(crate) mod ndcg_points;
pub(crate) mod r_precision_multiple;
pub(crate) mod rbp_of_topic;
pub(crate) mod rbp_residual;
pub(crate) mod relative_precision;
pub(crate) mod set;
pub(crate) mod utility;

pub use ap::average_precision;
pub use bpref::{BprefForm, bpref};
pub use ndcg::{Discount, ndcg};
pub use precision::precision;
pub use q::q_measure;
pub use r_precision::r_precision;
pub use rbp::{graded_rank_biased_precision, rank_biased_precision};
pub use recall::recall;
pub use reciprocal_rank::reciprocal_rank;
pub use success::success;
// TREC
pub use accuracy::accuracy;
pub use compatibility::compatibility;
pub use counts::{nonrelevant_retrieved, relevant_retrieved};
pub use cwl::{User, expected_utility};
pub use g::{binary_g, g_measure};
pub use inferred_ap::inferred_average_precision;
pub use interpolated::{interpolated_average_precision, interpolated_precision};
pub use judged::{judged_share, unjudged_share};
pub use ndcg_points::{ndcg_at_levels, ndcg_at_relevant};
pub use r_precision_multiple::r_precision_multiple;
pub use rbp_of_topic::topic_rank_biased_precision;
pub use rbp_residual::rank_biased_residual;
pub use relative_precision::relative_precision;
pub use set::{set_average_precision, set_f, set_precision, set_recall, set_relative_precision};
pub use utility::{Worth, utility};
