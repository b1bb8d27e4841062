//! How many samples of topics fit into memory: they are drawn once and shared by all runs and measures.

use rejudge_stats::Test;

use crate::EvalError;

/// Most bytes that samples may take: two gigabytes.
const MOST: usize = 1 << 31;

/// What samples are made of.
#[derive(Clone, Copy, Debug)]
pub enum Samples {
    /// Counts of topics, with a second copy in the order of the sums.
    Counts,
    /// A sign a topic.
    Signs,
}

/// Refuses a test whose samples would take more memory than there may be.
///
/// # Errors
/// When they are too many.
pub fn check_test_room(test: Test, topics: usize) -> Result<(), EvalError> {
    let of = if matches!(test, Test::PairedBootstrap { .. }) { Samples::Counts } else { Samples::Signs };
    test.samples().map_or(Ok(()), |samples| check_room(samples as usize, topics, of))
}

/// Refuses samples that would take more memory than there may be.
///
/// ```
/// use rejudge_eval::{Samples, check_room};
/// assert!(check_room(10_000, 7_000, Samples::Counts).is_ok());
/// let refused = check_room(10_000, 60_000, Samples::Counts).unwrap_err().to_string();
/// assert_eq!(refused, "samples: 10000 samples of 60000 topics take too much memory, at most 4473 fit");
/// assert!(check_room(10_000, 60_000, Samples::Signs).is_ok());
/// ```
///
/// # Errors
/// When they are too many.
pub fn check_room(samples: usize, topics: usize, of: Samples) -> Result<(), EvalError> {
    let bytes = match of {
        Samples::Counts => 8 * topics,
        Samples::Signs => topics.div_ceil(8),
    };
    match MOST / bytes.max(1) {
        most if samples > most => Err(EvalError::Usage(format!(
            "samples: {samples} samples of {topics} topics take too much memory, at most {most} fit"
        ))),
        _ => Ok(()),
    }
}
