//! Samples of topics with replacement, drawn once for all pairs and measures.

use crate::{Draw, StatsError};

/// B samples of n topics, drawn from n topics with replacement, stored as counts: how often sample b contains topic i.
///
/// ```
/// use rejudge_stats::{Draw, Resamples};
/// let resamples = Resamples::draw(1000, 50, &mut Draw::new(1, &["bootstrap"]));
/// assert_eq!((resamples.samples(), resamples.topics()), (1000, 50));
/// assert_eq!(resamples.counts(999).iter().sum::<u32>(), 50);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resamples {
    topics: usize,
    /// The number of times that each sample contains each topic: a row for each sample.
    counts: Vec<u32>,
    /// The samples, ordered by their number of terms (see the function `terms`).
    order: Vec<u32>,
    /// The terms of each group of [`SAMPLES_PER_GROUP`] samples in `order`: row i has the i-th term of each sample.
    terms: Vec<[u32; SAMPLES_PER_GROUP]>,
    /// The end of each group's terms.
    ends: Vec<usize>,
    /// No term is more than this many times a topic's difference.
    max_term: u32,
}

/// The bound for `max_term`. A topic that was drawn more often has several terms, so that an unusual sample does not
/// make the kernel's table huge.
const MAX_TERM: u32 = 8;

/// The number of samples that are summed at the same time, so that additions need not wait for each other.
pub(crate) const SAMPLES_PER_GROUP: usize = 4;

impl Resamples {
    /// Draws `samples` samples of `topics` topics with replacement. Each sample takes `topics` random integers.
    ///
    /// # Panics
    /// If `samples` or `topics` is 0, or there are 2^29 topics or more.
    pub fn draw(samples: usize, topics: usize, draw: &mut Draw) -> Self {
        let bound = u32::try_from(topics).expect("fewer topics than 2^32");
        let mut counts = vec![0; samples * topics];
        for sample in counts.chunks_exact_mut(topics) {
            for _ in 0..bound {
                sample[draw.below(bound) as usize] += 1;
            }
        }
        Self::from_counts(topics, counts).expect("there are samples and topics, and fewer than 2^29 topics")
    }

    /// Creates samples from counts, with a row for each sample.
    ///
    /// ```
    /// use rejudge_stats::Resamples;
    /// let resamples = Resamples::from_counts(2, vec![1, 1, 0, 2])?;
    /// assert_eq!(resamples.counts(1), [0, 2]);
    /// # Ok::<(), rejudge_stats::StatsError>(())
    /// ```
    ///
    /// # Errors
    /// If the last row is incomplete, a sample does not contain `topics` topics, or there are no topics, no samples, or
    /// 2^29 topics or more.
    pub fn from_counts(topics: usize, counts: Vec<u32>) -> Result<Self, StatsError> {
        if topics == 0
            || topics > u32::MAX as usize / MAX_TERM as usize
            || counts.is_empty()
            || !counts.len().is_multiple_of(topics)
        {
            return Err(StatsError(format!(
                "found {} counts and {topics} topics, expected a count for each topic in each sample",
                counts.len()
            )));
        }
        for (sample, row) in counts.chunks_exact(topics).enumerate() {
            let drawn: u64 = row.iter().map(|&times| u64::from(times)).sum();
            if drawn != topics as u64 {
                return Err(StatsError(format!(
                    "sample {sample} contains {drawn} topics, expected {topics}"
                )));
            }
        }
        let max_term = counts.iter().copied().max().unwrap_or(0).min(MAX_TERM);
        let sample_terms = |&sample: &u32| terms(&counts[sample as usize * topics..][..topics], max_term);
        let mut order: Vec<u32> = (0..).take(counts.len() / topics).collect();
        order.sort_by_cached_key(|sample| sample_terms(sample).count());
        let (mut side_by_side, mut ends) = (Vec::with_capacity(counts.len() / SAMPLES_PER_GROUP), Vec::new());
        for group in order.chunks(SAMPLES_PER_GROUP) {
            let start = side_by_side.len();
            // The last sample of a group has the largest number of terms. Samples with fewer terms, and
            // missing samples of the last group, add a row of zeros instead.
            let longest = group.last().map_or(0, |sample| sample_terms(sample).count());
            side_by_side.resize(start + longest, [max_term * topics as u32; SAMPLES_PER_GROUP]);
            for (place, sample) in group.iter().enumerate() {
                for (row, term) in side_by_side[start..].iter_mut().zip(sample_terms(sample)) {
                    row[place] = term;
                }
            }
            ends.push(side_by_side.len());
        }
        Ok(Self { topics, counts, order, terms: side_by_side, ends, max_term })
    }

    /// Returns the number of samples, B, at least 1.
    pub fn samples(&self) -> usize {
        self.order.len()
    }

    /// Returns the number of topics, n, at least 1.
    pub fn topics(&self) -> usize {
        self.topics
    }

    /// Returns the number of times that `sample` contains each topic.
    ///
    /// # Panics
    /// If there is no such sample.
    pub fn counts(&self, sample: usize) -> &[u32] {
        &self.counts[sample * self.topics..(sample + 1) * self.topics]
    }

    /// Returns the largest number of times that one term contains a topic's difference.
    pub(crate) fn max_term(&self) -> u32 {
        self.max_term
    }

    /// Returns groups of up to [`SAMPLES_PER_GROUP`] samples, each with the rows of the kernel's table that its samples
    /// add.
    #[inline(always)]
    pub(crate) fn groups(&self) -> impl Iterator<Item = (&[u32], &[[u32; SAMPLES_PER_GROUP]])> {
        let mut start = 0;
        let terms = self.ends.iter().map(move |&end| &self.terms[std::mem::replace(&mut start, end)..end]);
        self.order.chunks(SAMPLES_PER_GROUP).zip(terms)
    }
}

/// Returns the terms of a sample, topic by topic. A term is the row `(times - 1) * topics + topic` of the kernel's
/// table, which has `times` times the difference at `topic`; `times` is at most `max_term`. Topics that were not drawn
/// have no term.
fn terms(counts: &[u32], max_term: u32) -> impl Iterator<Item = u32> {
    let topics = counts.len() as u32;
    (0..).zip(counts).flat_map(move |(topic, &times): (u32, &u32)| {
        let last = times.checked_rem(max_term).filter(|&rest| rest > 0);
        std::iter::repeat_n(max_term, (times.checked_div(max_term).unwrap_or(0)) as usize)
            .chain(last)
            .map(move |times| (times - 1) * topics + topic)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_that_are_not_samples_are_refused() {
        for (topics, counts) in [(0, vec![]), (2, vec![]), (2, vec![1, 1, 2]), (2, vec![1, 1, 2, 1])] {
            assert!(Resamples::from_counts(topics, counts).is_err());
        }
    }

    /// Stored results depend on these samples: if we drew them differently, significance levels of the
    /// bootstrap test would change.
    #[test]
    fn drawn_samples_never_change() {
        let resamples = Resamples::draw(2, 6, &mut Draw::new(42, &["pinned"]));
        assert_eq!([resamples.counts(0), resamples.counts(1)], [[0, 1, 1, 1, 0, 3], [4, 0, 0, 2, 0, 0]]);
    }
}
