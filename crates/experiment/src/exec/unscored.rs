//! The parts of the collections' files that are not scored. They are found when the files are read, and the list is
//! cached.

use std::collections::{BTreeMap, BTreeSet};

use rejudge_collections::{Unscored, runs_without_files};
use rejudge_store::cache::Cache;

use super::instance::Instance;
use crate::grid::plan::Plan;
use crate::grid::{Collection, Grid};

/// The parts of each collection's files that are not scored, by collection. Collections without such parts are left out.
pub type UnscoredParts = BTreeMap<String, Vec<Unscored>>;

/// Returns the parts of the planned collections' files that are not scored. If they are not in the cache, all files are
/// read if `reads_all`; otherwise only runs without a file are found.
pub fn unscored(grid: &Grid, plan: &Plan, cache: &Cache, reads_all: bool) -> UnscoredParts {
    let planned: BTreeSet<u32> = plan.groups.iter().map(|group| group.collection).collect();
    let parts_of_collection = |index: u32| -> Option<(String, Vec<Unscored>)> {
        let Collection { name, entry, .. } = &grid.collections[index as usize];
        let key = plan.cache_inputs.unscored(&grid.collections[index as usize])?;
        let parts: Vec<Unscored> = match cache.load(&key) {
            Some(cached) => cached,
            None if reads_all => Instance::load(grid, index, None, &[]).ok()?.unscored,
            None => runs_without_files(entry.descriptor.files.as_ref()?, entry.root.as_ref()?).ok()?,
        };
        (!parts.is_empty()).then(|| (name.clone(), parts))
    };
    planned.into_iter().filter_map(parts_of_collection).collect()
}
