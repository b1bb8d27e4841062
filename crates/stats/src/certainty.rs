//! The uncertainty of means, ranks and best runs that comes from a limited sample of topics.
//!
//! | file | concept |
//! |---|---|
//! | `mean_interval` | an interval for one mean, Student's or by the bootstrap |
//! | `percentile_interval` | the bootstrap interval of any other statistic, such as kappa |
//! | `largest_errors` | the largest error that chance can cause in the differences between runs |
//! | `bootstrap_asl` | the bootstrap test of all pairs of runs, on all cores |
//! | `standings` | intervals of ranks for all runs at once, and the runs that may be the best |
//! | `topic_set_size` | the number of topics that a test or an interval needs |
//! | `prediction_powered` | means if people judged some topics and a model judged all |

mod bootstrap_asl;
mod largest_errors;
mod mean_interval;
mod percentile_interval;
mod prediction_powered;
mod standings;
mod topic_set_size;

pub use bootstrap_asl::bootstrap_asl;
pub use mean_interval::{Estimate, bootstrap_t_interval};
pub use percentile_interval::percentile_interval;
pub use prediction_powered::{JudgedTwice, PredictionPowered, Weight};
pub use standings::Standings;
pub use topic_set_size::{MAX_TOPICS, Requirement, ScoreVariance, expected_width, topics_by_interval};
