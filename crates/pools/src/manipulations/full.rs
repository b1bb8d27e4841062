//! All judgments.

use super::Manipulation;
use super::judges::{BY, FILL, JUDGE};

/// The judgments as they are. What a manipulation does not say of itself holds as it does here.
pub(crate) const FULL: Manipulation = Manipulation {
    name: "full",
    summary: "All judgments.",
    parameters: &[JUDGE, FILL, BY],
    is_drawn: |_| false,
    is_of_runs: |_| false,
    withholds: false,
    for_each_team: None,
    check: |_| Ok(()),
    apply: |_, material| Ok(material.base.clone()),
};
