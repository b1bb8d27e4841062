//! How several cells become one number, as written.

use rejudge_stats::Dips;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::Error as _;

/// Which teams an average is over.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct OnlyWire {
    /// Share of the topics for which the team must have brought a relevant document.
    pub relevant_for: f64,
}

/// How several cells become one number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Take {
    /// Their mean.
    #[default]
    Mean,
    /// The mean of their absolute values.
    MeanAbs,
    /// The share of them above 0.
    ShareAboveZero,
    /// The smallest.
    Min,
    /// The largest.
    Max,
    /// The smallest value that at least this share of them do not exceed.
    Quantile(f64),
    /// The sampling rate, or the pool depth, from which on they are above a threshold.
    Knee(KneeWire),
    /// What an exponential curve over the sizes of sets of topics, fitted to them by least squares, comes to.
    Extrapolated(ExtrapolatedWire),
}

impl Take {
    /// Whether it needs the places of the cells on a curve.
    pub fn is_of_a_curve(self) -> bool {
        matches!(self, Self::Knee(_) | Self::Extrapolated(_))
    }
}

/// Where a fitted curve is read.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ExtrapolatedWire {
    /// The size that is asked for.
    pub at: u32,
}

/// The knee of a curve over the sampling rates, or the pool depths, of the judgments.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct KneeWire {
    /// The threshold; a value equal to it is not above.
    #[serde(deserialize_with = "of_a_coefficient")]
    #[schemars(extend("minimum" = -1, "exclusiveMaximum" = 1))]
    pub above: f64,
    /// Whether the curve may fall below it again.
    #[serde(default)]
    pub dips: Dips,
}

/// A threshold of a knee: all judgments agree with themselves by 1, and a curve must be able to get there; no
/// coefficient is below -1, so that every value is above what is lower.
fn of_a_coefficient<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let above = f64::deserialize(deserializer)?;
    if (-1.0..1.0).contains(&above) {
        Ok(above)
    } else {
        Err(D::Error::custom(format!("found {above}, expected a threshold from -1 to below 1")))
    }
}
