//! The room that samples of topics take: they are drawn once and shared by all runs and measures.

use crate::StatsError;

/// Most bytes that samples may take: two gigabytes.
const MOST: usize = 1 << 31;

/// The form of samples in memory.
#[derive(Clone, Copy, Debug)]
pub enum Samples {
    /// Counts of topics, with a second copy in the order of the sums.
    Counts,
    /// A sign a topic.
    Signs,
}

/// Refuses samples that would take more memory than there may be.
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
/// If they are too many.
pub fn check_room(samples: usize, topics: usize, of: Samples) -> Result<(), StatsError> {
    let bytes = match of {
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
