//! Remarks on an experiment and its collections: facts that a reader needs and that the numbers do not show.

use crate::statistics::TEAM_FACTS;
use rejudge_collections::descriptor::{Base, Kind};

use super::{Axis, Collection, Grid, Table};

impl Grid {
    /// Returns the remarks on the experiment and on the collections for which `is_wanted` returns true.
    pub fn all_remarks(&self, is_wanted: impl Fn(usize) -> bool) -> impl Iterator<Item = String> {
        let collection_remarks =
            self.remarks().into_iter().filter(move |(collection, _)| is_wanted(*collection));
        collection_remarks.map(|(_, text)| text).chain(self.exclusions_without_points.iter().cloned())
    }

    /// Returns the remarks on collections, each with the index of its collection.
    pub fn remarks(&self) -> Vec<(usize, String)> {
        let mut out = Vec::new();
        for collection in 0..self.collections.len() {
            let remarks = [self.remark_on_tables(collection), self.remark_on_depth(collection)];
            out.extend(remarks.into_iter().flatten().map(|text| (collection, text)));
        }
        out
    }

    /// Returns a remark on one of the user's own collections. It names the tables and figures that show none
    /// of the user's collections. An experiment that was made for other collections may have such tables.
    fn remark_on_tables(&self, collection: usize) -> Option<String> {
        let Collection { name, entry, .. } = &self.collections[collection];
        if entry.descriptor.kind != Kind::Own {
            return None;
        }
        let is_own = |collection: &usize| self.collections[*collection].entry.descriptor.kind == Kind::Own;
        let shows_own =
            |table: &Table| (0..self.collections.len()).filter(is_own).any(|own| self.shows(table, own));
        let tables_without =
            self.tables.iter().filter(|table| !self.shows(table, collection) && !shows_own(table));
        let tables_without: Vec<&str> = tables_without.map(|table| table.name.as_str()).collect();
        (!tables_without.is_empty()).then(|| {
            format!("`{name}` is not in {}: their `where` takes other collections", tables_without.join(", "))
        })
    }

    /// Returns true if a table selects the collection for at least one cell.
    pub fn shows(&self, table: &Table, collection: usize) -> bool {
        table
            .cell_settings()
            .iter()
            .any(|cell| cell.r#where.on(self).takes(Axis::Collection, collection as u32))
    }

    /// Returns a remark which says that every judged document of a team's runs counts as the team's
    /// contribution, at any rank. A collection with files of runs gets it if its pool depth is unknown and
    /// the experiment uses contributions of teams, unless the collection is bundled.
    fn remark_on_depth(&self, collection: usize) -> Option<String> {
        let Collection { name, entry, judgments, .. } = &self.collections[collection];
        let descriptor = &entry.descriptor;
        let is_known = descriptor.pool_depth.is_some() || descriptor.base != Base::AsJudged;
        let has_runs = descriptor.files.as_ref().is_some_and(|files| files.runs.is_some());
        if is_known || !has_runs || descriptor.kind.is_bundled() {
            return None;
        }
        let has_team_facts = self.statistics.iter().any(|statistic| statistic.is(&TEAM_FACTS));
        (has_team_facts || judgments.iter().any(|set| set.rule().depends_on_teams())).then(|| {
            format!(
                "no pool depth of `{name}` is given: every judged document of a team's runs counts as the \
                 team's contribution, at any rank"
            )
        })
    }
}
