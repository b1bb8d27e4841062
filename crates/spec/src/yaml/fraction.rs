//! Numbers from 0 to 1: shares, levels of significance.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::{Serialize, Serializer};

/// A number from 0 to 1, or with `OPEN` one between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fraction<const OPEN: bool>(f64);

impl<const OPEN: bool> Fraction<OPEN> {
    /// The number.
    ///
    /// # Panics
    /// If it is outside.
    pub const fn new(number: f64) -> Self {
        assert!(Self::holds(number), "a number from 0 to 1");
        Self(number)
    }

    const fn holds(number: f64) -> bool {
        if OPEN { 0.0 < number && number < 1.0 } else { 0.0 <= number && number <= 1.0 }
    }

    /// The number.
    pub fn get(self) -> f64 {
        self.0
    }
}

impl<'de, const OPEN: bool> Deserialize<'de> for Fraction<OPEN> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number<const OPEN: bool>;
        impl<const OPEN: bool> Visitor<'_> for Number<OPEN> {
            type Value = Fraction<OPEN>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(if OPEN { "a number above 0 and below 1" } else { "a number from 0 to 1" })
            }

            /// A scalar as it is typed, also in quotes.
            fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                let number = text.parse().ok().filter(|number| Fraction::<OPEN>::holds(*number));
                number.map(Fraction).ok_or_else(|| {
                    E::custom(format!("found `{text}`, expected {}", &self as &dyn serde::de::Expected))
                })
            }
        }
        deserializer.deserialize_any(Number)
    }
}

impl<const OPEN: bool> Serialize for Fraction<OPEN> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0)
    }
}

impl<const OPEN: bool> JsonSchema for Fraction<OPEN> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Fraction".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        match OPEN {
            true => json_schema!({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}),
            false => json_schema!({"type": "number", "minimum": 0, "maximum": 1}),
        }
    }
}
