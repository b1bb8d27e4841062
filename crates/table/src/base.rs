//! What the judgments of a collection are before an experiment takes any away: as judged, unless the
//! experiment or the description asks for those within a pool that is made again of the stored runs. How
//! many these are is counted where the files are.

use std::collections::BTreeMap;
use std::fmt;

use rejudge_collections::{LoadError, Reading, load};
use rejudge_descriptor::Base;
use rejudge_pools::repooled;
use serde::{Deserialize, Serialize};

use crate::results::{Manifest, settings};
use rejudge_grid::cache_key::Ingredients;
use rejudge_grid::{Collection, Grid};
use rejudge_spec::Entry;

/// How many judgments lie within a pool that was made again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// Depth of the pool.
    pub depth: u32,
    /// Judgments within it.
    pub kept: u64,
    /// All judgments.
    pub judged: u64,
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, kept, judged } = self;
        write!(f, "repooled to depth {depth}, {kept} of {judged} judgments kept")
    }
}

/// What is kept of the repooled collections, by name.
pub type Bases = BTreeMap<String, Kept>;

/// Counts what the base of a collection keeps, runs read as `reading` says; `None` where all judgments are
/// the base, or the files are not here.
///
/// # Errors
/// When the files cannot be read.
pub fn kept(entry: &Entry, reading: &Reading) -> Result<Option<Kept>, LoadError> {
    match entry.descriptor.base {
        Base::Repooled { depth } => within(entry, reading, depth),
        Base::AsJudged => Ok(None),
    }
}

/// Counts the judgments within the pool of the stored runs to `depth`; `None` where the files are not here.
fn within(entry: &Entry, reading: &Reading, depth: u32) -> Result<Option<Kept>, LoadError> {
    let Some(root) = &entry.root else { return Ok(None) };
    let collection = load(&entry.descriptor, root, reading)?;
    let (view, _) = repooled(&collection, depth as usize);
    let topics = 0..collection.topics().len();
    let (mut kept, mut judged) = (0, 0);
    for at in topics {
        kept += u64::from(view.mask(at).count());
        judged += collection.own(at) as u64;
    }
    Ok(Some(Kept { depth, kept, judged }))
}

/// How many judgments are within the pool of each collection of `grid` that is repooled, or as judged and asked for
/// the judgments of teams, if its files are here and can be read. What an earlier run of the same files and settings
/// counted is not counted again.
pub fn bases(grid: &Grid, ingredients: &Ingredients, before: Option<&Manifest>) -> Bases {
    let same = before
        .filter(|before| before.settings == settings(grid) && before.ingredients.base == ingredients.base);
    let known = |name: &str| {
        let of = |content: &BTreeMap<String, String>| content.get(name).cloned();
        let same = same.filter(|before| of(&before.ingredients.content) == of(&ingredients.content));
        same.and_then(|before| before.bases.get(name).copied())
    };
    let counted = |collection: &Collection| {
        let depth = pool_depth(collection)?;
        let kept =
            known(&collection.name).or_else(|| within(&collection.entry, &reading(grid), depth).ok()?);
        Some((collection.name.clone(), kept?))
    };
    grid.collections.iter().filter_map(counted).collect()
}

/// The depth of the pool whose judgments are counted: that which is made again, or that which leaving a team out goes
/// by.
fn pool_depth(collection: &Collection) -> Option<u32> {
    match collection.entry.descriptor.base {
        Base::Repooled { depth } => Some(depth),
        Base::AsJudged => {
            let is_of_teams = collection.judgments.iter().any(|set| set.team().is_some());
            collection.entry.descriptor.pool_depth.filter(|_| is_of_teams)
        }
    }
}

/// How the runs of an experiment are read when they are pooled.
pub fn reading(grid: &Grid) -> Reading {
    // Rules of reading are no axis, so that all evaluations have the same.
    let rules = &grid.evaluations[0].rules;
    Reading { ties: rules.ties, score_type: rules.score_type, ..Reading::default() }
}

/// What the judgments of a collection are, where they are not as judged. Without the files there is no count.
pub fn told(collection: &Collection, bases: &Bases) -> Option<String> {
    let Base::Repooled { depth } = collection.entry.descriptor.base else { return None };
    let counted = bases.get(&collection.name).map(ToString::to_string);
    Some(counted.unwrap_or_else(|| format!("repooled to depth {depth}")))
}

/// The same of several collections, with their names; `None` where all are as judged.
pub fn all_told<'c>(collections: impl IntoIterator<Item = &'c Collection>, bases: &Bases) -> Option<String> {
    let named = |collection: &Collection| Some(format!("{} {}", collection.name, told(collection, bases)?));
    let told: Vec<String> = collections.into_iter().filter_map(named).collect();
    (!told.is_empty()).then(|| told.join("; "))
}

/// Share of the judgments outside of a pool from which on it is told.
const OUTSIDE: f64 = 0.1;

/// The collections that are as judged, of which many judgments are of documents outside of the pool: `trec-dl-2019
/// 73%`; `None` where there are none. Leaving a team out goes by the pool, and keeps such judgments.
pub fn outside_told(collections: &[Collection], bases: &Bases) -> Option<String> {
    let named = |collection: &Collection| {
        let is_as_judged = matches!(collection.entry.descriptor.base, Base::AsJudged);
        let Kept { kept, judged, .. } = bases.get(&collection.name).filter(|_| is_as_judged)?;
        let outside = 1.0 - *kept as f64 / *judged as f64;
        (outside > OUTSIDE).then(|| format!("{} {:.0}%", collection.name, 100.0 * outside))
    };
    let told: Vec<String> = collections.iter().filter_map(named).collect();
    (!told.is_empty()).then(|| told.join(", "))
}
