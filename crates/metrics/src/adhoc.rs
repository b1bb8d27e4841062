//! The measures of one ranking and one set of judgments: a family a file, in the form of [`ap`].

pub(crate) mod ap;
pub(crate) mod bpref;
pub(crate) mod crs;
pub(crate) mod ndcg;
pub(crate) mod precision;
pub(crate) mod q;
pub(crate) mod r_precision;
pub(crate) mod rbp;
pub(crate) mod recall;
pub(crate) mod reciprocal_rank;
pub(crate) mod success;

pub use ap::average_precision;
pub use bpref::{BprefForm, bpref};
pub use crs::{CrsStop, combinational_relevance_score};
pub use ndcg::{Discount, ndcg};
pub use precision::precision;
pub use q::q_measure;
pub use r_precision::r_precision;
pub use rbp::{graded_rank_biased_precision, rank_biased_precision};
pub use recall::recall;
pub use reciprocal_rank::reciprocal_rank;
pub use success::success;
