//! Statistics of a collection's scores, and of the collection itself. Each statistic has a line in `STATISTICS`. Its
//! file may contain similar statistics too.
//!
//! The file contains everything about a statistic: its form in YAML, its requirements, its quantities, its version, and
//! its computation from [`Inputs`], which does not know the plan or the cache. `grid` resolves names of axes, and
//! `exec` computes the cells, for which it implements `Inputs`.

mod agreement;
mod asl_curve;
mod bounds;
mod changes;
mod collection_facts;
mod compared_runs;
mod confusion_matrix;
mod consolidated_labels;
mod discriminative_power;
mod entry;
mod error_correlation;
mod group_change;
mod inputs;
mod judged_share;
mod mean_score;
mod outcome;
mod pair_tests;
mod passes;
mod pool_ranks;
mod rank_correlation;
mod ranking_kept;
mod removed_documents;
mod rise_beyond_fall;
mod run_scores;
mod significant_pairs;
mod swap_rates;
mod team_change;
mod team_facts;
mod top_runs;
mod topic_set_size;
mod utility_by_rank;
mod within_bounds;

pub use crate::spec::Versus;
pub(crate) use crate::spec::versus_judgments;
pub use collection_facts::COLLECTION_FACTS;
pub use compared_runs::COMPARED_RUNS;
pub use entry::{BaseStatistic, Parameters, StatisticEntry, StatisticKind, TopicSetUse};
pub use inputs::{Inputs, JudgedCollection, PairPValues};
pub use outcome::{Number, Outcome, Roster, Status, Subject};
pub use pair_tests::{PairPool, PairTests};
pub use team_facts::TEAM_FACTS;

/// All kinds of statistics.
pub static STATISTICS: &[&StatisticEntry] = &[
    &collection_facts::COLLECTION_FACTS,
    &team_facts::TEAM_FACTS,
    &compared_runs::COMPARED_RUNS,
    &pool_ranks::POOL_RANKS,
    &judged_share::JUDGED_SHARE,
    &mean_score::MEAN_SCORE,
    &run_scores::RUN_SCORES,
    &bounds::BOUNDS,
    &within_bounds::WITHIN_BOUNDS,
    &utility_by_rank::UTILITY_BY_RANK,
    &consolidated_labels::CONSOLIDATED_LABELS,
    &rank_correlation::KENDALL_TAU,
    &rank_correlation::SPEARMAN_RHO,
    &rank_correlation::TAU_AP,
    &changes::SCORE_CHANGE,
    &changes::RUN_CHANGES,
    &rise_beyond_fall::RISE_BEYOND_FALL,
    &removed_documents::REMOVED_DOCUMENTS,
    &team_change::TEAM_CHANGE,
    &discriminative_power::DISCRIMINATIVE_POWER,
    &asl_curve::ASL_CURVE,
    &significant_pairs::MISSES_AND_FALSE_ALARMS,
    &pair_tests::PAIR_TESTS,
    &confusion_matrix::CONFUSION_MATRIX,
    &agreement::AGREEMENT,
    &passes::PASSES,
    &top_runs::TOP_RUNS,
    &rank_correlation::RANK_OVERLAP,
    &significant_pairs::DECISIONS,
    &significant_pairs::POWER_CHANGE,
    &ranking_kept::RANKING_KEPT,
    &error_correlation::ERROR_CORRELATION,
    &group_change::GROUP_CHANGE,
    &topic_set_size::TOPIC_SET_SIZE,
    &swap_rates::SWAP_RATES,
    &rank_correlation::PRINTED_TAU,
];
