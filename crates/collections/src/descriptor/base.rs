//! The judgments that experiments start from.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

/// The judgments that experiments start from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Base {
    /// The judgments as they are.
    #[default]
    AsJudged,
    /// The judgments within the pool of the pooled runs that are stored.
    Repooled {
        /// Depth of that pool.
        depth: u32,
    },
}

/// `as-judged`, or `repooled: {depth: 10}`: a bare word or a map with one key. This keeps positions in
/// errors, which serde's own forms of an enum lose.
impl<'de> Deserialize<'de> for Base {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(BaseVisitor)
    }
}

struct BaseVisitor;

/// The judgments within the pool of the pooled runs that are stored.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Repooled {
    /// Depth of that pool.
    #[schemars(range(min = 1))]
    depth: u32,
}

impl<'de> serde::de::Visitor<'de> for BaseVisitor {
    type Value = Base;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("`as-judged` or `repooled: {depth: ..}`")
    }

    fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<Base, E> {
        match word {
            "as-judged" => Ok(Base::AsJudged),
            _ => Err(E::unknown_variant(word, &["as-judged", "repooled"])),
        }
    }

    fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Base, A::Error> {
        use serde::de::Error;
        let Some(key) = map.next_key::<String>()? else { return Err(A::Error::invalid_length(0, &self)) };
        if key != "repooled" {
            return Err(A::Error::unknown_variant(&key, &["as-judged", "repooled"]));
        }
        let Repooled { depth } = map.next_value()?;
        match map.next_key::<String>()? {
            None => Ok(Base::Repooled { depth }),
            Some(_) => Err(A::Error::invalid_length(2, &self)),
        }
    }
}

impl JsonSchema for Base {
    fn schema_name() -> Cow<'static, str> {
        "Base".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({"anyOf": [
            {"description": "The judgments as they are", "const": "as-judged"},
            {
                "type": "object",
                "properties": {"repooled": generator.subschema_for::<Repooled>()},
                "required": ["repooled"],
                "additionalProperties": false,
            },
        ]})
    }
}
