//! A part of a plan that is computed elsewhere, and how the parts become one again.
//!
//! `name` is what a shard is called (`hash:2/8`), `origin` of which plan it is, `settings` in what two plans
//! differ, `assign` says which cells are its own, `record` is what it leaves beside its packs
//! (`shard.json`), `alive` its sign of life, `status` how far it has come, `merge` the
//! proof that shards are one plan, and their joining, `wrong` what keeps them from it and what mends that.
//! Nothing here knows who starts shards: `slurm` does, or GNU parallel, or a person.

mod alive;
mod assign;
mod merge;
mod name;
mod origin;
mod record;
mod settings;
mod status;
mod wrong;

pub use alive::{Alive, SILENT, SignOfLife};
pub use assign::{Part, Unit, part, part_of_each, units};
pub use merge::Shards;
pub use name::{Division, Shard, ShardNameError};
pub use origin::Origin;
pub use record::{FailedCell, RECORD, Record, State};
pub use status::{Found, Line, ShardStatus, found, of_folders, standing};
pub use wrong::{Again, Wrong};
