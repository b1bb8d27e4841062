//! The lowest and the highest score that judgments allow.
//!
//! A score rests on what is judged. The *holes* of a topic are the documents that some stored run retrieved
//! and nobody judged; a *filling* gives each of them a level of the scale. R and the ideal list move with a
//! filling, so that neither "all relevant" nor "none" need be an extreme. [`Retrieved`] knows the holes of
//! any judgment set, [`Bounding`] bounds the scores of runs over all fillings. How that is done for a family
//! stands in its file: exactly, or from outside. For a measure without a derivation there are no bounds, and
//! an error says so.
//!
//! A measure that a filling leaves undefined (nothing relevant) counts as 0, as its score does.

mod additive;
mod average_precision;
mod bounding;
mod bpref;
mod error;
mod expected_reciprocal_rank;
mod filling;
mod first_relevant;
mod holes;
mod interval;
mod ndcg;
mod nothing_relevant;
mod open_list;
mod open_pair;
mod orders;
mod pairs;
mod q_measure;
mod r_precision;
mod recall;
mod rule;
mod sums;

pub use bounding::{Bounding, RunBounds};
pub use error::BoundsError;
pub use holes::Retrieved;
pub use interval::{Bounds, Kind, says_nothing};
pub use pairs::{Order, PairBounds};
