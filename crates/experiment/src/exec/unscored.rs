//! The parts of the collections' files that are not scored. They are found when the files are read, and the list is
//! cached.

use std::collections::{BTreeMap, BTreeSet};

use rejudge_collections::{Unscored, runs_without_files};
use rejudge_store::cache::Cache;

use super::instance::Instance;
use crate::grid::Grid;
use crate::grid::plan::Plan;

/// The parts of each collection's files that are not scored, by collection. Collections without such parts are left out.
pub type UnscoredParts = BTreeMap<String, Vec<Unscored>>;

/// Returns the parts of the planned collections' files that are not scored. If they are not in the cache, all files are
/// read if `reads_all`; otherwise only runs without a file are found.
pub fn unscored(grid: &Grid, plan: &Plan, cache: &Cache, reads_all: bool) -> UnscoredParts {
    let planned: BTreeSet<u32> = plan.groups.iter().map(|group| group.collection).collect();
    let parts = planned.into_iter().filter_map(|index| {
        let parts = parts_of_collection(grid, index, plan, cache, reads_all)?;
        (!parts.is_empty()).then(|| (grid.collections[index as usize].name.clone(), parts))
    });
    parts.collect()
}

/// Returns the parts of a collection's files that are not scored. Returns `None` if it has no files, or they cannot be
/// read.
fn parts_of_collection(
    grid: &Grid,
    index: u32,
    plan: &Plan,
    cache: &Cache,
    reads_all: bool,
) -> Option<Vec<Unscored>> {
    let collection = &grid.collections[index as usize];
    let entry = &collection.entry;
    let key = plan.cache_inputs.unscored(collection)?;
    match cache.load(&key) {
        Some(cached) => Some(cached),
        None if reads_all => Some(Instance::load(grid, index, None, &[]).ok()?.unscored),
        None => runs_without_files(entry.descriptor.files.as_ref()?, entry.root.as_ref()?).ok(),
    }
}
