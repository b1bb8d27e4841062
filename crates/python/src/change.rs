//! Changes to the judgments of a collection, as data that a pickle can contain.

use std::fmt;

use rejudge_pools::{JudgmentRequest, JudgmentSet, View};
use serde::{Deserialize, Serialize};

use crate::exceptions::Exception;
use crate::full_collection::FullCollection;

/// A manipulation that was applied to the judgments of a collection.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "PickledChange", into = "PickledChange")]
pub struct Change(pub JudgmentRequest);

/// A change in a pickle, with the judgment set as text.
#[derive(Serialize, Deserialize)]
struct PickledChange {
    set: String,
    pool_depth: Option<u32>,
    seed: Option<u64>,
    draw: Option<u32>,
}

impl Change {
    /// Makes the manipulation `name` with named arguments.
    pub fn new(name: &str, arguments: &[(&str, &str)]) -> Result<Self, Exception> {
        JudgmentSet::named(name, arguments).map(|set| Self(set.into())).map_err(Exception::value)
    }

    /// Applies the change to the judgments of `view`, and returns the result.
    pub fn apply(&self, full: &FullCollection, view: &View) -> Result<View, Exception> {
        let contributions = self.0.contributions(full.collection(), view);
        let views = [&full.input.view, view];
        self.0.view(full.collection(), views, &contributions).map_err(Exception::value)
    }
}

impl From<Change> for PickledChange {
    fn from(Change(request): Change) -> Self {
        let JudgmentRequest { set, pool_depth, seed, draw } = request;
        Self { set: set.to_string(), pool_depth, seed, draw }
    }
}

impl TryFrom<PickledChange> for Change {
    type Error = rejudge_names::Mistyped;

    fn try_from(PickledChange { set, pool_depth, seed, draw }: PickledChange) -> Result<Self, Self::Error> {
        Ok(Self(JudgmentRequest { set: set.parse()?, pool_depth, seed, draw }))
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.set.fmt(f)
    }
}
