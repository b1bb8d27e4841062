//! Shapes that several parts of an experiment share: sweeps, selections, and the lines of a table.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{Error as _, MapAccess, SeqAccess, Visitor};

use super::take::{OnlyWire, Take};
use crate::yaml::{OneOrMany, Spanned};

/// A parameter: one value, or several to sweep over (`{each: [..]}`, `{range: {from, to, step}}`).
#[derive(Clone, Debug)]
pub struct Sweep {
    values: Values,
    /// Whether it was written as a sweep.
    pub swept: bool,
    /// Whether it was written as a list, which is one value of a parameter that takes several names.
    pub listed: bool,
}

/// A range is no list before its values are asked for: a few words stand for a million of them.
#[derive(Clone, Debug)]
enum Values {
    Listed(Vec<Spanned<String>>),
    Range { from: i64, step: i64, last: i64 },
}

impl Sweep {
    /// One value, or the several names of a list, which are no sweep.
    fn of(values: Vec<Spanned<String>>, listed: bool) -> Self {
        Self { values: Values::Listed(values), swept: false, listed }
    }

    /// The values as typed, in order.
    pub fn values(&self) -> impl Iterator<Item = Spanned<String>> {
        let (listed, range) = match &self.values {
            Values::Listed(listed) => (listed.as_slice(), None),
            &Values::Range { from, step, last } => (&[][..], Some((0..=last).map(move |i| from + i * step))),
        };
        let number = |number: i64| Spanned { value: number.to_string(), at: None };
        listed.iter().cloned().chain(range.into_iter().flatten().map(number))
    }
}

/// How a sweep is written; an enum of keys, so that a wrong one is told at its own place.
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
    from: i64,
    /// The last value, where a step meets it.
    to: i64,
    /// From value to value; it may be negative.
    #[serde(default = "one")]
    step: i64,
}

fn one() -> i64 {
    1
}

impl Range {
    /// Most values of one range: a slip of the finger must not fill the memory.
    const MOST: i64 = 1_000_000;

    fn values(&self) -> Result<Values, String> {
        let Self { from, to, step } = *self;
        let count = to.checked_sub(from).and_then(|span| span.checked_div(step));
        let count = match (step, count) {
            (0, _) => return Err(format!("the range from {from} to {to} has a step of 0")),
            (_, Some(count)) if count < 0 || (count == 0 && (to - from).signum() == -step.signum()) => {
                return Err(format!("the range from {from} to {to} by {step} holds no value"));
            }
            (_, Some(count)) if count < Self::MOST => count,
            _ => {
                let most = Self::MOST;
                return Err(format!("the range from {from} to {to} by {step} holds more than {most} values"));
            }
        };
        Ok(Values::Range { from, step, last: count })
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
                Ok(Sweep::of(vec![Spanned::shown(text)], false))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Sweep, A::Error> {
                let values = Vec::deserialize(SeqAccessDeserializer::new(list))?;
                Ok(Sweep::of(values, true))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Sweep, A::Error> {
                let values = match map.next_key()? {
                    Some(SweepKey::Each) => match map.next_value::<Each>()?.0 {
                        values if values.is_empty() => return Err(A::Error::custom("`each` holds no value")),
                        values => Values::Listed(values),
                    },
                    Some(SweepKey::Range) => map.next_value::<Range>()?.values().map_err(A::Error::custom)?,
                    None => return Err(A::Error::missing_field("each")),
                };
                if let Some(more) = map.next_key::<String>()? {
                    return Err(A::Error::custom(format!(
                        "`{more}` beside `each` or `range`: one of them, alone"
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
                Vec::deserialize(SeqAccessDeserializer::new(list)).map(Each)
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

/// A selection: per axis the patterns (`*` stands for anything) of the values that are meant.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct Where(pub BTreeMap<String, OneOrMany<Spanned<String>>>);

/// What stands in a cell: one statistic, or several named quantities.
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
    /// What it is called.
    pub label: String,
    /// The quantity, where several lines share a label.
    #[serde(default)]
    pub quantity: String,
    /// What it selects.
    #[serde(default)]
    pub r#where: Where,
    /// What stands in its cells.
    pub cell: Option<CellsWire>,
    /// The dimension that its cells are averaged over.
    pub over: Option<Spanned<String>>,
    /// What is taken of them instead of the mean.
    pub take: Option<Spanned<Take>>,
    /// Which teams the average is over.
    pub only: Option<OnlyWire>,
    /// Digits after the point.
    pub decimals: Option<u8>,
    /// Whether a share is shown as a percentage.
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
    /// What it shows.
    pub caption: String,
    /// What all its cells have in common.
    #[serde(default)]
    pub r#where: Where,
    /// One panel a line; absent: one panel.
    pub panels: Option<LinesWire>,
    /// Its rows.
    pub rows: LinesWire,
    /// Its columns.
    pub columns: LinesWire,
    /// What stands in a cell, unless a line says so.
    pub cell: Option<CellsWire>,
    /// The dimension that its cells are averaged over, unless a line says so.
    pub over: Option<Spanned<String>>,
    /// How several quantities share a cell of the report: `{change:+2}% {before:1}->{after:1}`.
    pub show: Option<Spanned<String>>,
    /// Digits after the point.
    #[serde(default = "three")]
    pub decimals: u8,
}

/// Digits after the point, where nothing is said of them.
pub(super) fn three() -> u8 {
    3
}
