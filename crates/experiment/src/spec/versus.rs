//! The reference that a ranking of the runs is compared with.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::spec::yaml::{Shaped, Spanned};

/// `full`: another judgment set, by the same measure; `its-pool`: the pool that the judgment set was taken from, which is
/// `full` unless the set has a depth and keeps nothing from outside; `{measure: AP}`: another measure, under the same
/// judgments; `{topic-sets: all}`: other topics; `{judgments: full, measure: AP}`: both are others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(from = "Shaped<Spanned<String>, Spanned<String>, Named>")]
pub struct Versus {
    pub judgments: Option<Spanned<String>>,
    pub measure: Option<Spanned<String>>,
    pub topic_sets: Option<Spanned<String>>,
}

/// The parts that differ, by name.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "VersusNamed")]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Named {
    /// Another judgment set; absent: the same
    judgments: Option<Spanned<String>>,
    /// Another measure, by its label or its name; absent: the same
    measure: Option<Spanned<String>>,
    /// Another set of topics, such as `all`; absent: the same
    topic_sets: Option<Spanned<String>>,
}

impl From<Shaped<Spanned<String>, Spanned<String>, Named>> for Versus {
    fn from(written: Shaped<Spanned<String>, Spanned<String>, Named>) -> Self {
        match written {
            Shaped::Scalar(judgments) | Shaped::List(judgments) => {
                Self { judgments: Some(judgments), ..Self::default() }
            }
            Shaped::Map(Named { judgments, measure, topic_sets }) => Self { judgments, measure, topic_sets },
        }
    }
}

/// Reads a [`Versus`] that is another judgment set, by the same measure and on the same topics: `full`.
pub(crate) fn versus_judgments<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Versus, D::Error> {
    Ok(Versus { judgments: Some(Spanned::deserialize(deserializer)?), ..Versus::default() })
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
