//! Inspects the pool behind the judgments, and finds identical runs and tied scores.
//!
//! Files do not say how the documents to judge were chosen. So we infer only the depth of a pool, and only if that
//! pool contains nearly all judgments ([`implied_depth`]).

mod by_rank;
mod depth;
mod identical;
mod ties;

pub use by_rank::{RankCounts, count_by_rank};
pub use depth::{MIN_POOL_SHARE, implied_depth, judged_depths};
pub use identical::{Identical, identical_runs};
pub use ties::{RunTies, ties};
