//! The memory that samples of topics take, which are kept for all runs and measures.

use crate::StatsError;

/// The largest number of bytes that samples may take: two gigabytes.
const MOST: usize = 1 << 31;

/// The form of samples in memory.
#[derive(Clone, Copy, Debug)]
pub enum Samples {
    /// Counts of topics, with a second copy in the order of the sums.
    Counts,
    /// A sign for each topic.
    Signs,
}

/// Checks that samples do not take more than two gigabytes.
///
/// ```
/// use rejudge_stats::{Samples, check_room};
/// assert!(check_room(10_000, 7_000, Samples::Counts).is_ok());
/// let refused = check_room(10_000, 60_000, Samples::Counts).unwrap_err().to_string();
/// assert_eq!(refused, "10000 samples of 60000 topics take too much memory, at most 4473 fit");
/// assert!(check_room(10_000, 60_000, Samples::Signs).is_ok());
/// ```
///
/// # Errors
/// If there are too many samples.
pub fn check_room(samples: usize, topics: usize, form: Samples) -> Result<(), StatsError> {
    let bytes = match form {
        Samples::Counts => 8 * topics,
        Samples::Signs => topics.div_ceil(8),
    };
    match MOST / bytes.max(1) {
        most if samples > most => Err(StatsError(format!(
            "{samples} samples of {topics} topics take too much memory, at most {most} fit"
        ))),
        _ => Ok(()),
    }
}
