//! The judgments that a collection has before an experiment removes any. Usually these are all of its judgments. The
//! experiment or the collection's description can instead ask for the judgments within a pool that is rebuilt from the
//! stored runs. We count these judgments if the files are available.

use std::collections::BTreeMap;
use std::fmt;

use rejudge_collections::descriptor::Base;
use rejudge_collections::{LoadError, Reading, load};
use rejudge_pools::{DocIx, JudgmentSet, TestCollection, View, repooled};
use rejudge_stats::mean;
use serde::{Deserialize, Serialize};

use crate::table::results::{Manifest, settings};
use rejudge_experiment::grid::cache_key::CacheInputs;
use rejudge_experiment::grid::{Collection, Grid};
use rejudge_experiment::spec::CatalogueEntry;

/// The number of all judgments of a collection, and of the judgments within its pool to a depth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BaseCounts {
    /// Depth of the pool.
    pub depth: u32,
    /// The number of judgments within the pool.
    pub kept: u64,
    /// The number of all judgments.
    pub judged: u64,
    /// The judged share of each run's documents down to the depth, averaged over topics and runs. `None` if
    /// no run answers a topic, or if an older version of rejudge wrote the manifest.
    #[serde(default)]
    pub judged_share: Option<f64>,
}

impl BaseCounts {
    /// Returns the share of the judgments that are within the pool.
    fn kept_share(&self) -> f64 {
        self.kept as f64 / self.judged as f64
    }
}

impl fmt::Display for BaseCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, kept, judged, .. } = self;
        write!(f, "repooled to depth {depth}, {kept} of {judged} judgments kept")
    }
}

/// The numbers of judgments within the pools of collections, by the name of the collection.
pub type Bases = BTreeMap<String, BaseCounts>;

/// Counts the judgments within the rebuilt pool of a collection, with runs read as in `reading`. Returns `None` if the pool
/// is not rebuilt, or if the files are missing.
///
/// # Errors
/// If the files cannot be read.
pub fn count_base(entry: &CatalogueEntry, reading: &Reading) -> Result<Option<BaseCounts>, LoadError> {
    match entry.descriptor.base {
        Base::Repooled { depth, .. } => count_within(entry, reading, depth),
        Base::AsJudged => Ok(None),
    }
}

/// Counts the judgments within the pool of the stored runs to `depth`. Returns `None` if the files are missing.
fn count_within(
    entry: &CatalogueEntry,
    reading: &Reading,
    depth: u32,
) -> Result<Option<BaseCounts>, LoadError> {
    let Some(root) = &entry.root else { return Ok(None) };
    let collection = load(&entry.descriptor, root, reading)?;
    let (view, _) = repooled(&collection, depth as usize);
    let (mut kept, mut judged) = (0, 0);
    for (index, topic) in collection.topics().enumerate() {
        kept += u64::from(view.mask(index).count());
        // Documents without a judgment are not counted.
        let documents = 0..collection.own_documents(index) as DocIx;
        judged += documents.filter(|&doc| topic.is_judged(doc)).count() as u64;
    }
    Ok(Some(BaseCounts { depth, kept, judged, judged_share: judged_share(&collection, depth as usize) }))
}

/// Returns the judged share of each run's documents down to `depth`, averaged over topics and runs. Returns `None` if
/// no run answers a topic.
fn judged_share(collection: &TestCollection, depth: usize) -> Option<f64> {
    let full = View::full(collection);
    let mut run_shares = Vec::new();
    for run in 0..collection.runs().len() {
        let mut topic_shares = Vec::new();
        for topic in 0..collection.topics().len() {
            let top = collection.ranking(run, topic).iter().take(depth);
            let documents = top.len();
            let judged = top.filter(|doc| full.keeps(topic, **doc)).count();
            if documents > 0 {
                topic_shares.push(judged as f64 / documents as f64);
            }
        }
        run_shares.extend(mean(&topic_shares));
    }
    mean(&run_shares)
}

/// Counts the judgments within the pools of the `collections` whose pool depth is known. If the experiment has no
/// claims, only collections that are repooled or have judgment sets of teams are counted. A collection is left out if
/// its files are missing or cannot be read. Counts from an earlier run with the same files and settings are reused,
/// because counting reads all runs and is slow.
pub fn bases<'c>(
    grid: &Grid,
    collections: impl IntoIterator<Item = &'c Collection>,
    cache_inputs: &CacheInputs,
    before: Option<&Manifest>,
) -> Bases {
    let same_inputs = before
        .filter(|before| before.settings == settings(grid) && before.cache_inputs.base == cache_inputs.base)
        .filter(|before| before.cache_inputs.pool_depth == cache_inputs.pool_depth);
    let counted = |collection: &Collection| {
        let depth =
            if grid.claims.0.is_empty() { counted_depth(collection)? } else { pool_depth(collection)? };
        let count = same_inputs
            .and_then(|before| counted_before(before, cache_inputs, &collection.name))
            .or_else(|| count_within(&collection.entry, &reading(grid), depth).ok()?);
        Some((collection.name.clone(), count?))
    };
    collections.into_iter().filter_map(counted).collect()
}

