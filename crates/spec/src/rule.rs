//! A manipulation of judgments, a choice of runs or sets of topics as written: its name, and arguments that
//! may be swept.

use std::fmt;

use rejudge_pools::{Domain, Parameter};
use serde::Deserialize;
use serde::de::{MapAccess, Visitor};

use super::experiment::Named;
use super::shape::Sweep;
use crate::yaml::Spanned;

/// `full`, `pool-depth(depth=10)`, or `{pool-depth: {depth: {each: [5, 10]}}}`.
#[derive(Clone, Debug)]
pub struct RuleWire {
    /// Its name; with arguments in parentheses where it was written as a text.
    pub name: Spanned<String>,
    /// Its arguments, where it was written as a map; `None` for null, as if it were absent.
    pub arguments: Vec<(Spanned<String>, Option<Spanned<Sweep>>)>,
}

/// The key of a parameter in YAML, which says how many draws there are, and in a text which one it is.
pub fn key_of(parameter: &Parameter) -> &'static str {
    if parameter.domain == Domain::Draw { "draws" } else { parameter.name }
}

impl<'de> Deserialize<'de> for RuleWire {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Shape;
        impl<'de> Visitor<'de> for Shape {
            type Value = RuleWire;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name, or a map with one key")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<RuleWire, E> {
                Ok(RuleWire { name: Spanned::shown(text), arguments: Vec::new() })
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RuleWire, A::Error> {
                use serde::de::Error;
                let wrong = || A::Error::custom("found a map, expected a name, or a map with one key");
                let name = map.next_key()?.ok_or_else(wrong)?;
                let arguments: Option<Named<Option<Spanned<Sweep>>>> = map.next_value()?;
                match map.next_key::<String>()? {
                    None => Ok(RuleWire { name, arguments: arguments.unwrap_or_default().0 }),
                    Some(_) => Err(wrong()),
                }
            }
        }
        deserializer.deserialize_any(Shape)
    }
}
