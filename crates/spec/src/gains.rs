//! From relevance levels to gains: a word, or a number for each level.

use std::collections::BTreeMap;
use std::fmt;

use rejudge_metrics::{Gains, GainsError};
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde_json::Value;

/// From levels to gains. Displayed as on the command line: `linear`, `1=1,2=3`.
#[derive(Clone, Debug, PartialEq)]
pub enum GainRule {
    /// The level itself, up to the highest of the judgments.
    Linear,
    /// 2^level - 1, up to the highest of the judgments.
    Exponential,
    /// A gain for each level.
    Map(GainMap),
}

/// A gain for each level, with the levels that were named: keys hold level 0 where somebody wrote it.
#[derive(Clone, Debug, PartialEq)]
pub struct GainMap {
    gains: Gains,
    named: BTreeMap<u8, f64>,
}

impl GainMap {
    /// The gains by level.
    pub fn gains(&self) -> &Gains {
        &self.gains
    }
}

impl GainRule {
    /// A gain for each level.
    ///
    /// # Errors
    /// When no measure can use the gains.
    pub fn map(levels: Vec<(u8, f64)>) -> Result<Self, GainsError> {
        let gains = Gains::new(levels.iter().copied())?;
        Ok(Self::Map(GainMap { gains, named: levels.into_iter().collect() }))
    }

    /// The gains of judgments whose highest level is `highest`. A map is given as it is; whether it goes so
    /// high is for the caller to check.
    pub fn of(&self, highest: u8) -> Gains {
        match self {
            Self::Linear => Gains::linear(highest),
            Self::Exponential => Gains::exponential(highest),
            Self::Map(map) => map.gains.clone(),
        }
    }

    /// As YAML.
    pub fn yaml(&self) -> String {
        match self {
            Self::Linear | Self::Exponential => self.to_string(),
            Self::Map(map) => format!("{{{}}}", map.listed(": ", ", ")),
        }
    }

    /// As keys have it. Linear gains are null there, as they were before there was a word for them: keys stay
    /// what they are.
    pub(super) fn listed(&self) -> Value {
        match self {
            Self::Linear => Value::Null,
            Self::Exponential => "exponential".into(),
            Self::Map(map) => serde_json::json!(map.named),
        }
    }
}

impl GainMap {
    fn listed(&self, to: &str, and: &str) -> String {
        let levels: Vec<String> =
            self.named.iter().map(|(level, gain)| format!("{level}{to}{gain}")).collect();
        levels.join(and)
    }
}

impl fmt::Display for GainRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Linear => f.write_str("linear"),
            Self::Exponential => f.write_str("exponential"),
            Self::Map(map) => f.write_str(&map.listed("=", ",")),
        }
    }
}

impl<'de> Deserialize<'de> for GainRule {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Shape;
        impl<'de> Visitor<'de> for Shape {
            type Value = GainRule;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("`linear`, `exponential` or a gain for each level, as in `{S: 3, A: 2, B: 1}`")
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<GainRule, E> {
                match word {
                    "linear" => Ok(GainRule::Linear),
                    "exponential" => Ok(GainRule::Exponential),
                    _ => Err(E::invalid_value(serde::de::Unexpected::Str(word), &self)),
                }
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<GainRule, A::Error> {
                let by_label = BTreeMap::<String, f64>::deserialize(MapAccessDeserializer::new(map))?;
                let levels = by_label.into_iter().map(|(label, gain)| Ok((level(&label)?, gain)));
                let levels = levels.collect::<Result<_, _>>().map_err(A::Error::custom::<String>)?;
                GainRule::map(levels).map_err(A::Error::custom)
            }
        }
        deserializer.deserialize_any(Shape)
    }
}

/// NTCIR's letters, or a number.
fn level(label: &str) -> Result<u8, String> {
    match label {
        "S" => Ok(3),
        "A" => Ok(2),
        "B" => Ok(1),
        "C" => Ok(0),
        _ => label.parse().map_err(|_| {
            format!("`{label}` is no relevance level, expected S, A, B, C or a number from 0 to 255")
        }),
    }
}
