//! The reference that a ranking of the runs is compared with.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::spec::yaml::Spanned;

/// `full`: another judgment set, by the same measure; `{measure: AP}`: another measure, under the same
/// judgments; `{topic-sets: all}`: other topics; `{judgments: full, measure: AP}`: both are others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Versus {
    /// A judgment set of the axis; `None`: the same.
    pub judgments: Option<Spanned<String>>,
    /// A measure of the axis, by its label or its full name; `None`: the same.
    pub measure: Option<Spanned<String>>,
    /// A set of topics of the axis; `None`: the same.
    pub topic_sets: Option<Spanned<String>>,
}

/// The keys of the map; an enum, so that a wrong key is reported at its own position.
#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "kebab-case")]
enum VersusKey {
    Judgments,
    Measure,
    TopicSets,
}

impl<'de> Deserialize<'de> for Versus {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Shape;
        impl<'de> Visitor<'de> for Shape {
            type Value = Versus;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a judgment set (`full`) or `{judgments: .., measure: .., topic-sets: ..}`")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Versus, E> {
                Ok(Versus { judgments: Some(Spanned::shown(text)), ..Versus::default() })
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Versus, A::Error> {
                use serde::de::Error;
                let mut written = Versus::default();
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
                    Versus { judgments: None, measure: None, topic_sets: None } => {
                        Err(A::Error::missing_field("measure"))
                    }
                    written => Ok(written),
                }
            }
        }
        deserializer.deserialize_any(Shape)
    }
}

/// A [`Versus`] that is another judgment set, by the same measure and on the same topics: `full`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct VersusJudgments(pub Versus);

impl<'de> Deserialize<'de> for VersusJudgments {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let judgments = Some(Spanned::deserialize(deserializer)?);
        Ok(Self(Versus { judgments, ..Versus::default() }))
    }
}

impl JsonSchema for VersusJudgments {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "VersusJudgments".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}

impl Serialize for Versus {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Self { judgments: Some(judgments), measure: None, topic_sets: None } = self {
            return judgments.serialize(serializer);
        }
        let all =
            [("judgments", &self.judgments), ("measure", &self.measure), ("topic-sets", &self.topic_sets)];
        serializer.collect_map(all.into_iter().filter_map(|(name, value)| Some((name, value.as_ref()?))))
    }
}