/// Returns the counts of an earlier run if it had the same files of the collection.
fn counted_before(before: &Manifest, cache_inputs: &CacheInputs, name: &str) -> Option<BaseCounts> {
    let is_same = before.cache_inputs.content.get(name) == cache_inputs.content.get(name);
    let counted = before.bases.get(name).filter(|count| is_same && count.judged_share.is_some());
    counted.copied()
}

/// Returns the depth to which the pool is rebuilt, or else the depth in the collection's description.
pub(crate) fn pool_depth(collection: &Collection) -> Option<u32> {
    collection.entry.descriptor.contributed_depth()
}

/// Returns the pool depth, if it is known and the collection is repooled or has judgment sets of teams.
fn counted_depth(collection: &Collection) -> Option<u32> {
    pool_depth(collection).filter(|_| is_repooled(collection) || has_team_judgments(collection))
}

/// Returns true if the collection has only the judgments within a pool that is rebuilt from the stored runs.
pub fn is_repooled(collection: &Collection) -> bool {
    matches!(collection.entry.descriptor.base, Base::Repooled { .. })
}

fn has_team_judgments(collection: &Collection) -> bool {
    collection.judgments.iter().any(|set| set.team().is_some())
}

/// Returns the settings for reading runs to build a pool.
pub fn reading(grid: &Grid) -> Reading {
    // Rules for reading runs cannot be an axis, so they are the same in all evaluations of a grid.
    let rules = &grid.evaluations[0].rules;
    Reading { ties: rules.ties, score_type: rules.score_type, ..Reading::default() }
}

/// Returns a description of the judgments of a repooled collection, such as `repooled to depth 125, 3000 of
/// 5000 judgments kept`. If the judgments were not counted, the description has no count. Returns `None` for
/// other collections.
pub fn base_sentence(collection: &Collection, bases: &Bases) -> Option<String> {
    let Base::Repooled { depth, .. } = collection.entry.descriptor.base else { return None };
    let counted = bases.get(&collection.name).map(ToString::to_string);
    Some(counted.unwrap_or_else(|| format!("repooled to depth {depth}")))
}

/// Returns the name and the description ([`base_sentence`]) of each repooled collection among `collections`.
/// Returns `None` if none is repooled.
pub(crate) fn base_sentences<'c>(
    collections: impl IntoIterator<Item = &'c Collection>,
    bases: &Bases,
) -> Option<String> {
    let with_name =
        |collection: &Collection| Some(format!("{} {}", collection.name, base_sentence(collection, bases)?));
    let sentences: Vec<String> = collections.into_iter().filter_map(with_name).collect();
    (!sentences.is_empty()).then(|| sentences.join("; "))
}

/// The outputs mention judgments outside the pool only if their share is larger than this.
const LARGE_OUTSIDE_SHARE: f64 = 0.1;

/// Returns the share of its judgments that a repooled collection keeps. Returns `None` if the collection is not
/// repooled, or if its judgments were not counted.
pub(crate) fn kept_share(collection: &Collection, bases: &Bases) -> Option<f64> {
    let counted = bases.get(&collection.name).filter(|_| is_repooled(collection))?;
    Some(counted.kept_share())
}

/// Returns the share of judged documents outside the pool. Returns `None` if the share is small or unknown, if the
/// collection is repooled, or if no judgment set about a team keeps these judgments.
pub(crate) fn outside_share(collection: &Collection, bases: &Bases) -> Option<f64> {
    let counted = bases.get(&collection.name)?;
    let outside = 1.0 - counted.kept_share();
    let keeps = |set: &JudgmentSet| set.team().is_some() && !leaves_outside_out(set);
    let is_kept = !is_repooled(collection) && collection.judgments.iter().any(keeps);
    (is_kept && outside > LARGE_OUTSIDE_SHARE).then_some(outside)
}

/// Returns true if a judgment set has a `depth` but no `outside`. It then leaves out the judged documents outside the
/// pool of this depth.
fn leaves_outside_out(set: &JudgmentSet) -> bool {
    set.argument("depth").is_some() && set.argument("outside").is_none()
}

/// Returns a sentence about judgment sets that leave out the documents outside the pool. The text is empty
/// if no judgment set about a team leaves them out. Callers put the sentence after one about the judged
/// documents outside the pool, because the sentence says "these documents".
pub(crate) fn outside_left_out(grid: &Grid) -> &'static str {
    let mut sets = grid.collections.iter().flat_map(|collection| &collection.judgments);
    if sets.any(|set| set.team().is_some() && leaves_outside_out(set)) {
        " Judgment sets with a `depth` leave these documents out, unless they say `outside=kept`."
    } else {
        ""
    }
}
