//! The part of a plan that one of several processes computes into a shared cache.
//!
//! `name` is a shard's name (`2/8`), `assign` selects its cells. This module does not start shards.

mod assign;
mod name;

pub use assign::{Unit, part, units};
pub use name::{Shard, ShardNameError};
