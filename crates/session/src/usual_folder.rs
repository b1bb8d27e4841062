//! The default folder of an experiment's results: `results/ID`, or `target/results/ID` if `results/ID` shows numbers of data
//! that are not available here.
//!
//! Reports are committed. A run that lacks some of the data must not replace a report that shows their numbers. This applies
//! to a fresh clone, which has only the report, and also to a folder with all results of an earlier run.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rejudge_collections::descriptor::Kind;
use rejudge_experiment::grid::{Collection, Grid};
use rejudge_report::table::results::{MANIFEST, Results};

use crate::{Failure, Places, expected_of};

/// The folder of all results.
pub const RESULTS: &str = "results";

/// The folder that contains [`RESULTS`] for runs that lack data.
const INCOMPLETE: &str = "target";

/// The committed report.
pub const REPORT: &str = "report.md";

/// The folder of an experiment's results.
#[derive(Clone, Debug)]
pub struct UsualFolder {
    pub folder: PathBuf,
    /// The collections whose data are not available, but whose numbers the results in the usual folder show. If there
    /// are any, `folder` is below `target`.
    pub shown_without_data: Vec<ShownCollection>,
}

/// A collection that results show although its data are not available.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownCollection {
    pub name: String,
    /// True if `rejudge data get` can download the collection.
    pub is_downloadable: bool,
}

impl ShownCollection {
    fn new(collection: &Collection) -> Self {
        Self { name: collection.name.clone(), is_downloadable: collection.entry.is_downloadable }
    }
}

impl UsualFolder {
    /// Returns the folder for the results of `grid`: `usual`, or the same path below `target` if the results in `usual`
    /// show numbers of missing data.
    ///
    /// # Errors
    /// If expected values, or an experiment whose draws are shown with them, cannot be read.
    pub fn new(places: &Places, grid: &Grid, usual: PathBuf) -> Result<Self, Failure> {
        let shown_without_data = shown_without_data(places, grid, &usual)?;
        let folder = if shown_without_data.is_empty() { usual } else { Path::new(INCOMPLETE).join(usual) };
        Ok(Self { folder, shown_without_data })
    }

    /// Returns the folder of the complete results, if this folder is for results that lack data.
    pub(crate) fn complete_folder(&self) -> Option<&Path> {
        let lacks_data = !self.shown_without_data.is_empty();
        lacks_data.then(|| self.folder.strip_prefix(INCOMPLETE).unwrap_or(&self.folder))
    }

    /// Returns the folder from which results are read. If data are missing and no run has been made without
    /// them, this is the folder of the complete results of an earlier run.
    pub fn folder_to_read(&self) -> &Path {
        match self.complete_folder() {
            Some(complete) if !self.folder.join(MANIFEST).exists() => complete,
            _ => &self.folder,
        }
    }

    /// Returns the folder for the results of the unchanged experiment.
    ///
    /// # Errors
    /// See [`Self::new`].
    pub fn of_experiment(places: &Places, grid: &Grid) -> Result<Self, Failure> {
        Self::new(places, grid, default_folder(grid))
    }
}

/// Returns the folder for complete results of an unchanged experiment.
pub(crate) fn default_folder(grid: &Grid) -> PathBuf {
    Path::new(RESULTS).join(&grid.id)
}

/// Returns the collections whose data are not available, but whose numbers the results in `folder` show. These include
/// collections of other experiments, if the report in `folder` shows their draws next to printed cells.
fn shown_without_data(places: &Places, grid: &Grid, folder: &Path) -> Result<Vec<ShownCollection>, Failure> {
    let mut shown = own_without_data(grid, folder);
    if !folder.join(REPORT).exists() {
        return Ok(shown);
    }
    let expected = expected_of(grid)?;
    let real_draws = expected.iter().flat_map(|expected| &expected.real_draws);
    let experiments: BTreeSet<&str> = real_draws.map(|draws| draws.experiment.value.as_str()).collect();
    for experiment in experiments {
        let other_grid = places.grid(experiment, None, &[])?;
        for collection in own_without_data(&other_grid, &default_folder(&other_grid)) {
            if !shown.contains(&collection) {
                shown.push(collection);
            }
        }
    }
    Ok(shown)
}

/// Returns the collections of `grid` whose data are not available, but whose numbers the results in `folder` show.
fn own_without_data(grid: &Grid, folder: &Path) -> Vec<ShownCollection> {
    let without_data = grid.collections.iter().filter(|collection| !collection.entry.is_available());
    let names = without_data.clone().map(|collection| collection.name.as_str());
    let with_numbers = Results::new(folder).collections_with_numbers(names);
    // We read the report too, because it may be newer than the cells: it may have been checked out, or the other files
    // may be damaged. In the report only open collections count, because every report names the licensed collections
    // whose printed values it shows.
    let report = std::fs::read_to_string(folder.join(REPORT)).unwrap_or_default();
    let is_shown = |collection: &&Collection| {
        with_numbers.contains(collection.name.as_str())
            || collection.entry.descriptor.kind == Kind::Open && contains_name(&report, &collection.name)
    };
    without_data.clone().filter(is_shown).map(ShownCollection::new).collect()
}

/// Returns true if `text` contains `name` and not only as a part of a longer name: `trec-dl-2019-late` does not contain
/// `trec-dl-2019`.
fn contains_name(text: &str, name: &str) -> bool {
    let continues = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    text.match_indices(name).any(|(index, _)| {
        let (before, after) = (&text[..index], &text[index + name.len()..]);
        !before.ends_with(continues) && !after.starts_with(continues)
    })
}

#[cfg(test)]
mod tests {
    use super::contains_name;

    #[test]
    fn a_name_within_a_longer_name_does_not_count() {
        for (text, is_named) in [
            ("*Real collections: trec-dl-2019.*", true),
            ("| trec-dl-2019 |", true),
            ("trec-dl-2019", true),
            ("trec-dl-2019-late, my-trec-dl-2019 and trec-dl-2019", true),
            ("trec-dl-2019-late", false),
            ("my_trec-dl-2019", false),
            ("", false),
        ] {
            assert_eq!(contains_name(text, "trec-dl-2019"), is_named, "{text}");
        }
    }
}
