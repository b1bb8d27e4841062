//! Groups of runs that statistics use, checked against the tables of groups.

use crate::spec::yaml::YamlError;
use rejudge_collections::descriptor::place;
use rejudge_collections::{parse_run_groups, read_stored};
use rejudge_pools::RunGroups;

use super::{Collection, Grid};

/// Reports statistics that use groups of runs which a collection does not have. A missing or invalid table is
/// reported when it is read.
pub(super) fn check_groups(grid: &Grid, errors: &mut Vec<YamlError>) {
    for collection in &grid.collections {
        let groups = table(collection);
        let may_have =
            collection.entry.descriptor.files.as_ref().is_some_and(|files| files.run_groups.is_some());
        if groups.is_none() && may_have {
            continue;
        }
        for statistic in &grid.statistics {
            let Some(fault) = statistic.kind.fault_of_groups(groups.as_ref()) else { continue };
            let node = grid.resolved.get("statistics").and_then(|all| all.get(&statistic.name));
            let message =
                format!("`{}` cannot be computed for `{}`: {fault}", statistic.name, collection.name);
            errors.push(YamlError::placed(node.map(|node| node.at.clone()), message));
        }
    }
}

/// Returns the table of a collection, if it is available.
fn table(collection: &Collection) -> Option<RunGroups> {
    let files = collection.entry.descriptor.files.as_ref()?;
    let path = place(&place(collection.entry.root.as_ref()?, &files.folder), files.run_groups.as_ref()?);
    parse_run_groups(&path, &read_stored(&path).ok()?, None).ok()
}
