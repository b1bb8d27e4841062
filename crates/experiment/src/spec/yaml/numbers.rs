//! Numbers within a range: fractions, and whole numbers.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde::de::{Deserialize, Deserializer, Error};

/// Reads a scalar from its text. `read` returns `None` if the text is not a valid value.
///
/// # Errors
/// If `read` returns `None`. The message contains the text that was found, and `expected`.
pub(crate) fn read_scalar<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    expected: &str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<T, D::Error> {
    let text = String::deserialize(deserializer)?;
    read(&text).ok_or_else(|| D::Error::custom(format!("found `{text}`, expected {expected}")))
}

/// A number from 0 to 1. If `OPEN`, 0 and 1 themselves are excluded.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Fraction<const OPEN: bool>(f64);

impl<const OPEN: bool> Fraction<OPEN> {
    /// Creates the number.
    ///
    /// # Panics
    /// If the number is out of range.
    pub const fn new(number: f64) -> Self {
        assert!(Self::is_in_range(number), "the number must be in the range");
        Self(number)
    }

    const fn is_in_range(number: f64) -> bool {
        if OPEN { 0.0 < number && number < 1.0 } else { 0.0 <= number && number <= 1.0 }
    }

    pub fn get(self) -> f64 {
        self.0
    }
}

impl<'de, const OPEN: bool> Deserialize<'de> for Fraction<OPEN> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let expected = if OPEN { "a number above 0 and below 1" } else { "a number from 0 to 1" };
        let read = |text: &str| text.parse().ok().filter(|number| Self::is_in_range(*number)).map(Self);
        read_scalar(deserializer, expected, read)
    }
}

impl<const OPEN: bool> JsonSchema for Fraction<OPEN> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Fraction".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        if OPEN {
            json_schema!({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1})
        } else {
            json_schema!({"type": "number", "minimum": 0, "maximum": 1})
        }
    }
}

/// A whole number from `MIN` to `MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct WholeNumber<const MIN: u32, const MAX: u32>(u32);

impl<const MIN: u32, const MAX: u32> WholeNumber<MIN, MAX> {
    /// Creates the number.
    ///
    /// # Panics
    /// If the number is out of range.
    pub const fn new(number: u32) -> Self {
        assert!(MIN <= number && number <= MAX, "the number must be in the range");
        Self(number)
    }

    pub fn get(self) -> u32 {
        self.0
    }
}

impl<'de, const MIN: u32, const MAX: u32> Deserialize<'de> for WholeNumber<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let expected = format!("a whole number from {MIN} to {MAX}");
        let read = |text: &str| text.parse().ok().filter(|number| (MIN..=MAX).contains(number)).map(Self);
        read_scalar(deserializer, &expected, read)
    }
}

impl<const MIN: u32, const MAX: u32> JsonSchema for WholeNumber<MIN, MAX> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("WholeFrom{MIN}To{MAX}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "integer", "minimum": MIN, "maximum": MAX})
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::yaml::from_fields;

    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Numbers {
        share: Fraction<false>,
        level: Fraction<true>,
        count: WholeNumber<1, 9>,
    }

    #[test]
    fn numbers_are_read_within_their_range() {
        let typed = [("share", "1"), ("level", "5e-1"), ("count", "09")];
        let read = |fields: [(&str, &str); 3]| {
            from_fields::<Numbers>(&fields.map(|(name, value)| (name.to_owned(), value.to_owned())))
        };
        let numbers =
            Numbers { share: Fraction::new(1.0), level: Fraction::new(0.5), count: WholeNumber::new(9) };
        assert_eq!(read(typed), Ok(numbers));
        for (name, wrong) in
            [("share", "1.1"), ("share", "NaN"), ("level", "1"), ("count", "0"), ("count", "1.0")]
        {
            let fields = typed.map(|(field, value)| (field, if field == name { wrong } else { value }));
            assert!(read(fields).is_err(), "{name}={wrong}");
        }
    }
}
