//! Whole numbers of a range, which a message names.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde::{Serialize, Serializer};

/// A whole number from `LEAST` to `MOST`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whole<const LEAST: u32, const MOST: u32>(u32);

impl<const LEAST: u32, const MOST: u32> Whole<LEAST, MOST> {
    /// The number.
    ///
    /// # Panics
    /// When it is outside.
    pub const fn new(number: u32) -> Self {
        assert!(LEAST <= number && number <= MOST, "a number of the range");
        Self(number)
    }

    /// The number.
    pub fn get(self) -> u32 {
        self.0
    }
}

impl<const LEAST: u32, const MOST: u32> Serialize for Whole<LEAST, MOST> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.0)
    }
}

impl<'de, const LEAST: u32, const MOST: u32> Deserialize<'de> for Whole<LEAST, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number<const LEAST: u32, const MOST: u32>;
        impl<const LEAST: u32, const MOST: u32> Visitor<'_> for Number<LEAST, MOST> {
            type Value = Whole<LEAST, MOST>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a whole number from {LEAST} to {MOST}")
            }

            fn visit_u32<E: Error>(self, number: u32) -> Result<Self::Value, E> {
                if (LEAST..=MOST).contains(&number) {
                    Ok(Whole(number))
                } else {
                    Err(E::invalid_value(Unexpected::Unsigned(number.into()), &self))
                }
            }
        }
        deserializer.deserialize_u32(Number)
    }
}

impl<const LEAST: u32, const MOST: u32> JsonSchema for Whole<LEAST, MOST> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("WholeFrom{LEAST}To{MOST}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "integer", "minimum": LEAST, "maximum": MOST})
    }
}
