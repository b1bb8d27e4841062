//! The parts of the collections' files that are not scored, which a run computes with the scores and caches.

use std::collections::BTreeMap;

use rejudge_collections::{Unscored, runs_without_files};
use rejudge_store::cache::Cache;

use super::instance::Instance;
use crate::grid::plan::Plan;
use crate::grid::{Collection, Grid};

/// The parts of each collection's files that are not scored, by its name; without the collections that have none.
pub type UnscoredParts = BTreeMap<String, Vec<Unscored>>;

/// Returns the parts of the planned collections' files that are not scored. If they are not in the cache, the files are
/// read, all of them if `reads_all`; otherwise only as far as runs without a file are concerned.
pub fn unscored(grid: &Grid, plan: &Plan, cache: &Cache, reads_all: bool) -> UnscoredParts {
    let is_planned = |at: usize| plan.groups.iter().any(|group| group.collection as usize == at);
    let parts = |(at, collection): (usize, &Collection)| {
        let key = plan.cache_inputs.unscored(collection)?;
        let cached = cache.load(&key);
        let parts = cached.or_else(|| match reads_all {
            true => Some(Instance::load(grid, at as u32, None, &[]).ok()?.unscored),
            false => {
                let Collection { entry, .. } = collection;
                runs_without_files(entry.descriptor.files.as_ref()?, entry.root.as_ref()?).ok()
            }
        })?;
        (!parts.is_empty()).then(|| (collection.name.clone(), parts))
    };
    let planned = grid.collections.iter().enumerate().filter(|(at, _)| is_planned(*at));
    planned.filter_map(parts).collect()
}
