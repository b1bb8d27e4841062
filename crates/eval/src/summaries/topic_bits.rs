//! A set of topics, a bit for each of the judgments.

/// The set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TopicBits(Vec<u64>);

impl TopicBits {
    /// Returns an empty set of topics.
    pub fn none(topics: usize) -> Self {
        Self(vec![0; topics.div_ceil(64)])
    }

    /// Adds a topic.
    pub fn insert(&mut self, topic: usize) {
        self.0[topic / 64] |= 1 << (topic % 64);
    }

    /// Returns true if it is in.
    pub fn contains(&self, topic: usize) -> bool {
        self.0[topic / 64] >> (topic % 64) & 1 == 1
    }

    /// Returns the number of topics in the set.
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns the topics in the set, in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        (0..self.0.len() * 64).filter(|&topic| self.contains(topic))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_are_in_or_not() {
        let mut bits = TopicBits::none(70);
        assert_eq!((bits.count(), bits.iter().next()), (0, None));
        [3, 69, 3, 64].into_iter().for_each(|topic| bits.insert(topic));
        assert_eq!((bits.count(), bits.iter().collect::<Vec<_>>()), (3, vec![3, 64, 69]));
        assert!(bits.contains(69) && !bits.contains(4) && bits != TopicBits::none(70));
    }
}
