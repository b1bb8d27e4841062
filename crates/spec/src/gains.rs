//! From relevance levels to gains: a word, or a number for each level.

use std::collections::BTreeMap;
use std::fmt;

use rejudge_metrics::Gains;
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};

/// From levels to gains.
#[derive(Clone, Debug, PartialEq)]
pub enum GainRule {
    /// The level itself, up to the highest of the judgments.
    Linear,
    /// 2^level - 1, up to the highest of the judgments.
    Exponential,
    /// A gain for each level.
    Map(Gains),
}

impl GainRule {
    /// The gains of judgments whose highest level is `highest`. A map is given as it is; whether it goes so
    /// high is for the caller to check.
    pub fn of(&self, highest: u8) -> Gains {
        match self {
            Self::Linear => Gains::linear(highest),
            Self::Exponential => Gains::exponential(highest),
            Self::Map(gains) => gains.clone(),
        }
    }

    /// As it is written.
    pub fn wire(&self) -> GainsWire {
        match self {
            Self::Linear => GainsWire::Linear,
            Self::Exponential => GainsWire::Exponential,
            Self::Map(gains) => {
                let levels = 1..=gains.top_level();
                GainsWire::Map(levels.map(|level| (level.to_string(), gains.gain(level))).collect())
            }
        }
    }
}

/// `gains` as written.
#[derive(Clone, Debug)]
pub enum GainsWire {
    /// `linear`.
    Linear,
    /// `exponential`.
    Exponential,
    /// Level (a number, or S, A, B) to gain.
    Map(BTreeMap<String, f64>),
}

/// As YAML.
impl fmt::Display for GainsWire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Linear => f.write_str("linear"),
            Self::Exponential => f.write_str("exponential"),
            Self::Map(levels) => {
                let levels: Vec<String> =
                    levels.iter().map(|(level, gain)| format!("{level}: {gain}")).collect();
                write!(f, "{{{}}}", levels.join(", "))
            }
        }
    }
}

impl<'de> Deserialize<'de> for GainsWire {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Shape;
        impl<'de> Visitor<'de> for Shape {
            type Value = GainsWire;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("`linear`, `exponential` or a gain for each level, as in `{S: 3, A: 2, B: 1}`")
            }

            fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<GainsWire, E> {
                match word {
                    "linear" => Ok(GainsWire::Linear),
                    "exponential" => Ok(GainsWire::Exponential),
                    _ => Err(E::invalid_value(serde::de::Unexpected::Str(word), &self)),
                }
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<GainsWire, A::Error> {
                BTreeMap::deserialize(MapAccessDeserializer::new(map)).map(GainsWire::Map)
            }
        }
        deserializer.deserialize_any(Shape)
    }
}
