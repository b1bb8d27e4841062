//! All judgments.

use super::Manipulation;
use super::judges::{BY, FILL, JUDGE};

/// The judgments without any change. Other manipulations copy from this one the fields that they do not set.
pub(crate) const FULL: Manipulation = Manipulation {
    name: "full",
    summary: "All judgments.",
    parameters: &[JUDGE, FILL, BY],
    is_drawn: |_| false,
    depends_on_runs: |_| false,
    withholds: false,
    for_each_team: None,
    check: |_| Ok(()),
    apply: |_, material| Ok(material.base.clone()),
};
