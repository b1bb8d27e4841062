//! A run's mean when people judged some topics and a model judged all: prediction-powered inference.
//!
//! A. N. Angelopoulos, S. Bates, C. Fannjiang, M. I. Jordan and T. Zrnic, Prediction-powered inference,
//! Science 382, 2023; A. N. Angelopoulos, J. C. Duchi and T. Zrnic, PPI++: efficient prediction-powered
//! inference, arXiv:2311.01453, 2023 (the tuned weight).
//!
//! The model's scores are biased. We measure the bias on the topics that people judged too, and subtract it
//! from the model's mean over all other topics. With a fixed weight the estimate is therefore unbiased,
//! however bad the model is. The closer the model's scores follow people's scores, the shorter the interval.

use crate::{mean, standard_deviation};

use crate::certainty::Estimate;

/// The weight of the model's scores.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Weight {
    /// The weight from 0 to 1 with the least estimated variance (PPI++).
    // Example 6.1 of PPI++.
    Tuned,
    /// Weight 1 (PPI).
    // The paper in Science always uses weight 1.
    #[cfg_attr(feature = "serde", serde(rename = "ppi"))]
    One,
    /// The given weight.
    #[cfg_attr(feature = "serde", serde(skip))]
    Given(f64),
}

/// The scores of a run, or the differences of two runs' scores, by people's judgments and by a model's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedTwice<'a> {
    /// Scores by people's judgments on the topics that people judged, which must be a random sample of all
    /// topics.
    pub human: &'a [f64],
    /// Scores by the model's judgments on the same topics, in the same order.
    pub model: &'a [f64],
    /// Scores by the model's judgments on all other topics.
    pub model_only: &'a [f64],
}

/// An estimate of a mean from people's judgments and a model's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PredictionPowered {
    /// The estimate of the mean that people's judgments would give over the population of topics.
    pub estimate: Estimate,
    /// The weight of the model's scores.
    pub weight: f64,
}

impl PredictionPowered {
    /// Estimates the mean from people's scores Y and the model's scores f on n topics, and the model's scores
    /// F on N other topics:
    ///
    /// ```text
    /// mean   = w mean(F) + mean(Y - w f)
    /// error^2 = w^2 var(F) / N + var(Y - w f) / n
    /// tuned: w = cov(Y, f) / ((1 + n / N) var(f and F))     clamped to [0, 1]
    /// ```
    ///
    /// var(F) is computed with N - 1. var(Y - w f) is computed with n - 1, or with n - 2 if the weight is
    /// tuned on the same topics; n - 1 or n - 2 is also the error's number of degrees of freedom. The papers
    /// divide by n and use the normal distribution, so their intervals are too short for few topics. With
    /// a given weight of 0 we get Student's interval for Y.
    ///
    /// Returns `None` if people judged fewer than 2 topics (3 with a tuned weight), or if there are fewer
    /// than 2 topics that only the model judged.
    ///
    /// ```
    /// use rejudge_stats::{Estimate, JudgedTwice, PredictionPowered, Weight};
    /// let human = [0.2, 0.5, 0.4, 0.8, 0.1];
    /// let model = human.map(|score| score + 0.1); // always too kind
    /// let model_only = [0.3, 0.6, 0.5, 0.9, 0.2, 0.4, 0.7, 0.5, 0.3, 0.6];
    /// let scores = JudgedTwice { human: &human, model: &model, model_only: &model_only };
    /// let powered = PredictionPowered::new(&scores, Weight::One).expect("5 and 10 topics");
    /// assert!((powered.estimate.mean - 0.4).abs() < 1e-12); // 0.5 by the model, less 0.1
    /// assert!(powered.estimate.error < Estimate::new(&human).expect("5 topics").error);
    /// ```
    ///
    /// # Panics
    /// If `human` and `model` have different lengths.
    pub fn new(scores: &JudgedTwice<'_>, weight: Weight) -> Option<Self> {
        let JudgedTwice { human, model, model_only } = *scores;
        assert_eq!(
            human.len(),
            model.len(),
            "people's scores and the model's scores have different numbers of topics"
        );
        let (n, model_only_topics) = (human.len() as f64, model_only.len() as f64);
        if human.len() < 2 || model_only.len() < 2 {
            return None;
        }
        let (value, freedom) = match weight {
            Weight::One => (1.0, n - 1.0),
            Weight::Given(value) => (value, n - 1.0),
            Weight::Tuned => (tuned(scores)?, n - 2.0),
        };
        if freedom < 1.0 {
            return None;
        }
        let rest: Vec<f64> = human.iter().zip(model).map(|(human, model)| human - value * model).collect();
        let deviation = |sample: &[f64]| standard_deviation(sample).unwrap_or(0.0);
        let model_variance = value * value * deviation(model_only).powi(2) / model_only_topics;
        let rest_variance = deviation(&rest).powi(2) * (n - 1.0) / freedom / n;
        let (mean, error) =
            (value * mean(model_only)? + mean(&rest)?, (model_variance + rest_variance).sqrt());
        Some(Self { estimate: Estimate { mean, error, freedom }, weight: value })
    }
}

/// Returns the weight from 0 to 1 with the least estimated variance, or 0 if the model's scores are all
/// equal.
fn tuned(scores: &JudgedTwice<'_>) -> Option<f64> {
    let JudgedTwice { human, model, model_only } = *scores;
    let (human_mean, model_mean) = (mean(human)?, mean(model)?);
    let products: f64 =
        human.iter().zip(model).map(|(human, model)| (human - human_mean) * (model - model_mean)).sum();
    let n = human.len() as f64;
    // The papers divide by n here, not by n - 1.
    let covariance = products / n;
    let variance = standard_deviation(&[model, model_only].concat())?.powi(2);
    let weight = covariance / ((1.0 + n / model_only.len() as f64) * variance);
    Some(if variance > 0.0 { weight.clamp(0.0, 1.0) } else { 0.0 })
}
