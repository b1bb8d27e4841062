//! The gains of relevance levels: a word, or a number for each level.

use std::collections::BTreeMap;
use std::fmt;

use rejudge_metrics::{Gains, ScorerError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use crate::spec::yaml::Shaped;

/// A rule that gives each level a gain. It is displayed as users type it: `linear`, `1=1,2=3`.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(try_from = "Shaped<String, String, BTreeMap<String, f64>>")]
pub enum GainRule {
    /// The gain is the level, up to the highest level in the judgments.
    Linear,
    /// The gain is 2^level - 1, up to the highest level in the judgments.
    Exponential,
    /// A gain for each level.
    Map(BTreeMap<u8, f64>),
}

impl GainRule {
    /// Creates a rule with a gain for each level.
    ///
    /// # Errors
    /// If [`Gains::new`] refuses the gains, because no measure could use them.
    pub fn map(levels: Vec<(u8, f64)>) -> Result<Self, ScorerError> {
        Gains::new(levels.iter().copied())?;
        Ok(Self::Map(levels.into_iter().collect()))
    }

    /// Returns the gains for judgments with levels up to `highest`. A map is returned unchanged, so the
    /// caller must check that the map has a gain for that level.
    pub fn up_to(&self, highest: u8) -> Gains {
        match self {
            Self::Linear => Gains::linear(highest),
            Self::Exponential => Gains::exponential(highest),
            Self::Map(map) => Gains::new(map.iter().map(|(level, gain)| (*level, *gain)))
                .expect("the gains were checked when they were read"),
        }
    }

    /// Returns the highest level that has a gain, if the gains are a map.
    pub fn top_level(&self) -> Option<u8> {
        matches!(self, Self::Map(_)).then(|| self.up_to(0).top_level())
    }
}

impl fmt::Display for GainRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Linear => f.write_str("linear"),
            Self::Exponential => f.write_str("exponential"),
            Self::Map(map) => {
                let gains: Vec<String> = map.iter().map(|(level, gain)| format!("{level}={gain}")).collect();
                f.write_str(&gains.join(","))
            }
        }
    }
}

impl Serialize for GainRule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl TryFrom<Shaped<String, String, BTreeMap<String, f64>>> for GainRule {
    type Error = String;

    fn try_from(written: Shaped<String, String, BTreeMap<String, f64>>) -> Result<Self, String> {
        let text = match written {
            Shaped::Map(gains) => return by_label(gains),
            Shaped::Scalar(text) | Shaped::List(text) => text,
        };
        let pair = |pair: &str| {
            let (label, gain) = pair.split_once(['=', ':'])?;
            Some((label.trim().to_owned(), gain.trim().parse().ok()?))
        };
        match text.as_str() {
            "linear" => Ok(Self::Linear),
            "exponential" => Ok(Self::Exponential),
            _ => by_label(text.split(',').map(pair).collect::<Option<Vec<_>>>().ok_or_else(|| {
                let forms = "a gain for each level, as in `S=3,A=2,B=1` or `{S: 3, A: 2, B: 1}`";
                format!("found `{text}`, expected `linear`, `exponential` or {forms}")
            })?),
        }
    }
}

/// Creates a rule from gains, each with the label of its level.
fn by_label(gains: impl IntoIterator<Item = (String, f64)>) -> Result<GainRule, String> {
    let levels = gains.into_iter().map(|(label, gain)| Ok((level(&label)?, gain)));
    GainRule::map(levels.collect::<Result<_, String>>()?).map_err(|error| error.to_string())
}

/// Returns the level with this label: one of NTCIR's letters, or a number.
fn level(label: &str) -> Result<u8, String> {
    match label {
        "S" => Ok(3),
        "A" => Ok(2),
        "B" => Ok(1),
        "C" => Ok(0),
        _ => label.parse().map_err(|_| {
            format!(
                "`{label}` is not a relevance level, expected S, A, B, C or a number from 0 to 255; to use other \
                 labels, set their levels with --grades, or with `grades` in a description"
            )
        }),
    }
}
