//! Random signs of topics, drawn once and shared by all pairs and all measures.

use crate::Draw;

/// The number of topics whose signs are packed into one number.
pub(crate) const GROUP: usize = 8;

/// B assignments of a sign to each of n topics, or all assignments if there are no more than B.
///
/// ```
/// use rejudge_stats::{Draw, SignFlips};
/// let flips = SignFlips::draw(10_000, 50, &mut Draw::new(1, &["randomisation"]));
/// assert_eq!((flips.samples(), flips.topics(), flips.exhaustive()), (10_000, 50, false));
/// let flips = SignFlips::draw(10_000, 13, &mut Draw::new(1, &["randomisation"]));
/// assert!(flips.exhaustive()); // of 8,192
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignFlips {
    topics: usize,
    exhaustive: bool,
    /// The signs of eight topics a byte, the first in the lowest bit: samples x ceil(topics / 8).
    flipped: Vec<u8>,
}

impl SignFlips {
    /// Draws `samples` assignments, one bit per topic and 64 random bits for each 64 topics or part of them.
    /// If 2^topics is at most `samples`, nothing is drawn: all assignments are used. Two opposite assignments
    /// are equally far from 0, so only the one that keeps the sign of the last topic is used.
    ///
    /// # Panics
    /// If `samples` or `topics` is 0.
    pub fn draw(samples: usize, topics: usize, draw: &mut Draw) -> Self {
        assert!(samples > 0 && topics > 0, "{samples} signs of {topics} topics");
        let bytes = topics.div_ceil(GROUP);
        let all = u32::try_from(topics).ok().and_then(|topics| 1_usize.checked_shl(topics));
        if let Some(all) = all.filter(|&all| all <= samples) {
            let flipped =
                (0..all / 2).flat_map(|flips| flips.to_le_bytes().into_iter().take(bytes)).collect();
            return Self { topics, exhaustive: true, flipped };
        }
        let mut flipped = Vec::with_capacity(samples * bytes);
        for _ in 0..samples {
            let words = topics.div_ceil(64);
            flipped.extend((0..words).flat_map(|_| draw.bits().to_le_bytes()).take(bytes));
        }
        Self { topics, exhaustive: false, flipped }
    }

    /// Returns the number of assignments, at least 1: B, or 2^(n - 1) if they are all there are.
    pub fn samples(&self) -> usize {
        self.flipped.len() / self.topics.div_ceil(GROUP)
    }

    /// Returns the number of topics, n, at least 1.
    pub fn topics(&self) -> usize {
        self.topics
    }

    /// Returns true if these are all assignments, up to opposite ones.
    pub fn exhaustive(&self) -> bool {
        self.exhaustive
    }

    /// Returns true if `sample` flips the sign of `topic`.
    ///
    /// # Panics
    /// If there is no such sample or topic.
    pub fn flips(&self, sample: usize, topic: usize) -> bool {
        assert!(topic < self.topics, "topic {topic} of {}", self.topics);
        let bytes = self.topics.div_ceil(GROUP);
        self.flipped[sample * bytes + topic / GROUP] >> (topic % GROUP) & 1 == 1
    }

    /// Returns the signs of each sample, eight topics a byte; bits beyond the last topic mean nothing.
    pub(crate) fn bytes(&self) -> impl Iterator<Item = &[u8]> {
        self.flipped.chunks_exact(self.topics.div_ceil(GROUP))
    }
}
