//! What a ranking of the runs is compared with.

use std::fmt;

use serde::Deserialize;
use serde::de::{MapAccess, Visitor};

use crate::yaml::Spanned;

/// `full`: another judgment set, by the same measure; `{measure: AP}`: another measure, under the same
/// judgments; `{topic-sets: all}`: other topics; `{judgments: full, measure: AP}`: both are others.
#[derive(Clone, Debug, Default)]
pub struct VersusWire {
    /// A judgment set of the axis.
    pub judgments: Option<Spanned<String>>,
    /// A measure of the axis, by its label or its full name.
    pub measure: Option<Spanned<String>>,
    /// A set of topics of the axis.
    pub topic_sets: Option<Spanned<String>>,
}

/// The keys of the map; an enum, so that a wrong one is told at its own place.
#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "kebab-case")]
enum VersusKey {
    Judgments,
    Measure,
    TopicSets,
}

impl<'de> Deserialize<'de> for VersusWire {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Shape;
        impl<'de> Visitor<'de> for Shape {
            type Value = VersusWire;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a judgment set (`full`) or `{judgments: .., measure: .., topic-sets: ..}`")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<VersusWire, E> {
                Ok(VersusWire { judgments: Some(Spanned::shown(text)), ..VersusWire::default() })
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<VersusWire, A::Error> {
                use serde::de::Error;
                let mut written = VersusWire::default();
                while let Some(key) = map.next_key()? {
                    let (place, name) = match key {
                        VersusKey::Judgments => (&mut written.judgments, "judgments"),
                        VersusKey::Measure => (&mut written.measure, "measure"),
                        VersusKey::TopicSets => (&mut written.topic_sets, "topic-sets"),
                    };
                    if place.replace(map.next_value()?).is_some() {
                        return Err(A::Error::duplicate_field(name));
                    }
                }
                match written {
                    VersusWire { judgments: None, measure: None, topic_sets: None } => {
                        Err(A::Error::missing_field("measure"))
                    }
                    written => Ok(written),
                }
            }
        }
        deserializer.deserialize_any(Shape)
    }
}
