//! Judgments, runs and teams of a test collection, and what happens when fewer documents are judged.
//!
//! [`TestCollection`] is what a loader or a simulator makes; [`Contributions`] tells which team
//! brought which document into the pool; a manipulation makes a [`View`] (a mask over the full
//! judgments, never a copy); [`join`] turns a ranking and a view into the lists that measures score.

mod collection;
mod contributions;
mod depth;
mod join;
mod leave_out;
mod mask;
mod sample;
mod select;
mod take;
mod view;

pub use collection::{CollectionError, DocIx, Run, RunIx, Team, TeamIx, TestCollection, Topic, TopicIx, UNINTERNED};
pub use contributions::Contributions;
pub use depth::{pool_depth, repooled};
pub use join::{Buffers, JoinedRun, Lists};
pub use leave_out::leave_one_team_out;
pub use mask::Mask;
pub use sample::{Rate, RateError, SampleRule, sample};
pub use select::one_run_per_team;
pub use take::{fewest_unique, take_teams};
pub use view::View;
