//! Finds a range of topics among the topics of a file.

use std::ops::RangeInclusive;
use std::path::Path;

use crate::descriptor::TopicRange;
use crate::error::LoadError;

/// Returns the positions of the range in `topics`, which are the topics of the file at `path`. `part` is the part of the
/// description with the range: `files` or `scores`.
///
/// # Errors
/// If the first or the last topic is not in the file, or the last one comes before the first.
pub(crate) fn positions<T: AsRef<str>>(
    range: &TopicRange,
    part: &str,
    topics: &[T],
    path: &Path,
) -> Result<RangeInclusive<usize>, LoadError> {
    let place = |topic: &String| {
        topics.iter().position(|name| name.as_ref() == topic).ok_or_else(|| {
            let (topic, path) = (topic.escape_debug(), path.display());
            LoadError::Unfit(format!("topic `{topic}` of `{part}.topics` is not in {path}"))
        })
    };
    let (from, to) = (place(&range.from)?, place(&range.to)?);
    if from > to {
        let ([from, to], path) = ([&range.from, &range.to].map(|topic| topic.escape_debug()), path.display());
        return Err(LoadError::Unfit(format!(
            "`{part}.topics` is from `{from}` to `{to}`, but {path} has them the other way round"
        )));
    }
    Ok(from..=to)
}
