//! Topic samples with replacement, drawn once and shared by all pairs and all measures.

use rejudge_draws::Draw;

/// B samples of n topics out of n, as counts: how often sample b holds topic i.
///
/// ```
/// use rejudge_draws::Draw;
/// use rejudge_stats::Resamples;
/// let resamples = Resamples::draw(1000, 50, &mut Draw::new(1, &["bootstrap"]));
/// assert_eq!((resamples.samples(), resamples.topics()), (1000, 50));
/// assert_eq!(resamples.counts(999).iter().sum::<u32>(), 50);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resamples {
    topics: usize,
    /// Samples x topics.
    counts: Vec<u32>,
    /// The topics of each sample that were drawn at all, by increasing topic: `(times - 1) * topics +
    /// topic`, the row of the kernel's table that holds `times` times the difference at `topic`.
    terms: Vec<u32>,
    /// Where the terms of each sample end.
    ends: Vec<usize>,
    /// The largest multiple among the terms.
    most: u32,
}

/// Topics drawn more often make two terms or more, so that a strange sample does not blow up the
/// kernel's table.
const MOST: u32 = 8;

/// Counts that are no samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResamplesError {
    /// The counts are not one or more rows of one or more topics.
    #[error("{found} counts are no samples of {topics} topics")]
    Shape {
        /// Topics of a sample.
        topics: usize,
        /// Counts given.
        found: usize,
    },
    /// A sample does not hold as many topics as there are.
    #[error("sample {sample} holds {found} topics of {topics}")]
    Size {
        /// The sample, from 0.
        sample: usize,
        /// Topics of a sample.
        topics: usize,
        /// The sum of its counts.
        found: u64,
    },
}

impl Resamples {
    /// Draws `samples` samples of `topics` topics out of `topics`, with replacement: sample by sample,
    /// `topics` integers each.
    ///
    /// # Panics
    /// When `samples` or `topics` is 0, or there are more than 2^29 topics.
    pub fn draw(samples: usize, topics: usize, draw: &mut Draw) -> Self {
        let bound = u32::try_from(topics).expect("fewer topics than 2^32");
        let mut counts = vec![0; samples * topics];
        for sample in counts.chunks_exact_mut(topics) {
            for _ in 0..bound {
                sample[draw.below(bound) as usize] += 1;
            }
        }
        Self::from_counts(topics, counts).expect("whole samples of 1 to 2^29 topics")
    }

    /// Samples drawn elsewhere, as counts sample by sample.
    ///
    /// ```
    /// use rejudge_stats::Resamples;
    /// let resamples = Resamples::from_counts(2, vec![1, 1, 0, 2])?;
    /// assert_eq!(resamples.counts(1), [0, 2]);
    /// # Ok::<(), rejudge_stats::ResamplesError>(())
    /// ```
    ///
    /// # Errors
    /// When there is no whole sample, a sample does not hold `topics` topics, or there are more than
    /// 2^29 topics.
    pub fn from_counts(topics: usize, counts: Vec<u32>) -> Result<Self, ResamplesError> {
        if topics == 0
            || topics > u32::MAX as usize / MOST as usize
            || counts.is_empty()
            || !counts.len().is_multiple_of(topics)
        {
            return Err(ResamplesError::Shape { topics, found: counts.len() });
        }
        let (mut terms, mut ends) = (Vec::with_capacity(counts.len()), Vec::new());
        let most = counts.iter().copied().max().unwrap_or(0).min(MOST);
        for (sample, row) in counts.chunks_exact(topics).enumerate() {
            let found = row.iter().map(|&times| u64::from(times)).sum();
            if found != topics as u64 {
                return Err(ResamplesError::Size { sample, topics, found });
            }
            for (topic, &times) in (0..).zip(row) {
                let mut remaining = times;
                while remaining > 0 {
                    let times = remaining.min(most);
                    terms.push((times - 1) * topics as u32 + topic);
                    remaining -= times;
                }
            }
            ends.push(terms.len());
        }
        Ok(Self { topics, counts, terms, ends, most })
    }

    /// The number of samples, B, at least 1.
    pub fn samples(&self) -> usize {
        self.ends.len()
    }

    /// The number of topics, n, at least 1.
    pub fn topics(&self) -> usize {
        self.topics
    }

    /// How often `sample` holds each topic.
    ///
    /// # Panics
    /// When there is no such sample.
    pub fn counts(&self, sample: usize) -> &[u32] {
        &self.counts[sample * self.topics..(sample + 1) * self.topics]
    }

    /// The largest multiple of a topic's difference that the terms ask for.
    pub(crate) fn most(&self) -> u32 {
        self.most
    }

    /// For each sample the rows of the kernel's table that it adds up.
    pub(crate) fn terms(&self) -> impl Iterator<Item = &[u32]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.terms[std::mem::replace(&mut start, end)..end])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_that_are_no_samples_are_refused() {
        let shape = |topics, found| Err(ResamplesError::Shape { topics, found });
        assert_eq!(Resamples::from_counts(0, vec![]), shape(0, 0));
        assert_eq!(Resamples::from_counts(2, vec![]), shape(2, 0));
        assert_eq!(Resamples::from_counts(2, vec![1, 1, 2]), shape(2, 3));
        let size = ResamplesError::Size { sample: 1, topics: 2, found: 3 };
        assert_eq!(Resamples::from_counts(2, vec![1, 1, 2, 1]), Err(size));
    }

    #[test]
    fn terms_say_the_same_as_counts() {
        let resamples = Resamples::draw(200, 7, &mut Draw::new(5, &["terms"]));
        for (sample, terms) in resamples.terms().enumerate() {
            let mut counts = vec![0; 7];
            terms.iter().for_each(|&term| counts[term as usize % 7] += term / 7 + 1);
            assert_eq!(counts, resamples.counts(sample));
        }
        assert_eq!(resamples.terms().count(), 200);
        let most = (0..200).flat_map(|sample| resamples.counts(sample)).max();
        assert_eq!(most, Some(&resamples.most()));
    }

    #[test]
    fn large_counts_make_several_terms() {
        let mut counts = vec![0; 20];
        (counts[3], counts[19]) = (19, 1);
        let resamples = Resamples::from_counts(20, counts).expect("a sample of 20");
        assert_eq!(resamples.terms().next(), Some([143, 143, 43, 19].as_slice()));
        assert_eq!(resamples.most(), 8);
    }

    /// Stored results depend on these: another way to draw moves every level.
    #[test]
    fn the_same_samples_are_drawn_for_ever() {
        let resamples = Resamples::draw(2, 6, &mut Draw::new(42, &["pinned"]));
        assert_eq!([resamples.counts(0), resamples.counts(1)], [[0, 1, 1, 1, 0, 3], [4, 0, 0, 2, 0, 0]]);
    }

    /// A count is binomial(n, 1/n): over all samples its mean is 1 and its variance 1 - 1/n.
    #[test]
    fn counts_are_binomial() {
        let resamples = Resamples::draw(20_000, 50, &mut Draw::new(5, &["binomial"]));
        let squares: f64 = resamples.counts.iter().map(|&c| (f64::from(c) - 1.0).powi(2)).sum();
        assert!((squares / 1e6 - 0.98).abs() < 0.01, "{squares}");
        for topic in 0..50 {
            let drawn: u32 = (0..20_000).map(|sample| resamples.counts(sample)[topic]).sum();
            assert!((f64::from(drawn) - 20_000.0).abs() < 4.0 * 140.0, "topic {topic}: {drawn}");
        }
    }
}
