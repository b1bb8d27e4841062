//! Shapes that several parts of an experiment share: sweeps, selections, and the lines of a table.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{Error as _, MapAccess, SeqAccess, Visitor};

use super::take::{OnlyWire, Take};
use crate::spec::yaml::{OneOrMany, Spanned};

/// A parameter: one value, or several to sweep over (`[..]`, `{each: [..]}`, `{range: {from, to, step}}`).
#[derive(Clone, Debug)]
pub struct Sweep {
    values: Values,
    /// True if it was written as a sweep.
    pub swept: bool,
    /// True if it was written as a list: one value of a parameter that takes several names, and a sweep of any other.
    pub listed: bool,
}

/// A range is not expanded to a list before its values are needed, because a few words may mean a million values.
#[derive(Clone, Debug)]
enum Values {
    Listed(Vec<Spanned<String>>),
    /// `(from + i * step) / 10^places`, for each `i` from 0 to `last`.
    Range {
        from: i64,
        step: i64,
        last: i64,
        places: u32,
    },
}

impl Sweep {
    /// One value, or a list.
    fn new(values: Vec<Spanned<String>>, listed: bool) -> Self {
        Self { values: Values::Listed(values), swept: false, listed }
    }

    /// Returns the values as typed, in order.
    pub fn values(&self) -> impl Iterator<Item = Spanned<String>> {
        let (listed, range) = match &self.values {
            Values::Listed(listed) => (listed.as_slice(), None),
            &Values::Range { from, step, last, places } => {
                let number = move |i| Decimal { units: from + i * step, places }.to_string();
                (&[][..], Some((0..=last).map(number)))
            }
        };
        let number = |value: String| Spanned { value, at: None };
        listed.iter().cloned().chain(range.into_iter().flatten().map(number))
    }
}

/// The keys of a sweep; an enum, so that a wrong key is reported at its own position.
#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "kebab-case")]
enum SweepKey {
    Each,
    Range,
}

/// `{range: {from, to, step}}`, both ends included.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Range {
    /// The first value.
    from: Decimal,
    /// The last value, if a step reaches it.
    to: Decimal,
    /// From value to value; it may be negative.
    #[serde(default = "one")]
    step: Decimal,
}

fn one() -> Decimal {
    Decimal { units: 1, places: 0 }
}

/// A decimal number as it is written: `units / 10^places`. Binary fractions would make 0.060000000000000005 of six
/// steps of 0.01.
#[derive(Clone, Copy, JsonSchema)]
#[schemars(with = "f64")]
struct Decimal {
    units: i64,
    places: u32,
}

impl Decimal {
    /// Most digits after the point, as of a rate.
    const MOST_PLACES: usize = 15;

    /// Returns its units with so many digits after the point; `None` if that is too large.
    fn units_with(self, places: u32) -> Option<i64> {
        self.units.checked_mul(10_i64.checked_pow(places - self.places)?)
    }
}

impl FromStr for Decimal {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("found `{text}`, expected a decimal number such as 5 or 0.05");
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let fraction = fraction.trim_end_matches('0');
        let digits = whole.strip_prefix('-').unwrap_or(whole);
        let is_plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if digits.is_empty() || !is_plain(digits) || !is_plain(fraction) || fraction.len() > Self::MOST_PLACES
        {
            return Err(wrong());
        }
        let units = format!("{whole}{fraction}").parse().map_err(|_| wrong())?;
        Ok(Self { units, places: fraction.len() as u32 })
    }
}

/// The number without zeros at its end.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (power, units) = (10_u64.pow(self.places), self.units.unsigned_abs());
        let sign = if self.units < 0 { "-" } else { "" };
        write!(f, "{sign}{}", units / power)?;
        match units % power {
            0 => Ok(()),
            rest => {
                let digits = format!("{rest:0places$}", places = self.places as usize);
                write!(f, ".{}", digits.trim_end_matches('0'))
            }
        }
    }
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl Range {
    /// Most values of one range: a slip of the finger must not fill the memory.
    const MOST: i64 = 1_000_000;

    fn values(&self) -> Result<Values, String> {
        let Self { from, to, step } = *self;
        let places = from.places.max(to.places).max(step.places);
        let more = || {
            let most = Self::MOST;
            format!("the range from {from} to {to} by {step} has more than {most} values")
        };
        let units = |number: Decimal| number.units_with(places).ok_or_else(more);
        let (first, last, by) = (units(from)?, units(to)?, units(step)?);
        let span = last.checked_sub(first).ok_or_else(more)?;
        if by == 0 {
            return Err(format!("the range from {from} to {to} has a step of 0"));
        }
        if span.signum() == -by.signum() {
            return Err(format!("the range from {from} to {to} by {step} has no value"));
        }
        match span.checked_div(by) {
            Some(count) if count < Self::MOST => {
                Ok(Values::Range { from: first, step: by, last: count, places })
            }
            _ => Err(more()),
        }
    }
}

