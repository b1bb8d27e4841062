//! Judgments, runs and teams of a test collection, and the effects of judging fewer documents.
//!
//! A loader or a simulator makes a [`TestCollection`]. [`Contributions`] are the documents that each team
//! contributed to the pool, and [`Pool`] is a new pool to judge. A manipulation makes a [`View`], which
//! consists of masks over the full judgments. The collection's own judgments are copied only if another judge
//! labels the unjudged documents. [`Buffers::lists`] turns a ranking and a view into the lists that measures
//! score. [`Buffers::score`] computes the scores of these lists, but makes the lists only if a measure needs
//! them or the view has units. [`Scoring::scores`] scores several runs on several topics. [`Units`] are
//! duplicates and groups of documents; if a view has units, measures score units instead of documents.
//! [`bounds`] computes a lower and an upper bound of the score that a run could have if the unjudged
//! documents were judged.
//!
//! Readers of files reject wrong user input. The errors here are about the names and arguments of rules, or
//! mean that a rule or a measure does not fit a collection, or that there is too little evidence to
//! compare runs ([`NoVerdict`]). Topics, runs and teams are given by number. A number out of range is the caller's
//! mistake and usually causes a panic. A view, a mask or contributions of another collection also cause a
//! panic, if the sizes reveal the mistake. Views and masks accept any document number, because a document
//! beyond the ones with a verdict is unjudged.

#![warn(missing_docs)]
#![forbid(unsafe_code)]

mod arguments;
pub mod bounds;
mod by_topic;
mod choices;
mod collection;
mod contents;
mod contributions;
mod file_facts;
mod hits;
pub mod inspect;
mod intents;
mod join;
mod judge;
mod lists;
mod manipulations;
mod mask;
mod members;
mod names;
mod no_verdict;
mod parameter;
mod pool_to_judge;
mod rate;
mod run_groups;
mod score_matrix;
mod scoring;
mod ties_at_pooling;
mod topic_judgments;
mod topic_order;
mod topic_sets;
mod units;
mod view;

pub use arguments::{Arguments, Rule, RuleEntry, WithArguments};
pub use by_topic::ByTopic;
pub use choices::{
    Candidates, ChoiceError, Needs, ONE_PER_TEAM, RANDOM, RunChoice, RunRule, best_run_per_team,
    complete_runs, one_run_per_team, top_runs,
};
pub use collection::{RankedTopic, TestCollection};
pub use contributions::Contributions;
pub use file_facts::{FileFacts, Tied};
pub use intents::{IntentBuffers, IntentJudgments, TopicIntents};
pub use join::JoinedRun;
pub use judge::{Judge, Levels, NoLevels, NothingToInfer};
pub use lists::{Buffers, Lists};
pub use manipulations::{
    JudgmentRequest, JudgmentSet, Manipulation, ManipulationError, Material, POOL_DEPTH, SAMPLE, SampleOrder,
    SampleRule, fewest_unique, leave_teams_out, pool_depth, repooled, sample, take_teams,
};
pub use mask::Mask;
pub use members::{DocIx, Run, RunIx, Team, TeamIx, Topic, TopicIx, TopicRef, UNINTERNED};
pub use names::Names;
pub use no_verdict::{
    MIN_RUNS, MIN_TOPICS, NoVerdict, check_common_topics, check_enough, check_judged, check_runs_judged,
    check_topics,
};
pub use parameter::{Absent, Domain, Parameter, joined};
pub use pool_to_judge::{Pool, Pooled, Preference, pooled_runs};
pub use rate::{Rate, RateError, Rounding};
pub use run_groups::RunGroups;
pub use score_matrix::ScoreMatrix;
pub use scoring::{Scorers, Scoring};
pub use topic_judgments::TopicJudgments;
pub use topic_order::topic_order;
pub use topic_sets::{ChosenTopics, SetKind, TopicPair, TopicSetRule, TopicSets};
pub use units::{Group, TopicUnits, Units};
pub use view::View;
