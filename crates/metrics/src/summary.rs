//! A run's score from its topic scores.

/// The way in which topic scores become a run's score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Summary {
    /// The arithmetic mean.
    Mean,
    /// The geometric mean, in which scores below [`GEOMETRIC_FLOOR`](Self::GEOMETRIC_FLOOR) count as this floor (as
    /// in trec_eval's `gm_map`).
    GeometricMean,
    /// The sum, for counts of documents.
    Sum,
}

impl Summary {
    /// The lowest topic score in a geometric mean. Without it a single score of 0 would make the mean 0.
    pub const GEOMETRIC_FLOOR: f64 = 1e-5;

    /// Returns the run's score, or 0 if there are no topics. Always pass the topics in the same order,
    /// because the last bits of the sum depend on the order. Replace undefined scores by numbers first, or
    /// leave them out.
    ///
    /// ```
    /// use rejudge_metrics::Summary;
    /// assert_eq!(Summary::Mean.summarise([0.5, 0.25]), 0.375);
    /// assert_eq!(Summary::GeometricMean.summarise([0.5, 0.125]), 0.25);
    /// assert_eq!(Summary::Sum.summarise([3.0, 4.0]), 7.0);
    /// assert_eq!(Summary::Mean.summarise([]), 0.0);
    /// ```
    pub fn summarise(self, scores: impl IntoIterator<Item = f64>) -> f64 {
        self.summarise_terms(scores.into_iter().map(|score| self.term(score)))
    }

    /// Returns the term that a topic with this score adds to the sum: the score, or its logarithm.
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

    /// Returns the run's score from the topics' [terms](Self::term), as [`Summary::summarise`] does from
    /// their scores.
    pub fn summarise_terms(self, terms: impl IntoIterator<Item = f64>) -> f64 {
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
