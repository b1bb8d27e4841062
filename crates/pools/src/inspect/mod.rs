//! What judgments say of the pool that they came from, and what is odd about runs.
//!
//! Nothing here says how documents were chosen. One thing is inferred, the depth of a pool, and only where that
//! pool holds nearly all judgments ([`implied_depth`]).

mod by_rank;
mod depth;
mod identical;
mod ties;

pub use by_rank::{AtRank, by_rank};
pub use depth::{EXPLAINS, JUDGED, implied_depth, judged_depths};
pub use identical::{ENDS, Identical, identical_runs};
pub use ties::{RunTies, ties};
