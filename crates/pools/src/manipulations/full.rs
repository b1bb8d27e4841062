//! All judgments.

use super::Manipulation;

/// The judgments as they are.
pub(super) static FULL: Manipulation = Manipulation {
    name: "full",
    summary: "Everything.",
    source: "",
    parameters: &[],
    is_drawn: false,
    check: |_| Ok(()),
    apply: |_, material| Ok(material.base.clone()),
};
