//! Reads the expected values of an experiment.

use rejudge_collections::bundled::is_file;
use rejudge_experiment::grid::Grid;
use rejudge_experiment::printed::Expected;
use rejudge_experiment::spec::yaml::YamlError;

use crate::Failure;

/// Returns the expected values of an experiment, or `None` if it has none. An experiment that extends another one
/// inherits the key `expected`. But the inherited file belongs to the other experiment, whose numbers are different, so
/// `None` is returned.
///
/// # Errors
/// If the file or a file of printed numbers cannot be read, or the experiment's own YAML names expected values of
/// another experiment.
pub fn expected_of(grid: &Grid) -> Result<Option<Expected>, Failure> {
    if let Some(path) = grid.expected.as_ref().filter(|path| !is_file(path)) {
        let place = grid.resolved.get("expected").map(|node| node.at.clone());
        return Err(YamlError::new(place, format!("there is no file {}", path.display())).into());
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

/// Returns an error if the experiment's own YAML, which has the key `id`, names expected values of another experiment.
/// A check with them would silently check nothing.
fn refuse_foreign(grid: &Grid, other_experiment: &str) -> Result<(), Failure> {
    let place = |key: &str| grid.resolved.get(key).map(|node| &node.at);
    match (place("expected"), place("id")) {
        (Some(expected), id) if expected.source.name == id.map_or("", |id| &*id.source.name) => {
            let message =
                format!("the file has expected values of `{other_experiment}`, not of `{}`", grid.id);
            Err(YamlError::at_position(expected, message).into())
        }
        _ => Ok(()),
    }
}
