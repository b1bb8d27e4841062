//! A binary measure whose level no document of the scale reaches: every filling leaves it undefined.

use crate::bounds::interval::{Bounds, Kind};
use crate::bounds::open_list::OpenList;
use crate::bounds::rule::Rule;

/// The constant 0, used if the score is undefined.
#[derive(Debug)]
pub(crate) struct NothingRelevant;

impl Rule for NothingRelevant {
    fn kind(&self) -> Kind {
        Kind::Exact
    }

    fn bounds(&self, _: &OpenList<'_>, _: &mut Vec<f64>) -> Bounds {
        Bounds::default()
    }
}
