//! Some topics of the judgments, in place of all.

use crate::error::LoadError;

/// Selects topics: gets the names of all of them, and returns true for each topic to keep.
pub type KeepTopics<'a> = dyn Fn(&[&str]) -> Result<Vec<bool>, LoadError> + 'a;

/// Returns the values of the topics that are kept.
pub(crate) fn only<T>(of_topics: Vec<T>, is_kept: &[bool]) -> Vec<T> {
    of_topics.into_iter().zip(is_kept).filter(|(_, is_kept)| **is_kept).map(|(value, _)| value).collect()
}
