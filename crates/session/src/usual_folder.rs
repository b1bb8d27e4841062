//! The folder of an experiment's results, unless one is named: `results/ID`, or `target/results/ID` if results that are
//! already in `results/ID` show data that are not available.
//!
//! A report is committed with everything that it shows. A run without some of these data must not replace it, neither in
//! a fresh clone, which has only the report, nor in a folder with all results of an earlier run.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rejudge_collections::descriptor::Kind;
use rejudge_experiment::grid::{Collection, Grid};
use rejudge_report::table::results::{MANIFEST, Results};

use crate::{Failure, Places, expected_of};

/// The folder of all results.
pub const RESULTS: &str = "results";

/// The folder above [`RESULTS`] for results that lack data.
const INCOMPLETE: &str = "target";

/// The report that is committed.
pub const REPORT: &str = "report.md";

/// The folder of an experiment's results.
#[derive(Clone, Debug)]
pub struct UsualFolder {
    pub folder: PathBuf,
    /// The collections that the results in `results/ID` show, and whose data are not available; empty if `folder` is
    /// `results/ID`.
    pub shown_without_data: Vec<ShownCollection>,
}

/// A collection that results show, and whose data are not available.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownCollection {
    pub name: String,
    /// True if `rejudge data get` fetches it.
    pub is_fetched: bool,
}

impl ShownCollection {
    fn new(collection: &Collection) -> Self {
        Self { name: collection.name.clone(), is_fetched: collection.entry.is_fetched }
    }
}

impl UsualFolder {
    /// Returns the folder for the results of `grid`, which are in the folder `usual` if nothing is missing.
    ///
    /// # Errors
    /// If expected values, or an experiment whose draws are shown with them, cannot be read.
    pub fn new(places: &Places, grid: &Grid, usual: PathBuf) -> Result<Self, Failure> {
        let shown_without_data = shown_without_data(places, grid, &usual)?;
        let folder = if shown_without_data.is_empty() { usual } else { Path::new(INCOMPLETE).join(usual) };
        Ok(Self { folder, shown_without_data })
    }

    /// Returns the folder of complete results if this one is for results that lack data.
    pub fn complete(&self) -> Option<&Path> {
        let lacks_data = !self.shown_without_data.is_empty();
        lacks_data.then(|| self.folder.strip_prefix(INCOMPLETE).unwrap_or(&self.folder))
    }

    /// Returns the folder of the results to read: those of an earlier run if no run without the data has been made.
    pub fn to_read(&self) -> &Path {
        match self.complete() {
            Some(complete) if !self.folder.join(MANIFEST).exists() => complete,
            _ => &self.folder,
        }
    }

    /// Returns the folder for the results of the unchanged experiment.
    ///
    /// # Errors
    /// As for [`Self::new`].
    pub fn of_experiment(places: &Places, grid: &Grid) -> Result<Self, Failure> {
        Self::new(places, grid, unchanged(grid))
    }
}

/// Returns the folder for results of an unchanged experiment if nothing is missing.
pub fn unchanged(grid: &Grid) -> PathBuf {
    Path::new(RESULTS).join(&grid.id)
}

/// Returns the collections that the results in `folder` show, and whose data are not available. A report also shows draws
/// of other experiments.
fn shown_without_data(places: &Places, grid: &Grid, folder: &Path) -> Result<Vec<ShownCollection>, Failure> {
    let mut shown = own_without_data(grid, folder);
    if !folder.join(REPORT).exists() {
        return Ok(shown);
    }
    let expected = expected_of(grid)?;
    let experiments: BTreeSet<&str> =
        expected.iter().flat_map(|of| &of.real_draws).map(|of| of.experiment.value.as_str()).collect();
    for experiment in experiments {
        let other = places.grid(experiment, None, &[])?;
        for collection in own_without_data(&other, &unchanged(&other)) {
            if !shown.contains(&collection) {
                shown.push(collection);
            }
        }
    }
    Ok(shown)
}

/// Returns the collections of `grid` that the results in `folder` show, and whose data are not available.
fn own_without_data(grid: &Grid, folder: &Path) -> Vec<ShownCollection> {
    let without_data = grid.collections.iter().filter(|collection| !collection.entry.available());
    let names = without_data.clone().map(|collection| collection.name.as_str());
    let with_numbers = Results::new(folder).with_numbers(names);
    // The report may be a newer one than the cells beside it: checked out, or of a run whose files are damaged. Each report
    // names licensed collections, because it shows their printed values.
    let report = std::fs::read_to_string(folder.join(REPORT)).unwrap_or_default();
    let is_shown = |collection: &&Collection| {
        let is_open = collection.entry.descriptor.kind == Kind::Open;
        with_numbers.contains(collection.name.as_str()) || is_open && names_word(&report, &collection.name)
    };
    without_data.clone().filter(is_shown).map(ShownCollection::new).collect()
}

/// Returns true if `text` contains `name`, unless it is part of a longer name: `trec-dl-2019` is not in `trec-dl-2019-late`.
fn names_word(text: &str, name: &str) -> bool {
    let continues = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        !before.ends_with(continues) && !after.starts_with(continues)
    })
}

#[cfg(test)]
mod tests {
    use super::names_word;

    #[test]
    fn a_name_within_a_longer_one_is_another() {
        for (text, is_named) in [
            ("*Real collections: trec-dl-2019.*", true),
            ("| trec-dl-2019 |", true),
            ("trec-dl-2019", true),
            ("trec-dl-2019-late, my-trec-dl-2019 and trec-dl-2019", true),
            ("trec-dl-2019-late", false),
            ("my_trec-dl-2019", false),
            ("", false),
        ] {
            assert_eq!(names_word(text, "trec-dl-2019"), is_named, "{text}");
        }
    }
}