impl<'de> Deserialize<'de> for Sweep {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Shape;
        impl<'de> Visitor<'de> for Shape {
            type Value = Sweep;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value, `{each: [..]}` or `{range: {from: .., to: ..}}`")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Sweep, E> {
                Ok(Sweep::new(vec![Spanned::shown(text)], false))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Sweep, A::Error> {
                let values = Vec::deserialize(SeqAccessDeserializer::new(list))?;
                Ok(Sweep::new(values, true))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Sweep, A::Error> {
                let values = match map.next_key()? {
                    Some(SweepKey::Each) => match map.next_value::<Each>()?.0 {
                        values if values.is_empty() => return Err(A::Error::custom("`each` has no value")),
                        values => Values::Listed(values),
                    },
                    Some(SweepKey::Range) => map.next_value::<Range>()?.values().map_err(A::Error::custom)?,
                    None => return Err(A::Error::missing_field("each")),
                };
                if let Some(more) = map.next_key::<String>()? {
                    return Err(A::Error::custom(format!(
                        "`{more}` next to `each` or `range`: give only one of them"
                    )));
                }
                Ok(Sweep { values, swept: true, listed: false })
            }
        }
        deserializer.deserialize_any(Shape)
    }
}

/// The values behind `each`, which one may take for the place of a range.
struct Each(Vec<Spanned<String>>);

impl<'de> Deserialize<'de> for Each {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Shape;
        impl<'de> Visitor<'de> for Shape {
            type Value = Each;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of values")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Each, E> {
                Ok(Each(vec![Spanned::shown(text)]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Each, A::Error> {
                let items: Vec<EachItem> = Vec::deserialize(SeqAccessDeserializer::new(list))?;
                Ok(Each(items.into_iter().map(|EachItem(value)| value).collect()))
            }

            fn visit_unit<E: serde::de::Error>(self) -> Result<Each, E> {
                Ok(Each(Vec::new()))
            }

            fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<Each, A::Error> {
                Err(A::Error::custom(
                    "found a map, expected a list of values (or, in place of `each`, `range: {from: 1, to: 5}`)",
                ))
            }
        }
        deserializer.deserialize_any(Shape)
    }
}

/// A value of `each`, or a list of names that are one value: `{each: [[a, b], [b, c]]}` are two sets of teams.
struct EachItem(Spanned<String>);

impl<'de> Deserialize<'de> for EachItem {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Shape;
        impl<'de> Visitor<'de> for Shape {
            type Value = EachItem;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value, or a list of names")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<EachItem, E> {
                Ok(EachItem(Spanned::shown(text)))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<EachItem, A::Error> {
                let names: Vec<Spanned<String>> = Vec::deserialize(SeqAccessDeserializer::new(list))?;
                let at = names.first().and_then(|name| name.at.clone());
                let mut names: Vec<String> = names.into_iter().map(|name| name.value).collect();
                names.sort_unstable();
                names.dedup();
                Ok(EachItem(Spanned { value: names.join("+"), at }))
            }
        }
        deserializer.deserialize_any(Shape)
    }
}

/// A selection: per axis the patterns (`*` stands for anything) of the values that are meant.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct Where(pub BTreeMap<String, OneOrMany<Spanned<String>>>);

/// The content of a cell: one statistic, or several named quantities.
#[derive(Clone, Debug)]
pub struct CellsWire(pub Vec<(String, Spanned<String>)>);

impl<'de> Deserialize<'de> for CellsWire {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Shape;
        impl<'de> Visitor<'de> for Shape {
            type Value = CellsWire;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a statistic (`tau`, `dp.power`) or a map of quantities")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<CellsWire, E> {
                Ok(CellsWire(vec![(String::new(), Spanned::shown(text))]))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<CellsWire, A::Error> {
                let mut cells = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    cells.push(entry);
                }
                Ok(CellsWire(cells))
            }
        }
        deserializer.deserialize_any(Shape)
    }
}

