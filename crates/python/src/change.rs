//! Changes to the judgments of a collection: data, which a pickle contains.

use std::fmt;

use rejudge_pools::{JudgmentRequest, JudgmentSet, View};
use serde::{Deserialize, Serialize};

use crate::exceptions::Wrong;
use crate::whole::Whole;

/// A judgment set that took the place of the judgments of a collection.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Change(pub JudgmentRequest);

/// A change as a pickle has it.
#[derive(Serialize, Deserialize)]
struct Written {
    set: String,
    pool_depth: Option<u32>,
    seed: Option<u64>,
    draw: Option<u32>,
}

impl Change {
    /// The judgment set called `name` with arguments by their names.
    pub fn new(name: &str, arguments: &[(&str, &str)]) -> Result<Self, Wrong> {
        JudgmentSet::named(name, arguments).map(|set| Self(set.into())).map_err(Wrong::value)
    }

    /// Returns the judgments that the change makes of `view`.
    pub fn applied(&self, whole: &Whole, view: &View) -> Result<View, Wrong> {
        let contributions = self.0.contributions(whole.collection(), view);
        let views = [&whole.input.view, view];
        self.0.view(whole.collection(), views, &contributions).map_err(Wrong::value)
    }
}

impl From<Change> for Written {
    fn from(Change(request): Change) -> Self {
        let JudgmentRequest { set, pool_depth, seed, draw } = request;
        Self { set: set.to_string(), pool_depth, seed, draw }
    }
}

impl TryFrom<Written> for Change {
    type Error = rejudge_names::Mistyped;

    fn try_from(Written { set, pool_depth, seed, draw }: Written) -> Result<Self, Self::Error> {
        Ok(Self(JudgmentRequest { set: set.parse()?, pool_depth, seed, draw }))
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.set.fmt(f)
    }
}
