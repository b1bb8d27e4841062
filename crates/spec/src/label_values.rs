//! Values of a label scheme that are read by hand: exact numbers, conditions, what stands in for a majority.

use std::fmt;

use rejudge_labels::{Condition, Otherwise, Ratio, exact_number};
use serde::Deserialize;
use serde::de::{Error as _, MapAccess, SeqAccess, Visitor};

/// An exact number: `2`, `0.5`, `2/3`.
#[derive(Clone, Copy, Debug)]
pub struct NumberWire(pub Ratio);

impl<'de> Deserialize<'de> for NumberWire {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        exact_number(&text).map(Self).map_err(D::Error::custom)
    }
}

/// What stands in for a majority.
#[derive(Clone, Copy, Debug)]
pub struct OtherwiseWire(pub Otherwise);

impl<'de> Deserialize<'de> for OtherwiseWire {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Ok(Self(match text.as_str() {
            "lowest" => Otherwise::Lowest,
            "highest" => Otherwise::Highest,
            "median" => Otherwise::Median,
            "mean" => Otherwise::Mean,
            number => Otherwise::Score(exact_number(number).map_err(|_| {
                D::Error::custom(format!(
                    "found `{text}`, expected `lowest`, `highest`, `median`, `mean` or a number"
                ))
            })?),
        }))
    }
}

/// What a rule asks of a criterion: a value, a list of them, or a bound.
#[derive(Clone, Debug)]
pub struct ConditionWire(pub Condition);

/// The keys of a bound; an enum, so that a wrong one is told at its own place.
#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "kebab-case")]
enum BoundKey {
    AtLeast,
    AtMost,
}

impl<'de> Deserialize<'de> for ConditionWire {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Shape;
        impl<'de> Visitor<'de> for Shape {
            type Value = ConditionWire;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value, a list of values, `{at-least: ..}` or `{at-most: ..}`")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<ConditionWire, E> {
                Ok(ConditionWire(Condition::OneOf(vec![text.to_owned()])))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<ConditionWire, A::Error> {
                let mut values = Vec::new();
                while let Some(value) = list.next_element()? {
                    values.push(value);
                }
                Ok(ConditionWire(Condition::OneOf(values)))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ConditionWire, A::Error> {
                let condition = match map.next_key()? {
                    Some(BoundKey::AtLeast) => Condition::AtLeast(map.next_value::<NumberWire>()?.0),
                    Some(BoundKey::AtMost) => Condition::AtMost(map.next_value::<NumberWire>()?.0),
                    None => return Err(A::Error::missing_field("at-least")),
                };
                match map.next_key::<String>()? {
                    Some(more) => {
                        Err(A::Error::custom(format!("`{more}` beside another bound: one is enough")))
                    }
                    None => Ok(ConditionWire(condition)),
                }
            }
        }
        deserializer.deserialize_any(Shape)
    }
}
