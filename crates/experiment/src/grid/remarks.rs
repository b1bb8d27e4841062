//! Remarks on an experiment and its collections that readers need but that the numbers do not show.

use crate::statistics::TEAM_FACTS;
use rejudge_collections::descriptor::{Base, Kind};

use super::{Axis, Collection, Grid, Table};

impl Grid {
    /// Returns all remarks.
    pub fn all_remarks(&self) -> impl Iterator<Item = String> {
        self.remarks().into_iter().map(|(_, text)| text).chain(self.idle.iter().cloned())
    }

    /// Remarks on the collections, each with the index of its own.
    pub fn remarks(&self) -> Vec<(usize, String)> {
        let of = |at: usize| {
            [self.left_out(at), self.whole_lists(at)].into_iter().flatten().map(move |text| (at, text))
        };
        (0..self.collections.len()).flat_map(of).collect()
    }

    /// Tables and figures that show no collection of a user's own, as experiments that were made for others have them.
    fn left_out(&self, at: usize) -> Option<String> {
        let Collection { name, entry, .. } = &self.collections[at];
        if entry.descriptor.kind != Kind::Own {
            return None;
        }
        let is_own = |at: &usize| self.collections[*at].entry.descriptor.kind == Kind::Own;
        let shows_own =
            |table: &Table| (0..self.collections.len()).filter(is_own).any(|own| self.shows(table, own));
        let without = self.tables.iter().filter(|table| !self.shows(table, at) && !shows_own(table));
        let without: Vec<&str> = without.map(|table| table.name.as_str()).collect();
        (!without.is_empty()).then(|| {
            format!("`{name}` is not in {}: their `where` takes other collections", without.join(", "))
        })
    }

    /// Returns true if a table has a cell for a collection, as far as collections are chosen.
    pub fn shows(&self, table: &Table, at: usize) -> bool {
        table.of_cells().iter().any(|cell| cell.r#where.on(self).takes(Axis::Collection, at as u32))
    }

    /// Warns that whole lists count as a team's contribution if the depth of the pool is unknown.
    fn whole_lists(&self, at: usize) -> Option<String> {
        let Collection { name, entry, judgments, .. } = &self.collections[at];
        let descriptor = &entry.descriptor;
        let knows = descriptor.pool_depth.is_some() || descriptor.base != Base::AsJudged;
        let has_runs = descriptor.files.as_ref().is_some_and(|files| files.runs.is_some());
        if knows || !has_runs || descriptor.kind.is_bundled() {
            return None;
        }
        let asks = self.statistics.iter().any(|of| of.is(&TEAM_FACTS));
        (asks || judgments.iter().any(|set| set.rule().is_of_teams())).then(|| {
            format!(
                "no pool depth of `{name}` is given: every judged document of a team's runs counts as contributed \
                 by it, at any rank"
            )
        })
    }
}
