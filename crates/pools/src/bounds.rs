//! The lowest and the highest score that judgments allow.
//!
//! A *hole* of a topic is a document that some stored run retrieved and that is not judged; a *filling* gives each
//! hole a level of the scale. A filling also changes R and the ideal list, so neither "all relevant" nor "none"
//! need be an extreme. [`Retrieved`] knows the holes of any judgment set, [`Bounding`] bounds the scores of runs
//! over all fillings. The file of each family derives its bounds, exact or outer. A measure without a derivation
//! has no bounds, and asking for them is an error.
//!
//! If a filling leaves a measure undefined (nothing is relevant), it counts as 0, as its score does.

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
pub use interval::{Bounds, BoundsError, Kind, says_nothing};
pub use pairs::{Order, PairBounds};
