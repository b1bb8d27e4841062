//! Random signs of topics, drawn once for all pairs and measures.

use crate::Draw;

/// The number of topics per byte: each bit is the sign of a topic.
pub(crate) const TOPICS_PER_BYTE: usize = 8;

/// B random assignments of signs to n topics, or all 2^n assignments if there are at most B of them.
///
/// ```
/// use rejudge_stats::{Draw, SignFlips};
/// let flips = SignFlips::draw(10_000, 50, &mut Draw::new(1, &["randomisation"]));
/// assert_eq!((flips.samples(), flips.topics(), flips.exhaustive()), (10_000, 50, false));
/// let flips = SignFlips::draw(10_000, 13, &mut Draw::new(1, &["randomisation"]));
/// assert!(flips.exhaustive()); // all 2^13 = 8,192 assignments
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignFlips {
    topics: usize,
    exhaustive: bool,
    /// The signs: a row of ceil(topics / 8) bytes for each sample. A byte has the signs of eight topics, the first
    /// topic in the lowest bit; a 1 flips the sign.
    flipped: Vec<u8>,
}

impl SignFlips {
    /// Draws `samples` assignments with one bit per topic, 64 random bits at a time. If 2^topics is at most `samples`,
    /// we draw nothing and use all assignments. Opposite assignments give opposite sums, so we then store only those
    /// that keep the sign of the last topic.
    ///
    /// # Panics
    /// If `samples` or `topics` is 0.
    pub fn draw(samples: usize, topics: usize, draw: &mut Draw) -> Self {
        assert!(
            samples > 0 && topics > 0,
            "found {samples} samples and {topics} topics, expected at least 1 of each"
        );
        let bytes = topics.div_ceil(TOPICS_PER_BYTE);
        let assignments = u32::try_from(topics).ok().and_then(|topics| 1_usize.checked_shl(topics));
        if let Some(assignments) = assignments.filter(|&assignments| assignments <= samples) {
            let flipped =
                (0..assignments / 2).flat_map(|flips| flips.to_le_bytes().into_iter().take(bytes)).collect();
            return Self { topics, exhaustive: true, flipped };
        }
        let mut flipped = Vec::with_capacity(samples * bytes);
        for _ in 0..samples {
            let words = topics.div_ceil(64);
            flipped.extend((0..words).flat_map(|_| draw.bits().to_le_bytes()).take(bytes));
        }
        Self { topics, exhaustive: false, flipped }
    }

    /// Returns the number of stored assignments, at least 1: B, or 2^(n - 1) if all are used.
    pub fn samples(&self) -> usize {
        self.flipped.len() / self.topics.div_ceil(TOPICS_PER_BYTE)
    }

    /// Returns the number of topics, n, at least 1.
    pub fn topics(&self) -> usize {
        self.topics
    }

    /// Returns true if all assignments are used. Only one of two opposite assignments is stored.
    pub fn exhaustive(&self) -> bool {
        self.exhaustive
    }

    /// Returns true if `sample` flips the sign of `topic`.
    ///
    /// # Panics
    /// If there is no such sample or topic.
    pub fn flips(&self, sample: usize, topic: usize) -> bool {
        assert!(topic < self.topics, "there is no topic {topic}: there are signs for {} topics", self.topics);
        let bytes = self.topics.div_ceil(TOPICS_PER_BYTE);
        self.flipped[sample * bytes + topic / TOPICS_PER_BYTE] >> (topic % TOPICS_PER_BYTE) & 1 == 1
    }

    /// Returns the signs of each sample, with a byte for eight topics. Bits after the last topic have no meaning.
    pub(crate) fn bytes(&self) -> impl Iterator<Item = &[u8]> {
        self.flipped.chunks_exact(self.topics.div_ceil(TOPICS_PER_BYTE))
    }
}
