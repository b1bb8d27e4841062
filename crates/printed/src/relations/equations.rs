//! Equations between printed cells: `change = (after - before) / before`, for each row and column.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Deserialize;

use super::Instance;
use super::place::{Coordinate, Labels};
use super::reader::Reader;
use crate::cell::Site;
use crate::expected::Expected;
use rejudge_spec::Named;
use rejudge_spec::yaml::{OneOrMany, Spanned, YamlError};

/// Equations that hold at every place of some tables, or of what the running text says.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Equations {
    /// What has every label in turn: the equations hold for each.
    #[serde(default)]
    pub(super) for_each: Option<OneOrMany<Each>>,
    /// The labels of the places; of several, each in turn.
    #[serde(default, rename = "in")]
    pub(super) places: Labels,
    /// Section of the paper, where its text alone says what holds.
    #[serde(default)]
    pub(super) section: Option<Spanned<String>>,
    /// The words of the text, where they are not the equation itself.
    #[serde(default)]
    pub(super) says: Option<Spanned<String>>,
    /// Names for cells that the equations constrain. Labels that are left out are those of the place, whose
    /// cell is `cell` unless it is named here; `$column` is the label that the place has there.
    #[serde(default)]
    pub(super) binds: Named<Labels>,
    /// Names for cells that are taken as known: they do not count as bound.
    #[serde(default)]
    pub(super) given: Named<Labels>,
    /// What a blank counts as; without it an equation fails at a blank.
    #[serde(default)]
    pub(super) blanks: Option<Spanned<String>>,
    /// Names for formulas.
    #[serde(default, rename = "where")]
    pub(super) definitions: Named<Spanned<String>>,
    /// The equations.
    pub(super) holds: OneOrMany<Spanned<String>>,
}

/// A part of an address, or all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Each {
    /// Each table.
    Table,
    /// Each panel.
    Panel,
    /// Each row.
    Row,
    /// Each column.
    Column,
    /// Each quantity.
    Quantity,
    /// Each cell.
    Cell,
}

impl Equations {
    /// Their applications, each to a place. `recomputes`: each works its one cell out. `relation` is the name
    /// of the relation, for errors that no equation is to blame for.
    pub(super) fn instances<'e>(
        &self,
        expected: &'e Expected,
        relation: &Spanned<String>,
        recomputes: bool,
    ) -> Result<Vec<Instance<'e>>, YamlError> {
        let reader = Reader::of(self, relation)?;
        if let Some(section) = &self.section {
            return Ok(vec![reader.of_text(expected, section)?]);
        }
        if let Some(says) = &self.says {
            return Err(says.error("what the text says stands in a `section`"));
        }
        if recomputes {
            reader.works_out_one_cell()?;
        }
        let Some(sites) = self.sites(expected)? else {
            let message = "an equation is of a `section` of the text, or `in` a table: `in: {table: ..}`";
            return Err(reader.first().error(message));
        };
        sites.into_iter().map(|site| reader.instance(expected, site)).collect()
    }

    /// The places; none where no table is named.
    fn sites(&self, expected: &Expected) -> Result<Option<Vec<Site>>, YamlError> {
        let each = self.for_each.iter().flat_map(|each| &each.0);
        let each: Vec<Coordinate> = each.flat_map(|each| each.coordinates()).copied().collect();
        let is_part = |part: &Coordinate| each.contains(part) || self.places.asks_for(*part);
        let parts: Vec<Coordinate> = Coordinate::ALL.into_iter().filter(is_part).collect();
        if !parts.contains(&Coordinate::Table) {
            return Ok(None);
        }
        let (mut sites, mut known) = (Vec::new(), BTreeSet::new());
        for cell in self.places.cells(expected)? {
            let site = Labels::site_of(cell, &parts);
            if known.insert(site.clone()) {
                sites.push(site);
            }
        }
        Ok(Some(sites))
    }
}

impl Each {
    fn coordinates(&self) -> &'static [Coordinate] {
        match self {
            Self::Table => &[Coordinate::Table],
            Self::Panel => &[Coordinate::Panel],
            Self::Row => &[Coordinate::Row],
            Self::Column => &[Coordinate::Column],
            Self::Quantity => &[Coordinate::Quantity],
            Self::Cell => &Coordinate::ALL,
        }
    }
}