/// One line (row, column or panel) that is written out.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct LineWire {
    /// The axis that it follows: there is such a line for each of its values, in place of `{}` in the label.
    pub each: Option<Spanned<String>>,
    /// Its label.
    pub label: String,
    /// The quantity, where several lines share a label.
    #[serde(default)]
    pub quantity: String,
    /// The cells that it selects.
    #[serde(default)]
    pub r#where: Where,
    /// The content of its cells.
    pub cell: Option<CellsWire>,
    /// The dimension that its cells are averaged over.
    pub over: Option<Spanned<String>>,
    /// Aggregate of them instead of the mean.
    pub take: Option<Spanned<Take>>,
    /// The teams that the average is over.
    pub only: Option<OnlyWire>,
    /// Digits after the point.
    pub decimals: Option<u8>,
    /// True if a share is shown as a percentage.
    pub percent: Option<bool>,
}

/// The rows, columns or panels of a table: the values of a dimension, or lines written out.
#[derive(Clone, Debug)]
pub enum LinesWire {
    /// One line a value.
    Axis(Spanned<String>),
    /// One line a measure of each task of a file.
    Tasks(Spanned<String>),
    /// Written out.
    Listed(Vec<LineWire>),
}

impl<'de> Deserialize<'de> for LinesWire {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Shape;
        impl<'de> Visitor<'de> for Shape {
            type Value = LinesWire;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(
                    "an axis (`collection`, `{axis: judgments.depth}`), `{tasks: FILE}` or a list of lines",
                )
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<LinesWire, E> {
                Ok(LinesWire::Axis(Spanned::shown(text)))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<LinesWire, A::Error> {
                match map.next_key::<String>()?.as_deref() {
                    Some("axis") => Ok(LinesWire::Axis(map.next_value()?)),
                    Some("tasks") => Ok(LinesWire::Tasks(map.next_value()?)),
                    other => Err(A::Error::unknown_field(other.unwrap_or(""), &["axis", "tasks"])),
                }
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<LinesWire, A::Error> {
                let mut lines = Vec::new();
                while let Some(line) = list.next_element()? {
                    lines.push(line);
                }
                Ok(LinesWire::Listed(lines))
            }
        }
        deserializer.deserialize_any(Shape)
    }
}

/// A table as written.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TableWire {
    /// Its caption.
    pub caption: String,
    /// Selection that all its cells share.
    #[serde(default)]
    pub r#where: Where,
    /// One panel a line; absent: one panel.
    pub panels: Option<LinesWire>,
    /// Its rows.
    pub rows: LinesWire,
    /// Its columns.
    pub columns: LinesWire,
    /// The content of a cell, unless a line names another.
    pub cell: Option<CellsWire>,
    /// The dimension that its cells are averaged over, unless a line names another.
    pub over: Option<Spanned<String>>,
    /// Format of a cell of the report that shows several quantities: `{change:+2}% {before:1}->{after:1}`.
    pub show: Option<Spanned<String>>,
    /// Digits after the point.
    #[serde(default = "three")]
    pub decimals: u8,
}

/// The default number of digits after the point.
pub(super) fn three() -> u8 {
    3
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(from: &str, to: &str, step: &str) -> Result<Vec<String>, String> {
        let [from, to, step] = [from, to, step].map(|text| text.parse::<Decimal>());
        let values = Range { from: from?, to: to?, step: step? }.values()?;
        Ok(Sweep { values, swept: true, listed: false }.values().map(|value| value.value).collect())
    }

    #[test]
    fn a_range_of_decimals_is_exact_and_holds_both_ends() {
        let percent: Vec<String> =
            (1..=99).map(|p| format!("0.{p:02}").trim_end_matches('0').to_owned()).collect();
        assert_eq!(values("0.01", "0.99", "0.01").unwrap(), percent);
        for (from, to, step, expected) in [
            ("5", "25", "10", &["5", "15", "25"][..]),
            ("0.10", "0.5", "0.2", &["0.1", "0.3", "0.5"]),
            ("0", "1", "0.4", &["0", "0.4", "0.8"]),
            ("1", "0", "-0.5", &["1", "0.5", "0"]),
            ("-0.5", "0.5", "0.5", &["-0.5", "0", "0.5"]),
            ("0.05", "0.05", "0.01", &["0.05"]),
        ] {
            assert_eq!(values(from, to, step).unwrap(), expected, "{from} to {to} by {step}");
        }
    }

    #[test]
    fn a_range_that_holds_nothing_or_too_much_is_refused() {
        for (from, to, step) in [
            ("0.1", "0.5", "0"),
            ("0.1", "0.5", "0.0"),
            ("0.5", "0.1", "0.1"),
            ("0.1", "0.5", "-0.1"),
            ("0", "1", "0.0000001"),
            ("0", "9000000000000000000", "0.001"),
            ("0.1", "1e3", "0.1"),
            (".5", "1", "0.1"),
            ("0.0000000000000001", "1", "0.1"),
        ] {
            assert!(values(from, to, step).is_err(), "{from} to {to} by {step}");
        }
    }
}
