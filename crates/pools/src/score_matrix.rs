//! The scores of runs on topics: by one measure, or by several.

/// A score for each run and topic, if the measure is defined.
#[must_use]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScoreMatrix {
    topics: usize,
    /// Run by run; 0 if there is no score.
    values: Vec<f64>,
    /// The places without a score, ascending: in most matrices there are few or none.
    undefined: Vec<usize>,
}

impl ScoreMatrix {
    /// The scores run by run, by topic.
    ///
    /// ```
    /// use rejudge_pools::ScoreMatrix;
    /// let scores = ScoreMatrix::new(2, [Some(0.5), None, Some(0.0), Some(1.0)]);
    /// assert_eq!((scores.runs(), scores.topics()), (2, 2));
    /// assert_eq!((scores.score(0, 1), scores.score(1, 0)), (None, Some(0.0)));
    /// assert_eq!(scores.of_run(0), [0.5, 0.0]);
    /// ```
    pub fn new(topics: usize, scores: impl IntoIterator<Item = Option<f64>>) -> Self {
        let (mut values, mut undefined) = (Vec::new(), Vec::new());
        for score in scores {
            undefined.extend(score.is_none().then_some(values.len()));
            values.push(score.unwrap_or(0.0));
        }
        Self { topics, values, undefined }
    }

    /// Returns the number of runs.
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
        let at = run * self.topics + topic;
        let is_defined = self.undefined.binary_search(&at).is_err();
        is_defined.then_some(self.values[at])
    }

    /// Returns the scores of a run by topic, 0 if there is none.
    ///
    /// # Panics
    /// If there is no such run.
    pub fn of_run(&self, run: usize) -> &[f64] {
        &self.values[run * self.topics..][..self.topics]
    }

    /// Returns the topic of each place without a score.
    pub fn undefined_topics(&self) -> impl Iterator<Item = usize> {
        self.undefined.iter().map(|at| at % self.topics)
    }

    /// Returns the scores of the topics that `counts` marks, 0 if there is none, and no score on any other topic.
    ///
    /// ```
    /// use rejudge_pools::ScoreMatrix;
    /// let scores = ScoreMatrix::new(2, [Some(0.5), None, Some(0.25), Some(1.0)]);
    /// let second = scores.on_topics(&[false, true]);
    /// assert_eq!(second.scores().collect::<Vec<_>>(), [None, Some(0.0), None, Some(1.0)]);
    /// ```
    ///
    /// # Panics
    /// If `counts` is not of the topics of this matrix.
    pub fn on_topics(&self, counts: &[bool]) -> Self {
        assert_eq!(counts.len(), self.topics, "a mark for each topic");
        let score = |(&value, counts): (&f64, &bool)| counts.then_some(value);
        Self::new(self.topics, self.values.iter().zip(counts.iter().cycle()).map(score))
    }

    /// Returns a row for each of `groups` of runs: on each topic their mean, or no score if one of them has none.
    ///
    /// ```
    /// use rejudge_pools::ScoreMatrix;
    /// let scores = ScoreMatrix::new(2, [Some(0.5), None, Some(0.25), Some(1.0), Some(0.75), Some(0.0)]);
    /// let means = scores.means(&[vec![0], vec![1, 2]]);
    /// assert_eq!(means.scores().collect::<Vec<_>>(), [Some(0.5), None, Some(0.5), Some(0.5)]);
    /// ```
    ///
    /// # Panics
    /// If there is no such run.
    pub fn means(&self, groups: &[Vec<usize>]) -> Self {
        let mean = |group: &Vec<usize>, topic: usize| {
            let sum = group.iter().map(|&run| self.score(run, topic)).sum::<Option<f64>>()?;
            Some(sum / group.len() as f64)
        };
        let of_group = |group| (0..self.topics).map(move |topic| mean(group, topic));
        Self::new(self.topics, groups.iter().flat_map(of_group))
    }

    /// Returns all scores, run by run, 0 if there is none.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Returns all scores, run by run.
    pub fn scores(&self) -> impl Iterator<Item = Option<f64>> {
        let mut undefined = self.undefined.iter().copied().peekable();
        self.values.iter().enumerate().map(move |(at, &value)| {
            let is_defined = undefined.next_if_eq(&at).is_none();
            is_defined.then_some(value)
        })
    }
}

/// The scores of runs on topics by several measures, in one piece of memory.
#[must_use]
#[derive(Clone, Debug, PartialEq)]
pub struct Scores {
    measures: usize,
    runs: usize,
    /// Measure by measure the rows of the runs.
    rows: ScoreMatrix,
}

impl Scores {
    /// Room for the scores, without any.
    pub(crate) fn of_zeros(measures: usize, runs: usize, topics: usize) -> Self {
        let values = vec![0.0; measures * runs * topics];
        Self { measures, runs, rows: ScoreMatrix { topics, values, undefined: Vec::new() } }
    }

    /// Sets the scores by each measure of a run on a topic, 0 if there is none, and returns true if all are
    /// defined.
    #[inline]
    pub(crate) fn set(&mut self, run: usize, topic: usize, row: &[Option<f64>]) -> bool {
        let (mut at, step) = (run * self.rows.topics + topic, self.runs * self.rows.topics);
        let mut are_all = true;
        for score in row {
            self.rows.values[at] = score.unwrap_or(0.0);
            are_all &= score.is_some();
            at += step;
        }
        are_all
    }

    /// The same if some are known to be undefined.
    pub(crate) fn set_some(&mut self, run: usize, topic: usize, row: &[Option<f64>]) {
        self.set(run, topic, row);
        let (first, step) = (run * self.rows.topics + topic, self.runs * self.rows.topics);
        let undefined = row.iter().enumerate().filter(|(_, score)| score.is_none());
        self.rows.undefined.extend(undefined.map(|(measure, _)| first + measure * step));
    }

    /// Sorts scores that were set list by list into the order of places.
    pub(crate) fn in_order(mut self) -> Self {
        self.rows.undefined.sort_unstable();
        self
    }

    /// Returns the scores of a run by a measure by topic, 0 if there is none.
    ///
    /// # Panics
    /// If there is no such run or measure.
    pub fn of_run(&self, measure: usize, run: usize) -> &[f64] {
        self.rows.of_run(measure * self.runs + run)
    }

    /// Returns the topic of each run's places without a score by a measure.
    pub fn undefined_topics(&self, measure: usize) -> impl Iterator<Item = usize> {
        let (undefined, size) = (&self.rows.undefined, self.runs * self.rows.topics);
        let place = |from: usize| undefined.partition_point(|&at| at < from * size);
        undefined[place(measure)..place(measure + 1)].iter().map(|at| at % self.rows.topics)
    }

    /// Returns all scores, measure by measure, run by run, 0 if there is none.
    pub fn values(&self) -> &[f64] {
        &self.rows.values
    }

    /// A matrix a measure.
    pub fn by_measure(self) -> Vec<ScoreMatrix> {
        let (topics, size) = (self.rows.topics, self.runs * self.rows.topics);
        let mut undefined = self.rows.undefined.iter().copied().peekable();
        // Without runs or topics, each matrix is empty.
        let matrix = |measure: usize| {
            let values = &self.rows.values[measure * size..(measure + 1) * size];
            let own = std::iter::from_fn(|| undefined.next_if(|&at| at < (measure + 1) * size));
            let undefined = own.map(|at| at - measure * size).collect();
            ScoreMatrix { topics, values: values.to_vec(), undefined }
        };
        (0..self.measures).map(matrix).collect()
    }
}
