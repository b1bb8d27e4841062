//! The score of a run from those of its topics.

/// The summary of the topic scores that gives the score of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Summary {
    /// Their arithmetic mean.
    Mean,
    /// Their geometric mean, scores below [`GEOMETRIC_FLOOR`](Self::GEOMETRIC_FLOOR) counting as that
    /// (trec_eval's `gm_map`).
    GeometricMean,
    /// Their sum: counts of documents.
    Sum,
}

impl Summary {
    /// The least that a topic counts as in a geometric mean, which one score of 0 would make 0.
    pub const GEOMETRIC_FLOOR: f64 = 1e-5;

    /// Returns the score of a run from the scores of its topics, in their order, with undefined ones filled
    /// in; 0 if there are none.
    ///
    /// ```
    /// use rejudge_metrics::Summary;
    /// assert_eq!(Summary::Mean.summarise([0.5, 0.25]), 0.375);
    /// assert_eq!(Summary::GeometricMean.summarise([0.5, 0.125]), 0.25);
    /// assert_eq!(Summary::Sum.summarise([3.0, 4.0]), 7.0);
    /// assert_eq!(Summary::Mean.summarise([]), 0.0);
    /// ```
    pub fn summarise(self, scores: impl IntoIterator<Item = f64>) -> f64 {
        self.of_terms(scores.into_iter().map(|score| self.term(score)))
    }

    /// Returns the term that a topic with this score adds to the sum.
    ///
    /// ```
    /// use rejudge_metrics::Summary;
    /// assert_eq!((Summary::Mean.term(0.0), Summary::GeometricMean.term(0.0)), (0.0, 1e-5_f64.ln()));
    /// ```
    pub fn term(self, score: f64) -> f64 {
        match self {
            Self::Mean | Self::Sum => score,
            Self::GeometricMean => libm::log(score.max(Self::GEOMETRIC_FLOOR)),
        }
    }

    /// Like [`Summary::summarise`], from the terms of the topics.
    pub fn of_terms(self, terms: impl IntoIterator<Item = f64>) -> f64 {
        let (mut count, mut sum) = (0.0, 0.0);
        for term in terms {
            count += 1.0;
            sum += term;
        }
        match self {
            _ if count == 0.0 => 0.0,
            Self::Sum => sum,
            Self::Mean => sum / count,
            Self::GeometricMean => libm::exp(sum / count),
        }
    }
}
