//! The section "Placed": numbers of other papers in distributions of ours.

use std::fmt::Write;

use rejudge_descriptor::Kind;

use crate::verdict::Verdict;
use rejudge_grid::Grid;

/// Writes the section, of numbers that stand in draws of collections of these `kinds`.
pub(super) fn write(out: &mut String, grid: &Grid, verdict: &Verdict<'_>, kinds: &[Kind]) {
    let of_kinds = |name: &str| {
        let found = grid.collections.iter().find(|collection| collection.name == name);
        found.is_some_and(|collection| kinds.contains(&collection.entry.descriptor.kind))
    };
    let address = |placed: &crate::placed::Placed<'_>| placed.of.cell.address.clone();
    let mut here = verdict.placed.iter().filter(|placed| {
        let address = address(placed);
        of_kinds(address.collection())
    });
    let Some(first) = here.next() else { return };
    let _ = writeln!(out, "## Placed\n");
    let _ = writeln!(
        out,
        "Numbers that other papers print, and the percentile at which each stands among our draws. A \
         draw that rounds to the printed digits counts half. The draws do not reproduce the number. They \
         show what it could have been.\n"
    );
    for placed in std::iter::once(first).chain(here) {
        let _ = writeln!(out, "- {}: {placed}", address(placed));
    }
    out.push('\n');
}
