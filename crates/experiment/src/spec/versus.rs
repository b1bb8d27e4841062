//! The reference with which a cell is compared.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::spec::yaml::{Shaped, Spanned};

/// The reference with which a cell is compared. A name such as `full` is another judgment set, with the same
/// measure. `its-pool` is the pool from which the judgment set was taken. If the set has a `depth`, is not a
/// `pool-depth` set itself, and keeps nothing outside of the pool of this depth, `its-pool` is that pool; otherwise it is
/// `full`. `{measure: AP}` is another measure under the same judgments, `{topic-sets: all}` is other topics, and
/// `{judgments: full, measure: AP}` is another judgment set with another measure.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(from = "Shaped<Spanned<String>, Spanned<String>, VersusParts>")]
pub struct Versus {
    pub judgments: Option<Spanned<String>>,
    pub measure: Option<Spanned<String>>,
    pub topic_sets: Option<Spanned<String>>,
}

/// The parts of the reference that differ from the cell.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "VersusNamed")]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct VersusParts {
    /// The judgment set of the reference, if it differs
    judgments: Option<Spanned<String>>,
    /// The measure of the reference by its label or name, if it differs
    measure: Option<Spanned<String>>,
    /// The set of topics of the reference, such as `all`, if it differs
    topic_sets: Option<Spanned<String>>,
}

impl From<Shaped<Spanned<String>, Spanned<String>, VersusParts>> for Versus {
    fn from(written: Shaped<Spanned<String>, Spanned<String>, VersusParts>) -> Self {
        match written {
            Shaped::Scalar(judgments) | Shaped::List(judgments) => {
                Self { judgments: Some(judgments), ..Self::default() }
            }
            Shaped::Map(VersusParts { judgments, measure, topic_sets }) => {
                Self { judgments, measure, topic_sets }
            }
        }
    }
}

/// Reads a [`Versus`] that is only another judgment set: `full`.
pub(crate) fn versus_judgments<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Versus, D::Error> {
    Ok(Versus { judgments: Some(Spanned::deserialize(deserializer)?), ..Versus::default() })
}

impl Serialize for Versus {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Self { judgments: Some(judgments), measure: None, topic_sets: None } = self {
            return judgments.serialize(serializer);
        }
        let parts =
            [("judgments", &self.judgments), ("measure", &self.measure), ("topic-sets", &self.topic_sets)];
        serializer.collect_map(parts.into_iter().filter_map(|(name, value)| Some((name, value.as_ref()?))))
    }
}
