//! A limit on the memory for samples of topics.

use crate::StatsError;

/// The largest number of bytes that samples may take: 2 GiB.
const MAX_BYTES: usize = 1 << 31;

/// The representation of samples in memory.
#[derive(Clone, Copy, Debug)]
pub enum Samples {
    /// A count for each topic, and the terms in the order in which they are summed: up to 8 bytes for each
    /// topic.
    Counts,
    /// A sign for each topic: one bit.
    Signs,
}

/// Checks that samples take at most 2 GiB.
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
    match MAX_BYTES / bytes.max(1) {
        most if samples > most => Err(StatsError(format!(
            "{samples} samples of {topics} topics take too much memory, at most {most} fit"
        ))),
        _ => Ok(()),
    }
}
