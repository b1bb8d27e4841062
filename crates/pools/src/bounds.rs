//! Bounds of the scores that incomplete judgments allow.
//!
//! A *hole* of a topic is a document that some stored run retrieved and that is not judged; a *filling* gives
//! each hole a level of the scale. A filling also changes R and the ideal list, so a score is not always
//! highest if every hole is relevant, or lowest if none is. [`Retrieved`] counts the holes of any judgment
//! set, and [`Bounding`] bounds the scores of runs over all fillings. The module of each family of measures
//! derives its bounds and says whether they are exact or outer (see [`Kind`]). If bounds are requested for a
//! measure without a derivation, an error is returned.
//!
//! If no document is relevant under a filling, some measures are undefined. Their scores then count as 0.

mod additive;
mod average_precision;
mod bounding;
mod bpref;
mod expected_reciprocal_rank;
mod filling;
mod first_relevant;
mod holes;
mod interval;
mod ndcg;
mod open_list;
mod pairs;
mod q_measure;
mod r_precision;
mod recall;
mod rule;

pub use bounding::{Bounding, RunBounds};
pub use holes::Retrieved;
pub use interval::{Bounds, BoundsError, Kind, are_uninformative};
pub use pairs::{Order, PairBounds};
