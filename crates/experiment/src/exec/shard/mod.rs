//! The part of a plan that one of several processes computes into a shared cache.
//!
//! `name` is a shard's name (`2/8`), `assign` selects its cells, and `identity` is the text by which a process checks
//! that its plan is the one that was divided. This module does not start shards.

mod assign;
mod identity;
mod name;

pub use assign::{Unit, part, units};
pub use identity::Identity;
pub use name::{Shard, ShardNameError};
