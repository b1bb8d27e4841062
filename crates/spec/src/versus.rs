//! What a ranking of the runs is compared with.

use std::fmt;

use serde::Deserialize;
use serde::de::{MapAccess, Visitor};

use crate::yaml::Spanned;

/// `full`: another judgment set, by the same measure; `{measure: AP}`: another measure, under the same
/// judgments.
#[derive(Clone, Debug)]
pub enum VersusWire {
    /// A judgment set of the axis.
    Judgments(Spanned<String>),
    /// A measure of the axis, by its label or its full name.
    Measure(Spanned<String>),
}

/// The key of the map; an enum, so that a wrong one is told at its own place.
#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "kebab-case")]
enum VersusKey {
    Measure,
}

impl<'de> Deserialize<'de> for VersusWire {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Shape;
        impl<'de> Visitor<'de> for Shape {
            type Value = VersusWire;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a judgment set (`full`) or `{measure: ..}`")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<VersusWire, E> {
                Ok(VersusWire::Judgments(Spanned::shown(text)))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<VersusWire, A::Error> {
                use serde::de::Error;
                let Some(VersusKey::Measure) = map.next_key()? else {
                    return Err(A::Error::missing_field("measure"));
                };
                let measure = map.next_value()?;
                match map.next_key::<VersusKey>()? {
                    None => Ok(VersusWire::Measure(measure)),
                    Some(VersusKey::Measure) => Err(A::Error::duplicate_field("measure")),
                }
            }
        }
        deserializer.deserialize_any(Shape)
    }
}
