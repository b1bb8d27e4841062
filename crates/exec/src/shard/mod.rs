//! A part of a plan that one of several processes computes into a cache that they share.
//!
//! `name` is a shard's name (`2/8`), `assign` the cells that are its own, and `identity` the text by which a process knows
//! that its plan is the one that was divided. Nothing here knows who starts shards.

mod assign;
mod identity;
mod name;

pub use assign::{Unit, part, units};
pub use identity::Identity;
pub use name::{Shard, ShardNameError};
