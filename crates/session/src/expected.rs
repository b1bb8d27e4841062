//! The expected values of an experiment.

use rejudge_collections::bundled::is_file;
use rejudge_experiment::grid::Grid;
use rejudge_experiment::printed::Expected;
use rejudge_experiment::spec::yaml::YamlError;

use crate::Failure;

/// Returns the expected values of an experiment, if it has any. Those that a sweep inherits from the experiment it
/// extends are not its own.
///
/// # Errors
/// If they cannot be read.
pub fn expected_of(grid: &Grid) -> Result<Option<Expected>, Failure> {
    if let Some(path) = grid.expected.as_ref().filter(|path| !is_file(path)) {
        let named = grid.resolved.get("expected").map(|node| node.at.clone());
        return Err(YamlError::placed(named, format!("there is no file {}", path.display())).into());
    }
    let expected = grid.expected.as_ref().map(|path| Expected::load(path)).transpose()?;
    let Some(mut expected) = expected else { return Ok(None) };
    if expected.experiment != grid.id {
        return refuse_foreign(grid, &expected.experiment).map(|()| None);
    }
    let folder = |name: &str| {
        let collection = grid.collections.iter().find(|collection| collection.name == name)?;
        collection.entry.folder.clone()
    };
    expected.read_official(&folder)?;
    Ok(Some(expected))
}

/// Refuses expected values of another experiment if the experiment's own file names them: otherwise nothing would be
/// checked, without a message.
fn refuse_foreign(grid: &Grid, of: &str) -> Result<(), Failure> {
    let at = |key: &str| grid.resolved.get(key).map(|node| &node.at);
    match (at("expected"), at("id")) {
        (Some(named), id) if named.source.name == id.map_or("", |id| &*id.source.name) => {
            let message = format!("its values are expected of `{of}`, not of `{}`", grid.id);
            Err(YamlError::here(named, message).into())
        }
        _ => Ok(()),
    }
}
