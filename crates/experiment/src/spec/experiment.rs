//! `experiments/<id>/experiment.yaml` as it is written.

use std::fmt;

use rejudge_collections::descriptor::{Repeated, Unjudged};
use schemars::JsonSchema;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::axes::{Axes, Excluded, Included, Linked};
use super::claim::ClaimWire;
use super::draws::Draws;
use super::rules::Rules;
use super::schema;
use super::table::Table;
use crate::spec::yaml::{Node, Spanned, WholeNumber};

/// An experiment.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Experiment {
    /// Always `experiment/v1`.
    #[schemars(extend("const" = "experiment/v1"))]
    pub schema: Spanned<String>,
    /// The name of the experiment.
    pub id: Spanned<String>,
    /// The title of the experiment.
    #[serde(default)]
    pub title: String,
    /// The paper that the experiment reproduces.
    pub paper: Option<Paper>,
    /// The file of expected values, relative to this file.
    pub expected: Option<Spanned<String>>,
    /// The root seed of all draws.
    pub seed: u64,
    /// The number of draws for twins and random choices.
    #[serde(default)]
    pub draws: Draws,
    /// The rules that can change a number.
    #[serde(default)]
    pub evaluation: Rules,
    /// The axes of the grid.
    pub axes: Axes,
    /// Collections whose pool is formed again from the stored pooled runs, with only the judgments of documents in this
    /// pool. Every other collection keeps the `base` of its description.
    #[serde(default)]
    pub repooled: Named<Repooled>,
    /// For each judge, by name: the treatment of documents that the judge labelled several times for one topic. It
    /// overrides the collections' descriptions.
    #[serde(default)]
    pub repeated: Named<Repeated>,
    /// For each of the paper's collections, an open collection with the same topics and judgments, and with
    /// official runs. Reports count claims on these open collections separately from claims on other
    /// collections.
    #[serde(default)]
    pub own: Named<Spanned<String>>,
    /// Axes that change together.
    #[serde(default)]
    pub linked: Vec<Linked>,
    /// Points to leave out, with an optional `reason`.
    #[serde(default)]
    pub exclude: Vec<Spanned<Excluded>>,
    /// Points to add.
    #[serde(default)]
    pub include: Vec<Spanned<Included>>,
    /// The statistics to compute.
    #[serde(default)]
    #[schemars(with = "Named<schema::Statistics>")]
    pub statistics: Named<Node>,
    /// The tables.
    #[serde(default)]
    pub tables: Named<Spanned<Table>>,
    /// The figures: tables with a `plot`.
    #[serde(default)]
    pub figures: Named<Spanned<Table>>,
    /// The claims of the paper, or your own.
    #[serde(default)]
    pub claims: Named<ClaimWire>,
    /// Named lists of overrides.
    #[serde(default)]
    pub profiles: Named<Vec<String>>,
    /// The settings of a run.
    #[serde(default)]
    pub run: RunSettings,
}

/// A map in the order of the file.
#[derive(Clone, Debug)]
pub struct Named<T>(pub Vec<(Spanned<String>, T)>);

impl<T> Default for Named<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Shape<T>(std::marker::PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Shape<T> {
            type Value = Named<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Named<T>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Named(entries))
            }
        }
        deserializer.deserialize_map(Shape(std::marker::PhantomData))
    }
}

/// A pool that is made again from the stored runs.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Repooled {
    /// The depth of the pool.
    #[schemars(range(min = 1))]
    pub depth: Spanned<u32>,
    /// The treatment of documents in the pool without a judgment.
    #[serde(default)]
    pub unjudged: Unjudged,
}

/// The paper of an experiment.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Paper {
    /// The authors.
    pub authors: Vec<String>,
    /// The title of the paper.
    #[serde(default)]
    pub title: String,
    /// The journal or conference.
    pub venue: String,
    /// The year.
    #[serde(default)]
    pub year: Option<u16>,
    /// The digital object identifier, which begins with `10.`, without `https://doi.org/`.
    #[serde(default, deserialize_with = "doi")]
    pub doi: Option<String>,
}

/// Reads a digital object identifier, and checks its form, because pages link to it.
fn doi<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let doi = Option::<String>::deserialize(deserializer)?;
    match doi.as_deref().filter(|doi| !doi.starts_with("10.") || doi.contains(char::is_whitespace)) {
        None => Ok(doi),
        Some(other) => {
            let text = other.escape_debug();
            Err(Error::custom(format!(
                "`{text}` is not a DOI, expected `10.`, a number, `/` and a suffix, as in `10.1145/1.2`"
            )))
        }
    }
}

/// The settings of a run of an experiment.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct RunSettings {
    /// The action when a cell fails.
    pub on_cell_error: OnCellError,
    /// The largest number of points. A larger grid is an error.
    pub max_cells: WholeNumber<0, MAX_CELLS>,
}

/// The largest value of `max-cells`. There is a limit because all points are in memory.
const MAX_CELLS: u32 = 10_000_000;

impl Default for RunSettings {
    fn default() -> Self {
        Self { on_cell_error: OnCellError::Continue, max_cells: WholeNumber::new(50_000) }
    }
}

/// The action when a cell fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OnCellError {
    /// The other cells are computed.
    Continue,
    /// The run ends.
    Stop,
}
