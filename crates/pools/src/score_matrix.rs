//! The scores of runs on topics by one measure.

use crate::Mask;

/// A score for each run and topic, or none if the measure is undefined.
#[must_use]
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreMatrix {
    topics: usize,
    /// The scores, run by run; 0 if there is no score.
    values: Vec<f64>,
    /// Places without a score.
    undefined: Mask,
}

impl Default for ScoreMatrix {
    fn default() -> Self {
        Self { topics: 0, values: Vec::new(), undefined: Mask::none(0) }
    }
}

impl ScoreMatrix {
    /// Creates a matrix from scores in the order of runs, and of topics within a run.
    ///
    /// ```
    /// use rejudge_pools::ScoreMatrix;
    /// let scores = ScoreMatrix::new(2, [Some(0.5), None, Some(0.0), Some(1.0)]);
    /// assert_eq!((scores.runs(), scores.topics()), (2, 2));
    /// assert_eq!((scores.score(0, 1), scores.score(1, 0)), (None, Some(0.0)));
    /// assert_eq!(scores.of_run(0), [0.5, 0.0]);
    /// ```
    pub fn new(topics: usize, scores: impl IntoIterator<Item = Option<f64>>) -> Self {
        let (mut values, mut undefined_places) = (Vec::new(), Vec::new());
        for score in scores {
            undefined_places.extend(score.is_none().then_some(values.len() as u32));
            values.push(score.unwrap_or(0.0));
        }
        let mut undefined = Mask::none(values.len());
        undefined.extend(undefined_places);
        Self { topics, values, undefined }
    }

    /// Creates a matrix in which each score is 0.
    pub(crate) fn zeros(runs: usize, topics: usize) -> Self {
        let values = vec![0.0; runs * topics];
        Self { topics, undefined: Mask::none(values.len()), values }
    }

    /// Sets a score of a matrix from [`zeros`](Self::zeros). A score must not be set twice.
    #[inline]
    pub(crate) fn set(&mut self, run: usize, topic: usize, score: Option<f64>) {
        let place = run * self.topics + topic;
        match score {
            Some(score) => self.values[place] = score,
            None => self.undefined.insert(place as u32),
        }
    }

    /// Returns the number of runs, or 0 if there are no topics.
    pub fn runs(&self) -> usize {
        self.values.len().checked_div(self.topics).unwrap_or(0)
    }

    /// Returns the number of topics.
    pub fn topics(&self) -> usize {
        self.topics
    }

    /// Returns a score, or `None` if there is none.
    ///
    /// # Panics
    /// If the place is out of range.
    pub fn score(&self, run: usize, topic: usize) -> Option<f64> {
        let place = run * self.topics + topic;
        (!self.undefined.contains(place as u32)).then_some(self.values[place])
    }

    /// Returns the scores of a run by topic; a missing score is 0.
    ///
    /// # Panics
    /// If there is no such run.
    pub fn of_run(&self, run: usize) -> &[f64] {
        &self.values[run * self.topics..][..self.topics]
    }

    /// Returns the topic of each place without a score.
    pub fn undefined_topics(&self) -> impl Iterator<Item = usize> {
        self.undefined.iter().map(|place| place as usize % self.topics)
    }

    /// Returns the scores on the topics that `is_counted` marks. On these topics a missing score becomes 0; other
    /// topics have no score.
    ///
    /// ```
    /// use rejudge_pools::ScoreMatrix;
    /// let scores = ScoreMatrix::new(2, [Some(0.5), None, Some(0.25), Some(1.0)]);
    /// let second = scores.on_topics(&[false, true]);
    /// assert_eq!(second.scores().collect::<Vec<_>>(), [None, Some(0.0), None, Some(1.0)]);
    /// ```
    ///
    /// # Panics
    /// If `is_counted` does not have an entry for each topic.
    pub fn on_topics(&self, is_counted: &[bool]) -> Self {
        assert_eq!(is_counted.len(), self.topics, "there must be a mark for each topic");
        let score = |(&value, is_counted): (&f64, &bool)| is_counted.then_some(value);
        Self::new(self.topics, self.values.iter().zip(is_counted.iter().cycle()).map(score))
    }

    /// Returns a row for each group of runs: on each topic the mean of their scores, or no score if one of the runs
    /// has none.
    ///
    /// ```
    /// use rejudge_pools::ScoreMatrix;
    /// let scores = ScoreMatrix::new(2, [Some(0.5), None, Some(0.25), Some(1.0), Some(0.75), Some(0.0)]);
    /// let means = scores.means(&[vec![0], vec![1, 2]]);
    /// assert_eq!(means.scores().collect::<Vec<_>>(), [Some(0.5), None, Some(0.5), Some(0.5)]);
    /// ```
    ///
    /// # Panics
    /// If a group is empty, or contains a run that does not exist.
    pub fn means(&self, groups: &[Vec<usize>]) -> Self {
        assert!(groups.iter().all(|group| !group.is_empty()), "each group must contain a run");
        let means =
            groups.iter().flat_map(|group| (0..self.topics).map(move |topic| self.mean(group, topic)));
        Self::new(self.topics, means)
    }

    fn mean(&self, group: &[usize], topic: usize) -> Option<f64> {
        let sum = group.iter().map(|&run| self.score(run, topic)).sum::<Option<f64>>()?;
        Some(sum / group.len() as f64)
    }

    /// Returns all scores, run by run; a missing score is 0.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Returns all scores, run by run.
    pub fn scores(&self) -> impl Iterator<Item = Option<f64>> {
        (0..).zip(&self.values).map(|(place, &value)| (!self.undefined.contains(place)).then_some(value))
    }
}
