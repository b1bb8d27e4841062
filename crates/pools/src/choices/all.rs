//! Every run.

use super::{Needs, RunRule};

/// All runs of the collection.
pub(super) static ALL: RunRule = RunRule {
    name: "all",
    summary: "Every run.",
    source: "",
    parameters: &[],
    is_drawn: false,
    is_averaged: false,
    needs: Needs::Nothing,
    choose: |_, from| Ok((0..from.collection().runs().len()).collect()),
};
