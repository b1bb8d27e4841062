//! The cells that a run left out because of `--only`, so that they do not count as missing.

use rejudge_collections::descriptor::Kind::WorkedExample;
use rejudge_experiment::grid::{Collection, Fit, Grid, parse_selector};
use rejudge_experiment::printed::{CellKind, PrintedCell};
use rejudge_experiment::spec::yaml::YamlError;

use crate::table::ALL_OF;

/// The collections with points that a run left out.
pub(super) struct LeftOut<'g> {
    grid: &'g Grid,
    /// True for a collection, in the order of the axis, if some of its points were not selected.
    collections: Vec<bool>,
}

impl<'g> LeftOut<'g> {
    /// Finds the collections with points that the selectors `only` leave out. Without selectors there are none.
    ///
    /// # Errors
    /// If a selector cannot be read.
    pub(super) fn new(grid: &'g Grid, only: &[String]) -> Result<Self, YamlError> {
        let mut collections = vec![false; grid.collections.len()];
        if !only.is_empty() {
            let fits: Vec<Fit> = only
                .iter()
                .map(|text| Ok(parse_selector(text)?.on(grid)))
                .collect::<Result<_, YamlError>>()?;
            for point in grid.all_points() {
                let is_left_out = !fits.iter().any(|fit| fit.fits(&point));
                collections[point.collection as usize] |= is_left_out;
            }
        }
        Ok(Self { grid, collections })
    }

    /// Returns true if any collection is incomplete.
    pub(super) fn is_any(&self) -> bool {
        self.collections.contains(&true)
    }

    /// Returns true if the collection at a place of the axis is incomplete.
    pub(super) fn has(&self, collection: usize) -> bool {
        self.collections[collection]
    }

    /// Returns true if a collection of `names` is incomplete although its data are available.
    pub(super) fn has_named(&self, names: &str) -> bool {
        self.any(|collection| {
            names.split(ALL_OF).any(|name| name == collection.name) && collection.entry.available()
        })
    }

    /// Returns true if `cell` is of a collection that is incomplete although its data are available. A printed cell does not
    /// name its worked example, so it may be of any.
    pub(super) fn has_cell(&self, cell: &PrintedCell) -> bool {
        match cell.kind {
            CellKind::Exact => self.any(|collection| collection.entry.descriptor.kind == WorkedExample),
            _ => self.has_named(cell.address.collection()),
        }
    }

    fn any(&self, is_meant: impl Fn(&Collection) -> bool) -> bool {
        let collections = self.grid.collections.iter().zip(&self.collections);
        collections.into_iter().any(|(collection, is_left_out)| *is_left_out && is_meant(collection))
    }
}
