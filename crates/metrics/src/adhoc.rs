//! Measures of one ranking and one set of judgments. Most public modules contain one family, such as [`ap`],
//! or several similar families. [`blended`] and [`stopping`] contain parts of measures: blended ratios and
//! stopping probabilities.

pub mod accuracy;
pub mod ap;
pub mod blended;
pub mod bpref;
pub mod cg;
pub mod compatibility;
pub mod counts;
pub mod crs;
pub mod cwl;
pub mod dcg;
pub mod err;
pub mod g;
pub mod gap;
pub mod gen_ap;
pub mod geometric_mean;
pub mod inferred_ap;
pub mod interpolated;
pub mod judged;
pub(crate) mod measure;
pub mod ncu;
pub mod ndcg;
pub mod ndcg_points;
pub mod nerr;
pub mod old_bpref;
pub mod one_document;
pub mod precision;
pub mod q;
pub mod r_precision;
pub mod r_precision_multiple;
pub mod rbp;
pub mod rbp_of_topic;
pub mod rbp_residual;
pub mod recall;
pub mod reciprocal_rank;
pub mod relative_precision;
pub mod rpref;
pub mod set;
pub mod stopping;
pub mod success;
pub mod utility;
pub mod wrr;

pub use blended::{Blended, blended_ratios};
pub use stopping::{Stopping, stopping_probabilities};
