//! Which labels are taken: one, several, all, or those that a condition takes.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};

use super::place::Coordinate;
use crate::cell::{PrintedCell, Role, Site};
use crate::expected::Expected;
use rejudge_spec::yaml::{OneOrMany, Spanned, YamlError};

/// One label, a list of labels, `all`, or those that a condition takes.
#[derive(Clone, Debug)]
pub(super) enum LabelChoice {
    /// Every label.
    All,
    /// This one.
    One(Spanned<String>),
    /// Each of these.
    Each(Vec<Spanned<String>>),
    /// Those that fulfil all of it.
    Where(Box<Condition>),
}

/// What labels are taken.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Condition {
    /// This label; unlike one outside of a condition it need not be there.
    #[serde(default)]
    label: Option<Spanned<String>>,
    /// A part of the label; parts stand between commas.
    #[serde(default)]
    part: Option<Spanned<String>>,
    /// None of these labels.
    #[serde(default)]
    not: Option<OneOrMany<Spanned<String>>>,
    /// Rows that bear this mark.
    #[serde(default)]
    marked: Option<String>,
    /// Rows that do not bear this mark.
    #[serde(default)]
    unmarked: Option<String>,
}

impl<'de> Deserialize<'de> for LabelChoice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Shape;
        impl<'de> Visitor<'de> for Shape {
            type Value = LabelChoice;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a label, a list of labels, `all` or a condition")
            }

            fn visit_str<E>(self, text: &str) -> Result<LabelChoice, E> {
                let label = Spanned::shown(text);
                Ok(if text == "all" { LabelChoice::All } else { LabelChoice::One(label) })
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<LabelChoice, A::Error> {
                let mut labels = Vec::new();
                while let Some(label) = list.next_element()? {
                    labels.push(label);
                }
                Ok(LabelChoice::Each(labels))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<LabelChoice, A::Error> {
                Condition::deserialize(MapAccessDeserializer::new(map)).map(Box::new).map(LabelChoice::Where)
            }
        }
        deserializer.deserialize_any(Shape)
    }
}

impl JsonSchema for LabelChoice {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "LabelChoice".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (label, condition) =
            (generator.subschema_for::<OneOrMany<Spanned<String>>>(), generator.subschema_for::<Condition>());
        json_schema!({"anyOf": [label, condition]})
    }
}

impl LabelChoice {
    /// The labels that must be there.
    pub(super) fn named(&self) -> &[Spanned<String>] {
        match self {
            Self::One(label) => std::slice::from_ref(label),
            Self::Each(labels) => labels,
            Self::All | Self::Where(_) => &[],
        }
    }

    /// Whether a cell with this label is taken.
    pub(super) fn takes(&self, label: Option<&str>, cell: &PrintedCell, expected: &Expected) -> bool {
        match self {
            Self::All => true,
            Self::One(_) | Self::Each(_) => {
                self.named().iter().any(|named| Some(named.value.as_str()) == label)
            }
            Self::Where(condition) => condition.takes(label.unwrap_or_default(), cell, expected),
        }
    }

    /// The same with every `$panel` and its like replaced by the label that it has in `site`.
    pub(super) fn of(&self, site: &Site) -> Result<Self, YamlError> {
        let label = |label: &Spanned<String>| replaced(label, site);
        Ok(match self {
            Self::All => Self::All,
            Self::One(one) => Self::One(label(one)?),
            Self::Each(each) => Self::Each(each.iter().map(label).collect::<Result<_, _>>()?),
            Self::Where(condition) => {
                let mut condition = condition.clone();
                for part in [&mut condition.label, &mut condition.part].into_iter().flatten() {
                    *part = replaced(part, site)?;
                }
                Self::Where(condition)
            }
        })
    }
}

/// The label that `$panel` or its like has in `site`; any other is itself.
fn replaced(label: &Spanned<String>, site: &Site) -> Result<Spanned<String>, YamlError> {
    let Some(name) = label.value.strip_prefix('$') else {
        return Ok(label.clone());
    };
    // What the text says stands where a table has its column.
    let says = (site.table == Site::TEXT).then_some(("says", Coordinate::Column));
    let names = Coordinate::ALL.map(|coordinate| (coordinate.word(), coordinate));
    let known: Vec<(&str, Coordinate)> = match says {
        Some(says) => vec![says],
        None => names.into_iter().filter(|(_, coordinate)| coordinate.of(site).is_some()).collect(),
    };
    let found = known.iter().find(|(known, _)| *known == name).and_then(|(_, part)| part.of(site));
    let value = found.ok_or_else(|| {
        let error = label.error(format!("`${name}` stands for nothing: the place has no {name}"));
        error.suggesting(name, known.iter().map(|(known, _)| *known))
    })?;
    Ok(Spanned { value: value.to_owned(), at: label.at.clone() })
}

impl Condition {
    fn takes(&self, label: &str, cell: &PrintedCell, expected: &Expected) -> bool {
        let flags = || {
            let address = &cell.address;
            let row = expected.rows.iter().find(|row| {
                row.role == Role::Cells
                    && (&row.table, &row.panel, &row.label) == (&address.table, &address.panel, &address.row)
            });
            row.map_or("", |row| row.flags.as_str())
        };
        let is_part = |part: &Spanned<String>| label.split(',').any(|piece| piece.trim() == part.value);
        self.label.as_ref().is_none_or(|only| only.value == label)
            && self.part.as_ref().is_none_or(is_part)
            && self.not.iter().flat_map(|not| &not.0).all(|not| not.value != label)
            && self.marked.as_ref().is_none_or(|mark| flags().contains(mark.as_str()))
            && self.unmarked.as_ref().is_none_or(|mark| !flags().contains(mark.as_str()))
    }
}
