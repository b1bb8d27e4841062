//! `experiments/<id>/experiment.yaml` as written.

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
use crate::spec::yaml::{Node, Spanned, Whole};

/// A whole experiment.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Experiment {
    /// Always `experiment/v1`.
    #[schemars(extend("const" = "experiment/v1"))]
    pub schema: Spanned<String>,
    /// Its name.
    pub id: Spanned<String>,
    /// Its title.
    #[serde(default)]
    pub title: String,
    /// The paper it reproduces.
    pub paper: Option<Paper>,
    /// The file of expected values, beside this one.
    pub expected: Option<Spanned<String>>,
    /// Root of every draw.
    pub seed: u64,
    /// The number of draws of each twin and of each random choice.
    #[serde(default)]
    pub draws: Draws,
    /// The rules that move numbers.
    #[serde(default)]
    pub evaluation: Rules,
    /// The axes of the grid.
    pub axes: Axes,
    /// Collections of files whose judgments are cut down to those within a pool of the stored runs that
    /// pooled, made again. Without it they are taken as judged.
    #[serde(default)]
    pub repooled: Named<Repooled>,
    /// The treatment of pairs that a judge of the collections labelled several times, by the judge's name; it replaces that of
    /// their descriptions.
    #[serde(default)]
    pub repeated: Named<Repeated>,
    /// The open collection that has the topics, the judgments and official runs of a collection of the paper, by the
    /// paper's name for it. Claims are counted on these collections first.
    #[serde(default)]
    pub own: Named<Spanned<String>>,
    /// Axes that move together.
    #[serde(default)]
    pub linked: Vec<Linked>,
    /// Points to leave out; each may have a `reason`.
    #[serde(default)]
    pub exclude: Vec<Spanned<Excluded>>,
    /// Points to add.
    #[serde(default)]
    pub include: Vec<Spanned<Included>>,
    /// The statistics of the scores.
    #[serde(default)]
    #[schemars(with = "Named<schema::Statistics>")]
    pub statistics: Named<Node>,
    /// The tables.
    #[serde(default)]
    pub tables: Named<Spanned<Table>>,
    /// The figures: tables with a `plot`.
    #[serde(default)]
    pub figures: Named<Spanned<Table>>,
    /// Claims of the paper, or your own.
    #[serde(default)]
    pub claims: Named<ClaimWire>,
    /// Named lists of overrides.
    #[serde(default)]
    pub profiles: Named<Vec<String>>,
    /// Settings of a run.
    #[serde(default)]
    pub run: RunSettings,
}

/// A map that keeps its order.
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

/// A pool that is made again.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Repooled {
    /// Its depth.
    #[schemars(range(min = 1))]
    pub depth: Spanned<u32>,
    /// Its documents without a judgment.
    #[serde(default)]
    pub unjudged: Unjudged,
}

/// The paper of an experiment.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Paper {
    /// Its authors.
    pub authors: Vec<String>,
    /// Its title.
    #[serde(default)]
    pub title: String,
    /// The journal or conference.
    pub venue: String,
    /// The year.
    #[serde(default)]
    pub year: Option<u16>,
    /// Its digital object identifier, `10.` and so on, without `https://doi.org/`.
    #[serde(default, deserialize_with = "doi")]
    pub doi: Option<String>,
}

/// Reads a digital object identifier, which pages make a link of.
fn doi<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let doi = Option::<String>::deserialize(deserializer)?;
    match doi.as_deref().filter(|doi| !doi.starts_with("10.") || doi.contains(char::is_whitespace)) {
        None => Ok(doi),
        Some(other) => {
            let found = other.escape_debug();
            let what = format!(
                "`{found}` is no DOI, expected `10.`, a number, `/` and a suffix, as in `10.1145/1.2`"
            );
            Err(Error::custom(what))
        }
    }
}

/// Settings of a run of an experiment.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct RunSettings {
    /// The action when a cell fails.
    pub on_cell_error: OnCellError,
    /// A grid with more points is refused.
    pub max_cells: Whole<0, MOST_CELLS>,
}

/// Most points that an experiment may ask for: they are all in memory.
const MOST_CELLS: u32 = 10_000_000;

impl Default for RunSettings {
    fn default() -> Self {
        Self { on_cell_error: OnCellError::Continue, max_cells: Whole::new(50_000) }
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
