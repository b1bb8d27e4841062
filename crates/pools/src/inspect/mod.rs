//! What a collection is like before anything is computed on it: how far its runs are judged, which pool that
//! speaks of and is judged again from, and what is odd about runs and topics.
//!
//! Everything is about the judgments as they are, and changes nothing. What is said of runs that look alike
//! needs documents with numbers ([`UNINTERNED`](crate::UNINTERNED) ones cannot be told from one another),
//! what is said of ties needs [`TestCollection::as_read`](crate::TestCollection::as_read).

mod answers;
mod base;
mod by_rank;
mod cliff;
mod even;
mod identical;
mod judged;
mod pool;
mod reach;
mod read_for_pool;
mod runs_alike;
mod ties;
mod topics;
mod tops;
mod unretrieved;

pub use answers::{Answers, answers};
pub use base::{BasePool, FEWEST_TOPICS, Grounds, PoolOf};
pub use by_rank::{AtRank, Beyond, ByRank, by_rank};
pub use cliff::{CLIFF, CLIFF_EXCESS, CLIFF_OVER_MEAN, COMPLETE, FEWEST_RUNS, LOST, LOST_FROM};
pub use even::{EVEN, EVEN_BANDS, NEARLY_ALL, even_shares};
pub use identical::{ENDS, Identical, identical_runs};
pub use judged::{covered_to, judged_at};
pub use pool::{
    CLIFF_OF_SOME, EXPLAINS, EXPLAINS_ALL, ImpliedPool, PoolShape, RunInPool, USUAL_DEPTH, implied_pool,
};
pub use reach::{Reach, reach};
pub use read_for_pool::{ReadForPool, read_for_pool};
pub use runs_alike::{ALIKE, ALIKE_DEPTH, ALIKE_PERSISTENCE, Alike, alike_runs};
pub use ties::{RunTies, TieOrder, ties, with_ties, with_ties_reversed};
pub use topics::{Budget, FEW_RELEVANT, Judgments, TopicJudgments, judgments};
pub use unretrieved::{Unretrieved, unretrieved};
