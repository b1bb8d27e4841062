//! The section "Placed": numbers of other papers in distributions of ours.

use std::fmt::Write;

use crate::verdict::Verdict;

/// Writes the section, of numbers that stand in draws.
pub(super) fn write(out: &mut String, verdict: &Verdict<'_>) {
    let address = |placed: &crate::placed::Placed<'_>| placed.of.cell.address.clone();
    let mut here = verdict.placed.iter().filter(|placed| placed.place.is_some());
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
