//! Stores the values of all topics end to end, so that a million topics do not need a million allocations.

use crate::TopicIx;

/// Any number of values for each topic, in the order of the topics.
///
/// ```
/// use rejudge_pools::ByTopic;
/// let lists = [vec![2, 1], vec![], vec![1]];
/// let levels: ByTopic<u8> = lists.iter().map(|list| list.iter().copied()).collect();
/// assert_eq!(levels.topics(), 3);
/// assert_eq!((levels.topic(0), levels.topic(1), levels.topic(2)), (&[2, 1][..], &[][..], &[1][..]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByTopic<T> {
    values: Vec<T>,
    /// The index in `values` after each topic's last value.
    ends: Vec<u32>,
}

impl<T> Default for ByTopic<T> {
    fn default() -> Self {
        Self { values: Vec::new(), ends: Vec::new() }
    }
}

impl<T> ByTopic<T> {
    /// Adds the values of the next topic.
    ///
    /// # Panics
    /// If there are 2^32 values or more.
    pub fn push(&mut self, values: impl IntoIterator<Item = T>) {
        self.values.extend(values);
        self.ends.push(u32::try_from(self.values.len()).expect("fewer than 2^32 values"));
    }

    /// Releases memory that was reserved for more values.
    pub fn shrink_to_fit(&mut self) {
        self.values.shrink_to_fit();
        self.ends.shrink_to_fit();
    }

    /// Returns the number of topics.
    pub fn topics(&self) -> usize {
        self.ends.len()
    }

    /// Returns the values of a topic.
    ///
    /// # Panics
    /// If `topic` is out of range.
    #[inline]
    pub fn topic(&self, topic: TopicIx) -> &[T] {
        let start = topic.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.values[start as usize..self.ends[topic] as usize]
    }

    /// Returns the values of each topic.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[T]> {
        (0..self.topics()).map(|topic| self.topic(topic))
    }
}

impl<T, I: IntoIterator<Item = T>> FromIterator<I> for ByTopic<T> {
    fn from_iter<L: IntoIterator<Item = I>>(lists: L) -> Self {
        let lists = lists.into_iter();
        let mut by_topic = Self { values: Vec::new(), ends: Vec::with_capacity(lists.size_hint().0) };
        lists.for_each(|values| by_topic.push(values));
        by_topic
    }
}
