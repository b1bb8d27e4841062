//! Numbers of a range: shares and levels of significance, whole numbers.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::{Serialize, Serializer};

/// Reads a scalar by its text; `read` returns `None` if it is no value. YAML has texts alone, with or without quotes,
/// plain JSON numbers too.
///
/// # Errors
/// The value that was found, and `expected`.
pub(crate) fn read_scalar<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    expected: &str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<T, D::Error> {
    struct Scalar<'a>(&'a str);
    impl Visitor<'_> for Scalar<'_> {
        type Value = String;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
            Ok(text.to_owned())
        }

        fn visit_u64<E: Error>(self, number: u64) -> Result<String, E> {
            Ok(number.to_string())
        }

        fn visit_f64<E: Error>(self, number: f64) -> Result<String, E> {
            Ok(number.to_string())
        }
    }
    let text = deserializer.deserialize_any(Scalar(expected))?;
    read(&text).ok_or_else(|| D::Error::custom(format!("found `{text}`, expected {expected}")))
}

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

    /// Returns the number.
    pub fn get(self) -> f64 {
        self.0
    }
}

impl<'de, const OPEN: bool> Deserialize<'de> for Fraction<OPEN> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let expected = if OPEN { "a number above 0 and below 1" } else { "a number from 0 to 1" };
        let read = |text: &str| text.parse().ok().filter(|number| Self::holds(*number)).map(Self);
        read_scalar(deserializer, expected, read)
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

    fn schema_name() -> Cow<'static, str> {
        "Fraction".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        match OPEN {
            true => json_schema!({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}),
            false => json_schema!({"type": "number", "minimum": 0, "maximum": 1}),
        }
    }
}

/// A whole number from `LEAST` to `MOST`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whole<const LEAST: u32, const MOST: u32>(u32);

impl<const LEAST: u32, const MOST: u32> Whole<LEAST, MOST> {
    /// The number.
    ///
    /// # Panics
    /// If it is outside.
    pub const fn new(number: u32) -> Self {
        assert!(LEAST <= number && number <= MOST, "a number of the range");
        Self(number)
    }

    /// Returns the number.
    pub fn get(self) -> u32 {
        self.0
    }
}

impl<'de, const LEAST: u32, const MOST: u32> Deserialize<'de> for Whole<LEAST, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let expected = format!("a whole number from {LEAST} to {MOST}");
        let read = |text: &str| text.parse().ok().filter(|number| (LEAST..=MOST).contains(number)).map(Self);
        read_scalar(deserializer, &expected, read)
    }
}

impl<const LEAST: u32, const MOST: u32> Serialize for Whole<LEAST, MOST> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.0)
    }
}

impl<const LEAST: u32, const MOST: u32> JsonSchema for Whole<LEAST, MOST> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("WholeFrom{LEAST}To{MOST}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "integer", "minimum": LEAST, "maximum": MOST})
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::yaml::from_fields;

    #[derive(Debug, PartialEq, serde::Deserialize, serde::Serialize)]
    struct Numbers {
        share: Fraction<false>,
        level: Fraction<true>,
        count: Whole<1, 9>,
        plain: u32,
    }

    #[test]
    fn numbers_are_read_with_and_without_quotes_and_from_plain_json() {
        let all = |share, level, count, plain| Numbers {
            share: Fraction::new(share),
            level: Fraction::new(level),
            count: Whole::new(count),
            plain,
        };
        for numbers in [all(0.0, 1e-9, 1, 0), all(1.0, 0.5, 9, u32::MAX)] {
            let json = serde_json::to_string(&numbers).unwrap();
            assert_eq!(serde_json::from_str::<Numbers>(&json).unwrap(), numbers, "{json}");
        }
        let typed = [("share", "0.5"), ("level", "5e-1"), ("count", "09"), ("plain", "7")];
        for quote in ["", "\"", "'"] {
            let entries = typed.map(|(name, value)| format!("{name}={quote}{value}{quote}")).join(", ");
            let read = crate::spec::yaml::from_compact::<Choice>(&format!("numbers({entries})"), &[]);
            assert_eq!(read, Ok(Choice::Numbers(all(0.5, 0.5, 9, 7))), "{entries}");
        }
        for (name, wrong) in
            [("share", "1.1"), ("share", "NaN"), ("level", "1"), ("count", "0"), ("count", "1.0")]
        {
            let fields = typed.map(|(known, value)| (known, if known == name { wrong } else { value }));
            let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned()));
            assert!(from_fields::<Numbers>(&fields).is_err(), "{name}={wrong}");
        }
    }

    #[derive(Debug, PartialEq, serde::Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Choice {
        Numbers(Numbers),
    }
}
